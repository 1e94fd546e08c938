package guard

import (
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// An entry is an amount of money that a tool returned or somebody said.
type entry struct {
	value float64
	of    []string // folded: the name of what it is a price of, or the texts of its row; none: of the whole, as the total of a bill
	key   string   // what the result calls it
	fresh bool     // a tool returned it in this turn
	row   bool     // it is of a row of a table, and of no thing
	dish  bool     // it is the price of a dish or a drink
	lines []string // folded: the names in its result
}

// ledger returns the amounts of the conversation. An amount in what somebody said is
// the price of a thing if the thing costs that and was named there. What is for one
// night or one km is also there for as many as its row has.
func (c *checker) ledger() []entry {
	if c.entries != nil {
		return c.entries
	}
	c.entries = []entry{}
	things := map[string]int{}
	for i, t := range c.Things {
		things[lang.Fold(t.Name)] = i + 1
	}
	for i, t := range c.texts() {
		fresh := i < len(c.Texts) && slices.Contains(c.Fresh, c.Texts[i])
		var lines []string
		payers := 0.0
		for _, r := range t.rows {
			if r.name != "" {
				lines = append(lines, r.name)
			} else if r.whose && r.called("pays") > 0 {
				payers++
			}
		}
		for _, r := range t.rows {
			of := r.of()
			row := len(of) > 0 && !slices.ContainsFunc(of, func(label string) bool { return things[label] > 0 })
			dish := slices.ContainsFunc(of, func(label string) bool { return things[label] > 0 && c.dish(things[label]-1) })
			for _, p := range r.money {
				c.entries = append(c.entries, entry{p.value, of, p.key, fresh, row, dish, lines})
				if r.name != "" && payers > 1 { // what each pays of a dish that they share
					c.entries = append(c.entries, entry{p.value / payers, of, "pays", fresh, row, dish, lines})
				}
				for _, n := range r.numbers {
					if rate := strings.Contains(p.key, "per_") || strings.Contains(p.key, "each"); rate && r.alone && n > 1 && n != p.value {
						c.entries = append(c.entries, entry{p.value * n, of, "total", fresh, row, dish, lines})
					}
				}
			}
		}
		for _, r := range t.rows { // what the bill before came to
			if now, more, less := r.called("total"), r.called("more_than_before"), r.called("less_than_before"); r.alone && now > 0 && more+less > 0 {
				c.entries = append(c.entries, entry{value: now - more + less, fresh: fresh, lines: lines})
			}
		}
		for _, v := range t.money {
			c.entries = append(c.entries, entry{value: v, of: c.costing(t, v), dish: true})
		}
	}
	return c.entries
}

// costing returns the names of the things that a text names and that cost so much.
func (c *checker) costing(t *said, v float64) (of []string) {
	for j, x := range c.Things {
		if words := c.names.names[j].words; len(words) > 0 && same(v, float64(x.Price)/100) && t.words[words[0]] {
			of = append(of, lang.Fold(x.Name))
		}
	}
	return of
}

// sumsIn returns the amounts in what somebody said that are no prices of things.
func (c *checker) sumsIn(t *said) []float64 {
	return slices.DeleteFunc(slices.Clone(t.money), func(v float64) bool { return len(c.costing(t, v)) > 0 })
}

// operands notes what figures may be computed from.
func (s *sums) operands() {
	s.asked, s.named = s.c.asked.numbers(), s.c.mentions(s.c.asked)
	last := true
	for i, text := range slices.Backward(s.c.Texts) {
		if isResult(text) || len(text) >= 4000 {
			continue
		}
		said := s.c.texts()[i]
		if s.purse = union(s.purse, said.purse); last && text != s.c.Asked {
			s.before = s.c.sumsIn(said)
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
	s.budget = slices.DeleteFunc(slices.Clone(s.purse), func(x float64) bool { return x <= counted })
	one := len(s.purse)
	for _, n := range s.people {
		if n > 1 {
			s.purse = union(s.purse, scaled(s.purse[:one], n))
		}
	}
	s.beside = s.pairs()
}

// whole returns what is named costs together: in the sentence of a figure, in this and
// the one before, up to it, in the answer, in the guest's message, or in both.
func (s *sums) whole(f figure) (all []float64) {
	n, u := s.v.tokens[f.first].unit, s.unit(f)
	between := func(from, to int) []mention {
		return slices.DeleteFunc(slices.Clone(s.found), func(m mention) bool { return m.from < from || m.from >= to })
	}
	for _, list := range [][]mention{between(u.first, u.last), between(s.v.units[max(0, n-1)].first, u.last), between(0, f.first), s.found, s.named, slices.Concat(s.found, s.named)} {
		for choice := range 3 { // of several that a word may stand for
			if choice == 0 || slices.ContainsFunc(list, func(m mention) bool { return len(m.things) > choice }) {
				all = union(all, []float64{s.total(list, choice, true), s.total(list, choice, false)})
			}
		}
	}
	return all
}

// total returns what the things of some names cost, each as often as is said.
func (s *sums) total(list []mention, choice int, times bool) (sum float64) {
	var seen []int
	for _, m := range list {
		i := m.things[min(choice, len(m.things)-1)]
		if slices.Contains(seen, i) {
			continue
		}
		cost := float64(s.c.Things[i].Price) / 100
		if times && m.count > 0 {
			cost *= m.count
		}
		seen, sum = append(seen, i), sum+cost
	}
	return sum
}

// paid reports whether an amount of money is right: as the price of the things it
// stands with, or else as one that was told, a limit, or the result of a computation.
func (s *sums) paid(i int) bool {
	f := s.all[i]
	if len(s.beside[i]) == 0 {
		return s.told(f) || s.bounds(f) || s.computes(i) || s.mean(i) || s.among(f, s.exchanged(i))
	}
	if f.sign == "" && s.tabled(f) {
		return true
	}
	direct, from := s.direct(f), s.since(f)
	supposed := s.v.has("doubt", from, f.first) || s.v.has("se", from, f.first) || // "with the duck instead, R$ 196"
		len(s.beside[i]) > 1 && strings.Contains(s.v.raw[s.v.tokens[max(0, f.first-2)].to:s.v.tokens[f.first].from], ":") // "a soup and a tart: R$ 50"
	return s.priced(i) || (!direct || supposed) && s.billed(i) ||
		!direct && (s.among(f, s.budget) || s.among(f, s.altered(f)) || s.among(f, s.exchanged(i)) || s.computes(i))
}

// tabled reports whether a figure stands in a row of a table, beside a label that its sentence
// has: what a style of beer was sold for, or its share, is nothing of a beer that begins like it.
func (s *sums) tabled(f figure) bool {
	return s.c.says(func(t *said) bool {
		return slices.ContainsFunc(t.rows, func(r row) bool {
			return r.name == "" && !r.alone && s.labelled(s.unit(f), strings.Join(r.texts, " ")) && slices.ContainsFunc(r.numbers, func(x float64) bool { return s.is(f, x) })
		})
	})
}

// billed reports whether an amount is one of the whole in a result that has a line for a
// thing of its sentence.
func (s *sums) billed(i int) bool {
	f := s.all[i]
	return slices.ContainsFunc(s.c.ledger(), func(e entry) bool {
		n := s.v.tokens[f.first].unit
		return len(e.of) == 0 && len(e.lines) > 0 && s.is(f, e.value) && s.called(f, e) && (e.fresh && (!unitNames(s.v, s.spoken, n) || s.v.has("swap", s.unit(f).first, f.first)) || slices.ContainsFunc(s.spoken, func(m mention) bool {
			return s.v.tokens[m.from].unit == n && slices.ContainsFunc(m.things, func(t int) bool { return slices.Contains(e.lines, lang.Fold(s.c.Things[t].Name)) })
		}))
	})
}

// called reports whether an amount is not called otherwise than its result calls it: a
// total where it is for each, or with service where it is without.
func (s *sums) called(f figure, e entry) bool {
	at, whole := s.around(f), e.key == "sum" || e.key == "total"
	tip := s.v.has("tip", at.first, at.last)
	switch {
	case (s.headed(f) || s.nightly(f)) && whole, s.nearSum(f) && (e.key == "each" || e.key == "per_person" || e.key == "service"):
		return false
	case s.nearSum(f) && e.key == "":
		return !s.has("total") && !s.among(f, s.purse)
	case whole && tip && s.has("service"):
		return s.taxes(at) == (e.key == "total")
	}
	return true
}

// has reports whether a result of this turn has an amount of the whole that is called so.
func (s *sums) has(key string) bool {
	return slices.ContainsFunc(s.c.ledger(), func(e entry) bool { return e.fresh && e.key == key && len(e.of) == 0 })
}

// told reports whether an amount stands in the ledger, as one of the whole or of
// something that the answer or the guest speaks of, and is not called otherwise there.
func (s *sums) told(f figure) bool {
	own := s.c.known(s.c.near(s.v.text, s.found, s.around(f).first, s.around(f).last, 1))
	if s.differs(f) {
		own = nil
	} else if !unitNames(s.v, s.found, s.v.tokens[f.first].unit) {
		for _, m := range s.named {
			own = append(own, m.things...)
		}
	}
	return slices.ContainsFunc(s.owned(own), func(x float64) bool { return s.is(f, x) }) || slices.ContainsFunc(s.c.ledger(), func(e entry) bool {
		return s.is(f, e.value) && s.called(f, e) && (len(e.of) == 0 || s.speaksOf(f, e))
	})
}

// speaksOf reports whether an answer speaks of what an entry is of where a figure
// stands: of a thing that this sentence, the one before or the guest names, or of a row
// of which they have a word. An answer without a name may speak of anything just found.
func (s *sums) speaksOf(f figure, e entry) bool {
	n := s.v.tokens[f.first].unit
	from, to := s.v.units[max(0, n-1)].first, s.v.units[n].last
	if e.row {
		label := strings.Join(e.of, " ")
		return hasWord(s.v.tokens[from:to], label) || hasWord(s.c.asked.tokens, label)
	}
	if !unitNames(s.v, s.found, n) {
		from = 0
	}
	near := slices.DeleteFunc(slices.Clone(s.found), func(m mention) bool { return m.from < from || m.from >= to })
	return !s.differs(f) && ((e.fresh || !e.dish) && len(s.found) == 0 || slices.ContainsFunc(append(near, s.named...), func(m mention) bool {
		return slices.ContainsFunc(m.things, func(i int) bool { return slices.Contains(e.of, lang.Fold(s.c.Things[i].Name)) })
	}))
}

// headed reports whether an amount is called one for each right behind it.
func (s *sums) headed(f figure) bool {
	return slices.ContainsFunc(s.v.find("head", f.last, min(f.last+3, s.unit(f).last)), func(m mark) bool { return !s.v.broken(f.last-1, m.from) })
}

// nightly reports whether an amount is called one for a night right behind it.
func (s *sums) nightly(f figure) bool {
	return s.v.has("nightly", f.last, min(f.last+3, s.unit(f).last))
}

// totals returns the amounts that a figure may be a share, a part or the rest of:
// those of the answer that are no prices of things, and the sums of results of this
// turn; or else what is named costs together.
func (s *sums) totals(i int) (all []float64) {
	for j, g := range s.all {
		if j != i && s.ok[j] && len(s.beside[j]) == 0 && (g.kind == money || g.kind == plain && g.values[0] >= 20) {
			all = append(all, g.values...)
		}
	}
	for _, e := range s.c.ledger() {
		if e.fresh && len(e.of) == 0 && e.key != "each" && e.key != "per_person" && e.key != "rounded_up" {
			all = append(all, e.value)
		}
	}
	if len(all) == 0 {
		return s.whole(s.all[i])
	}
	return all
}

// amounts returns the right amounts in a sentence other than a figure.
func (s *sums) amounts(i int, u unit) (all []float64) {
	for j, g := range s.all {
		if j != i && s.ok[j] && u.first <= g.first && g.first < u.last && (g.kind == money || g.kind == plain && (g.values[0] >= 20 || s.all[i].kind == plain)) {
			all = append(all, g.values...)
		}
	}
	return all
}

// ownedIn returns what the facts have for the things and rows that a sentence names.
func (s *sums) ownedIn(u unit) (all []float64) {
	for _, m := range s.spoken {
		if u.first <= m.from && m.from < u.last {
			all = append(all, s.owned(m.things)...)
		}
	}
	for _, e := range s.c.ledger() {
		if e.row && s.labelled(u, strings.Join(e.of, " ")) {
			all = append(all, e.value)
		}
	}
	return append(all, s.owned(s.c.known(s.c.near(s.v.text, s.spoken, u.first, u.last, 1)))...)
}

// computes reports whether a figure is computed from amounts that belong to it: a
// share, service, a multiple, what is left, a difference, or a sum. A step is taken
// where words speak of it.
func (s *sums) computes(i int) bool {
	f := s.all[i]
	u, at := s.unit(f), s.around(f)
	before := s.v.units[max(0, s.v.tokens[f.first].unit-1)]
	totals, here, names := s.totals(i), append(s.amounts(i, u), s.ownedIn(u)...), s.namesIn(u)
	said, altered := slices.Concat(here, s.amounts(i, before)), s.altered(f)
	if s.shares(f, slices.Concat(totals, said, altered, s.ownedIn(before))) || s.taxes(span{u.first, u.last}) && s.among(f, s.taxed(f, slices.Concat(totals, here, altered))) ||
		s.multiple(f, said) || names == 0 && s.multiple(f, slices.Concat(totals, s.ownedIn(before))) {
		return true
	}
	sums := append(s.whole(f), altered...)
	if slices.ContainsFunc([]string{"more", "sum", "times"}, func(list string) bool { return s.v.has(list, at.first, at.last) }) {
		sums = append(sums, s.changed(f, slices.Concat(totals, s.before, []float64{s.total(s.named, 0, true)}))...)
	}
	differs := s.differs(f)
	if s.v.has("left", at.first, at.last) && s.apart(f, slices.Concat(totals, sums), s.purse) ||
		differs && s.apart(f, totals, s.before) || (differs || f.kind == plain || s.v.has("diff", at.first, at.last) || s.v.has("mean", u.first, u.last)) && (s.apart(f, here, here) || names < 2 && s.compared(i, totals, said)) {
		return true
	}
	return s.table(f, s.own(i)) || !differs && !s.headed(f) && (s.run(i) || s.among(f, sums))
}

// compared reports whether a figure is the difference of amounts of which a sentence
// names at most one: of two sums, or of something that the answer, the guest or the
// house said.
func (s *sums) compared(i int, totals, said []float64) bool {
	f, others := s.all[i], s.ownedIn(s.v.units[max(0, s.v.tokens[s.all[i].first].unit-1)])
	for _, m := range s.named {
		others = append(others, s.owned(m.things)...)
	}
	for j, g := range s.all {
		if j != i && s.ok[j] && g.kind == money {
			others = append(others, g.values...)
		}
	}
	return s.apart(f, said, slices.Concat(said, others, s.purse)) || s.apart(f, totals, slices.Concat(totals, s.before, s.purse))
}

// among reports whether a figure is one of some amounts.
func (s *sums) among(f figure, all []float64) bool {
	return slices.ContainsFunc(all, func(x float64) bool { return x > 0 && s.is(f, x) })
}

// namesIn returns how many names of things with a price a sentence has.
func (s *sums) namesIn(u unit) int {
	var seen []int
	for _, m := range s.spoken {
		if u.first <= m.from && m.from < u.last && len(s.owned(m.things)) > 0 {
			seen = union(seen, m.things[:1])
		}
	}
	return len(seen)
}

// apart reports whether a figure is the difference of two amounts.
func (s *sums) apart(f figure, xs, ys []float64) bool {
	return slices.ContainsFunc(xs, func(x float64) bool {
		return slices.ContainsFunc(ys, func(y float64) bool { return x != y && s.is(f, math.Abs(x-y)) })
	})
}

// changed returns sums with what is named around a figure added or taken away: each of
// the things, and all of them; or an amount of the sentence that is a difference.
func (s *sums) changed(f figure, sums []float64) (all []float64) {
	at := s.around(f)
	in := slices.DeleteFunc(slices.Clone(s.spoken), func(m mention) bool { return m.from < at.first || m.from >= at.last })
	by := []float64{s.total(in, 0, true)}
	for n := range in {
		by = append(by, s.total(in[n:n+1], 0, true))
	}
	for j, g := range s.all {
		if s.ok[j] && g.kind == money && g.first != f.first && s.unit(g) == s.unit(f) && s.differs(g) {
			by = append(by, g.values...)
		}
	}
	for _, e := range s.c.ledger() { // "one night more"
		if e.fresh && e.key == "night" && s.v.has("times", at.first, at.last) {
			by = append(by, e.value)
		}
	}
	for _, x := range sums {
		for _, y := range by {
			if y > 0 {
				all = append(all, x+y, x-y)
			}
		}
	}
	return all
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

// bounds reports whether an amount is said as a limit: one that the guest gave, or if
// they gave none like it, one that what the sentence names keeps to.
func (s *sums) bounds(f figure) bool {
	if s.among(f, s.purse) {
		return !s.nearSum(f) || s.limited(f)
	}
	v := f.values[0]
	over, named := s.v.has("over", max(s.unit(f).first, f.first-4), f.first), false
	for _, m := range s.found {
		if p := float64(s.c.Things[m.things[0]].Price) / 100; p > 0 && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			if named = true; over != (p > v) {
				return false
			}
		}
	}
	return named && s.limited(f) && !slices.ContainsFunc(s.purse, func(x float64) bool { return v < x*1.5 && x < v*1.5 })
}

// differs reports whether a figure is called a difference right at it.
func (s *sums) differs(f figure) bool {
	first := s.unit(f).first
	if s.v.has("gap", max(first, f.first-4), f.first) || slices.ContainsFunc(s.v.find("left", max(first, f.first-3), f.first), func(m mark) bool { return !s.v.broken(m.from, f.first) && !s.v.has("limit", m.from, f.first) }) {
		return true
	}
	last := min(f.last+3, s.unit(f).last)
	near := slices.Concat(s.v.find("diff", f.last, last), slices.DeleteFunc(slices.Clone(s.v.find("than", f.last, last)), func(m mark) bool { // "mais R$ 56" is added
		return m.to < len(s.v.tokens) && (s.v.tokens[m.to].digits || s.v.tokens[m.to].word == "r")
	}))
	for _, g := range s.all { // "R$ 20 or about 36% more"
		if g.kind == percent && f.last <= g.first && g.first < f.last+3 && s.unit(g) == s.unit(f) && !s.v.broken(f.last-1, g.first) && s.v.has("than", g.last, g.last+1) {
			return true
		}
	}
	if s.says(f, "versus") {
		near = append(near, slices.DeleteFunc(slices.Clone(s.v.find("by", max(0, f.first-2), f.first)), func(m mark) bool { return s.v.has("costs", m.from-1, m.from) })...) // "sai por"
	}
	return slices.ContainsFunc(near, func(m mark) bool { return !s.v.broken(f.last-1, m.from) })
}

// halved reports whether a figure is called a half right before it.
func (s *sums) halved(f figure) bool {
	return s.v.has("half", max(s.unit(f).first, f.first-6), f.first)
}

// nearSum reports whether a figure is called a total right before it.
func (s *sums) nearSum(f figure) bool {
	return slices.ContainsFunc(s.v.find("sum", max(s.unit(f).first, f.first-5), f.first), func(m mark) bool {
		return !within(s.spoken, m.from) && (!s.v.broken(m.from, f.first) || strings.Contains(s.v.before(f.first), ":"))
	})
}

// shares reports whether a figure is the half or the share of an amount, with service
// or without, or such a share and what one pays already. It may be rounded up to a cent.
func (s *sums) shares(f figure, of []float64) bool {
	each, parts := s.says(f, "each"), s.fractions(f)
	if u := s.unit(f); s.taxes(span{u.first, u.last}) {
		of = slices.Concat(of, s.taxed(f, of))
	}
	pays := []float64{0}
	for _, e := range s.c.ledger() {
		if e.fresh && e.key == "pays" {
			pays = union(pays, []float64{e.value})
		}
	}
	if s.nearSum(f) && !s.headed(f) {
		each = false
	}
	return (each || len(parts) > 0) && slices.ContainsFunc(of, func(x float64) bool {
		return slices.ContainsFunc(parts, func(p float64) bool { return s.is(f, x*p) }) || each && slices.ContainsFunc(s.people, func(n float64) bool {
			return n > 1 && slices.ContainsFunc(pays, func(p float64) bool { return s.is(f, p+x/n) || s.is(f, math.Ceil(100*(p+x/n)-1e-6)/100) })
		})
	})
}

// multiple reports whether a figure is an amount as many times as is said: nights, or
// there and back. Where more counts are given, it may be for so many people as well.
func (s *sums) multiple(f figure, of []float64, more ...float64) bool {
	people := []float64{1}
	if len(more) > 0 {
		people = union(people, s.people)
	}
	return !s.nightly(f) && slices.ContainsFunc(union(slices.Clone(more), s.counts), func(n float64) bool {
		return n > 1 && slices.ContainsFunc(people, func(m float64) bool {
			return slices.ContainsFunc(of, func(x float64) bool { return s.is(f, x*n*m) })
		})
	})
}

// around returns the words that a figure stands among: its clause, from the amount
// before it on.
func (s *sums) around(f figure) span {
	at := span{s.since(f), f.last}
	for i := at.first; at.first > s.unit(f).first && i < f.first-1; i++ { // what still belongs to the amount before
		if s.v.tokens[i].breaks {
			at.first = i
			break
		}
	}
	for at.last < s.unit(f).last && at.last < f.last+5 && !s.v.tokens[at.last].breaks {
		at.last++
	}
	return at
}

// taxed returns what service or a discount is of amounts, and the amounts with it. A
// bill that has service is not charged again.
func (s *sums) taxed(f figure, amounts []float64) (all []float64) {
	if s.has("service") {
		return nil
	}
	var rates []float64
	for _, g := range slices.Concat(s.all, s.asked) {
		if g.kind == percent && len(g.values) > 0 {
			rates = union(rates, g.values[:1])
		}
	}
	if len(rates) == 0 {
		rates = []float64{usual}
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

// usual is the rate of service where none is said, in percent.
const usual = 10

// counting reports whether a number tells how many there are of a thing: "5 Pilsen".
func (s *sums) counting(f figure) bool {
	return slices.ContainsFunc(s.spoken, func(m mention) bool { return m.count == f.values[0] && f.last <= m.from && m.from < f.last+3 })
}

// taxes reports whether a stretch speaks of service or a percentage that is in an
// amount, and not only of one that is not: "sem serviço".
func (s *sums) taxes(at span) bool {
	if slices.ContainsFunc(s.all, func(g figure) bool {
		if g.kind != percent || g.first < at.first || g.first >= at.last {
			return false
		}
		_, strong := s.strength(g)
		return !strong
	}) {
		return true
	}
	return slices.ContainsFunc(s.v.find("tip", at.first, at.last), func(m mark) bool {
		return !slices.ContainsFunc(s.v.find("untaxed", max(0, m.from-4), m.from), func(w mark) bool { return !s.v.broken(w.from, m.from) })
	})
}
