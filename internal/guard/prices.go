package guard

import (
	"slices"
)

// beside returns the things with whose names each price stands: the names before
// it, or else after it, in its sentence; as many names as prices go in pairs. In
// a sentence without a name it is what the sentence before is about.
func (s *sums) beside() [][]int {
	out := make([][]int, len(s.all))
	names := make([][]mention, len(s.v.units))
	for _, m := range s.found {
		if !slices.ContainsFunc(m.things, func(i int) bool { return s.c.Things[i].Price == 0 }) {
			n := s.v.tokens[m.from].unit
			names[n] = append(names[n], m)
		}
	}
	for n := range names {
		if slices.ContainsFunc(names[n], func(m mention) bool { return !m.weak }) {
			names[n] = slices.DeleteFunc(names[n], func(m mention) bool { return m.weak })
		}
	}
	for n, u := range s.v.units {
		var prices []int
		for i, f := range s.all {
			if f.kind == money && u.first <= f.first && f.first < u.last && !s.limited(f) {
				prices = append(prices, i)
			}
		}
		if len(prices) == 0 {
			continue
		}
		if len(names[n]) == 0 {
			s.pronoun(out, n, names, prices)
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
	return slices.ContainsFunc(s.v.find("limit", max(u.first, f.first-4), f.first), func(m mark) bool { return !s.v.broken(m.from, f.first-1) })
}

// pair puts prices with the names before them or, if more are right that way,
// with the name that follows each: "R$ 98 da moqueca, R$ 14 do arroz".
func (s *sums) pair(out [][]int, names []mention, prices []int) {
	next := make([][]int, len(prices))
	for p, i := range prices {
		for _, m := range names {
			if m.from > s.all[i].first && (p+1 == len(prices) || m.from < s.all[prices[p+1]].first) {
				next[p] = m.things
				break
			}
		}
	}
	before := s.named(names, prices)
	right := func(of [][]int) (n int) {
		for p, i := range prices {
			if len(of[p]) > 0 && s.priced(s.all[i], of[p]) {
				n++
			}
		}
		return n
	}
	of := before
	if names[0].from > s.all[prices[0]].first && right(next) > right(before) {
		of = next
	}
	for p, i := range prices {
		out[i] = of[p]
	}
}

// named returns the names that stand before each price: as many names as prices
// after them go in pairs. A price before all names goes with the first, unless
// that has one of its own.
func (s *sums) named(names []mention, prices []int) [][]int {
	out := make([][]int, len(prices))
	at := func(p int) int { return s.all[prices[p]].first }
	for p := 0; p < len(prices); {
		var group []mention
		for _, m := range names {
			if m.from < at(p) && (p == 0 || m.from > at(p-1)) {
				group = append(group, m)
			}
		}
		after := slices.IndexFunc(names, func(m mention) bool { return m.from > at(p) })
		end := p + 1
		for end < len(prices) && (after < 0 || at(end) < names[after].from) {
			end++
		}
		switch {
		case len(group) == 0 && after >= 0 && end == len(prices):
			out[end-1] = names[after].things
		case len(group) > 1 && len(group) == end-p:
			for i, m := range group {
				out[p+i] = m.things
			}
		default:
			for i := p; i < end; i++ {
				for _, m := range group {
					out[i] = union(out[i], m.things)
				}
			}
		}
		p = end
	}
	return out
}

// pronoun notes of what a sentence without a name gives the price.
func (s *sums) pronoun(out [][]int, n int, names [][]mention, prices []int) {
	u := s.v.units[n]
	if f := s.all[prices[0]]; len(prices) > 1 || s.counts(f) || u.list || !s.v.has("costs", u.first, f.first) && f.first-u.first > 1 {
		return
	}
	var of []int
	for i := n - 1; i >= 0 && len(of) == 0; i-- {
		for _, m := range names[i] {
			of = union(of, m.things)
		}
	}
	if len(of) == 0 {
		for _, i := range s.c.askedOf {
			if s.c.Things[i].Price > 0 {
				of = append(of, i)
			}
		}
	}
	if len(of) == 1 {
		out[prices[0]] = of
	}
}

// priced reports whether a price is right for the names it stands with.
func (s *sums) priced(f figure, names []int) bool {
	sum := 0.0
	for _, i := range names {
		p := float64(s.c.Things[i].Price) / 100
		sum += p
		if s.is(f, p) {
			return true
		}
		for _, n := range s.people {
			if n > 1 && s.is(f, p*n) && (s.says(f, "times") || s.says(f, "sum") || s.numeral(f, n)) {
				return true
			}
		}
	}
	if len(names) > 1 && s.is(f, sum) || s.running(f) {
		return true
	}
	if !s.counts(f) {
		return false
	}
	if s.follows(f, names) {
		return true
	}
	// A total that a tool has worked out, but not the price of something else.
	other := slices.ContainsFunc(s.c.Things, func(t Thing) bool { return s.is(f, float64(t.Price)/100) })
	return !other && s.grounded(f)
}

// numeral reports whether a count is said in the sentence of a price.
func (s *sums) numeral(f figure, n float64) bool {
	u := s.unit(f)
	for i := u.first; i < u.last; i++ {
		if g, ok := s.v.number(i); ok && i != f.first && slices.Contains(g.values, n) {
			return true
		}
	}
	return false
}

func (s *sums) is(f figure, x float64) bool {
	return slices.ContainsFunc(f.values, func(v float64) bool { return same(v, x) })
}

// running reports whether a figure is the sum of the right ones before it in
// its sentence, or of all in the answer up to it.
func (s *sums) running(f figure) bool {
	here, all, n := 0.0, 0.0, 0
	for i, g := range s.all {
		if g.first >= f.first {
			break
		}
		if g.kind == money && s.ok[i] && !s.limited(g) {
			all += g.values[0]
			if s.v.tokens[g.first].unit == s.v.tokens[f.first].unit {
				here += g.values[0]
				n++
			}
		}
	}
	return n > 1 && s.is(f, here) || all > 0 && s.says(f, "sum") && s.is(f, all)
}
