package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// figures checks that every number of an answer stands in the facts or follows from others by one
// step; an accepted number is an operand for the next. A price said of a name must be a price of
// that name; any other amount may be of anything.
func (c *checker) figures(v *findings, found []mention) {
	all := v.numbers()
	if len(all) == 0 {
		return
	}
	s := &sums{c: c, v: v, all: all, ok: make([]bool, len(all))}
	s.found = slices.DeleteFunc(slices.Clone(found), func(m mention) bool { return v.dropped(found, m) })
	s.operands()
	s.bind()
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
	case f.kind == plain && len(f.values) == 1 && s.v.has("night", f.last, f.last+1):
		return s.nightsRight(f)
	case f.kind == plain && f.small() && !s.measures(f):
		return true
	case f.kind == money && len(s.beside[i]) > 0 && s.plainly(i):
		return s.priced(i)
	}
	return s.grounded(f) || f.kind != clock && f.kind != date && s.reached(i)
}

// abroad reports whether an amount is in dollars, as purchases are: it is no price of a
// dish, whatever dish its sentence names.
func (f *figure) abroad() bool { return f.sign == "US$" }

// small reports whether a number may count people, things or days of a month.
func (f *figure) small() bool {
	return len(f.values) == 1 && f.values[0] <= counted && f.values[0] == math.Trunc(f.values[0])
}

// degrees matches the text behind a number that is a temperature, or the lower of two: " °C", " to
// 8 degrees". The temperature at which a thing is served needs no fact.
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
	c         *checker
	v         *findings
	found     []mention // names of the answer that it does not leave out
	all       []figure
	ok        []bool
	beside    [][]mention // of each figure, the names that it stands with
	named     []mention   // in the guest's message, or in what was said last if neither it nor the answer names anything
	counts    []float64   // people, nights and portions that are spoken of
	rates     []float64   // percentages
	pool      []float64   // amounts that are spoken of, besides those of the answer
	places    []float64   // of pool, those of places
	stretches []float64   // sums of neighbouring rows of a table
	wholes    []float64   // of pool, what results have for the whole
	rounds    bool        // the answer or the guest speaks of rounding
}

func (s *sums) unit(f figure) unit { return s.v.units[s.v.tokens[f.first].unit] }

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

// measures reports whether a number has a unit, as km.
func (s *sums) measures(f figure) bool { return s.v.has("measure", f.last, f.last+1) }

// emergency are the numbers that are called for help: Brazil's, Europe's, America's.
var emergency = []float64{190, 192, 193, 112, 911}

// majority is the age from which one may drink, which is known to all.
const majority = 18

// grounded reports whether a figure stands in the facts, or is known to all.
func (s *sums) grounded(f figure) bool {
	switch f.kind {
	case date:
		return s.dated(f)
	case clock:
		at := int(f.values[0])
		return s.c.says(func(t *said) bool {
			return slices.ContainsFunc(t.clocks, func(m int) bool { return m%1440 == at%1440 || at <= 720 && m%720 == at%720 }) || at%60 == 0 && (close(t.amounts, float64(at/60), 0) || !t.result && close(t.amounts, float64(at/60%12), 0))
		})
	}
	u := s.unit(f)
	if (f.kind == money && s.v.has("limit", max(u.first, f.first-4), f.first) || s.v.has("or_more", f.last, min(f.last+3, u.last))) && math.Mod(f.values[0], 10) == 0 {
		return true // "among those up to R$ 60", "200 guests or more"
	}
	return slices.ContainsFunc(f.values, func(v float64) bool {
		return v <= 1 || f.kind == percent && v == 100 || f.kind == plain && (v == majority || slices.Contains(emergency, v) && s.v.has("emergency", u.first, u.last)) ||
			s.c.says(func(t *said) bool { return s.amongSorted(f, v, t.amounts) }) ||
			f.kind == percent && slices.ContainsFunc(slices.Concat(s.found, s.named), func(m mention) bool { // of a beer
				return slices.Contains(readNumbers(s.c.profile(m.things[0]).text), v)
			})
	})
}

// amongSorted reports whether a value of a figure is among sorted ones; cents that are written count.
func (s *sums) amongSorted(f figure, v float64, sorted []float64) bool {
	if !f.exact {
		return close(sorted, v, s.about(f, v))
	}
	i, _ := slices.BinarySearch(sorted, v-0.006)
	return i < len(sorted) && sorted[i] < v+0.006
}

// about is how far a figure that is said to be rough may be from the fact.
func (s *sums) about(f figure, v float64) float64 {
	if s.v.has("about", max(s.unit(f).first, f.first-3), f.first) || strings.ContainsAny(s.v.before(f.first), "~≈") {
		return v * 0.05
	}
	if v >= 1000 && math.Mod(v, 100) == 0 && !f.exact {
		return v * 0.02
	}
	return 0
}

// is returns a function that reports whether a figure stands for a value: exactly, rounded, or said
// as "about".
func (s *sums) is(f figure) func(x float64) bool {
	rough := make([]float64, len(f.values))
	for i, v := range f.values {
		rough[i] = max(s.about(f, v), 0.006)
	}
	return func(x float64) bool {
		for i, v := range f.values {
			if x > 0 && (math.Abs(v-x) < rough[i] || !f.exact && same(v, x) || s.rounds && v == math.Trunc(v) && math.Abs(v-x) < 1) {
				return true
			}
		}
		return false
	}
}
