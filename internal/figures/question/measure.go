package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// measure sets the number that a question about the house's data asks for. by
// is the field that it is wanted for each of, if any. A plan with no statistic
// has a number of each row, such as how strong a beer is.
func (q *reading) measure(p *Plan, by string) {
	if q.voc.table != nil {
		q.tableNumber(p)
		return
	}
	p.Measure, p.Stat = "", Count
	switch q.about {
	case "trips":
		q.tripMeasure(p)
	case "beers", "breweries":
		q.catalogueMeasure(p, by)
	case "purchases":
		q.purchaseMeasure(p, by)
	}
}

func set(p *Plan, measure, stat string) { p.Measure, p.Stat = measure, stat }

func (q *reading) purchaseMeasure(p *Plan, by string) {
	avg := q.has("avg")
	switch {
	case q.has("strongest", "weakest", "abv", "bitterest", "mildest", "ibu"):
		q.strength(p)
		return
	case q.has("rating") || q.bestLiked():
		if c := q.after("howmany"); c == "client" {
			set(p, "clients", Sum)
		} else if q.has("howmany") && !avg {
			set(p, "rating", Count)
		} else {
			set(p, "rating", Mean)
		}
		return
	case q.has("ticket"):
		set(p, "amount", Mean)
		return
	case q.has("dearest", "cheapest", "price") || q.priced:
		switch {
		case isPeriod(by): // the dear month, not dear beer
			set(p, "amount", Sum)
		case q.all:
			set(p, "price", Ratio)
		case avg || !q.superlative():
			set(p, "price", Mean)
		default:
			set(p, "price", "")
		}
		return
	}
	if q.counts(p, by) {
		if p.Measure == "units" && q.perPurchase() {
			p.Stat = Mean
		}
		return
	}
	switch {
	case q.has("money", "moneyown") || q.has("howmuch") && !q.has("unit") || q.soldMoney() || q.summed() || q.has("total") && !q.has("unit", "purchase", "beer", "times", "popular"):
		if set(p, "amount", Sum); avg && (q.perPurchase() || len(q.by) == 0 && !q.has("client", "month", "year")) {
			p.Stat = Mean
		}
	case q.has("times"):
	case avg && q.has("unit") && (q.perPurchase() || !q.all && len(q.by) == 0):
		set(p, "units", Mean)
	case q.has("purchase") && !q.has("unit", "popular", "unpopular"):
		if c, _ := q.next(q.index("most", "least")); avg && (len(q.by) == 0 && c == "" || q.perPurchase()) || q.has("median", "sd", "quantile", "quartile") && len(q.by) == 0 {
			set(p, "amount", Mean)
		}
	case isPeriod(by) && by != "weekday" && by != "hour" && !q.has("buy", "buyown", "buyall", "unit", "popular", "unpopular", "favourite", "beer"): // "my biggest month"
		set(p, "amount", Sum)
	case (by == "channel" || by == "weekday" || by == "hour") && !q.has("sold", "popular", "unpopular", "unit"): // how often, not how much
	default:
		set(p, "units", Sum)
	}
}

// bestLiked reports whether the best or the worst are meant, with nothing said
// that they are best at.
func (q *reading) bestLiked() bool {
	return q.has("best", "least") && q.said(q.index("least")) != "menos" && !isPeriod(q.target) &&
		!q.has("sold", "popular", "unpopular", "money", "moneyown", "buy", "buyown", "buyall", "times", "unit", "purchase", "ticket", "howmany")
}

// perPurchase reports whether a figure is of each purchase: "por compra", "in one
// purchase".
func (q *reading) perPurchase() bool {
	one := false
	for i, t := range q.toks {
		one = one || t.class == "purchase" && (single[q.said(i-1)] || q.class(i-1) == "by")
	}
	return slices.Contains(q.by, "purchase") || one && q.has("avg")
}

var single = lang.Set("one uma una cada each a single per")

// summed reports whether purchases are added up, not counted: "a soma das
// minhas compras", "the total of my orders".
func (q *reading) summed() bool {
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
func (q *reading) soldMoney() bool {
	return soldAs[q.said(q.index("sold"))] && (!q.has("unit", "popular") || earned[q.said(q.index("sold"))] && !q.has("unit"))
}

// soldAs are words for sales as money, earned those for nothing else.
var (
	soldAs = setOf("bring in,brought in,brings in,vendas,sales,ventas,faturamento,revenue,revenues,receita,faturou,faturam,faturaram,fatura,facturacion,facturo,facturan,ingresos,venda,sale,venta,turnover,earning,earns,earn,earned")
	earned = setOf("bring in,brought in,brings in,faturamento,revenue,revenues,receita,faturou,faturam,faturaram,fatura,facturacion,facturo,facturan,ingresos,turnover,earning,earns,earn,earned")
)

func (q *reading) strength(p *Plan) {
	set(p, "abv", "")
	if q.has("bitterest", "mildest", "ibu") && !q.has("strongest", "weakest", "abv") {
		p.Measure = "ibu"
	}
	if q.has("avg") || !q.superlative() {
		p.Stat = Mean
	}
}

// counts finds what "how many" and "the most" count.
func (q *reading) counts(p *Plan, by string) bool {
	i := q.index("howmany")
	if _, j := q.next(i); i < 0 || j < 0 && by != "" && q.has("most", "least") && !q.toks[i].often() { // "the most guests, and how many?"
		if i = q.index("most", "least"); i < 0 || by == "" {
			return false
		}
	}
	many := q.class(i) == "howmany"
	if c, j := q.next(i, "distinct"); c == "everyone" && many && counted[q.said(j)] {
		set(p, "clients", Sum)
		return true
	}
	c, j := q.next(i, "distinct", "most", "least", "own", "which", "list", "total", "everyone")
	if !many && j > i+2 {
		c = "" // "mais usado pelos clientes"
	}
	if types[c] {
		c = "brewery"
	}
	field := c
	if j > 0 && entity[c] {
		field = q.dim(j)
	}
	if q.toks[i].often() {
		return true
	}
	switch {
	case field == by && by != "":
		return false
	case c == "beer" && (q.tried() || by == "brewery" && !many && !q.has("sold", "buy", "buyown")):
		set(p, "beer", Distinct)
	case c == "beer" || c == "unit":
		set(p, "units", Sum)
	case c == "brewery" && !q.has("popular"), c == "style":
		set(p, field, Distinct)
	case c == "purchase", c == "times", c == "" && many && q.has("buy", "buyown"):
	case c == "client" || q.all && segments[c]:
		set(p, "clients", Sum)
	case many && (c == "month" || c == "day" || c == "city" || c == "state" || c == "type" || c == "channel" || c == "segment" || c == "country"):
		set(p, field, Distinct)
	default:
		return false
	}
	return true
}

// often reports whether "how many" asks for times.
func (t token) often() bool {
	return t.class == "howmany" && slices.ContainsFunc([]string{"vezes", "times", "often", "frequencia", "veces"}, func(w string) bool { return strings.Contains(t.text, w) })
}

// tried reports whether different things are counted, not units of them.
func (q *reading) tried() bool {
	return q.has("distinct") || slices.ContainsFunc(q.toks, func(t token) bool {
		return slices.Contains([]string{"provei", "experimentei", "tried", "ja provei", "probe"}, t.text)
	})
}

func (q *reading) tripMeasure(p *Plan) {
	avg := q.has("avg")
	money := q.has("money", "moneyown", "price", "dearest", "cheapest", "ticket") || q.soldMoney() || q.has("total") && avg || q.has("howmuch") && !q.has("night")
	night := q.has("night", "day")
	switch {
	case night && (q.has("price", "dearest", "cheapest") || money && avg) || money && q.byNight():
		set(p, "amount", Ratio)
		p.Other = "nights"
	case night && avg:
		set(p, "nights", Mean)
	case night:
		set(p, "nights", Sum)
	case money && (avg || q.has("dearest", "cheapest", "price") && !q.has("total")):
		set(p, "amount", Mean)
	case money:
		set(p, "amount", Sum)
	}
}

func (q *reading) byNight() bool {
	i := q.index("night")
	return i > 0 && q.class(i-1) == "by"
}

func (q *reading) catalogueMeasure(p *Plan, by string) {
	if q.has("strongest", "weakest", "abv", "bitterest", "mildest", "ibu") {
		q.strength(p)
		return
	}
	i := q.index("howmany", "most", "least")
	c, j := q.next(i, "distinct", "most", "which", "own", "list")
	switch {
	case j < 0 || q.dim(j) == by && by != "":
	case c == "style" || (c == "city" || c == "state" || c == "type" || c == "country") && i >= 0:
		set(p, q.dim(j), Distinct)
		return
	}
}

// counted are words for everybody that can be counted.
var counted = setOf("pessoas,people,gente,personas,as pessoas,las personas,la gente")
