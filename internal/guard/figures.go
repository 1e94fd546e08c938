package guard

import (
	"encoding/json"
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

// figures looks whether every number stands in the facts, follows from what the
// answer is about, or is the price of the thing it stands with.
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
			if s.ok[i] = s.ok[i] || f.kind == nothing || within(found, f.first); s.ok[i] {
				continue
			}
			if names := beside[i]; f.kind == money && len(names) > 0 {
				s.ok[i] = s.priced(f, names)
			} else {
				s.ok[i] = s.grounded(f) || s.follows(f, nil) || s.bounds(f)
			}
		}
	}
	for i, f := range all {
		if s.ok[i] {
			continue
		}
		raw := v.raw[v.tokens[f.first].from:v.tokens[f.last-1].to]
		names := beside[i]
		if f.kind != money || len(names) == 0 {
			v.wrong(Figure, f.first, f.last, "no fact says %q", raw)
			continue
		}
		thing, fix := c.Things[names[0]], ""
		if len(names) == 1 && !s.counts(f) && !f.inWords && c.spoken(f.sign) {
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
	totals []float64 // of the things that the answer or the guest names, in major units
	people []float64 // how many people, nights or portions there may be
}

func (s *sums) unit(f figure) unit { return s.v.units[s.v.tokens[f.first].unit] }

func (s *sums) says(f figure, list string) bool {
	u := s.unit(f)
	return s.v.has(list, u.first, u.last) || u.under >= 0 && s.v.has(list, s.v.units[u.under].first, s.v.units[u.under].last)
}

// counts reports whether a price is one of several or shared, by the words
// around it.
func (s *sums) counts(f figure) bool {
	u := s.unit(f)
	return s.says(f, "sum") || s.says(f, "each") || s.says(f, "tip") || s.says(f, "times") || s.says(f, "diff") || strings.ContainsAny(s.v.raw[u.from:u.to], "=+×%")
}

// operands computes the totals of what is named.
func (s *sums) operands() {
	var things []int
	many := map[int]float64{}
	note := func(t *text, found []mention) {
		for _, m := range found {
			if len(m.things) != 1 || s.c.Things[m.things[0]].Price == 0 {
				continue
			}
			i := m.things[0]
			if !slices.Contains(things, i) {
				things = append(things, i)
			}
			for _, j := range []int{m.from - 1, m.from - 2, m.to} {
				if j < 0 || j >= len(t.tokens) || t.broken(min(j, m.to-1), max(j, m.from)) {
					continue
				}
				f, ok := t.number(j)
				if ok && f.kind == plain && len(f.values) == 1 && f.values[0] > 1 && f.values[0] <= 50 && f.last-f.first == 1 && many[i] == 0 {
					many[i] = f.values[0]
				}
			}
		}
	}
	note(s.v.text, s.found)
	own := len(things)
	note(s.c.asked, s.c.mentions(s.c.asked))
	if len(things) == 0 {
		for _, text := range slices.Backward(s.c.Texts) { // what was spoken of last
			if t := readText(text); !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") && text != s.c.Asked {
				if note(t, s.c.mentions(t)); len(things) > 0 {
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
	for _, list := range [][]int{things[:own], things} {
		for _, times := range []bool{true, false} {
			for a := range list {
				sum := 0.0
				for b := a; b < len(list) && b < a+30; b++ {
					sum += price(list[b], times)
					s.totals = append(s.totals, sum)
				}
				for b := a + 2; b < len(list); b++ {
					s.totals = append(s.totals, price(list[a], times)+price(list[b], times))
				}
			}
		}
	}
	table := 0
	for _, p := range s.c.Table {
		table += max(1, p.Count)
	}
	s.people = []float64{float64(table)}
	for i, f := range s.all { // nights
		if f.kind == date && i > 0 && s.all[i-1].kind == date && f.day > s.all[i-1].day {
			s.people = append(s.people, float64(f.day-s.all[i-1].day))
		}
	}
	if strings.ContainsAny(s.v.raw, "$€") && s.v.has("each", 0, len(s.v.tokens)) {
		for _, text := range s.c.Texts {
			if n := partyOf(text); n > 1 {
				s.people = union(s.people, []float64{n})
			}
		}
	}
	for _, t := range []*text{s.v.text, s.c.asked} {
		for i := range t.tokens {
			if f, ok := t.number(i); ok && f.kind == plain && len(f.values) == 1 && f.values[0] > 1 && f.values[0] <= 31 && f.values[0] == math.Trunc(f.values[0]) {
				s.people = union(s.people, f.values)
			}
		}
	}
}

// partyOf returns how many people a guest says there are: "somos quatro", "party
// of 4".
func partyOf(text string) float64 {
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
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
		return slices.Contains(said.dates, [2]int{f.month, f.day}) || slices.Contains(said.dates, [2]int{f.day, f.month}) || len(f.values) > 0 && close(said.amounts, float64(f.day)) || s.later(f)
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
		if close(amounts, v) {
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

// strength reports whether a percentage is one that the card has for the thing
// named before it, as a beer's, and whether the card has any.
func (s *sums) strength(f figure) (ok, told bool) {
	if s.says(f, "tip") || s.says(f, "sum") {
		return false, false
	}
	for _, m := range slices.Backward(s.found) {
		if m.from < f.first && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			about := s.c.about(m.things[0])
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
	below, above := 0, 0
	for _, m := range s.found {
		if p := float64(s.c.Things[m.things[0]].Price) / 100; p > 0 && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			if p <= f.values[0] {
				below++
			} else {
				above++
			}
		}
	}
	return below+above > 0 && (below == 0 || above == 0)
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

// later reports whether a date is some days after one that was said: as many as
// nights were said, or on a day of the week within the next seven.
func (s *sums) later(f figure) bool {
	if f.day == 0 {
		return false
	}
	from := func(m, d int) int { return int(math.Round(30.44*float64(m-1))) + d }
	for _, d := range s.c.texts().dates {
		gap := (from(f.month, f.day) - from(d[0], d[1]) + 365) % 365
		if gap <= 8 && s.says(f, "day") || gap <= 31 && slices.ContainsFunc(s.people, func(n float64) bool { return math.Abs(float64(gap)-n) <= 1 }) {
			return true
		}
	}
	return false
}

// listed reports whether a small number counts what the answer or a tool lists,
// or who is at the table, and measures nothing.
func (s *sums) listed(f figure, n int) bool {
	if f.last < len(s.v.tokens) && s.v.has("measure", f.last, f.last+1) {
		return false
	}
	lines, names := 0, 0
	for _, u := range s.v.units {
		if u.list {
			lines++
		}
	}
	var seen []int
	for _, m := range s.found {
		seen = union(seen, m.things[:1])
	}
	names = len(seen)
	if n <= max(lines, names) || n == int(s.people[0]) {
		return true
	}
	return slices.ContainsFunc(s.c.columns(), func(col []float64) bool { return len(col) == n })
}

// follows reports whether a figure is computed from what the answer is about:
// totals of what it names, its own right figures, the columns that tools
// returned; by the arithmetic that its sentence speaks of.
func (s *sums) follows(f figure, names []int) bool {
	base := slices.Clone(s.totals)
	var own []float64
	for i, g := range s.all {
		if s.ok[i] && g.first != f.first && (g.kind == money || g.kind == plain || g.kind == percent) {
			own = append(own, g.values...)
		}
	}
	for _, g := range s.c.asked.numbers() {
		if g.kind == money || g.kind == plain && len(g.values) > 0 && g.values[0] > 12 {
			own = append(own, g.values...)
		}
	}
	is := func(x float64) bool { return s.is(f, x) }
	if s.running(f) || f.kind == money && slices.ContainsFunc(base, is) {
		return true
	}
	base = append(base, own...)
	var multiplied []float64 // if the price of something stands here, no other is
	for _, i := range names {
		multiplied = append(multiplied, float64(s.c.Things[i].Price)/100)
	}
	per, tip, times, diff := s.says(f, "each"), s.says(f, "tip"), s.says(f, "times"), s.says(f, "diff")
	rates := []float64{10}
	for _, g := range slices.Concat(s.all, s.c.asked.numbers()) {
		if g.kind == percent && len(g.values) > 0 {
			rates = union(rates, g.values[:1])
		}
	}
	tip = tip || strings.Contains(s.v.raw, "%")
	for _, x := range base {
		shares := []float64{x}
		if f.kind != percent && tip {
			for _, r := range rates {
				shares = append(shares, x*r/100, x*(1+r/100), x*(1-r/100))
			}
			if slices.ContainsFunc(shares[1:], is) {
				return true
			}
		}
		for _, n := range s.people {
			for _, y := range shares {
				if n > 1 && (per && is(y/n) || times && is(y*n) && (names == nil || slices.Contains(multiplied, x))) {
					return true
				}
			}
		}
		for _, y := range own {
			if diff && is(math.Abs(x-y)) || f.kind == percent && y != 0 && (is(x/y*100) || is(math.Abs(x-y)/y*100)) {
				return true
			}
		}
	}
	return s.column(f, own)
}

// column reports whether a figure is a sum, mean, count, difference or share of
// a column that a tool of this turn returned.
func (s *sums) column(f figure, own []float64) bool {
	is := func(x float64) bool { return s.is(f, x) }
	for _, col := range s.c.columns() {
		sum := 0.0
		for _, x := range col {
			sum += x
		}
		if f.kind != percent && (is(sum) || is(sum/float64(len(col))) || is(slices.Max(col)-slices.Min(col))) {
			return true
		}
		if f.kind != percent || sum == 0 {
			continue
		}
		if slices.ContainsFunc(col, func(x float64) bool { return is(x / sum * 100) }) || len(col) > 1 && is((col[0]+col[1])/sum*100) {
			return true
		}
		for _, x := range own {
			if slices.Contains(col, x) && slices.ContainsFunc(col, func(y float64) bool { return y != 0 && is(math.Abs(x-y)/y*100) }) {
				return true
			}
		}
	}
	return false
}

// columns returns the numbers that objects in one list of a result of this turn
// have under one name.
func (c *checker) columns() (all [][]float64) {
	for _, text := range c.Fresh {
		var v any
		if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
			if json.Unmarshal([]byte(text), &v) == nil {
				all = append(all, columnsOf(v)...)
			}
		}
	}
	return all
}

func columnsOf(v any) (all [][]float64) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			all = append(all, columnsOf(v[k])...)
		}
	case []any:
		byKey := map[string][]float64{}
		var keys []string
		put := func(key string, x any) {
			n, ok := x.(float64)
			if text, is := x.(string); is {
				if t := readNumbers(text); len(t) == 1 {
					n, ok = t[0], true
				}
			}
			if ok {
				if _, had := byKey[key]; !had {
					keys = append(keys, key)
				}
				byKey[key] = append(byKey[key], n)
			}
		}
		for _, row := range v {
			switch row := row.(type) {
			case map[string]any:
				for k, x := range row {
					put(k, x)
				}
			case []any:
				for i, x := range row {
					put(strconv.Itoa(i), x)
				}
			default:
				put("", row)
			}
			all = append(all, columnsOf(row)...)
		}
		slices.Sort(keys)
		for _, k := range keys {
			all = append(all, byKey[k])
		}
	}
	return all
}

func readNumbers(s string) (all []float64) {
	for _, k := range tokens(s) {
		if k.digits {
			if v := values(strings.TrimRight(k.word, "h")); len(v) > 0 {
				all = append(all, v[0])
			}
		}
	}
	return all
}
