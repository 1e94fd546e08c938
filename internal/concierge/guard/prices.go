package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// pairs returns the things with whose names each price stands. It is the name
// right after it ("R$ 98 da moqueca"), or those since the price before it, or
// else those that follow. As many names as prices after them go in pairs; a
// second price after one name stands alone. In a sentence without a name it is
// what the sentence before is about.
func (s *sums) pairs() [][]mention {
	out := make([][]mention, len(s.all))
	names := make([][]mention, len(s.v.units))
	for _, m := range s.found {
		if len(s.owned(m.things)) > 0 {
			n := s.v.tokens[m.from].unit
			names[n] = append(names[n], m)
		}
	}
	for n, u := range s.v.units {
		var prices []int
		for i, f := range s.all {
			if f.kind == money && !f.abroad() && u.first <= f.first && f.first < u.last && !s.limited(f) && !s.differs(f) {
				prices = append(prices, i)
			}
		}
		if len(prices) == 0 {
			continue
		}
		s.pair(out, names[n], prices)
	}
	return out
}

// limited reports whether a price is said as what something may cost: at most
// 70.
func (s *sums) limited(f figure) bool {
	u := s.unit(f)
	return slices.ContainsFunc(s.v.find("limit", max(u.first, f.first-4), f.first), func(m mark) bool {
		return !s.v.broken(m.from, f.first-1) && !s.v.has("sum", m.from, m.from+1) // "até agora"
	})
}

// pair puts the prices of a sentence with its names.
func (s *sums) pair(out [][]mention, names []mention, prices []int) {
	between := func(from, to int) (all []mention) {
		for _, m := range names {
			if from <= m.from && m.from < to {
				all = append(all, m)
			}
		}
		return all
	}
	from := 0
	for p := 0; p < len(prices); p++ {
		f := s.all[prices[p]]
		group, next := between(from, f.first), len(s.v.tokens)
		if p+1 < len(prices) {
			next = s.all[prices[p+1]].first
		}
		after := between(f.last, next)
		from = f.last
		switch {
		case len(after) > 0 && len(prices) > 1 && s.touches(f.last, after[0].from) && (len(group) == 0 || !s.touches(group[len(group)-1].to, f.first)):
			for k, m := range after { // "R$ 152 for the lasagna and the bobó"
				if k == 0 || next == len(s.v.tokens) || !s.touches(m.to, next) {
					out[prices[p]] = append(out[prices[p]], m)
				}
			}
			from = after[0].to
		case len(group) > 0:
			out[prices[p]] = group
		case p > 0 && len(after) == 0 && len(out[prices[p-1]]) == 1 && !s.c.dish(out[prices[p-1]][0].things[0]): // "R$ 300 a night, R$ 600 in all"
			out[prices[p]] = out[prices[p-1]]
		case p == 0 && len(prices) == 1:
			for _, m := range after {
				if s.v.broken(f.last-1, m.from) || slices.ContainsFunc(s.all, func(g figure) bool { return g.kind == money && f.last <= g.first && g.first < m.from }) {
					break
				}
				out[prices[p]] = append(out[prices[p]], m)
			}
		}
	}
}

// touches reports whether only small words stand between two tokens.
func (s *sums) touches(from, to int) bool {
	if to-from > 3 {
		return false
	}
	for i := from; i < to; i++ {
		if !s.v.has("binds", i, i+1) {
			if _, number := s.v.number(i); !number {
				return false
			}
		}
	}
	return !strings.ContainsAny(s.v.raw[s.v.tokens[from-1].to:s.v.tokens[to].from], ",;:)+\n|—–")
}

// priced reports whether an amount is right for the names it stands with: what one
// or all of them cost, for one or several, with service or shared, or what a result
// has for them.
func (s *sums) priced(i int) bool {
	f, names := s.all[i], s.beside[i]
	own := []float64{s.total(names, 0, true), s.total(names, 0, false)}
	last := s.since(f)
	for _, m := range names {
		own, last = append(own, s.owned(m.things, f)...), max(last, min(m.to, f.first))
	}
	near := s.owned(s.alluded(last, f.first)) // "trade the capixaba for the baiana"
	if own = append(own, near...); !s.direct(f) {
		for _, x := range s.owned(s.c.known(s.c.near(s.v.text, s.found, s.since(f), f.first, 1))) { // "the chicken and the Pudim de leite"
			own = append(own, x+s.total(names, 0, true))
		}
	}
	if s.taxes(s.around(f)) {
		own = append(own, s.taxed(f, own)...)
	}
	more := s.nights
	if s.ofDish(i) {
		more = nil
	}
	return slices.ContainsFunc(own, func(x float64) bool { return s.is(f, x) }) || s.multiple(f, own, more...) || (s.headed(f) || !s.direct(f)) && s.shares(f, own)
}

// alluded returns the things of which a stretch has a word where a name may be: after an
// article. "With sage" is what something is made with.
func (s *sums) alluded(from, to int) (things []int) {
	for i := max(1, from); i < to; i++ {
		if s.v.has("article", i-1, i) || s.v.has("loose", i-1, i) {
			things = union(things, s.c.near(s.v.text, s.found, i, i+1, 1))
		}
	}
	return things
}

// owned returns the prices of things, and what results have for their names. If a figure
// is given, it is what is not called otherwise than the figure.
func (s *sums) owned(things []int, as ...figure) (all []float64) {
	for _, i := range things {
		if p := s.c.Things[i].Price; p > 0 {
			all = append(all, float64(p)/100)
		}
		name := lang.Fold(s.c.Things[i].Name)
		for _, e := range s.c.ledger() {
			if slices.Contains(e.of, name) && (len(as) == 0 || s.called(as[0], e)) {
				all = append(all, e.value)
			}
		}
	}
	return all
}

// since returns where the stretch begins that stands before a price: behind the
// price before it, or where the sentence begins.
func (s *sums) since(f figure) int {
	from := s.unit(f).first
	for _, g := range s.all {
		if g.kind == money && from <= g.first && g.first < f.first {
			from = g.last
		}
	}
	return from
}

// direct reports whether a price stands right at a name as that thing's price:
// "(R$ 98)", "custa R$ 98".
func (s *sums) direct(f figure) bool {
	if s.differs(f) {
		return false
	}
	return slices.ContainsFunc(s.found, func(m mention) bool {
		if m.from >= f.last && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit && s.touches(f.last, m.from) {
			return true // "R$ 98 da moqueca"
		}
		if m.to > f.first || s.v.has("more", max(0, m.from-2), m.from) || f.first-m.to > 4 || s.v.tokens[m.from].unit != s.v.tokens[f.first].unit {
			return false
		}
		for i := m.to; i < f.first; i++ {
			if k := s.v.tokens[i]; !s.v.has("binds", i, i+1) && k.word != "r" || s.v.raw[k.from:k.to] == "dá" {
				return false
			}
		}
		return !strings.ContainsAny(s.v.raw[s.v.tokens[m.to-1].to:s.v.tokens[f.first].from], ";")
	})
}
