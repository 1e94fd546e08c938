package question

import (
	"slices"
	"strings"
)

// part writes what percentage of the rows fulfil a condition.
func (w *writer) part(where []string) string {
	cond := w.condition(w.Part[0])
	if w.s.Cube != "" {
		return w.partOfWhole(cond, where)
	}
	x := "1"
	if w.Measure != "" {
		x = w.sql(w.Measure)
	}
	sum := "SUM(" + x + ")"
	if x == "1" {
		sum = "COUNT(*)"
	}
	return w.write(query{cols: []string{"100.0 * SUM(CASE WHEN " + cond + " THEN " + x + " ELSE 0 END) / " + sum + " AS percent"}, where: where})
}

// partOfWhole sets one figure beside another: that of a condition, or of a time if
// there is none, beside that of all rows. The sum of the small cells of a finer
// published table would not be the whole.
func (w *writer) partOfWhole(cond string, where []string) string {
	value := w.value()
	if cond != "" {
		where = append(slices.Clone(where), cond)
	}
	part := w.write(query{cols: []string{value}, where: where})
	whole := *w
	whole.c, whole.Part = nil, nil
	if cond == "" {
		whole.When = nil
	}
	return "SELECT 100.0 * (" + part + ") / (" + whole.write(query{cols: []string{value}, where: whole.conditions()}) + ") AS percent"
}

// partOf is the share that a thing has in what the last answer told: "and what percentage was stout?".
func (q *reading) partOf(before Plan) (Plan, bool) {
	whole := q.has("purchase", "beer", "everyone", "client", "others", "change", "grow", "abv") || len(q.by)+len(q.when)+len(q.having) > 0
	if q.voc.table != nil || before.About != "purchases" || before.Whose != Mine || !q.has("percent") || whole || len(q.where) != 1 || q.where[0].Op != "=" || len(q.toks) > 2*maxFollow || len(before.When) > 1 {
		return Plan{}, false
	}
	p := Plan{About: before.About, Whose: Mine, When: before.When, Measure: "units", Stat: Sum, Then: Share, Part: slices.Clone(q.where)}
	switch {
	case q.has("money", "moneyown"):
		p.Measure = "amount"
	case before.Do == "" && (before.Stat == Sum || before.Stat == Count):
		p.Measure, p.Stat = before.Measure, before.Stat
	}
	for _, c := range before.Where {
		if c.Field != p.Part[0].Field {
			p.Where = append(p.Where, c)
		}
	}
	return p, true
}

// apart reports whether the figures of a plan need a statement each: one of them
// wants values in order, or sums of periods.
func (w *writer) apart() bool {
	return len(w.More) > 0 && (w.windowed() || w.Per != "" && w.Per != "client" || slices.ContainsFunc(w.More, func(f Figure) bool { return f.Stat == Median || f.Stat == Quantile }))
}

// joined sets the statements of several figures side by side.
func (w *writer) joined(more ...string) string {
	var parts, names []string
	for i, f := range append([]Figure{{w.Measure, w.Stat, w.Q}}, w.More...) {
		one := *w
		one.Measure, one.Stat, one.Q, one.More = f.Measure, f.Stat, f.Q, nil
		if i > 0 {
			one.Order, one.Top, one.Skip = "", 0, 0
		}
		sql := one.figures(more...)
		parts, names = append(parts, sql), append(names, ident(one.name()))
	}
	cols := make([]string, len(parts))
	if len(w.By) == 0 {
		for i := range parts {
			cols[i] = "(" + parts[i] + ") AS " + w.moreName(i)
		}
		return "SELECT " + strings.Join(cols, ", ")
	}
	var by []string
	for _, b := range w.By {
		by = append(by, ident(b))
	}
	from := ""
	for i := range parts {
		alias := "f" + itoa(i)
		cols[i] = alias + "." + names[i] + " AS " + w.moreName(i)
		if i > 0 {
			from += " JOIN "
		}
		from += "(" + parts[i] + ") " + alias
		if i > 0 {
			from += " USING (" + strings.Join(by, ", ") + ")"
		}
	}
	return "SELECT " + strings.Join(append(by, cols...), ", ") + " FROM " + from
}

// moreName is the name of the column of the i-th figure: that of its measure,
// and of its statistic where several are of one measure.
func (w *writer) moreName(i int) string {
	all := append([]Figure{{w.Measure, w.Stat, w.Q}}, w.More...)
	one := *w
	one.Measure, one.Stat = all[i].Measure, all[i].Stat
	same := 0
	for _, f := range all {
		if f.Measure == all[i].Measure {
			same++
		}
	}
	name := one.name()
	if all[i].Stat == Distinct {
		name = all[i].Measure + "_n"
	}
	if same > 1 {
		name += "_" + all[i].Stat
	}
	return ident(name)
}

// more adds the columns of the figures beside the first.
func (w *writer) more(q *query) {
	for i, f := range w.More {
		one := *w
		one.Measure, one.Stat, one.Q = f.Measure, f.Stat, f.Q
		if f.Measure == "clients" {
			one.Per = ""
		}
		v := one.value()
		if i == 0 {
			first, _, _ := strings.Cut(q.cols[len(q.cols)-1], " AS ")
			q.cols[len(q.cols)-1] = first + " AS " + w.moreName(0)
		}
		q.cols = append(q.cols, v+" AS "+w.moreName(i+1))
	}
}

// ratio writes the figures of two values or times, and the first by the second.
func (w *writer) ratio() string {
	var sides []string
	for i := range 2 {
		one := *w
		one.Then, one.By, one.Order, one.c = "", nil, "", nil
		if len(w.By) == 0 {
			one.When = w.When[i : i+1]
		} else {
			one.Where = slices.Clone(w.Where)
			c := one.cond(w.By[0])
			c.Values = c.Values[i : i+1]
		}
		sides = append(sides, "("+one.figures()+")")
	}
	return "SELECT a AS first, b AS second, 1.0 * a / b AS ratio FROM (SELECT " + sides[0] + " AS a, " + sides[1] + " AS b)"
}

// slope writes by how much a figure rises from one period to the next, by least
// squares.
func (w *writer) slope() string {
	line := *w
	line.Then, line.Order, line.Top = "", "", 0
	v := ident(line.name())
	return "SELECT (COUNT(*) * SUM(i * v) - SUM(i) * SUM(v)) / (COUNT(*) * SUM(i * i) - SUM(i) * SUM(i)) AS slope FROM (SELECT ROW_NUMBER() OVER (ORDER BY " + ident(w.By[0]) + ") * 1.0 AS i, " + v + " AS v FROM (" + line.figures() + "))"
}
