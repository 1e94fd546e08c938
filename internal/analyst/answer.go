package analyst

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// answer puts the statement together, or returns why it cannot. A shape that a
// question does not have returns neither.
func (q *question) answer() (*statement, string) {
	shapes := []func() (*statement, string){
		q.profile, q.besideEveryone, q.beerAndTrips, q.lookup, q.absentees, q.untried, q.share, q.latest, q.extreme, q.sideBySide, q.ranked, q.figure, q.listed,
	}
	by := slices.Clone(q.by)
	if q.superlative() {
		by = append(by, q.target)
	}
	for _, c := range by { // of everybody only the month is told, of a trip no channel
		if recorded[c] && q.column(c) == "" {
			return nil, NotInData
		}
	}
	for _, b := range q.bounds { // what is said must count
		if q.boundSQL(b) == "" && (q.counting(b.measure).sql == "" || b.measure == "rating" && b.op == "=") {
			return nil, NotUnderstood
		}
		if q.boundSQL(b) == "" {
			shapes = []func() (*statement, string){q.ranked}
		}
	}
	for _, shape := range shapes {
		if s, why := shape(); s != nil || why != "" {
			return s, why
		}
	}
	return nil, NotUnderstood
}

// recorded is what purchases and trips may be told by.
var recorded = lang.Set("month quarter day weekday hour channel segment")

// rows starts a statement over the rows that the question is about.
func (q *question) rows() (*statement, string) {
	where, why := q.where()
	if why != "" {
		return nil, why
	}
	return &statement{from: q.from(), where: where}, ""
}

func (q *question) from() string {
	whose := "my_"
	if q.all {
		whose = "all_"
	}
	switch q.about {
	case "purchases":
		return whose + "purchases p"
	case "trips":
		return whose + "bookings t"
	case "clients":
		return "all_clients c"
	}
	if q.ofBreweries() {
		return "breweries br"
	}
	return "beers b"
}

// ofBreweries reports whether a question about the catalogue counts or lists
// breweries rather than beers.
func (q *question) ofBreweries() bool {
	if q.has("abv", "ibu", "strongest", "weakest", "bitterest", "mildest", "style") || q.hasValue("style", "beer") {
		return q.target == "brewery" && !q.superlative() && !q.has("avg")
	}
	i, j := q.index("brewery"), q.index("beer")
	if j < 0 {
		return true
	}
	if i < 0 {
		return !slices.ContainsFunc(q.toks, func(t token) bool { return t.class == "beer" })
	}
	if q.target == "brewery" && q.superlative() { // "a cervejaria com mais cervejas"
		return false
	}
	if c, _ := q.next(q.index("howmany"), "distinct"); q.has("howmany") {
		return c == "brewery" || types[c]
	}
	return i < j
}

// superlative reports whether the most or the least of something is asked for.
func (q *question) superlative() bool {
	return q.has("most", "least", "best", "favourite", "popular", "unpopular", "strongest", "weakest", "bitterest", "mildest", "dearest", "cheapest")
}

func (q *question) ascending() bool {
	return q.has("least", "unpopular", "weakest", "mildest", "cheapest") && !q.has("most", "popular")
}

func (q *question) direction() string {
	if q.ascending() {
		return ""
	}
	return " DESC"
}

// top is how many are listed of those that have the most.
func (q *question) top() int {
	switch {
	case q.limit > 0:
		return q.limit
	case strings.HasPrefix(q.said(q.index("most")), "rank"):
		return 0
	case q.plural || q.has("list") && !q.has("which"):
		return 5
	}
	return 1
}

func (q *question) filtered(column string) bool {
	return slices.ContainsFunc(q.filters, func(f filter) bool { return f.column == column })
}

func (s *statement) alias() string {
	_, alias, _ := strings.Cut(s.from, " ")
	return alias
}
