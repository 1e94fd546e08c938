package guard

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// figures looks whether every number stands in the facts, follows by a step or
// two from others, or is the price of the thing it stands with. A number that
// was accepted is an operand for the next.
func (c *checker) figures(v *findings, found []mention) {
	all := v.numbers()
	if len(all) == 0 {
		return
	}
	s := sums{c: c, v: v, found: found, all: all, ok: make([]bool, len(all))}
	s.operands()
	beside := s.beside()
	for range 2 { // what follows from a number may stand before it
		for i, f := range all {
			switch {
			case s.ok[i]:
			case f.kind == nothing || within(found, f.first) || v.reported(f.first) || degrees.MatchString(v.raw[v.tokens[f.last-1].to:]):
				s.ok[i] = true
			case f.part:
				s.ok[i] = s.partOf(i)
			case f.kind == money && len(beside[i]) > 0:
				s.ok[i] = s.priced(i, beside[i])
			default:
				s.ok[i] = s.grounded(f) || s.follows(i) || s.bounds(f)
			}
		}
	}
	for i, f := range all {
		raw := v.raw[v.tokens[f.first].from:v.tokens[f.last-1].to]
		names := beside[i]
		switch {
		case s.ok[i]:
			if f.kind == date && !s.weekday(f) {
				v.wrong(Figure, f.first, f.last, "%q is another day of the week", raw)
			}
		case f.kind != money || len(names) == 0:
			v.wrong(Figure, f.first, f.last, "no fact says %q", raw)
		default:
			thing, fix := c.Things[names[0].things[0]], ""
			if len(names) == 1 && len(names[0].things) == 1 && !s.computed(f) && !f.inWords && c.spoken(f.sign) {
				fix = written(thing.Price, raw)
			}
			v.add(Figure, v.tokens[f.first].from, v.tokens[f.last-1].to, fix, "%q is not the price of %s: it is %s", raw, thing.Name, written(thing.Price, "0,00"))
		}
	}
}

// degrees is what stands behind a temperature, or behind the lower of two: how hot or
// cold a thing is had is known to all.
var degrees = regexp.MustCompile(`^(?:\s*(?:a|to|e|y|and|até|hasta|-|–)\s*\d{1,3})?\s*(?:[°º]|(?:graus|grados|degrees|celsius)\b)`)

func within(found []mention, token int) bool {
	return slices.ContainsFunc(found, func(m mention) bool { return m.from <= token && token < m.to })
}

// spoken reports whether prices are said with a sign, so that a price can be put
// where it stands.
func (c *checker) spoken(sign string) bool {
	return sign == "" || sign == "R$" || slices.ContainsFunc(c.Texts, func(t string) bool { return strings.Contains(t, sign) && !strings.Contains(t, "R"+sign) })
}

// written writes a price as another is written: with its mark and its decimals.
func written(minor int64, like string) string {
	point := "."
	if i := strings.LastIndexAny(like, ".,"); i >= 0 && len(like)-i-1 <= 2 {
		point = like[i : i+1]
	} else if minor%100 == 0 {
		return strconv.FormatInt(minor/100, 10)
	}
	return strconv.FormatInt(minor/100, 10) + point + strconv.FormatInt(minor%100/10, 10) + strconv.FormatInt(minor%10, 10)
}

// sums has the figures of an answer and what they may be computed from.
type sums struct {
	c      *checker
	v      *findings
	found  []mention
	all    []figure
	ok     []bool
	single []float64 // prices of the things that the answer or the guest names, in major units
	totals []float64 // sums of some of these
	whole  []float64 // of totals, those of all that the answer or the guest names
	counts []float64 // people, nights and portions that the answer or the guest speaks of; first who is at the table
	before []float64 // amounts that were said last
	purse  []float64 // amounts that anybody said in the conversation, such as a budget
	asked  []figure
}

func (s *sums) unit(f figure) unit { return s.v.units[s.v.tokens[f.first].unit] }

// says reports whether the sentence of a figure, the head of its list, or the
// question has a word of one of some lists.
func (s *sums) says(f figure, lists ...string) bool {
	u := s.unit(f)
	return slices.ContainsFunc(lists, func(list string) bool {
		return s.c.asked.has(list, 0, len(s.c.asked.tokens)) || s.v.has(list, u.first, u.last) || u.under >= 0 && s.v.has(list, s.v.units[u.under].first, s.v.units[u.under].last)
	})
}

// computed reports whether a figure is said to be the result of a computation,
// by the words and signs around it.
func (s *sums) computed(f figure) bool {
	u := s.unit(f)
	return s.says(f, "sum", "each", "half", "tip", "times", "diff", "sales") || strings.ContainsAny(s.v.raw[u.from:u.to], "=+×%") ||
		slices.ContainsFunc(s.all, func(g figure) bool { return g.first != f.first && u.first <= g.first && g.first < u.last && g.counts() })
}

// counts reports whether a figure may say how many there are of something.
func (f figure) counts() bool {
	return (f.kind == plain || f.kind == nothing) && len(f.values) == 1 && f.values[0] > 1 && f.values[0] <= 31 && f.values[0] == math.Trunc(f.values[0])
}

// operands notes what figures may be computed from.
func (s *sums) operands() {
	s.asked = s.c.asked.numbers()
	asked := s.c.mentions(s.c.asked)
	if len(s.found)+len(asked) == 0 { // what was spoken of last
		for _, text := range slices.Backward(s.c.Texts) {
			if len(asked) == 0 && !isResult(text) && text != s.c.Asked && len(text) < 4000 {
				asked = s.c.mentions(readText(text))
			}
		}
	}
	for choice := range 3 { // of several that a word may stand for
		if choice == 0 || slices.ContainsFunc(slices.Concat(s.found, asked), func(m mention) bool { return len(m.things) > choice }) {
			for _, list := range [][]mention{s.found, asked, slices.Concat(s.found, asked)} {
				s.total(list, choice, true)
				s.total(list, choice, false)
			}
		}
	}
	s.count()
	last := true
	for i, text := range slices.Backward(s.c.Texts) {
		if isResult(text) || len(text) >= 4000 {
			continue
		}
		said := s.c.texts()[i]
		if s.purse = union(s.purse, said.money); last && text != s.c.Asked {
			s.before, last = said.money, false
		}
	}
}

// run reports whether an amount is the sum of those that stand in a row right before or
// right after it: "R$ 60: R$ 25, R$ 20 e R$ 15".
func (s *sums) run(i int) bool {
	for _, step := range []int{-1, 1} {
		sum, n := 0.0, 0
		for j := i + step; j >= 0 && j < len(s.all) && s.ok[j]; j += step {
			if g := s.all[j]; g.kind == money {
				sum, n = sum+g.values[0], n+1
			}
			if n > 1 && s.all[i].kind == money && s.is(s.all[i], sum) {
				return true
			}
		}
	}
	return false
}

// left reports whether a figure is what is left or missing between an amount that
// somebody said, such as a budget, and a sum: of what is named, of the answer, or of
// a result.
func (s *sums) left(f figure, own []float64) bool {
	spent := slices.Concat(s.whole, own)
	for _, r := range s.c.rows() {
		if r.alone {
			spent = append(spent, r.money...)
		}
	}
	return slices.ContainsFunc(s.purse, func(x float64) bool {
		return slices.ContainsFunc(spent, func(y float64) bool { return y > 0 && s.is(f, math.Abs(x-y)) })
	})
}

// total computes the sums of what is named, each as often as it says.
func (s *sums) total(list []mention, choice int, times bool) {
	var costs []float64
	var seen []int
	whole := 0.0
	for _, m := range list {
		i := m.things[min(choice, len(m.things)-1)]
		cost := float64(s.c.Things[i].Price) / 100
		if cost == 0 || slices.Contains(seen, i) {
			continue
		}
		if times && m.count > 0 {
			cost *= m.count
		}
		seen, costs, whole = append(seen, i), append(costs, cost), whole+cost
	}
	s.whole = append(s.whole, whole)
	for a, cost := range costs {
		s.single = append(s.single, cost)
		if s.v.has("again", 0, len(s.v.tokens)) { // one of them twice
			s.totals = append(s.totals, whole+cost)
		}
		sum := cost
		for b := a + 1; b < min(len(costs), a+30); b++ {
			sum += costs[b]
			s.totals = append(s.totals, sum)
			if len(costs) < 12 {
				s.totals = append(s.totals, cost+costs[b])
			}
		}
	}
}

// count notes how many people, nights and portions there may be.
func (s *sums) count() {
	table := 0
	for _, p := range s.c.Table {
		table += max(1, p.Count)
	}
	s.counts = []float64{float64(table)}
	for _, t := range []*text{s.v.text, s.c.asked} {
		for _, id := range book().under("count") {
			if len(t.by[id]) > 0 {
				s.counts = union(s.counts, []float64{float64(book().number(id))})
			}
		}
	}
	for i, f := range s.all { // nights
		if f.kind == date && i > 0 && s.all[i-1].kind == date && f.day > s.all[i-1].day {
			s.counts = append(s.counts, float64(f.day-s.all[i-1].day))
		}
	}
	if s.v.has("each", 0, len(s.v.tokens)) {
		for _, text := range s.c.Texts {
			if n := partyOf(text); n > 1 {
				s.counts = union(s.counts, []float64{n})
			}
		}
	}
	for _, f := range slices.Concat(s.all, s.asked) {
		if f.counts() {
			s.counts = union(s.counts, f.values)
		}
	}
}

// partyOf returns how many people a guest says there are: "somos quatro", "party
// of 4".
func partyOf(text string) float64 {
	if isResult(text) || len(text) > 4000 {
		return 0
	}
	t := readText(text)
	for _, m := range t.by[book().list("party")] {
		for _, i := range []int{m.to, m.from - 1} {
			if i >= 0 && i < len(t.tokens) {
				if f, ok := t.number(i); ok && f.kind == plain {
					return f.values[0]
				}
			}
		}
	}
	return 0
}

// grounded reports whether a figure stands in the facts.
func (s *sums) grounded(f figure) bool {
	switch f.kind {
	case date:
		return s.later(f) || s.c.says(func(t *said) bool {
			return slices.Contains(t.dates, [2]int{f.month, f.day}) || slices.Contains(t.dates, [2]int{f.day, f.month}) || len(f.values) > 0 && slices.Contains(t.days, float64(f.day))
		})
	case clock:
		at := int(f.values[0])
		return s.c.says(func(t *said) bool {
			return slices.ContainsFunc(t.clocks, func(m int) bool { return m%720 == at%720 }) || at%60 == 0 && close(t.amounts, float64(at/60), 0)
		})
	case percent:
		if ok, told := s.strength(f); told {
			return ok
		}
	}
	for _, v := range f.values {
		if f.kind == money && s.c.dishFor(v) && s.otherwise(f, v) {
			continue
		}
		if f.kind == money && slices.ContainsFunc(s.single, func(p float64) bool { return same(v, p) }) || s.c.says(func(t *said) bool {
			if f.kind == plain {
				return close(t.values, v, s.about(f, v)) || v <= 24 && slices.ContainsFunc(t.clocks, func(m int) bool { return float64(m) == v*60 || float64(m) == (v+12)*60 })
			}
			return close(t.amounts, v, s.about(f, v))
		}) {
			return true
		}
		if f.kind == plain && v == math.Trunc(v) && (v <= 1 || v <= 12 && s.listed(f, int(v))) || f.kind == percent && (v == 100 || v == 10 && s.says(f, "tip")) {
			return true
		}
	}
	return false
}

// otherwise reports whether what a dish costs is said as something else: a share,
// a difference, or a total of others.
func (s *sums) otherwise(f figure, v float64) bool {
	return s.v.has("head", f.last, min(f.last+4, s.unit(f).last)) || s.differs(f) ||
		s.nearSum(f) && !slices.ContainsFunc(s.single, func(p float64) bool { return same(v, p) })
}

// differs reports whether a figure is called a difference right at it.
func (s *sums) differs(f figure) bool {
	if s.v.has("gap", max(s.unit(f).first, f.first-4), f.first) {
		return true
	}
	last := min(f.last+3, s.unit(f).last)
	near := slices.Concat(s.v.find("diff", f.last, last), slices.DeleteFunc(slices.Clone(s.v.find("than", f.last, last)), func(m mark) bool { // "mais R$ 56" is added
		return m.to < len(s.v.tokens) && (s.v.tokens[m.to].digits || s.v.tokens[m.to].word == "r")
	}))
	if s.says(f, "versus") {
		near = append(near, s.v.find("by", max(0, f.first-2), f.first)...)
	}
	return slices.ContainsFunc(near, func(m mark) bool { return !s.v.broken(f.last-1, m.from) })
}

// halved reports whether a figure is called a half right before it.
func (s *sums) halved(f figure) bool {
	return s.v.has("half", max(s.unit(f).first, f.first-6), f.first)
}

// nearSum reports whether a figure is called a total right before it.
func (s *sums) nearSum(f figure) bool {
	return slices.ContainsFunc(s.v.find("sum", max(s.unit(f).first, f.first-5), f.first), func(m mark) bool { return !s.v.broken(m.from, f.first) || strings.Contains(s.v.before(f.first), ":") })
}

// strength reports whether a percentage is one that the card has for the thing it
// stands with, as a beer's, and whether the card has any: the name right after it
// ("5,8 % de la Porter"), the last before it, or words of one since the last number.
func (s *sums) strength(f figure) (ok, told bool) {
	if s.computed(f) && s.says(f, "tip", "sum") {
		return false, false
	}
	from := s.unit(f).first
	for _, g := range s.all {
		if from <= g.first && g.last <= f.first {
			from = g.last
		}
	}
	of := s.c.known(s.c.near(s.v.text, s.found, from, f.first, 1))
	for _, m := range s.found {
		if s.v.tokens[m.from].unit != s.v.tokens[f.first].unit {
			continue
		}
		if m.from >= from && m.to <= f.first || m.to <= f.first && len(of) == 0 {
			of = m.things
		} else if m.from >= f.last && s.touches(f.last, m.from) {
			of = m.things
			break
		}
	}
	for _, i := range of {
		about := s.c.profile(i).text
		told = told || strings.Contains(about, "%")
		ok = ok || told && slices.ContainsFunc(readNumbers(about), func(x float64) bool { return s.is(f, x) })
	}
	return ok, told && len(of) == 1
}

// bounds reports whether a price is said as a limit that what the sentence names
// keeps to.
func (s *sums) bounds(f figure) bool {
	over, named := s.v.has("over", max(s.unit(f).first, f.first-4), f.first), false
	for _, m := range s.found {
		if p := float64(s.c.Things[m.things[0]].Price) / 100; p > 0 && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			if named = true; over != (p > f.values[0]) {
				return false
			}
		}
	}
	return named && f.kind == money && s.limited(f)
}

// about is how far a figure that is said to be rough may be from the fact.
func (s *sums) about(f figure, v float64) float64 {
	rough := 0.0
	if f.part {
		rough = 2
	}
	if s.v.has("about", max(s.unit(f).first, f.first-3), f.first) || strings.ContainsAny(s.v.before(f.first), "~≈") {
		return max(v*0.05, 3*rough)
	}
	if v >= 1000 && math.Mod(v, 100) == 0 {
		return v * 0.02
	}
	return rough
}

// is reports whether a figure is a value, as it is, rounded, or said to be about
// it.
func (s *sums) is(f figure, x float64) bool {
	return slices.ContainsFunc(f.values, func(v float64) bool {
		return math.Abs(v-x) < 0.006 || !f.exact && same(v, x) || math.Abs(v-x) <= s.about(f, v)
	})
}

// listed reports whether a small number counts what the answer or a tool lists,
// or who is at the table, and measures nothing.
func (s *sums) listed(f figure, n int) bool {
	if f.last < len(s.v.tokens) && s.v.has("measure", f.last, f.last+1) {
		return false
	}
	lines := 0
	for _, u := range s.v.units {
		if u.list {
			lines++
		}
	}
	var seen []int
	for _, m := range s.found {
		seen = union(seen, m.things[:1])
	}
	return n <= max(lines, len(seen)) || n == int(s.counts[0]) || slices.ContainsFunc(s.c.columns(), func(col column) bool { return len(col.values) == n })
}

// follows reports whether a figure is computed in a step or two from what the
// answer is about: its own right figures, the prices of what it names, the
// guest's figures and those said last, what tools returned. A step is taken where
// the sentence or the guest speaks of it.
func (s *sums) follows(i int) bool {
	f := s.all[i]
	is := func(x float64) bool { return s.is(f, x) }
	own, here := s.right(i)
	switch {
	case f.kind == percent:
		amounts := 0 // of two it would be the ratio
		for _, g := range s.all {
			if g.kind == money && s.unit(g) == s.unit(f) {
				amounts++
			}
		}
		return s.ratio(f, own, own) || slices.ContainsFunc(s.all, func(g figure) bool { // the rest
			return g.kind == percent && g.first != f.first && s.unit(g) == s.unit(f) && is(100-g.values[0])
		}) || amounts < 2 && s.table(f, own)
	case f.kind != money && f.kind != plain:
		return false
	case slices.ContainsFunc(slices.Concat(s.totals, s.rates()), is):
		return true
	}
	prices := s.prices(f)
	named := slices.Concat(prices, s.before)
	shared := here // what is divided: what was just said, or else what is spoken of
	if !slices.ContainsFunc(here, func(x float64) bool { return x > 31 }) {
		shared = slices.Concat(s.totals, s.single, named)
	}
	ordered := s.cost(s.c.known(s.c.near(s.c.asked, nil, 0, len(s.c.asked.tokens), 1)))
	if s.shares(f, shared) || slices.ContainsFunc(s.taxed(f, slices.Concat(own, s.totals, named)), is) || s.multiple(f, slices.Concat(own, s.single, s.totals, named, ordered)) {
		return true
	}
	diff, more, sum := s.says(f, "diff", "versus") || s.differs(f), s.says(f, "more"), s.says(f, "sum")
	others, times := slices.Concat(own, named, s.single), []float64{1}
	if s.says(f, "times") { // three nights elsewhere
		times = append(times, s.counts[1:]...)
		for _, n := range s.counts[1:] {
			others = append(others, scaled(prices, n)...)
		}
	}
	for _, x := range slices.Concat(here, prices) {
		if diff && slices.ContainsFunc(others, func(y float64) bool {
			return slices.ContainsFunc(times, func(n float64) bool { return is(n * math.Abs(x-y)) })
		}) ||
			diff && !slices.Contains(s.single, x) && slices.ContainsFunc(s.whole, func(y float64) bool { return is(math.Abs(x - y)) }) ||
			sum && slices.ContainsFunc(s.whole, func(y float64) bool { return is(x + y) }) ||
			more && slices.ContainsFunc(named, func(y float64) bool { return is(x+y) || is(math.Abs(x-y)) }) {
			return true
		}
	}
	return diff && s.left(f, own) || s.run(i) || s.joined(f, slices.Concat(here, prices)) || s.table(f, own)
}

// partOf reports whether a part that is said in words is one of the amount in its
// sentence to another that was said, or one that a table has; where there is
// neither, nobody can tell.
func (s *sums) partOf(i int) bool {
	f := s.all[i]
	var amounts []float64
	for _, g := range s.all {
		if g.kind == money && s.unit(g) == s.unit(f) {
			amounts = append(amounts, g.values...)
		}
	}
	of := slices.Clone(s.before)
	for _, r := range s.c.rows() {
		of = append(of, r.money...)
	}
	cols := s.relevant(s.unit(f))
	for _, c := range cols {
		of = append(append(of, c.values...), c.total)
	}
	if len(amounts) > 0 && len(of) > 1 {
		return s.ratio(f, amounts, of)
	}
	own, _ := s.right(i)
	return !slices.ContainsFunc(cols, func(c column) bool { return len(c.values) > 1 }) || s.table(f, own)
}

// right returns the right figures of the answer and the guest's, and those of the
// sentence of a figure and the one before.
func (s *sums) right(i int) (own, here []float64) {
	for j, g := range s.all {
		if j != i && s.ok[j] && (g.kind == money || g.kind == plain) {
			own = append(own, g.values...)
			if d := s.v.tokens[s.all[i].first].unit - s.v.tokens[g.first].unit; d == 0 || d == 1 {
				here = append(here, g.values...)
			}
		}
	}
	for _, g := range s.asked {
		if g.kind == money || g.kind == plain && len(g.values) > 0 && g.values[0] > 12 {
			own = append(own, g.values...)
		}
	}
	return own, here
}

// ratio reports whether a percentage is a ratio or a change between amounts.
func (s *sums) ratio(f figure, xs, ys []float64) bool {
	for _, x := range xs {
		for _, y := range ys {
			if y != 0 && (s.is(f, x/y*100) || s.is(f, math.Abs(x-y)/y*100)) || y > x && s.says(f, "diff") && s.is(f, x/(y-x)*100) {
				return true
			}
		}
	}
	return false
}

// shares reports whether a figure is the half or the share of an amount, with
// service or without.
func (s *sums) shares(f figure, of []float64) bool {
	each, half := s.says(f, "each"), s.halved(f)
	return (each || half) && slices.ContainsFunc(slices.Concat(of, s.taxed(f, of)), func(x float64) bool {
		return half && s.is(f, x/2) || each && slices.ContainsFunc(s.counts, func(n float64) bool { return n > 1 && s.is(f, x/n) })
	})
}

// multiple reports whether a figure is an amount as many times as is said.
func (s *sums) multiple(f figure, of []float64) bool {
	return slices.ContainsFunc(s.counts, func(n float64) bool {
		return n > 1 && (s.says(f, "times") || s.numeral(f, n)) && slices.ContainsFunc(of, func(x float64) bool { return s.is(f, x*n) })
	})
}

// taxed returns amounts with service or a discount, and what these are, where a
// sentence speaks of them.
func (s *sums) taxed(f figure, amounts []float64) (all []float64) {
	u := s.unit(f)
	if !s.says(f, "tip") && !strings.Contains(s.v.raw[u.from:u.to], "%") {
		return nil
	}
	rates := []float64{10}
	for _, g := range slices.Concat(s.all, s.asked) {
		if g.kind == percent && len(g.values) > 0 {
			rates = union(rates, g.values[:1])
		}
	}
	for _, x := range amounts {
		for _, r := range rates {
			all = append(all, x*r/100, x*(1+r/100))
			if s.says(f, "discount") {
				all = append(all, x*(1-r/100))
			}
		}
	}
	return all
}

// numeral reports whether a count is said in the sentence of a price.
func (s *sums) numeral(f figure, n float64) bool {
	u := s.unit(f)
	for _, id := range book().under("count") {
		if float64(book().number(id)) == n && (len(s.v.by[id]) > 0 || len(s.c.asked.by[id]) > 0) {
			return true
		}
	}
	is := func(g figure) bool { return (g.kind == plain || g.kind == nothing) && slices.Contains(g.values, n) }
	return slices.ContainsFunc(s.asked, is) || slices.ContainsFunc(s.all, func(g figure) bool {
		return u.first <= g.first && g.first < u.last && g.first != f.first && is(g)
	})
}
