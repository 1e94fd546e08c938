package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// numbers are the columns of numbers that are named, but for those that are
// grouped by or bound.
func (q *reading) numbers() (all []string) {
	for i := range q.toks {
		if q.class(i) == "field" && q.number(i) && q.toks[i].field != q.lacked && !slices.Contains(q.by, q.toks[i].field) && !slices.Contains(all, q.toks[i].field) {
			all = append(all, q.toks[i].field)
		}
	}
	return all
}

// tableMeasure is the column of numbers that is measured, or "".
func (q *reading) tableMeasure() string {
	all := q.numbers()
	for _, f := range all {
		if !q.bound(f) {
			return f
		}
	}
	if len(all) > 0 && (q.statistic() != "" || q.has("total", "howmuch")) {
		return all[0]
	}
	return ""
}

// tablePlan makes the plan of a question about a table.
func (q *reading) tablePlan() (Plan, error) {
	p := Plan{About: q.about, When: q.when, Where: slices.Clone(q.where)}
	if q.heardOf != "" {
		return p, cannot(NotInData, q.heardOf)
	}
	if len(q.when) > 0 && q.schema.Moment == "" {
		return p, cannot(NotInData, "date")
	}
	for i := range q.toks {
		if f := q.schema.field(q.toks[i].field); q.class(i) == "field" && f.Kind == Date && f.SQL != q.schema.Moment {
			p.Time = f.Name
		}
	}
	for i, f := range q.by { // "por data" is by day
		if x := q.schema.field(f); x != nil && x.Kind == Date {
			q.by[i] = "day"
		}
	}
	if i := slices.Index(q.by, "rows"); i >= 0 { // "valor por venda"
		q.by = slices.Delete(q.by, i, i+1)
		q.eachRow = q.statistic() == ""
	}
	if n := q.linesWanted(); n > 0 {
		p.Do, p.Top = Summary, n
		p.When = slices.DeleteFunc(slices.Clone(p.When), func(s Span) bool { return s.From.After(q.now) }) // "for tomorrow's meeting"
		return p, nil
	}
	q.bind(&p)
	if f := q.lacking(); f != "" && !isPeriod(q.target) && q.has("howmany", "percent", "howmuch", "total", "avg", "list", "which") {
		p.Where = append(p.Where, Cond{Field: f, Op: "missing", at: q.index("without", "missing")})
		q.lacked = f
	}
	if q.shaped(&p, q.gaps, sure(q.tableEnds), sure(q.tableRows), sure(q.tableCounts), sure(q.examined), sure(q.tableShare), sure(q.tableLatest), q.sideBySide, q.ranked, sure(q.tableFigure), sure(q.tableList)) == nil {
		return p, nil
	}
	if len(q.numbers()) > 0 || q.target != "" {
		p.Do, p.Show = Distribution, q.mentioned()
		return p, nil
	}
	return Plan{}, cannot(NotUnderstood, q.strange())
}

// linesWanted is in how many lines something is to be told, "em 4 linhas", or 0.
func (q *reading) linesWanted() int {
	for i, t := range q.toks {
		if n := int(t.n); n > 0 && n <= 20 && within[q.said(i-1)] && (q.class(i+1) == "rows" || q.class(i+1) == "line") {
			return n
		}
	}
	return 0
}

var within = lang.Set("em in en")

// strange is the first word that means nothing here.
func (q *reading) strange() string {
	for _, t := range q.toks {
		if t.class == "" && !t.plain {
			return t.raw
		}
	}
	return ""
}

// bind tells apart bounds on rows from bounds on groups. Where rows are spoken of,
// such as sales, a bound is on each of them.
func (q *reading) bind(p *Plan) {
	p.Having = nil
	of := q.counted()
	group := q.target != "" && (q.has("which", "list") || of != "") && (of == q.target || of == "") && of != "rows" && len(q.by) == 0
	for _, b := range q.having {
		f := q.schema.field(b.Field)
		switch {
		case b.Field == "purchases" && q.grouping(q.target): // "mais de uma vez"
			b.Field = ""
			p.Having = append(p.Having, b)
		case f == nil:
		case b.Op != "=" && !q.has("rows") && (group && f.Stat == Sum || q.grouping(q.target) && q.has("avg") && f.Stat == Mean):
			p.Having = append(p.Having, b)
		default:
			p.Where = append(p.Where, b)
		}
	}
}

// mentioned are the columns that a question names.
func (q *reading) mentioned() (all []string) {
	for i := range q.toks {
		if f := q.toks[i].field; q.class(i) == "field" && !slices.Contains(all, f) && !q.announces(i) {
			all = append(all, f)
		}
	}
	return all
}

// examined is a look at columns: what is missing, outliers, correlation, how
// values are spread, a summary.
func (q *reading) examined(p *Plan) bool {
	switch {
	case q.has("missing") && q.lacked == "" && !(q.has("avg", "median") && !q.has("howmany")): // "the mean of those that are filled in"
		p.Do = Missing
	case q.lacked != "":
		return false
	case q.lacking() != "": // "alguma venda sem nota?"
		p.Do, p.Show = Missing, []string{q.lacking()}
		return true
	case q.together() != nil:
		p.Do, p.Show = Correlation, q.together()
		return true
	case q.has("outlier"):
		p.Do = Outliers
	case q.has("correlation") && (len(q.numbers()) != 1 || len(q.mentioned()) > 1 || q.said(q.index("correlation")) != "relacao"):
		p.Do = Correlation
		p.Show = append(q.numbers(), slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { x := q.schema.field(f); return x == nil || x.Kind != Number })...)
		return true
	case q.has("distribution") && len(q.by) == 0:
		p.Do = Distribution
	case q.has("sd") && !strings.Contains(q.said(q.index("sd")), "d") || q.spread():
		p.Do = Spread
	case q.has("summary") && len(q.numbers()) == 0 && q.statistic() == "":
		p.Do = Summary
	default:
		return false
	}
	if p.Do == Summary && len(q.mentioned()) == 0 && (q.has("howmany", "when") || columnWords[q.said(q.index("summary"))]) {
		p.Stat = Count // "which columns are there, and since when?"
		return true
	}
	if p.Show = q.mentioned(); q.has("howmany") && (p.Do == Missing || p.Do == Outliers) {
		p.Stat = Count
	}
	return true
}

// lacking is the column after "without": "sem nota".
func (q *reading) lacking() string {
	i := q.index("without", "missing")
	for j := i + 1; i >= 0 && j < len(q.toks) && j <= i+2; j++ {
		if q.class(j) == "field" && !q.isBool(q.toks[j].field) && !q.announces(j) && q.class(j+1) != "value" {
			return q.toks[j].field
		}
	}
	return ""
}

var theMore = pattern.Of(`\b(quanto mais|quanto maior|cuanto mas|cuanto mayor|the more|the higher|pricier|dearer)\b`)

// together are two columns of which one is asked to rise with the other: "quanto
// mais cara, melhor a nota?", "do stronger ones get better marks?".
func (q *reading) together() []string {
	var said strings.Builder
	degrees := 0
	for _, t := range q.toks {
		said.WriteString(t.text + " ")
		if slices.Contains([]string{"most", "least", "best", "dearest", "cheapest"}, t.class) {
			degrees++
		}
	}
	rises := degrees > 1 && !q.paired && len(q.by) == 0 && q.limit == 0 && !q.has("which", "list", "howmany", "howmuch", "when", "where", "number")
	if !theMore().MatchString(said.String()) && !rises {
		return nil
	}
	var all []string
	for _, w := range strings.Fields(said.String()) {
		if f := q.firstNumber(func(f Field) bool {
			return slices.ContainsFunc(Synonyms(strings.ReplaceAll(f.Name, "_", " ")), func(x string) bool { return x == w || lang.Same(x) == lang.Same(w) }) || lang.Fold(f.Name) == w
		}); f != "" && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	for _, f := range q.numbers() {
		if !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	if price := q.price(); len(all) < 2 && price != "" && !slices.Contains(all, price) && !rises {
		all = append([]string{price}, all...)
	}
	if len(all) < 2 {
		return nil
	}
	return all[:2]
}

// spread reports whether all that tells how numbers vary is wanted, not the
// deviation alone.
func (q *reading) spread() bool {
	if !q.has("sd", "quartile") || len(q.by) > 0 || q.has("first", "third", "number") {
		return false
	}
	said := q.said(q.index("sd", "quartile"))
	return !strings.HasPrefix(said, "desv") && !strings.HasPrefix(said, "std") && !strings.HasPrefix(said, "stand") && said != "deviation" && said != "quartil" && said != "quartile" && said != "cuartil"
}

// tableStat is the statistic that is said, or the usual one of the measure.
func (q *reading) tableStat(p *Plan) {
	if p.Stat, p.Q = q.statistic(), 0; p.Stat == "" && q.eachRow {
		p.Stat = Mean
	}
	if p.Stat == Quantile {
		p.Q = q.quantile()
	}
	f := q.schema.field(p.Measure)
	switch {
	case p.Stat != "" && p.Measure != "":
	case p.Measure == "":
		p.Stat = Count
	case q.has("total", "running") || q.has("percent"):
		p.Stat = Sum
	case f != nil:
		p.Stat = f.Stat
	}
}

// firstNumber is the first column of numbers that fits the first of what is asked
// of it, or else the next, or "".
func (q *reading) firstNumber(asked ...func(Field) bool) string {
	for _, fits := range asked {
		for _, f := range q.schema.Fields {
			if f.Kind == Number && fits(f) {
				return f.Name
			}
		}
	}
	return ""
}

// money is the column that stands for money or sales if none is named.
func (q *reading) money() string {
	return q.firstNumber(
		func(f Field) bool { return f.Stat == Sum && called(f.Name, 1) },
		func(f Field) bool { return f.Stat == Sum && f.Unit != "" && f.Unit != "%" },
		func(f Field) bool { return f.Unit != "" && f.Unit != "%" },
	)
}

// called reports whether a column is called by a word of a line of columns.txt:
// the first is of prices, the second of money, the fourth of quantities.
func called(name string, line int) bool {
	return slices.ContainsFunc(strings.Fields(strings.ReplaceAll(lang.Fold(name), "_", " ")), func(w string) bool { return slices.Contains(synonymLines()[line], w) })
}

// sells tells "vende mais", which is money, from "mais vendido", which is pieces.
var sells = pattern.Of(`\b(vende|vendem|vendeu|sells?|sold)\b`)

// faring is said of times that went well or badly, by what they brought.
var faring = pattern.Of(`weak|strong|slow|frac|fort|fuert|debil|floj`)

// price is the column of prices, or "".
func (q *reading) price() string {
	return q.firstNumber(func(f Field) bool { return called(f.Name, 0) })
}

// units is the column of quantities, or "".
func (q *reading) units() string {
	return q.firstNumber(func(f Field) bool { return f.Stat == Sum && called(f.Name, 3) })
}

// tableNumber sets the measure and the statistic.
func (q *reading) tableNumber(p *Plan) {
	p.Measure = q.tableMeasure()
	if p.Measure == "" && q.has("popular", "unpopular") && !sells().MatchString(q.said(q.index("popular", "unpopular"))) {
		p.Measure = q.units()
	}
	if p.Measure == "" && (q.has("dearest", "cheapest") || q.priced) {
		p.Measure = q.price()
	}
	if p.Measure == "" && faring().MatchString(q.said(q.index("most", "least"))) {
		p.Measure = q.money()
	}
	if p.Measure == "" && (q.has("howmuch", "dearest", "cheapest", "earn", "popular", "unpopular") && !q.has("howmany") || q.has("total", "avg", "median", "sd", "maximum", "minimum", "quantile", "quartile", "running") && !q.has("rows", "howmany")) {
		p.Measure = q.money()
	}
	if q.has("howmany") && p.Measure != "" && q.counted() != "" && !slices.Contains(q.numbers(), q.counted()) {
		p.Measure = "" // "quantos pedidos com valor acima de …"
	}
	q.tableStat(p)
	if of := q.counted(); of != "" && q.has("howmany") && q.grouping(of) && !slices.Contains(q.by, of) && p.Stat == Count {
		if f := q.schema.field(of); f != nil && f.Kind != Number && !isPeriod(of) {
			p.Measure, p.Stat = of, Distinct
		}
	}
	if i := slices.IndexFunc(q.by, q.summable); i >= 0 && p.Measure != "" { // "valor por unidade"
		p.Stat, p.Other = Ratio, q.by[i]
		q.by = slices.Delete(q.by, i, i+1)
	}
}

// summable reports whether a column has numbers that are added up.
func (q *reading) summable(name string) bool {
	f := q.schema.field(name)
	return f != nil && f.Kind == Number && f.Stat == Sum && !isPeriod(name)
}

func (q *reading) tableShare(p *Plan) bool {
	if !q.has("percent") || q.statistic() != "" {
		return false
	}
	q.tableNumber(p)
	if p.Stat != Sum {
		p.Measure, p.Stat = "", Count
	}
	return q.parts(p, q.by)
}

// tableLatest answers about the first or the last rows, or dates.
func (q *reading) tableLatest(p *Plan) bool {
	if !q.has("last", "first") || q.schema.Moment == "" || q.has("quartile") {
		return false
	}
	p.Do, p.Top, p.Show = Last, max(1, q.limit), q.schema.Row
	if q.has("first") && !q.has("last") {
		p.Do = First
	}
	if q.plural && q.limit == 0 {
		p.Top = 5
	}
	if q.has("when") || slices.ContainsFunc(q.mentioned(), func(f string) bool { return q.schema.field(f).Kind == Date }) && q.target == "" && len(q.numbers()) == 0 {
		i := slices.IndexFunc(q.schema.Fields, func(f Field) bool { return f.SQL == q.schema.Moment })
		p.Show = []string{q.schema.Fields[i].Name}
		if p.Time != "" {
			p.Show = []string{p.Time}
		}
	}
	return true
}

// tableGroups returns what a figure of a table is wanted for each of.
func (q *reading) tableGroups(p *Plan) []string {
	best, by := q.superlative(), slices.Clone(q.by)
	if i := slices.IndexFunc(by, q.summable); i >= 0 && q.tableMeasure() == "" && (best || q.grouping(q.target)) { // "top 5 clientes por valor"
		p.Measure = by[i]
		by = slices.Delete(by, i, i+1)
	}
	switch {
	case len(by) > 0:
		return by
	case (best || len(p.Having) > 0) && q.grouping(q.target):
		return []string{q.target}
	case best && q.periodSaid() != "" && q.has("which", "when"):
		return []string{q.periodSaid()}
	case q.has("howmany") && len(p.Having) > 0 && q.grouping(q.counted()):
		return []string{q.counted()}
	case q.target != "" && q.grouping(q.target) && !q.has("howmany", "which", "list") && (len(q.numbers()) > 0 || q.has("compare")) && q.statistic() == "" && !q.has("total", "howmuch"):
		return []string{q.target} // "valor e estado", "compare estados"
	}
	return nil
}

// tableMeasured sets the measure of groups; "valor por unidade" leaves none.
func (q *reading) tableMeasured(p *Plan, by []string) []string {
	if p.Measure != "" {
		q.tableStat(p)
	} else {
		keep := q.by
		q.by = by
		q.tableNumber(p)
		by, q.by = q.by, keep
	}
	money := q.has("dearest", "cheapest", "best") || len(by) > 0 && isPeriod(by[0])
	if money && q.superlative() && p.Stat == Count && p.Measure == "" && !q.has("rows", "howmany", "times") && q.money() != "" {
		p.Measure = q.money()
		q.tableStat(p)
	}
	return by
}

// tableFigure is one figure.
func (q *reading) tableFigure(p *Plan) bool {
	if q.has("list") && !q.has("howmany", "howmuch", "total", "avg", "median") {
		return false
	}
	q.tableNumber(p)
	asked := q.has("howmany", "howmuch", "total", "avg", "median", "quantile", "quartile", "sd", "maximum", "minimum", "most", "least", "dearest", "cheapest", "range", "rows") || p.Stat == Ratio || q.has("which") && p.Stat == Sum && p.Measure != "" && q.target == ""
	narrowed := len(p.Where) > 0 || len(p.When) > 0
	if !asked && !(p.Measure != "" && narrowed) {
		return false
	}
	if p.Measure == "" && !q.has("howmany", "rows", "total") {
		return false
	}
	switch {
	case q.has("range"):
		p.Stat, p.More = Min, []Figure{{Measure: p.Measure, Stat: Max}}
	case p.Measure != "" && p.Stat != Distinct && q.statistic() == "" && q.superlative():
		p.Stat = map[string]string{Desc: Max, Asc: Min}[q.order()]
	}
	return true
}

// unbound are tokens as they were before bounds were read.
func unbound(toks []token) []token {
	toks = slices.Clone(toks)
	for i := range toks {
		if toks[i].class == "done" && toks[i].n != 0 {
			toks[i].class = "number"
		}
	}
	return toks
}
