package question

import (
	"slices"

	"github.com/maitre-dev/maitre/lang"
)

// Figure is a statistic of a measure beside the first of a plan: the units of
// "quanto gastei e quantas unidades".
type Figure struct {
	Measure string  `json:"measure,omitempty"`
	Stat    string  `json:"stat,omitempty"`
	Q       float64 `json:"q,omitempty"`
}

// mention is a figure that is named, and where.
type mention struct {
	Figure
	at, end int // tokens
	said    bool
}

// statistics are the classes of words that name one.
var statistics = map[string]string{"avg": Mean, "median": Median, "sd": SD, "maximum": Max, "minimum": Min, "total": Sum}

// and reports whether tokens from i up to j are set side by side.
func (q *reading) and(i, j int) bool {
	for k := i + 1; k <= j && k < len(q.toks); k++ {
		if q.toks[k].sep || ands[q.said(k)] || q.class(k) == "both" {
			return true
		}
	}
	return false
}

var ands = lang.Set("e and y plus")

// mentions are the figures that a question names, each with the statistic that
// stands beside it.
func (q *reading) figuresSaid() (all []mention) {
	for i := range q.toks {
		m, ok := q.mention(i)
		if !ok {
			continue
		}
		if n := len(all); n > 0 {
			last := &all[n-1]
			if i <= last.end || last.Measure == m.Measure && (last.Stat == m.Stat || !m.said || !last.said) {
				if m.said && !last.said {
					last.Stat, last.said = m.Stat, true
				}
				last.end = max(last.end, m.end)
				continue
			}
			if !q.and(last.at, m.at) {
				continue
			}
		}
		all = append(all, m)
	}
	return all
}

// mention reads the figure that the token at i names, if it does.
func (q *reading) mention(i int) (m mention, ok bool) {
	m.at, m.end = i, i
	if q.voc.table != nil {
		m.Figure, m.end, ok = q.tableMention(i)
	} else {
		m.Figure, m.end, ok = q.houseMention(i)
	}
	if !ok || m.Stat == Count || m.Stat == Distinct {
		return m, ok
	}
	for _, k := range []int{i - 1, i - 2, i + 1, i + 2} {
		s := statistics[q.class(k)]
		if s == "" || (k == i-2 || k == i+2) && (q.class((i+k)/2) != "" || q.and(min(i, k), max(i, k))) || k > i && q.and(i, k) {
			continue
		}
		m.Stat, m.said = s, true
		break
	}
	return m, true
}

func (q *reading) tableMention(i int) (f Figure, end int, ok bool) {
	switch {
	case q.class(i) == "howmany":
		_, j := q.next(i, "distinct")
		if j < 0 {
			return f, i, false
		}
		switch of := q.toks[j]; {
		case of.class == "rows":
			return Figure{Stat: Count}, j, true
		case of.class == "field" && q.number(j):
			return Figure{Measure: of.field, Stat: Sum}, j, true
		case of.class == "field" && !slices.Contains(q.by, of.field):
			return Figure{Measure: of.field, Stat: Distinct}, j, true
		}
	case q.class(i) == "field" && q.number(i) && !slices.Contains(q.by, q.toks[i].field) && !q.bound(q.toks[i].field):
		return Figure{Measure: q.toks[i].field, Stat: q.schema.field(q.toks[i].field).Stat}, i, true
	}
	return f, i, false
}

// bound reports whether a field is only spoken of as a limit.
func (q *reading) bound(field string) bool {
	return slices.ContainsFunc(q.having, func(c Cond) bool { return c.Field == field })
}

func (q *reading) houseMention(i int) (f Figure, end int, ok bool) {
	purchases := q.about == "purchases"
	switch c := q.class(i); {
	case c == "howmany":
		n, j := q.next(i, "distinct")
		if q.toks[i].often() {
			return Figure{Stat: Count}, i, true
		}
		if j < 0 {
			return f, i, false
		}
		switch {
		case n == "unit" || n == "beer" && purchases && !q.tried() && q.class(i+1) != "distinct":
			return Figure{Measure: "units", Stat: Sum}, j, purchases
		case n == "purchase" || n == "trip" || n == "times":
			return Figure{Stat: Count}, j, true
		case n == "client" || n == "everyone":
			return Figure{Measure: "clients", Stat: Sum}, j, q.all
		case n == "night":
			return Figure{Measure: "nights", Stat: Sum}, j, true
		case entity[n] && !slices.Contains(q.by, q.dim(j)) && purchases:
			return Figure{Measure: q.dim(j), Stat: Distinct}, j, true
		}
	case c == "howmuch" || c == "money" || c == "moneyown" || c == "sold" && soldAs[q.said(i)]:
		return Figure{Measure: "amount", Stat: Sum}, i, purchases || q.about == "trips"
	case c == "total" && purchases && i+1 < len(q.toks) && q.toks[i+1].sep && slices.Contains([]string{"unit", "times", "rating", "price", "ticket"}, q.class(i+1)): // "total, price and rating"
		return Figure{Measure: "amount", Stat: Sum}, i, true
	case c == "ticket":
		return Figure{Measure: "amount", Stat: Mean}, i, true
	case c == "unit" && purchases:
		return Figure{Measure: "units", Stat: Sum}, i, true
	case c == "rating" && purchases:
		return Figure{Measure: "rating", Stat: Mean}, i, true
	case c == "price" && purchases && q.all:
		return Figure{Measure: "price", Stat: Ratio}, i, true
	case c == "price" && purchases:
		return Figure{Measure: "price", Stat: Mean}, i, true
	case c == "night" && q.about == "trips":
		return Figure{Measure: "nights", Stat: Sum}, i, true
	case c == "times" && purchases:
		return Figure{Stat: Count}, i, true
	}
	return f, i, false
}

// statsSaid are the statistics that are named side by side: "média e mediana".
func (q *reading) statsSaid() (all []string) {
	last := -1
	for i, t := range q.toks {
		s := statistics[t.class]
		if q.voc.lexicon.exact[t.text] == "total" {
			s = Sum
		}
		if s == "" || slices.Contains(all, s) {
			continue
		}
		if last >= 0 && !q.and(last, i) {
			continue
		}
		all, last = append(all, s), i
	}
	return all
}

// several adds the figures that are asked for beside the first.
func (q *reading) several(p *Plan) {
	if p.Do != "" || p.Then != "" || p.Whose == Both || len(p.More) > 0 || p.Each != "" || p.Stat == Ratio && p.Other != "" {
		return
	}
	stats, said := q.statsSaid(), q.figuresSaid()
	if len(said) < 2 && len(stats) > 1 {
		if p.Measure == "" || p.Per != "" && slices.Contains(stats, Sum) {
			return
		}
		p.Stat = stats[0]
		for _, s := range stats[1:] {
			p.More = append(p.More, Figure{Measure: p.Measure, Stat: s})
		}
		return
	}
	if len(said) < 2 || p.Per != "" && p.Per != "client" {
		return
	}
	first := Figure{Measure: p.Measure, Stat: p.Stat}
	if !q.superlative() && len(p.Having) == 0 {
		first = said[0].Figure
		p.Measure, p.Stat = first.Measure, first.Stat
	}
	for _, m := range said {
		if m.Figure != first && !(m.Measure == first.Measure && !m.said) && !slices.Contains(p.More, m.Figure) {
			p.More = append(p.More, m.Figure)
		}
	}
}

// pairExtremes reads "the lowest and the highest" as two statistics: nothing is
// ranked by them.
func (q *reading) pairExtremes() {
	if i, j := q.index("avg", "median"), q.index("most", "least", "maximum", "minimum"); i >= 0 && j >= 0 && max(i, j)-min(i, j) <= 3 && q.and(min(i, j), max(i, j)) && !q.has("by", "which") {
		if c := q.class(j); c == "most" || c == "least" { // "the average and the highest amount"
			q.toks[j].class = map[string]string{"most": "maximum", "least": "minimum"}[c]
		}
		q.paired = true
	}
	low, high := q.index("least", "cheapest", "minimum"), q.index("most", "dearest", "maximum")
	if low < 0 || high < 0 || !q.and(min(low, high), max(low, high)) {
		return
	}
	for k := min(low, high) + 1; k < max(low, high); k++ {
		if c := q.class(k); c != "" && !(c == "price" || c == "rating" || c == "field" || c == "money" || c == "both") {
			return
		}
	}
	for _, i := range []int{low, high} {
		if t := &q.toks[i]; (t.class == "cheapest" || t.class == "dearest") && !q.has("price") {
			q.priced = true
		}
		q.toks[i].class = map[bool]string{true: "minimum", false: "maximum"}[i == low]
	}
	q.paired = true
}
