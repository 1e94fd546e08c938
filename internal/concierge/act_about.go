package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/llm"
)

// aboutDish is a question about dishes: of those named or pointed at, else of those
// the house spoke of last.
func (a asked) aboutDish() []llm.ToolCall {
	if a.also("order") && a.single() {
		return nil
	}
	if a.asksForbidden() {
		return a.forbidden()
	}
	if a.asksDanger() {
		return a.danger()
	}
	ask, dishes := a.askedOf(a.dishes())
	if some := a.courses(); len(some) == 1 && a.says("we") && !slices.ContainsFunc(dishes, func(d meant) bool { return !d.kind }) {
		return a.showCard() // "quais cervejas vocês têm?"
	}
	if slices.ContainsFunc(dishes, func(d meant) bool { return d.card && !d.kind }) {
		dishes = slices.DeleteFunc(dishes, func(d meant) bool { return d.kind || !d.card })
	}
	var names []string
	for _, d := range dishes {
		if len(d.among) == 0 {
			names = append(names, d.name)
		}
		names = append(names, d.among[:min(len(d.among), mostAsked)]...)
	}
	if len(names) == 0 && (ask == "whether" || a.says("which") && a.says("we") || a.last != "dish" && a.questionOfKind()) {
		return call("find_dishes", args{"wish": a.text})
	}
	if len(names) == 0 {
		if !a.follows() && len(a.focus()) == 0 {
			if a.also("find_dishes") {
				return nil
			}
			return call("find_dishes", args{"wish": a.text})
		}
		for _, t := range a.focus() {
			names = append(names, t.ID)
		}
	}
	in := args{}
	in.put("dishes", names)
	in.put("ask", ask)
	return call("dish_details", in)
}

// mostAsked is how many dishes that may be meant are told of.
const mostAsked = 4

// questionOfKind reports whether a food is asked for and no dish pointed at: "vocês têm
// camarão?".
func (a asked) questionOfKind() bool {
	return a.says("we") && !a.has("ref") && slices.ContainsFunc(a.dishes(), func(d meant) bool { return d.plain })
}

// askedOf is what is asked of dishes, and of which: their "price", "whether" they are to
// be had, whether they are "safe", which is "light", or whether they have some
// ingredients. Nothing is: what they are.
func (a asked) askedOf(dishes []meant) (ask string, of []meant) {
	if by := a.compares(); by != "" && (len(dishes) > 1 || len(dishes) == 0 && len(a.focus()) > 1) {
		return by, dishes
	}
	has, dishes := a.contents(dishes)
	switch {
	case len(has) > 0:
		return strings.Join(has, ", "), dishes
	case (a.says("price") || a.says("sum")) && !a.says("holds") && !a.says("in"):
		return "price", dishes
	case a.says("safe") && len(a.at.Table) > 0:
		return "safe", dishes
	case len(dishes) > 0 && a.says("we"):
		return "whether", dishes
	}
	return "", dishes
}

// contents are the ingredients and diets that dishes are asked about, and the dishes:
// what is named behind a word such as "leva", if there is another dish or one was told
// of last.
func (a asked) contents(dishes []meant) (has []string, of []meant) {
	holds := len(a.text)
	for _, w := range spots(a.text) {
		if is(w.word, "holds") {
			holds = w.from
			break
		}
	}
	ask := func(text string) {
		if text = without(text); !slices.Contains(has, text) {
			has = append(has, text)
		}
	}
	for _, d := range dishes {
		if d.at > holds && (d.plain || d.kind || !d.card && !d.drink) && !d.ref {
			ask(d.text)
		} else {
			of = append(of, d)
		}
	}
	for _, s := range a.spans {
		avoided := s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot"
		if at := strings.Index(a.text, s.Text); s.Kind == "diet" && !avoided || s.Kind == "food" && avoided && at > holds {
			ask(s.Text)
		}
	}
	if len(of) == 0 && len(a.focus()) == 0 {
		return nil, dishes
	}
	return has, of
}

// compares is by what dishes are compared: "qual é o mais leve?".
func (a asked) compares() string {
	if !a.says("which") && !a.says("than") {
		return ""
	}
	for _, by := range []string{"light", "spicy", "cheap", "dear"} {
		if a.says(by) {
			return by
		}
	}
	return ""
}

// without takes the sem off "sem glúten".
func without(need string) string {
	for _, not := range []string{"sem ", "sin ", "no ", "without ", "free of "} {
		if len(need) > len(not) && strings.EqualFold(need[:len(not)], not) {
			return need[len(not):]
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(need, "-free"), " free")
}

// asksDanger reports whether words ask if somebody must not have a dish that was named or
// ordered: "algum desses é perigoso pra Bia?".
func (a asked) asksDanger() bool {
	return a.questions() && a.says("danger") && len(a.at.Table) > 0 && len(a.dangers()) > 0
}

// dangers are the dishes that words name, or else those that the table has ordered or was
// told of last.
func (a asked) dangers() (ids []string) {
	for _, d := range a.dishes() {
		if d.card && !d.kind && !d.plain && len(d.among) == 0 {
			ids = append(ids, d.name)
		}
	}
	if ids = append(ids, a.tab()...); len(ids) == 0 {
		for _, t := range a.focus() {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// danger asks of dishes whether those whom the words speak of may have them.
func (a asked) danger() []llm.ToolCall {
	in := args{"dishes": a.dangers(), "ask": "safe"}
	in.put("for", a.askedFor())
	return call("dish_details", in)
}

// asksForbidden reports whether words ask what of the card somebody must not have: "which
// desserts can't she eat?", and not for dishes without something.
func (a asked) asksForbidden() bool {
	if len(a.at.Table) == 0 || !a.says("which") && !a.questions() && !a.says("tell") || a.orders() {
		return false
	}
	for _, s := range a.spans {
		if s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && s.Kind == "food" {
			return false
		}
	}
	return a.says("avoid") || a.cannot()
}

// cannot reports whether words say that somebody may not have something: "não podem",
// "can't", "no puede comer".
func (a asked) cannot() bool {
	all := spots(a.text)
	for i, w := range all {
		next := i+1 < len(all) && (is(all[i+1].word, "safe") || is(all[i+1].word, "eat"))
		if is(w.word, "not") && next || is(w.word, "cannot") || w.word == "can" && i+1 < len(all) && all[i+1].word == "t" {
			return true
		}
	}
	return false
}

// forbidden is what of the card, or of some courses, those must not have whom words speak
// of, or all at the table.
func (a asked) forbidden() (all []llm.ToolCall) {
	in := args{"avoid": true}
	in.put("for", a.askedFor())
	for _, c := range a.courses() {
		in["course"] = c
		all = append(all, call("whole_card", in)...)
	}
	if len(all) == 0 {
		return call("whole_card", in)
	}
	return all
}
