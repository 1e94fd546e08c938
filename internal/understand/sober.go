package understand

import (
	"slices"
	"strconv"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
)

// alcohol and drinks are their words in the language of a text: who drives does without drinks, and a sauce with wine is
// another matter.
func alcohol(text string) string {
	if l, _ := lang.Detect(text); l == lang.Portuguese {
		return "álcool"
	}
	return "alcohol"
}

func drinks(text string) string {
	switch l, _ := lang.Detect(text); l {
	case lang.Portuguese:
		return "bebida alcoólica"
	case lang.Spanish:
		return "bebidas alcohólicas"
	}
	return "alcoholic drinks"
}

// soberAt is the need of somebody who drives or is under age, told at a token.
func (h *hearing) soberAt(k int, what, who string) Need {
	return Need{What: what, Kind: "diet", Of: []string{who}, Plain: true, Sober: true, From: h.tokens[k].from, To: h.tokens[k].to}
}

// sober are the needs of those who drive, and, where drinks are spoken of, of those who are too young for them.
func (h *hearing) sober(said []string) []Need {
	var minors []Need
	if h.any(0, len(h.tokens), "drinks", "drink") {
		minors = h.minors(alcohol(h.text), said)
	}
	return append(minors, h.drivers()...)
}

// drivers are the needs of those who say that they drive: "sou eu quem volta dirigindo". Where the way goes is another
// matter: "vou dirigindo para Gramado".
func (h *hearing) drivers() (all []Need) {
	for k := range h.tokens {
		if !h.is(k, "wheel") || h.any(k+1, k+3, "way") || h.asks(h.parts[k]) || h.any(k-4, k, "not") {
			continue
		}
		who, found := "", h.any(k-4, k, "first", "goes")
		if h.any(k-4, k, "of us") { // "one of us is driving"
			who, found = Somebody, true
		}
		for _, p := range h.people {
			if p.to <= k && k-p.to < 4 {
				who, found = p.name, !p.gone
			}
		}
		if found {
			all = append(all, h.soberAt(k, drinks(h.text), who))
		}
	}
	return all
}

// minors are the needs of those who are too young to drink by an age that the message tells: the guest ("tenho 17") or a
// companion ("meu filho de 6", "my niece is seven", "ela tem 9").
func (h *hearing) minors(what string, said []string) (all []Need) {
	for k := range h.tokens {
		for _, who := range h.agedAt(k, said) {
			if !slices.ContainsFunc(all, func(n Need) bool { return n.Of[0] == who }) {
				all = append(all, h.soberAt(k, what, who))
			}
		}
	}
	return all
}

// adult is the age from which somebody may drink.
const adult = 18

// agedAt returns who is of an age at which nobody drinks, by the number at a token.
func (h *hearing) agedAt(k int, said []string) []string {
	age, err := strconv.Atoi(h.word(k))
	if err != nil {
		age = int(numeralAt(h.tokens, k))
	}
	if k == 0 || age >= adult || err != nil && age < 2 {
		return nil
	}
	years, named := h.is(k+1, "years"), h.word(k-1) == "de"
	if p := h.personAt(k); p != nil { // "my 6 year old son"
		if years && !p.gone || named {
			return []string{p.name}
		}
		return nil
	}
	j := k - 1
	for h.is(j, "has age") {
		j--
	}
	told := j < k-1 && h.any(j, k, "third", "first", "aged") || years || named && h.personAt(k-2) != nil
	last := h.is(k+1, "years", "and", "but", "now") || k+1 == len(h.tokens) || h.tokens[k+1].shape == mark
	if !told || !last && !named {
		return nil // "my son has 2 beers"
	}
	if h.word(j) == "de" {
		j--
	}
	p := h.personAt(j)
	if p == nil && h.is(j, "pronoun") { // "um vinho pro meu primo, ele tem 16"
		for i := range h.people {
			if h.people[i].to <= j && h.agrees(h.word(j), h.people[i]) {
				p = &h.people[i]
			}
		}
	}
	switch {
	case p != nil && p.gone:
		return nil
	case p != nil:
		return []string{p.name}
	case h.any(j, k, "first") && age > 9 && h.any(j-1, k, "we"):
		return []string{"", Somebody}
	case h.any(j, k, "first") && age > 9:
		return []string{""}
	case h.is(j, "pronoun") || j < 0: // "tiene 9"
		if name := standsFor(h.word(j), said); name != "" {
			return []string{name}
		}
	}
	return nil
}

// Minors are the companions whose age a message tells, who are too young to drink, whatever it speaks of: that they have no
// drinks goes without saying. Said are the guest's messages before it, as in [Reading.Needs].
func Minors(text string, said ...string) []Need {
	all := hear(text, nil).minors(drinks(text), said)
	return slices.DeleteFunc(all, func(n Need) bool { return n.Of[0] == "" || n.Of[0] == Somebody })
}

// Young reports whether a message tells of somebody with an age who is too young to drink: "a 3-year-old", "my nephew is 4".
var Young = recent.Texts(512, func(text string) bool {
	h := hear(text, nil)
	for k := range h.tokens {
		n, err := strconv.Atoi(h.word(k))
		if err == nil && n < adult && (h.is(k+1, "years") || h.word(k+1) == "-" && h.is(k+2, "years")) || len(h.agedAt(k, nil)) > 0 {
			return true
		}
	}
	return false
})
