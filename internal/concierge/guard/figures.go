package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sums has the figures of an answer and what they may be computed from.
type sums struct {
	c      *checker
	v      *findings
	all    []figure
	ok     []bool
	counts []float64 // people, nights and portions that are spoken of
	rates  []float64 // percentages
	costs  []float64 // what each thing that is named costs
	pool   []float64 // amounts of the question and of results, and limits
	table  []float64 // all numbers of results that have few
	sums   []float64 // of neighbours in the tables of results
}

// figures looks whether every number stands in the facts or follows by a step from others: a
// number that was accepted is an operand for the next. What is said as the price of a name is
// held to that name; any other amount may be of anything.
func (c *checker) figures(v *findings) {
	s := &sums{c: c, v: v, all: v.numbers()}
	if len(s.all) == 0 {
		return
	}
	s.ok = make([]bool, len(s.all))
	s.operands()
	for range 3 { // what follows from a number may stand before it
		for i := range s.all {
			s.ok[i] = s.ok[i] || s.right(i)
		}
	}
	for i, f := range s.all {
		raw := v.words(f.first, f.last)
		switch m, is := s.priceOf(f); {
		case s.ok[i]:
			if f.kind == date && !s.weekday(f) {
				v.wrong(Figure, f.first, f.last, "%q is another day of the week", raw)
			}
		case is && len(m.things) == 1:
			thing, fix := c.Things[m.things[0]], ""
			if f.sign != "$" {
				fix = written(thing.Price, raw)
			}
			v.add(Figure, v.tokens[f.first].from, v.tokens[f.last-1].to, fix, "%q is not the price of %s: it is %s", raw, thing.Name, written(thing.Price, "0,00"))
		default:
			v.wrong(Figure, f.first, f.last, "no fact says %q, and no step from numbers that are known gives it: look it up or compute it with a tool, or leave it out", raw)
		}
	}
}

// written writes a price as another is written: with its mark and its decimals.
func written(minor int64, like string) string {
	point := "."
	if i := strings.LastIndexAny(like, ".,"); i >= 0 && len(like)-i-1 <= 2 {
		point = like[i : i+1]
	} else if minor%100 == 0 {
		return strconv.FormatInt(minor/100, 10)
	}
	return strings.ReplaceAll(strconv.FormatFloat(float64(minor)/100, 'f', 2, 64), ".", point)
}

// emergency are the numbers that are called for help, which are known to all.
var emergency = []float64{190, 192, 193, 112, 911}

// right reports whether a figure is right.
func (s *sums) right(i int) bool {
	f := s.all[i]
	switch {
	case f.kind == nothing || s.v.within(f.first) || s.v.reported(f.first):
		return true
	case f.kind == date:
		return s.dated(f)
	case f.kind == clock:
		return s.c.says(func(t *said) bool { return t.strikes(int(f.values[0])) })
	case f.kind == plain && f.small():
		return !s.v.has("night", f.last, f.last+1) || s.nightsRight(f)
	}
	if m, is := s.priceOf(f); is {
		return s.priced(f, m)
	}
	return f.kind == plain && slices.Contains(emergency, f.values[0]) || s.grounded(f) || s.reached(i)
}

func (s *sums) unit(f figure) unit { return s.v.units[s.v.tokens[f.first].unit] }

// strikes reports whether a text says a time of day, or its hour.
func (t *said) strikes(at int) bool {
	if slices.ContainsFunc(t.clocks, func(m int) bool { return m%1440 == at%1440 || at <= 720 && m%720 == at%720 }) {
		return true
	}
	hour := func(h int) bool { _, ok := slices.BinarySearch(t.amounts, float64(h)); return ok }
	return at%60 == 0 && (hour(at/60) || !t.result && hour(at/60%12))
}

// grounded reports whether a figure stands in the facts, or on the card for a thing that is named. A round limit
// ("among those up to R$ 60") may be anything.
func (s *sums) grounded(f figure) bool {
	is, u := s.is(f), s.unit(f)
	if s.v.has("limit", max(u.first, f.first-4), f.first) && math.Mod(f.values[0], 10) == 0 || f.values[0] <= 1 || f.kind == percent && f.values[0] == 100 {
		return true
	}
	onCard := func(i int) bool {
		return slices.ContainsFunc(tokens(s.c.profile(i).text), func(k token) bool { return k.digits && slices.ContainsFunc(values(k.word), is) })
	}
	return s.c.says(func(t *said) bool { return slices.ContainsFunc(t.amounts, is) }) || f.kind == percent && slices.ContainsFunc(s.named(), onCard)
}

// is returns what tells whether a figure is a value: as it is, rounded, or said to be about it. Cents that are
// written count.
func (s *sums) is(f figure) func(x float64) bool {
	far := make([]float64, len(f.values))
	for i, v := range f.values {
		far[i] = 0.006
		if s.v.has("about", max(s.unit(f).first, f.first-3), f.first) || strings.ContainsAny(s.v.before(f.first), "~≈") {
			far[i] = v * 0.05
		}
	}
	return func(x float64) bool {
		for i, v := range f.values {
			if x > 0 && (math.Abs(v-x) < far[i] || !f.exact && same(v, x)) {
				return true
			}
		}
		return false
	}
}

// priceOf returns the name whose price an amount is said to be: the one right behind it ("R$ 98 da moqueca"), or
// the last before it in its sentence, if no word or number between them computes something.
func (s *sums) priceOf(f figure) (at mention, is bool) {
	u := s.unit(f)
	if f.kind != money || strings.HasPrefix(f.sign, "US") || s.v.has("compares", f.last, min(f.last+4, u.last)) {
		return at, false
	}
	for _, m := range s.v.found {
		if m.first < u.first || m.first >= u.last || s.c.Things[m.things[0]].Price == 0 || m.weak() && !(m.head && m.own > 0) {
			continue
		}
		if m.last <= f.first {
			at, is = m, s.stands(m.last, f.first) && !(s.v.tokens[f.first-1].breaks && s.v.has("computes", f.last, min(f.last+4, u.last)))
		} else if s.stands(f.last, m.first) {
			return m, !strings.ContainsAny(s.v.raw[s.v.tokens[f.last-1].to:s.v.tokens[m.first].from], ",:")
		}
	}
	return at, is
}

// stands reports whether only small words stand between a price and a name.
func (s *sums) stands(from, to int) bool {
	if from > to || to-from > 4 || strings.ContainsAny(s.v.raw[s.v.tokens[from-1].to:s.v.tokens[to].from], ";+=)") {
		return false
	}
	for i := from; i < to; i++ {
		if _, number := s.v.number(i); !number && !s.v.has("binds", i, i+1) {
			return false
		}
	}
	return true
}

// priced reports whether an amount is what the thing that it stands with costs, or all in a row with it do: once, as
// often as there is something to count, for each, or with service.
func (s *sums) priced(f figure, m mention) bool {
	first, last := s.v.row(slices.IndexFunc(s.v.found, func(o mention) bool { return o.first == m.first }))
	is, own := s.is(f), []float64{s.cost(s.v.found[first : last+1])}
	for _, i := range m.things {
		own = append(own, float64(s.c.Things[i].Price)/100)
	}
	return (f.sign == "" || !s.c.dish(m.things[0])) && s.grounded(f) || slices.ContainsFunc(own, func(x float64) bool { return is(x) || s.times(is, x) })
}

// times reports whether an amount is another so many times, shared, or with a rate of it.
func (s *sums) times(is func(float64) bool, x float64) bool {
	return slices.ContainsFunc(s.counts, func(n float64) bool { return is(x*n) || is(x/n) }) ||
		slices.ContainsFunc(s.rates, func(r float64) bool { return is(x*r/100) || is(x*(1+r/100)) })
}

// cost returns what the things of some names cost, each as often as is said.
func (s *sums) cost(names []mention) (sum float64) {
	var seen []int
	for _, m := range names {
		if !slices.Contains(seen, m.things[0]) {
			seen, sum = append(seen, m.things[0]), sum+float64(s.c.Things[m.things[0]].Price)/100*max(1, m.count)
		}
	}
	return sum
}

// reached reports whether a figure follows by a step from others: those of the answer that
// are right, what its names cost, and the amounts of the question and of results.
func (s *sums) reached(i int) bool {
	f, is := s.all[i], s.is(s.all[i])
	var before, own []float64
	for j, g := range s.all {
		if j != i && s.ok[j] && (g.kind == money || g.kind == plain && !(g.small() && f.kind == money)) {
			if own = append(own, g.values[0]); j < i {
				before = append(before, g.values[0])
			}
		}
	}
	slices.Reverse(before)
	all := slices.Concat(own, s.costs, s.pool)
	if f.kind == percent {
		all = append(all, s.sums...)
		return slices.ContainsFunc(all, func(x float64) bool {
			return slices.ContainsFunc(all, func(y float64) bool { return y != 0 && (is(100*x/y) || is(100*math.Abs(x-y)/y)) })
		})
	}
	u := s.unit(f)
	here := slices.DeleteFunc(slices.Clone(s.v.found), func(m mention) bool { return m.first < u.first || m.first >= u.last })
	together := []float64{s.cost(here), s.cost(s.v.found), s.cost(s.c.mentions(s.c.asked))} // what names cost
	computes := s.speaks("computes", f) || s.speaks("compares", f) || slices.ContainsFunc(s.all, func(g figure) bool { return g.kind == percent })
	for _, x := range slices.Concat(all, runs(before), s.sums, together) {
		if is(x) || computes && (s.times(is, x) || slices.ContainsFunc(own, func(y float64) bool { return is(x + y) })) {
			return true
		}
	}
	all = slices.Concat(all, s.table, runs(before))
	return s.speaks("compares", f) && slices.ContainsFunc(all, func(x float64) bool {
		return slices.ContainsFunc(all, func(y float64) bool { return is(x-y) || y > 1 && x > y && is(x/y) })
	})
}

// speaks reports whether a figure's sentence or the question has a word of a list.
func (s *sums) speaks(list string, f figure) bool {
	u := s.unit(f)
	return s.v.has(list, u.first, u.last) || s.c.asked.has(list, 0, len(s.c.asked.tokens))
}

// usual is the rate of service where none is said, in percent.
const usual = 10

// few is how many numbers a result has at most of which any may be computed with.
const few = 40

// operands notes what figures may be computed from.
func (s *sums) operands() {
	s.rates = []float64{usual}
	counts := []float64{2}
	for i, f := range slices.Concat(s.all, s.c.asked.numbers()) {
		if i > 0 && i < len(s.all) && f.kind == date && s.all[i-1].kind == date {
			counts = append(counts, float64(f.after([2]int{s.all[i-1].month, s.all[i-1].day})))
		} else if f.kind == percent {
			s.rates = append(s.rates, f.values[0])
		} else if f.kind != money && f.small() {
			counts = append(counts, f.values[0])
		}
	}
	for _, t := range s.c.texts() {
		counts, s.pool = append(counts, t.counts...), append(s.pool, t.limits...)
	}
	for _, i := range s.named() {
		s.costs = append(s.costs, float64(s.c.Things[i].Price)/100)
	}
	for _, t := range s.c.latest() {
		if s.sums = append(s.sums, t.sums...); len(t.amounts) <= few {
			s.table = append(s.table, t.amounts...)
		}
	}
	for _, n := range counts {
		if n > 1 && n <= counted && n == math.Trunc(n) {
			s.counts = union(s.counts, []float64{n})
		}
	}
	for _, x := range s.table {
		if x > counted || x != math.Trunc(x) {
			s.pool = append(s.pool, x)
		}
	}
	s.pool, s.sums = union(nil, s.pool), union(nil, s.sums)
}

// named returns the things that the answer and the guest's message name.
func (s *sums) named() (things []int) {
	for _, m := range s.v.found {
		things = union(things, m.things)
	}
	return union(things, s.c.askedOf)
}

// dated reports whether a date was said, is a day that a person named, or lies as many days from one that was said as
// nights were spoken of, or not much more than a week.
func (s *sums) dated(f figure) bool {
	return s.c.says(func(t *said) bool {
		return !t.result && slices.Contains(t.amounts, float64(f.day)) || slices.ContainsFunc(t.dates, func(d [2]int) bool {
			gap := f.after(d)
			nights := func(t *said) bool { return slices.Contains(t.nights, float64(gap)) }
			return gap == 0 || !t.result && (gap <= 8 || gap >= 365-8) || s.c.says(nights)
		})
	})
}

// after returns how many days there are from a month and day to the next time of a date, in a common year.
func (f *figure) after(d [2]int) int {
	day := func(month, day int) int {
		return time.Date(2027, time.Month(month), day, 0, 0, 0, 0, time.UTC).YearDay()
	}
	return (day(f.month, f.day) - day(d[0], d[1]) + 365) % 365
}

// nightsRight reports whether a number of nights was spoken of, or lies between two dates of its sentence. Where nobody
// spoke of nights, any may be right.
func (s *sums) nightsRight(f figure) bool {
	var dates []figure
	for _, g := range s.all {
		if g.kind == date && s.unit(g) == s.unit(f) {
			dates = append(dates, g)
		}
	}
	if len(dates) == 2 {
		return float64(dates[1].after([2]int{dates[0].month, dates[0].day})) == f.values[0]
	}
	return !s.c.says(func(t *said) bool { return len(t.nights) > 0 }) || s.c.says(func(t *said) bool { return slices.Contains(t.nights, f.values[0]) })
}

// weekday reports whether the day of the week right before a date is right in a year of which the facts speak, if any
// is; of a range either: "Friday, March 12", "de sexta a segunda, 8 a 11".
func (s *sums) weekday(f figure) bool {
	var days []int
	for i := f.first - 1; i >= max(s.unit(f).first, f.first-6) && !s.v.tokens[i].digits; i-- {
		for _, id := range book().kinds["weekday"] {
			if to, ok := s.v.at(book().lists[id], i); ok && (len(days) > 0 || f.first-to <= 2) {
				days = append(days, book().number(id))
			}
		}
	}
	known := false
	return len(days) == 0 || s.c.says(func(t *said) bool {
		known = known || len(t.years) > 0
		return slices.ContainsFunc(t.years, func(y int) bool {
			falls := func(month, day int) bool {
				return slices.Contains(days, int(time.Date(y, time.Month(month), day, 0, 0, 0, 0, time.UTC).Weekday()))
			}
			return falls(f.month, f.day) || f.values == nil && f.day <= 12 && falls(f.day, f.month)
		})
	}) || !known
}
