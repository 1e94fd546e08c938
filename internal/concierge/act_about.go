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

// aboutDish is a question about dishes: of those named or pointed at, else of those
// the house spoke of last.
func (a asked) aboutDish() []llm.ToolCall {
	if a.asksForbidden() {
		return a.forbidden()
	}
	if whole := a.part(a.at.Message); whole.asksHours() {
		return whole.hours()
	}
	if len(a.tab()) > 0 && (len(a.leftOut()) > 0 || a.says("may_be")) && onlyNotes(a.changes()) { // "a sopa pode vir sem alho?" of what is ordered
		return a.bill(true)
	}
	if told := ids(a.offered()); a.says("strength") && len(told) > 0 {
		return call("dish_details", args{"dishes": told, "ask": "strength"})
	}
	ask, dishes := a.askedOf(a.dishes())
	if slices.ContainsFunc(dishes, func(d meant) bool { return d.card && !d.kind }) {
		dishes = slices.DeleteFunc(dishes, func(d meant) bool { return d.kind || !d.card })
	}
	if foods := understand.Foods(a.text); len(dishes) == 0 && ask == "" && len(foods) == 1 && a.says("we") && !a.has("ref") { // "tem água?", which no card need know
		ask, dishes = "whether", []meant{{name: foods[0]}}
	}
	var names []string
	for _, d := range dishes {
		if len(d.among) == 0 {
			names = append(names, d.name)
		}
		names = append(names, d.among[:min(len(d.among), mostAsked)]...)
	}
	if c := a.courseAsked(); c != "" && !a.orders() && !a.has("ref") { // "tem camarão em alguma entrada?"
		if len(a.sorts()) > 0 && a.superlative() { // "which starter is the lightest?"
			return a.findDishes()
		}
		in := args{"course": c}
		in.put("for", a.askedFor())
		in.put("wish", a.wishWords(wishKinds...))
		return call("find_dishes", in)
	}
	if me, others := a.recipients(); len(names) == 0 && ask == "" && ((me || others) && !a.has("ref") || a.thirsts()) { // "e pro menino?"
		return a.findDishes()
	}
	if told := a.lastTold(); len(names) == 0 && ask == "" && len(told) > 0 && (a.has("time") && len(told) == 1 || a.says("clock")) { // "chego às dez, ainda dá?"
		return call("dish_details", args{"dishes": ids(told), "ask": "hours"})
	}
	if len(names) == 0 && ask == "" && !a.has("ref", "taste", "food", "drink") && len(a.focus()) > 1 && a.follows() {
		return nil // of which?
	}
	if len(names) == 0 && ask == "" && len(a.focus()) != 1 && !a.has("ref", "taste", "cuisine", "food", "drink") && a.questions() && !a.addsUp() {
		return call("house_info", args{"topic": bare(a.text)}) // it is no question about dishes
	}
	if len(names) == 0 {
		if !a.follows() && len(a.focus()) == 0 {
			return call("find_dishes", args{"wish": a.text})
		}
		if names = ids(a.focus()); a.says("danger") && len(a.tab()) > 0 {
			names = a.tab()
		}
	}
	in := args{}
	in.put("dishes", names)
	in.put("ask", ask)
	if who := a.askedFor(); ask == "safe" || ask != "" && len(who) > 0 {
		in.put("for", who)
	}
	return call("dish_details", in)
}

// toldOnce is a question about dishes that the house told of before: those that words name,
// or the kind of which some were shown: "what was that beer called?".
func (a asked) toldOnce() []llm.ToolCall {
	var ids []string
	for _, m := range a.mentions(a.text) {
		for _, t := range m.Things {
			shown := slices.ContainsFunc(a.at.Shown, func(s scene.Thing) bool { return s.Kind == dish && s.ID == t.ID })
			if !m.Plain && (shown || !m.Kind) && len(ids) < mostAsked {
				ids = append(ids, t.ID)
			}
		}
	}
	in := args{"dishes": ids}
	in.put("ask", map[bool]string{true: "price"}[a.says("price") || a.says("sum") || a.hasWord(priceWords)])
	return call("dish_details", in)[:min(1, len(ids))]
}

// asksHours reports whether words ask when dishes that they name, or breakfast, are served:
// "a que horas sai a sopa?", "ainda tem maniçoba?".
func (a asked) asksHours() bool {
	if !a.says("hours") && !(a.says("still") && a.says("served") && !a.addsUp()) {
		return a.breakfastHours()
	}
	return len(a.timed()) > 0 || a.breakfastHours()
}

// breakfastHours reports whether words ask when breakfast is served: "o café é até que horas?". The
// coffee of the order is none.
func (a asked) breakfastHours() bool {
	return (a.says("hours") || a.says("when")) && (slices.ContainsFunc(a.dishes(), a.meansBreakfast) || slices.Contains(a.courses(), "breakfast"))
}

// meansBreakfast reports whether a dish whose hours are asked for is the meal of its name: "o café".
func (a asked) meansBreakfast(d meant) bool {
	return is(lang.Fold(d.text), "coffee") && a.hasPhrase("the_coffee") && !slices.Contains(a.tab(), d.name)
}

// timed are the dishes whose hours words ask for: those they name, or else "it".
func (a asked) timed() (all []string) {
	for _, d := range a.dishes() {
		if d.card && !d.kind && !d.plain && !a.meansBreakfast(d) {
			all = append(all, append(slices.Clip(d.among), d.name)[0:max(1, len(d.among))]...)
		}
	}
	return all
}

// ids are those of some things.
func ids(things []scene.Thing) (all []string) {
	for _, t := range things {
		all = append(all, t.ID)
	}
	return all
}

// hours asks when dishes are served, or a course.
func (a asked) hours() []llm.ToolCall {
	var all []llm.ToolCall
	if a.breakfastHours() {
		all = call("dish_details", args{"ask": "hours", "course": "breakfast"})
	}
	if some := a.timed(); len(some) > 0 {
		all = append(all, call("dish_details", args{"ask": "hours", "dishes": some})...)
	}
	return all
}

// courseAsked is the only course that words name; "prato" is any dish.
func (a asked) courseAsked() (course string) {
	for _, w := range spots(a.text) {
		if c := courseNamed(w.word); c != "" && !is(w.word, "plate") && c != course {
			if course != "" {
				return ""
			}
			course = c
		}
	}
	return course
}

// mostAsked is how many dishes that may be meant are told of.
const mostAsked = 4

// askedOf is what is asked of dishes, and of which: their "price", "whether" they are to
// be had, whether they are "safe", which is "light", or whether they have some
// ingredients. Nothing is: what they are.
func (a asked) askedOf(dishes []meant) (ask string, of []meant) {
	if foods := a.leftOut(); len(foods) > 0 {
		of = slices.DeleteFunc(slices.Clone(dishes), func(d meant) bool {
			return slices.ContainsFunc(foods, func(food string) bool { return strings.Contains(words(food), words(d.text)) })
		})
		if len(of) > 0 || len(a.focus()) == 1 {
			return strings.Join(foods, ", "), of
		}
	}
	has, dishes := a.contents(dishes)
	switch {
	case len(has) > 0:
		return strings.Join(has, ", "), dishes
	case (a.says("price") || a.says("sum")) && !a.says("holds") && !a.says("in"):
		return "price", dishes
	case (a.says("safe") || a.says("verdict") || a.questions() && a.says("danger") && a.courseAsked() == "") && len(a.at.Table) > 0: // "algum desses é perigoso pra Bia?"
		return "safe", dishes
	case len(dishes) > 0 && a.says("we"):
		return "whether", dishes
	}
	return "", dishes
}

// leftOut are the foods that a kitchen is asked to leave out: "a sopa pode vir sem alho?".
func (a asked) leftOut() []string {
	m := leavesOut().FindStringSubmatch(a.text)
	if m == nil || !slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "without" }) {
		return nil
	}
	if foods := understand.Foods(m[1]); len(foods) > 0 || len(strings.Fields(m[1])) > 2 {
		return foods
	}
	return []string{m[1]}
}

var leavesOut = pattern.Of(`(?i)\b(?:sem|sin|without|tir\w+|retir\w+|quit\w+|sacar\w*|out|hold|remove|skip)\s+(?:(?:o|a|os|as|el|la|los|las|the|any)\s+)?(.+?)(?:[.,;?!]|\s(?:da|do|das|dos|del|de la|from|in|on|no|na|for|para|pra)\s|$)`)

// judges reports whether a question is whether a dish of the card may be had, or had without
// something: "o bolo já era então?", "pode vir sem queijo?".
func (a asked) judges() bool {
	if slices.ContainsFunc(a.at.Table, hook.Person.Safety) && a.says("verdict") && a.questions() {
		return len(a.mentions(a.text)) > 0
	}
	return len(a.leftOut()) > 0 && slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return !m.Plain })
}

// mayHave returns the sentence of a message that asks whether a dish of the card may be had, or nothing, and whether
// a need is told in the message or known of somebody.
func (a asked) mayHave(r understand.Reading) (sentence string, needs bool) {
	named := func(clause string) bool {
		return slices.ContainsFunc(a.mentions(clause), func(m scene.Mention) bool {
			before := strings.Fields(clause[:m.From])
			return !m.Kind && (!m.Plain || len(m.Things) == 1 && len(before) > 0 && is(strings.ToLower(before[len(before)-1]), "article")) // "o mate", and not "posso comer ovo?"
		})
	}
	for _, clause := range understand.Wonders(a.text) {
		if named(clause) {
			i := slices.IndexFunc(sentences(a.text), func(s string) bool { return strings.Contains(s, clause) })
			return sentences(a.text)[max(0, i)], len(r.Needs(a.text)) > 0 || slices.ContainsFunc(a.at.Table, hook.Person.Safety)
		}
	}
	return "", false
}

// afresh are the calls for a question beside what a message tells: of a dish that it names, or
// else what was looked for last.
func (a asked) afresh() []llm.ToolCall {
	_, others := a.recipients()
	switch {
	case a.asksForbidden(): // "ela é celíaca, o que ela não pode comer?"
		return a.forbidden()
	case slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return !m.Plain }): // "ela é celíaca, e o bolinho?"
		return a.aboutDish()
	case others && a.follows(): // "e pro menino?"
		return a.findDishes()
	}
	return slices.Clone(a.again)
}

// contents are the ingredients and diets that dishes are asked about, and the dishes:
// what is named behind a word such as "leva", if there is another dish or one was told
// of last.
func (a asked) contents(dishes []meant) (has []string, of []meant) {
	holds := len(a.text)
	for _, w := range spots(a.text) {
		if is(w.word, "holds") && (w.word != "tienen" && w.word != "have" || a.dishesHold(w.from, dishes)) || is(w.word, "except") && len(dishes) < 2 && (len(a.focus()) == 1 || len(a.focus()) > 1 && a.says("which")) {
			holds = w.from
			break
		}
	}
	if len(a.focus()) == 1 && a.questions() && len(spots(a.text)) <= 3 && !slices.ContainsFunc(dishes, func(d meant) bool { return !d.plain || d.ref }) {
		holds = -1 // "glúten?"
	}
	ask := func(text string) {
		if foods := understand.Foods(text); len(foods) == 1 { // "acompanha arroz"
			text = foods[0]
		}
		if text = without(text); !slices.Contains(has, text) {
			has = append(has, text)
		}
	}
	subject := slices.ContainsFunc(dishes, func(d meant) bool { return d.at < holds })
	if !subject && holds > 0 && holds < len(a.text) && len(a.focus()) > 0 && a.questions() && !strings.ContainsAny(a.text[holds:], ",;") {
		subject = a.dishesHold(holds, nil)
	}
	for _, d := range dishes {
		if d.at > holds && (subject || d.plain || d.kind || !d.card && !d.drink || a.says("which") && len(a.focus()) > 1) && !d.ref && len(a.part(d.text).courses()) == 0 { // "o risoto leva vinho?"
			ask(d.text)
		} else {
			of = append(of, d)
		}
	}
	for _, s := range a.spans {
		avoided := s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot"
		if at := strings.Index(a.text, s.Text); s.Kind == "diet" && !avoided || s.Kind == "food" && avoided && at > holds || s.Kind == "taste" && a.questions() && a.says("spicy") { // "is it spicy?"
			ask(s.Text)
		}
	}
	if len(has) == 0 && subject {
		has = a.foodsAfter(holds)
	}
	if len(of) == 0 && len(a.focus()) == 0 {
		return nil, dishes
	}
	return has, of
}

// dishesHold reports whether dishes, and not the house, have what is named behind a verb: "does it have egg?",
// "do the pies have egg?", and not "do you have pies?".
func (a asked) dishesHold(verb int, dishes []meant) bool {
	return a.near(verb, 1, "this") || strings.HasSuffix(strings.ToLower(a.text[:verb]), "they ") || !a.near(verb, 2, "we") && slices.ContainsFunc(dishes, func(d meant) bool { return d.at < verb })
}

// foodsAfter are the foods behind a place of the text, up to the end of its sentence,
// which no card need know: "does the stew have egg?".
func (a asked) foodsAfter(at int) []string {
	rest := a.text[at:]
	if end := strings.IndexAny(rest, ".?!;"); end >= 0 {
		rest = rest[:end]
	}
	_, rest, _ = strings.Cut(rest, " ") // behind the verb
	return understand.Foods(rest)
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

// asksForbidden reports whether words ask what of the card somebody must not have: "which
// desserts can't she eat?", and not for dishes without something.
func (a asked) asksForbidden() bool {
	if len(a.at.Table) == 0 || !a.says("which") && !a.questions() && !a.says("tell") || a.orders() {
		return false
	}
	return slices.ContainsFunc(pieces(a.text), func(piece string) bool { // "I take warfarin: what should I avoid?"
		p := a.part(piece)
		return (p.says("avoid") || p.cannot()) && !slices.ContainsFunc(p.spans, func(s understand.Span) bool {
			return s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && s.Kind == "food"
		})
	})
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
		if c == "main" && a.says("plate") { // "que pratos?" are any
			return call("whole_card", in)
		}
		in["course"] = c
		all = append(all, call("whole_card", in)...)
	}
	if len(all) == 0 {
		return call("whole_card", in)
	}
	return all
}
