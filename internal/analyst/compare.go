package analyst

import (
	"slices"
	"strings"
)

// besideEveryone sets the guest's figure beside that of the mean client.
func (q *question) besideEveryone() (*statement, string) {
	if !q.compared() || q.about != "purchases" && q.about != "trips" {
		return nil, ""
	}
	var sides []string
	for _, all := range []bool{false, true} {
		side := *q
		side.all, side.own = all, !all
		if !all { // the guest lives where they live
			side.filters = slices.DeleteFunc(slices.Clone(q.filters), func(f filter) bool {
				return f.column == "segment" || f.column == "mysegment" || strings.HasPrefix(f.column, "client ")
			})
		}
		s, why := side.rows()
		if why != "" {
			return nil, why
		}
		s.cols = []string{side.measure("").per(s, all).sql}
		sides = append(sides, s.String())
	}
	return &statement{whole: "SELECT (" + sides[0] + ") AS mine, (" + sides[1] + ") AS everyone"}, ""
}

// beerAndTrips sets what the guest spends on the two side by side.
func (q *question) beerAndTrips() (*statement, string) {
	if q.about != "trips" || !q.has("beer", "purchase") || !q.has("money", "moneyown", "howmuch") {
		return nil, ""
	}
	var parts []string
	for _, side := range []struct{ about, label, sum string }{{"purchases", "beer", "SUM(p.amount)"}, {"trips", "trips", "SUM(t.total)"}} {
		c := question{voc: q.voc, now: q.now, when: q.when, about: side.about}
		s, why := c.rows()
		if why != "" {
			return nil, why
		}
		s.cols = []string{quote(side.label) + " AS what", side.sum + " AS amount"}
		parts = append(parts, s.String())
	}
	return &statement{whole: strings.Join(parts, " UNION ALL ")}, ""
}

// sideBySide compares values of a column, or times.
func (q *question) sideBySide() (*statement, string) {
	compared := q.has("compare")
	if !compared && q.has("which") && q.superlative() && q.column(q.target) != "" {
		return nil, "" // "qual estilo, entre IPA e stout, …" is a ranking
	}
	column := ""
	for _, f := range q.filters {
		named := f.column == "beer" || f.column == "brewery" // one name may be several
		if len(f.texts) > 1 && !f.not && (compared || named && q.target == "" && q.superlative() || !named && q.has("most", "least", "between")) {
			column = q.column(f.column)
		}
	}
	if column == "" {
		if len(q.when) == 1 && compared && (!q.has("most", "least") || len(q.by) == 0 && q.target == "") {
			if s, ok := q.thisYear(); ok {
				q.when = append(when{s}, q.when...)
			}
		}
		return q.timesSideBySide()
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	m := q.measure("")
	if m.row {
		m.sql = "MAX(" + m.sql + ")"
	}
	s.cols, s.group, s.order = []string{column, m.as()}, []string{column}, []string{"2" + q.direction()}
	return s, ""
}

// thisYear is what a time before is compared with if no other is said.
func (q *question) thisYear() (span, bool) {
	s := q.when[0]
	this := yearSpan(q.now.Year())
	if s.year() > 0 && s != this {
		return this, true
	}
	if month := months(q.now.Year(), q.now.Month(), 1); s == months(q.now.Year(), q.now.Month()-1, 1) {
		return month, true
	}
	return span{}, false
}

func (q *question) timesSideBySide() (*statement, string) {
	if len(q.when) < 2 || q.target != "" && q.superlative() && !q.has("compare") || len(q.by) > 0 && q.by[0] != "year" || q.has("list") {
		return nil, ""
	}
	years, ones := q.when.years(), true
	for _, s := range q.when {
		ones = ones && s == months(s.from.Year(), s.from.Month(), 1)
	}
	m := q.measure("")
	unit := ""
	if years {
		unit = "year"
	} else if ones {
		unit = "month"
	}
	if named := q.labelled(unit); named != "" {
		s, why := q.rows()
		if why != "" {
			return nil, why
		}
		s.cols, s.group, s.order = []string{named, m.as()}, []string{"1"}, []string{"1"}
		return s, ""
	}
	var parts []string
	for _, t := range q.when {
		one := *q
		one.when = when{t}
		s, why := one.rows()
		if why != "" {
			return nil, why
		}
		label := t.from.Format("2006-01-02") + "/" + t.to.Format("2006-01-02")
		s.cols = []string{quote(label) + " AS period", m.as()}
		parts = append(parts, s.String())
	}
	return &statement{whole: strings.Join(parts, " UNION ALL ")}, ""
}
