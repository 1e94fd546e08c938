package guard

import (
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// usual is the rate of service where none is said, in percent.
const usual = 10

// operands collects the numbers from which figures of the answer may be computed: prices,
// percentages, counts.
func (s *sums) operands() {
	asked := s.c.asked.numbers()
	s.named = s.c.mentions(s.c.asked)
	s.rounds = s.c.asked.has("rounded", 0, len(s.c.asked.tokens)) || s.v.has("rounded", 0, len(s.v.tokens))
	s.count(asked)
	if s.c.asked.has("tip", 0, len(s.c.asked.tokens)) || s.v.has("tip", 0, len(s.v.tokens)) {
		s.rates = []float64{usual}
	}
	for _, f := range slices.Concat(s.all, asked) {
		if f.kind == percent {
			s.rates = union(s.rates, f.values[:1])
		}
	}
	for _, f := range asked {
		if f.kind == money || f.kind == plain && !f.small() {
			s.pool = union(s.pool, f.values)
		}
	}
	last := true
	for i, text := range slices.Backward(s.c.Texts) {
		if isResult(text) || len(text) >= 4000 || text == s.c.Asked {
			continue
		}
		said := s.c.texts()[i]
		s.pool = union(s.pool, said.purse)
		if last {
			before := slices.DeleteFunc(slices.Clone(said.money), func(v float64) bool { return s.c.costs(said, v) })
			s.pool, last = union(s.pool, before), len(before) == 0
		}
		if len(s.found)+len(s.named) == 0 {
			s.named = s.c.mentions(readText(text))
		}
	}
	for _, m := range slices.Concat(s.found, s.named) {
		own := s.owned(m.things)
		if s.pool = union(s.pool, own); !s.c.dish(m.things[0]) {
			s.places = union(s.places, own)
		}
	}
	var rest []float64
	labelled := false
	for _, t := range s.c.latest() {
		var totals []float64
		for _, r := range t.rows {
			is := hasWord(s.v.tokens, r.label())
			if is || r.whole() {
				if r.whole() {
					s.wholes = append(s.wholes, r.amounts()...)
				}
				if s.pool = union(s.pool, r.amounts()); !r.alone {
					s.pool = union(s.pool, ratios(r.numbers))
				}
			} else if r.name == "" && len(rest) < most {
				rest = append(rest, r.amounts()...)
			}
			labelled = labelled || is && !r.alone
		}
		for _, c := range t.columns {
			if s.pool = union(s.pool, append(s.spoken(c), c.total)); !c.named {
				s.stretches = append(s.stretches, stretches(c.values)...)
				s.pool, totals = append(s.pool, c.total/float64(len(c.values))), append(totals, c.total)
			}
		}
		s.pool = union(s.pool, ratios(totals))
	}
	if !labelled && len(s.found) == 0 { // "the best sold is 20 ahead of the next"
		s.pool = union(s.pool, rest)
	}
}

// most is how many numbers of a table are compared of which the answer names no row.
const most = 40

// costs reports whether a text names something that costs so much.
func (c *checker) costs(t *said, v float64) bool {
	for j, x := range c.Things {
		if words := c.names.names[j].words; len(words) > 0 && same(v, float64(x.Price)/100) && t.words[words[0]] {
			return true
		}
	}
	return false
}

// spoken returns what the rows of a column come to of which the answer has a word, and all words.
func (s *sums) spoken(c column) []float64 {
	any, whole := 0.0, 0.0
	for i, label := range c.labels {
		if !hasWord(s.v.tokens, label) {
			continue
		}
		any += c.values[i]
		if !slices.ContainsFunc(strings.Fields(label), func(w string) bool { return hasWord(tokens(w), w) && !hasWord(s.v.tokens, w) }) {
			whole += c.values[i]
		}
	}
	return []float64{any, whole}
}

// owned returns the prices of things, and what results have for their names.
func (s *sums) owned(things []int) (all []float64) {
	for _, i := range things {
		if p := s.c.Things[i].Price; p > 0 {
			all = append(all, float64(p)/100)
		}
		name := lang.Fold(s.c.Things[i].Name)
		for _, t := range s.c.texts() {
			for _, r := range t.rows {
				if r.name == name {
					all = union(all, r.amounts())
				}
			}
		}
	}
	return all
}

// count collects the numbers of people, nights and portions that the conversation knows.
func (s *sums) count(asked []figure) {
	table := 0
	for _, p := range s.c.Table {
		table += max(1, p.Count)
	}
	all := []float64{2, float64(table)}
	for _, text := range s.c.Texts {
		all = append(all, partyOf(text))
	}
	for _, t := range []*text{s.v.text, s.c.asked} {
		for _, id := range book().under("count") {
			if len(t.by[id]) > 0 {
				all = append(all, float64(book().number(id)))
			}
		}
	}
	for i, f := range s.all { // nights
		if f.kind == date && i > 0 && s.all[i-1].kind == date {
			all = append(all, float64(f.day-s.all[i-1].day))
		}
	}
	for _, t := range s.c.latest() {
		for _, r := range t.rows {
			if r.alone {
				all = append(all, r.times...)
			}
		}
	}
	for _, f := range slices.Concat(asked, s.all) {
		if f.kind == plain && f.small() || f.kind == nothing && f.inWords {
			all = append(all, f.values...)
		}
	}
	for _, n := range append(all, s.stays()...) {
		if n > 1 && n <= counted && n == math.Trunc(n) {
			s.counts = union(s.counts, []float64{n})
		}
	}
}

// reached reports whether a figure follows by a step from others: those of the answer that
// are right, what its names cost, the sums of results, what the guest may spend, and the sums
// that were said last.
func (s *sums) reached(i int) bool {
	f := s.all[i]
	var before, after []float64
	for j, g := range s.all {
		if j == i || !s.ok[j] || g.kind != money && (g.kind != plain || g.small() && f.kind == money) {
			continue
		}
		if g.first < f.first {
			before = append(before, g.values[0])
		} else {
			after = append(after, g.values[0])
		}
	}
	slices.Reverse(before)
	own := slices.Concat(before, after)
	is, pool := s.is(f), slices.Concat(own, s.pool)
	if f.kind == percent {
		return slices.ContainsFunc(pool, func(x float64) bool {
			return slices.ContainsFunc(pool, func(y float64) bool { return y != 0 && (is(100*x/y) || is(100*math.Abs(x-y)/y)) })
		}) || slices.ContainsFunc(s.rates, func(r float64) bool { return is(100 - r) })
	}
	times := func(x float64) bool {
		return slices.ContainsFunc(s.counts, func(n float64) bool {
			return is(x*n) || is(x/n) || is(math.Ceil(100*x/n-1e-6)/100) || is(math.Floor(100*x/n+1e-6)/100)
		})
	}
	for _, x := range s.places { // so many meals on so many nights, two of seven shares
		if slices.ContainsFunc(s.counts, func(n float64) bool { return times(x * n) }) || slices.ContainsFunc(s.places, func(y float64) bool { return is(x + y) }) {
			return true
		}
	}
	if (f.exact || f.values[0] >= 100) && slices.ContainsFunc(s.stretches, is) {
		return true
	}
	u := s.unit(f)
	each, compares := s.v.has("head", f.last, min(f.last+3, u.last)), s.compares(u)
	differs := func(from []float64, x float64) bool {
		return slices.ContainsFunc(from, func(y float64) bool { return is(x-y) || is(y-x) })
	}
	if slices.ContainsFunc(own, func(x float64) bool { return differs(own, x) }) { // two amounts of the answer, whatever it calls that
		return true
	}
	for _, x := range slices.Concat(pool, runs(before), runs(after), s.totals(f)) {
		if is(x) || times(x) || slices.ContainsFunc(s.rates, func(r float64) bool { return is(x*r/100) || is(x*(1+r/100)) || is(x*(1-r/100)) }) ||
			slices.ContainsFunc(own, func(y float64) bool {
				return is(x+y) || each && slices.ContainsFunc(s.counts, func(n float64) bool { return is(x + y/n) })
			}) || compares && differs(pool, x) {
			return true
		}
	}
	return false
}

// compares reports whether a sentence or the question compares something, or tells what is left.
func (s *sums) compares(u unit) bool {
	return slices.ContainsFunc([]string{"diff", "left", "leaves", "gap", "versus", "than", "drop"}, func(list string) bool {
		return s.v.has(list, u.first, u.last) || s.c.asked.has(list, 0, len(s.c.asked.tokens))
	})
}

// totals returns the sums of the prices of names: of the names in the figure's sentence, of those up to the figure,
// of the whole answer, of the guest's message, and of both.
func (s *sums) totals(f figure) (all []float64) {
	n, u := s.v.tokens[f.first].unit, s.unit(f)
	between := func(from, to int) []mention {
		return slices.DeleteFunc(slices.Clone(s.found), func(m mention) bool { return m.from < from || m.from >= to })
	}
	for _, list := range [][]mention{between(u.first, u.last), between(s.v.units[max(0, n-1)].first, u.last), between(0, f.first), s.found, s.named, slices.Concat(s.found, s.named)} {
		all = union(all, []float64{s.total(list, true), s.total(list, false)})
	}
	if in := between(u.first, u.last); s.v.has("swap", u.first, u.last) && len(in) > 1 { // one in the place of another
		by := s.total(in[:1], false) - s.total(in[1:2], false)
		for _, x := range s.pool {
			all = append(all, x+by, x-by)
		}
	}
	return all
}

// total returns what the things of some names cost, each as often as is said.
func (s *sums) total(list []mention, times bool) (sum float64) {
	var seen []int
	for _, m := range list {
		if slices.Contains(seen, m.things[0]) {
			continue
		}
		cost := float64(s.c.Things[m.things[0]].Price) / 100
		if times && m.count > 0 {
			cost *= m.count
		}
		seen, sum = append(seen, m.things[0]), sum+cost
	}
	return sum
}

// stretches returns the sums of neighbours in a column of at most a few years of months: June to November.
func stretches(values []float64) (all []float64) {
	for i := range values[:min(len(values), most)] {
		all = append(all, runs(values[i:min(len(values), most)])...)
	}
	return all
}

// ratios returns what the first of some numbers are of each other, as revenue of units.
func ratios(numbers []float64) (all []float64) {
	for i, x := range numbers[:min(len(numbers), 6)] {
		for j, y := range numbers[:min(len(numbers), 6)] {
			if i != j && y > 1 && x > y {
				all = append(all, x/y)
			}
		}
	}
	return all
}

// runs returns the sums of the first two and more of some amounts.
func runs(amounts []float64) (all []float64) {
	sum := 0.0
	for n, x := range amounts {
		if sum += x; n > 0 {
			all = append(all, sum)
		}
	}
	return all
}
