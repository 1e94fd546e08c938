package concierge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// mostAsked is how many dishes are described where a word may mean any of several.
const mostAsked = 4

// aboutDish returns the calls for a question about dishes: "a moqueca tem leite?". Without a dish named or
// pointed at it is about the dishes that the house spoke of last.
func (a asked) aboutDish() []llm.ToolCall {
	told := a.offered()
	switch {
	case a.asksForbidden():
		return a.forbidden()
	case a.part(a.at.Message).asksHours():
		return a.part(a.at.Message).hours()
	case len(a.tab()) > 0 && (len(a.leftOut()) > 0 || a.says("may_be") || a.says("prepare") || a.also("order") && !a.questions()) && a.onlyNotes(): // "a sopa pode vir sem alho?" of what is ordered
		return a.bill(true)
	case a.says("strength") && len(told) > 0:
		return call("dish_details", args{"dishes": ids(told), "ask": "strength"})
	}
	ask, dishes := a.askedOf(a.dishes())
	if some := a.mayDrink(); some != nil {
		return some
	}
	if slices.ContainsFunc(dishes, func(d meant) bool { return d.card && !d.kind }) {
		dishes = slices.DeleteFunc(dishes, func(d meant) bool { return d.kind || !d.card })
	}
	var names []string
	for _, d := range dishes {
		if len(d.among) == 0 && !slices.Contains(names, d.name) {
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
		in.put("wish", cmp.Or(a.wishWords(wishKinds...), a.first("diet")))
		return call("find_dishes", in)
	}
	focus := a.focus()
	switch me, others := a.recipients(); {
	case len(names) > 0:
	case ask == "" && ((me || others) && !a.has("ref") || a.thirsts()): // "e pro menino?"
		return a.findDishes()
	case ask == "" && len(focus) != 1 && !a.has("ref", "taste", "cuisine", "food", "drink") && a.follows() && len(focus) > 1:
		return nil // of which?
	case ask == "" && len(focus) != 1 && !a.has("ref", "taste", "cuisine", "food", "drink") && a.questions() && !a.addsUp():
		return call("house_info", args{"topic": bare(a.text)}) // it is no question about dishes
	case !a.follows() && len(focus) == 0:
		return call("find_dishes", args{"wish": cmp.Or(a.first("diet"), a.text)})
	default:
		names = ids(a.recent(focus, max(len(focus), a.countsTold())))
	}
	in := args{}
	in.put("dishes", names)
	in.put("ask", ask)
	if who := a.askedFor(); ask == "safe" || ask != "" && len(who) > 0 {
		in.put("for", who)
	}
	return call("dish_details", in)
}

// mayDrink is the search for a kind of drink of which it is asked whether somebody may have any: "can he have a beer?".
func (a asked) mayDrink() []llm.ToolCall {
	courses := a.courses()
	named := slices.ContainsFunc(a.dishes(), func(d meant) bool { return !d.kind || d.count > 1 })
	needs := slices.ContainsFunc(a.at.Table, hook.Person.Safety)
	if named || !needs || len(courses) == 0 || slices.ContainsFunc(courses, func(c string) bool { return c != "drink" && c != "beer" }) || !a.says("safe") || !a.says("i_may") && !a.says("third") {
		return nil
	}
	in := args{"course": slices.Min(courses), "loose": true} // of "drink a beer" the beer
	in.put("for", a.askedFor())
	return call("find_dishes", in)
}

// onlyNotes reports whether words say how the kitchen is to make what is ordered, and nothing else.
func (a asked) onlyNotes() bool {
	all := a.changes()
	return len(all) > 0 && !slices.ContainsFunc(all, func(c change) bool { return c.Do != "note" && c.Do != "without" })
}

// asksHours reports whether words ask when dishes that they name, or breakfast, are served: "a que horas sai a sopa?", "ainda tem
// maniçoba?".
func (a asked) asksHours() bool {
	asks := a.says("hours") || a.says("still") && a.says("served") && !a.addsUp()
	if ofHouse := func(s string) bool { p := a.part(s); return p.says("opens") && p.says("hours") && len(p.timed()) == 0 }; !a.breakfastHours() && slices.ContainsFunc(pieces(a.text), ofHouse) {
		return false // "what is in the stew, and how late are you open?"
	}
	return asks && len(a.timed()) > 0 || a.breakfastHours()
}

// breakfastHours reports whether words ask when breakfast is served: "o café é até que horas?". The coffee of the order is none.
func (a asked) breakfastHours() bool {
	coffee := func(d meant) bool { return is(lang.Fold(d.text), "coffee") && !slices.Contains(a.tab(), d.name) }
	return (a.says("hours") || a.says("when")) && (a.hasPhrase("the_coffee") && slices.ContainsFunc(a.dishes(), coffee) || slices.Contains(a.courses(), "breakfast"))
}

// timed are the dishes whose hours words ask for.
func (a asked) timed() (all []string) {
	for _, d := range a.dishes() {
		if d.card && !d.kind && !d.plain {
			all = append(all, append(slices.Clip(d.among), d.name)[0:max(1, len(d.among))]...)
		}
	}
	return all
}

// hours asks when dishes are served, or breakfast.
func (a asked) hours() []llm.ToolCall {
	if a.breakfastHours() {
		return call("dish_details", args{"ask": "hours", "course": "breakfast"})
	}
	return call("dish_details", args{"ask": "hours", "dishes": a.timed()})
}

// ids are those of some things.
// serves is the call for how many people dishes serve: those that a sentence names, or those that the house spoke of last.
func (a asked) serves(sentence string) []llm.ToolCall {
	var some []string
	for _, d := range a.part(sentence).dishes() {
		if d.card {
			some = append(some, d.name)
		}
	}
	if len(some) == 0 && a.follows() {
		some = ids(a.offered())
	}
	if len(some) == 0 {
		return nil
	}
	return call("dish_details", args{"dishes": some[:min(len(some), mostAsked)], "ask": "serves"})
}

func ids(things []scene.Thing) (all []string) {
	for _, t := range things {
		all = append(all, t.ID)
	}
	return all
}

// askedOf is what is asked of dishes, and of which: their "price", "whether" they are to be had, whether they are "safe", or whether they
// have some ingredients. Nothing is: what they are.
func (a asked) askedOf(dishes []meant) (ask string, of []meant) {
	if foods := a.leftOut(); len(foods) > 0 {
		of = slices.DeleteFunc(slices.Clone(dishes), func(d meant) bool {
			return slices.ContainsFunc(foods, func(food string) bool { return strings.Contains(words(food), words(d.text)) })
		})
		if len(of) > 0 || len(a.focus()) == 1 {
			return strings.Join(foods, ", "), of
		}
	}
	if understand.Supposes(a.text) && len(dishes) > 0 { // "quem não come ovo pode pedir a torta?"
		for _, s := range a.spans {
			named := func(d meant) bool { return d.text == s.Text }
			if of = slices.DeleteFunc(slices.Clone(dishes), named); len(of) == 0 {
				of = dishes // the paçoca, by what is in it
			}
			switch {
			case s.P != "not":
			case a.at.Language == lang.English:
				return s.Text + " free", of
			default:
				return fmt.Sprintf(texts.In(a.at.Language).Memory.Without, s.Text), of
			}
		}
	}
	has, dishes := a.contents(dishes)
	switch {
	case len(has) > 0:
		return strings.Join(has, ", "), dishes
	case (a.says("price") || a.says("sum")) && !a.says("holds") && !a.says("in") && !a.says("served_along"):
		return "price", dishes
	case a.asksWhich() && len(understand.Needs(a.at.Message)) > 0, (a.says("safe") && (a.questions() || !a.says("speak")) || a.says("verdict") || a.questions() && a.says("danger") && a.courseAsked() == "") && (len(a.at.Table) > 0 || len(understand.Needs(a.at.Message)) > 0): // "algum desses é perigoso pra Bia?"
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

// mayHave returns the sentence of a message that asks whether a person may have a dish of the card, "posso comer a moqueca?",
// where that person has a need, or "".
func (a asked) mayHave() string {
	named := func(m scene.Mention, clause string) bool { // "o mate", and not "posso comer ovo?"
		before := spots(clause[:m.From])
		return !m.Kind && (!m.Plain || len(m.Things) == 1 && len(before) > 0 && is(before[len(before)-1].word, "article"))
	}
	for _, clause := range understand.Wonders(a.text) {
		if len(spots(clause)) < 3 { // "o mate, posso?"
			clause = a.text
		}
		if slices.ContainsFunc(a.mentions(clause), func(m scene.Mention) bool { return named(m, clause) }) && (len(understand.Needs(a.text)) > 0 || slices.ContainsFunc(a.at.Table, hook.Person.Safety)) {
			i := slices.IndexFunc(sentences(a.text), func(s string) bool { return strings.Contains(s, clause) })
			return sentences(a.text)[max(0, i)]
		}
	}
	return ""
}

// afresh are the calls for a question beside what a message tells: of a dish that it names, or else what was looked for last.
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

// contents are the ingredients and diets that dishes are asked about, and the dishes: what is named behind a word such as "leva", if there
// is another dish or one was told of last.
func (a asked) contents(dishes []meant) (has []string, of []meant) {
	holds, focus := len(a.text), a.focus()
	if len(dishes) == 1 && dishes[0].plain && a.hasPhrase("speak") && a.near(dishes[0].at, 1, "into") { // "o que vem no bife?"
		return nil, dishes
	}
	for _, w := range spots(a.text) {
		verb := is(w.word, "with") && a.near(w.from, 2, "being") || is(w.word, "holds") && (w.word != "tienen" && w.word != "have" || a.dishesHold(w.from, dishes))
		if verb || is(w.word, "except") && (len(dishes) < 2 && len(focus) == 1 || a.asksWhich()) {
			holds = w.from
			break
		}
	}
	within := holds == len(a.text) && a.questions() && !a.says("price") && slices.ContainsFunc(dishes, func(d meant) bool { _, in := a.isIn(d); return in })
	if within || len(focus) == 1 && a.questions() && len(spots(a.text)) <= 3 && !slices.ContainsFunc(dishes, func(d meant) bool { return !d.plain || d.ref }) {
		holds = -1 // "glúten?", "nozes na cartola?"
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
	if !subject && holds > 0 && holds < len(a.text) && len(focus) > 0 && a.questions() && !strings.ContainsAny(a.text[holds:], ",;") {
		subject = a.dishesHold(holds, nil)
	}
	for _, d := range dishes {
		if d.at == holds && strings.Contains(d.text, " ") { // "leva leite" is known as a phrase
			_, d.text, _ = strings.Cut(d.text, " ")
			d.at++
		}
		if food, _ := a.isIn(d); food != "" && a.questions() {
			ask(food)
		}
		if _, in := a.isIn(d); d.at > holds && !in && (subject || d.plain || d.kind || !d.card && !d.drink) && !d.ref && len(a.part(d.text).courses()) == 0 { // "o risoto leva vinho?"
			ask(d.text)
		} else {
			of = append(of, d)
		}
	}
	for _, s := range a.spans {
		avoided := s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot"
		spicy := s.Kind == "taste" && a.questions() && (a.says("spicy") || a.says("among_these")) // "is it spicy?"
		if at := strings.Index(a.text, s.Text); s.Kind == "diet" && !avoided || s.Kind == "food" && (avoided || s.P == "not" || a.ruledOut(max(0, at))) && at >= holds && !slices.ContainsFunc(of, func(d meant) bool { return d.at <= at && at < d.to }) || spicy {
			ask(s.Text)
		}
	}
	if len(has) == 0 && subject { // which no card need know: "does the stew have egg?"
		rest, _, _ := strings.Cut(a.text[holds:], "?")
		_, rest, _ = strings.Cut(rest, " ") // behind the verb
		if has = understand.Foods(rest); len(has) == 0 && a.questions() {
			has = a.unknownThing(rest)
		}
	}
	if len(of) == 0 && len(focus) == 0 {
		return nil, dishes
	}
	return has, of
}

// asksContents reports whether words ask what is in a dish that they name.
func (a asked) asksContents() bool {
	has, of := a.contents(a.dishes())
	return len(has) > 0 && slices.ContainsFunc(of, func(d meant) bool { return d.card && !d.kind })
}

// unknownThing is the one word of some that is no food and that a dish is asked for: "tem espinha?".
func (a asked) unknownThing(rest string) []string {
	all := slices.DeleteFunc(spots(firstPiece(rest)), func(w spot) bool {
		return is(w.word, "article") || is(w.word, "very") || is(w.word, "some") || is(w.word, "of")
	})
	if len(all) != 1 || len(all[0].word) <= shortWord || courseNamed(all[0].word) != "" || a.has("taste", "diet", "measure") {
		return nil
	}
	return []string{rest[all[0].from:all[0].to]}
}

// dishesHold reports whether dishes, and not the house, have what is named behind a verb: "does it have egg?", "do the pies have egg?", and
// not "do you have pies?".
func (a asked) dishesHold(verb int, dishes []meant) bool {
	return a.near(verb, 1, "this") || strings.HasSuffix(strings.ToLower(a.text[:verb]), "they ") || !a.near(verb, 2, "we") && slices.ContainsFunc(dishes, func(d meant) bool { return d.at < verb })
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

// asksForbidden reports whether words ask what of the card somebody must not have: "which desserts can't she eat?", and not for dishes
// without something.
func (a asked) asksForbidden() bool {
	if len(a.at.Table) == 0 || a.orders() {
		return false
	}
	return slices.ContainsFunc(pieces(a.text), func(piece string) bool { // "I take warfarin: what should I avoid?"
		p := a.part(piece)
		return (p.says("which") || p.questions() || p.says("tell")) && (p.says("avoid") || p.hasPhrase("cannot") || p.says("cannot")) && !slices.ContainsFunc(p.spans, func(s understand.Span) bool {
			return s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && s.Kind == "food"
		})
	})
}

// forbidden is what of the card, or of some courses, those must not have whom words speak of, or all at the table.
func (a asked) forbidden() (all []llm.ToolCall) {
	in := args{"avoid": true}
	in.put("for", a.askedFor())
	for _, c := range a.courses() {
		if c == "main" && a.says("plate") { // "que pratos?" are any
			break
		}
		in["course"] = c
		all = append(all, call("whole_card", in)...)
	}
	if len(all) == 0 {
		return call("whole_card", in)
	}
	return all
}

// comparing are what dishes are compared by, each a use of words/menu.txt: price and strength, weight, and what only some dishes have.
var comparing = []string{"cheap", "dear", "weak", "strong", "light", "heavy", "spicy", "mild", "sweet", "sour", "bitter", "quick", "big"}

// opposites are what less of something is: "menos doce" is dry.
var opposites = map[string]string{
	"cheap": "dear", "dear": "cheap", "weak": "strong", "strong": "weak", "light": "heavy", "heavy": "light",
	"spicy": "mild", "mild": "spicy", "sweet": "dry", "sour": "sweet", "bitter": "smooth", "quick": "quick", "big": "big",
}

// pricesEach reports whether the price of each of some dishes is asked, of which none is ordered: "quanto custa cada uma?".
func (a asked) pricesEach() bool {
	asks := (a.says("price") || a.says("sum")) && a.says("each") && a.questions() && !a.says("split") && !a.has("people")
	told := slices.DeleteFunc(sentences(a.text), func(s string) bool { return strings.HasSuffix(s, "?") })
	return asks && len(a.tab()) == 0 && len(a.choices()) > 1 && len(a.part(strings.Join(told, " ")).changes()) == 0 // and not "a soup and a juice. how much each?"
}

// by returns the keys by which a message compares dishes: "cheap" for "qual é o mais barato?".
func (a asked) by() (all []string) {
	words := spots(a.text)
	for _, by := range comparing {
		if !a.says(by) {
			continue
		}
		i := slices.IndexFunc(words, func(w spot) bool { return is(w.word, by) })
		if i > 0 && is(words[i-1].word, "less") || i >= 0 && a.isNone(by) || by == "dear" && a.notDear() { // "nada muito forte"
			by = opposites[by]
		}
		if !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	return all
}

// isNone reports whether dishes are to be little of something: "nothing too strong", "que não seja muito forte".
func (a asked) isNone(by string) bool {
	const reach = 4
	return slices.ContainsFunc(spots(a.text), func(w spot) bool {
		return is(w.word, by) && a.near(w.from, reach, "none_of") && (a.near(w.from, 1, "very") || a.near(w.from, 2, "nothing") || a.near(w.from, 2, "be"))
	})
}

// sorts are the orders in which dishes are asked for: by price or strength, and by a taste where the one that is most of it is asked for.
func (a asked) sorts() []string {
	return slices.DeleteFunc(a.by(), func(by string) bool {
		return !slices.Contains(comparing[:4], by) && !a.superlative() || by == "quick" || by == "big"
	})
}

// superlative reports whether the one that is most of something is asked for: "qual é o mais barato?", "the cheapest dessert", and not "um
// mais barato".
func (a asked) superlative() bool {
	all := spots(a.text)
	for i, w := range all {
		if !slices.Contains(menuWords()["=than"], w.word) || strings.HasSuffix(w.word, "er") { // "a light dish" is no lightest
			continue
		}
		if slices.ContainsFunc(all[max(0, i-4):i], func(b spot) bool { return slices.Contains(definite, b.word) }) {
			return true
		}
	}
	return false
}

var definite = []string{"o", "a", "the", "el", "la", "your"}

// compares is that by which words single out one of some dishes: of those they name, or of those told of last: "qual a mais barata?", "the
// strongest one".
func (a asked) compares() string {
	if a.has("lodging", "place", "brewery") || len(a.choices()) < 2 || len(a.courses()) > 0 || a.most() > 0 {
		return ""
	}
	asks := slices.ContainsFunc(spots(a.text), func(w spot) bool { return is(w.word, "which") && !strings.HasPrefix(w.word, "what") })
	more := a.says("than") || strings.Contains(a.text, "+") || a.hasPhrase("cheap") || a.hasPhrase("dear") || a.hasPhrase("quick")
	if by := a.by(); len(by) > 0 && (a.superlative() || more && len(a.choices()) <= manyTold && (asks || a.questions() && a.says("among_these"))) {
		return by[0]
	}
	if asks = asks || a.says("pick") && !a.says("other") || a.says("among_these") || a.questions() && len(spots(a.text)) < 4; a.says("some") || a.says("other") {
		asks = false
	}
	if either, _ := a.eitherOr(); (asks || a.questions()) && a.says("best") && len(either) > 1 {
		return "best"
	}
	tastes := slices.ContainsFunc(a.all("taste"), func(t string) bool { return !is(lang.Fold(t), "best") })
	if asks && a.says("best") && !a.says("pair") && !tastes && !a.wishesFor("diet", "cuisine", "money") && (len(a.onCardNamed()) > 1 || !a.wishesFood()) {
		return "best"
	}
	return ""
}

// compared is the call that compares dishes, if words do.
func (a asked) compared() []llm.ToolCall {
	by := a.compares()
	if a.says("compare") && (subjects[a.act] == "card" || a.act == "choose" && a.follows()) || a.says("differ") && a.act != "order" && !a.hasPhrase("other") {
		some, ask := ids(a.choices()), "difference"
		if refs := slices.DeleteFunc(a.dishes(), func(d meant) bool { return !d.ref }); len(refs) > 1 {
			some = nil // "a primeira e a segunda"
		}
		if a.says("differ") && (a.says("price") || a.says("sum")) && !a.says("except") {
			ask = "price_difference"
		}
		for _, d := range a.dishes() {
			if d.card && len(d.among) == 0 && !slices.Contains(some, d.name) {
				some = append(some, d.name)
			}
		}
		if len(some) < 2 && a.follows() { // "qual a diferença entre eles?"
			some = ids(a.recent(a.lastTold(), 2))
		}
		if len(some) > 1 {
			return call("dish_details", args{"dishes": some[:min(len(some), mostAsked)], "ask": ask})
		}
	}
	if priced := by == "cheap" || by == "dear"; by == "" || a.act == "about_dish" && !priced && a.takesIt() == 0 && a.asksContents() || priced && (a.act == "order" || a.act == "choose") {
		return nil
	}
	in := args{"dishes": ids(a.choices()), "ask": "most " + by}
	if either, beside := a.eitherOr(); by == "best" && len(either) > 1 {
		in["dishes"] = either
		in.put("beside", beside)
	}
	in.put("for", a.eaters())
	calls := call("dish_details", in)
	if n := a.takesIt(); n > 0 && by != "best" {
		one := change{Do: "add", Among: ids(a.choices()), Most: by, Quantity: n}
		calls = append(calls, call("bill", args{"tab": true, "order": true, "changes": []change{one}})...)
	}
	return calls
}

// takesIt is how many a clause orders of the dish that the rest of the message asks for, "which is the mildest? we'll take two of
// it", or 0.
func (a asked) takesIt() int {
	for _, c := range clauses(a.text) {
		p := a.part(c)
		verb := p.says("want") || p.says("bring") || p.says("put") || p.says("add") || p.says("keep_it")
		if !verb || !p.says("this") || p.says("which") || p.says("not") || len(p.by())+len(p.onCardNamed()) > 0 || len(spots(c)) > shortOrder || strings.Contains(c, "?") {
			continue
		}
		n := 1
		for _, w := range spots(c) {
			n = max(n, numeral(w.word))
		}
		return n
	}
	return 0
}

// eitherOr are the dishes that words set against each other, "o peixe ou a sopa", and one named besides, which they are to go with.
func (a asked) eitherOr() (either []string, beside string) {
	all := a.mentions(a.text)
	for _, w := range spots(a.text) {
		next := slices.IndexFunc(all, func(m scene.Mention) bool { return m.From >= w.to })
		if !slices.Contains([]string{"ou", "or", "o", "u"}, w.word) || w.word == "o" && a.at.Language != lang.Spanish || next < 1 {
			continue
		}
		for i, m := range all {
			switch id := m.Things[0].ID; {
			case i == next-1 || i == next:
				either = append(either, id)
			case !m.Plain:
				beside = id
			}
		}
		return either, beside
	}
	return nil, ""
}

// onCardNamed are the dishes of the card that words name, each by its name.
func (a asked) onCardNamed() (all []scene.Thing) {
	for _, m := range a.mentions(a.text) {
		if !m.Plain && !m.Kind {
			all = append(all, m.Things...)
		}
	}
	return all
}

// choices are the dishes that words name, if there are several, or else those told of last; of one out of a list, the list.
func (a asked) choices() []scene.Thing {
	asks := a.says("which") && a.has("ref")
	if named := a.onCardNamed(); len(named) > 0 {
		return named
	} else if !a.follows() && a.last != "consent" || !asks && slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return !m.Plain || a.act != "about_dish" }) {
		return nil
	}
	told := a.lastTold()
	if n := a.countsTold(); n > 1 {
		return a.recent(told, n)
	} else if len(told) > 1 {
		return told
	}
	return a.listed()
}

// countsTold is how many of the dishes told of words point at: "das duas", "los tres"; 0: none.
func (a asked) countsTold() int {
	all := spots(a.text)
	for i, w := range all {
		n := understand.Point(w.word).Count
		if i > 0 && n == 0 && !is(all[i-1].word, "for") {
			n = understand.Point(all[i-1].word + " " + w.word).Count
		}
		if before := all[max(0, i-2)].word; n > 0 && !is(before, "for") && (i+1 == len(all) || courseNamed(all[i+1].word) == "" && !understand.Edible(all[i+1].word)) {
			return n
		}
	}
	return 0
}

// recent are some dishes, or where they are fewer than words count, those spoken of last: told of, named by the guest, listed or shown.
func (a asked) recent(told []scene.Thing, n int) (all []scene.Thing) {
	if list := a.listed(); len(told) < n && len(list) == n {
		return list
	}
	for _, t := range slices.Concat(told, a.part(a.saidBefore()).onCardNamed(), a.at.Shown) {
		if len(all) < n && t.Kind == dish && !slices.ContainsFunc(all, func(had scene.Thing) bool { return had.ID == t.ID }) {
			all = append(all, t)
		}
	}
	return all
}
