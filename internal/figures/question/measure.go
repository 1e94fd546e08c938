package question

import (
	"slices"
	"strings"
)

// Figure is a statistic of a measure beside the first of a plan: the units of "quanto gastei e quantas
// unidades".
type Figure struct {
	Measure string  `json:"measure,omitempty"`
	Stat    string  `json:"stat,omitempty"`
	Q       float64 `json:"q,omitempty"`
}

// mention is a figure that is named, and where.
type mention struct {
	Figure
	at, end int  // tokens
	said    bool // its statistic
}

// statistics are the classes of words that name one.
var statistics = map[string]string{
	"median": Median, "quantile": Quantile, "quartile": Quantile, "sd": SD, "avg": Mean, "ticket": Mean, "maximum": Max, "minimum": Min,
}

// statistic is the one that the words name, besides a sum.
func (q *reading) statistic() string {
	for _, class := range []string{"median", "quantile", "quartile", "sd", "avg", "ticket", "maximum", "minimum"} {
		if q.has(class) {
			return statistics[class]
		}
	}
	return ""
}

// quantile is which one is asked for: 0.9 of "percentil 90".
func (q *reading) quantile() float64 {
	parts, usual := 100.0, .9
	if q.has("quartile") {
		parts, usual = 4, .25
	}
	for _, t := range q.toks {
		if t.class == "number" && t.n > 0 && t.n < parts {
			return t.n / parts
		}
	}
	return usual
}

// often reports whether "how many" asks for times.
func (t token) often() bool {
	return t.class == "times" || t.class == "howmany" && slices.ContainsFunc(strings.Fields("vezes times often frequencia veces"), func(w string) bool { return strings.Contains(t.text, w) })
}

// mention reads the figure that the token at i names, if it does.
func (q *reading) mention(i int) (m mention, ok bool) {
	t, n := q.toks[i], q.number(i)
	m = mention{Figure: Figure{Stat: Count}, at: i, end: i}
	switch {
	case q.boundBy[i] || n != "" && slices.Contains(q.by, n):
		return m, false
	case t.often():
		return m, true
	case t.class == "howmany" || t.degree() && !q.table():
		return q.counts(i)
	case t.class == "ticket":
		m.Figure = Figure{Measure: "amount", Stat: Mean}
	case t.class == "takings", t.class == "sales" && !q.has("popular", "unit"):
		m.Figure = Figure{Measure: "amount", Stat: Sum}
	case n == "" || in("strength", t.class):
		return m, false
	case n == "price" && q.about == "trips":
		m.Figure = Figure{Measure: "amount", Stat: Mean}
	case n == "price" && q.schema.Cube != "":
		m.Figure = Figure{Measure: n, Stat: Ratio}
	default:
		m.Figure = Figure{Measure: n, Stat: q.schema.field(n).Stat}
	}
	for _, k := range []int{i - 1, i - 2, i + 1, i + 2} {
		s := statistics[q.class(k)]
		if q.class(k) == "total" {
			s = Sum
		}
		between := (k == i-2 || k == i+2) && q.class((i+k)/2) != ""
		if s != "" && !between && !q.and(min(i, k), max(i, k)) {
			m.Stat, m.said = s, true
			break
		}
	}
	return m, true
}

// isBound reports whether a field is only spoken of as a limit.
func (q *reading) isBound(field string) bool {
	return field != "" && slices.ContainsFunc(q.having, func(c Cond) bool { return c.Field == field })
}

// counts reads what "how many" or "the most" at i counts: "the state with the most breweries".
func (q *reading) counts(i int) (m mention, ok bool) {
	m = mention{Figure: Figure{Stat: Count}, at: i, end: i}
	c, j := q.next(i, "distinct", "own", "which", "total", "most", "least")
	f, n, most := q.field(j), q.number(j), q.toks[i].degree()
	if j < 0 || most && (j > i+2 || f == q.target && !q.implied || slices.Contains(q.by, f)) {
		return m, false
	}
	different := q.has("distinct") || slices.ContainsFunc(q.toks, func(t token) bool { return in("tried", lastWord(t.text)) })
	m.end = j
	switch {
	case f == "rows", q.about == "clients" && (c == "client" || in("segments", c)):
	case (c == "client" || c == "everyone" || in("segments", c)) && q.all:
		m.Figure = Figure{Measure: "clients", Stat: Sum}
	case n != "" && !most:
		m.Figure = Figure{Measure: n, Stat: map[bool]string{true: Sum, false: Count}[q.table() || q.summable(n)]}
	case c == "beer" && q.about == "purchases" && !different:
		m.Figure = Figure{Measure: "units", Stat: Sum}
	case in("types", c), q.about == "beers" && f == "beer", q.about == "breweries" && f == "brewery":
	case q.table() && !different && q.says("sold.own") && q.role("units") != "" && q.grouping(f): // "quantos pratos vendi?"
		m.Figure = Figure{Measure: q.role("units"), Stat: Sum}
	case q.grouping(f) && !slices.Contains(q.by, f):
		m.Figure = Figure{Measure: f, Stat: Distinct}
	default:
		return m, false
	}
	return m, true
}

// figuresSaid are the figures that a question names, each with the statistic that stands beside it.
func (q *reading) figuresSaid() (all []mention) {
	for i := range q.toks {
		m, ok := q.mention(i)
		if n := len(all); ok && n == 0 {
			all = append(all, m)
		} else if ok {
			last := &all[n-1]
			same := i <= last.end || last.Measure == m.Measure && !(m.said && last.said)
			switch {
			case same && m.said && !last.said:
				last.Stat, last.said = m.Stat, true
				fallthrough
			case same:
				last.end = max(last.end, m.end)
			case q.and(last.at, m.at):
				all = append(all, m)
			case m.Measure == "price": // "quanto pago por garrafa"
				*last = m
			}
		}
	}
	return all
}

// measure sets the number that a question asks for. of is the field that it is wanted for each of, if
// any. A plan with no statistic has a number of each row, such as how strong a beer is.
func (q *reading) measure(p *Plan, of string) {
	said := slices.DeleteFunc(q.figuresSaid(), func(m mention) bool { return of != "" && m.Measure == of })
	p.Other, p.More = "", nil
	dear := q.has("dearest", "cheapest") && q.about == "purchases" && in("entity", of)
	switch {
	case q.hasOf("strength") && !q.table():
		p.Measure, p.Stat = "abv", ""
		if q.has("bitterest", "mildest", "ibu") {
			p.Measure = "ibu"
		}
		if q.has("avg") || !q.superlative() {
			p.Stat = Mean
		}
		return
	case len(said) > 0 && !(dear && said[0].Measure == "amount"):
		if p.Measure, p.Stat = said[0].Measure, said[0].Stat; p.Measure == "rating" && q.has("howmany") && !q.table() {
			p.Stat = Count
		}
	default:
		f := q.usual(of)
		p.Measure, p.Stat = f.Measure, f.Stat
	}
	if q.about == "trips" && p.Measure == "amount" && q.has("night") {
		p.Stat, p.Other = Ratio, "nights"
		return
	}
	if i := slices.IndexFunc(q.by, q.summable); i >= 0 && p.Measure != "" { // "valor por unidade"
		p.Stat, p.Other = Ratio, q.by[i]
		q.by = slices.Delete(slices.Clone(q.by), i, i+1)
		return
	}
	for _, m := range said[min(1, len(said)):] {
		if !slices.Contains(p.allFigures(), m.Figure) {
			p.More = append(p.More, m.Figure)
		}
	}
	q.withStat(p, len(said))
}

// usual is the number that is meant if none is named.
func (q *reading) usual(of string) Figure {
	rows, stat, said := Figure{Stat: Count}, q.statistic(), q.saidOf("total")
	role := func(role string) Figure {
		f := q.schema.field(q.role(role))
		if f == nil {
			return rows
		}
		return Figure{Measure: f.Name, Stat: f.Stat}
	}
	purchase, dear := q.has("purchase", "trip", "rows"), q.has("dearest", "cheapest")
	buys, best := q.has("buy", "buyown", "buyall"), q.has("popular", "unpopular")
	total := q.has("total") && (!purchase || in("total.of", q.said(q.index("total")+1)) || q.class(q.index("total")+2) == "own" || strings.HasPrefix(said, "s"))
	times := len(q.when) > 1 && !buys && !purchase && !q.has("howmany") // "2024 beside 2025"
	summed := total || times || q.has("howmuch", "money", "moneyown", "earn", "running")
	period := isPeriod(of) && !in("clock", of) && q.superlative()
	switch {
	case q.about == "clients" || q.about == "beers" || q.about == "breweries":
		return rows
	case dear && q.about == "purchases" && !q.all:
		return Figure{Measure: "price"}
	case dear && q.about == "purchases":
		return Figure{Measure: "price", Stat: Ratio}
	case dear && q.table():
		return role("price")
	case q.table() && best && !q.has("sells"): // "mais vendido" is pieces, "vende mais" money
		return role("units")
	case q.table() && q.ofPieces():
		return role("units")
	case q.has("howmany") && !summed && (q.table() || purchase):
		return rows
	case summed, stat != "" && len(q.groups(q.by)) == 0 && !buys, q.about == "trips" && dear, q.table() && (best || period || q.has("best", "fare", "compare")):
		return role("money")
	case q.table(), q.about == "trips", purchase && !best:
		return rows
	case q.has("best", "least") && q.saidOf("least") != "menos" && !isPeriod(of) && !q.hasOf("bought.as"):
		return role("mark")
	case period && !buys && !best: // "my biggest month"
		return role("money")
	case (of == "channel" || in("clock", of)) && !best && !q.has("sold"): // how often, not how much
		return rows
	}
	return role("units")
}

// ofPieces reports whether "how many" asks for pieces of a table's thing, and not for its rows: "quantas IPA vendi?".
func (q *reading) ofPieces() bool {
	i := q.index("howmany")
	_, j := q.next(i, "field")
	return j > 0 && !q.has("rows") && (q.has("earn") || q.class(j) == "value" && !slices.ContainsFunc(q.toks[i:j], func(t token) bool { return t.plain }))
}

// withStat puts the statistic that is said to the measure: of sums of periods, of clients, or of rows.
func (q *reading) withStat(p *Plan, said int) {
	stat, stats, f := q.statistic(), q.statsSaid(), q.schema.field(p.Measure)
	summed := p.Measure == "" || p.Stat == Distinct || f != nil && f.Stat == Sum
	at := slices.IndexFunc(p.By, isPeriod)
	which := q.superlative() && (q.has("which") && isPeriod(q.target) || stat != Max && stat != Min) // "in what month is the peak"
	switch {
	case stat != "" && at >= 0 && summed && !which: // "em média por mês"
		p.Per, p.By, p.Stat = p.By[at], slices.Delete(slices.Clone(p.By), at, at+1), stat
		if p.Measure == "" {
			p.Measure = "purchases"
		}
		if q.all && q.has("client") {
			p.Other = "clients"
		}
	case summed && q.perClient() && p.Measure != "clients":
		p.Per = "client"
		if p.Stat == Mean {
			p.Stat = Sum
		}
		return
	case stat == "" || p.Stat == Ratio || p.Stat == Distinct || p.Measure == "":
		return
	case len(stats) > 1 && len(p.More) == 0:
		for _, s := range stats[1:] {
			p.More = append(p.More, Figure{Measure: p.Measure, Stat: s})
		}
		stat = stats[0]
	}
	if said < 2 {
		p.Stat = stat
	}
	if p.Stat == Quantile {
		p.Q = q.quantile()
	}
}

// statsSaid are the statistics that are named side by side: "média e mediana".
func (q *reading) statsSaid() (all []string) {
	last := -1
	for i, t := range q.toks {
		s := statistics[t.class]
		if q.voc.lexicon.exact[t.text] == "total" {
			s = Sum
		}
		if s != "" && !slices.Contains(all, s) && (last < 0 || q.and(last, i)) {
			all, last = append(all, s), i
		}
	}
	return all
}

// perClient reports whether a figure is to be that of the mean client.
func (q *reading) perClient() bool {
	mean, _, _ := strings.Cut(q.saidOf("others"), " ")
	meant := mean == "average" || mean == "typical" || in("segments", q.class(q.index("avg")+1))
	return q.all && q.about == "purchases" && (slices.Contains(q.by, "client") || meant || q.has("avg") && q.has("client") && !q.perPurchase())
}

// perPurchase reports whether a figure is of each purchase: "por compra", "my usual order".
func (q *reading) perPurchase() bool {
	return q.has("ticket") || q.has("avg") && slices.ContainsFunc(q.toks, func(t token) bool { return t.class == "purchase" && !strings.HasSuffix(t.text, "s") })
}
