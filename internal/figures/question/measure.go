package question

import (
	"cmp"
	"slices"
)

// ops are the concepts that bound a number, stats those that name a statistic.
var (
	ops   = map[string]string{"above": ">", "atleast": ">=", "below": "<", "atmost": "<=", "exactly": "="}
	stats = map[string]string{"median": Median, "quantile": Quantile, "sd": SD, "avg": Mean, "max": Max, "min": Min, "total": Sum}
)

// one is what a table has for the first of a token's concepts that is in it, or "".
func (t token) one(of map[string]string) string {
	for _, c := range t.is {
		if of[c] != "" {
			return of[c]
		}
	}
	return ""
}

// done marks tokens whose meaning has been read.
func (q *reading) done(at ...int) {
	for _, i := range at {
		if i >= 0 {
			q.toks[i].is, q.toks[i].field, q.toks[i].values = []string{"done"}, "", nil
		}
	}
}

// readBounds reads limits to numbers. With no number, more is just more.
func (q *reading) readBounds() {
	for i, t := range q.toks {
		marks := q.has("rating") && !q.table()
		switch {
		case t.has("again"):
			q.having = append(q.having, Cond{Field: "purchases", Op: ">", N: 1})
		case t.has("once"):
			q.having = append(q.having, Cond{Field: "purchases", Op: "=", N: 1})
		case t.has("bad") && marks:
			q.having = append(q.having, Cond{Field: "rating", Op: "<=", N: 2})
		case t.has("good") && marks:
			q.having = append(q.having, Cond{Field: "rating", Op: ">=", N: 4})
		case t.has("number"):
			q.readBound(i)
		}
	}
	for i, t := range q.toks {
		if op := t.one(ops); op != "" {
			q.toks[i].is = append(slices.Clone(t.is), map[bool]string{true: "most", false: "least"}[op[0] == '>'], "order")
		}
	}
}

// readBound reads the bound whose number is at i, if it is one: what bounds it stands before it, or
// behind it and what it is of.
func (q *reading) readBound(i int) {
	cue, of := q.last(i), q.next(i, "compare")
	then := q.next(of)
	b, used := Cond{N: q.toks[i].n, Op: q.at(cue).one(ops)}, []int{i}
	mark := !q.table() && (q.at(cue).field == "rating" || q.at(of).has("stars"))
	switch {
	case q.at(of).has("number") && q.at(cue).has("between"):
		b.Op, b.To = "between", q.at(of).n
		used, of = append(used, cue, of), then
	case b.Op != "":
		used = append(used, cue)
	case q.at(of).has("atleast", "atmost"):
		b.Op, used, of = q.at(of).one(ops), append(used, of), then
	case q.at(then).has("atleast", "atmost"): // "3 vezes ou mais"
		b.Op, used = q.at(then).one(ops), append(used, then)
	case mark || q.number(cue) != "": // "nota 5"
		b.Op, b.Field, used = "=", q.at(cue).field, append(used, cue)
	default:
		return
	}
	switch unit := q.at(of); {
	case b.Field != "":
	case unit.has("percent") && !q.table():
		if b.Field, used = "abv", append(used, of); !q.has("avg") {
			used = append(used, q.index("abv"))
		}
	case q.number(of) != "", unit.has("entity"), unit.field == "clients":
		b.Field, used = unit.field, append(used, of)
	case unit.has("often", "rows"):
		b.Field, used = "purchases", append(used, of)
	case mark:
		b.Field = "rating"
	default:
		at := -1
		if b.Field, at = q.boundBefore(i); !q.has("avg") {
			used = append(used, at)
		}
	}
	if b.Field != "" && !slices.ContainsFunc(q.having, func(o Cond) bool { return o.Field == b.Field && o.Op == b.Op }) { // "a low mark, 2 or less"
		q.having = append(q.having, b)
		q.done(used...)
	}
}

// boundBefore is the number before token i that a bound is of, and its token: the one that is named, or of plain rows the money.
func (q *reading) boundBefore(i int) (field string, at int) {
	for j := i - 1; j >= 0; j-- {
		if t := q.at(j); t.has("rows") || t.has("amount") && t.has("own") { // "compras acima de 200"
			return q.role("money"), -1
		} else if q.number(j) != "" {
			return q.number(j), j
		}
	}
	if q.table() {
		field = q.role("money")
	}
	return field, -1
}

// bind puts the bounds to the rows of a plan, or to its groups: counts, and sums of what is grouped.
func (q *reading) bind(p *Plan) {
	groups := q.grouping() || len(q.groups()) > 0
	for _, b := range q.having {
		f := q.s.field(b.Field)
		if f == nil || f.Kind != Number || groups && b.Op != "=" && !q.has("rows") && (f.Stat == Sum || q.has("avg")) {
			p.Having = append(p.Having, b)
		} else {
			p.Where = append(p.Where, b)
		}
	}
}

// pairExtremes reads "the lowest and the highest", "the mean and the highest" as two statistics: nothing is ranked by them.
func (q *reading) pairExtremes() {
	low, high, mean := q.index("least", "min"), q.index("most", "max"), q.index("avg", "median")
	pair := func(i, j int) bool { return min(i, j) >= 0 && max(i, j) <= min(i, j)+3 && q.and(min(i, j), max(i, j)) }
	set := func(i int, stat string) {
		if i >= 0 {
			q.toks[i].is = []string{stat, "stat", "paired"}
		}
	}
	if pair(low, high) || pair(mean, max(low, high)) {
		set(low, "min")
		set(high, "max")
	}
}

// figure is one that is named, and where.
type figure struct {
	Figure
	at   int  // its token
	said bool // its statistic
}

// readFigures reads the figures that a question names side by side, each with the statistic that stands beside it.
func (q *reading) readFigures() {
	q.said = nil
	for i := range q.toks {
		f, ok := q.figureAt(i)
		n := len(q.said)
		switch {
		case !ok:
		case n == 0, q.and(q.said[n-1].at, i) && f.Figure != q.said[n-1].Figure:
			q.said = append(q.said, f)
		case f.Measure == "price": // "quanto pago por garrafa"
			q.said[n-1] = f
		}
	}
}

// figureAt reads the figure that the token at i names, if it does.
func (q *reading) figureAt(i int) (f figure, ok bool) {
	t, n := q.toks[i], q.number(i)
	f = figure{Figure: Figure{Stat: Count}, at: i}
	switch {
	case t.has("often"):
		return f, true
	case t.has("howmany"), t.has("comparative") && n == "" && !t.has("atleast", "atmost", "above", "below") && (!q.table() || q.at(q.next(i)).has("rows")):
		return q.counts(i)
	case t.has("takings"), t.has("sales") && !q.has("popular"):
		f.Figure = Figure{Measure: "amount", Stat: Sum}
	case t.has("ticket"):
		f.Figure, f.said = Figure{Measure: "amount", Stat: Mean}, true
	case n == "" || n == "clients" || t.has("strength") && t.has("order"):
		return f, false
	default:
		f.Figure = Figure{Measure: n, Stat: q.s.field(n).Stat}
	}
	for _, k := range []int{i - 1, i - 2, i + 1, i + 2} {
		between := q.at((i+k)/2).means() && (k-i)%2 == 0
		if s := q.at(k).one(stats); s != "" && !between && !q.and(max(0, min(i, k)), max(i, k)) {
			f.Stat, f.said = s, true
			break
		}
	}
	return f, true
}

// counts reads what "how many" or "the most" at i counts: "the state with the most breweries".
func (q *reading) counts(i int) (f figure, ok bool) {
	f = figure{Figure: Figure{Stat: Count}, at: i}
	j := q.next(i, "distinct", "own", "which", "total", "most", "least")
	t, dim, n, most := q.at(j), q.dim(j), q.number(j), !q.toks[i].has("howmany")
	people := t.has("client", "everyone") || q.toks[i].has("everyone") || len(t.of("segment")) > 0
	switch {
	case most && t.field == q.target && !q.implied:
		return f, false
	case t.has("rows"), q.about == "clients" && people, len(t.of("type")) > 0, q.about == "beers" && dim == "beer", q.about == "breweries" && dim == "brewery":
	case people:
		f.Figure = Figure{Measure: "clients", Stat: Sum}
	case n != "" && !most:
		f.Figure = Figure{Measure: n, Stat: map[bool]string{true: Sum, false: Count}[q.table() || q.summable(n)]}
	case dim == "beer" && q.about == "purchases" && !q.has("distinct", "tried"):
		f.Figure = Figure{Measure: "units", Stat: Sum}
	case q.has("sells") && dim != "" && q.role("units") != "": // "quantos pratos vendi?"
		f.Figure = Figure{Measure: q.role("units"), Stat: Sum}
	case dim != "" && !slices.Contains(q.by, dim):
		f.Figure = Figure{Measure: dim, Stat: Distinct}
	default:
		return f, false
	}
	return f, true
}

// hasFigure reports whether a number is asked for.
func (q *reading) hasFigure() bool {
	return len(q.said) > 0 || q.has("howmany", "howmuch", "total", "avg", "sold", "rating", "rows")
}

// statistic is the one that a question names, besides a sum; all are those that it names side by side.
func (q *reading) statistic() (stat string, all []string) {
	last := -1
	for i, t := range q.toks {
		s := t.one(stats)
		if stat == "" && s != Sum {
			stat = s
		}
		if s != "" && (last < 0 || q.and(last, i)) {
			all, last = append(all, s), i
		}
	}
	return stat, all
}

// quantile is which one is asked for: 0.9 of "percentil 90".
func (q *reading) quantile() float64 {
	for _, t := range q.toks {
		if t.n > 0 && t.n < 100 {
			return t.n / 100
		}
	}
	return .9
}

// measure sets the number that a question asks for. of is the field that it is wanted for each of, if
// any. A plan with no statistic has a number of each row, such as how strong a beer is.
func (q *reading) measure(p *Plan, of string) {
	said := slices.DeleteFunc(slices.Clone(q.said), func(f figure) bool { return of != "" && f.Measure == of })
	p.Other, p.More = "", nil
	if q.has("strength") && !q.table() && !isPeriod(of) && (q.about != "purchases" || q.has("order")) {
		p.Measure, p.Stat = map[bool]string{true: "ibu", false: "abv"}[q.has("ibu")], map[bool]string{true: Mean}[q.has("avg") || !q.has("order")]
		return
	}
	f := q.usual(of)
	if len(said) > 0 && !q.both("price", "order") {
		f = said[0].Figure
	}
	p.Measure, p.Stat = f.Measure, f.Stat
	for i, f := range q.by { // "valor por unidade", "compras por cliente", "preço por noite"
		if q.summable(f) && f != p.Measure && (p.Measure != "" || f == "clients") && !(f == "clients" && p.Measure == "rating") {
			p.Stat, p.Other = Ratio, f
			q.by = slices.Delete(slices.Clone(q.by), i, i+1)
			return
		}
	}
	for _, m := range said[min(1, len(said)):] {
		p.More = append(p.More, m.Figure)
	}
	q.withStat(p, len(said))
}

// usual is the number that is meant if none is named.
func (q *reading) usual(of string) Figure {
	role := func(role string) Figure {
		f := q.s.field(q.role(role))
		if f == nil {
			return Figure{Stat: Count}
		}
		return Figure{Measure: f.Name, Stat: f.Stat}
	}
	stat, _ := q.statistic()
	rows, buys, best, order := q.has("rows"), q.has("buy"), q.has("popular"), q.has("order")
	period := isPeriod(of) && of != "weekday" && of != "hour" && order && !buys
	summed := q.has("howmuch", "amount", "earn", "running") || q.has("total") && (!rows || q.at(q.index("total")+1).has("of")) || len(q.when) > 1 && !buys && !rows && !q.has("howmany")
	switch {
	case q.about == "clients" || q.about == "beers" || q.about == "breweries":
		return Figure{Stat: Count}
	case q.has("price") && order && q.about == "purchases" && !q.all:
		return Figure{Measure: "price"}
	case q.has("price") && order && q.about != "trips":
		return role("price")
	case q.table() && (best && !q.has("sells") || q.has("howmany") && !rows && (q.has("earn") || len(q.at(q.next(q.index("howmany"))).values) > 0)): // "mais vendido" is pieces, "vende mais" money
		return role("units")
	case q.has("howmany") && !summed && (q.table() || rows):
		return Figure{Stat: Count}
	case summed, stat != "" && len(q.groups()) == 0 && !buys, q.about == "trips" && q.has("price"), q.table() && (best || q.has("best", "fare", "compare")), period && !best:
		return role("money")
	case q.table(), q.about == "trips", rows && !best:
		return Figure{Stat: Count}
	case q.has("best") && !buys && !q.has("sold", "popular"):
		return role("mark")
	case (of == "channel" || of == "weekday" || of == "hour") && !best && !q.has("sold"): // how often, not how much
		return Figure{Stat: Count}
	}
	return role("units")
}

// withStat puts the statistic that is said to the measure: of sums of periods, of clients, or of rows.
func (q *reading) withStat(p *Plan, said int) {
	stat, all := q.statistic()
	summed := p.Measure == "" || p.Stat == Distinct || q.summable(p.Measure)
	at := slices.IndexFunc(p.By, isPeriod)
	which := q.has("order") && q.has("which") // "in what month is the peak"
	client := q.all && q.about == "purchases" && (q.has("typical") || stat == Mean && q.has("client") && !q.perPurchase())
	switch {
	case stat != "" && at >= 0 && summed && !which: // "em média por mês"
		p.Per, p.By, p.Stat = p.By[at], slices.Delete(slices.Clone(p.By), at, at+1), stat
		p.Measure, p.Other = cmp.Or(p.Measure, "purchases"), map[bool]string{true: "clients"}[client]
	case summed && client && p.Measure != "clients":
		p.Stat, p.Other = Ratio, "clients"
	case stat == "" || p.Stat == Ratio || p.Stat == Distinct || p.Measure == "":
	case len(all) > 1 && len(p.More) == 0:
		p.Stat = all[0]
		for _, s := range all[1:] {
			p.More = append(p.More, Figure{Measure: p.Measure, Stat: s})
		}
	case said < 2:
		p.Stat = stat
	}
	if p.Stat == Quantile {
		p.Q = q.quantile()
	}
}

// perPurchase reports whether a figure is of each purchase: "por compra", "my usual order".
func (q *reading) perPurchase() bool {
	return q.has("ticket") || q.has("avg") && slices.ContainsFunc(q.toks, func(t token) bool { return t.has("purchase") && !t.plural() })
}
