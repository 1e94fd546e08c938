package guard

import (
	"slices"
)

// plainly reports whether a figure stands in the facts as it is written ("2.239,46"), or is
// one step from two figures of the answer that are right: 318,04 between 1.002,76 and 684,72.
// A price right at the name of a dish is that dish's or wrong.
func (s *sums) plainly(i int) bool {
	f := s.all[i]
	if f.inWords || f.kind == date || f.kind == clock || s.direct(f) && s.ofDish(i) {
		return false
	}
	return s.pairwise(i)
}

// ofDish reports whether a figure stands with one dish of which the card has the price.
func (s *sums) ofDish(i int) bool {
	return len(s.beside[i]) > 0 && s.c.Things[s.beside[i][0].things[0]].Price > 0
}

// pairwise reports whether a figure is the sum, the difference, the ratio or the percentage
// of two others of the answer. Small whole numbers are that of too many.
func (s *sums) pairwise(i int) bool {
	f := s.all[i]
	if f.kind != percent && (len(f.values) == 0 || !f.exact && f.values[0] < 100) {
		return false
	}
	for j, a := range s.all {
		for k, b := range s.all {
			if j == k || j == i || k == i || !s.ok[j] || !s.ok[k] || !a.operand() || !b.operand() {
				continue
			}
			x, y := a.values[0], b.values[0]
			steps := []float64{x + y, x - y}
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
	return false
}

// operand reports whether something can be computed with a figure.
func (f figure) operand() bool {
	return (f.kind == plain || f.kind == money) && len(f.values) > 0
}
