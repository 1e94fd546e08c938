package guard

import (
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// sums has the figures of an answer and what they may be computed from.
type sums struct {
	*answer
	all    []figure
	ok     []bool
	facts  []*amounts // what was said, and what the card says of the things that are named
	known  []float64  // amounts from which others follow, besides those of the answer
	own    []float64  // of known, what the answer names and the numbers of results
	data   []float64  // of own, the numbers of results
	orders []float64  // what names come to
	totals []float64  // what columns of results come to
	parts  []float64  // what neighbours in a column come to, and its average, also of those that are not 0
	counts []float64  // of people, nights and portions
	rates  []float64  // percentages
	rounds bool       // the answer or the guest speaks of rounding
}

// few is how many numbers a list may have for others to follow from each; of a longer one those count whose row the
// answer names.
const few = 24

var ofLines = pattern.Of(`"sum":"[^"]+"`)

// rows is how many numbers a result may have for any three of them to be added up: "the three IPA styles".
const rows = 12

// gather collects what figures may be computed from.
func (s *sums) gather() {
	mentioned := func(list string) bool {
		return s.has(list, 0, len(s.tokens)) || s.asked.has(list, 0, len(s.asked.tokens))
	}
	s.rounds, s.facts = mentioned("rounded"), slices.Clone(s.said())
	if mentioned("tip") {
		s.rates = []float64{10} // where no rate of service is said
	}
	for i, m := range slices.Concat(s.named, s.asked.named) {
		if s.known = append(s.known, s.prices(m.things)...); i < len(s.named) {
			s.own = append(s.own, s.prices(m.things)...)
		}
		s.facts = append(s.facts, readAmounts(s.profile(m.things[0]).text))
	}
	s.orders = append(s.bills(), s.asked.bills(s.named...)...)
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
			s.known, s.orders, last = append(s.known, t.money...), append(s.orders, runs(t.money)...), false
		}
	}
	for _, t := range s.results() {
		s.tabulated(t)
	}
	s.known, s.own = append(s.known, s.data...), append(s.own, s.data...)
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

// bills returns what names in a row come to, each as often as is said; the last of them are named in another text.
func (a *answer) bills(also ...mention) []float64 {
	var seen []int
	var prices []float64
	for i, m := range slices.Concat(a.named, also) {
		if n := 1.0; !slices.Contains(seen, m.things[0]) {
			if i < len(a.named) {
				n = max(1, a.count(m))
			}
			seen, prices = append(seen, m.things[0]), append(prices, n*float64(a.Things[m.things[0]].Price)/100)
		}
	}
	return stretches(prices)
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

// tabulated collects the numbers of a short result, and what those come to that stand under each other in it, such as every
// third one. Prices of dishes count only for those that are named; others beside
// dishes, if the answer tells of them.
func (s *sums) tabulated(t *amounts) {
	for i, n := range t.counts { // so many people for so many nights
		s.counts = append(append(s.counts, n), scaled(t.counts[:i], n)...)
	}
	numbers := t.order
	if strings.Contains(t.raw, `"price":`) { // a bill: what its lines come to
		var sums []float64
		for _, sum := range ofLines().FindAllString(t.raw, -1) {
			sums = append(sums, readAmounts(sum).values...)
		}
		numbers = slices.DeleteFunc(slices.Clone(t.money), func(v float64) bool {
			return !slices.Contains(sums, v) && slices.ContainsFunc(s.Things, func(t Thing) bool { return t.Price > 0 && float64(t.Price) == math.Round(100*v) })
		})
	}
	dishes := slices.ContainsFunc(s.named, func(m mention) bool { return s.Things[m.things[0]].Price > 0 })
	told := slices.ContainsFunc(s.named, func(m mention) bool { return strings.Contains(t.raw, s.Things[m.things[0]].Name) }) ||
		slices.ContainsFunc(s.all, func(f figure) bool { return !f.small() && f.kind != clock && some(t.order, s.is(f)) })
	if len(numbers) > few || strings.Contains(t.raw, `"dishes":`) || strings.Contains(t.raw, `"card":`) || dishes && !told {
		return
	}
	s.data = append(s.data, numbers...)
	for width := 1; width <= 4; width++ {
		for from := range width {
			var column []float64
			for i := from; i < len(numbers); i += width {
				column = append(column, numbers[i])
			}
			s.totals = append(s.totals, total(column))
			s.parts = append(append(s.parts, mean(column), mean(slices.DeleteFunc(slices.Clone(column), func(x float64) bool { return x == 0 }))), stretches(column)...)
		}
	}
}

func mean(amounts []float64) float64 { return total(amounts) / max(1, float64(len(amounts))) }

func total(amounts []float64) (sum float64) {
	for _, x := range amounts {
		sum += x
	}
	return sum
}

// runs returns the sums of the first two and more of some amounts.
func runs(amounts []float64) (all []float64) {
	for n := 2; n <= len(amounts); n++ {
		all = append(all, total(amounts[:n]))
	}
	return all
}

// stretches returns the sums of neighbours in a row of amounts.
func stretches(amounts []float64) (all []float64) {
	for i := range amounts {
		all = append(all, runs(amounts[i:])...)
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
		return pairs(known, known, func(x, y float64) bool {
			return is(100*x/y) || is(100*math.Abs(x-y)/y)
		})
	}
	known = slices.Concat(runs(before), runs(after), s.orders, known)
	each := s.has("head", f.last, f.last+3)
	return some(slices.Concat(known, s.totals, s.parts), is) ||
		pairs(known, s.counts, func(x, n float64) bool { return is(x*n) || is(x/n) }) ||
		pairs(known, s.rates, func(x, r float64) bool { return is(x*r/100) || is(x*(1+r/100)) || is(x*(1-r/100)) }) ||
		pairs(known, own, func(x, y float64) bool { return is(x+y) || is(math.Abs(x-y)) }) ||
		pairs(s.data, s.data, func(x, y float64) bool { return is(x*y) || y > 1 && is(x/y) }) ||
		len(s.data) <= rows && pairs(s.data, s.data, func(x, y float64) bool {
			return x != y && some(s.data, func(z float64) bool { return z != x && z != y && is(x+y+z) })
		}) ||
		each && pairs(own, s.counts, func(y, n float64) bool { return some(own, func(x float64) bool { return is(x + y/n) }) })
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
