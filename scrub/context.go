package scrub

import "strings"

// How far a label reaches, in bytes: "CPF do titular da reserva, Maria: …".
const (
	documentReach = 64
	numberReach   = 40
	tightReach    = 24
)

// labelled reports whether the number at i stands after its label, and no word
// between them says that it is something else.
func (c *scanner) labelled(k kind, i, reach int) bool {
	if c.label.kind != k || !c.within(c.label, i, reach) {
		return false
	}
	// "CPF da reserva: …" is a CPF; "CPF na nota do pedido 123" is an order.
	return c.other.end <= c.label.end || c.weak && !c.beside(c.other.end, i, false)
}

// named is labelled that also knows the label after the number.
func (c *scanner) named(r *run, k kind) bool {
	return r.named == k || c.labelled(k, r.groups[0].start, documentReach)
}

// stays reports whether the number is named as one to keep: "pedido
// 11987654321". So is what stands in one row with it.
func (c *scanner) stays(r *run) bool {
	i := r.groups[0].start
	if c.other.end > c.label.end && c.within(c.other, i, tightReach) && c.beside(c.other.end, i, true) {
		c.kept = r.groups[r.k-1].end
	}
	return i < c.kept
}

// beside reports whether nothing but signs and "nº" stands between a word that
// ends at from and a number at i; if linked, also ":", "é" and the like.
func (c *scanner) beside(from, i int, linked bool) bool {
	if from > i || i-from > tightReach {
		return false
	}
	for from < i {
		if b := c.s[from]; isDigit(b) || b == '[' || !linked && (b == ':' || b == '=') {
			return false
		}
		w, end, isWord := step(c.s, from)
		if isWord && !w.in(numeral) && !(linked && w.in(linking)) {
			return false
		}
		from = end
	}
	return true
}

// labelAfter returns what the number that ends at i is named after it: "… é meu
// CPF", "… (RG)". A label with a number of its own names that one.
func (c *scanner) labelAfter(i int) kind {
	rest := c.s[i:min(len(c.s), i+numberReach)]
	for range 4 {
		from := skipAny(rest, 0, " (-=", 4)
		w, end := fold(rest, from)
		if w.n == 0 {
			break
		}
		if !w.in(linking) {
			if after := strings.TrimLeft(rest[end:], " :=nºo."); after != "" && isDigit(after[0]) {
				break
			}
			return w.kind(rest[from:end])
		}
		rest = rest[end:]
	}
	return noWord
}
