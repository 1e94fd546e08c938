package guard

import (
	"cmp"
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
	money   []float64 // of numbers, those with a currency or too high to count something
	rates   []float64 // of numbers, amounts for one of them
	name    string    // folded
	texts   []string  // folded
	alone   bool      // it is in no list
	whose   bool      // it tells what somebody pays
}

// counted is the highest number that may count nights, people or portions, and is no
// amount of money without a currency.
const counted = 31

// whole reports whether the amounts of a row are of the whole, as the total of a bill.
func (r row) whole() bool { return r.name == "" && (r.alone || r.whose) }

// label returns what a row is called: by its name, or if it has none by all its texts.
func (r row) label() string { return cmp.Or(r.name, strings.Join(r.texts, " ")) }

// amounts returns what a row has for money, and what is for one night or one km for as many as the row has; of a
// row of a table, all its numbers.
func (r row) amounts() []float64 {
	all := slices.Clone(r.money)
	if r.name == "" && !r.alone {
		all = slices.Clone(r.numbers)
	}
	for _, x := range r.rates {
		for _, n := range r.times {
			all = append(all, x*n)
		}
	}
	return all
}

// A column is numbers that the objects of one list have under one name: of all,
// or of those that share a value under another.
type column struct {
	key    string // its name
	values []float64
	labels []string // what else the rows of the values say, folded
	total  float64
	named  bool // the rows are things, each with a price of its own
}

// latest returns what the results of this turn say, or if it has none, those before.
func (c *checker) latest() (all []*said) {
	for i, s := range c.texts() {
		if s.result && i < len(c.Texts) && slices.Contains(c.Fresh, c.Texts[i]) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		all = slices.DeleteFunc(slices.Clone(c.texts()), func(s *said) bool { return !s.result })
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
				s.columns = append(s.columns, columnsOf(rows)...)
			}
		}
	}
}

func columnsOf(rows []map[string]any) (all []column) {
	for _, r := range rows {
		for _, k := range keys(r) {
			if n, ok := amount(r[k]); ok {
				i := slices.IndexFunc(all, func(c column) bool { return c.key == k })
				if i < 0 {
					i, all = len(all), append(all, column{key: k, named: r["name"] != nil})
				}
				all[i].values = append(all[i].values, n)
				all[i].labels = append(all[i].labels, rowOf(r).label())
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
			money := strings.ContainsAny(s, "$€£")
			if n > 1 && !money && slices.ContainsFunc([]string{"night", "people", "room", "quantity", "day", "km", "adult", "times"}, func(of string) bool { return strings.Contains(k, of) }) {
				r.times = append(r.times, n)
			}
			if money || n > counted || n != math.Trunc(n) {
				r.money = append(r.money, n)
			}
			if strings.Contains(k, "per_") || strings.Contains(k, "each") {
				r.rates = append(r.rates, n)
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
	if words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); !ok || len(s) > 20 || strings.ContainsAny(s, "-:/") || len(strings.Join(words, "")) > 3 {
		return 0, false // "Rua 12" is none
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

// hasWord reports whether some tokens have a word of a label that tells something.
func hasWord(tokens []token, label string) bool {
	small := book().list("small")
	return slices.ContainsFunc(strings.Fields(label), func(w string) bool {
		return len(w) > 2 && !isIn(small, w) && slices.ContainsFunc(tokens, func(k token) bool { return k.same == sameWord(w) })
	})
}
