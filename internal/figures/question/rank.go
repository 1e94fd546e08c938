package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// sideBySide compares values of a field, or times.
func (q *reading) sideBySide(p *Plan) (bool, error) {
	if q.moreOrLess(p) {
		return true, nil
	}
	compared := q.has("compare", "difference", "grow", "between", "ratio")
	if len(q.when) < 2 && slices.ContainsFunc(q.by, isPeriod) && !q.has("compare") {
		return false, nil // "crescimento mês a mês"
	}
	if !compared && q.has("which") && q.superlative() && q.grouping(q.target) {
		return false, nil // "qual estilo, entre IPA e stout, …" is a ranking
	}
	field := ""
	for _, f := range q.where {
		name := f.Field == "beer" || f.Field == "brewery" // one name may be several
		if len(f.Values) > 1 && f.Op == "=" && f.Field != "weekday" && (compared || q.eachNamed(f) || name && q.target == "" && q.superlative() || !name && q.has("most", "least")) {
			field = f.Field
		}
	}
	if field == "" {
		if len(p.When) == 1 && q.has("compare", "difference", "grow") && (!q.has("most", "least") || len(q.by) == 0 && q.target == "") {
			p.When = append(when{p.When[0]}, p.When[0].besides(q.now)...)
		}
		if len(p.When) == 0 && p.Whose == Mine && q.about == "purchases" && q.has("grow") && !q.has("which", "when", "howmany", "howmuch", "list") && q.target == "" && len(q.by) == 0 { // "is my spending rising?"
			p.When = yearSpan(q.now.Year()).besideBefore(q.now, false)
		}
		if len(p.When) < 2 || q.target != "" && q.superlative() && !compared || q.has("list") {
			return false, nil
		}
		q.measure(p, "")
		p.By = slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return !q.grouping(f) })
		if len(p.By) == 0 && q.has("grow", "change") && q.superlative() && q.grouping(q.target) {
			p.By = []string{q.target}
		}
		if q.has("difference", "grow", "change") && len(p.By) == 0 {
			p.Then = Change
		}
		q.ratio(p)
		return true, nil
	}
	of := ""
	if field == "channel" {
		of = field // how often it is used
	}
	q.measure(p, of)
	p.By = append([]string{field}, slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return !q.grouping(f) || f == field })...)
	if len(p.By) == 1 {
		p.Order = q.order()
	}
	if p.Stat == "" {
		p.Stat = Max
	}
	q.ratio(p)
	return true, nil
}

// ratio makes one number of two that are set side by side: the first by the
// second, as they are said.
func (q *reading) ratio(p *Plan) {
	if !q.has("ratio") || len(p.By) > 1 {
		return
	}
	if len(p.By) == 0 && len(p.When) == 2 {
		p.Then = Ratio
	} else if c := p.cond(firstOf(p.By)); c != nil && len(c.Values) == 2 {
		p.Then, p.Order = Ratio, ""
	}
}

// eachNamed reports whether a figure is wanted for each value that a condition
// names: "quanto gastei com IPA e com stout", but not what they come to.
func (q *reading) eachNamed(c Cond) bool {
	if c.names < 2 || c.Op != "=" || q.has("list", "together", "percent", "never", "also") || q.has("which") && q.grouping(q.target) && !q.hasFigure() {
		return false
	}
	return q.hasFigure()
}

// hasFigure reports whether a number is asked for.
func (q *reading) hasFigure() bool {
	return len(q.figuresSaid()) > 0 || q.has("howmany", "howmuch", "total", "avg", "median", "money", "moneyown", "sold", "rating", "unit", "price", "rows", "ratio")
}

// ranked answers which have the most, and how much each has.
func (q *reading) ranked(p *Plan) (bool, error) {
	by, best := q.groups(p), q.superlative()
	if len(by) == 0 {
		return false, nil
	}
	if q.voc.table == nil {
		q.measure(p, by[0])
	} else if by = q.tableMeasured(p, by); len(by) == 0 {
		return p.Stat == Ratio, nil
	}
	if !best {
		q.showBounds(p)
	}
	p.By = by
	if q.each(p, by, best) || q.over(p, best) {
		return true, nil
	}
	if p.Stat == "" && len(by) == 1 && (by[0] == "beer" || by[0] == "brewery" && !q.has("avg")) && q.voc.table == nil { // "a cerveja mais forte": nothing to add up
		p.Do, p.Show, p.Order, p.Top = Extreme, []string{by[0], p.Measure}, q.order(), q.top()
		p.Skip = q.skip()
		return true, nil
	}
	if (q.has("client") && slices.Contains(q.by, "client") || q.perClient()) && (p.Stat == Sum || p.Stat == Count) {
		p.Per = "client"
	}
	q.then(p)
	q.sort(p, best)
	if len(p.Having) > 0 && q.counted() == by[0] { // "em quantos meses gastei mais de 300?"
		p.Do = CountGroups
	}
	return true, nil
}

// showBounds makes what is bound what is shown.
func (q *reading) showBounds(p *Plan) {
	for _, b := range p.Having {
		p.Measure, p.Stat = b.Field, ""
		if b.Field == "purchases" || b.Field == "trips" || b.Field == "" {
			p.Measure, p.Stat = "", Count
		} else if f := q.schema.field(b.Field); f != nil && f.Kind != Number {
			p.Stat = Distinct
		} else if f != nil {
			p.Stat = f.Stat
		}
	}
}

// sort sets the order of groups, and how many are told.
func (q *reading) sort(p *Plan, best bool) {
	switch {
	case best:
		p.Order, p.Top, p.Skip = q.order(), q.top(), q.skip()
		if slices.ContainsFunc(q.by, q.grouping) && q.limit == 0 && p.Top != longList && (!q.has("which") || !q.grouping(q.target)) {
			p.Top = 0 // "vendas por estado, da maior para a menor"
		}
	case q.has("sorted", "sortedup") || !inOrder(p.By[0]) && len(p.By) == 1:
		p.Order, p.Top = q.order(), q.limit
	}
}

// counted is the field after "how many".
func (q *reading) counted() string {
	if i := q.index("howmany"); i >= 0 {
		if _, j := q.next(i, "distinct"); j > 0 {
			return q.dim(j)
		}
	}
	return ""
}

// each makes a top for each of a field: "o estilo mais vendido em cada estado".
func (q *reading) each(p *Plan, by []string, best bool) bool {
	asked := q.has("which", "list", "popular", "unpopular", "favourite", "best") || q.limit > 0 || each().MatchString(q.said(q.index("by")))
	if !best || len(by) != 1 || len(q.by) != 1 || q.target == by[0] || !q.grouping(q.target) || !asked {
		return false
	}
	p.Each, p.By, p.Order, p.Top = by[0], []string{by[0], q.target}, q.order(), max(1, q.limit)
	if p.Stat == "" {
		p.Stat = map[string]string{Desc: Max, Asc: Min}[p.Order]
	}
	return true
}

// over makes the statistic one of the sums of periods: "em média por mês".
func (q *reading) over(p *Plan, best bool) bool {
	stat, f := q.statistic(), q.schema.field(p.Measure)
	summed := p.Stat == Sum || p.Stat == Count || p.Stat == Distinct
	if q.voc.table != nil {
		summed = p.Measure == "" || f != nil && f.Stat == Sum
	}
	at := slices.IndexFunc(p.By, isPeriod)
	which := best && q.has("which") && isPeriod(q.target) // "in what month is the peak"
	if stat == "" || best && stat != Max && stat != Min || at < 0 || !summed || which {
		return false
	}
	p.Per, p.By = p.By[at], slices.Delete(slices.Clone(p.By), at, at+1)
	if p.Measure == "" {
		p.Measure = "purchases"
	}
	if p.Stat = stat; stat == Quantile {
		p.Q = q.quantile()
	}
	if q.all && q.has("client") && q.about == "purchases" {
		p.Other = "clients"
	}
	return true
}

// then sets what is made of the figures of periods.
func (q *reading) then(p *Plan) {
	switch {
	case q.has("slope") && slices.ContainsFunc(p.By, isPeriod) && len(p.By) == 1:
		p.Then = Slope
	case q.has("running"):
		p.Then = Running
	case q.has("change") || q.has("grow", "difference") && slices.ContainsFunc(p.By, isPeriod):
		p.Then = Change
	}
}

// groups returns what a measure is wanted for each of.
func (q *reading) groups(p *Plan) []string {
	if q.voc.table != nil {
		return q.tableGroups(p)
	}
	by := slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return !q.grouping(f) })
	switch {
	case len(by) > 0:
		return by
	case q.superlative() && q.grouping(q.target):
		return []string{q.target}
	case q.superlative():
		if by := q.other(); len(by) > 0 || !q.has("favourite") {
			return by // "compras: em que canal faço mais?"
		}
		return []string{"beer"}
	case len(p.Having) > 0 && q.grouping(q.target):
		return []string{q.target}
	case len(p.Having) > 0:
		return q.other()
	}
	return nil
}

// other returns the first thing that is named besides the target.
func (q *reading) other() []string {
	for i := range q.toks {
		if f := q.dim(i); f != q.target && !q.announces(i) && q.grouping(f) {
			return []string{f}
		}
	}
	return nil
}

// perClient reports whether a figure is to be that of the mean client.
func (q *reading) perClient() bool {
	return q.all && q.about != "clients" && (slices.Contains(q.by, "client") || meanClient().MatchString(q.said(q.index("others"))) || segments[q.class(q.index("avg")+1)])
}

var meanClient = pattern.Of(`^(average|typical|cliente) `)

// figure answers with one number.
func (q *reading) figure(p *Plan) (bool, error) {
	plainly := q.has("howmany", "howmuch", "total", "avg", "median", "quantile", "quartile", "sd", "maximum", "minimum")
	asked := plainly || q.has("ticket", "money", "moneyown", "unit", "times", "sold", "price") || q.has("rating") && !slices.ContainsFunc(q.having, func(c Cond) bool { return c.Field == "rating" }) ||
		q.has("night") && q.limit == 0 || q.has("abv", "ibu") && q.has("most", "least", "range")
	if !asked || q.has("list") && !plainly {
		return false, nil
	}
	of := q.class(q.index("which") + 1) // "what rating do …"
	number := plainly || q.has("range") || of == "rating" || of == "unit" || q.has("ticket", "money", "price")
	if q.has("which") && !number && q.target != "" && q.target != "purchase" && q.target != "trip" {
		return false, nil // things are asked for
	}
	q.measure(p, "")
	if q.has("range") {
		p.Stat, p.More = Min, []Figure{{Measure: p.Measure, Stat: Max}}
		return true, nil
	}
	if stat := q.statistic(); stat != "" && stat != Mean && p.Stat != Distinct {
		if p.Stat = stat; stat == Quantile {
			p.Q = q.quantile()
		}
		if p.Measure == "" {
			p.Measure = "amount"
		}
	}
	if q.all && q.has("most", "least", "maximum", "minimum") && p.Stat != "" {
		return false, cannot(OtherClient, "") // the most that any one spent
	}
	if p.Measure == "rating" && p.Stat == Mean && q.superlative() && !q.has("avg") {
		p.Stat = ""
	}
	if p.Stat == "" {
		p.Stat = Mean
		if q.superlative() {
			p.Stat = map[string]string{Desc: Max, Asc: Min}[q.order()]
		}
	}
	if (q.all && q.has("avg") && q.has("client") && q.about == "purchases" && !q.perPurchase() || q.perClient()) && p.Measure != "rating" && p.Stat != Ratio {
		p.Per = "client"
	}
	return true, nil
}

// statistic is the one that the words name, besides a sum.
func (q *reading) statistic() string {
	switch {
	case q.has("median"):
		return Median
	case q.has("quantile", "quartile"):
		return Quantile
	case q.has("sd"):
		return SD
	case q.has("avg", "ticket"):
		return Mean
	case q.has("maximum"):
		return Max
	case q.has("minimum"):
		return Min
	}
	return ""
}

// quantile is which one is asked for: 0.9 of "percentil 90".
func (q *reading) quantile() float64 {
	for _, t := range q.toks {
		switch {
		case t.class == "number" && q.has("quartile") && t.n >= 1 && t.n <= 3:
			return t.n / 4
		case t.class == "number" && t.n > 0 && t.n < 100:
			return t.n / 100
		}
	}
	switch {
	case q.has("quartile") && (q.has("third") || slices.ContainsFunc(q.toks, func(t token) bool { return strings.HasPrefix(t.text, "upper") || strings.HasPrefix(t.text, "superior") })):
		return .75
	case q.has("quartile") && q.has("second"):
		return .5
	case q.has("quartile"):
		return .25
	}
	return .9
}

// listed names the things that the filters leave.
func (q *reading) listed(p *Plan) (bool, error) {
	target := q.listable()
	if target == "client" && q.has("list") {
		return false, cannot(OtherClient, "")
	}
	narrowed := len(q.where) > 0 || len(q.having) > 0 || len(q.when) > 0
	if target == "" || target == "client" || !narrowed && !q.has("which", "list", "where", "buyown", "distinct", "own") {
		return false, nil
	}
	if target == "trip" && !q.plural && !q.has("own", "which", "list", "where", "last", "first") {
		return false, nil // one that is yet to be made
	}
	p.Do, p.Top = List, q.limit
	switch {
	case q.all && q.about != "beers" && q.about != "breweries": // no single rows of everybody's
		if !q.grouping(target) {
			return false, cannot(OtherClient, "")
		}
		q.measure(p, target)
		p.Do, p.By, p.Order = "", []string{target}, Desc
	case target == "trip" || target == "purchase":
		p.Show = q.schema.Row
	case target == "beer" && q.has("lowrated", "highrated"):
		p.Show = []string{"purchased_at", "beer", "rating"}
	default:
		p.Show, p.Stat = []string{target}, Distinct
		if q.about == "beers" || q.about == "breweries" {
			q.catalogueList(p, target)
		}
	}
	return true, nil
}

func (q *reading) catalogueList(p *Plan, target string) {
	switch target {
	case "brewery":
		p.About = "breweries"
	case "beer":
		p.About, p.Stat = "beers", ""
		for _, m := range []string{"abv", "ibu"} {
			if q.has(m) || slices.ContainsFunc(q.having, func(c Cond) bool { return c.Field == m }) {
				p.Show = append(p.Show, m)
			}
		}
	}
}

// listable returns what to list: the target, or what is meant where none is
// named.
func (q *reading) listable() string {
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
