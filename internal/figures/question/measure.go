package question

import (
	"cmp"
	"slices"
)

// ops are the concepts that bound a number, stats those that name a statistic.
var (
	ops   = map[string]string{"above": ">", "atleast": ">=", "below": "<", "atmost": "<=", "exactly": "="}
	stats = map[string]string{"median": Median, "quantile": Quantile, "quartile": Quantile, "sd": SD, "avg": Mean, "max": Max, "min": Min, "total": Sum}
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

// done marks a token whose meaning has been read.
func (q *reading) done(at ...int) {
	for _, i := range at {
		if i >= 0 && i < len(q.toks) {
			q.toks[i].is, q.toks[i].field, q.toks[i].values = []string{"done"}, "", nil
		}
	}
}

// readBounds reads limits to numbers. With no number, more is just more.
func (q *reading) readBounds() {
	rates := q.has("rating") && !q.table() && !(q.has("good") && q.has("bad"))
	for i, t := range q.toks {
		switch {
		case t.has("again"):
			q.bound(Cond{Field: "purchases", Op: ">", N: 1})
		case t.has("once"):
			q.bound(Cond{Field: "purchases", Op: "=", N: 1})
		case t.has("good", "bad") && rates && q.all: // of everybody's means, which are near each other, a low one is the lowest
			q.toks[i].is = []string{map[bool]string{true: "most", false: "least"}[t.has("good")], "order", "best"}
		case t.has("bad") && rates:
			q.bound(Cond{Field: "rating", Op: "<=", N: 2})
		case t.has("good") && rates:
			q.bound(Cond{Field: "rating", Op: ">=", N: 4})
		case t.has("number"):
			q.readBound(i)
		}
	}
	for i, t := range q.toks {
		if op := t.one(ops); op != "" && op != "=" {
			q.toks[i].is = append(slices.Clone(t.is), map[bool]string{true: "most", false: "least"}[op[0] == '>'], "order")
		}
	}
}

// bound adds a bound, unless it was said: "a low mark, 2 or less".
func (q *reading) bound(b Cond) {
	if !slices.ContainsFunc(q.having, func(o Cond) bool { return o.Field == b.Field && o.Op == b.Op }) {
		q.having = append(q.having, b)
	}
}

// readBound reads the bound whose number is at i, if it is one: what bounds it stands before it, or
// behind it and what it is of.
func (q *reading) readBound(i int) {
	cue, of := q.last(i), q.next(i, "compare")
	then := q.next(of)
	b, used := Cond{N: q.toks[i].n, Op: q.at(cue).one(ops)}, []int{i}
	rates := !q.table() && (q.number(cue) == "rating" || q.at(of).has("stars") || q.at(then).has("stars"))
	switch {
	case q.at(of).has("number") && (q.at(cue).has("between") || rates): // "1 or 2 stars"
		b.Op, b.To = "between", q.at(of).n
		used, of = append(used, cue, of), then
	case b.Op != "":
		used = append(used, cue)
	case q.at(of).has("atleast", "atmost"):
		b.Op, used, of = q.at(of).one(ops), append(used, of), then
	case q.at(then).has("atleast", "atmost"): // "3 vezes ou mais"
		b.Op, used = q.at(then).one(ops), append(used, then)
	case rates || q.table() && q.number(cue) != "": // "nota 5"
		b.Op, b.Field, used = "=", q.at(cue).field, append(used, cue)
	default:
		return
	}
	switch near := of > 0 && of <= i+3; {
	case b.Field != "":
	case q.at(of).has("percent") && !q.table():
		if b.Field, used = "abv", append(used, of); !q.has("avg") {
			used = append(used, q.index("abv"))
		}
	case near && q.number(of) != "":
		b.Field, used = q.number(of), append(used, of)
	case near && q.at(of).has("often", "rows"):
		b.Field, used = "purchases", append(used, of)
	case near && (q.at(of).has("entity") || q.at(of).field == "clients"):
		b.Field, used = q.at(of).field, append(used, of)
	default:
		b.Field, used = q.boundBefore(i, used)
	}
	if rates && b.N <= 5 && (b.Field == "" || b.Field == "amount") {
		b.Field = "rating"
	}
	if b.Field != "" {
		q.bound(b)
		q.done(used...)
	}
}

// boundBefore is the number before token i that a bound is of: the one that is named, or of plain rows the money.
func (q *reading) boundBefore(i int, used []int) (string, []int) {
	for j := i - 1; j >= 0; j-- {
		switch t := q.at(j); {
		case t.has("amount") && t.has("own"), t.has("rows"): // "compras acima de 200"
			return q.role("money"), used
		case q.number(j) != "":
			if !q.has("avg") {
				used = append(used, j)
			}
			return q.number(j), used
		}
	}
	if q.table() {
		return q.role("money"), used
	}
	return "", used
}

// ofGroups reports whether a bound is on what is made of many rows, not on a number of each.
func (q *reading) ofGroups(b Cond) bool {
	f := q.s.field(b.Field)
	switch {
	case f == nil || f.Kind != Number: // a count
		return true
	case b.Field == "abv" || b.Field == "ibu":
		return false
	case q.s.Cube != "":
		return true
	case q.has("rows") || b.Op == "=" || (q.target == "" || q.target == "rows") && len(q.groups()) == 0:
		return false
	}
	return f.Stat == Sum || q.has("avg")
}

// bind puts the bounds to the rows of a plan, or to its groups.
func (q *reading) bind(p *Plan, groups bool) {
	for _, b := range q.having {
		if groups && q.ofGroups(b) {
			p.Having = append(p.Having, b)
		} else {
			p.Where = append(p.Where, b)
		}
	}
}

// isBound reports whether a field is only spoken of as a limit.
func (q *reading) isBound(field string) bool {
	return field != "" && slices.ContainsFunc(q.having, func(c Cond) bool { return c.Field == field })
}

// pairExtremes reads "the lowest and the highest", "the mean and the highest" as two statistics: nothing is ranked by them.
func (q *reading) pairExtremes() {
	low, high, mean := q.index("least", "min"), q.index("most", "max"), q.index("avg", "median")
	pair := func(i, j int) bool {
		from, to := min(i, j), max(i, j)
		for k := from + 1; k < to; k++ {
			if q.at(k).means() && q.number(k) == "" {
				return false
			}
		}
		return from >= 0 && q.and(from, to)
	}
	to := func(i int, stat string) {
		keep := slices.DeleteFunc(slices.Clone(q.toks[i].is), func(c string) bool { return c == "most" || c == "least" || c == "order" })
		q.toks[i].is = append(keep, stat, "stat", "paired")
	}
	switch {
	case pair(low, high):
		to(low, "min")
		to(high, "max")
	case pair(mean, max(low, high)) && !q.has("which"):
		to(max(low, high), map[bool]string{true: "min", false: "max"}[low > high])
	}
}

// figure is one that is named, and where.
type figure struct {
	Figure
	at, end int  // tokens
	said    bool // its statistic
}

// readFigures reads the figures that a question names, each with the statistic that stands beside it.
func (q *reading) readFigures() {
	q.said = nil
	for i := range q.toks {
		f, ok := q.figureAt(i)
		n := len(q.said)
		if !ok || n == 0 {
			if ok {
				q.said = append(q.said, f)
			}
			continue
		}
		last := &q.said[n-1]
		switch same := last.Measure == f.Measure && !(f.said && last.said); {
		case i <= last.end || same:
			if f.said && !last.said {
				last.Stat, last.said = f.Stat, true
			}
			last.end = max(last.end, f.end)
		case q.and(last.at, f.at):
			q.said = append(q.said, f)
		case f.Measure == "price": // "quanto pago por garrafa"
			*last = f
		}
	}
}

// figureAt reads the figure that the token at i names, if it does.
func (q *reading) figureAt(i int) (f figure, ok bool) {
	t, n := q.toks[i], q.number(i)
	f = figure{Figure: Figure{Stat: Count}, at: i, end: i}
	switch {
	case n != "" && slices.Contains(q.by, n):
		return f, false
	case t.has("often"):
		return f, true
	case t.has("howmany"), t.has("comparative", "most", "least") && n == "" && (!q.table() || t.has("comparative") && q.at(q.next(i)).has("rows")) && !t.has("popular", "favourite", "best", "atleast", "atmost", "above", "below"):
		return q.counts(i)
	case t.has("takings"), t.has("sales") && !q.has("popular", "units"):
		f.Figure = Figure{Measure: "amount", Stat: Sum}
	case t.has("ticket"):
		f.Figure, f.said = Figure{Measure: "amount", Stat: Mean}, true
	case n == "" || n == "clients" || t.has("strength") && t.has("order"):
		return f, false
	default:
		f.Figure = Figure{Measure: n, Stat: q.s.field(n).Stat}
	}
	for _, k := range []int{i - 1, i - 2, i + 1, i + 2} {
		between := (k == i-2 || k == i+2) && q.at((i+k)/2).means()
		if s := q.at(k).one(stats); s != "" && !between && !q.and(max(0, min(i, k)), max(i, k)) {
			f.Stat, f.said = s, true
			break
		}
	}
	return f, true
}

// counts reads what "how many" or "the most" at i counts: "the state with the most breweries".
func (q *reading) counts(i int) (f figure, ok bool) {
	f = figure{Figure: Figure{Stat: Count}, at: i, end: i}
	j := q.next(i, "distinct", "own", "which", "total", "most", "least")
	t, dim, n, most := q.at(j), q.dim(j), q.number(j), !q.toks[i].has("howmany")
	if j < 0 || most && (j > i+2 || t.field != "" && t.field == q.target && !q.implied) || slices.Contains(q.by, cmp.Or(dim, "-")) {
		return f, false
	}
	f.end = j
	different := q.has("distinct", "tried")
	people := t.has("client", "everyone") || len(t.of("segment")) > 0
	switch {
	case t.has("rows"), q.about == "clients" && people:
	case people && q.all:
		f.Figure = Figure{Measure: "clients", Stat: Sum}
	case n != "" && !most:
		f.Figure = Figure{Measure: n, Stat: map[bool]string{true: Sum, false: Count}[q.table() || q.summable(n)]}
	case dim == "beer" && q.about == "purchases" && !different:
		f.Figure = Figure{Measure: "units", Stat: Sum}
	case len(t.of("type")) > 0, q.about == "beers" && dim == "beer", q.about == "breweries" && dim == "brewery":
	case q.table() && !different && q.has("sells") && q.role("units") != "" && dim != "": // "quantos pratos vendi?"
		f.Figure = Figure{Measure: q.role("units"), Stat: Sum}
	case dim != "":
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
		if s != "" && !slices.Contains(all, s) && (last < 0 || q.and(last, i)) {
			all, last = append(all, s), i
		}
	}
	return stat, all
}

// quantile is which one is asked for: 0.9 of "percentil 90".
func (q *reading) quantile() float64 {
	parts, usual := 100.0, .9
	if q.has("quartile") {
		parts, usual = 4, .25
	}
	for _, t := range q.toks {
		if t.n > 0 && t.n < parts {
			return t.n / parts
		}
	}
	return usual
}

// measure sets the number that a question asks for. of is the field that it is wanted for each of, if
// any. A plan with no statistic has a number of each row, such as how strong a beer is.
func (q *reading) measure(p *Plan, of string) {
	said := slices.DeleteFunc(slices.Clone(q.said), func(f figure) bool { return of != "" && f.Measure == of })
	p.Other, p.More = "", nil
	thing := of == "" || of == "beer" || of == "brewery" || of == "style"
	if q.has("strength") && !q.table() && thing && (q.about != "purchases" || q.has("order")) {
		p.Measure, p.Stat = map[bool]string{true: "ibu", false: "abv"}[q.has("ibu")], map[bool]string{true: Mean}[q.has("avg") || !q.has("order")]
		return
	}
	f := q.usual(of)
	if dear := q.both("price", "order") && isEntity(of) && q.about == "purchases"; len(said) > 0 && !dear {
		f = said[0].Figure
	}
	p.Measure, p.Stat = f.Measure, f.Stat
	if p.Measure == "rating" && q.has("howmany") && !q.table() {
		p.Stat = Count
	}
	for i, f := range q.by { // "valor por unidade", "compras por cliente", "preço por noite"
		if q.summable(f) && f != p.Measure && (p.Measure != "" && f != "clients" || f == "clients" && (p.Measure == "" || q.summable(p.Measure))) {
			p.Stat, p.Other = Ratio, f
			q.by = slices.Delete(slices.Clone(q.by), i, i+1)
			return
		}
	}
	for _, m := range said[min(1, len(said)):] {
		if !slices.Contains(p.figures(), m.Figure) {
			p.More = append(p.More, m.Figure)
		}
	}
	q.withStat(p, len(said))
}

// usual is the number that is meant if none is named.
func (q *reading) usual(of string) Figure {
	rows := Figure{Stat: Count}
	role := func(role string) Figure {
		f := q.s.field(q.role(role))
		if f == nil {
			return rows
		}
		return Figure{Measure: f.Name, Stat: f.Stat}
	}
	stat, _ := q.statistic()
	purchase, buys, best, order := q.has("rows"), q.has("buy"), q.has("popular"), q.has("order")
	clock := of == "weekday" || of == "hour"
	summed := q.has("howmuch", "amount", "earn", "running") || q.has("total") && (!purchase || q.at(q.index("total")+1).has("of")) || len(q.when) > 1 && !buys && !purchase && !q.has("howmany")
	period := isPeriod(of) && !clock && order
	switch {
	case q.about == "clients" || q.about == "beers" || q.about == "breweries":
		return rows
	case q.both("price", "order") && q.about == "purchases" && !q.all:
		return Figure{Measure: "price"}
	case q.has("price") && order && q.about != "trips":
		return role("price")
	case q.table() && (best && !q.has("sells") || q.ofPieces()): // "mais vendido" is pieces, "vende mais" money
		return role("units")
	case q.has("howmany") && !summed && (q.table() || purchase):
		return rows
	case summed, stat != "" && len(q.groups()) == 0 && !buys, q.about == "trips" && q.has("price"), q.table() && (best || period || q.has("best", "fare", "compare")):
		return role("money")
	case q.table(), q.about == "trips", purchase && !best:
		return rows
	case (q.has("best") || q.has("least") && !q.has("comparative")) && !isPeriod(of) && !buys && !q.has("sold", "units", "times", "howmany", "popular"):
		return role("mark")
	case period && !buys && !best: // "my biggest month"
		return role("money")
	case (of == "channel" || clock) && !best && !q.has("sold"): // how often, not how much
		return rows
	}
	return role("units")
}

// ofPieces reports whether "how many" asks for pieces of a table's thing, and not for its rows: "quantas IPA vendi?".
func (q *reading) ofPieces() bool {
	i := q.index("howmany")
	j := q.next(i)
	return j > 0 && !q.has("rows") && (q.has("earn") || len(q.at(j).values) > 0 && j == i+1)
}

// withStat puts the statistic that is said to the measure: of sums of periods, of clients, or of rows.
func (q *reading) withStat(p *Plan, said int) {
	stat, all := q.statistic()
	summed := p.Measure == "" || p.Stat == Distinct || q.summable(p.Measure)
	at := slices.IndexFunc(p.By, isPeriod)
	which := q.has("order") && (q.has("which") && isPeriod(q.target) || stat != Max && stat != Min) // "in what month is the peak"
	client := q.all && q.about == "purchases" && (q.has("typical") || stat == Mean && q.has("client", "clientmean") && !q.perPurchase())
	switch {
	case stat != "" && at >= 0 && summed && !which: // "em média por mês"
		p.Per, p.By, p.Stat = p.By[at], slices.Delete(slices.Clone(p.By), at, at+1), stat
		p.Measure, p.Other = cmp.Or(p.Measure, "purchases"), map[bool]string{true: "clients"}[client]
	case summed && client && p.Measure != "clients":
		p.Stat, p.Other = Ratio, "clients"
		return
	case stat == "" || p.Stat == Ratio || p.Stat == Distinct || p.Measure == "":
		return
	case len(all) > 1 && len(p.More) == 0:
		for _, s := range all[1:] {
			p.More = append(p.More, Figure{Measure: p.Measure, Stat: s})
		}
		stat = all[0]
	}
	if said < 2 {
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
