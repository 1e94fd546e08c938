package question

import (
	"cmp"
	"slices"
	"strings"
)

// figures writes a statistic of a measure, for each group if there are any.
// more are conditions besides those of the plan.
func (w *writer) figures(more ...string) string {
	switch {
	case w.Then == Ratio:
		return w.ratio()
	case w.Then == Slope:
		return w.slope()
	case w.apart():
		return w.joined(more...)
	}
	if sql := w.based(); sql != "" {
		return sql
	}
	return w.plainly(more...)
}

// plainly writes one statement of figures.
func (w *writer) plainly(more ...string) string {
	w.periods()
	dims := w.dims()
	where := w.conditions()
	where = append(where, more...)
	if w.s.Cube != "" {
		where = append(where, w.rest(dims)...)
	}
	if w.Then == Share && len(w.Part) > 0 {
		return w.part(where)
	}
	if w.Then == Share && len(w.By) == 0 && len(w.When) > 0 {
		return w.partOfWhole("", where)
	}
	value := w.value()
	q := query{where: where}
	for i, d := range dims {
		q.cols = append(q.cols, d.named())
		if d.id != "" {
			q.group = append(q.group, d.id)
		}
		if d.plain() {
			q.group = append(q.group, d.sql)
		} else {
			q.group = append(q.group, itoa(i+1))
		}
	}
	if w.windowed() || w.Per != "" && w.Per != "client" {
		return w.over(q, dims)
	}
	w.having(&q)
	name := w.name()
	if w.Stat == Mean && w.Measure == "rating" && len(dims) > 0 && w.s.Cube == "" {
		q.where = append(q.where, w.sql("rating")+" IS NOT NULL")
	}
	if w.Stat == Mean && w.Measure == "rating" && w.Order == Asc && w.s.Cube != "" { // nothing is no lowest rating
		q.having = append(q.having, value+" IS NOT NULL")
	}
	q.cols = append(q.cols, as(value, name))
	w.more(&q)
	w.then(&q, value, dims)
	w.sort(&q, dims)
	if w.Each != "" {
		return w.topOfEach(q, dims, value)
	}
	if w.Do == CountGroups {
		q.order = nil
		return "SELECT COUNT(*) AS n FROM (" + w.write(q) + ")"
	}
	return w.write(q)
}

// dim is a field that rows are grouped by.
type dimension struct{ name, sql, id string }

// plain reports whether the field is a column.
func (d dimension) plain() bool { return !strings.ContainsAny(d.sql, "( |") }

func (d dimension) named() string { return as(d.sql, d.name) }

func (w *writer) dims() []dimension {
	var all []dimension
	for _, name := range w.By {
		d := dimension{name, w.sql(name), ""}
		if f := w.s.field(name); f != nil {
			d.id = f.ID
		}
		all = append(all, d)
	}
	return all
}

// periods makes a group of the times that are compared: years, months, quarters,
// or else each as it is.
func (w *writer) periods() {
	if len(w.When) < 2 || slices.ContainsFunc(w.By, isPeriod) && w.Then != Change {
		return
	}
	unit := "period"
	switch all := func(is func(Span) bool) bool {
		return !slices.ContainsFunc(w.When, func(s Span) bool { return !is(s) })
	}; {
	case all(func(s Span) bool { return s.year() > 0 }):
		unit = "year"
	case all(func(s Span) bool { return !s.From.IsZero() && s == months(s.From.Year(), s.From.Month(), 1) }):
		unit = "month"
	case all(func(s Span) bool { return s.quarter() != "" }):
		unit = "quarter"
	}
	if !slices.Contains(w.By, unit) {
		w.By = append(slices.Clone(w.By), unit)
	}
}

// based writes changes of a time of several periods: the first is set against the
// one before it, which is not told.
func (w *writer) based() string {
	if w.Then != Change || len(w.By) != 1 || len(w.When) != 1 || w.When[0].From.IsZero() || w.When[0].Month > 0 || !w.When[0].whole() {
		return ""
	}
	n := map[string]int{"month": 1, "quarter": 3, "year": 12}[w.By[0]]
	s := w.When[0]
	if n == 0 {
		return ""
	}
	wide := *w
	wide.When, wide.c = []Span{{From: s.From.AddDate(0, -n, 0), To: s.To}}, nil
	first := &cube{clock: w.By[0]}
	return "SELECT * FROM (" + wide.plainly() + ") WHERE " + w.By[0] + " >= " + first.edge(s.From) + " ORDER BY 1"
}

// period tells which of several times a row is of.
func (w *writer) period() string {
	var b strings.Builder
	b.WriteString("CASE")
	for _, s := range w.When {
		b.WriteString(" WHEN " + w.during(s) + " THEN " + quote(s.label()))
	}
	return b.String() + " END"
}

// label is how a time is written in rows: 2025-01-01/2025-03-31.
func (s Span) label() string {
	side := func(open bool, text string) string {
		if open {
			return ""
		}
		return text
	}
	return side(s.From.IsZero(), s.From.Format("2006-01-02")) + "/" + side(s.To.IsZero(), s.To.Format("2006-01-02"))
}

func itoa(n int) string { return digits(float64(n)) }

// name is that of the column of figures.
func (w *writer) name() string {
	switch {
	case w.Stat == Distinct || w.Do == CountGroups:
		return "n"
	case w.Stat == Count && w.Measure == "" || w.Measure == "purchases":
		switch w.s.Name {
		case "purchases", "trips", "clients", "beers", "breweries":
			return w.s.Name
		}
		return "rows"
	case w.Stat == Count:
		return map[bool]string{true: "ratings", false: "n"}[w.Measure == "rating"]
	case w.Stat == Ratio && w.Measure == "amount":
		return "per_night"
	}
	return w.Measure
}

// value is the SQL of the statistic.
func (w *writer) value() string {
	if w.s.Cube != "" {
		return w.cell()
	}
	if w.Stat == Count && w.Measure == "" || w.Measure == "purchases" {
		return "COUNT(*)"
	}
	f := w.s.field(w.Measure)
	if f == nil {
		return w.cannot(NotInData, w.Measure)
	}
	m := f.SQL
	switch cmp.Or(w.Stat, f.Stat, Distinct) {
	case Count:
		return "COUNT(" + m + ")"
	case Distinct:
		if f.ID != "" {
			m = f.ID
		}
		return "COUNT(DISTINCT " + m + ")"
	case Mean:
		return "AVG(" + m + ")"
	case Min, Max:
		return strings.ToUpper(cmp.Or(w.Stat, f.Stat)) + "(" + m + ")"
	case SD:
		return deviation(m)
	case Ratio:
		if w.Measure == "price" { // as everybody's is made
			return "SUM(" + w.sql("amount") + ") * 1.0 / SUM(" + w.sql("units") + ")"
		}
		return "SUM(" + m + ") * 1.0 / SUM(" + w.sql(w.Other) + ")"
	}
	return "SUM(" + m + ")"
}

// cell is the SQL of the statistic over published cells, which know sums and
// the mean rating.
func (w *writer) cell() string {
	sum := func(column string) string { return "SUM(a." + column + ")" }
	count := sum(w.s.Count)
	per := ""
	if w.Per == "client" || w.Other == "clients" {
		per = " * 1.0 / " + sum("clients")
	}
	switch m := w.Measure; {
	case w.Stat == Median || w.Stat == Quantile || w.Stat == SD || w.Stat == Min || w.Stat == Max:
		return w.cannot(NotPublished, w.Stat)
	case m == "" || m == "purchases" || m == "trips":
		return count + per
	case m == "price":
		return sum("amount") + " * 1.0 / " + sum("units")
	case m == "rating" && w.Stat == Count:
		return w.cannot(NotPublished, "rating")
	case m == "rating":
		return "SUM(a.rating * a." + w.s.Count + ") / SUM(CASE WHEN a.rating IS NOT NULL THEN a." + w.s.Count + " END)"
	case w.Stat == Distinct:
		return "COUNT(DISTINCT " + w.sql(m) + ")"
	case m == "abv" || m == "ibu":
		return "SUM(" + w.sql(m) + " * a.units) / SUM(a.units)"
	case m == "clients":
		return sum("clients")
	}
	f := w.s.field(w.Measure)
	if f == nil {
		return w.cannot(NotPublished, w.Measure)
	}
	switch {
	case w.Stat == Mean && w.Per == "":
		return "SUM(" + f.SQL + ") * 1.0 / " + count
	case w.Stat == Ratio:
		return "SUM(" + f.SQL + ") * 1.0 / " + sum("nights")
	}
	return "SUM(" + f.SQL + ")" + per
}

// windowed reports whether the statistic needs the values in order.
func (w *writer) windowed() bool { return w.Stat == Median || w.Stat == Quantile }

func ident(name string) string {
	if _, quoted, ok := strings.Cut(as("()", name), " AS "); ok {
		return quoted
	}
	return name
}

// values selects the groups and x, of which a statistic is made: a number of
// each row, or the sum of each period.
func (w *writer) values(q query) string {
	if w.Per == "" {
		return w.write(query{cols: append(slices.Clone(q.cols), w.sql(w.Measure)+" AS x"), where: q.where})
	}
	sums := *w
	sums.Per, sums.Stat = "", Sum
	if w.Measure == "purchases" {
		sums.Measure, sums.Stat = "", Count
	} else if f := w.s.field(w.Measure); f != nil && f.Kind != Number {
		sums.Stat = Distinct
	}
	return w.write(query{cols: append(slices.Clone(q.cols), sums.value()+" AS x"), where: q.where, group: append(slices.Clone(q.group), w.sql(w.Per))})
}

// over writes a statistic of the values of rows or of the sums of periods, each
// of which is x.
func (w *writer) over(q query, dims []dimension) string {
	o := query{from: "(" + w.values(q) + ")"}
	for _, d := range dims {
		o.cols = append(o.cols, ident(d.name))
	}
	o.group = slices.Clone(o.cols)
	stat := map[string]string{Mean: "AVG(x)", Max: "MAX(x)", Min: "MIN(x)", SD: deviation("x")}[w.Stat]
	if w.windowed() {
		stat, o.from = w.quantile(o)
	}
	o.cols = append(o.cols, stat+" AS "+ident(w.name()))
	w.sort(&o, dims)
	return w.write(o)
}

// quantile writes one of type 7, and from what: the two values around its place,
// each by how near it is.
func (w *writer) quantile(q query) (stat, from string) {
	if w.s.Cube != "" {
		w.cannot(NotPublished, w.Stat)
	}
	share := w.Q
	if w.Stat == Median {
		share = .5
	}
	part := ""
	if len(q.group) > 0 {
		part = "PARTITION BY " + strings.Join(q.group, ", ") + " "
	}
	ordered := query{
		cols: append(slices.Clone(q.group), "x", "ROW_NUMBER() OVER ("+part+"ORDER BY x) AS i", "COUNT(*) OVER ("+strings.TrimSpace(part)+") AS n"),
		from: q.from, where: []string{"x IS NOT NULL"},
	}
	return "SUM(x * MAX(0.0, 1 - ABS(i - 1 - (n - 1) * " + digits(share) + ")))", "(" + w.write(ordered) + ")"
}

// deviation is the standard deviation of a sample.
func deviation(x string) string {
	sum, n := "SUM("+x+")", "COUNT("+x+")"
	return "SQRT(MAX(0, (SUM(" + x + " * 1.0 * " + x + ") - " + sum + " * 1.0 * " + sum + " / " + n + ") / (" + n + " - 1)))"
}

// having adds the bounds on the figures of groups.
func (w *writer) having(q *query) {
	for _, c := range w.Having {
		one := *w
		one.Measure, one.Stat, one.Per = c.Field, "", ""
		if c.Field == "purchases" || c.Field == "trips" || c.Field == "" {
			one.Measure, one.Stat = "", Count
		}
		if c.Field == w.Measure {
			one.Stat, one.Per = w.Stat, w.Per
		}
		v := one.value()
		switch c.Op {
		case "between":
			q.having = append(q.having, v+" BETWEEN "+digits(min(c.N, c.To))+" AND "+digits(max(c.N, c.To)))
		default:
			q.having = append(q.having, v+" "+c.Op+" "+digits(c.N))
		}
	}
}

// then adds what is made of the figures of the groups.
func (w *writer) then(q *query, value string, dims []dimension) {
	n := len(q.cols) - 1
	var parts []string
	time := "1"
	for _, d := range dims {
		if isPeriod(d.name) || d.name == "period" {
			time = d.sql
		} else {
			parts = append(parts, d.sql)
		}
	}
	over := "ORDER BY " + time
	if len(parts) > 0 {
		over = "PARTITION BY " + strings.Join(parts, ", ") + " " + over
	}
	switch w.Then {
	case Share:
		percent := "100.0 * " + value + " / SUM(" + value + ") OVER () AS percent"
		if w.Beside {
			q.cols = append(q.cols, percent)
		} else {
			q.cols[n] = percent
		}
	case Running:
		q.cols = append(q.cols, "SUM("+value+") OVER ("+over+") AS running")
	case Change:
		before := "LAG(" + value + ") OVER (" + over + ")"
		q.cols = append(q.cols, value+" - "+before+" AS change", "100.0 * ("+value+" - "+before+") / "+before+" AS percent")
	}
}

// sort orders groups: by their figures, or by time.
func (w *writer) sort(q *query, dims []dimension) {
	if len(dims) == 0 {
		return
	}
	q.limit, q.offset = w.Top, w.Skip
	value := itoa(len(dims) + 1)
	switch {
	case w.Order == Desc:
		q.order = []string{value + " DESC", "1"}
	case w.Order == Asc:
		q.order = []string{value, "1"}
	default:
		for i := range dims {
			q.order = append(q.order, itoa(i+1))
		}
	}
}

// topOfEach writes the first of a field for each of another.
func (w *writer) topOfEach(q query, dims []dimension, value string) string {
	in, of := dims[0], dims[1]
	down := map[string]string{Desc: " DESC"}[w.Order]
	q.cols = append(q.cols, "ROW_NUMBER() OVER (PARTITION BY "+in.sql+" ORDER BY "+value+down+", "+of.sql+") AS place")
	q.order, q.limit = nil, 0
	return "SELECT " + ident(in.name) + ", " + ident(of.name) + ", " + ident(w.name()) + " FROM (" + w.write(q) + ") WHERE place <= " + itoa(max(1, w.Top)) + " ORDER BY 1, place"
}
