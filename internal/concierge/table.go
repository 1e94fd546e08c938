package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
)

// addsUp reports whether words speak of what an order comes to.
func (a asked) addsUp() bool {
	return a.says("sum") || a.says("split") || a.says("service") || a.says("tip")
}

// part is what is asked with a part of the words.
func (a asked) part(text string) asked {
	a.text = strings.TrimSpace(text)
	a.spans = slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return !strings.Contains(text, s.Text) })
	return a
}

// takes reports whether words say that somebody has a dish, or has it no more.
func (a asked) takes() bool {
	all := spots(a.text)
	return slices.ContainsFunc(all, func(w spot) bool {
		chosen := is(w.word, "then") && len(all) <= shortOrder && !a.questions() // "o mais barato, então"
		return chosen || is(w.word, "want") || is(w.word, "add") || is(w.word, "drop") || is(w.word, "swap")
	}) && (a.orders() || len(a.tab()) > 0)
}

// questions reports whether words are a question, with or without its mark.
func (a asked) questions() bool {
	text := strings.TrimRight(a.text, " ?!.")
	if i := strings.LastIndexByte(text, ','); i > 0 && strings.Contains(a.text, "?") && !strings.Contains(text, "?") && !strings.Contains(text, "¿") {
		if tag := spots(text[i:]); len(tag) > 0 && len(tag) < 3 && is(tag[0].word, "tag") { // "sem cebola, tá?"
			return false
		}
	}
	return strings.Contains(a.text, "?") || a.hasPhrase("passes") || a.says("which") && a.says("than") || a.says("sum") && a.says("price")
}

// orders reports whether a message names a dish of the card.
func (a asked) orders() bool {
	return slices.ContainsFunc(a.dishes(), func(d meant) bool {
		return d.card && !d.kind && (!d.not || slices.Contains(a.tab(), d.name)) && !a.describedBy(d)
	})
}

// describedBy reports whether a food only says of what a dish is to be: "um prato de
// frango".
func (a asked) describedBy(d meant) bool {
	before := spots(a.text[:d.at])
	n := len(before)
	if n > 1 && (is(before[n-2].word, "some") || is(before[n-2].word, "one") && d.plain && !is(before[n-1].word, "of")) && (is(before[n-1].word, "of") || is(before[n-1].word, "with")) { // "algo com queijo"
		return true
	}
	return d.plain && !strings.Contains(d.text, " ") && n > 1 && is(before[n-1].word, "of") && courseNamed(before[n-2].word) != ""
}
