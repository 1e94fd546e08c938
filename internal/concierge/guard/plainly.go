package guard

import (
	"slices"
)

// ofDish reports whether a figure stands with one dish of which the card has the price.
func (s *sums) ofDish(i int) bool {
	return len(s.beside[i]) > 0 && s.c.Things[s.beside[i][0].things[0]].Price > 0
}

// follows reports whether a figure is computed from others of the answer: the sum, the difference, the
// ratio or the percentage of two (318,04 between 1.002,76 and 684,72). Small whole numbers are that of too
// many, and the price right at the name of a dish is that dish's or wrong.
func (s *sums) follows(i int) bool {
	f := s.all[i]
	if f.inWords || f.kind == date || f.kind == clock || s.direct(f) && s.ofDish(i) || f.kind != percent && (len(f.values) == 0 || !f.exact && f.values[0] < 100) {
		return false
	}
	for j, a := range s.all {
		for k, b := range s.all {
			if j == k || j == i || k == i || !s.ok[j] || !s.ok[k] || !a.operand() || !b.operand() {
				continue
			}
			x, y := a.values[0], b.values[0]
			var steps []float64
			if f.kind != money || a.kind == money && b.kind == money {
				steps = append(steps, x+y, x-y)
			}
			if y != 0 {
				steps = append(steps, x/y)
			}
			if f.kind == percent && y != 0 {
				steps = []float64{100 * x / y, 100 * (x - y) / y, 100 * (y - x) / y}
			}
			if slices.ContainsFunc(steps, func(v float64) bool { return s.is(f, v) }) {
				return true
			}
		}
	}
	return f.kind == money && !s.ofDish(i) && !(s.direct(f) && len(s.beside[i]) > 0) && s.planned(i)
}

// planned reports whether a figure follows from the amounts before it in its sentence, what the facts
// have for the places there, and the guest's own: one for so many people and nights, where the sentence
// speaks of them, or what is said to be left of what the guest may spend after one or the last two.
func (s *sums) planned(i int) bool {
	f, u, at := s.all[i], s.unit(s.all[i]), s.around(s.all[i])
	var spent, rates []float64
	for j, g := range s.all[:i] {
		if s.ok[j] && g.kind == money && u.first <= g.first && !s.ofDish(j) {
			spent = append(spent, g.values[0])
		}
	}
	if n := len(spent); n > 1 {
		spent = append(spent, spent[n-1]+spent[n-2])
	}
	for _, m := range s.spoken {
		if u.first <= m.from && m.from < u.last && !s.c.dish(m.things[0]) {
			spent = append(spent, s.owned(m.things)...)
		}
	}
	for _, g := range s.asked {
		if g.operand() && g.values[0] > counted {
			rates = append(rates, g.values...)
		}
	}
	has := func(lists ...string) bool {
		return slices.ContainsFunc(lists, func(list string) bool { return s.v.has(list, u.first, u.last) })
	}
	return has("times", "course", "head") && s.multiple(f, append(rates, spent...), s.nights...) ||
		(s.v.has("left", at.first, at.last) || s.v.has("leaves", at.first, at.last)) && s.apart(f, spent, s.budget)
}

// operand reports whether something can be computed with a figure.
func (f figure) operand() bool {
	return (f.kind == plain || f.kind == money) && len(f.values) > 0
}
