package analyst

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// Classes that are values of a column.
var (
	types    = lang.Set("micro brewpub regional large")
	channels = lang.Set("app online phone rep store")
	segments = lang.Set("bar restaurant shop hotel home")
	kinds    = lang.Set("hotel inn cabin apartment hostel")
)

// readFilters reads the values that columns must have.
func (q *question) readFilters() {
	for i, t := range q.toks {
		not := q.class(i-1) == "without" || q.class(i-2) == "without" || q.class(i-3) == "without" && q.class(i-1) == "" && q.class(i-2) != "value"
		switch {
		case t.class == "value":
			column := q.choose(i)
			var texts []string
			for _, x := range t.values {
				if x.column == column {
					texts = append(texts, x.text)
				}
			}
			if column == "state" || column == "city" {
				column = q.place(i) + column
			}
			q.filter(column, texts, i, not)
		case types[t.class]:
			q.filter("type", []string{t.class}, i, not)
		case q.about == "trips" && kinds[t.class] && (t.class != "hotel" || !q.has("client")):
			q.filter("kind", []string{t.class}, i, not)
		case channels[t.class] && q.about == "purchases":
			q.filter("channel", []string{t.class}, i, not)
		case segments[t.class] && q.all:
			q.filter("segment", []string{t.class}, i, not)
		case strings.HasPrefix(t.class, "dow"):
			q.filter("weekday", []string{t.class[3:]}, i, not)
		case t.class == "weekend":
			q.filter("weekday", []string{"0", "6"}, i, not)
		case t.class == "mycity" || t.class == "mystate":
			q.filter(q.place(i)+t.class, nil, i, not)
		case t.class == "site" && q.about == "catalogue" && q.has("brewery") && !q.hasValue("brewery"):
			q.filter("site", nil, i, not)
		case t.class == "mysegment" && q.all:
			q.filter("mysegment", nil, i, not)
		}
	}
}

// filter adds values to those that the column may have.
func (q *question) filter(column string, texts []string, at int, not bool) {
	for i := range q.filters {
		if f := &q.filters[i]; f.column == column && f.not == not {
			for _, t := range texts {
				if !slices.Contains(f.texts, t) {
					f.texts = append(f.texts, t)
				}
			}
			f.at = at
			return
		}
	}
	q.filters = append(q.filters, filter{column, texts, at, not})
}

// column returns the SQL of a filter's or a group's column, or "" if the rows
// that are asked about do not have it.
func (q *question) column(name string) string {
	var c map[string]string
	switch q.about {
	case "trips":
		c = map[string]string{
			"trip city": "t.dest_city", "trip state": "t.dest_state", "city": "t.dest_city", "state": "t.dest_state", "dest": "t.dest_city", "deststate": "t.dest_state",
			"kind": "t.kind", "type": "t.kind", "month": "t.month", "year": "CAST(substr(t.month, 1, 4) AS INTEGER)",
		}
		if q.all {
			c["client state"], c["segment"] = "t.client_state", "t.client_segment"
		} else {
			c["weekday"] = "strftime('%w', t.check_in)"
		}
	case "clients":
		c = map[string]string{
			"home city": "c.city", "home state": "c.state", "city": "c.city", "state": "c.state", "segment": "c.segment", "type": "c.segment",
			"year": "c.joined_year", "joined": "c.joined_year",
		}
	default:
		c = map[string]string{
			"style": "b.style", "beer": "b.name", "brewery": "br.name", "type": "br.brewery_type", "country": "br.country",
			"brewery city": "br.city", "brewery state": "br.state", "city": "br.city", "state": "br.state",
		}
		if q.about == "catalogue" {
			break
		}
		c["channel"], c["month"], c["year"] = "p.channel", "p.month", "p.year"
		c["quarter"] = "p.year || '-Q' || ((CAST(substr(p.month, 6, 2) AS INTEGER) + 2) / 3)"
		if q.all {
			c["segment"], c["client city"], c["client state"] = "p.client_segment", "p.client_city", "p.client_state"
			if !q.breweryPlace() {
				c["city"], c["state"] = "p.client_city", "p.client_state"
			}
		} else {
			c["day"] = "substr(p.purchased_at, 1, 10)"
			c["weekday"], c["hour"] = "strftime('%w', p.purchased_at)", "strftime('%H', p.purchased_at)"
		}
	}
	return c[name]
}

// labelled is a column as it stands in an answer: one that is computed gets a
// name.
func (q *question) labelled(name string) string {
	c := q.column(name)
	if strings.Contains(c, "(") {
		return c + " AS " + name
	}
	return c
}

// where returns the conditions that the question makes, and why it cannot be
// answered if it makes one that cannot be said.
func (q *question) where() (conds []string, why string) {
	for _, f := range q.filters {
		c, why := q.condition(f)
		if why != "" {
			return nil, why
		}
		conds = append(conds, c)
	}
	for _, b := range q.bounds {
		if c := q.boundSQL(b); c != "" {
			conds = append(conds, c)
		}
	}
	c, why := q.time()
	if why != "" {
		return nil, why
	}
	if c != "" {
		conds = append(conds, c)
	}
	return conds, ""
}

func (q *question) condition(f filter) (cond, why string) {
	base := strings.TrimSuffix(f.column, "mycity")
	base = strings.TrimSuffix(base, "mystate")
	switch {
	case f.column == "site" && f.not:
		return "br.website_url IS NULL", ""
	case f.column == "site":
		return "br.website_url IS NOT NULL", ""
	case f.column == "mysegment":
		if c := q.column("segment"); c != "" {
			return c + " = (SELECT segment FROM my_profile)", ""
		}
		return "", NotInData
	case strings.HasSuffix(f.column, "mycity"):
		if c := q.column(base + "city"); c != "" {
			return c + " = (SELECT city FROM my_profile)", ""
		}
		return "", NotInData
	case strings.HasSuffix(f.column, "mystate"):
		c := q.column(base + "state")
		if c == "br.state" {
			return c + " = " + q.voc.myState(), ""
		} else if c != "" {
			return c + " = (SELECT state FROM my_profile)", ""
		}
		return "", NotInData
	}
	c := q.column(f.column)
	if c == "" {
		return "", NotInData
	}
	texts := f.texts
	if c == "br.state" {
		texts = nil
		for _, code := range f.texts {
			texts = append(texts, q.voc.state(code))
		}
	}
	switch {
	case len(texts) == 1 && f.not:
		return c + " <> " + quote(texts[0]), ""
	case len(texts) == 1:
		return c + " = " + quote(texts[0]), ""
	case f.not:
		return c + " NOT IN (" + quotes(texts) + ")", ""
	}
	return c + " IN (" + quotes(texts) + ")", ""
}

// time returns the condition that the rows are of the time, or of one of them.
func (q *question) time() (cond, why string) {
	var parts, years []string
	for _, s := range q.when {
		c, ok := q.during(s)
		if !ok {
			return "", NotInData
		}
		parts = append(parts, c)
		if y := s.year(); y > 0 {
			years = append(years, number64(float64(y)))
		}
	}
	switch {
	case len(parts) == 0:
		return "", ""
	case len(parts) == 1:
		return parts[0], ""
	case len(years) == len(parts) && q.about == "purchases":
		return "p.year IN (" + strings.Join(years, ", ") + ")", ""
	}
	return "(" + strings.Join(parts, " OR ") + ")", ""
}

func (q *question) during(s span) (string, bool) {
	switch q.about {
	case "trips":
		if q.all {
			return s.sql("", "t.month", "", q.now)
		}
		return s.sql("t.check_in", "t.month", "", q.now)
	case "clients":
		if s.from.IsZero() {
			return "c.joined_year <= " + number64(float64(s.to.Year())), s.to.AddDate(0, 0, 1).YearDay() == 1
		}
		if s.to.IsZero() {
			return "c.joined_year >= " + number64(float64(s.from.Year())), s.from.YearDay() == 1
		}
		if y := s.year(); y > 0 {
			return "c.joined_year = " + number64(float64(y)), true
		}
		return "c.joined_year BETWEEN " + number64(float64(s.from.Year())) + " AND " + number64(float64(s.to.Year())), s.from.YearDay() == 1
	case "purchases":
		if q.all {
			return s.sql("", "p.month", "p.year", q.now)
		}
		return s.sql("p.purchased_at", "p.month", "p.year", q.now)
	}
	return "", false
}
