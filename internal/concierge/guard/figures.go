package guard

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

)

// sums has the figures of an answer and what they may be computed from.
type sums struct {
	*answer
	all    []figure
	ok     []bool
	facts  []*amounts // what was said, and what the card says of the things that are named
	known  []float64  // amounts from which others follow, besides those of the answer
	own    []float64  // of known, what the answer names and the numbers of results
	data   []float64  // of known, the numbers of results
	totals []float64  // what tables come to, from which nothing follows but shares
	runs   []float64  // and parts of them
	counts []float64  // of people, nights and portions
	rates  []float64  // percentages
	rounds bool       // the answer or the guest speaks of rounding
}

// figures checks that every number of an answer stands in the facts or follows from others by one
// step; an accepted number is an operand for the next. A price right at a dish must be the price of
// that dish; any other amount may be of anything.
func (a *answer) figures() {
	s := &sums{answer: a, all: a.numbers()}
	if len(s.all) == 0 {
		return
	}
	s.ok = make([]bool, len(s.all))
	s.gather()
	for range 3 { // what follows from a number may stand before it
		for i := range s.all {
			s.ok[i] = s.ok[i] || s.right(i)
		}
	}
	for i, f := range s.all {
		if s.ok[i] {
			continue
		}
		raw := strconv.Quote(a.words(f.span))
		x := Violation{Kind: Figure, What: "no fact says " + raw + ", and no step from amounts that are known gives it: look it up, compute it with a tool, or leave it out"}
		if m, ok := s.pricedAt(f); ok {
			of := a.Things[m.things[0]]
			x.What = raw + " is not the price of " + of.Name + ": it is " + written(of.Price, "0,00")
			if len(m.things) == 1 && a.count(m) == 0 && a.tokens[f.first].digits {
				x.Fix = written(of.Price, a.words(f.span))
			}
		}
		a.add(x, f.span)
	}
}

// emergency are the numbers that are called for help: Brazil's, Europe's, America's.
var emergency = []float64{190, 192, 193, 112, 911}

// right reports whether a figure is right, as far as the others are known to be.
func (s *sums) right(i int) bool {
	f, at := s.all[i], s.tokens[s.all[i].first]
	switch {
	case f.kind == nothing || within(s.named, f.first) || s.reported(at.from, at.to):
		return true
	case f.kind == date:
		return s.dated(f)
	case f.kind == clock:
		return slices.ContainsFunc(s.facts, func(t *amounts) bool {
			return slices.ContainsFunc(t.clocks, func(m int) bool { return m%720 == int(f.values[0])%720 })
		})
	case f.kind == plain && (f.small() && !s.has("measure", f.last, f.last+1) || slices.Contains(emergency, f.values[0])):
		return true
	}
	if m, ok := s.pricedAt(f); ok {
		return s.priced(f, m)
	}
	return s.stands(f) || s.follows(i)
}

// stands reports whether an amount stands in the facts, or needs none: "all 100 %", "those up to R$ 60".
func (s *sums) stands(f figure) bool {
	if f.kind == percent && f.values[0] == 100 || f.kind == money && s.has("limit", f.first-4, f.first) && math.Mod(f.values[0], 10) == 0 {
		return true
	}
	is := s.is(f)
	return slices.ContainsFunc(s.facts, func(t *amounts) bool {
		return slices.ContainsFunc(f.values, func(v float64) bool {
			i, _ := slices.BinarySearch(t.values, v-max(1, v/20))
			for ; i < len(t.values) && t.values[i] <= v+max(1, v/20); i++ {
				if is(t.values[i]) {
					return true
				}
			}
			return v <= 1
		})
	})
}

// is returns a function that reports whether a figure stands for a value: exactly, rounded, or said
// as "about".
func (s *sums) is(f figure) func(x float64) bool {
	about := s.has("about", f.first-3, f.first) || strings.ContainsAny(s.gap(f.first), "~≈")
	return func(x float64) bool {
		return x > 0 && slices.ContainsFunc(f.values, func(v float64) bool {
			switch off := math.Abs(v - x); {
			case about:
				return off <= v*0.05
			case s.rounds && v == math.Trunc(v):
				return off < 1
			case f.exact:
				return off < 0.006
			case v >= 1000 && math.Mod(v, 100) == 0:
				return off <= v*0.02
			default:
				return off < 0.006 || v == math.Round(x) || v == math.Floor(x) && v >= 100 || math.Abs(v-math.Round(x*10)/10) < 1e-9
			}
		})
	}
}

// few is how many numbers a result may have for others to follow from each; of a longer one those count whose row the
// answer names.
const few = 20

// gather collects what figures may be computed from.
func (s *sums) gather() {
	mentioned := func(list string) bool {
		return s.has(list, 0, len(s.tokens)) || s.asked.has(list, 0, len(s.asked.tokens))
	}
	s.rounds, s.facts = mentioned("rounded"), slices.Clone(s.said())
	if mentioned("tip") {
		s.rates = []float64{10} // where no rate of service is said
	}
	for _, m := range s.named {
		s.own = append(s.own, s.prices(m.things)...)
	}
	for _, m := range slices.Concat(s.named, s.asked.named) {
		s.known = append(s.known, s.prices(m.things)...)
		s.facts = append(s.facts, readAmounts(s.profile(m.things[0]).text))
	}
	s.counts = []float64{2, max(1, float64(len(s.Table)))}
	for i, f := range slices.Concat(s.all, s.asked.numbers()) {
		switch {
		case f.kind == percent:
			s.rates = append(s.rates, f.values[0])
		case f.small() && f.values[0] > 0:
			s.counts = append(s.counts, f.values[0])
		case i >= len(s.all) && f.kind != clock:
			s.known = append(s.known, f.values...)
		}
	}
	last := true // what was said last of money
	for i, t := range slices.Backward(s.said()[:len(s.Texts)]) {
		s.counts = append(s.counts, t.counts...)
		if !t.result && len(t.money) > 0 && len(t.money) <= few && s.Texts[i] != s.Asked && last {
			s.known, last = append(s.known, t.money...), false
		}
	}
	for _, t := range s.results() {
		s.table(t)
	}
	s.known, s.own = append(s.known, s.data...), append(s.own, s.data...)
}

// results returns what the results of this turn say, or if it has none, those before.
func (c *checker) results() (all []*amounts) {
	for i, t := range c.said()[:len(c.Texts)] {
		if t.result && slices.Contains(c.Fresh, c.Texts[i]) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		all = slices.DeleteFunc(slices.Clone(c.said()), func(t *amounts) bool { return !t.result })
	}
	return all
}

// table collects the numbers of a result, and what its columns come to. The prices of a list of dishes count only
// for those that are named.
func (s *sums) table(t *amounts) {
	s.data = append(s.data, t.single...)
	counts := slices.DeleteFunc(slices.Clone(t.single), func(v float64) bool { return v < 2 || v > counted || v != math.Trunc(v) })
	for i, n := range counts { // so many people for so many nights
		s.counts = append(append(s.counts, n), scaled(counts[:i], n)...)
	}
	var columns, spoken, named [][]float64
	for _, r := range t.rows {
		speaks := s.speaksOf(r)
		if speaks || !r.named && len(t.rows) <= few && len(s.named) == 0 {
			s.data = append(s.data, r.values...)
		}
		for i, v := range r.values {
			switch {
			case r.named:
				put(&named, i, v)
			default:
				put(&columns, i, v)
			}
			if speaks {
				put(&spoken, i, v)
			}
		}
	}
	for _, c := range slices.Concat(columns, spoken, named) {
		s.totals = append(s.totals, total(c))
	}
	for _, c := range columns {
		s.runs = append(s.runs, total(c)/float64(len(c)))
		for i := range c {
			s.runs = append(s.runs, runs(c[i:min(len(c), i+12)])...)
		}
	}
}

func put(columns *[][]float64, i int, v float64) {
	for len(*columns) <= i {
		*columns = append(*columns, nil)
	}
	(*columns)[i] = append((*columns)[i], v)
}

func total(amounts []float64) (sum float64) {
	for _, x := range amounts {
		sum += x
	}
	return sum
}

// speaksOf reports whether the answer has a word of a row that tells something, or two of a longer one.
func (s *sums) speaksOf(r row) bool {
	n := 0
	for _, w := range r.words {
		n += rank(len(w) > 2 && slices.ContainsFunc(s.tokens, func(k token) bool { return k.same == w }))
	}
	return n >= min(2, (len(r.words)+1)/2)
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

// prices returns what things cost.
func (c *checker) prices(things []int) (all []float64) {
	for _, i := range things {
		if p := c.Things[i].Price; p > 0 {
			all = append(all, float64(p)/100)
		}
	}
	return all
}

// follows reports whether a figure follows by one step from the others of the answer that are right and from what is known.
func (s *sums) follows(i int) bool {
	f := s.all[i]
	is := s.is(f)
	var before, after []float64
	for j, g := range s.all {
		if j != i && s.ok[j] && (g.kind == money || g.kind == plain && !(g.small() && f.kind == money)) {
			if j < i {
				before = append([]float64{g.values[0]}, before...)
			} else {
				after = append(after, g.values[0])
			}
		}
	}
	known, own := slices.Concat(before, after, s.known), slices.Concat(before, after, s.own)
	if f.kind == percent {
		known = append(known, s.totals...)
		return some(s.rates, func(r float64) bool { return is(100 - r) }) || pairs(known, known, func(x, y float64) bool {
			return is(100*x/y) || is(100*math.Abs(x-y)/y)
		})
	}
	sums := slices.Concat(runs(before), runs(after), s.bills(f), known)
	each := s.has("head", f.last, f.last+3)
	return some(slices.Concat(s.totals, s.runs, sums), is) ||
		pairs(sums, s.counts, func(x, n float64) bool { return is(x*n) || is(x/n) || is(math.Ceil(100*x/n)/100) }) ||
		pairs(sums, s.rates, func(x, r float64) bool { return is(x*r/100) || is(x*(1+r/100)) || is(x*(1-r/100)) }) ||
		pairs(sums, own, func(x, y float64) bool { return is(x+y) || is(math.Abs(x-y)) }) ||
		pairs(s.data, s.data, func(x, y float64) bool { return is(x*y) || y > 1 && is(x/y) }) ||
		each && pairs(known, s.counts, func(y, n float64) bool { return some(known, func(x float64) bool { return is(x + y/n) }) })
}

func some(of []float64, test func(x float64) bool) bool { return slices.ContainsFunc(of, test) }

// pairs reports whether a test admits one of some amounts with one of others that is not 0.
func pairs(some, others []float64, test func(x, y float64) bool) bool {
	for _, x := range some {
		for _, y := range others {
			if y != 0 && test(x, y) {
				return true
			}
		}
	}
	return false
}

// bills returns what several names come to: those of the figure's sentence, of the answer so far and of all of it, alone and
// with those of the guest's message, each once or as often as is said.
func (s *sums) bills(f figure) (all []float64) {
	u := s.tokens[f.first].unit
	in := func(from, to int) []mention {
		return slices.DeleteFunc(slices.Clone(s.named), func(m mention) bool {
			return s.tokens[m.first].unit < from || s.tokens[m.first].unit > to
		})
	}
	for _, often := range []bool{true, false} {
		asked, seen := s.asked.bill(s.asked.named, nil, often)
		for _, some := range [][]mention{in(u, u), in(u-1, u), in(0, u), s.named} {
			sum, _ := s.bill(some, nil, often)
			more, _ := s.bill(some, seen, often)
			all = append(all, sum, asked+more)
		}
	}
	return all
}

// bill returns what some names come to without the things that were seen, each once or as often as is said.
func (a *answer) bill(some []mention, seen []int, often bool) (sum float64, all []int) {
	for _, m := range some {
		if slices.Contains(seen, m.things[0]) {
			continue
		}
		n := 1.0
		if often {
			n = max(1, a.count(m))
		}
		seen, sum = append(seen, m.things[0]), sum+n*float64(a.Things[m.things[0]].Price)/100
	}
	return sum, seen
}

// count returns how many of a thing are said where it is named: "duas caipirinhas", "Pilsen × 2"; 0 if none are.
func (a *answer) count(m mention) float64 {
	u := a.unitOf(m.first)
	for _, i := range []int{m.first - 1, m.first - 2, m.first - 3, m.last, m.last + 1} {
		if i < u.first || i >= u.last || a.broken(min(i, m.last-1), max(i, m.first)) {
			continue
		}
		if f, ok := a.number(i); ok && f.kind != money && f.small() && f.values[0] > 1 {
			return f.values[0]
		}
	}
	return 0
}

// pricedAt returns the dish whose price an amount is said to be, since it stands right at the name: "the soup (R$ 20)",
// "a sopa sai por R$ 20", "R$ 20 da sopa".
func (s *sums) pricedAt(f figure) (m mention, ok bool) {
	u := s.unitOf(f.first)
	if !f.signed || s.has("sum", f.last, min(f.last+2, u.last)) || s.has("diff", f.last, min(f.last+2, u.last)) || strings.HasSuffix(strings.TrimSpace(s.gap(f.first)), "US$") {
		return m, false
	}
	for _, o := range s.named {
		at, is := s.gap(o.last), s.Things[o.things[0]]
		prose := !u.list && (strings.Contains(at, ":") && o.first > u.first+1 || strings.Contains(at, ",") && o.last == f.first-1)
		before := u.first <= o.first && o.last <= f.first && f.first-o.last <= 4 && !prose && s.binds(o.last, f.first, ";=+")
		behind := f.last <= o.first && o.last <= u.last && o.first-f.last <= 2 && !ok && s.binds(f.last, o.first, ";,=+:)\n|—")
		if (before || behind) && is.Price > 0 && s.edible(o.things[0]) {
			m, ok = o, true
		}
	}
	return m, ok
}

// binds reports whether only words like "costs" stand between a name and a price.
func (s *sums) binds(from, to int, parts string) bool {
	for i := from; i <= to; i++ {
		if strings.ContainsAny(s.gap(i), parts) || i < to && s.tokens[i].word != "r" && !s.has("binds", i, i+1) {
			return false
		}
	}
	return true
}

// priced reports whether an amount is the price of the dish that it stands at, as often as is said, or what the names since
// the amount before it come to, in all or for each; with service or without.
func (s *sums) priced(f figure, m mention) bool {
	from := s.unitOf(f.first).first
	for _, g := range s.all {
		if g.signed && from <= g.first && g.first < f.first {
			from = g.last
		}
	}
	to := f.first
	if m.first > to {
		from, to = to, s.unitOf(to).last
	}
	row := slices.DeleteFunc(slices.Clone(s.named), func(o mention) bool { return o.first < from || o.first > to })
	once, _ := s.bill(row, nil, false)
	often, _ := s.bill(row, nil, true)
	prices := append(s.prices(m.things), once, often)
	if prices = append(prices, scaled(prices[:1], s.count(m))...); len(row) > 1 {
		for _, n := range s.counts {
			prices = append(prices, once*n, once/n)
		}
	}
	is := s.is(f)
	return some(prices, is) || pairs(prices, s.rates, func(x, r float64) bool { return is(x * (1 + r/100)) })
}

// dated reports whether a date was said or lies near one that was, or as far from today as the guest said a time to be.
func (s *sums) dated(f figure) bool {
	near := func(day time.Time) bool {
		const days = 5
		gap := (day.YearDay() - f.day.YearDay() + 365) % 365
		return min(gap, 365-gap) <= days || int(day.Month()) == f.day.Day() && day.Day() == int(f.day.Month())
	}
	if slices.ContainsFunc(s.facts, func(t *amounts) bool { return slices.ContainsFunc(t.days, near) }) {
		return true
	}
	for _, g := range s.asked.numbers() {
		if !g.small() {
			continue
		}
		for _, n := range []int{int(g.values[0]), -int(g.values[0])} {
			if near(s.Today.AddDate(0, 0, n)) || near(s.Today.AddDate(0, 0, 7*n)) || near(s.Today.AddDate(0, n, 0)) {
				return true
			}
		}
	}
	return false
}

// written writes a price as another is written: with its mark and its decimals.
func written(minor int64, like string) string {
	point := "."
	if i := strings.LastIndexAny(like, ".,"); i >= 0 && len(like)-i-1 <= 2 {
		point = like[i : i+1]
	} else if minor%100 == 0 {
		return strconv.FormatInt(minor/100, 10)
	}
	return fmt.Sprintf("%d%s%02d", minor/100, point, minor%100)
}
