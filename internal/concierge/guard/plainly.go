package guard

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// plainly reports whether a figure stands in the facts as it is written ("2.239,46"), or is
// one step from two figures of the answer that are right: 318,04 between 1.002,76 and 684,72.
// A price right at the name of a dish is that dish's or wrong.
func (s *sums) plainly(i int) bool {
	f := s.all[i]
	if f.inWords || f.kind == date || f.kind == clock || s.direct(f) && s.ofDish(i) {
		return false
	}
	raw := s.v.raw[s.v.tokens[f.first].from:s.v.tokens[f.last-1].to]
	elsewhere := f.sign != "R$" || len(s.beside[i]) > 0 && !s.ofDish(i) // no amount of a bill
	return elsewhere && len(raw) > 2 && s.c.literally(raw) || s.pairwise(i) || s.derived(i)
}

// derived reports whether an amount in an answer about places, and no dish, follows from one of what its sentence
// names or says, and one that the guest may spend or that was said before: their sum or
// difference, for all or for each of so many days or people. Of a budget of 3,000 and a stay
// of 1,120, 376 are left for each of 5 days.
func (s *sums) derived(i int) bool {
	f := s.all[i]
	dish := func(m mention) bool { return s.c.dish(m.things[0]) }
	if len(s.spoken) == 0 || slices.ContainsFunc(s.spoken, dish) || f.kind != money && (f.kind != plain || len(f.values) == 0 || f.values[0] < 20) {
		return false
	}
	u := s.unit(f)
	others := slices.Clone(s.purse)
	for j, text := range s.c.Texts {
		if !isResult(text) && len(text) < 4000 {
			others = union(others, s.c.sumsIn(s.c.texts()[j]))
		}
	}
	for _, a := range slices.Concat(s.ownedIn(u), s.amounts(i, u)) {
		for _, b := range others {
			for _, n := range append([]float64{1}, s.counts...) {
				if n > 0 && (s.is(f, (a+b)/n) || s.is(f, math.Abs(a-b)/n)) {
					return true
				}
			}
		}
	}
	return false
}

// ofDish reports whether a figure stands with one dish of which the card has the price.
func (s *sums) ofDish(i int) bool {
	return len(s.beside[i]) > 0 && s.c.Things[s.beside[i][0].things[0]].Price > 0
}

// literally reports whether a text of the conversation has a number in the same signs, and
// not as a part of a longer one.
func (c *checker) literally(number string) bool {
	digit := func(r rune) bool { return unicode.IsDigit(r) }
	return slices.ContainsFunc(c.Texts, func(t string) bool {
		for {
			before, after, ok := strings.Cut(t, number)
			if !ok {
				return false
			}
			left, right := strings.TrimRight(before, ".,"), strings.TrimLeft(after, ".,")
			if !strings.ContainsFunc(lastRune(left), digit) && !strings.ContainsFunc(firstRune(right), digit) {
				return true
			}
			t = after
		}
	})
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

func lastRune(s string) string {
	r := []rune(s[max(0, len(s)-4):])
	if len(r) == 0 {
		return ""
	}
	return string(r[len(r)-1])
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
