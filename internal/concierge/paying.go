package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/scene"
)

// percent finds the service or the tip that a message says.
var percent = pattern.Of(`(\d{1,2}(?:[.,]\d)?)\s*(?:%|por cento|por ciento|percent)`)

// usual is a service that is said without its mark: "com os 10".
var usual = pattern.Of(` (?:com|con|with) (?:os|the|los|el) (10|12|13|15) `)

// shares is by how many people a bill is split.
func (a asked) shares() int {
	text := spots(a.paying())
	splits := false
	for i, w := range text {
		before, after := "", ""
		if i > 0 {
			before = text[i-1].word
		}
		if i+1 < len(text) {
			after = text[i+1].word
		}
		if is(w.word, "half") && (a.says("split") || before == "a" || before == "in" || a.act == "bill" && len(a.tab()) > 0 && len(a.mentions(a.text)) == 0) {
			return 2
		}
		n, ok := understand.Amount(w.word)
		if ok && n >= 2 && n <= 50 && (after != "por" || slices.Contains(sharing, before)) && (slices.Contains(sharing, before) || slices.Contains(sharing, after)) && a.says("split") {
			return int(n)
		}
		counted := before == "de" || before == "of" || is(before, "one") || numeral(before) > 1
		splits = splits || is(w.word, "head") && a.act == "bill" && len(a.mentions(a.text)) == 0 && len(a.tab()) > 0 || is(w.word, "split") && !(is(w.word, "shared") && is(before, "for")) || is(w.word, "head") && !counted && (a.says("sum") || a.says("price") || before == "por" || before == "per" || before == "by")
	}
	if !splits {
		return 0
	}
	if a.says("adults") {
		return a.adults()
	}
	return a.payers()
}

// payers are how many share a bill: all who are there, but for who does not pay.
func (a asked) payers() int {
	party := a.at.Party
	for _, said := range slices.Backward(a.at.Said) {
		if n, ok := staydate.Party(said); ok && party == 0 {
			party = n
		}
	}
	told, ok := staydate.Party(a.paying())
	alone := slices.ContainsFunc(a.at.Table, func(p hook.Person) bool { return p.Is(hook.Companion) })
	switch n := a.kept().People; {
	case a.says("unpaid") && party > 2: // "se a noiva não paga"
		return party - 1
	case ok:
		return told
	case n > 1: // as it was split before
		return n
	case party == 0 && alone:
		return 0 // of whom nobody knows how many they are
	}
	return max(party, len(a.at.Table))
}

// budget is what the table has for the bill, as the message says: "tenho 80 no vale",
// "cabe nos 200?".
func (a asked) budget() float64 {
	if n := a.limit("all"); n > 0 {
		return n
	}
	all := spots(a.text)
	for i, w := range all {
		n, ok := understand.Amount(w.word)
		if !ok || n < leastBudget || strings.HasSuffix(w.word, "%") {
			continue
		}
		if slices.ContainsFunc(all[max(0, i-4):i], func(b spot) bool { return is(b.word, "purse") }) {
			return n
		}
	}
	return 0
}

// leastBudget is from what amount on a number may be what somebody has to spend.
const leastBudget = 20

// adults is how many of the party are no children, or 0 if nobody knows.
func (a asked) adults() int {
	if n := countOf(spots(a.text), "adults"); n > 0 {
		return n
	}
	party, kids := a.at.Party, 0
	for _, said := range slices.Concat(a.at.Said, []string{a.text}) {
		if n, ok := staydate.Party(said); ok {
			party = max(party, n)
		}
		kids = max(kids, countOf(spots(said), "children"))
		if n := countOf(spots(said), "adults"); n > 0 {
			return n
		}
	}
	return max(0, party-kids)
}

// countOf counts those of a use that words tell of: "duas crianças", "meu filho e a nenê".
func countOf(words []spot, use string) (n int) {
	for i, w := range words {
		switch {
		case !is(w.word, use):
		case i > 0 && numeral(words[i-1].word) > 1:
			n += numeral(words[i-1].word)
		case use == "children" && n == 0:
			n++
		}
	}
	return n
}

// paying are the sentences that may say by how many a bill is split: a dish that is for
// two to share splits none.
func (a asked) paying() (text string) {
	for _, sentence := range sentences(a.text) {
		called := func(m scene.Mention) bool { return !m.Kind }
		if part := a.part(sentence); part.says("sum") || part.says("head") || part.says("split") && !part.says("shared") || !slices.ContainsFunc(a.mentions(sentence), called) {
			text += sentence
		}
	}
	return text
}

var sharing = strings.Fields("por em en entre by in between among para pra nos for ways way pessoas people personas partes split")
