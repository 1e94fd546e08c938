package question

import (
	"cmp"
	"slices"
)

// boundOps are the classes of words that bound a number, counts what of groups is counted, by the class
// that says so.
var (
	boundOps = map[string]string{"above": ">", "atleast": ">=", "below": "<", "atmost": "<=", "exactly": "="}
	counts   = map[string]string{
		"purchase": "purchases", "times": "purchases", "rows": "purchases", "howmany": "purchases", "beer": "beer", "brewery": "brewery",
		"style": "style", "client": "clients", "buyall": "clients", "everyone": "clients", "trip": "trips",
	}
	// bounding are the words that are a bound by themselves; ratings are 1 to 5.
	bounding = map[string]Cond{
		"again": {Field: "purchases", Op: ">", N: 1}, "once": {Field: "purchases", Op: "=", N: 1},
		"lowrated": {Field: "rating", Op: "<=", N: 2}, "highrated": {Field: "rating", Op: ">=", N: 4},
	}
)

// readBounds reads limits to numbers. With no number, more is just more; of everybody's mean ratings,
// which are near each other, a low one is the lowest.
func (q *reading) readBounds() {
	for i := range q.toks {
		b, ok := bounding[q.class(i)]
		switch rank := map[string]string{"lowrated": "least", "highrated": "best"}[q.class(i)]; {
		case rank != "" && q.all:
			q.toks[i].class = rank
		case ok:
			b.at = i
			q.having = append(q.having, b)
		case q.class(i) == "number":
			q.readBound(i)
		}
	}
	for i := range q.toks {
		q.toks[i].class = cmp.Or(map[string]string{"above": "most", "atleast": "most", "below": "least"}[q.class(i)], q.class(i))
	}
}

// readBound reads the bound whose number is at i, if it is one: what bounds it stands before it, or
// behind it and what it is of.
func (q *reading) readBound(i int) {
	b := Cond{N: q.toks[i].n, at: i}
	cue := i - 1
	for cue > 0 && cue > i-3 && (q.class(cue) == "" || in("than", q.said(cue))) {
		cue--
	}
	after, next := q.next(i, "compare")
	then, last := q.next(next)
	before, number := q.class(cue), q.number(cue)
	stars := !q.table() && (number == "rating" || in("rated", lastWord(q.said(i-1)))) || in("stars", q.said(next))
	switch {
	case after == "number" && (before == "between" || stars || in("stars", q.said(last))): // "1 or 2 stars"
		b.Op, b.To, q.toks[next].class = "between", q.toks[next].n, "done"
		i, after, next = next, then, last
	case boundOps[before] != "":
		b.Op = boundOps[before]
	case after == "atleast" || after == "atmost":
		b.Op, q.toks[next].class = boundOps[after], "done"
		after, next = then, last
	case then == "atleast" || then == "atmost": // "3 vezes ou mais"
		b.Op, q.toks[last].class = boundOps[then], "done"
	case stars:
		b.Op, b.Field, q.boundBy[cue], q.boundBy[next] = "=", "rating", true, true
	case q.table() && number != "":
		b.Op, b.Field = "=", number // "nota 5"
	default:
		return
	}
	if b.Field == "" && stars && b.N <= 5 && q.number(next) == "" && after != "percent" { // "rated 2 or less"
		b.Field = "rating"
	}
	if b.Field = cmp.Or(b.Field, q.bounded(i, next, after)); b.Field == "" {
		return
	}
	q.having = append(q.having, b)
	q.toks[b.at].class = "done"
	if boundOps[before] != "" || before == "between" {
		q.toks[cue].class = "done"
	}
	if after == "percent" {
		q.toks[next].class = "done"
	}
}

// bounded returns the column that a bound at token i limits: the one named behind it ("under 5
// percent"), or else the nearest number before it. Of plain rows a bound limits the money.
func (q *reading) bounded(i, next int, after string) string {
	of := func(j int) string { // it says what the bound is on, not what is asked for
		q.boundBy[j] = true
		return q.number(j)
	}
	switch near := next > 0 && next <= i+2; {
	case after == "percent":
		q.boundBy[q.index("abv")] = !q.has("avg")
		return "abv"
	case near && q.number(next) != "":
		return of(next)
	case near && counts[after] != "", in("times", q.said(i+1)):
		q.boundBy[i+1] = true
		return cmp.Or(counts[after], "purchases")
	}
	for j := i - 1; j >= 0; j-- {
		switch c := q.class(j); {
		case c == "moneyown", c == "purchase", c == "trip", c == "rows": // "compras acima de 200"
			return q.role("money")
		case q.number(j) != "":
			return of(j)
		}
	}
	if q.table() {
		return q.role("money")
	}
	return ""
}

// ofGroups reports whether a bound is on what is made of many rows, not on a number of each.
func (q *reading) ofGroups(b Cond) bool {
	f := q.schema.field(b.Field)
	switch {
	case f == nil || f.Kind != Number: // a count
		return true
	case b.Field == "abv" || b.Field == "ibu":
		return false
	case q.schema.Cube != "":
		return true
	case q.has("rows") || q.target == "rows" || b.Op == "=" || !q.grouping(q.target) && len(q.groups(q.by)) == 0:
		return false
	}
	return f.Stat == Sum || q.has("avg")
}

// counted is the field after "how many".
func (q *reading) counted() string {
	_, j := q.next(q.index("howmany"), "distinct")
	return q.field(j)
}

// pairExtremes reads "the lowest and the highest" as two statistics: nothing is ranked by them.
func (q *reading) pairExtremes() {
	pair := func(i, j int) bool {
		for k := min(i, j) + 1; k < max(i, j); k++ {
			if c := q.class(k); c != "" && c != "field" && numbers[c] == "" {
				return false
			}
		}
		return i >= 0 && j >= 0 && q.and(min(i, j), max(i, j))
	}
	low, high := q.index("least", "cheapest", "minimum"), q.index("most", "dearest", "maximum")
	mean, last := q.index("avg", "median"), max(low, high)
	switch {
	case pair(low, high):
		dear := q.class(low) == "cheapest" || q.class(high) == "dearest"
		if q.toks[low].class, q.toks[high].class = "minimum", "maximum"; dear && q.role("price") != "" {
			price := map[bool]token{false: {class: "price"}, true: {class: "field", field: q.role("price")}}[q.table()]
			q.toks = slices.Insert(q.toks, last+1, price)
		}
	case pair(mean, last) && !q.has("which"): // "the average and the highest amount"
		q.toks[last].class = map[bool]string{true: "minimum", false: "maximum"}[last == low]
	default:
		return
	}
	q.paired = true
}
