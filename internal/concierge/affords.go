package concierge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/llm"
)

// suffices are words that ask whether an amount is enough and mean other things elsewhere: "150 dá?", "will 90 do?",
// "com 80 jantamos bem?".
var suffices = pattern.Of(` \d+(?: \d\d)? (?:reais |reales |conto |pila )?(?:da|dao|daria|dariam|do|rola|cobre|cobrem) ` +
	`| (?:will|would|does) (?:it|that|this) do ` +
	`| (?:da pra|da para|consigo|conseguimos|can|could|puedo|podemos|pueden) .*(?:comer|jantar|almocar|cenar|eat|dine)(?: \pL+)* (?:com|con|for|on|with) (?:r )?\d` +
	`| (?:com|con|on|with) (?:r )?\d+(?: \pL+){0,4} (?:como|comemos|janto|jantamos|almocamos|consigo|conseguimos|ceno|cenamos|can) ` +
	`| (?:da|cabe|cabem|rola|fits?|alcanza|entra) $`)

// ofEach matches an amount that is for each person: "80 por pessoa", "60 each".
var ofEach = pattern.Of(` \d+ (?:reais |reales )?(?:(?:por|per|a) (?:pessoa|persona|person|head|cabeca|cabeza)|each|apiece|cada|pra cada|para cada) `)

// openQuestion matches words that ask which dishes an amount buys, and not whether it is enough:
// "what can I eat with 60?".
var openQuestion = pattern.Of(` (?:o que|oq|oque|what|which|qual|quais|que|cual|cuales) `)

// affords returns the call of bill that tells whether an amount is enough for the dishes that are
// ordered or named. Without any it takes, of each course that is named, the cheapest dish that
// everybody at the table may have.
func (a asked) affords() []llm.ToolCall {
	said, each := a.purse()
	var changes []change
	switch {
	case said == 0 && a.replans():
		said, changes = a.kept().Budget, a.replanned(a.kept().If)
	case said == 0 && !a.wholeMeal():
		return nil
	case said > 0 && !a.composes():
		changes = slices.DeleteFunc(a.changes(), func(c change) bool { // "main and dessert" names no dish
			return slices.ContainsFunc(spots(c.Dish), func(w spot) bool { return courseNamed(w.word) != "" || is(w.word, "eat") })
		})
	}
	heads := a.eating()
	in := args{"tab": true}
	if in.put("budget", said); each {
		in["budget"] = said * float64(heads)
	}
	in.put("fits", said > 0)
	in.put("what_if", len(changes) > 0 && !a.takes())
	courses := a.part(a.at.Message).courses()
	if a.wholeMeal() {
		courses = strings.Fields("starter main dessert")
	}
	if len(changes)+len(a.tab()) > 0 { // "that and two desserts"
		courses = slices.DeleteFunc(courses, func(c string) bool { return a.counted(c) == 0 })
	} else if !slices.Contains(courses, "main") && !slices.Contains(courses, "breakfast") && (len(courses) == 0 || a.says("with") || a.says("and") || a.says("eat") || strings.Contains(words(a.text), " inclu")) {
		courses = append([]string{"main"}, courses...)
	}
	for _, course := range courses {
		each := heads
		if course != "drink" && course != "beer" && a.says("shared") {
			each = 1
		}
		c := a.cheapestOf(course, cmp.Or(a.counted(course), each))
		if c.Pick["wish"] == nil {
			c.Pick.put("wish", a.part(a.at.Message).wishFor(course))
			c.Pick["heard"] = []string{"*"}
		}
		if a.wholeMeal() { // of "the three courses" each has one
			c.Quantity = each
		}
		if said == 0 { // the house chooses, and not by the price
			delete(c.Pick, "sort")
		}
		changes, in["what_if"] = append(changes, c), true
	}
	if len(changes) > 0 {
		in["changes"] = changes
	}
	if rate := a.rate(); rate != "" {
		in["service_percent"] = rate
	}
	return call("bill", in)
}

// eating is for how many people words ask, or how many are known to be at the table.
func (a asked) eating() int {
	told, _ := staydate.Party(a.at.Message)
	return max(1, cmp.Or(a.part(a.at.Message).together(), told, a.at.Party, a.party(planned{}), len(a.at.Table)))
}

// wholeMeal reports whether starter, main and dessert are to be put together, of which no dish is named: "plan all courses for five".
func (a asked) wholeMeal() bool {
	whole := a.part(a.at.Message)
	courses := whole.courses()
	all := whole.hasPhrase("whole_meal") || slices.Contains(courses, "starter") && slices.Contains(courses, "dessert")
	return all && (a.composes() || a.eating() > 1) && len(a.tab())+len(whole.onCardNamed()) == 0 && !a.onTrip()
}

// replans reports whether words ask of a meal that was put together, and of which nothing is ordered: "sobra quanto?", "e sem a entrada?".
func (a asked) replans() bool {
	if len(a.tab()) > 0 || len(a.kept().If) == 0 {
		return false
	}
	told := a.last == "dish"
	sums := told && a.says("sum") && len(a.coursesNamed())+len(a.sorts())+len(a.mentions(a.text)) == 0
	return a.replaces() || sums || len(a.onCardNamed()) == 0 && (a.says("fits") || len(understand.Needs(a.text)) > 0)
}

// replaces reports whether words change the courses of such a meal.
func (a asked) replaces() bool {
	told := a.last == "dish"
	return (told && (a.forgoes() || a.says("instead")) || a.says("suppose")) && len(a.coursesNamed()) > 0
}

// replanned returns a planned meal without the courses that a message drops, and with those it adds: "e se eu tirar a entrada e
// puser um doce?".
func (a asked) replanned(plan []change) []change {
	heads, before, said := 1, len(plan), a.coursesNamed()
	for _, c := range plan {
		heads = max(heads, c.Quantity)
	}
	in := func(course string) bool {
		return slices.ContainsFunc(plan, func(c change) bool { return c.Pick["course"] == course })
	}
	said = slices.DeleteFunc(said, func(course string) bool { return !a.forgoes() && in(course) })
	kept := slices.DeleteFunc(slices.Clone(plan), func(c change) bool {
		return slices.ContainsFunc(said, func(course string) bool { return c.Pick["course"] == course })
	})
	var named []meant
	if a.replaces() {
		named = slices.DeleteFunc(a.dishes(), func(d meant) bool { return !d.card || d.kind || d.plain || len(d.among) > 0 })
	}
	for _, course := range said {
		if (!a.forgoes() || len(kept) < before) && !in(course) && len(named)+a.counted(course) == 0 {
			kept = append(kept, a.cheapestOf(course, heads))
		}
	}
	if len(named) == 1 && a.says("swap") && len(kept) == before && before > 1 { // what was added last
		kept = kept[:before-1]
	}
	for _, d := range named { // "troca a sobremesa por um suco"
		kept = append(kept, change{Do: "add", Dish: d.name, Quantity: cmp.Or(d.count, heads)})
	}
	return kept
}

// coursesNamed are the courses that words name, wanted or not.
func (a asked) coursesNamed() []string {
	all := a.courses()
	for _, w := range spots(a.text) {
		if c := courseNamed(w.word); c != "" && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

func (a asked) forgoes() bool { return a.says("drop") || a.says("forgo") || a.says("swap") }

// cheapestOf has the house put in the cheapest of a course that everybody at the table may have.
func (a asked) cheapestOf(course string, quantity int) change {
	pick := args{"course": course, "sort": "cheap", "count": 1, "max_price": anyPrice}
	pick.put("minor", slices.ContainsFunc(append(slices.Clone(a.at.Said), a.at.Message), understand.Young))
	if course == "drink" && a.hasPhrase("drink") {
		pick["wish"] = "sem álcool"
	}
	return change{Do: "add", Pick: pick, Quantity: quantity}
}

// anyPrice is the limit of a search that the limits said before do not bind: what a budget is too small for is to be told.
const anyPrice = 1e6

// together is how many people words say with a number alone: "cenar los dos", "nós três", "somos 4"; 0 is that they do not.
func (a asked) together() int {
	for i, all := 1, spots(a.text); i < len(all); i++ {
		next := wordBehind(a.text, all[i].to)
		if courseNamed(next) != "" || strings.HasPrefix(next, "course") { // "the four courses"
			continue
		}
		if n := numeral(all[i].word); n > 1 && n < leastBudget && (is(all[i-1].word, "article") || is(all[i-1].word, "for") || is(all[i-1].word, "we_are") || all[i-1].word == "nos") {
			return n
		}
	}
	if a.says("both") {
		return 2
	}
	return 0
}

// counted is how many of a course words say: "three desserts"; 0 is that they do not.
func (a asked) counted(course string) int {
	for i, all := 1, spots(a.text); i < len(all); i++ {
		if n := numeral(all[i-1].word); courseNamed(all[i].word) == course && n > 1 {
			return n
		}
	}
	return 0
}

// composes reports whether words have a meal put together, and name no dish of it.
func (a asked) composes() bool { return a.part(a.at.Message).says("compose") && !a.orders() }

// purse is the amount of which a message asks whether it is enough, or for which a meal is to be put together, and whether each
// has it.
func (a asked) purse() (n float64, each bool) {
	text := words(a.text)
	plain := suffices().MatchString(text)
	composes := a.composes()
	asks := strings.Contains(a.text, "?") && (a.says("suffice") || plain)
	if !asks && !composes || openQuestion().MatchString(text) || a.onTrip() || len(a.tab()) > 0 && a.paysApart() || a.charged() > 0 && !plain {
		return 0, false
	}
	if n = cmp.Or(a.limit("all", "person", "item", ""), a.sum()); n == 0 && composes {
		n = a.part(a.at.Message).sum()
	}
	if told, _ := staydate.Party(a.text); n < leastBudget || float64(told) == n { // "is there room enough for 30 of us?"
		return 0, false
	}
	return n, ofEach().MatchString(text)
}
