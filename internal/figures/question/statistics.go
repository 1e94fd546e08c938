package question

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// dimension is a field that rows are grouped by.
type dimension struct{ name, sql string }

// statistics writes statistics of a measure, for each group if there are any. more are
// conditions besides those of the plan.
func (w *writer) statistics(more ...string) string {
	if w.Then == Change && len(w.By) == 1 && periodMonths[w.By[0]] > 0 && len(w.When) == 1 && !w.When[0].From.IsZero() && w.When[0].whole() {
		return w.changes()
	}
	w.addPeriods()
	q := query{where: append(w.conditions(), more...)}
	dims := w.group(&q)
	if w.windowed() || w.Per != "" {
		return w.overValues(q)
	}
	value := w.value(w.main())
	if w.Then == Share && len(dims) == 0 {
		return w.share(value, q.where)
	}
	w.bound(&q)
	if w.Stat == Mean && w.Measure == "rating" && len(dims) > 0 { // nothing is no rating
		q.having = append(q.having, value+" IS NOT NULL")
	}
	w.named(&q, w.value)
	w.then(&q, value, dims)
	w.sort(&q, len(dims))
	if w.Each != "" {
		return w.topOfEach(q, dims, value)
	}
	return w.write(q)
}

// group adds the fields that rows are grouped by.
func (w *writer) group(q *query) (dims []dimension) {
	for i, name := range w.By {
		d := dimension{name, w.sql(name)}
		if c := w.cond(name); c != nil && len(c.Kin) > 1 && w.s.Cube == "" { // of several styles, each with its kin
			d.sql = kinds(d.sql, *c)
		}
		q.cols = append(q.cols, as(d.sql, name))
		if f := w.s.field(name); f != nil && f.ID != "" { // two may have one name
			q.group = append(q.group, f.ID)
		}
		by := d.sql
		if strings.ContainsAny(by, "( |") {
			by = strconv.Itoa(i + 1)
		}
		q.group = append(q.group, by)
		if strings.HasPrefix(d.sql, "a.") && (w.Top > 0 || isPeriod(name)) { // cells of few clients are published together, as "other"
			q.where = append(q.where, d.sql+" <> 'other'")
		}
		dims = append(dims, d)
	}
	return dims
}

// addPeriods makes a group of the times that are compared: years, months, quarters, or else
// each as it is.
func (w *writer) addPeriods() {
	if len(w.When) < 2 || slices.ContainsFunc(w.By, isPeriod) && w.Then != Change {
		return
	}
	unit := w.When[0].unit()
	if slices.ContainsFunc(w.When, func(s Span) bool { return s.unit() != unit }) {
		unit = "period"
	}
	if !w.grouped(unit) {
		w.By = append(slices.Clone(w.By), unit)
	}
}

// changes sets the first period of a time against the one before it, which is not told.
func (w *writer) changes() string {
	unit, s := w.By[0], w.When[0]
	wide := w.of(w.Plan)
	wide.When = []Span{{To: s.To}}
	return "SELECT * FROM (" + wide.statistics() + ") WHERE " + unit + " >= " + edge(unit, s.From) + " ORDER BY 1"
}

// name is that of the column of a figure.
func (w *writer) name(f Figure) string {
	switch {
	case w.Then == Share:
		return "percent"
	case f.Stat == Distinct:
		return "n"
	case (f.Measure == "" || f.Measure == "purchases") && isTable(w.s):
		return "rows"
	case f.Measure == "" || f.Measure == "purchases":
		return w.s.Name
	case f.Stat == Count:
		return map[bool]string{true: "ratings", false: "n"}[f.Measure == "rating"]
	case w.Other == "nights":
		return "per_night"
	}
	return f.Measure
}

// named adds the columns of all figures, with names that differ.
func (w *writer) named(q *query, value func(Figure) string) {
	var names []string
	for _, f := range w.figures() {
		name := w.name(f)
		if name == "n" && len(w.More) > 0 {
			name = f.Measure + "_n"
		}
		if slices.Contains(names, name) {
			name += "_" + f.Stat
		}
		names = append(names, name)
		q.cols = append(q.cols, as(value(f), name))
	}
}

// value is the SQL of a figure.
func (w *writer) value(f Figure) string {
	if w.s.Cube != "" {
		return w.cell(f)
	}
	if f.Measure == "" || f.Measure == "purchases" {
		return "COUNT(*)"
	}
	field := w.s.field(f.Measure)
	if field == nil {
		return w.cannot(NotInData, f.Measure)
	}
	switch stat := cmp.Or(f.Stat, field.Stat, Distinct); stat {
	case Distinct:
		return "COUNT(DISTINCT " + cmp.Or(field.ID, field.SQL) + ")"
	case Ratio:
		above, below := f.Measure, w.Other
		if above == "price" { // as everybody's is made
			above, below = "amount", "units"
		}
		return "SUM(" + w.sql(above) + ") * 1.0 / SUM(" + w.sql(below) + ")"
	default:
		return statOf(stat, field.SQL)
	}
}

// statOf is the SQL of a statistic of x.
func statOf(stat, x string) string {
	switch stat {
	case Mean:
		return "AVG(" + x + ")"
	case SD: // of a sample
		sum, n := "SUM("+x+")", "COUNT("+x+")"
		return "SQRT(MAX(0, (SUM(" + x + " * 1.0 * " + x + ") - " + sum + " * 1.0 * " + sum + " / " + n + ") / (" + n + " - 1)))"
	case Min, Max, Count:
		return strings.ToUpper(stat) + "(" + x + ")"
	}
	return "SUM(" + x + ")"
}

// windowed reports whether a statistic needs the values in order.
func (w *writer) windowed() bool {
	return slices.ContainsFunc(w.figures(), func(f Figure) bool { return f.Stat == Median || f.Stat == Quantile })
}

// overValues writes statistics of the values of rows, or of the sums of periods, each of
// which is x. A quantile is one of type 7: the two values around its place, each by how near
// it is.
func (w *writer) overValues(q query) string {
	if slices.ContainsFunc(w.More, func(f Figure) bool { return f.Measure != w.Measure }) {
		return w.cannot(NotUnderstood, "")
	}
	if w.s.Cube != "" && w.windowed() {
		return w.cannot(NotPublished, w.Stat)
	}
	inner, o := q, query{}
	inner.cols, inner.group = append(slices.Clone(q.cols), w.amount(w.Measure)+" AS x"), nil
	if w.Per != "" { // of each period
		each := Figure{Stat: Count}
		if f := w.s.field(w.Measure); f != nil {
			each = Figure{Measure: w.Measure, Stat: map[bool]string{true: Sum, false: Distinct}[f.Kind == Number]}
		}
		inner.cols[len(q.cols)] = w.value(each) + " AS x"
		inner.group = append(slices.Clone(q.group), w.sql(w.Per))
	}
	for _, by := range w.By {
		o.cols = append(o.cols, ident(by))
	}
	o.group, o.from = slices.Clone(o.cols), "("+w.write(inner)+")"
	if w.windowed() {
		part := ""
		if len(o.group) > 0 {
			part = "PARTITION BY " + strings.Join(o.group, ", ")
		}
		o.from = "(" + w.write(query{
			cols: append(slices.Clone(o.group), "x", "ROW_NUMBER() OVER ("+strings.TrimSpace(part+" ORDER BY x")+") AS i", "COUNT(*) OVER ("+part+") AS n"),
			from: o.from, where: []string{"x IS NOT NULL"},
		}) + ")"
	}
	w.named(&o, func(f Figure) string {
		if f.Stat == Median {
			f.Q = .5
		}
		if f.Q > 0 {
			return "SUM(x * MAX(0.0, 1 - ABS(i - 1 - (n - 1) * " + digits(f.Q) + ")))"
		}
		return statOf(f.Stat, "x")
	})
	w.sort(&o, len(w.By))
	return w.write(o)
}

// bound adds the bounds on the figures of groups.
func (w *writer) bound(q *query) {
	for _, c := range w.Having {
		f := Figure{Measure: c.Field}
		if c.Field == w.Measure {
			f = w.main()
		} else if s := w.s.field(c.Field); s == nil {
			f = Figure{Stat: Count}
		}
		q.having = append(q.having, bounded(w.value(f), c))
	}
}

// then adds what is made of the figures of the groups.
func (w *writer) then(q *query, value string, dims []dimension) {
	if len(dims) == 0 {
		return
	}
	var parts []string
	over := "ORDER BY 1"
	for _, d := range dims {
		if isPeriod(d.name) || d.name == "period" {
			over = "ORDER BY " + d.sql
		} else {
			parts = append(parts, d.sql)
		}
	}
	if len(parts) > 0 {
		over = "PARTITION BY " + strings.Join(parts, ", ") + " " + over
	}
	before := "LAG(" + value + ") OVER (" + over + ")"
	switch w.Then {
	case Share:
		q.cols[len(q.cols)-1] = "100.0 * " + value + " / SUM(" + value + ") OVER () AS percent"
	case Running:
		q.cols = append(q.cols, "SUM("+value+") OVER ("+over+") AS running")
	case Change:
		q.cols = append(q.cols, value+" - "+before+" AS change", "100.0 * ("+value+" - "+before+") / "+before+" AS percent")
	}
}

// sort sorts so many dimensions by their figures, or by time.
func (w *writer) sort(q *query, dims int) {
	if dims == 0 {
		return
	}
	q.limit, q.offset = w.Top, w.Skip
	if w.Order != "" {
		q.order = []string{strconv.Itoa(dims+1) + direction(w.Order), "1"}
		return
	}
	for i := range dims {
		q.order = append(q.order, strconv.Itoa(i+1))
	}
}

// topOfEach writes the first of a field for each of another.
func (w *writer) topOfEach(q query, dims []dimension, value string) string {
	in, of := dims[0], dims[1]
	q.cols = append(q.cols, "ROW_NUMBER() OVER (PARTITION BY "+in.sql+" ORDER BY "+value+direction(w.Order)+", "+of.sql+") AS place")
	q.order, q.limit = nil, 0
	return "SELECT " + ident(in.name) + ", " + ident(of.name) + ", " + ident(w.name(w.main())) +
		" FROM (" + w.write(q) + ") WHERE place <= " + strconv.Itoa(max(1, w.Top)) + " ORDER BY 1, place"
}

// share sets the figure of a part, or of a time if there is none, beside that of all rows.
func (w *writer) share(value string, where []string) string {
	whole := w.of(w.Plan)
	whole.Part = nil
	if len(w.Part) > 0 {
		where = append(where, w.condition(w.Part[0]))
	} else {
		whole.When = nil
	}
	part := "(" + w.write(query{cols: []string{value}, where: where}) + ")"
	if w.s.Cube == "" { // of one's own, no rows are nothing
		part = "COALESCE(" + part + ", 0)"
	}
	all := whole.write(query{cols: []string{whole.value(w.main())}, where: whole.conditions()})
	return "SELECT 100.0 * " + part + " / (" + all + ") AS percent"
}

// kinds is the SQL of which of several values of a condition a column counts with.
func kinds(column string, c Cond) string {
	sql := "CASE"
	for _, v := range c.Values {
		sql += " WHEN " + column + " IN (" + quoted(append([]string{v}, c.Kin[v]...)) + ") THEN " + quote(v)
	}
	return sql + " END"
}
