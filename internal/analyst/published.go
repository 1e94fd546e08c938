package analyst

import (
	"regexp"
	"slices"
	"strings"
)

// published writes a statement over everybody's rows as one over the figures
// that are published: a table named after the attributes that the statement
// reads, in which each row is a cell.
func (s *statement) published() *statement {
	relation, alias, _ := strings.Cut(s.from, " ")
	used := []string{}
	say := func(part string) string {
		for _, r := range publishedAs {
			part = strings.ReplaceAll(part, r[0], r[1])
		}
		return attributeOf.ReplaceAllStringFunc(part, func(m string) string {
			name := attributes[m]
			if !slices.Contains(used, name) {
				used = append(used, name)
			}
			return alias + "." + name
		})
	}
	count := "SUM(" + alias + "." + map[string]string{"p": "purchases", "t": "bookings", "c": "clients"}[alias] + ")"
	each := func(parts []string) (out []string) {
		for _, p := range parts {
			out = append(out, say(strings.ReplaceAll(p, "COUNT(*)", count)))
		}
		return out
	}
	c := *s
	c.cols, c.where, c.group, c.having, c.order = each(s.cols), each(s.where), each(s.group), each(s.having), each(s.order)
	if i := slices.Index(used, "year"); i >= 0 && (slices.Contains(used, "month") || slices.Contains(used, "quarter")) {
		used = slices.Delete(used, i, i+1)
		year := regexp.MustCompile(`\b` + alias + `\.year\b`)
		clock := alias + ".month"
		if slices.Contains(used, "quarter") {
			clock = alias + ".quarter"
		}
		for _, parts := range [][]string{c.cols, c.where, c.group, c.having, c.order} {
			for i := range parts {
				parts[i] = year.ReplaceAllString(parts[i], "CAST(substr("+clock+", 1, 4) AS INTEGER)")
			}
		}
	}
	slices.SortFunc(used, func(a, b string) int { return slices.Index(attributeOrder, a) - slices.Index(attributeOrder, b) })
	for _, name := range used {
		c.where = append(c.where, alias+"."+name+" <> 'other'")
	}
	name := strings.Replace(relation, "all_purchases", "all", 1)
	if len(used) == 0 {
		name += "_total"
	} else {
		name += "_by_" + strings.Join(used, "_")
	}
	c.from = name + " " + alias
	return &c
}

// publishedAs says what is counted over rows as what is summed over cells.
var publishedAs = [][2]string{
	{"p.year || '-Q' || ((CAST(substr(p.month, 6, 2) AS INTEGER) + 2) / 3)", "p.quarter"},
	{"CAST(substr(t.month, 1, 4) AS INTEGER)", "t.year"},
	{"p.beer_id NOT IN (SELECT beer_id FROM my_purchases)", "b.name NOT IN (SELECT x.name FROM my_purchases m JOIN beers x ON x.id = m.beer_id)"},
	{"COUNT(DISTINCT p.client_key)", "SUM(p.clients)"},
	{"COUNT(DISTINCT t.client_key)", "SUM(t.clients)"},
	{"AVG(p.rating)", "SUM(p.rating * p.purchases) / SUM(p.purchases)"},
	{"AVG(p.amount / p.quantity)", "SUM(p.amount) * 1.0 / SUM(p.units)"},
	{"AVG(p.amount)", "SUM(p.amount) * 1.0 / SUM(p.purchases)"},
	{"AVG(p.quantity)", "SUM(p.units) * 1.0 / SUM(p.purchases)"},
	{"AVG(t.nights)", "SUM(t.nights) * 1.0 / SUM(t.bookings)"},
	{"AVG(t.total)", "SUM(t.total) * 1.0 / SUM(t.bookings)"},
	{"p.quantity", "p.units"},
	{"p.beer_id", "b.name"},
	{"b.id", "b.name"},
	{"br.id", "br.name"},
}

var attributes = map[string]string{
	"b.name": "beer", "br.name": "brewery", "b.style": "style", "br.brewery_type": "type", "br.state": "origin",
	"p.month": "month", "p.quarter": "quarter", "p.year": "year", "p.channel": "channel", "p.client_segment": "segment", "p.client_city": "city", "p.client_state": "state",
	"t.month": "month", "t.year": "year", "t.kind": "kind", "t.dest_city": "dest_city", "t.dest_state": "dest_state", "t.client_state": "state", "t.client_segment": "segment",
	"c.state": "state", "c.city": "city", "c.segment": "segment", "c.joined_year": "joined_year",
}

var (
	attributeOrder = strings.Fields("month quarter year style type beer brewery origin state city segment channel dest_city dest_state kind joined_year")
	attributeOf    = regexp.MustCompile(`\b(?:b\.name|br\.name|b\.style|br\.brewery_type|br\.state|[ptc]\.(?:month|quarter|year|channel|client_segment|client_city|client_state|kind|dest_city|dest_state|state|city|segment|joined_year))\b`)
)
