package analyst

import (
	"regexp"
	"slices"
)

// latest answers about the guest's last or first purchases and trips.
func (q *question) latest() (*statement, string) {
	if !q.has("last", "first") || q.all || q.about != "purchases" && q.about != "trips" {
		return nil, ""
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	at, down := "p.purchased_at", " DESC"
	if q.about == "trips" {
		at = "t.check_in"
	}
	if q.has("first") && !q.has("last") {
		down = ""
	}
	s.order, s.limit = []string{at + down}, q.limit
	if s.limit == 0 {
		s.limit = 1
		if q.plural && (q.target == "purchase" || q.target == "beer" || q.target == "brewery" || q.target == "trip" || q.target == "style") {
			s.limit = 5
		}
	}
	name := map[string]string{"beer": "b.name", "brewery": "br.name", "style": "b.style", "channel": "p.channel", "type": "br.brewery_type"}[q.target]
	switch {
	case q.about == "trips" && (q.has("howmuch") || q.has("money", "moneyown")):
		s.cols = []string{"t.total"}
	case q.about == "trips" && q.has("howmany") && q.has("night"):
		s.cols = []string{"t.nights"}
	case q.about == "trips" && q.has("when"):
		s.cols = []string{"t.check_in"}
	case q.about == "trips" && q.has("where", "dest", "city"):
		s.cols = []string{"t.dest_city", "t.dest_state"}
	case q.about == "trips":
		s.cols = []string{"t.check_in", "t.dest_city", "t.dest_state", "t.kind", "t.nights", "t.total"}
	case q.has("when"):
		s.cols = []string{at}
	case q.has("howmuch") || q.has("money", "moneyown") && !q.has("beer"):
		s.cols = []string{"p.amount"}
	case q.has("rating") && name == "":
		s.cols = []string{"p.rating"}
	case name == "" || q.target == "purchase":
		s.cols = []string{at, "b.name", "p.quantity", "p.amount"}
	case s.limit > 1 && name != "b.name":
		s.cols, s.group, s.order = []string{name, "MAX(" + at + ") AS last"}, []string{name}, []string{"2" + down}
	default:
		s.cols = []string{name, at}
	}
	if s.limit > 1 && len(s.cols) == 1 && (s.cols[0] == "p.amount" || s.cols[0] == "t.total" || s.cols[0] == "t.nights") {
		column := s.cols[0][2:]
		return &statement{whole: "SELECT SUM(" + column + ") AS " + column + " FROM (" + s.String() + ")"}, ""
	}
	return s, ""
}

// extreme answers about the largest or smallest purchase or trip.
func (q *question) extreme() (*statement, string) {
	thing := q.target == "purchase" || q.target == "trip"
	if !thing || !q.superlative() || len(q.by) > 0 || q.has("howmany", "times", "avg", "total") {
		return nil, ""
	}
	if q.all && len(q.other()) > 0 {
		return nil, "" // "the most popular booking month"
	}
	if q.all {
		return nil, OtherClient // it is one client's
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	column := "p.amount"
	switch {
	case q.about == "trips" && (q.has("night") || lasting.MatchString(q.said(q.index("most", "least")))):
		column = "t.nights"
	case q.about == "trips":
		column = "t.total"
	case q.has("unit"):
		column = "p.quantity"
	case q.has("rating", "best"):
		column = "p.rating"
	}
	s.order, s.limit = []string{column + q.direction()}, max(1, q.limit)
	if q.plural && q.limit == 0 {
		s.limit = 5
	}
	switch {
	case q.has("howmuch") || slices.Contains([]string{"valor", "value", "amount", "importe"}, q.said(q.index("money"))):
		s.cols = []string{column}
	case q.has("when"):
		s.cols = []string{map[bool]string{true: "t.check_in", false: "p.purchased_at"}[q.about == "trips"], column}
	case q.about == "trips":
		s.cols = []string{"t.dest_city", "t.dest_state", "t.check_in", "t.nights", "t.total"}
	default:
		s.cols = []string{"b.name", "p.purchased_at", "p.quantity", "p.amount"}
	}
	return s, ""
}

var lasting = regexp.MustCompile(`long|larg|short|curt|cort`)
