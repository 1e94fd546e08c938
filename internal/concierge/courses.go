package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
)

// courses returns the courses that a message asks for: main and dessert for "um prato e um docinho".
func (a asked) courses() (all []string) {
	text := spots(a.text)
	for i, w := range text {
		before := func(n int, uses ...string) bool {
			return slices.ContainsFunc(uses, func(use string) bool { return a.near(w.from, n, use) })
		}
		denied := before(2, "except") || before(1, "not") || i > 1 && text[i-1].word == "t" && is(text[i-2].word, "not")   // "she doesn't drink"
		baby := w.word == "bebe" && (strings.ToLower(a.text[w.from:w.to]) != w.word || before(1, "own", "article", "one")) // "nossa bebê"
		c := courseNamed(w.word)
		if c == "" && is(w.word, "sweet_thing") && (i == 0 || before(1, "article", "any_of", "one", "which", "own", "and", "bring") || strings.ContainsAny(a.text[text[i-1].to:w.from], ",.;:?!")) {
			c = "dessert" // "um docinho", and not "algo doce"
		}
		if c != "" && !denied && !baby && !a.barred(w.word) && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	for _, c := range []string{"breakfast", "beer", "drink", "dessert"} { // "algo sem álcool"
		if len(all) == 0 && a.hasPhrase(c) {
			return []string{c}
		}
	}
	if a.hasPhrase("some_drink") && !slices.Contains(all, "drink") { // beside dishes: "um prato e algo sem álcool"
		return append(all, "drink")
	}
	if len(all) == 0 || len(all) == 1 && (all[0] == "drink" || all[0] == "beer") {
		if a.says("eat") && !a.has("taste") {
			all = append([]string{"main"}, all...)
		}
	}
	return all
}

// barred reports whether a word belongs to a span that the guest goes without: "nem vinho".
func (a asked) barred(word string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return (s.P == "not" || s.P == "cannot" || s.P == "allergy" || s.P == "intolerance" || s.P == "dislike") && strings.Contains(words(s.Text), " "+word+" ")
	})
}

// beginsBreakfast reports whether a text begins with a name of breakfast: "café da manhã" is no coffee.
func beginsBreakfast(text string) bool {
	return slices.ContainsFunc(menuWords()["_breakfast"], func(name string) bool { return strings.HasPrefix(strings.TrimSpace(words(text)), name) })
}

// courseNamed returns the course that a word names, or "".
func courseNamed(word string) string {
	for _, c := range []string{"starter", "snack", "main", "side", "dessert", "drink", "beer", "breakfast"} {
		if is(word, c) {
			return c
		}
	}
	return ""
}

// courseAsked returns the course that a message names if it is the only one, or ""; "prato" is any dish.
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
