package question

import (
	"slices"
	"time"
)

// mentioned are the columns of a table that a question names, of some kinds if any are given.
func (q *reading) mentioned(kinds ...string) (all []string) {
	for i, t := range q.toks {
		if slices.Contains(q.s.Row, t.field) && !slices.Contains(all, t.field) && !q.announces(i) && (len(kinds) == 0 || slices.Contains(kinds, q.kind(t.field))) {
			all = append(all, t.field)
		}
	}
	return all
}

// listedColumns are the columns that rows are to be listed with: "vendas acima de 300: data e produto".
func (q *reading) listedColumns() (all []string) {
	for i, t := range q.toks {
		f := t.field
		if t.has("when", "day") && !slices.Contains(q.s.Row, f) {
			f = q.s.Date
		}
		if slices.Contains(q.s.Row, f) && !slices.Contains(all, f) && !q.announces(i) {
			all = append(all, f)
		}
	}
	return all
}

// columns sets the parts of a plan that come from columns named in a question: which dates are meant,
// and which value rows lack ("quantas vendas sem nota?").
func (q *reading) columns(p *Plan) {
	for _, f := range q.mentioned(Date) {
		if f != q.s.Date {
			p.Time = f
		}
	}
	if f, at := q.lacking(); f != "" && q.has("figure", "percent", "list", "which") {
		p.Where = append(p.Where, Cond{Field: f, Op: "missing"})
		q.done(q.index("without", "missing"), at)
		q.readFigures()
	}
}

// lacking is the column after "without", and its token: "sem nota".
func (q *reading) lacking() (string, int) {
	i := q.index("without", "missing")
	for j := i + 1; i >= 0 && j <= i+2; j++ {
		if f := q.at(j).field; f != "" && q.kind(f) != Bool && len(q.at(j+1).values) == 0 {
			return f, j
		}
	}
	return "", -1
}

// examined is a look at columns: what is missing, outliers, correlation, how values are spread, a
// summary.
func (q *reading) examined(p *Plan) bool {
	p.Show = q.mentioned()
	numbers := q.mentioned(Number)
	lacking, _ := q.lacking()
	switch {
	case q.has("missing") && !q.has("avg", "median"): // not "the mean of those that are filled in"
		p.Do = Missing
	case lacking != "": // "alguma venda sem nota?"
		p.Do, p.Show = Missing, []string{lacking}
	case q.has("outlier"):
		p.Do = Outliers
	case q.has("correlation"), len(numbers) == 2 && q.count("most", "least") == 2 && !q.has("paired", "figure") && len(q.by) == 0 && !q.which(): // "do shops with more items take more?"
		p.Do, p.Show = Correlation, numbers
	case q.has("distribution") && len(q.by) == 0:
		p.Do = Distribution
	case q.has("spread"):
		p.Do = Spread
	case q.has("summary") && len(numbers) == 0, q.count("when") == 2: // "from when to when?"
		p.Do = Summary
		if len(p.Show) == 0 && q.has("howmany", "when", "columns") {
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
	return len(q.mentioned(Number)) > 0 || q.target != ""
}

// Unread are the words and figures of a question about a table that no plan heeds: "cujo", or what
// the table has nothing of.
func (v *Vocabulary) Unread(text string, now time.Time) (all []string) {
	for _, t := range v.read(text, now, nil, nil).toks {
		if t.unknown() && len([]rune(t.text)) > 3 || t.has("number") {
			all = append(all, t.raw)
		}
	}
	return all
}
