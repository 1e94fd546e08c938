package analyst

import (
	"slices"
	"strings"
)

// measure is a number about rows.
type measure struct {
	name string // of the column in the answer
	sql  string
	sum  bool // adds up over clients
	row  bool // a number of each row, not yet one of many
}

// single is a number that does not add up, such as a mean.
func single(name, sql string) measure { return measure{name: name, sql: sql} }

// total is a number that does.
func total(name, sql string) measure { return measure{name: name, sql: sql, sum: true} }

func perRow(name, sql string) measure { return measure{name: name, sql: sql, row: true} }

func (m measure) as() string {
	if m.name == "" {
		return m.sql
	}
	return m.sql + " AS " + m.name
}

// per makes a sum one for each client, if it is to be.
func (m measure) per(s *statement, client bool) measure {
	if m.sum && client {
		m.sql += " * 1.0 / COUNT(DISTINCT " + s.alias() + ".client_key)"
	}
	return m
}

// measure finds the number that is asked for. by is what it is counted for
// each of, if anything.
func (q *question) measure(by string) measure {
	switch q.about {
	case "trips":
		return q.tripMeasure()
	case "clients":
		return single("clients", "COUNT(*)")
	case "catalogue":
		return q.catalogueMeasure(by)
	}
	avg := q.has("avg")
	switch {
	case q.has("strongest", "weakest", "abv"):
		return q.strength("b.abv", "abv")
	case q.has("bitterest", "mildest", "ibu"):
		return q.strength("b.ibu", "ibu")
	case q.has("rating") || q.bestLiked():
		if q.after("howmany") == "client" {
			return single("clients", "COUNT(DISTINCT CASE WHEN p.rating_band IS NOT NULL THEN p.client_key END)")
		}
		if q.has("howmany") && !avg {
			return total("ratings", "COUNT(p.rating)")
		}
		return single("rating", "AVG(p.rating)")
	case q.has("ticket"):
		return single("amount", "AVG(p.amount)")
	case q.has("dearest", "cheapest", "price"):
		switch {
		case by == "month" || by == "year" || by == "quarter" || by == "weekday": // the dear month, not dear beer
			return q.counting("amount")
		case q.all:
			return single("price", "AVG(p.amount / p.quantity)")
		case avg || !q.superlative():
			return single("price", "AVG(p.unit_price)")
		}
		return perRow("unit_price", "p.unit_price")
	}
	if m := q.number(by); m.sql != "" {
		if m.name == "quantity" && q.perPurchase() {
			m = single("quantity", "AVG(p.quantity)")
		}
		return m
	}
	switch {
	case q.has("money", "moneyown", "howmuch") || q.soldMoney() || q.summed():
		if avg && (q.perPurchase() || len(q.by) == 0 && !q.has("client", "month", "year")) {
			return single("amount", "AVG(p.amount)")
		}
		return total("amount", "SUM(p.amount)")
	case q.has("times"):
		return q.counting("count")
	case avg && q.has("unit") && (q.perPurchase() || !q.all && len(q.by) == 0):
		return single("quantity", "AVG(p.quantity)")
	case q.has("purchase") && !q.has("unit", "popular", "unpopular"):
		if c, _ := q.next(q.index("most", "least")); avg && (len(q.by) == 0 && c == "" || q.perPurchase()) {
			return single("amount", "AVG(p.amount)")
		}
		return q.counting("count")
	case (by == "channel" || by == "weekday" || by == "hour") && !q.has("sold", "popular", "unpopular", "unit"):
		return q.counting("count") // how often, not how much
	}
	return q.counting("quantity")
}

// bestLiked reports whether the best or the worst are meant, with nothing said
// that they are best at.
func (q *question) bestLiked() bool {
	return q.has("best", "least") && q.said(q.index("least")) != "menos" &&
		!q.has("sold", "popular", "unpopular", "money", "moneyown", "buy", "buyown", "buyall", "times", "unit", "purchase", "ticket", "howmany")
}

func (q *question) perPurchase() bool { return slices.Contains(q.by, "purchase") }

// summed reports whether purchases are added up, not counted: "a soma das
// minhas compras", "the total of my orders".
func (q *question) summed() bool {
	i := q.index("total")
	switch q.said(i) {
	case "":
		return false
	case "soma", "sum", "suma":
		return true
	}
	next := q.said(i + 1)
	return q.has("purchase") && !q.has("howmany") && (next == "das" || next == "dos" || next == "of" || next == "de mis")
}

// soldMoney reports whether sales are meant as money: "vendas por mês", but not
// "a mais vendida".
func (q *question) soldMoney() bool {
	switch q.said(q.index("sold")) {
	case "vendas", "sales", "ventas", "faturamento", "revenue", "receita", "faturou", "facturacion", "ingresos", "venda", "sale", "venta":
		return !q.has("unit", "popular")
	}
	return false
}

func (q *question) strength(column, name string) measure {
	if q.has("avg") || !q.superlative() {
		return single(name, "AVG("+column+")")
	}
	return perRow(name, column)
}

// number finds what "how many" and "the most" count.
func (q *question) number(by string) measure {
	i := q.index("howmany")
	if i < 0 {
		if i = q.index("most", "least"); i < 0 || by == "" {
			return measure{}
		}
	}
	if c, j := q.next(i); c == "everyone" && q.class(i) == "howmany" && (q.said(j) == "pessoas" || q.said(j) == "people") {
		return q.counting("clients")
	}
	c, j := q.next(i, "distinct", "most", "least", "own", "which", "list", "total", "everyone")
	if c == "value" && q.class(i) == "howmany" {
		c = "beer"
		if q.toks[j].values[0].column != "style" {
			return measure{}
		}
	}
	if q.class(i) != "howmany" && j > i+2 {
		c = "" // "mais usado pelos clientes"
	}
	if types[c] {
		c = "brewery"
	}
	tried := q.has("distinct")
	for _, t := range q.toks {
		tried = tried || slices.Contains([]string{"provei", "experimentei", "tried", "ja provei"}, t.text)
	}
	for _, often := range []string{"vezes", "times", "often", "frequencia", "veces"} {
		if q.class(i) == "howmany" && strings.Contains(q.said(i), often) {
			return q.counting("count")
		}
	}
	switch {
	case c == by:
		return measure{}
	case c == "beer" && (tried || by == "brewery" && q.class(i) != "howmany" && !q.has("sold", "buy", "buyown")):
		return q.counting("beers")
	case c == "beer" || c == "unit":
		return q.counting("quantity")
	case c == "brewery" && !q.has("popular"):
		return q.counting("breweries")
	case c == "style":
		return q.counting("styles")
	case c == "purchase", c == "times", c == "" && q.class(i) == "howmany" && q.has("buy", "buyown"):
		return q.counting("count")
	case c == "client" || q.all && segments[c]:
		return q.counting("clients")
	case c == "month" || c == "city" || c == "state" || c == "type" || c == "channel" || c == "segment":
		if d := q.column(c); d != "" && q.class(i) == "howmany" {
			return single("n", "COUNT(DISTINCT "+d+")")
		}
	}
	return measure{}
}

// counting returns a measure by the name of what it counts.
func (q *question) counting(what string) measure {
	switch q.about {
	case "trips":
		switch what {
		case "count":
			return total("trips", "COUNT(*)")
		case "nights":
			return total("nights", "SUM(t.nights)")
		case "amount", "total":
			return total("total", "SUM(t.total)")
		}
		return measure{}
	case "clients":
		return single("clients", "COUNT(*)")
	case "catalogue":
		switch what {
		case "beers":
			return single("beers", "COUNT(DISTINCT b.id)")
		case "breweries":
			return single("breweries", "COUNT(DISTINCT br.id)")
		case "styles":
			return single("styles", "COUNT(DISTINCT b.style)")
		case "abv", "ibu":
			return single(what, "AVG(b."+what+")")
		}
		return measure{}
	}
	switch what {
	case "count":
		return total("purchases", "COUNT(*)")
	case "quantity":
		return total("quantity", "SUM(p.quantity)")
	case "amount":
		return total("amount", "SUM(p.amount)")
	case "rating":
		return single("rating", "AVG(p.rating)")
	case "beers":
		return single("beers", "COUNT(DISTINCT p.beer_id)")
	case "breweries":
		return single("breweries", "COUNT(DISTINCT b.brewery_id)")
	case "styles":
		return single("styles", "COUNT(DISTINCT b.style)")
	case "clients":
		if q.all {
			return single("clients", "COUNT(DISTINCT p.client_key)")
		}
	}
	return measure{}
}

func (q *question) tripMeasure() measure {
	avg := q.has("avg")
	money := q.has("money", "moneyown", "price", "dearest", "cheapest", "ticket") || q.soldMoney() || q.has("total") && avg || q.has("howmuch") && !q.has("night")
	night := q.has("night", "day")
	if i := q.index("howmany"); i >= 0 && !avg {
		switch c, _ := q.next(i, "distinct"); c {
		case "city", "dest":
			return single("n", "COUNT(DISTINCT t.dest_city)")
		case "state", "deststate":
			return single("n", "COUNT(DISTINCT t.dest_state)")
		case "client":
			return single("clients", "COUNT(DISTINCT t.client_key)")
		case "trip":
			return total("trips", "COUNT(*)")
		}
	}
	switch {
	case night && (slices.Contains(q.by, "night") || q.has("price", "dearest", "cheapest") || money && avg):
		return single("per_night", "SUM(t.total) * 1.0 / SUM(t.nights)")
	case night && avg:
		return single("nights", "AVG(t.nights)")
	case night:
		return total("nights", "SUM(t.nights)")
	case money && avg:
		return single("total", "AVG(t.total)")
	case money && q.has("dearest", "cheapest", "price") && !q.has("total"):
		return single("total", "AVG(t.total)")
	case money:
		return total("total", "SUM(t.total)")
	}
	return total("trips", "COUNT(*)")
}

func (q *question) catalogueMeasure(by string) measure {
	switch {
	case q.has("strongest", "weakest", "abv"):
		return q.strength("b.abv", "abv")
	case q.has("bitterest", "mildest", "ibu"):
		return q.strength("b.ibu", "ibu")
	}
	i := q.index("howmany", "most", "least")
	c, _ := q.next(i, "distinct", "most", "which", "own", "list")
	switch {
	case c == by:
	case c == "style":
		return q.counting("styles")
	case c == "city" || c == "state" || c == "type" || c == "country":
		if d := q.column(c); i >= 0 {
			return single("n", "COUNT(DISTINCT "+d+")")
		}
	case c == "brewery" || types[c]:
		return q.counting("breweries")
	case c == "beer":
		return q.counting("beers")
	}
	if q.has("brewery") && (by != "brewery" && !q.has("beer")) {
		return q.counting("breweries")
	}
	return single("n", "COUNT(*)")
}
