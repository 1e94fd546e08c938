package guard

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A column is numbers that the objects of one list, a result of this turn, have
// under one name: of all, or of those that share a value under another.
type column struct {
	list   int    // columns with one number are of the same rows
	key    string // its name
	values []float64
	labels []string // what else the rows of the values say, folded
}

// A row is an object of a list, with its numbers and its texts.
type row struct {
	numbers []float64
	money   []float64 // of numbers, those with a currency
	texts   []string  // folded
	alone   bool      // it is in no list
}

// most is how many numbers of a column are compared in pairs.
const most = 40

func (c *checker) columns() []column {
	if !c.tabled {
		c.tabled = true
		for _, text := range c.Fresh {
			var v any
			if (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")) && json.Unmarshal([]byte(text), &v) == nil {
				c.tabulate(v)
			}
		}
	}
	return c.cols
}

// tabulate reads the lists of a result.
func (c *checker) tabulate(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range keys(v) {
			c.tabulate(v[k])
		}
		r := rowOf(v)
		r.alone = true
		c.rows = append(c.rows, r)
	case []any:
		groups := map[string][]map[string]any{}
		var order []string
		put := func(group string, r map[string]any) {
			if groups[group] == nil {
				order = append(order, group)
			}
			groups[group] = append(groups[group], r)
		}
		for _, x := range v {
			r, ok := x.(map[string]any)
			if list, is := x.([]any); is {
				r, ok = map[string]any{}, true
				for i, y := range list {
					r[strconv.Itoa(i)] = y
				}
			}
			if !ok {
				continue
			}
			c.rows = append(c.rows, rowOf(r))
			put("", r)
			for _, k := range keys(r) {
				if text, ok := r[k].(string); ok {
					put(k+"="+text, r)
				} else if _, ok := r[k].([]any); ok {
					c.tabulate(r[k])
				}
			}
		}
		for _, g := range order {
			if rows := groups[g]; g == "" || len(rows) > 1 && len(rows) < len(v) {
				c.list++
				c.cols = append(c.cols, columnsOf(c.list, rows)...)
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
					i, all = len(all), append(all, column{list: list, key: k})
				}
				all[i].values = append(all[i].values, n)
				all[i].labels = append(all[i].labels, strings.Join(rowOf(r).texts, " "))
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
		if n, ok := amount(v[k]); ok {
			r.numbers = append(r.numbers, n)
			if s, ok := v[k].(string); ok && strings.ContainsAny(s, "$€£") {
				r.money = append(r.money, n)
			}
		} else if s, ok := v[k].(string); ok {
			r.texts = append(r.texts, lang.Fold(s))
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
	if !ok || len(s) > 20 || strings.Count(s, "-")+strings.Count(s, ":")+strings.Count(s, "/") > 0 {
		return 0, false
	}
	all := readNumbers(s)
	if len(all) != 1 {
		return 0, false
	}
	return all[0], true
}

// table reports whether a figure follows from the columns and rows of this
// turn's results: a sum, mean, count, difference or share of a column, a ratio
// of two numbers of a row or of two sums.
func (s *sums) table(f figure, own []float64) bool {
	is := func(x float64) bool { return s.is(f, x) }
	cols := s.relevant(s.unit(f))
	sum := func(c column) (sum float64) {
		for _, x := range c.values {
			sum += x
		}
		return sum
	}
	for n, c := range cols {
		total, few := sum(c), c.values[:min(len(c.values), most)]
		diff, both := s.says(f, "diff"), s.says(f, "sum")
		if f.kind != percent && (is(total) || (s.says(f, "mean") || s.says(f, "each")) && is(total/float64(len(c.values)))) {
			return true
		}
		spoken := make([]bool, len(few))
		named := 0
		for i := range few {
			if spoken[i] = s.labelled(s.unit(f), c.labels[i]); spoken[i] {
				named++
			}
		}
		for i, x := range few {
			if f.kind == percent && total != 0 && is(x/total*100) {
				return true
			}
			for j, y := range few {
				switch {
				case i == j, named > 1 && !(spoken[i] && spoken[j]): // of two that are spoken of
				case f.kind == percent:
					if y != 0 && (diff && is(math.Abs(x-y)/y*100) || (slices.Contains(own, x) || slices.Contains(own, y)) && is(x/y*100)) || total != 0 && both && is((x+y)/total*100) {
						return true
					}
				case diff && is(x-y) || both && is(x+y):
					return true
				}
			}
		}
		for m, d := range cols {
			if m != n && d.list == c.list && f.kind != percent && sum(d) != 0 && is(total/sum(d)) {
				return true
			}
			if m != n && d.key == c.key && sum(d) != 0 && (f.kind == percent && (is(total/sum(d)*100) || is(math.Abs(total-sum(d))/sum(d)*100)) || diff && is(math.Abs(total-sum(d)))) {
				return true
			}
		}
		for _, x := range own { // of a figure just said
			if slices.Contains(c.values, x) && total != 0 && f.kind == percent && is(x/total*100) {
				return true
			}
		}
	}
	for _, r := range s.c.rows {
		for i, x := range r.numbers {
			for j, y := range r.numbers {
				if i != j && y != 0 && (f.kind == percent && is(x/y*100) || f.kind != percent && is(x/y)) {
					return true
				}
			}
		}
	}
	return false
}

// inRow reports whether a figure stands in a row of a result together with the
// name of a thing, or is a ratio of two figures there.
func (s *sums) inRow(f figure, things []int) bool {
	s.c.columns()
	for _, r := range s.c.rows {
		if !slices.ContainsFunc(things, func(i int) bool { return slices.Contains(r.texts, lang.Fold(s.c.Things[i].Name)) }) {
			continue
		}
		for i, x := range r.numbers {
			if s.is(f, x) || slices.ContainsFunc(slices.Concat(r.numbers[:i], r.numbers[i+1:]), func(y float64) bool { return y != 0 && s.is(f, x/y) }) {
				return true
			}
		}
	}
	return false
}

// fractions looks at parts that are said in words: "dois terços das vendas".
func (s *sums) fractions() {
	b := book()
	for _, id := range b.under("fraction") {
		for _, m := range s.v.by[id] {
			over, under, _ := strings.Cut(b.rest(id), "/")
			part := float64(over[0]-'0') / float64(under[0]-'0')
			if m.to+1 >= len(s.v.tokens) || !s.v.has("of", m.to, m.to+1) || strings.ContainsAny(s.v.raw[s.v.tokens[m.to].to:min(len(s.v.raw), s.v.tokens[m.to].to+4)], "$€") || s.v.tokens[m.to+1].digits || len(s.v.find("price", m.to, m.to+4)) > 0 {
				continue
			}
			far := 0.02
			if s.v.has("about", max(0, m.from-3), m.from) {
				far = 0.06
			}
			u := s.v.units[s.v.tokens[m.from].unit]
			tables, right := false, false
			for _, c := range s.relevant(u) {
				total, named, spoken := 0.0, 0.0, false
				for i, x := range c.values {
					total += x
					if s.labelled(u, c.labels[i]) {
						named, spoken = named+x, true
					}
				}
				if len(c.values) < 2 || total == 0 {
					continue
				}
				tables = true
				right = right || math.Abs(named/total-part) < far || !spoken && slices.ContainsFunc(c.values, func(x float64) bool { return math.Abs(x/total-part) < far })
				for i, x := range c.values {
					right = right || s.labelled(u, c.labels[i]) && slices.ContainsFunc(c.values, func(y float64) bool { return y != 0 && math.Abs(x/y-part) < far })
				}
			}
			for _, f := range s.all { // of an amount in the sentence
				if f.kind == money && u.first <= f.first && f.first < u.last {
					whole := s.before
					for _, r := range s.c.rows {
						whole = append(whole, r.money...)
					}
					tables = tables || len(whole) > 1
					right = right || slices.ContainsFunc(whole, func(y float64) bool { return y != 0 && math.Abs(f.values[0]/y-part) < far })
				}
			}
			if tables && !right {
				s.v.wrong(Figure, m.from, m.to, "the figures do not say %q", s.v.raw[s.v.tokens[m.from].from:s.v.tokens[m.to-1].to])
			}
		}
	}
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
	small := book().list("small")
	return slices.ContainsFunc(strings.Fields(label), func(w string) bool {
		return len(w) > 2 && !isIn(small, w) && slices.ContainsFunc(s.v.tokens[u.first:u.last], func(k token) bool { return k.same == lang.Same(w) })
	})
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
