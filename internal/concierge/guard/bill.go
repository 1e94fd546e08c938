package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A line is one of a bill that a tool returned in this turn.
type line struct {
	name            string // folded
	price, quantity float64
}

// longest is how many lines a bill may have of which parts are added up.
const longest = 12

// orders returns the lines of each bill of this turn.
func (c *checker) orders() (all [][]line) {
	for _, t := range c.fresh() {
		var lines []line
		whole := false
		for _, r := range t.rows {
			price, sum := r.called("price"), r.called("sum")
			whole = whole || r.name == "" && r.alone && sum > 0
			if r.name != "" && !r.alone && price > 0 {
				lines = append(lines, line{r.name, price, max(1, sum/price)})
			}
		}
		if whole && len(lines) <= longest {
			all = append(all, lines)
		}
	}
	return all
}

// called returns the amount of a row that has a name.
func (r row) called(key string) float64 {
	i := slices.IndexFunc(r.money, func(p price) bool { return p.key == key })
	if i < 0 {
		return 0
	}
	return r.money[i].value
}

// altered returns what the bills come to where a sentence supposes something else: what
// it names is not in them, or once, or as often as it says ("without the soup", "if you
// share one rice"). Of a whole course it is what some of the lines come to.
func (s *sums) altered(f figure) (all []float64) {
	u, at := s.unit(f), s.around(f)
	from := s.since(f)
	supposed := slices.ContainsFunc([]string{"more", "drop", "doubt", "se", "only"}, func(list string) bool { return s.v.has(list, from, at.last) })
	course := s.v.has("course", at.first, at.last) && !s.v.has("tip", at.first, at.last)
	if !supposed && !course {
		return nil
	}
	times := s.timesIn(u)
	for _, lines := range s.c.orders() {
		sums, one := []float64{0}, []float64{}
		for _, l := range lines {
			counts, named := times[l.name]
			if !supposed {
				counts = nil
			}
			if counts = union([]float64{l.quantity}, counts); named && supposed || course {
				counts = union(counts, []float64{0})
			}
			if supposed && len(times) == 0 { // "if you leave out one of the beers"
				one = append(one, -l.price, -l.price*l.quantity)
			}
			var next []float64
			for _, n := range counts {
				for _, x := range sums {
					next = append(next, x+n*l.price)
				}
			}
			slices.Sort(next)
			sums = slices.Compact(next)
		}
		for _, x := range one {
			sums = append(sums, sums[0]+x)
		}
		all = append(all, sums...)
	}
	return all
}

// timesIn returns what a sentence names, with how often it may be meant: once, or as
// often as is said.
func (s *sums) timesIn(u unit) map[string][]float64 {
	all := map[string][]float64{}
	note := func(things []int, count float64) {
		for _, i := range things {
			name := lang.Fold(s.c.Things[i].Name)
			all[name] = union(all[name], []float64{1, max(1, count)})
		}
	}
	for _, m := range s.spoken {
		if u.first <= m.from && m.from < u.last {
			note(m.things, m.count)
		}
	}
	note(s.c.known(s.c.near(s.v.text, s.spoken, u.first, u.last, 1)), 1)
	return all
}

// fractions returns the parts that are said at a figure: "R$ 20, your third".
func (s *sums) fractions(f figure) (all []float64) {
	b, u := book(), s.unit(f)
	if s.halved(f) {
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

// exchanged returns the sums that are known with one thing of a sentence in the place of
// another, where it speaks of that: "with the soup instead of the salad, R$ 86".
func (s *sums) exchanged(i int) (all []float64) {
	u := s.unit(s.all[i])
	if !s.v.has("swap", u.first, u.last) {
		return nil
	}
	prices := []float64{}
	for _, m := range s.spoken {
		if u.first <= m.from && m.from < u.last {
			prices = append(prices, float64(s.c.Things[m.things[0]].Price)/100)
		}
	}
	prices = append(prices, s.owned(s.c.known(s.c.near(s.v.text, s.spoken, u.first, u.last, 2)))...)
	for _, sum := range slices.Concat(s.totals(i), s.before) {
		for _, out := range prices {
			for _, in := range prices {
				if out != in && sum > out {
					all = append(all, sum-out+in)
				}
			}
		}
	}
	return all
}

// mean reports whether a figure is called the mean of the amounts in its sentence, and is.
func (s *sums) mean(i int) bool {
	f, u, sum := s.all[i], s.unit(s.all[i]), 0.0
	all := s.amounts(i, u)
	if len(all) < 2 || !s.v.has("mean", s.around(f).first, s.around(f).last) {
		return false
	}
	for _, x := range all {
		sum += x
	}
	return s.is(f, sum/float64(len(all)))
}
