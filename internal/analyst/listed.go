package analyst

// listed names the things that the filters leave.
func (q *question) listed() (*statement, string) {
	target := q.listable()
	if target == "client" && q.has("list") {
		return nil, OtherClient
	}
	narrowed := len(q.filters) > 0 || len(q.bounds) > 0 || len(q.when) > 0
	if target == "" || target == "client" || !narrowed && !q.has("which", "list", "where", "buyown", "distinct", "own") {
		return nil, ""
	}
	if target == "trip" && !q.plural && !q.has("own", "which", "list", "where", "last", "first") {
		return nil, "" // one that is yet to be made
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	s.limit = q.limit
	switch {
	case q.all && q.about != "catalogue": // no single rows of everybody's
		column := q.column(target)
		if column == "" {
			return nil, OtherClient
		}
		s.cols, s.group, s.order = []string{column, q.measure(target).as()}, []string{column}, []string{"2 DESC"}
		return s, ""
	case q.about == "trips" && q.has("where", "dest"):
		s.single, s.cols = true, []string{"t.dest_city", "t.dest_state"}
		return s, ""
	case target == "trip" || q.about == "trips" && target == "night":
		s.cols, s.order = []string{"t.check_in", "t.dest_city", "t.dest_state", "t.kind", "t.nights", "t.total"}, []string{"t.check_in"}
		return s, ""
	case target == "purchase" && q.about == "purchases":
		s.cols, s.order = []string{"p.purchased_at", "b.name", "p.quantity", "p.amount"}, []string{"p.purchased_at"}
		return s, ""
	}
	column := q.column(target)
	if column == "" {
		return nil, ""
	}
	s.cols, s.order, s.single = []string{column}, []string{column}, true
	if q.about == "catalogue" {
		switch target {
		case "brewery":
			s.from = "breweries br"
		case "beer":
			s.from = "beers b"
			s.single = false
			for _, m := range []string{"abv", "ibu"} {
				if q.bounds.on(m) || q.has(m) {
					s.cols = append(s.cols, "b."+m)
				}
			}
		}
	}
	return s, ""
}

// listable returns what to list: the target, or what is meant where none is
// named.
func (q *question) listable() string {
	switch {
	case q.target != "":
		return q.target
	case q.about != "purchases" || !q.has("buy", "buyown", "buyall"):
		return ""
	case q.all:
		return "beer" // "o que os bares compram?"
	case q.superlative():
		return ""
	}
	return "purchase" // "o que comprei ontem?"
}

// untried lists what the guest has not bought.
func (q *question) untried() (*statement, string) {
	if !q.has("never") {
		return nil, ""
	}
	if q.about == "trips" {
		return nil, NotUnderstood
	}
	c := *q
	if !q.has("popular", "sold", "everyone") {
		c.all, c.about = false, "catalogue"
		c.filters = nil
		c.readFilters()
	} else {
		c.all, c.own = true, false
	}
	s, why := c.rows()
	if why != "" {
		return nil, why
	}
	cond, name := "b.id NOT IN (SELECT beer_id FROM my_purchases)", "b.name"
	switch q.target {
	case "brewery", "type":
		cond, name = "br.id NOT IN (SELECT x.brewery_id FROM my_purchases m JOIN beers x ON x.id = m.beer_id)", "br.name"
	case "style":
		cond, name = "b.style NOT IN (SELECT x.style FROM my_purchases m JOIN beers x ON x.id = m.beer_id)", "b.style"
	}
	if c.about == "purchases" {
		if name == "b.name" {
			cond = "p.beer_id NOT IN (SELECT beer_id FROM my_purchases)"
		}
		s.cols, s.group, s.order, s.limit = []string{name, "SUM(p.quantity) AS quantity"}, []string{name}, []string{"2 DESC"}, q.top()
		s.where = append(s.where, cond)
		return s, ""
	}
	if name == "br.name" {
		s.from = "breweries br"
	} else {
		s.from = "beers b"
	}
	s.where = append(s.where, cond)
	if q.has("howmany") {
		s.cols = []string{"COUNT(DISTINCT " + name + ") AS n"}
		return s, ""
	}
	s.single, s.cols, s.order, s.limit = true, []string{name}, []string{name}, q.limit
	if q.has("strongest", "bitterest", "weakest", "mildest") {
		m := c.measure("beer")
		s.cols, s.order, s.limit = []string{name, m.sql}, []string{"2" + c.direction()}, q.top()
	}
	return s, ""
}

// absentees counts the clients who have not bought, or not travelled.
func (q *question) absentees() (*statement, string) {
	if !q.has("never") || q.own || !q.has("client") {
		return nil, ""
	}
	if len(q.filters) > 0 || len(q.when) > 0 || !q.has("howmany") {
		return nil, NotUnderstood
	}
	from := "all_total"
	if q.about == "trips" {
		from = "all_bookings_total"
	}
	return &statement{whole: "SELECT MAX(0, c.clients - x.clients) AS clients FROM all_clients_total c, " + from + " x"}, ""
}
