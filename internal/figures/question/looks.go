package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// mentioned are the columns of a table that a question names, of some kinds if any are given.
func (q *reading) mentioned(kinds ...string) (all []string) {
	for i, t := range q.toks {
		if t.class == "field" && !slices.Contains(all, t.field) && !q.announces(i) && (len(kinds) == 0 || slices.Contains(kinds, q.kind(t.field))) {
			all = append(all, t.field)
		}
	}
	return all
}

// numbersSaid are the columns of numbers that are named, but for those that are grouped by.
func (q *reading) numbersSaid() []string {
	return slices.DeleteFunc(q.mentioned(Number), func(f string) bool { return slices.Contains(q.by, f) })
}

// columns sets the parts of a plan that come from columns named in a question: which dates are meant,
// and which value rows lack ("quantas vendas sem nota?").
func (q *reading) columns(p *Plan) {
	for _, f := range q.mentioned(Date) {
		if f != q.schema.Date {
			p.Time = f
		}
	}
	f, i := q.lacking(), q.index("without", "missing")
	if f != "" && (q.hasOf("figure") || q.has("percent", "list", "which")) {
		p.Where = append(p.Where, Cond{Field: f, Op: "missing", at: i})
		for j := i; j <= i+2 && j < len(q.toks); j++ {
			q.toks[j].class = "done"
		}
	}
}

// lacking is the column after "without": "sem nota".
func (q *reading) lacking() string {
	i := q.index("without", "missing")
	for j := i + 1; i >= 0 && j <= i+2; j++ {
		if f := q.at(j).field; q.class(j) == "field" && q.kind(f) != Bool && q.class(j+1) != "value" {
			return f
		}
	}
	return ""
}

// linesWanted is in how many lines something is to be told, "em 4 linhas", or 0.
func (q *reading) linesWanted() int {
	for i, t := range q.toks {
		if t.n > 0 && t.n <= 20 && in("within", q.said(i-1)) && (q.class(i+1) == "rows" || q.class(i+1) == "line") {
			return int(t.n)
		}
	}
	return 0
}

// examined is a look at columns: what is missing, outliers, correlation, how values are spread, a
// summary.
func (q *reading) examined(p *Plan) bool {
	p.Show = q.mentioned()
	numbers, rise, sd := q.mentioned(Number), q.risesWith(), q.saidOf("sd")
	one := strings.HasPrefix(sd, "desv") || strings.HasPrefix(sd, "st") // the deviation alone
	switch lines := q.linesWanted(); {
	case lines > 0:
		p.Do, p.Top, p.Show = Summary, lines, nil
		p.When = slices.DeleteFunc(slices.Clone(p.When), func(s Span) bool { return s.From.After(q.now) }) // "for tomorrow's meeting"
	case q.has("missing") && !q.has("avg", "median"): // not "the mean of those that are filled in"
		p.Do = Missing
	case q.lacking() != "": // "alguma venda sem nota?"
		p.Do, p.Show = Missing, []string{q.lacking()}
	case len(rise) == 2:
		p.Do, p.Show = Correlation, rise
	case q.has("outlier"):
		p.Do = Outliers
	case q.has("correlation"):
		p.Do, p.Show = Correlation, numbers
	case q.has("distribution") && len(q.by) == 0:
		p.Do = Distribution
	case !one && sd != "", strings.HasSuffix(q.saidOf("quartile"), "s"):
		p.Do = Spread
	case q.has("summary") && len(numbers) == 0:
		p.Do = Summary
		if len(p.Show) == 0 && (q.has("howmany", "when") || in("columns", q.saidOf("summary"))) {
			p.Stat = Count // "which columns are there, and since when?"
		}
	default:
		return false
	}
	if q.has("howmany") && (p.Do == Missing || p.Do == Outliers) {
		p.Stat = Count
	}
	return true
}

// spread tells how the columns that are named are spread, if nothing else is understood.
func (q *reading) spread(p *Plan) bool {
	p.Do, p.Show = Distribution, q.mentioned()
	return len(q.numbersSaid()) > 0 || q.target != ""
}

var theMore = pattern.Of(`\b(quanto mais|quanto maior|cuanto mas|cuanto mayor|the more|the higher|pricier|dearer)\b`)

// risesWith are two columns of which one is asked to rise with the other: "quanto mais cara, melhor a
// nota?", "do stronger ones get better marks?".
func (q *reading) risesWith() (all []string) {
	said, degrees := "", 0
	for _, t := range q.toks {
		said += t.text + " "
		if t.degree() || t.class == "best" || t.class == "dearest" {
			degrees++
		}
	}
	rises := degrees > 1 && !q.paired && len(q.by) == 0 && q.limit == 0 && !q.which() && !q.hasOf("figure")
	if !rises && !theMore().MatchString(said) {
		return nil
	}
	for w := range strings.FieldsSeq(said) {
		for _, f := range q.schema.Fields {
			same := func(x string) bool { return x == w || lang.Same(x) == lang.Same(w) }
			if f.Kind == Number && !slices.Contains(all, f.Name) && (lang.Fold(f.Name) == w || slices.ContainsFunc(Synonyms(f.Name), same)) {
				all = append(all, f.Name)
				break
			}
		}
	}
	if price := q.role("price"); len(all) == 1 && price != "" && price != all[0] && !rises {
		all = []string{price, all[0]}
	}
	return all[:min(len(all), 2)]
}

// rows lists rows of a table with the columns that are named: "quais vendas passaram de 300: data,
// produto e valor", "as 3 maiores vendas".
func (q *reading) rows(p *Plan) bool {
	i, j := q.index("rows"), q.index("which", "list")
	best := q.superlative() && i > 0 && (q.limit > 0 || q.toks[i-1].degree())
	by := len(q.by) == 1 && q.summable(q.by[0]) && best // "top 5 sales by value"
	c, k := q.next(j, "every", "which", "list", "most", "least", "number")
	first := i == slices.IndexFunc(q.toks, func(t token) bool { return t.class != "" })
	plain := j >= 0 && k == i && c == "rows" || first && listing(q.toks[i+1:])
	if i < 0 || len(q.by) > 0 && !by || q.has("howmany", "percent") || !best && (!plain || q.hasOf("not.rows")) {
		return false
	}
	p.Where, p.Having = append(p.Where, p.Having...), nil
	p.Do, p.Show, p.Top = List, q.schema.Row, q.limit
	if said := q.columnsListed(p); len(said) > 1 || len(said) == 1 && !q.isBound(said[0]) && !best {
		p.Show = said
	}
	if best {
		of := append(q.numbersSaid(), q.role("money"))
		if by {
			of = q.by
		}
		p.Do, p.Order, p.Top, p.Measure = Extreme, q.order(), max(1, q.limit), of[0]
		if !slices.Contains(p.Show, p.Measure) {
			p.Show = append(slices.Clone(p.Show), p.Measure)
		}
	}
	return true
}

// columnsListed are the columns that a question names; "date" may be said of a column that is called
// otherwise.
func (q *reading) columnsListed(p *Plan) (all []string) {
	for i, t := range q.toks {
		f := ""
		switch {
		case t.class == "when" || t.class == "day":
			f = q.schema.at(p.Time).Date
		case t.class == "field" && !q.announces(i):
			f = t.field
		}
		if f != "" && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// tally is how often each value of a column is there, where there are few: texts, and marks such as
// stars.
func (q *reading) tally(p *Plan) bool {
	said := q.mentioned()
	kind := q.kind(firstOf(said))
	if !q.has("distribution") || len(said) != 1 || kind == Date || kind == Number && said[0] != q.role("mark") {
		return false
	}
	p.By, p.Stat = said, Count
	p.Where = append(p.Where, Cond{Field: said[0], Op: "present"})
	p.Order = map[bool]string{true: Desc}[kind != Number]
	return true
}

// ends is the first and the last date: "de quando a quando vão os dados?".
func (q *reading) ends(p *Plan) bool {
	times := 0 // "from which day to which day"
	for i, t := range q.toks {
		if t.class == "when" || t.class == "field" && q.kind(t.field) == Date || t.class == "day" && q.class(i-1) == "which" {
			times++
		}
	}
	p.Measure, p.Stat, p.More = "day", Min, []Figure{{Measure: "day", Stat: Max}}
	both := q.has("first") && q.has("last") || q.has("range") && len(q.numbersSaid()) == 0
	return !q.has("summary") && q.schema.Moment != "" && (times > 1 || times > 0 && both)
}
