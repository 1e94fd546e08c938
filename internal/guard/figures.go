package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

func (c *checker) texts() *said {
	if c.said == nil {
		c.said = readSaid(append(slices.Clone(c.Texts), c.Asked))
	}
	return c.said
}

func (c *checker) words() map[string]bool { return c.texts().words }

// figures looks whether every number stands in the facts, follows by one step
// from others, or is the price of the thing it stands with. A number that was
// accepted is an operand for the next.
func (c *checker) figures(v *findings, found []mention) {
	all := v.numbers()
	s := sums{c: c, v: v, found: found, all: all, ok: make([]bool, len(all))}
	if len(all) > 0 {
		s.operands()
	}
	s.fractions()
	beside := s.beside()
	for range 2 { // what follows from a number may stand before it
		for i, f := range all {
			switch {
			case s.ok[i]:
			case f.kind == nothing || within(found, f.first) || v.reported(f.first):
				s.ok[i] = true
			case f.kind == money && len(beside[i]) > 0:
				s.ok[i] = s.priced(i, beside[i])
			case f.kind == money && s.misplaced(f):
			default:
				s.ok[i] = s.grounded(f) || s.follows(i) || s.bounds(f)
			}
		}
	}
	for i, f := range all {
		raw := v.raw[v.tokens[f.first].from:v.tokens[f.last-1].to]
		if s.ok[i] {
			if f.kind == date && !s.weekday(f) {
				v.wrong(Figure, f.first, f.last, "%q is another day of the week", raw)
			}
			continue
		}
		names := beside[i]
		if f.kind != money || len(names) == 0 {
			v.wrong(Figure, f.first, f.last, "no fact says %q", raw)
			continue
		}
		thing, fix := c.Things[names[0]], ""
		if len(names) == 1 && !s.computed(f) && !f.inWords && c.spoken(f.sign) {
			fix = written(thing.Price, raw)
		}
		v.add(Figure, v.tokens[f.first].from, v.tokens[f.last-1].to, fix, "%q is not the price of %s: it is %s", raw, thing.Name, written(thing.Price, "0,00"))
	}
}

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
	totals []float64 // sums of the things that the answer or the guest names, in major units
	whole  []float64 // of totals, those of all that the answer or the guest names
	counts []float64 // people, nights and portions that the answer or the guest speaks of; first who is at the table
	before []float64 // figures that were said last
	asked  []figure
}

func (s *sums) unit(f figure) unit { return s.v.units[s.v.tokens[f.first].unit] }

// says reports whether the sentence of a figure, or the head of its list, has a
// word of a list.
func (s *sums) says(f figure, list string) bool {
	u := s.unit(f)
	return s.c.asked.has(list, 0, len(s.c.asked.tokens)) || s.v.has(list, u.first, u.last) || u.under >= 0 && s.v.has(list, s.v.units[u.under].first, s.v.units[u.under].last)
}

// computed reports whether a figure is said to be the result of a computation,
// by the words and signs around it.
func (s *sums) computed(f figure) bool {
	u := s.unit(f)
	if slices.ContainsFunc([]string{"sum", "each", "half", "tip", "times", "diff", "sales"}, func(list string) bool { return s.says(f, list) }) || strings.ContainsAny(s.v.raw[u.from:u.to], "=+×%") {
		return true
	}
	return slices.ContainsFunc(s.all, func(g figure) bool {
		return g.first != f.first && u.first <= g.first && g.first < u.last && (g.kind == plain || g.kind == nothing) && len(g.values) == 1 && g.values[0] > 1 && g.values[0] <= 31
	})
}

// operands notes what figures may be computed from.
func (s *sums) operands() {
	s.asked = s.c.asked.numbers()
	asked := s.c.mentions(s.c.asked)
	for choice := range 3 { // of several that a word may stand for
		if choice == 0 || slices.ContainsFunc(slices.Concat(s.found, asked), func(m mention) bool { return len(m.things) > choice }) {
			s.total(asked, choice)
		}
	}
	s.count()
	for _, text := range slices.Backward(s.c.Texts) {
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") && text != s.c.Asked && len(text) < 4000 {
			for _, f := range readText(text).numbers() {
				if f.kind == money {
					s.before = append(s.before, f.values...)
				}
			}
			break
		}
	}
}

// total computes the sums of what is named.
func (s *sums) total(asked []mention, choice int) {
	var things []int
	many := map[int]float64{}
	note := func(t *text, found []mention) {
		for _, m := range found {
			i := m.things[min(choice, len(m.things)-1)]
			if s.c.Things[i].Price == 0 {
				continue
			}
			things = union(things, []int{i})
			if u := t.units[t.tokens[m.from].unit]; t.has("each", m.to, u.last) { // "for Ana and Bia, …, R$ 10 each"
				if who := s.c.people(t, span{u.first, u.last}); len(who) > 1 {
					many[i] = float64(len(who))
				}
			}
			for _, j := range []int{m.from - 1, m.from - 2, m.to} {
				if j < 0 || j >= len(t.tokens) || t.broken(min(j, m.to-1), max(j, m.from)) {
					continue
				}
				f, ok := t.number(j)
				if ok && f.kind == plain && f.values[0] > 1 && f.values[0] <= 50 && f.last-f.first == 1 && many[i] == 0 {
					many[i] = f.values[0]
				}
			}
		}
	}
	note(s.v.text, s.found)
	own := len(things)
	note(s.c.asked, asked)
	if len(things) == 0 {
		for _, text := range slices.Backward(s.c.Texts) { // what was spoken of last
			if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") && text != s.c.Asked && len(text) < 4000 {
				if t := readText(text); len(t.tokens) > 0 {
					note(t, s.c.mentions(t))
				}
				if len(things) > 0 {
					break
				}
			}
		}
	}
	price := func(i int, times bool) float64 {
		p := float64(s.c.Things[i].Price) / 100
		if times && many[i] > 0 {
			p *= many[i]
		}
		return p
	}
	for _, list := range [][]int{things[:own], things[own:], things} {
		for _, times := range []bool{true, false} {
			whole := 0.0
			for _, i := range list {
				whole += price(i, times)
			}
			s.whole = append(s.whole, whole)
			if s.v.has("again", 0, len(s.v.tokens)) {
				for _, i := range list { // one of them twice
					s.totals = append(s.totals, whole+price(i, false))
				}
			}
			for a := range list {
				sum := 0.0
				for b := a; b < len(list) && b < a+30; b++ {
					sum += price(list[b], times)
					if b == a {
						s.single = append(s.single, sum)
					} else {
						s.totals = append(s.totals, sum)
					}
				}
				for b := a + 2; b < len(list) && len(list) < 12; b++ {
					s.totals = append(s.totals, price(list[a], times)+price(list[b], times))
				}
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
		if (f.kind == plain || f.kind == nothing) && len(f.values) == 1 && f.values[0] > 1 && f.values[0] <= 31 && f.values[0] == math.Trunc(f.values[0]) {
			s.counts = union(s.counts, f.values)
		}
	}
}

// partyOf returns how many people a guest says there are: "somos quatro", "party
// of 4".
func partyOf(text string) float64 {
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") || len(text) > 4000 {
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
	said := s.c.texts()
	switch f.kind {
	case date:
		return slices.Contains(said.dates, [2]int{f.month, f.day}) || slices.Contains(said.dates, [2]int{f.day, f.month}) || len(f.values) > 0 && slices.Contains(said.days, float64(f.day)) || s.later(f)
	case clock:
		at := int(f.values[0])
		return slices.ContainsFunc(said.clocks, func(m int) bool { return m%1440 == at%1440 || m+720 == at || at+720 == m }) || at%60 == 0 && close(said.amounts, float64(at/60))
	}
	amounts := said.amounts
	if f.kind == plain {
		amounts = said.values
	}
	if f.kind == percent {
		if ok, told := s.strength(f); told {
			return ok
		}
	}
	for _, v := range f.values {
		if f.kind == money && s.c.dishFor(v) && s.v.has("head", f.last, min(f.last+4, s.unit(f).last)) {
			continue // nor is a share
		}
		if f.kind == money && s.differs(f) && s.c.dishFor(v) {
			continue // nor a difference
		}
		if f.kind == money && s.nearSum(f) && s.c.dishFor(v) && !slices.ContainsFunc(s.single, func(p float64) bool { return same(v, p) }) {
			continue // a total is not what some other thing costs
		}
		if close(amounts, v) || f.kind == money && slices.ContainsFunc(s.single, func(p float64) bool { return same(v, p) }) {
			return true
		}
		if n := s.about(f, v); n > 0 && slices.ContainsFunc(amounts, func(x float64) bool { return math.Abs(x-v) <= n }) {
			return true
		}
		if f.kind == plain && v == math.Trunc(v) && (v <= 1 || v <= 12 && s.listed(f, int(v))) {
			return true
		}
		if f.kind == plain && v <= 24 && slices.ContainsFunc(said.clocks, func(m int) bool { return float64(m) == v*60 || float64(m) == (v+12)*60 }) {
			return true
		}
		if f.kind == percent && (v == 100 || v == 10 && s.says(f, "tip")) {
			return true
		}
	}
	return false
}

// differs reports whether a figure is called a difference right after it.
func (s *sums) differs(f figure) bool {
	if s.v.has("gap", max(s.unit(f).first, f.first-4), f.first) {
		return true
	}
	last := min(f.last+3, s.unit(f).last)
	near := slices.Concat(s.v.find("diff", f.last, last), s.v.find("than", f.last, last))
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

// dishFor reports whether some dish or drink costs that.
func (c *checker) dishFor(v float64) bool {
	for i, t := range c.Things {
		if t.Price > 0 && c.dish(i) && same(v, float64(t.Price)/100) {
			return true
		}
	}
	return false
}

// strength reports whether a percentage is one that the card has for the thing
// named before it, as a beer's, and whether the card has any.
func (s *sums) strength(f figure) (ok, told bool) {
	if s.computed(f) && (s.says(f, "tip") || s.says(f, "sum")) {
		return false, false
	}
	for _, m := range slices.Backward(s.found) {
		if m.from < f.first && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			about := s.c.profile(m.things[0]).text
			if len(m.things) > 1 || !strings.Contains(about, "%") {
				return false, false
			}
			return slices.ContainsFunc(readNumbers(about), func(x float64) bool { return s.is(f, x) }), true
		}
	}
	return false, false
}

// bounds reports whether a price is said as a limit that what the sentence names
// keeps to.
func (s *sums) bounds(f figure) bool {
	if f.kind != money || !s.limited(f) {
		return false
	}
	over, named := s.v.has("over", max(s.unit(f).first, f.first-4), f.first), false
	for _, m := range s.found {
		if p := float64(s.c.Things[m.things[0]].Price) / 100; p > 0 && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			if named = true; over != (p > f.values[0]) {
				return false
			}
		}
	}
	return named
}

// about is how far a figure that is said to be rough may be from the fact.
func (s *sums) about(f figure, v float64) float64 {
	u := s.unit(f)
	if s.v.has("about", max(u.first, f.first-3), f.first) || strings.ContainsAny(s.v.before(f.first), "~≈") {
		return v * 0.05
	}
	if v >= 1000 && math.Mod(v, 100) == 0 {
		return v * 0.02
	}
	return 0
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
	if f.kind != money && f.kind != plain && f.kind != percent {
		return false
	}
	if s.running(i) || f.kind != percent && slices.ContainsFunc(s.totals, is) {
		return true
	}
	var own, here []float64 // right figures of the answer, and of this sentence and the one before
	for j, g := range s.all {
		if j != i && s.ok[j] && (g.kind == money || g.kind == plain) {
			own = append(own, g.values...)
			if d := s.v.tokens[f.first].unit - s.v.tokens[g.first].unit; d == 0 || d == 1 {
				here = append(here, g.values...)
			}
		}
	}
	for _, g := range s.asked {
		if g.kind == money || g.kind == plain && len(g.values) > 0 && g.values[0] > 12 {
			own = append(own, g.values...)
		}
	}
	if f.kind == percent {
		stands := 0
		for _, g := range s.all {
			if g.kind == money && s.v.tokens[g.first].unit == s.v.tokens[f.first].unit {
				stands++
			}
		}
		for _, x := range own {
			for _, y := range own {
				if y != 0 && (is(x/y*100) || is(math.Abs(x-y)/y*100)) || y > x && s.says(f, "diff") && is(x/(y-x)*100) {
					return true
				}
			}
		}
		return stands < 2 && s.table(f, own)
	}
	prices := s.prices(f)
	shared := here // what is divided: what was just said, or else what is spoken of
	if !slices.ContainsFunc(here, func(x float64) bool { return x > 31 }) {
		shared = slices.Concat(s.totals, s.single, prices, s.before)
	}
	for _, x := range slices.Concat(shared, s.taxed(f, shared)) {
		if s.halved(f) && is(x/2) || s.says(f, "each") && slices.ContainsFunc(s.counts, func(n float64) bool { return n > 1 && is(x/n) }) {
			return true
		}
	}
	if slices.ContainsFunc(s.taxed(f, slices.Concat(own, s.totals, prices, s.before)), is) {
		return true
	}
	ordered := s.cost(nil, s.c.known(s.c.near(s.c.asked, nil, 0, len(s.c.asked.tokens), 1)))
	for _, x := range slices.Concat(own, s.single, s.totals, prices, ordered) {
		for _, n := range s.counts {
			if n > 1 && (s.says(f, "times") || s.numeral(f, n)) && is(x*n) {
				return true
			}
		}
	}
	diff, more, sum := s.says(f, "diff") || s.says(f, "versus") || s.differs(f), s.says(f, "more"), s.says(f, "sum")
	for _, x := range slices.Concat(here, prices) {
		if diff && slices.ContainsFunc(slices.Concat(own, prices, s.before), func(y float64) bool { return is(math.Abs(x - y)) }) {
			return true
		}
		if diff && !slices.Contains(s.single, x) && slices.ContainsFunc(s.whole, func(y float64) bool { return is(math.Abs(x - y)) }) {
			return true
		}
		if sum && slices.ContainsFunc(s.whole, func(y float64) bool { return is(x + y) }) {
			return true
		}
		if more && slices.ContainsFunc(slices.Concat(prices, s.before), func(y float64) bool { return is(x+y) || is(math.Abs(x-y)) }) {
			return true
		}
	}
	if strings.ContainsAny(s.v.raw, "=×") && s.formula(f) {
		return true
	}
	return s.table(f, own)
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

// formula reports whether a figure is what a formula before it comes to: 2 × 58
// + 3 × 28 =.
func (s *sums) formula(f figure) bool {
	u := s.unit(f)
	sum, term := 0.0, 0.0
	for j, g := range s.all {
		if g.first < u.first || g.first >= f.first || len(g.values) == 0 {
			continue
		}
		sign := s.v.before(g.first)
		switch {
		case strings.ContainsAny(sign, "×*x") && term != 0:
			term *= g.values[0]
		case strings.ContainsAny(sign, "+") || term == 0:
			sum, term = sum+term, g.values[0]
		case j > 0:
			sum, term = 0, g.values[0]
		}
	}
	return s.is(f, sum+term)
}

// running reports whether a figure is the sum of right amounts that stand in a
// row right before it or right after it.
func (s *sums) running(i int) bool {
	f := s.all[i]
	for _, step := range []int{-1, 1} {
		sum, n := 0.0, 0
		for j := i + step; j >= 0 && j < len(s.all); j += step {
			g := s.all[j]
			if g.kind != f.kind || s.limited(g) || len(g.values) == 0 {
				continue
			}
			if !s.ok[j] {
				break
			}
			if sum, n = sum+g.values[0], n+1; n > 1 && s.is(f, sum) {
				return true
			}
		}
	}
	return false
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
