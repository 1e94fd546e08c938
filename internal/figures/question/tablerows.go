package question

import (
	"slices"
)

// tableList lists rows, or the values of a column.
func (q *reading) tableList(p *Plan) bool {
	narrowed := len(p.Where) > 0 || len(p.When) > 0
	switch {
	case q.grouping(q.target) && q.has("which", "list", "exist", "distinct"):
		p.Do, p.Show, p.Stat, p.Top = List, []string{q.target}, Distinct, q.limit
	case (q.has("list", "rows", "which") || len(q.toks) <= 4) && narrowed:
		p.Do, p.Show, p.Top = List, q.schema.Row, max(q.limit, 0)
		if p.Top == 0 {
			p.Top = 20
		}
	default:
		return false
	}
	return true
}

// tableRows lists rows with the columns that are named: "quais vendas passaram
// de 300: data, produto e valor", "as 3 maiores vendas".
func (q *reading) tableRows(p *Plan) bool {
	i := q.index("rows")
	j := q.index("which", "list")
	best := q.superlative() && (q.limit > 0 || i > 0 && q.toks[i-1].degree() && len(q.columnsListed()) > 1)
	if best && len(q.by) == 1 && q.summable(q.by[0]) { // "top 5 sales by value"
		defer func(f string) {
			if p.Do == Extreme {
				p.Measure = f
			}
		}(q.by[0])
	} else if len(q.by) > 0 {
		return false
	}
	if i < 0 || q.has("howmany", "howmuch", "percent", "total", "avg", "median", "sd", "missing", "outlier", "last", "first", "compare", "distribution") && !best || q.has("howmany", "percent") {
		return false
	}
	if c, k := q.next(j, "every", "which", "list", "most", "least", "number"); !(j >= 0 && k == i && c == "rows") && !best && !(i == slices.IndexFunc(q.toks, func(t token) bool { return t.class != "" }) && listing(unbound(q.toks[i+1:]))) {
		return false
	}
	if q.superlative() && !best {
		return false
	}
	p.Where = slices.Clone(p.Where)
	p.Where = append(p.Where, p.Having...)
	p.Having, p.Do, p.Show, p.Top = nil, List, q.schema.Row, q.limit
	if said := q.columnsListed(); len(said) > 1 || len(said) == 1 && !q.bound(said[0]) && said[0] != q.lacked && !best {
		p.Show = said
	}
	if best {
		if p.Measure = q.tableMeasure(); p.Measure == "" {
			p.Measure = q.money()
		}
		p.Do, p.Order, p.Top = Extreme, q.order(), max(1, q.limit)
		if !slices.Contains(p.Show, p.Measure) {
			p.Show = append(slices.Clone(p.Show), p.Measure)
		}
	}
	return true
}

// tableCounts is how often each value of a column is there, where there are few:
// texts, and marks such as stars.
func (q *reading) tableCounts(p *Plan) bool {
	said := q.mentioned()
	if !q.has("distribution") || len(q.by) > 0 || len(said) != 1 {
		return false
	}
	f := q.schema.field(said[0])
	if f == nil || f.Kind == Date || f.Kind == Number && !called(f.Name, 2) {
		return false
	}
	p.By, p.Stat = said, Count
	p.Where = append(p.Where, Cond{Field: f.Name, Op: "present"})
	if f.Kind != Number {
		p.Order = Desc
	}
	return true
}

// columnsListed are the columns that a question names; "date" may be said of a
// column that is called otherwise.
func (q *reading) columnsListed() (all []string) {
	for i := range q.toks {
		f := q.toks[i].field
		if c := q.class(i); c == "when" || c == "day" {
			at := slices.IndexFunc(q.schema.Fields, func(f Field) bool { return f.SQL == q.schema.Moment })
			if at >= 0 && q.class(i-1) != "by" {
				f = q.schema.Fields[at].Name
			}
		} else if c != "field" || q.announces(i) {
			continue
		}
		if f != "" && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// tableEnds is the first and the last date: "de quando a quando vão os dados?".
func (q *reading) tableEnds(p *Plan) bool {
	dates := q.has("when", "range") || slices.ContainsFunc(q.mentioned(), func(f string) bool { return q.schema.field(f).Kind == Date })
	twice := 0 // "from which day to which day"
	for i, t := range q.toks {
		if t.class == "when" || t.class == "field" && q.schema.field(t.field).Kind == Date || t.class == "day" && q.class(i-1) == "which" {
			twice++
		}
	}
	if q.has("summary") {
		return false // it tells them
	}
	if q.schema.Moment == "" || twice < 2 && (!dates || !q.has("first") || !q.has("last")) {
		if !(dates && q.has("range") && len(q.numbers()) == 0) {
			return false
		}
	}
	p.Measure, p.Stat, p.More = "day", Min, []Figure{{Measure: "day", Stat: Max}}
	return true
}

// periodSaid is the first period that is named, or "".
func (q *reading) periodSaid() string {
	for _, t := range q.toks {
		if isPeriod(t.class) && q.schema.field(t.class) != nil {
			return t.class
		}
	}
	return ""
}
