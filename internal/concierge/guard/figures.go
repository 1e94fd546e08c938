package guard

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

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
		raw := a.words(f.span)
		x := Violation{Kind: Figure, What: "no fact says " + raw + ", and no step from amounts that are known gives it: look it up, compute it with a tool, or leave it out"}
		if m, ok := s.pricedAt(f); ok {
			of := a.Things[m.things[0]]
			x.What = raw + " is not the price of " + of.Name + ": it is " + written(of.Price, "0,00")
			if !m.weak() && len(m.things) == 1 && a.count(m) == 0 && a.tokens[f.first].digits && !s.stands(f) {
				x.Fix = written(of.Price, raw)
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
	case f.kind == nothing || (f.kind == date || f.kind == clock) && s.asks(s.unitOf(f.first)) || within(s.named, f.first) || s.reported(at.from, at.to):
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
	m, bound := s.pricedAt(f)
	if !bound {
		return s.stands(f) || s.follows(i)
	}
	if m.first > f.first && s.paid(f) { // "she pays R$ 129,00 for the gnocchi and the wine"
		return true
	}
	is, prices := s.is(f), s.prices(m.things)
	prices = append(prices, scaled(prices, s.count(m))...)
	return some(prices, is) || pairs(prices, s.rates, func(x, r float64) bool { return is(x * (1 + r/100)) })
}

var pays = pattern.Of(`"pays":"([^"]+)"`)

// paid reports whether a figure is what a bill says that somebody pays.
func (s *sums) paid(f figure) bool {
	return slices.ContainsFunc(s.results(), func(t *amounts) bool {
		return slices.ContainsFunc(pays().FindAllString(t.raw, -1), func(share string) bool { return some(readAmounts(share).values, s.is(f)) })
	})
}

// stands reports whether an amount stands in the facts, or needs none: "all 100 %", "those up to R$ 60".
func (s *sums) stands(f figure) bool {
	if f.kind == percent && f.values[0] == 100 || f.kind == money && s.has("limit", f.first-4, f.first) && math.Mod(f.values[0], 10) == 0 {
		return true
	}
	is := s.is(f)
	return slices.ContainsFunc(s.facts, func(t *amounts) bool {
		return some(f.values, func(v float64) bool {
			far := max(1, v/20)
			i, _ := slices.BinarySearch(t.values, v-far)
			j, _ := slices.BinarySearch(t.values, v+far+1)
			return v <= 1 || some(t.values[i:j], is)
		})
	})
}

// is returns a function that reports whether a figure stands for a value: exactly, rounded, or said
// as "about".
func (s *sums) is(f figure) func(x float64) bool {
	about := s.has("about", f.first-3, f.first) || strings.ContainsAny(s.gap(f.first), "~≈")
	return func(x float64) bool {
		return x > 0 && some(f.values, func(v float64) bool {
			switch off := math.Abs(v - x); {
			case about:
				return off <= v*0.05
			case s.rounds && v == math.Trunc(v):
				return off < 1
			case f.exact:
				return off < 0.006
			default:
				return off < 0.006 || v == math.Round(x) || v == math.Floor(x) && v >= 100 || math.Abs(v-math.Round(x*10)/10) < 1e-9
			}
		})
	}
}

// dated reports whether a date was said or lies near one that was, or as far from today as the guest said a time to be.
func (s *sums) dated(f figure) bool {
	near := func(day time.Time) bool {
		const days = 5
		gap := (day.YearDay() - f.day.YearDay() + 365) % 365
		return min(gap, 365-gap) <= days || int(day.Month()) == f.day.Day() && day.Day() == int(f.day.Month())
	}
	for _, g := range s.asked.numbers() {
		for _, sign := range []int{1, -1} {
			if n := sign * int(slices.Max(append(g.values, 0))); near(s.Today.AddDate(0, 0, n)) || near(s.Today.AddDate(0, 0, 7*n)) || near(s.Today.AddDate(0, n, 0)) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.facts, func(t *amounts) bool { return slices.ContainsFunc(t.days, near) })
}

// pricedAt returns the dish whose price an amount is said to be, since it stands right at the name, and no other name does:
// "the soup (R$ 20)", "a sopa sai por R$ 20", "R$ 20 da sopa".
func (s *sums) pricedAt(f figure) (m mention, ok bool) {
	u := s.unitOf(f.first)
	if !f.signed || s.has("diff", f.last, f.last+2) || strings.HasSuffix(strings.TrimSpace(s.gap(f.first)), "US$") {
		return m, false
	}
	from, to := u.first, u.last // the amounts before it and behind it
	for _, g := range s.all {
		if g.signed && g.first < f.first {
			from = max(from, g.last)
		} else if g.signed && g.first > f.first {
			to = min(to, g.first)
		}
	}
	if m, ok = s.onlyName(from, f.first); ok && f.first-m.last <= 4 && s.binds(m.last, f.first, ";=+") {
		gap := s.gap(m.last)
		added := s.has("with", m.first-2, m.first) || s.has("free_of", m.first-2, m.first) // "with the juice it is R$ 63"
		if u.list || strings.Contains(gap, "(") || !added && !(strings.Contains(gap, ":") && m.first > u.first+1 || strings.Contains(gap, ",") && m.last == f.first-1) {
			return m, true
		}
	}
	m, ok = s.onlyName(f.last, to)
	return m, ok && m.first-f.last <= 2 && s.binds(f.last, m.first, ";,=+:)\n|—")
}

// onlyName returns the one dish with a price that a stretch names.
func (s *sums) onlyName(from, to int) (m mention, ok bool) {
	for _, o := range s.named {
		if from <= o.first && o.last <= to && s.edible(o.things[0]) && s.Things[o.things[0]].Price > 0 {
			if ok && !slices.Equal(o.things, m.things) {
				return o, false
			}
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
