package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// readBounds reads limits to numbers, and takes their tokens away.
func (q *reading) readBounds() {
	for i := range q.toks {
		switch q.toks[i].class {
		case "again":
			q.having = append(q.having, Cond{Field: "purchases", Op: ">", N: 1, at: i})
		case "once":
			if !q.has("last", "first") && i == q.index("once") {
				q.having = append(q.having, Cond{Field: "purchases", Op: "=", N: 1, at: i})
			}
		case "lowrated", "highrated":
			q.readRated(i)
		case "number":
			q.readBound(i)
		}
	}
	for i := range q.toks { // with no number, more is just more
		switch t := &q.toks[i]; t.class {
		case "above":
			t.class = "most"
		case "below":
			t.class = "least"
		}
	}
}

// readRated reads "badly rated" and "well rated": ratings are 1 to 5, a low one is up to 2,
// a high one from 4. Everybody's means are near each other: of those the lowest or the highest
// are meant.
func (q *reading) readRated(i int) {
	low := q.class(i) == "lowrated"
	switch {
	case q.all:
		q.toks[i].class = map[bool]string{true: "least", false: "best"}[low]
	case low:
		q.having = append(q.having, Cond{Field: "rating", Op: "<=", N: 2, at: i})
	default:
		q.having = append(q.having, Cond{Field: "rating", Op: ">=", N: 4, at: i})
	}
}

// readBound reads the bound whose number is at i, if it is one.
func (q *reading) readBound(i int) {
	b := Cond{N: q.toks[i].n, at: i}
	cue := i - 1 // what is said before it: "acima de", "mais que"
	for cue > 0 && (q.class(cue) == "" || than[q.said(cue)] || q.class(cue) == "money" && currency[q.said(cue)]) && cue > i-3 {
		cue--
	}
	before := q.class(cue)
	if more, ok := moreThan[before]; ok && than[q.said(cue+1)] {
		before, b.Field = more.class, more.field
		if q.voc.table != nil && strong().MatchString(q.said(cue)) {
			b.Field = q.voc.fields["strong"]
		}
	}
	after, next := q.next(i, "compare")
	postfix := false // "5 ou mais"
	if c, k := q.next(next); next > 0 && bounds[after] != "" && k == next+1 && (c == "above" && atLeast[q.said(k)] || c == "below" && atMost[q.said(k)]) && q.voc.table == nil {
		b.Field = bounds[after] // "3 vezes ou mais"
		after, next = c, k
	}
	switch {
	case before == "between" && after == "number":
		b.Op, b.To, postfix = "between", q.toks[next].n, true
	case before == "exactly":
		b.Op = "="
	case before == "above" && atLeast[q.said(cue)]:
		b.Op = ">="
	case before == "above":
		b.Op = ">"
	case before == "below" && atMost[q.said(cue)]:
		b.Op = "<="
	case before == "below":
		b.Op = "<"
	case after == "above" && atLeast[q.said(next)] && next <= i+3:
		b.Op, postfix = ">=", true
	case after == "below" && atMost[q.said(next)] && next <= i+3:
		b.Op, postfix = "<=", true
	case before == "rating" && cue >= i-2, after == "rating" && starred().MatchString(q.said(next)), q.voc.table == nil && rated[lastWord(q.said(i-1))] && b.N <= 5:
		if b.Op, b.Field = "=", "rating"; orWords[q.said(i+1)] && q.class(i+2) == "number" { // "rated 2 or 3"
			b.Op, b.To = "between", q.toks[i+2].n
			q.toks[i+2].class = "done"
		}
	case q.voc.table != nil && cue >= i-2 && cue >= 0 && q.number(cue):
		b.Op, b.Field = "=", q.toks[cue].field // "nota 5"
	default:
		return
	}
	last := next
	if postfix {
		after, last = q.next(next)
	}
	if b.Field == "" {
		b.Field = q.bounded(i, last, after)
	}
	if b.Field == "" {
		return
	}
	q.having = append(q.having, b)
	q.toks[i].class = "done"
	if postfix {
		q.toks[next].class = "done"
	}
	if q.class(last) == "percent" {
		q.toks[last].class = "done"
	}
	if slices.Contains([]string{"above", "below", "between", "exactly"}, before) {
		q.toks[cue].class = "done"
	}
}

// contradicts reports whether no number is within all bounds on a field.
func (q *reading) contradicts() bool {
	return slices.ContainsFunc(q.having, func(low Cond) bool {
		return slices.ContainsFunc(q.having, func(high Cond) bool {
			return low.Field == high.Field && strings.HasPrefix(low.Op, ">") && strings.HasPrefix(high.Op, "<") && low.N >= high.N
		})
	})
}

// moreThan is what a word means before "than" and a number.
var moreThan = map[string]struct{ class, field string }{
	"most": {"above", ""}, "least": {"below", ""}, "strongest": {"above", "abv"}, "weakest": {"below", "abv"}, "bitterest": {"above", "ibu"}, "mildest": {"below", "ibu"},
}

var (
	rated    = lang.Set("dei di gave rated") // before a number
	orWords  = lang.Set("ou or o u e and y")
	than     = lang.Set("que than r us")
	currency = lang.Set("usd reais dolar dolares dollar dollars")
	strong   = pattern.Of(`strong|fort|fuert`)
	starred  = pattern.Of(`^(star|estrela|estrella)`)
	atLeast  = setOf("at least,pelo menos,no minimo,ao menos,al menos,minimo de,ou mais,or more,or higher,or above,or better,and above,ou superior,ou acima,ou maior,o mas,o superior,a partir de,por lo menos")
	atMost   = setOf("at most,no maximo,ate,up to,maximo de,ou menos,or less,or lower,or below,pra baixo,para baixo,para abajo,and below,and under,and lower,e abaixo,y menos,ou inferior,ou abaixo,ou menor,o menos,a lo sumo")
)

func setOf(forms string) map[string]bool {
	all := map[string]bool{}
	for f := range strings.SplitSeq(forms, ",") {
		all[f] = true
	}
	return all
}

// bounds are the fields that a bound may be on, by the class that says so.
var bounds = map[string]string{
	"abv": "abv", "strongest": "abv", "weakest": "abv", "ibu": "ibu", "rating": "rating", "money": "amount", "moneyown": "amount", "purchase": "purchases", "times": "purchases", "howmany": "purchases",
	"unit": "units", "night": "nights", "price": "price", "beer": "beer", "brewery": "brewery", "style": "style", "client": "clients", "buyall": "clients", "everyone": "clients", "trip": "trips",
}

// bounded finds what a bound at token i is on: what is said after it, or else
// the nearest before it.
func (q *reading) bounded(i, next int, after string) string {
	if q.voc.table != nil {
		return q.boundedField(i, next)
	}
	said := func(j int) { // it says what the bound is on, not what is asked for
		if slices.Contains([]string{"abv", "ibu", "money", "rating", "price", "times", "unit", "night"}, q.toks[j].class) {
			q.toks[j].class = "done"
		}
	}
	if after == "percent" {
		if c, k := q.next(next); c == "abv" && k <= next+2 {
			said(k)
		} else if i := q.index("abv"); i >= 0 && i < next && !q.has("avg") {
			said(i)
		}
		return "abv"
	}
	if m, ok := bounds[after]; ok {
		said(next)
		return m
	}
	for j := i - 1; j >= 0; j-- {
		switch m := bounds[q.toks[j].class]; {
		case m == "beer" || m == "brewery" || m == "style" || m == "clients":
		case m == "purchases" || m == "trips": // "compras acima de 200"
			return "amount"
		case m != "":
			said(j)
			return m
		}
	}
	return ""
}

// boundedField is the column of numbers that stands nearest to a bound: before
// it, or just after.
func (q *reading) boundedField(i, next int) string {
	if next > 0 && next <= i+2 && q.number(next) && !q.and(i, next) {
		return q.toks[next].field
	}
	if slices.Contains([]string{"times", "vezes", "veces"}, q.said(i+1)) || next > 0 && next <= i+2 && q.class(next) == "rows" {
		return "purchases"
	}
	for j := i - 1; j >= 0; j-- {
		if q.number(j) {
			return q.toks[j].field
		}
	}
	return q.money()
}
