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
	`| (?:com|con|on|with) (?:r )?\d+(?: \pL+){0,4} (?:como|comemos|janto|jantamos|almocamos|consigo|conseguimos|ceno|cenamos|can) `)

// ofEach are words that say that an amount is what each has: "80 por pessoa", "60 each".
var ofEach = pattern.Of(` \d+ (?:reais |reales )?(?:(?:por|per|a) (?:pessoa|persona|person|head|cabeca|cabeza)|each|apiece|cada|pra cada|para cada) `)

// openQuestion are words that ask for dishes, and not whether: "what can I eat with 60?".
var openQuestion = pattern.Of(` (?:o que|oq|oque|what|which|qual|quais|que|cual|cuales) `)

// affords is the bill that tells whether an amount is enough: of what is ordered or named, or else of
// the cheapest that everybody at the table may have, of each course that is said.
func (a asked) affords() []llm.ToolCall {
	said, each := a.purse()
	var changes []change
	switch plan := a.kept().If; {
	case said == 0 && len(a.tab()) == 0 && len(plan) > 0 && (a.says("fits") || a.says("drop") || len(understand.Needs(a.text)) > 0) && !a.orders(): // of a meal that was put together: "sobra quanto?"
		said = a.kept().Budget
		changes = slices.DeleteFunc(plan, func(c change) bool {
			named := func(w spot) bool { return courseNamed(w.word) == c.Pick["course"] }
			return a.says("drop") && slices.ContainsFunc(spots(a.text), named)
		})
	case said == 0:
		return nil
	case !a.composes():
		changes = slices.DeleteFunc(a.changes(), func(c change) bool { // "main and dessert" names no dish
			return slices.ContainsFunc(spots(c.Dish), func(w spot) bool { return courseNamed(w.word) != "" || is(w.word, "eat") })
		})
	}
	told, _ := staydate.Party(a.at.Message)
	heads := max(1, cmp.Or(told, a.together(), a.at.Party, len(a.at.Table)))
	in := args{"tab": true, "fits": true, "budget": said}
	if each {
		in["budget"] = said * float64(heads)
	}
	in.put("what_if", len(changes) > 0 && !a.takes())
	courses := a.part(a.at.Message).courses()
	if len(changes)+len(a.tab()) > 0 { // "that and two desserts"
		courses = slices.DeleteFunc(courses, func(c string) bool { return a.counted(c) == 0 })
	} else if !slices.Contains(courses, "main") && !slices.Contains(courses, "breakfast") && (len(courses) == 0 || a.says("with") || a.says("and") || a.says("eat") || strings.Contains(words(a.text), " inclu")) {
		courses = append([]string{"main"}, courses...)
	}
	for _, course := range courses {
		pick := args{"course": course, "sort": "cheap", "count": 1, "max_price": anyPrice}
		pick.put("minor", slices.ContainsFunc(append(slices.Clone(a.at.Said), a.at.Message), understand.Young))
		each := heads
		if course != "drink" && course != "beer" && a.says("shared") {
			each = 1
		}
		changes = append(changes, change{Do: "add", Pick: pick, Quantity: cmp.Or(a.counted(course), each)})
		in["what_if"] = true
	}
	if len(changes) > 0 {
		in["changes"] = changes
	}
	if rate := a.rate(); rate != "" {
		in["service_percent"] = rate
	}
	return call("bill", in)
}

// anyPrice is the limit of a search that the limits said before do not bind: what a budget is too small for is to be told.
const anyPrice = 1e6

// together is how many people words say with a number alone: "cenar los dos", "nós três"; 0 is that they do not.
func (a asked) together() int {
	for i, all := 1, spots(a.text); i < len(all); i++ {
		if n := numeral(all[i].word); n > 1 && n < leastBudget && (is(all[i-1].word, "article") || is(all[i-1].word, "for") || all[i-1].word == "nos") {
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
