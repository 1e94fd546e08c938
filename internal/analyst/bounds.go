package analyst

import (
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// bound is a limit to a number: "ibu acima de 60".
type bound struct {
	measure string
	op      string
	n, to   float64 // to: of BETWEEN
}

type bounds []bound

func (all bounds) on(measure string) bool {
	return slices.ContainsFunc(all, func(b bound) bool { return b.measure == measure })
}

// readBounds reads limits to numbers, and takes their tokens away.
func (q *question) readBounds() {
	for i := range q.toks {
		switch q.toks[i].class {
		case "again":
			q.bounds = append(q.bounds, bound{measure: "count", op: ">", n: 1})
		case "once":
			q.bounds = append(q.bounds, bound{measure: "count", op: "=", n: 1})
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

// readBound reads the bound whose number is at i, if it is one.
func (q *question) readBound(i int) {
	b := bound{n: q.toks[i].n}
	cue := i - 1 // what is said before it: "acima de", "mais que"
	if q.class(cue) == "" || than[q.said(cue)] {
		cue--
	}
	before := q.class(cue)
	if more, ok := moreThan[before]; ok && than[q.said(i-1)] {
		before, b.measure = more.class, more.measure
	}
	after, next := q.next(i, "compare")
	if c, k := q.next(next); after == "percent" && (c == "above" || c == "below") { // "5% ou mais"
		q.toks[next].class = "done"
		after, next = c, k
		b.measure = "abv"
	}
	postfix := false // "5 ou mais"
	switch {
	case before == "between" && after == "number":
		b.op, b.to, postfix = "BETWEEN", q.toks[next].n, true
	case before == "exactly":
		b.op = "="
	case before == "above" && slices.Contains(atLeast, q.said(cue)):
		b.op = ">="
	case before == "above":
		b.op = ">"
	case before == "below" && slices.Contains(atMost, q.said(cue)):
		b.op = "<="
	case before == "below":
		b.op = "<"
	case after == "above" && slices.Contains(atLeast, q.said(next)):
		b.op, postfix = ">=", true
	case after == "below" && slices.Contains(atMost, q.said(next)):
		b.op, postfix = "<=", true
	case before == "rating", after == "rating" && starred.MatchString(q.said(next)):
		b.op, b.measure = "=", "rating"
	default:
		return
	}
	last := next
	if postfix {
		after, last = q.next(next)
	}
	if b.measure == "" {
		b.measure = q.bounded(i, last, after)
	}
	if b.measure == "" {
		return
	}
	q.bounds = append(q.bounds, b)
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

// moreThan is what a word means before "than" and a number.
var moreThan = map[string]struct{ class, measure string }{
	"most": {"above", ""}, "least": {"below", ""}, "strongest": {"above", "abv"}, "weakest": {"below", "abv"}, "bitterest": {"above", "ibu"}, "mildest": {"below", "ibu"},
}

var (
	than    = lang.Set("que than")
	starred = regexp.MustCompile(`^(star|estrela|estrella)`)
)

var (
	atLeast = strings.Split("at least,pelo menos,no minimo,ao menos,al menos,minimo de,ou mais,or more,or higher,or above,or better,and above,ou superior,ou acima,ou maior,o mas,o superior,a partir de,por lo menos", ",")
	atMost  = strings.Split("at most,no maximo,ate,up to,maximo de,ou menos,or less,or lower,or below,ou inferior,ou abaixo,ou menor,o menos,a lo sumo", ",")
)

// measures that a bound may be on, by the class that says so.
var measures = map[string]string{
	"abv": "abv", "strongest": "abv", "weakest": "abv", "ibu": "ibu", "rating": "rating", "money": "amount", "moneyown": "amount", "purchase": "count", "times": "count", "howmany": "count",
	"unit": "quantity", "night": "nights", "price": "price", "beer": "beers", "brewery": "breweries", "style": "styles", "client": "clients", "trip": "count",
}

// bounded finds what a bound at token i is on: what is said after it, or else
// the nearest before it.
func (q *question) bounded(i, next int, after string) string {
	said := func(j int) { // it says what the bound is on, not what is asked for
		if c := q.toks[j].class; c == "abv" || c == "ibu" || c == "money" || c == "rating" || c == "price" || c == "times" || c == "unit" || c == "night" {
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
	if m, ok := measures[after]; ok {
		said(next)
		return m
	}
	for j := i - 1; j >= 0; j-- {
		switch m := measures[q.toks[j].class]; {
		case m == "beers" || m == "breweries" || m == "styles" || m == "clients":
		case m == "count" && q.about != "trips": // "compras acima de 200"
			return "amount"
		case m == "count":
			return "total"
		case m != "":
			said(j)
			return m
		}
	}
	return ""
}

// boundSQL is a bound on rows; what is bound after counting is in having.
func (q *question) boundSQL(b bound) string {
	c := ""
	switch b.measure {
	case "abv", "ibu":
		if (q.about == "catalogue" || q.about == "purchases") && (!q.has("avg") || q.target == "beer") {
			c = "b." + b.measure
		}
	case "rating":
		if q.about == "purchases" && !q.all && !q.has("avg") {
			c = "p.rating"
		}
	case "amount":
		if q.about == "purchases" && !q.all && (q.target == "purchase" || q.target == "") {
			c = "p.amount"
		}
	case "price":
		if q.about == "purchases" && !q.all {
			c = "p.unit_price"
		}
	case "quantity":
		if q.about == "purchases" && !q.all && q.target == "purchase" {
			c = "p.quantity"
		}
	case "nights":
		if q.about == "trips" && !q.all {
			c = "t.nights"
		}
	case "total":
		if q.about == "trips" && !q.all {
			c = "t.total"
		}
	}
	if c == "" {
		return ""
	}
	return c + b.sql()
}

func (b bound) sql() string {
	if b.op == "BETWEEN" {
		return " BETWEEN " + number64(min(b.n, b.to)) + " AND " + number64(max(b.n, b.to))
	}
	return " " + b.op + " " + number64(b.n)
}
