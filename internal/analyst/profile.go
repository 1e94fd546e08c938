package analyst

import (
	"slices"
	"strings"
)

// profile answers what the house knows of the guest: "qual é meu CEP?".
func (q *question) profile() (*statement, string) {
	if q.has("purchase", "beer", "brewery", "style", "money", "moneyown", "trip", "night", "channel", "rating", "client", "sold", "popular", "everyone", "others", "howmany", "buy", "buyown") || len(q.filters) > 1 || q.superlative() && !q.has("named") {
		return nil, ""
	}
	own := q.has("own", "mycity", "mystate", "mysegment", "myprofile", "joined", "clientid") ||
		slices.ContainsFunc(q.toks, func(t token) bool {
			return slices.Contains([]string{"moro", "vivo", "live", "sou", "am", "soy"}, t.text)
		})
	if !own {
		return nil, ""
	}
	s := &statement{from: "my_profile"}
	for _, c := range []struct{ classes, column string }{
		{"email", "email"},
		{"postal", "postal_code"},
		{"named", "client_name"},
		{"clientid", "client_id"},
		{"joined", "joined_year"},
		{"mysegment segment type", "segment"},
		{"mycity city where", "city"},
		{"mystate state where", "state"},
	} {
		if q.has(strings.Fields(c.classes)...) {
			s.cols = append(s.cols, c.column)
		}
	}
	if i := q.index("list"); len(s.cols) == 0 && i >= 0 && q.toks[i].text == "name" {
		s.cols = []string{"client_name"}
	}
	if len(s.cols) == 0 && q.has("myprofile") {
		s.cols = []string{"*"}
	}
	if len(s.cols) == 0 {
		return nil, ""
	}
	return s, ""
}

// lookup answers what the catalogue says of a beer or a brewery that is named.
func (q *question) lookup() (*statement, string) {
	if q.about != "catalogue" || q.superlative() || q.has("howmany", "avg", "percent", "never") || len(q.bounds) > 0 {
		return nil, ""
	}
	named := *q // "is it a micro?" asks for its type
	named.filters = slices.DeleteFunc(slices.Clone(q.filters), func(f filter) bool { return f.column != "beer" && f.column != "brewery" })
	s, why := named.rows()
	if why != "" {
		return nil, why
	}
	columns := []struct{ classes, column string }{
		{"abv", "b.abv"},
		{"ibu", "b.ibu"},
		{"style", "b.style"},
		{"type micro brewpub regional large", "br.brewery_type"},
		{"site", "br.website_url"},
		{"where city", "br.city"},
		{"where state", "br.state"},
		{"country", "br.country"},
	}
	switch {
	case q.filtered("beer"):
		s.from, s.cols = "beers b", []string{"b.name"}
		columns = append(columns, struct{ classes, column string }{"brewery make", "br.name AS brewery"})
	case q.filtered("brewery") && !q.has("beer", "style", "abv", "ibu"):
		s.from, s.cols = "breweries br", []string{"br.name"}
	default:
		return nil, ""
	}
	for _, c := range columns {
		if q.has(strings.Fields(c.classes)...) && (s.from == "beers b" || strings.HasPrefix(c.column, "br.")) {
			s.cols = append(s.cols, c.column)
		}
	}
	if len(s.cols) == 1 {
		if s.from == "beers b" {
			s.cols = append(s.cols, "b.style", "b.abv", "b.ibu", "br.name AS brewery")
		} else {
			s.cols = append(s.cols, "br.brewery_type", "br.city", "br.state", "br.website_url")
		}
	}
	return s, ""
}
