package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// figures looks whether every number stands in the facts or follows by a step from others. A
// number that was accepted is an operand for the next.
func (c *checker) figures(v *findings, found []mention) {
	all := v.numbers()
	if len(all) == 0 {
		return
	}
	s := &sums{c: c, v: v, spoken: found, all: all, ok: make([]bool, len(all))}
	s.found = slices.DeleteFunc(slices.Clone(found), func(m mention) bool { return v.dropped(found, m, "drop") })
	s.operands()
	for range 3 { // what follows from a number may stand before it
		for i := range all {
			s.ok[i] = s.ok[i] || s.right(i)
		}
	}
	for i, f := range all {
		raw := v.raw[v.tokens[f.first].from:v.tokens[f.last-1].to]
		names := s.beside[i]
		switch {
		case s.ok[i]:
			if f.kind == date && !s.weekday(f) {
				v.wrong(Figure, f.first, f.last, "%q is another day of the week", raw)
			}
		case f.kind != money || len(names) == 0 || c.Things[names[0].things[0]].Price == 0:
			v.wrong(Figure, f.first, f.last, s.mend(f), raw)
		default:
			thing, fix := c.Things[names[0].things[0]], ""
			if len(names) == 1 && len(names[0].things) == 1 && s.direct(f, names[0]) && !f.inWords && c.spoken(f.sign) {
				fix = written(thing.Price, raw)
			}
			v.add(Figure, v.tokens[f.first].from, v.tokens[f.last-1].to, fix, "%q is not the price of %s: it is %s", raw, thing.Name, written(thing.Price, "0,00"))
		}
	}
}

// mend says what to do about a figure that is not right.
func (s *sums) mend(f figure) string {
	switch {
	case f.kind == money || f.kind == percent:
		return "no fact says %q, and no step from amounts that are known gives it: compute it with a tool, or leave it out"
	case f.kind == plain && s.v.has("night", f.last, f.last+1):
		return "%q is neither the number of nights that was spoken of nor what lies between the dates"
	}
	return "no fact says %q: look it up, or leave it out"
}

// right reports whether a figure is right.
func (s *sums) right(i int) bool {
	f := s.all[i]
	switch {
	case f.kind == nothing || within(s.found, f.first) || s.v.reported(f.first) || degrees().MatchString(s.v.raw[s.v.tokens[f.last-1].to:]):
		return true
	case f.part:
		return s.partOf(i)
	case f.kind == plain && len(f.values) == 1 && s.v.has("night", f.last, f.last+1):
		return s.nightsRight(f)
	case f.kind == percent:
		return s.grounded(f) || s.percentage(i)
	case f.kind == money && !f.abroad() && (f.sign != "" && f.sign != "$" || len(s.beside[i]) > 0): // a dollar of no dish is of a purchase
		return s.paid(i)
	}
	return s.grounded(f) || f.kind == plain && s.coming(f) || (f.kind == plain || f.kind == money) && s.reached(i)
}

// abroad reports whether an amount is in dollars, as purchases are: it is no price of a
// dish, whatever dish its sentence names.
func (f *figure) abroad() bool { return f.sign == "US$" }

// operands notes what figures may be computed from.
func (s *sums) operands() {
	s.asked, s.named = s.c.asked.numbers(), s.c.mentions(s.c.asked)
	s.rounds = s.c.asked.has("rounded", 0, len(s.c.asked.tokens)) || s.v.has("rounded", 0, len(s.v.tokens))
	last := true
	for i, text := range slices.Backward(s.c.Texts) {
		if isResult(text) || len(text) >= 4000 {
			continue
		}
		said := s.c.texts()[i]
		if s.purse = union(s.purse, said.purse); last && text != s.c.Asked {
			s.before = slices.DeleteFunc(slices.Clone(said.money), func(v float64) bool { return len(s.c.costing(said, v)) > 0 })
			last = len(s.before) == 0
		}
		if len(s.found)+len(s.named) == 0 && text != s.c.Asked {
			s.named = s.c.mentions(readText(text))
		}
	}
	s.count()
	for _, f := range s.asked {
		if f.kind == money || f.kind == plain && f.values[0] >= 20 {
			s.purse = union(s.purse, f.values)
		}
	}
	s.purse = slices.DeleteFunc(s.purse, func(x float64) bool { return x < 20 })
	s.purse = union(s.purse, products(s.purse, s.party))
	s.bind()
}

// degrees is what stands behind a temperature, or behind the lower of two: how hot or
// cold a thing is had is known to all.
var degrees = pattern.Of(`^(?:\s*(?:a|to|e|y|and|até|hasta|-|–)\s*\d{1,3})?\s*(?:[°º]|(?:graus|grados|degrees|celsius)\b)`)

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
	spoken []mention // all names of the answer
	found  []mention // those that it does not leave out
	all    []figure
	ok     []bool
	beside [][]mention // of each figure, the names that it stands with
	named  []mention   // in the guest's message, or in what was said last if neither it nor the answer names anything
	counts []float64   // people, nights and portions that the answer or the guest speaks of; first who is at the table
	before []float64   // amounts that were said last
	people []float64   // how many may share something
	party  []float64   // of people, those who are at the table, or are said to be
	nights []float64   // nights and people of this turn's results
	purse  []float64   // amounts that the guest may spend, and for all if they are for one
	asked  []figure
	rounds bool // the answer or the guest speaks of rounding
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

// counts reports whether a figure may say how many there are of something.
func (f figure) counts() bool {
	return (f.kind == plain || f.kind == nothing) && len(f.values) == 1 && f.values[0] > 1 && f.values[0] <= 31 && f.values[0] == math.Trunc(f.values[0])
}

// count notes how many people, nights and portions there may be.
func (s *sums) count() {
	table := 0
	for _, p := range s.c.Table {
		table += max(1, p.Count)
	}
	s.people = []float64{float64(table)}
	for _, text := range s.c.Texts {
		if n := partyOf(text); n > 1 {
			s.people = union(s.people, []float64{n})
		}
	}
	s.party, s.counts = slices.Clone(s.people), []float64{float64(table)}
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
	for _, r := range s.c.rows() {
		for _, n := range r.times {
			if r.alone && n <= counted {
				s.nights = union(s.nights, []float64{n})
			}
		}
	}
	s.nights = union(s.nights, s.stays())
	for _, f := range s.asked {
		if f.counts() {
			s.counts, s.people = union(s.counts, f.values), union(s.people, f.values)
		}
	}
	for _, f := range s.all {
		if f.counts() {
			s.counts = union(s.counts, f.values)
			if !slices.ContainsFunc(s.spoken, func(m mention) bool { return m.count == f.values[0] && f.last <= m.from && m.from < f.last+3 }) { // "5 Pilsen"
				s.people = union(s.people, f.values)
			}
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

// emergency are the numbers that are called for help: Brazil's, Europe's, America's.
var emergency = []float64{190, 192, 193, 112, 911}

// grounded reports whether a figure that is no amount of money stands in the facts.
func (s *sums) grounded(f figure) bool {
	switch f.kind {
	case date:
		return s.later(f) || f.day == 1 && s.c.asked.has("month "+strconv.Itoa(f.month), 0, len(s.c.asked.tokens)) || s.c.says(func(t *said) bool {
			return slices.Contains(t.dates, [2]int{f.month, f.day}) || slices.Contains(t.dates, [2]int{f.day, f.month})
		}) || len(f.values) > 0 && slices.ContainsFunc(append(slices.Clone(s.c.Told), s.c.Asked), func(t string) bool {
			return slices.Contains(readings.Get(t, func() *said { return readSaid(t) }).days, float64(f.day))
		})
	case clock:
		at := int(f.values[0])
		return s.c.says(func(t *said) bool {
			return slices.ContainsFunc(t.clocks, func(m int) bool { return m%1440 == at%1440 || at <= 720 && m%720 == at%720 }) || at%60 == 0 && (close(t.amounts, float64(at/60), 0) || !t.result && close(t.amounts, float64(at/60%12), 0))
		})
	case percent:
		if ok, told := s.strength(f); told {
			limit, _, _ := s.asLimit(f)
			return ok || s.tabled(f) || !limit && s.c.says(func(t *said) bool { return !t.result && close(t.amounts, f.values[0], 0) })
		}
	}
	if u := s.unit(f); f.kind == plain && len(f.values) == 1 && slices.Contains(emergency, f.values[0]) && s.v.has("emergency", u.first, u.last) {
		return true // "ligue 192"
	}
	return slices.ContainsFunc(f.values, func(v float64) bool {
		return s.c.says(func(t *said) bool {
			if f.kind == plain {
				if s.v.has("party", f.last, f.last+1) { // people are no hours
					return close(t.amounts, v, s.about(f, v))
				}
				return close(t.values, v, s.about(f, v)) || v <= 24 && slices.ContainsFunc(t.clocks, func(m int) bool { return float64(m) == v*60 || float64(m) == (v+12)*60 })
			}
			return close(t.amounts, v, s.about(f, v))
		}) || f.kind == plain && v == math.Trunc(v) && (v <= 1 || v <= 12 && s.listed(f, int(v)) || v == majority && !s.measures(f)) || f.kind == percent && (v == 100 || v == 10 && s.says(f, "tip"))
	})
}

// strength reports whether a percentage is one that the card has for the thing it
// stands with, as a beer's, and whether the card has any: the name right after it
// ("5,8 % de la Porter"), the last before it, or words of one since the last number.
func (s *sums) strength(f figure) (ok, told bool) {
	if s.says(f, "tip", "sum") {
		return false, false
	}
	from := s.unit(f).first
	for _, g := range s.all {
		if from <= g.first && g.last <= f.first {
			from = g.last
		}
	}
	limit, denied, over := s.asLimit(f)
	if limit && denied { // "under 6% we have none"
		return true, true
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
		ok = ok || told && !limit && slices.ContainsFunc(readNumbers(about), func(x float64) bool { return s.is(f, x) })
		for _, m := range strengths().FindAllString(about, -1) {
			ok = ok || limit && slices.ContainsFunc(readNumbers(m), func(x float64) bool { return (x > f.values[0]) == over })
		}
	}
	return ok, told && len(of) == 1
}

var strengths = pattern.Of(`\d+(?:[.,]\d+)?\s*%`)

// asLimit reports whether a percentage is said as a limit that the guest gave, as one that
// something does not keep, and as the lower one: "under 6% we have none".
func (s *sums) asLimit(f figure) (is, denied, over bool) {
	near := max(s.unit(f).first, f.first-4)
	if !s.v.has("limit", near, f.first) || len(f.values) == 0 {
		return false, false, false
	}
	own := s.v.clause(s.unit(f), f.first)
	denied = slices.ContainsFunc(slices.Concat(s.c.nots(s.v.text, own), s.v.find("nothing", own.first, own.last)), func(m mark) bool {
		from, to := min(m.from, f.first), max(m.from, f.first)
		return !s.v.broken(from, to) && !s.v.has("and", from, to) // "not bitter, and under 6%"
	})
	return slices.ContainsFunc(append(slices.Clone(s.c.Told), s.c.Asked), func(t string) bool {
		return close(readings.Get(t, func() *said { return readSaid(t) }).amounts, f.values[0], 0)
	}), denied, s.v.has("over", near, f.first)
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
	if v >= 1000 && math.Mod(v, 100) == 0 && !f.exact {
		return v * 0.02
	}
	return rough
}

// is reports whether a figure is a value, as it is, rounded, or said to be about
// it.
func (s *sums) is(f figure, x float64) bool {
	return slices.ContainsFunc(f.values, func(v float64) bool {
		return math.Abs(v-x) < 0.006 || !f.exact && same(v, x) || math.Abs(v-x) <= s.about(f, v) || s.rounds && v == math.Trunc(v) && math.Abs(v-x) < 1
	})
}

// majority is the age from which one may drink, which is known to all.
const majority = 18

// measures reports whether a number has a unit, as km.
func (s *sums) measures(f figure) bool { return s.v.has("measure", f.last, f.last+1) }

// listed reports whether a small number counts what the answer or a tool lists,
// or who is at the table, and measures nothing.
func (s *sums) listed(f figure, n int) bool {
	if s.measures(f) {
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

// percentage reports whether a percentage is a ratio of two amounts that were said,
// what remains of another, or one that a table has.
func (s *sums) percentage(i int) bool {
	f := s.all[i]
	own, amounts := s.own(i), 0
	for _, g := range s.all {
		if g.kind == money && s.unit(g) == s.unit(f) {
			amounts++
		}
	}
	var totals []float64
	for _, c := range s.c.columns() { // "the three come to US$ 90.00, 60% of all"
		totals = append(totals, c.total)
	}
	return s.ratio(f, own, slices.Concat(own, totals)) || slices.ContainsFunc(s.all, func(g figure) bool {
		return g.kind == percent && g.first != f.first && s.unit(g) == s.unit(f) && s.is(f, 100-g.values[0])
	}) || amounts < 2 && s.table(f, own) // of two it would be the ratio
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
	for _, e := range s.c.ledger() {
		if e.fresh {
			of = append(of, e.value)
		}
	}
	cols := s.relevant(s.unit(f))
	for _, c := range cols {
		of = append(append(of, c.values...), c.total)
	}
	if len(amounts) > 0 && len(of) > 1 {
		return s.ratio(f, amounts, of)
	}
	return !slices.ContainsFunc(cols, func(c column) bool { return len(c.values) > 1 }) || s.table(f, s.own(i))
}

// own returns the right amounts of the answer and the guest's.
func (s *sums) own(i int) (all []float64) {
	for j, g := range s.all {
		if j != i && s.ok[j] && (g.kind == money || g.kind == plain) {
			all = append(all, g.values...)
		}
	}
	for _, g := range s.asked {
		if g.kind == money || g.kind == plain && len(g.values) > 0 && g.values[0] > 12 {
			all = append(all, g.values...)
		}
	}
	return all
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
