package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// mostAsked is how many dishes are described where words may mean any of several.
const mostAsked = 4

// aboutDish is the call for a question about dishes: those that are named or pointed at, or else those that the house spoke of last.
func (a asked) aboutDish() []llm.ToolCall {
	if a.asksForbidden() {
		return a.forbidden()
	}
	if calls := a.compared(); calls != nil {
		return calls
	}
	if calls := a.having(); calls != nil {
		return calls
	}
	foods, of := a.contents()
	ask := strings.Join(foods, ", ")
	who := a.askedFor()
	if a.says("other") && len(a.named()) == 0 && len(foods) > 0 { // "what else has beans?"
		return a.findDishes()
	}
	if len(foods) > 0 && len(a.courses()) > 0 && len(a.named()) == 0 && a.asks() { // "do any of the beers have milk?"
		return a.findDishes()
	}
	needy := slices.ContainsFunc(a.at.People(), hook.Person.Safety) || len(understand.Needs(a.at.Message)) > 0
	switch {
	case ask != "":
	case slices.Contains(asides(a.text), "portion"):
		ask = "serves"
	case a.says("hours") || a.says("still") && a.says("served"):
		ask = "hours"
	case a.says("price", "sum", "how_much") && !a.says("holds"):
		ask = "price"
	case a.says("strength"):
		ask = "strength"
	case needy && a.says("safe", "verdict", "danger"), a.says("holds") && len(spots(a.text)) < 5 && len(understand.Needs(a.at.Message)) > 0:
		ask = "safe"
	}
	if len(of) == 0 {
		of = ids(a.focus())
	}
	if len(of) == 0 && len(foods) == 0 && len(a.courses()) == 0 { // what the card may not have: "tem vatapá?"
		of = append(of, a.spanned(foodKinds...)...)
	}
	switch {
	case ask == "hours" && len(a.named()) == 0 && slices.Contains(a.courses(), "breakfast"):
		return call("dish_details", args{"ask": "hours", "course": "breakfast"})
	case len(of) > 0 && len(a.courses()) > 0 && len(a.named()) == 0 && !a.has("ref") && ask != "price" && ask != "hours": // "tem camarão em alguma entrada?"
		return a.findDishes()
	case len(of) == 0 && ask != "" && (ask == "hours" || a.asks()) && len(foods) == 0:
		return call("house_info", args{"topic": bare(a.text)})
	case len(of) == 0:
		return a.findDishes()
	}
	in := args{"dishes": of[:min(len(of), 2*mostAsked)]}
	in.put("ask", ask)
	if ask == "safe" || ask != "" {
		in.put("for", who)
	}
	return call("dish_details", in)
}

// focus are the dishes that words without a name ask about: those of a count ("as duas"), or those told of last.
func (a asked) focus() []scene.Thing {
	if all := things(a.dishRefs()); len(all) > 0 {
		return all
	}
	if !a.follows() && a.last != "consent" {
		return nil
	}
	return a.lastTold()
}

// contents are the foods that dishes are asked about, "o risoto leva vinho?", and the dishes: what is named before a word such as "leva", or
// told of last.
func (a asked) contents() (foods, of []string) {
	holds := len(a.text)
	all := spots(a.text)
	for i, w := range all {
		we := i > 0 && isAny(all[i-1].word, "we") && !is(all[i-1].word, "this")
		if (is(w.word, "holds") || is(w.word, "with") && a.near(w.from, 2, "being") || is(w.word, "without") && a.says("may_be", "prepare")) && !we {
			holds = w.from
			break
		}
	}
	within := holds == len(a.text) && a.asks() && !a.says("price", "sum")
	subject := len(a.focus()) > 0
	for _, d := range a.meants() {
		food := d.plain && !(a.says("speak") && a.near(d.from, 1, "into")) || d.missing && understand.Edible(d.text)
		in := within && food && (len(a.named()) > 0 || a.follows() && len(all) <= 3)
		switch {
		case food && !d.ref && (d.from > holds && (subject || len(of) > 0) || in):
			foods = append(foods, strip(d.text))
		case d.kind && len(a.named()) > 0: // "un cóctel, la caipirinha lleva gluten?"
		case !d.missing && !(d.from > holds && len(of) > 0): // "leva camarão no caldo?"
			of = append(of, d.ids[:min(len(d.ids), mostAsked)]...)
			subject = true
		}
	}
	for _, s := range a.spans {
		avoids := s.P == "allergy" || s.P == "intolerance" || s.P == "cannot" || s.P == "not" || s.P == ""
		said := slices.ContainsFunc(foods, func(f string) bool {
			return strings.Contains(words(s.Text), words(f)) || strings.Contains(words(f), words(s.Text))
		})
		edible := s.Kind == "food" && understand.Edible(s.Text) && (s.P != "" || len(a.mentions(s.Text)) == 0)
		if (s.Kind == "diet" && s.P != "want" || edible && s.From > holds) && avoids && !said && (subject || len(of) > 0) || s.Kind == "taste" && a.asks() && len(a.courses()) == 0 && s.P != "not" && subject && !a.superlative() && understandTaste(s.Text) {
			foods = append(foods, strip(s.Text))
		}
	}
	return foods, of
}

// understandTaste reports whether the card may tell of a taste: "picante".
func understandTaste(text string) bool {
	return len(understand.Tastes(text)) > 0 && says(text, "spicy")
}

// strip takes the sem off "sem glúten".
func strip(need string) string {
	for _, not := range []string{"sem ", "sin ", "no ", "without ", "free of "} {
		if len(need) > len(not) && strings.EqualFold(need[:len(not)], not) {
			return need[len(not):]
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(need, "-free"), " free")
}

// asksForbidden reports whether words ask what of the card somebody must not have: "which desserts can't she eat?".
func (a asked) asksForbidden() bool {
	needs := len(a.at.Table) > 0 || len(understand.Needs(a.at.Message)) > 0
	return needs && len(a.named()) == 0 && slices.ContainsFunc(a.clauses(), func(c asked) bool {
		return (c.asks() || c.says("which", "tell")) && c.says("avoid", "cannot") && len(understand.Needs(c.text)) == 0
	})
}

// forbidden is what of the card, or of some courses, those must not have of whom words speak.
func (a asked) forbidden() (all []llm.ToolCall) {
	in := args{"avoid": true}
	in.put("for", a.askedFor())
	for _, c := range a.courses() {
		if c != "main" || !a.says("plate") { // "que pratos?" are any
			in["course"] = c
			all = append(all, call("whole_card", in)...)
		}
	}
	if len(all) == 0 {
		return call("whole_card", in)
	}
	return all
}

// choices are the dishes that words set against each other: those that they name or point at, if there are several, or else those told of last.
func (a asked) choices() (all []string) {
	for _, d := range a.meants() {
		if !d.missing && !d.plain && !(d.kind && len(d.ids) > mostAsked) {
			all = append(all, d.ids...)
		}
	}
	if len(all) < 2 && len(a.named()) == 0 && (a.follows() || a.last == "consent") {
		if all = ids(a.lastTold()); len(all) < 2 {
			all = ids(a.listed(dish))
		}
	}
	return all
}

// compared is the call that compares dishes: "qual é o mais leve?", "qual a diferença?", "which would you pick?".
func (a asked) compared() []llm.ToolCall {
	all := a.choices()
	if len(all) < 2 || len(a.courses()) > 0 && len(a.named()) == 0 || a.most() > 0 {
		return nil
	}
	which := a.asks() || a.says("which", "pick", "compare")
	by := a.by()
	ask := ""
	switch more := a.superlative() || a.says("than", "cheap", "dear"); {
	case a.says("differ") && a.says("price", "sum"):
		ask = "price_difference"
	case a.says("differ", "compare") && len(all) <= 2*mostAsked:
		ask = "difference"
	case len(by) > 0 && which && more && !a.says("some", "other"):
		ask = "most " + by[0]
	case which && len(all) <= 2*mostAsked && a.says("best") && (a.says("which", "pick", "among_these") || len(a.named()) > 1) && !a.says("some", "other", "pair") && len(understand.Needs(a.text)) == 0 && !a.has("diet", "cuisine", "money"):
		ask = "most best"
	default:
		return nil
	}
	in := args{"dishes": all, "ask": ask}
	in.put("for", a.whoFor())
	return call("dish_details", in)
}

// having is the call for an ingredient of which words ask what it is, or which dishes have it: "o que é jambu?", "quais pratos levam coentro?".
func (a asked) having() []llm.ToolCall {
	text := words(a.text)
	if m := whatIs().FindStringSubmatch(text); m != nil && len(a.named()) == 0 {
		if food := a.ingredient(m[1]); food != "" {
			return call("dish_details", args{"course": "any", "ask": food, "explain": true})
		}
	}
	m := whichHave().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	food := a.ingredient(m[1])
	if food == "" && a.says("this") {
		a.text = a.saidBefore()
		if m = whatIs().FindStringSubmatch(words(a.text)); m != nil {
			food = a.ingredient(m[1])
		}
	}
	if food == "" {
		return nil
	}
	return call("dish_details", args{"course": "any", "ask": food})
}

var (
	whatIs = pattern.Of(`(?: o que| oque| oq| what|^(?: y| e| pero| mas)? que)(?: exactly| exatamente)? (?:e|eh|es|sao|son|is|s|are|seria) ` +
		`(?:(?:o|a|os|as|el|la|los|las|the|esse|essa|este|esta|ese|esa|this|that|um|uma|un|una|tal|de) )*(\S+(?: \S+){0,2}) $`)
	whichHave = pattern.Of(` (?:quais|qual|que|q|which|what|cuales|any) (?:\S+ ){0,2}?(?:pratos?|platos?|dish|dishes|itens|items|comidas?|coisas|cosas|things) ` +
		`(?:\S+ ){0,3}?(?:leva|levam|tem|contem|usam|usa|lleva|llevan|tienen|tiene|contienen|usan|contain|contains|have|has|use|com|con|with)( .*)$`)
)

// ingredient is the food, or several, that some folded words name and say little besides, as the guest writes it, or "".
func (a asked) ingredient(text string) string {
	text = strings.TrimSpace(text)
	foods := understand.Foods(text)
	if heard := slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "food" && strings.TrimSpace(words(s.Text)) == text }); len(foods) == 0 && heard {
		foods = []string{text} // a word that the ontology has for no food: "dendê"
	}
	if len(strings.Fields(text)) > 2*len(strings.Fields(strings.Join(foods, " ")))+1 {
		return ""
	}
	for i, f := range foods { // as it is spelt
		for _, w := range spots(a.text) {
			if w.word == lang.Fold(f) {
				foods[i] = a.text[w.from:w.to]
			}
		}
	}
	return strings.Join(foods, ", ")
}
