package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

// A row is an object of a result, with its numbers and its texts.
type row struct {
	numbers []float64
	times   []float64 // of numbers, how many nights, people, rooms, portions or km there are
	money   []price
	name    string   // folded
	texts   []string // folded
	alone   bool     // it is in no list
	whose   bool     // it tells what somebody pays
}

// counted is the highest number that may count nights, people or portions, and is no
// amount of money without a currency.
const counted = 31

// A price is a number of a row that has a currency or may be an amount, and what it is called there.
type price struct {
	key   string
	value float64
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

// of returns what the prices of a row are of: its name, or all its texts if it is one
// of a list.
func (r row) of() []string {
	switch {
	case r.name != "":
		return []string{r.name}
	case r.alone || r.whose:
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.texts), func(s string) bool { return s == "all" || !strings.ContainsFunc(s, unicode.IsLetter) })
}

// A column is numbers that the objects of one list have under one name: of all,
// or of those that share a value under another.
type column struct {
	list   int    // columns with one number are of the same rows
	key    string // its name
	values []float64
	labels []string // what else the rows of the values say, folded
	total  float64
	named  bool // the rows are things with names, each with a price of its own
}

// latest returns what the results of this turn say, or if it has none, those before.
func (c *checker) latest() (all []*said) {
	if all = c.fresh(); len(all) > 0 {
		return all
	}
	for _, s := range c.texts() {
		if s.result {
			all = append(all, s)
		}
	}
	return all
}

// fresh returns what the results of this turn say.
func (c *checker) fresh() (all []*said) {
	for _, t := range c.Fresh {
		if isResult(t) {
			all = append(all, readings.Get(t, func() *said { return readSaid(t) }))
		}
	}
	return all
}

func (c *checker) rows() (all []row) {
	for _, s := range c.fresh() {
		all = append(all, s.rows...)
	}
	return all
}

func (c *checker) columns() (all []column) {
	for n, s := range c.latest() {
		for _, col := range s.columns {
			col.list += n << 20 // apart from those of other results
			all = append(all, col)
		}
	}
	return all
}

// tabulate reads the rows and the lists of a result.
func (s *said) tabulate(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range keys(v) {
			s.tabulate(v[k])
		}
		r := rowOf(v)
		r.alone = true
		s.rows = append(s.rows, r)
	case []any:
		groups, order := map[string][]map[string]any{}, []string{""}
		put := func(group string, r map[string]any) {
			if group != "" && groups[group] == nil {
				order = append(order, group)
			}
			groups[group] = append(groups[group], r)
		}
		for _, x := range v {
			r, ok := x.(map[string]any)
			list, is := x.([]any)
			if line, _ := x.(string); strings.Contains(line, " | ") {
				is = true
				for cell := range strings.SplitSeq(line, " | ") {
					list = append(list, cell)
				}
			}
			if is {
				r, ok = map[string]any{}, true
				for i, y := range list {
					r[strconv.Itoa(i)] = y
				}
			}
			if !ok {
				continue
			}
			s.rows = append(s.rows, rowOf(r))
			put("", r)
			for _, k := range keys(r) {
				if text, ok := r[k].(string); ok {
					put(k+"="+text, r)
				} else if _, ok := r[k].([]any); ok {
					s.tabulate(r[k])
				}
			}
		}
		for _, g := range order {
			if rows := groups[g]; g == "" || len(rows) > 1 && len(rows) < len(v) {
				s.columns = append(s.columns, columnsOf(len(s.columns), rows)...)
			}
		}
	}
}

func columnsOf(list int, rows []map[string]any) (all []column) {
	for _, r := range rows {
		for _, k := range keys(r) {
			if n, ok := amount(r[k]); ok {
				i := slices.IndexFunc(all, func(c column) bool { return c.key == k })
				if i < 0 {
					i, all = len(all), append(all, column{list: list, key: k, named: r["name"] != nil})
				}
				all[i].values = append(all[i].values, n)
				all[i].labels = append(all[i].labels, strings.Join(rowOf(r).texts, " "))
				all[i].total += n
			}
		}
	}
	return all
}

func keys(v map[string]any) []string {
	all := make([]string, 0, len(v))
	for k := range v {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

func rowOf(v map[string]any) (r row) {
	for _, k := range keys(v) {
		s, ok := v[k].(string)
		if n, is := amount(v[k]); is {
			r.numbers = append(r.numbers, n)
			if n > 1 && slices.ContainsFunc([]string{"night", "people", "room", "quantity", "day", "km", "adult", "times"}, func(of string) bool { return strings.Contains(k, of) }) && !strings.ContainsAny(s, "$€£") {
				r.times = append(r.times, n)
			}
			if strings.ContainsAny(s, "$€£") || !ok && n > counted {
				r.money = append(r.money, price{k, n})
			}
		} else if ok {
			r.whose = r.whose || k == "who"
			if r.texts = append(r.texts, lang.Fold(s)); k == "name" {
				r.name = lang.Fold(s)
			}
		}
	}
	return r
}

// amount reads a number, or a text that is one: "R$ 94,00".
func amount(v any) (float64, bool) {
	if n, ok := v.(float64); ok {
		return n, true
	}
	s, ok := v.(string)
	if !ok || len(s) > 20 || strings.ContainsAny(s, "-:/") {
		return 0, false
	}
	all := readNumbers(s)
	if len(all) != 1 {
		return 0, false
	}
	return all[0], true
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

// most is how many numbers of a column are compared in pairs.
const most = 40

// table reports whether a figure follows from the columns and rows of this
// turn's results: a sum, mean, difference or share of a column, a ratio of two
// numbers of a row or of two sums.
func (s *sums) table(f figure, own []float64) bool {
	is := func(x float64) bool { return s.is(f, x) }
	cols, share, diff, both := s.relevant(s.unit(f)), f.kind == percent, s.says(f, "diff"), s.says(f, "sum")
	cols = slices.DeleteFunc(cols, func(c column) bool { return c.named && f.kind == money && !f.abroad() })
	priced := func(c column) bool { return c.named && f.kind == money } // of purchases only what several come to
	each := s.v.has("each", s.since(f), min(f.last+5, s.unit(f).last))
	for n, c := range cols {
		if !each && (s.together(f, c, both) || share && !f.part && both && c.total != 0 && slices.ContainsFunc(s.all, func(g figure) bool { // "together US$ 90, 60% of the total"
			return g.kind == money && g.exact && s.unit(g) == s.unit(f) && g.last <= f.first && f.first < g.last+3 && slices.Contains(own, g.values[0]) && is(g.values[0]/c.total*100)
		})) {
			return true
		}
		if priced(c) {
			continue
		}
		if !share && (is(c.total) || s.says(f, "mean", "each") && is(c.total/float64(len(c.values)))) ||
			!share && s.says(f, "mean") && slices.ContainsFunc(s.counts, func(n float64) bool { return n > 1 && is(c.total/n) }) { // over twelve months
			return true
		}
		few := c.values[:min(len(c.values), most)]
		spoken, named := make([]bool, len(few)), 0
		for i := range few {
			if spoken[i] = s.labelled(s.unit(f), c.labels[i]); spoken[i] {
				named++
			}
		}
		for i, x := range few {
			if share && c.total != 0 && is(x/c.total*100) && !(f.part && named > 0 && !spoken[i]) {
				return true
			}
			for j, y := range few {
				if i == j || named > 1 && !(spoken[i] && spoken[j]) { // of two that are spoken of
					continue
				}
				if share && y != 0 && (diff && is(math.Abs(x-y)/y*100) || (slices.Contains(own, x) || slices.Contains(own, y)) && is(x/y*100)) ||
					share && c.total != 0 && both && is((x+y)/c.total*100) || !share && (diff && is(x-y) || both && is(x+y)) {
					return true
				}
			}
		}
		for m, d := range cols {
			if m == n || d.total == 0 || priced(d) {
				continue
			}
			if d.list == c.list && !share && is(c.total/d.total) || d.key == c.key && (share && (is(c.total/d.total*100) || is(math.Abs(c.total-d.total)/d.total*100)) || diff && is(math.Abs(c.total-d.total))) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.c.rows(), func(r row) bool { return (r.name == "" && !r.alone || f.kind != money) && s.inRow(f, r, share) })
}

// together reports whether a figure is the sum of the two to five rows of a column that are
// named up to it, in its sentence or if it has none in the one before, or their share of the
// total: "A, B and C are US$ 90.00, 60% of all".
func (s *sums) together(f figure, c column, both bool) bool {
	at, n := span{s.unit(f).first, f.first}, s.v.tokens[f.first].unit
	if f.part || f.kind != percent && !both && (f.kind != money || !f.exact) {
		return false
	}
	for {
		any, whole := []float64{}, []float64{} // of rows of which a word is said, and all words
		for i, label := range c.labels {
			if words := strings.Fields(label); hasWord(s.v.tokens[at.first:at.last], label) {
				any = append(any, c.values[i])
				if !slices.ContainsFunc(words, func(w string) bool { return hasWord(tokens(w), w) && !hasWord(s.v.tokens[at.first:at.last], w) }) {
					whole = append(whole, c.values[i])
				}
			}
		}
		for _, rows := range [][]float64{any, whole} {
			sum := 0.0
			for _, x := range rows {
				sum += x
			}
			if len(rows) < 2 || len(rows) > 5 {
				continue
			}
			if f.kind != percent && s.is(f, sum) || f.kind == percent && c.total != 0 && s.is(f, sum/c.total*100) {
				return true
			}
		}
		if len(any) > 0 || n == 0 || at.first < s.unit(f).first {
			return false
		}
		at.first = s.v.units[n-1].first
	}
}

// inRow reports whether a figure is the ratio of two numbers of a row.
func (s *sums) inRow(f figure, r row, share bool) bool {
	for i, x := range r.numbers {
		for j, y := range r.numbers {
			if i != j && y != 0 && (share && s.is(f, x/y*100) || !share && s.is(f, x/y)) {
				return true
			}
		}
	}
	return false
}

// relevant returns the columns that have a row of which a sentence speaks; all if
// none has and it names nothing else.
func (s *sums) relevant(u unit) []column {
	all := s.c.columns()
	some := slices.DeleteFunc(slices.Clone(all), func(c column) bool {
		return !slices.ContainsFunc(c.labels, func(l string) bool { return s.labelled(u, l) })
	})
	if len(some) == 0 && !slices.ContainsFunc(s.found, func(m mention) bool { return u.first <= m.from && m.from < u.last }) {
		return all
	}
	return some
}

// labelled reports whether a sentence has a word of a row's texts.
func (s *sums) labelled(u unit, label string) bool {
	return hasWord(s.v.tokens[u.first:u.last], label)
}

// hasWord reports whether some tokens have a word of a label that tells something.
func hasWord(tokens []token, label string) bool {
	small := book().list("small")
	return slices.ContainsFunc(strings.Fields(label), func(w string) bool {
		return len(w) > 2 && !isIn(small, w) && slices.ContainsFunc(tokens, func(k token) bool { return k.same == sameWord(w) })
	})
}
