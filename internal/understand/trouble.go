package understand

import (
	"slices"

	"github.com/maitre-dev/maitre/lang"
)

// troubles marks the words by which people speak of an intolerance without naming it: "ela tem um problema com leite",
// "he's got the wheat thing". Somebody has it, and a food stands beside it; "I'll have the crab thing" is an order.
func (h *hearing) troubles() {
	for i := range h.tokens {
		s := h.sentenceOf(i, h.sentences())
		begin, end := h.clause(s, i)
		if !trouble[h.tokens[i].word] || s.asked && end == s.to || !h.besideFood(i) {
			continue
		}
		for k := max(begin, i-5); k < i; k++ {
			ordered := k > 0 && (ordering[h.tokens[k-1].word] || negating[h.tokens[k-1].word])
			if bearing[h.tokens[k].word] && !ordered && h.named(begin, k+1) {
				h.has[i] |= intolerance
			}
		}
	}
}

// besideFood reports whether a food stands right before a token ("wheat thing") or behind it and a preposition: "negócio do
// leite". What the guest has with "the" food is a complaint: "I have a problem with the fish".
func (h *hearing) besideFood(i int) bool {
	food := func(k int) bool {
		t := h.thingAt(k)
		return t != nil && !t.state && t.known
	}
	if i > 0 && food(i-1) {
		return true
	}
	k := i + 1
	for k < min(len(h.tokens)-1, i+3) && (about[h.tokens[k].word] || determining[h.tokens[k].word]) {
		k++
	}
	mine := slices.ContainsFunc(h.tokens[max(0, i-4):i], func(t token) bool { return first[t.word] })
	return k > i+1 && k < len(h.tokens) && food(k) && !(mine && determining[h.tokens[k-1].word])
}

var (
	trouble  = lang.Set("thing things issue issues problem problems trouble situation problema problemas negocio lance parada coisa questao treta tema rollo asunto cosa lo drama")
	bearing  = lang.Set("has have got s tem tenho tiene tengo with com con")
	ordering = lang.Set("ll will would d can could may to should")
	about    = lang.Set("with about com con de do da dos das del")
)
