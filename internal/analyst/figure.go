package analyst

import (
	"slices"
	"strings"
)

// figure answers with one number.
func (q *question) figure() (*statement, string) {
	plainly := q.has("howmany", "howmuch", "total", "avg")
	asked := plainly || q.has("ticket", "money", "moneyown", "unit", "times", "sold", "price") || q.has("rating") && !q.bounds.on("rating") ||
		q.has("night") && q.limit == 0 || q.has("abv", "ibu") && q.has("most", "least", "range")
	if !asked || q.has("list") && !plainly {
		return nil, ""
	}
	of := q.class(q.index("which") + 1) // "what rating do …"
	number := plainly || q.has("range") || of == "rating" || of == "unit" || q.has("ticket", "money", "price")
	if q.has("which") && !number && !slices.Contains([]string{"", "purchase", "trip", "night"}, q.target) {
		return nil, "" // things are asked for
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	m := q.measure("")
	if m.sql == "" {
		return nil, ""
	}
	if column, ok := strings.CutPrefix(m.sql, "AVG(b."); ok && q.has("range") {
		s.cols = []string{"MIN(b." + column, "MAX(b." + column}
		return s, ""
	}
	if q.all && q.has("most", "least") && !m.row {
		return nil, OtherClient // the most that any one spent
	}
	if m.row {
		f := "AVG"
		if q.ascending() {
			f = "MIN"
		} else if q.superlative() {
			f = "MAX"
		}
		m.sql = f + "(" + m.sql + ")"
	}
	mean := q.all && q.has("avg") && q.has("client") && q.about != "clients"
	s.cols = []string{m.per(s, mean || q.perClient()).as()}
	return s, ""
}

// share answers how much of something something else is.
func (q *question) share() (*statement, string) {
	if !q.has("percent") || q.has("abv") && !q.has("howmany", "beer") { // strength is a percentage too
		return nil, ""
	}
	if len(q.filters) == 0 && len(q.bounds) == 0 {
		return q.sharePerGroup()
	}
	// What is said last is the part, the rest the whole: of purchases in
	// Ohio, those that are IPA.
	whole := *q
	part := ""
	if len(q.filters) > 0 {
		last := 0
		for i := range q.filters {
			if q.filters[i].at > q.filters[last].at {
				last = i
			}
		}
		var why string
		if part, why = q.condition(q.filters[last]); why != "" {
			return nil, why
		}
		whole.filters = slices.Delete(slices.Clone(q.filters), last, last+1)
	} else {
		if part = q.boundSQL(q.bounds[0]); part == "" {
			return nil, NotUnderstood
		}
		whole.bounds = nil
	}
	s, why := whole.rows()
	if why != "" {
		return nil, why
	}
	x := "1"
	switch {
	case q.about == "purchases" && q.has("money", "moneyown", "sold") && !q.has("unit"):
		x = "p.amount"
	case q.about == "purchases" && (q.has("unit") || q.has("beer") && !q.has("purchase", "times")):
		x = "p.quantity"
	case q.about == "trips" && q.has("night"):
		x = "t.nights"
	case q.about == "trips" && q.has("money", "moneyown"):
		x = "t.total"
	}
	if q.about == "purchases" && q.all && q.has("client") && !q.has("purchase", "sold", "money", "unit") {
		s.cols = []string{"100.0 * COUNT(DISTINCT CASE WHEN " + part + " THEN p.client_key END) / COUNT(DISTINCT p.client_key) AS percent"}
		return s, ""
	}
	sum := "SUM(" + x + ")"
	if x == "1" {
		sum = "COUNT(*)"
	}
	s.cols = []string{"100.0 * SUM(CASE WHEN " + part + " THEN " + x + " ELSE 0 END) / " + sum + " AS percent"}
	return s, ""
}

func (q *question) sharePerGroup() (*statement, string) {
	by := q.target
	if len(q.by) > 0 {
		by = q.by[0]
	}
	d := q.column(by)
	if d == "" {
		for _, t := range q.toks {
			if c := q.column(t.class); c != "" {
				d = c
			}
		}
	}
	if d == "" {
		return nil, NotUnderstood
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	m := q.measure(by)
	if !m.sum {
		m.sql = "COUNT(*)"
	}
	s.cols = []string{d, "100.0 * " + m.sql + " / SUM(" + m.sql + ") OVER () AS percent"}
	s.group, s.order = []string{d}, []string{"2 DESC"}
	if q.superlative() && q.has("which") {
		s.limit = q.top()
	}
	return s, ""
}
