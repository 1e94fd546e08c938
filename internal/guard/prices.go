package guard

import (
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// beside returns the things with whose names each price stands. It is the name
// right after it ("R$ 98 da moqueca"), or those since the price before it, or
// else those that follow. As many names as prices after them go in pairs; a
// second price after one name stands alone. In a sentence without a name it is
// what the sentence before is about.
func (s *sums) beside() [][]mention {
	out := make([][]mention, len(s.all))
	names := make([][]mention, len(s.v.units))
	for _, m := range s.found {
		if !slices.ContainsFunc(m.things, func(i int) bool { return s.c.Things[i].Price == 0 }) {
			n := s.v.tokens[m.from].unit
			names[n] = append(names[n], m)
		}
	}
	for n, u := range s.v.units {
		var prices []int
		for i, f := range s.all {
			if f.kind == money && u.first <= f.first && f.first < u.last && !s.limited(f) && !s.differs(f) {
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
		case len(group) > 1 && s.several(prices[p:], len(group), between) && !s.is(f, s.together(group)):
			for k, m := range group {
				out[prices[p+k]] = []mention{m}
			}
			p += len(group) - 1
			from = s.all[prices[p]].last
		case len(group) > 0:
			out[prices[p]] = group
		case p == 0 && len(prices) == 1:
			for _, m := range after {
				if slices.ContainsFunc(s.all, func(g figure) bool { return g.kind == money && f.last <= g.first && g.first < m.from }) {
					break
				}
				out[prices[p]] = append(out[prices[p]], m)
			}
		}
	}
}

// several reports whether n prices stand in a row without a name between.
func (s *sums) several(prices []int, n int, between func(int, int) []mention) bool {
	return len(prices) >= n && len(between(s.all[prices[0]].last, s.all[prices[n-1]].first)) == 0
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

// pronoun notes of what a sentence without a name gives the price.
func (s *sums) pronoun(out [][]mention, n int, names [][]mention, prices []int) {
	u := s.v.units[n]
	if f := s.all[prices[0]]; len(prices) > 1 || s.computed(f) || u.list || !s.v.has("costs", u.first, f.first) && f.first-u.first > 1 {
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
		out[prices[0]] = []mention{{things: of}}
	}
}

// priced reports whether a price is right for the names it stands with: what one
// or all of them cost, for one or several, with service or shared; or what a row
// has for them. Where the sentence computes, it may follow from other figures;
// where a name is not certain, it may be what another thing costs that has a word
// of it.
func (s *sums) priced(i int, names []mention) bool {
	f := s.all[i]
	var things []int
	for _, m := range names {
		things = union(things, m.things)
	}
	sum, many := 0.0, s.together(names)
	for _, thing := range things {
		sum += float64(s.c.Things[thing].Price) / 100
	}
	own := s.cost(things)
	if slices.ContainsFunc(own, func(x float64) bool { return s.is(f, x) }) || s.is(f, sum) || s.is(f, many) || s.row(f, things) || s.unsure(f, things) {
		return true
	}
	if s.says(f, "more") && !s.differs(f) { // "a moqueca com arroz"
		for _, x := range s.cost(s.c.known(s.c.near(s.v.text, s.found, s.since(f), f.first, 1))) {
			if s.is(f, many+x) {
				return true
			}
		}
	}
	own = append(own, sum, many)
	for _, x := range slices.Concat(own, s.taxed(f, own)) {
		for _, n := range s.counts {
			if n > 1 && (s.is(f, x*n) && (s.says(f, "times", "sum") || s.numeral(f, n)) || s.is(f, x/n) && (s.says(f, "each") || s.halved(f))) {
				return true
			}
		}
	}
	switch {
	case slices.ContainsFunc(s.taxed(f, own), func(x float64) bool { return s.is(f, x) }):
		return true
	case s.says(f, "sales"):
		return s.grounded(f) || s.follows(i)
	case s.direct(f), s.c.dishFor(f.values[0]) && !s.differs(f) && !s.nearSum(f) && !s.halved(f) && !s.says(f, "each"):
		return false
	case !s.computed(f):
		return s.says(f, "more") && !s.c.dishFor(f.values[0]) && s.follows(i)
	}
	return s.follows(i) || !s.c.dishFor(f.values[0]) && s.grounded(f)
}

// together returns what the things of some names cost, each as often as is said.
func (s *sums) together(names []mention) (sum float64) {
	var seen []int
	for _, m := range names {
		if i := m.things[0]; !slices.Contains(seen, i) {
			seen, sum = append(seen, i), sum+max(1, m.count)*float64(s.c.Things[i].Price)/100
		}
	}
	return sum
}

// row reports whether a figure stands in a row of a result together with the name
// of a thing, or is a ratio of two figures there.
func (s *sums) row(f figure, things []int) bool {
	return slices.ContainsFunc(s.c.rows(), func(r row) bool {
		return slices.ContainsFunc(things, func(i int) bool { return slices.Contains(r.texts, lang.Fold(s.c.Things[i].Name)) }) &&
			(slices.ContainsFunc(r.numbers, func(x float64) bool { return s.is(f, x) }) || s.inRow(f, r, false))
	})
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

// unsure reports whether a price is that of a thing which shares a word with
// what stands before it since the last price, or with what the guest asked, and
// no certain name stands there.
func (s *sums) unsure(f figure, names []int) bool {
	u, from := s.unit(f), s.since(f)
	sure := false
	for _, m := range s.found {
		sure = sure || m.certain() && slices.Contains(names, m.things[0])
	}
	of := s.c.near(s.v.text, s.found, from, f.first, 1)
	if sure {
		return false
	}
	if len(of) == 0 || from == u.first && !unitNames(s.v, s.found, s.v.tokens[f.first].unit) { // a sentence without a name
		of = union(of, s.c.near(s.v.text, s.found, 0, f.first, 1))
		of = union(of, s.c.near(s.c.asked, nil, 0, len(s.c.asked.tokens), 1))
		for i, t := range s.c.Things {
			if t.Known && t.Price > 0 {
				of = union(of, []int{i})
			}
		}
	}
	return slices.ContainsFunc(s.cost(of), func(x float64) bool { return s.is(f, x) })
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
		return !strings.ContainsAny(s.v.raw[s.v.tokens[m.to-1].to:s.v.tokens[f.first].from], ";=")
	})
}

// prices returns what the things cost of which the sentence of a figure may
// speak, and the numbers of the rows that it names.
func (s *sums) prices(f figure) (all []float64) {
	u := s.unit(f)
	for _, m := range s.found {
		if u.first <= m.from && m.from < u.last {
			all = append(all, s.cost(m.things)...)
		}
	}
	all = append(all, s.cost(s.c.known(s.c.near(s.v.text, s.found, u.first, u.last, 1)))...)
	if len(all) == 0 {
		all = s.cost(s.c.known(s.c.near(s.c.asked, nil, 0, len(s.c.asked.tokens), 1)))
	}
	for _, r := range s.c.rows() {
		if r.alone || slices.ContainsFunc(r.texts, func(l string) bool { return s.labelled(u, l) }) {
			all = append(all, r.money...)
		}
	}
	return append(all, s.rates()...)
}

// rates returns what the rates of results come to: R$ 0,80 a km for 50 km.
func (s *sums) rates() (all []float64) {
	for _, r := range s.c.rows() {
		for _, x := range r.money {
			for _, y := range r.numbers {
				if r.alone && y > 1 {
					all = append(all, x*y)
				}
			}
		}
	}
	return all
}

// cost returns the prices of things.
func (s *sums) cost(things []int) (all []float64) {
	for _, i := range things {
		if p := s.c.Things[i].Price; p > 0 {
			all = union(all, []float64{float64(p) / 100})
		}
	}
	return all
}

// dishFor reports whether some dish or drink costs that.
func (c *checker) dishFor(v float64) bool {
	for i, t := range c.Things {
		if t.Price > 0 && c.dish(i) && same(v, float64(t.Price)/100) {
			return true
		}
	}
	return false
}

// paid is what somebody pays by a bill that was split.
var paid = regexp.MustCompile(`"pays":"([^"]+)"`)

// joined reports whether an amount is what somebody pays by a bill, and a share of
// something more: "with the cake split by four, R$ 32.50 each".
func (s *sums) joined(f figure, more []float64) bool {
	if f.kind != money || !s.says(f, "each") {
		return false
	}
	for _, pays := range paid.FindAllStringSubmatch(strings.Join(s.c.Fresh, "\n"), -1) {
		for _, x := range readNumbers(pays[1]) {
			if slices.ContainsFunc(more, func(y float64) bool {
				return slices.ContainsFunc(s.counts, func(n float64) bool { return n > 1 && s.is(f, x+y/n) })
			}) {
				return true
			}
		}
	}
	return false
}
