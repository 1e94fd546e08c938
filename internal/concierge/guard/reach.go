package guard

import (
	"math"
	"slices"
	"strings"
)

// reached reports whether an amount follows by a step from others: those of the answer that
// are right, what its names cost, the sums of this turn's results, what the guest may spend,
// and the sums that were said last. What it is called right at it tells which steps there are: a share
// is no total, and a difference is one where words speak of it.
func (s *sums) reached(i int) bool {
	f := s.all[i]
	o := s.operandsOf(i)
	if s.taxes(f) {
		o.sums = slices.Concat(o.sums, s.taxed(slices.Concat(o.whole, o.here, o.sums)))
	}
	all := slices.Concat(o.whole, o.here, o.sums)
	if s.differs(f) || s.differences(f) {
		amounts := slices.Concat(o.whole, o.here)
		said := slices.Concat(o.before, o.after)
		if s.apart(f, said, said) || s.apart(f, all, s.purse) || s.table(f, o.own) || !s.remains(f) && s.apart(f, amounts, slices.Concat(amounts, s.before, s.asks())) {
			return true
		}
		if s.differs(f) {
			return s.headed(f) && slices.ContainsFunc(s.people, func(n float64) bool {
				return n > 1 && s.apart(f, scaled(amounts, 1/n), scaled(slices.Concat(amounts, s.purse, s.before), 1/n))
			})
		}
	}
	if (!s.nearSum(f) || len(s.fractions(f)) > 0) && s.among(f, s.shares(f, slices.Concat(all, s.before))) {
		return true
	}
	if s.headed(f) || s.nightly(f) {
		paid := pairwise(o.own, func(x, y float64) float64 { return x + y/s.people[len(s.people)-1] }) // one pays R$ 20 and shares R$ 15
		return s.among(f, quotients(o.own, s.nights)) || s.among(f, paid) || s.table(f, o.own)
	}
	counts, free := union(slices.Clone(s.counts), s.nights), slices.Concat(o.free, s.wholes(), o.here)
	if s.among(f, o.sums) || s.among(f, products(slices.Concat(free, o.sums), counts)) {
		return true
	}
	if f.kind == money && (s.among(f, products(products(free, counts), counts)) || s.among(f, quotients(free, counts)) || s.among(f, quotients(products(free, counts), s.people))) {
		return true // "two of the seven shares"
	}
	plus := func(x, y float64) float64 { return x + y }
	said := slices.Concat(o.before, o.after, s.before)
	stays := slices.Concat(o.places, products(o.places, s.nights))
	if f.kind == plain && !s.measures(f) && s.among(f, pairwise(o.own, plus)) {
		return true
	}
	return f.kind == money && (s.among(f, pairwise(said, plus)) || s.among(f, across(said, stays, plus)) || s.among(f, s.weighed(f, union([]float64{1, 2, 3}, counts)))) || s.table(f, o.own) || s.v.has("mean", s.unit(f).first, s.unit(f).last) && s.among(f, means(o.before))
}

// weighed returns the sums of two amounts of the sentence of a figure or the one before, each as often as is said: "four
// pay R$ 20 and two R$ 15, R$ 110 in all".
func (s *sums) weighed(f figure, counts []float64) (all []float64) {
	var near []float64
	for j, g := range s.all {
		if at := s.v.tokens[g.first].unit; s.ok[j] && g.kind == money && g.first < f.first && at >= s.v.tokens[f.first].unit-1 && !s.ofDish(j) {
			near = append(near, g.values[0])
		}
	}
	for i, x := range near {
		for _, y := range near[:i] {
			for _, n := range counts {
				for _, m := range counts {
					all = append(all, n*x+m*y)
				}
			}
		}
	}
	return all
}

// operands are the amounts that one figure may be computed from.
type operands struct {
	own    []float64 // right amounts of the answer
	free   []float64 // of own, those that are no prices of dishes
	before []float64 // of own, amounts of money that stand before the figure, the nearest first
	after  []float64 // and behind it
	whole  []float64 // own, and what this turn's results have for the whole
	here   []float64 // what the facts have for what its sentence names, or the one before, or the guest
	places []float64 // of here, what the facts have for places
	sums   []float64 // what names cost together, and amounts in a row
}

func (s *sums) operandsOf(i int) (o operands) {
	f := s.all[i]
	for j, g := range s.all {
		if j == i || !s.ok[j] || g.kind != money && !(g.kind == plain && (g.values[0] >= 20 || f.kind == plain)) {
			continue
		}
		o.own = union(o.own, g.values)
		if !s.ofDish(j) {
			o.free = union(o.free, g.values)
		}
		if g.kind == money && g.first < f.first {
			o.before = append(o.before, g.values[0])
		} else if g.kind == money {
			o.after = append(o.after, g.values[0])
		}
	}
	slices.Reverse(o.before)
	o.whole = union(s.wholes(), o.own)
	o.sums = slices.Concat(runs(o.before), runs(o.after), s.costs(f))
	n := s.v.tokens[f.first].unit
	if o.here = s.ownedIn(s.v.units[n]); len(o.here) == 0 && n > 0 {
		o.here = s.ownedIn(s.v.units[n-1])
	}
	if len(o.here) == 0 {
		o.here = s.asks()
	}
	for _, m := range s.spoken {
		if s.v.tokens[m.from].unit == n && !s.c.dish(m.things[0]) {
			o.places = union(o.places, s.owned(m.things))
		}
	}
	o.sums = append(o.sums, s.changed(f, slices.Concat(s.wholes(), o.free, s.before, []float64{s.total(s.named, true)}))...)
	return o
}

// ofDish reports whether a figure stands with a dish of which the card has the price.
func (s *sums) ofDish(i int) bool {
	return len(s.beside[i]) > 0 && s.c.Things[s.beside[i][0].things[0]].Price > 0
}

// asks returns what the facts have for what the guest's message names.
func (s *sums) asks() (all []float64) {
	for _, m := range s.named {
		all = append(all, s.owned(m.things)...)
	}
	return all
}

// remains reports whether a figure is called what is left of something right before it, and so of what may be spent.
func (s *sums) remains(f figure) bool {
	return s.v.has("left", max(s.unit(f).first, f.first-3), f.first)
}

// ownedIn returns what the facts have for the things and rows that a sentence names.
func (s *sums) ownedIn(u unit) (all []float64) {
	for _, m := range s.spoken {
		if u.first <= m.from && m.from < u.last {
			all = union(all, s.owned(m.things))
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, e := range s.c.ledger() {
		if e.row && s.labelled(u, strings.Join(e.of, " ")) {
			all = union(all, []float64{e.value})
		}
	}
	return union(all, s.owned(s.c.known(s.c.near(s.v.text, s.spoken, u.first, u.last, 1))))
}

// differences reports whether the sentence of a figure compares something.
func (s *sums) differences(f figure) bool {
	u := s.unit(f)
	return slices.ContainsFunc([]string{"diff", "left", "leaves", "gap", "versus", "than"}, func(list string) bool { return s.v.has(list, u.first, u.last) })
}

// wholes returns the amounts that this turn's results have for the whole.
func (s *sums) wholes() (all []float64) {
	for _, e := range s.c.ledger() {
		if e.fresh && len(e.of) == 0 && e.key != "each" && e.key != "per_person" && e.key != "rounded_up" {
			all = union(all, []float64{e.value})
		}
	}
	return all
}

// costs returns what the names of a sentence, those up to a figure, those of the answer, of the guest's message or
// of both cost together.
func (s *sums) costs(f figure) (all []float64) {
	n, u := s.v.tokens[f.first].unit, s.unit(f)
	between := func(from, to int) []mention {
		return slices.DeleteFunc(slices.Clone(s.found), func(m mention) bool { return m.from < from || m.from >= to })
	}
	for _, list := range [][]mention{between(u.first, u.last), between(s.v.units[max(0, n-1)].first, u.last), between(0, f.first), s.found, s.named, slices.Concat(s.found, s.named)} {
		all = union(all, []float64{s.total(list, true), s.total(list, false)})
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

// changed returns sums with something added or taken away that the words before a figure name so, as often
// as is said or once, or one in the place of another; and with an amount that is called a difference.
func (s *sums) changed(f figure, sums []float64) (all []float64) {
	from := s.since(f)
	supposed := slices.ContainsFunc([]string{"drop", "doubt", "se", "only", "swap"}, func(list string) bool { return s.v.has(list, from, f.first) })
	in := slices.DeleteFunc(slices.Clone(s.spoken), func(m mention) bool {
		return m.from < from || m.from >= f.first || !supposed && !s.added(m)
	})
	by := []float64{s.total(in, true), s.total(in, false)}
	for n := range in {
		by = union(by, []float64{s.total(in[n:n+1], true), s.total(in[n:n+1], false)})
	}
	if len(in) == 0 && supposed {
		by = union(by, s.owned(s.c.known(s.c.near(s.v.text, s.spoken, from, f.first, 1))))
	}
	if supposed && s.v.has("swap", from, f.first) {
		by = union(by, pairwise(by, func(x, y float64) float64 { return x - y }))
	}
	for j, g := range s.all {
		if s.ok[j] && g.kind == money && g.first != f.first && s.unit(g) == s.unit(f) && s.differs(g) {
			by = append(by, g.values...)
		}
	}
	for _, x := range sums {
		for _, y := range by {
			if y > 0 && x > 0 {
				all = append(all, x+y, x-y)
			}
		}
	}
	return all
}

// shares returns the halves and shares of amounts that are said, also rounded up or down to a cent.
func (s *sums) shares(f figure, of []float64) (all []float64) {
	for _, p := range s.fractions(f) {
		all = append(all, scaled(of, p)...)
	}
	all = append(all, quotients(of, s.people)...)
	for _, x := range slices.Clone(all) {
		all = append(all, math.Ceil(100*x-1e-6)/100, math.Floor(100*x+1e-6)/100)
	}
	return all
}

// fractions returns the parts that are said at a figure: "R$ 20, your third".
func (s *sums) fractions(f figure) (all []float64) {
	b, u := book(), s.unit(f)
	if s.v.has("half", max(u.first, f.first-6), f.first) {
		all = append(all, 0.5)
	}
	for _, id := range b.under("fraction") {
		if s.v.has(b.lists[id], max(u.first, f.first-5), min(f.last+5, u.last)) && b.rest(id) != "1/2" {
			over, under, _ := strings.Cut(b.rest(id), "/")
			all = append(all, float64(over[0]-'0')/float64(under[0]-'0'))
		}
	}
	return all
}

// usual is the rate of service where none is said, in percent.
const usual = 10

// taxed returns what service or a discount is of amounts, and the amounts with it.
func (s *sums) taxed(amounts []float64) (all []float64) {
	if s.has("service") { // a bill that has service is not charged again
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
	for _, r := range rates {
		all = slices.Concat(all, scaled(amounts, r/100), scaled(amounts, 1+r/100), scaled(amounts, 1-r/100))
	}
	return all
}

// among reports whether a figure is one of some amounts.
func (s *sums) among(f figure, all []float64) bool {
	return slices.ContainsFunc(all, func(x float64) bool { return x > 0 && s.is(f, x) })
}

// apart reports whether a figure is the difference of two amounts.
func (s *sums) apart(f figure, xs, ys []float64) bool {
	return slices.ContainsFunc(xs, func(x float64) bool {
		return slices.ContainsFunc(ys, func(y float64) bool { return x != y && s.is(f, math.Abs(x-y)) })
	})
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

// means returns the means of the first two and more of some amounts.
func means(amounts []float64) []float64 {
	all := runs(amounts)
	for n := range all {
		all[n] /= float64(n + 2)
	}
	return all
}

// products returns amounts as many times as some counts above one tell.
func products(amounts, counts []float64) (all []float64) {
	for _, n := range counts {
		if n > 1 {
			all = append(all, scaled(amounts, n)...)
		}
	}
	return all
}

// quotients returns amounts divided by counts above one.
func quotients(amounts, counts []float64) (all []float64) {
	for _, n := range counts {
		if n > 1 {
			all = append(all, scaled(amounts, 1/n)...)
		}
	}
	return all
}

// across returns what comes of each of some amounts with each of others.
func across(xs, ys []float64, step func(x, y float64) float64) (all []float64) {
	for _, x := range xs {
		for _, y := range ys {
			all = append(all, step(x, y))
		}
	}
	return all
}

// pairwise returns what comes of every two of some amounts.
func pairwise(amounts []float64, step func(x, y float64) float64) (all []float64) {
	for i := range amounts {
		all = append(all, across(amounts[i:i+1], slices.Concat(amounts[:i], amounts[i+1:]), step)...)
	}
	return all
}
