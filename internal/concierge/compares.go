package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// comparing are what dishes are compared by, each a use of words/menu.txt: price and strength, weight, and what only some dishes have.
var comparing = []string{"cheap", "dear", "weak", "strong", "light", "heavy", "spicy", "mild", "sweet", "sour", "bitter"}

// opposites are what less of something is: "menos doce" is dry.
var opposites = map[string]string{
	"cheap": "dear", "dear": "cheap", "weak": "strong", "strong": "weak", "light": "heavy", "heavy": "light",
	"spicy": "mild", "mild": "spicy", "sweet": "dry", "sour": "sweet", "bitter": "smooth",
}

// by is what words compare dishes by, or nothing.
func (a asked) by() (all []string) {
	words := spots(a.text)
	for _, by := range comparing {
		if !a.says(by) {
			continue
		}
		if i := slices.IndexFunc(words, func(w spot) bool { return is(w.word, by) }); i > 0 && is(words[i-1].word, "less") {
			by = opposites[by]
		}
		if !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	return all
}

// sorts are the orders in which dishes are asked for: by price or strength, and by a taste where
// the one that is most of it is asked for.
func (a asked) sorts() []string {
	return slices.DeleteFunc(a.by(), func(by string) bool { return !slices.Contains(comparing[:4], by) && !a.superlative() })
}

// superlative reports whether the one that is most of something is asked for: "qual é o
// mais barato?", "the cheapest dessert", and not "um mais barato".
func (a asked) superlative() bool {
	all := spots(a.text)
	for i, w := range all {
		if !slices.Contains(menuWords()["=than"], w.word) || strings.HasSuffix(w.word, "er") { // "a light dish" is no lightest
			continue
		}
		from := max(0, i-4)
		if slices.ContainsFunc(all[from:i], func(b spot) bool { return slices.Contains(definite, b.word) || b.word == "your" }) {
			return true
		}
	}
	return false
}

var definite = []string{"o", "a", "the", "el", "la"}

// asksWhich reports whether words ask which of some dishes is more of something, or is
// advised: "qual é mais leve?", "which one would you pick?".
func (a asked) asksWhich() bool {
	return slices.ContainsFunc(spots(a.text), func(w spot) bool { return is(w.word, "which") && !strings.HasPrefix(w.word, "what") })
}

// compares is that by which words single out one of some dishes: of those they name, or of those told
// of last: "qual a mais barata?", "the strongest one".
func (a asked) compares() string {
	if a.has("lodging", "place", "brewery") || len(a.choices()) < 2 || len(a.courses()) > 0 {
		return ""
	}
	asks := a.asksWhich()
	if by := a.by(); len(by) > 0 && (a.superlative() || asks && a.says("than")) {
		return by[0]
	}
	if asks && a.says("best") && !a.says("pair") && !slices.ContainsFunc(a.all("taste"), func(t string) bool { return !is(lang.Fold(t), "best") }) && !a.wishesFor("diet", "cuisine", "money") && (len(a.onCardNamed()) > 1 || !a.wishesFood()) {
		return "best"
	}
	return ""
}

// compared is the call that compares dishes, if words do.
func (a asked) compared() []llm.ToolCall {
	by := a.compares()
	if by == "" || (a.act == "order" || a.act == "choose") && a.extreme() != nil {
		return nil
	}
	in := args{"dishes": ids(a.choices()), "ask": "most " + by}
	in.put("for", a.eaters())
	return call("dish_details", in)
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

// choices are the dishes that words name, if there are several, or else those told of last; of one out
// of a list, the list.
func (a asked) choices() []scene.Thing {
	if named := a.onCardNamed(); len(named) > 0 {
		return named
	}
	if !a.follows() || len(a.mentions(a.text)) > 0 && !(a.asksWhich() && a.has("ref")) {
		return nil
	}
	if told := a.lastTold(); len(told) > 1 {
		return told
	}
	return a.listed()
}

// extreme is the cheapest or the dearest of the dishes told of last, where words single it out.
func (a asked) extreme() (best *scene.Thing) {
	by := a.compares()
	if by != "cheap" && by != "dear" {
		return nil
	}
	var least float64
	for _, t := range a.choices() {
		price, ok := understand.Amount(t.Price)
		if by == "dear" {
			price = -price
		}
		if ok && (best == nil || price < least) {
			best, least = &t, price
		}
	}
	return best
}
