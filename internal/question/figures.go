package question

import (
	"slices"
	"strings"
)

// figures writes a statistic of a measure, for each group if there are any.
// more are conditions besides those of the plan.
func (w *writer) figures(more ...string) (string, error) {
	switch {
	case w.Then == Growth:
		return w.growth()
	case w.Then == Ratio:
		return w.ratio()
	case w.Then == Slope:
		return w.slope()
	case w.Then == Together:
		return w.together()
	case w.apart():
		return w.joined(more...)
	}
	if sql, ok, err := w.based(); ok || err != nil {
		return sql, err
	}
	return w.plainly(more...)
}

// plainly writes one statement of figures.
func (w *writer) plainly(more ...string) (string, error) {
	if err := w.periods(); err != nil {
		return "", err
	}
	dims, err := w.dims()
	if err != nil {
		return "", err
	}
	where, err := w.conditions()
	if err != nil {
		return "", err
	}
	where = append(where, more...)
	if w.s.Cube != "" {
		where = append(where, w.rest(dims)...)
	}
	if w.Then == Share && len(w.Part) > 0 {
		return w.part(where)
	}
	if w.Then == Share && len(w.By) == 0 && len(w.When) > 0 {
		return w.partOfTime(where)
	}
	value, err := w.value()
	if err != nil {
		return "", err
	}
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
	if w.windowed() {
		return w.ranked(q, dims)
	}
	if w.Per != "" && w.Per != "client" {
		return w.over(q, dims)
	}
	if w.having(&q) != nil {
		return "", w.having(&q)
	}
	name := w.name()
	if w.Stat == Mean && w.Measure == "rating" && len(dims) > 0 && w.s.Cube == "" {
		m, _ := w.sql("rating")
		q.where = append(q.where, m+" IS NOT NULL")
	}
	q.cols = append(q.cols, as(value, name))
	if w.Stat == "range" {
		m, _ := w.sql(w.Measure)
		q.cols = []string{"MIN(" + m + ") AS min", "MAX(" + m + ") AS max"}
	}
	if err := w.more(&q); err != nil {
		return "", err
	}
	w.then(&q, value, dims)
	w.sort(&q, dims)
	if w.Each != "" {
		return w.topOfEach(q, dims, value), nil
	}
	if w.Do == CountGroups {
		q.order = nil
		return "SELECT COUNT(*) AS n FROM (" + w.write(q) + ")", nil
	}
	return w.write(q), nil
}

// dim is a field that rows are grouped by.
type dimension struct{ name, sql, id string }

// plain reports whether the field is a column.
func (d dimension) plain() bool { return !strings.ContainsAny(d.sql, "( |") }

func (d dimension) named() string { return as(d.sql, d.name) }

func (w *writer) dims() ([]dimension, error) {
	var all []dimension
	for _, name := range w.By {
		if name == "band" {
			sql, err := w.band()
			if err != nil {
				return nil, err
			}
			all = append(all, dimension{"band", sql, ""})
			continue
		}
		if name == "period" {
			sql, err := w.period()
			if err != nil {
				return nil, err
			}
			all = append(all, dimension{"period", sql, ""})
			continue
		}
		sql, err := w.sql(name)
		if err != nil {
			return nil, err
		}
		d := dimension{name, sql, ""}
		if f := w.s.field(name); f != nil {
			d.id = f.ID
		}
		all = append(all, d)
	}
	return all, nil
}

// periods makes a group of the times that are compared: years, months, quarters,
// or else each as it is.
func (w *writer) periods() error {
	if len(w.When) < 2 || slices.ContainsFunc(w.By, isPeriod) && w.Then != Change {
		return nil
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
	return nil
}

// based writes changes of a time of several periods: the first is set against the
// one before it, which is not told.
func (w *writer) based() (string, bool, error) {
	if w.Then != Change || len(w.By) != 1 || len(w.When) != 1 || w.When[0].From.IsZero() || w.When[0].Month > 0 || !w.When[0].whole() {
		return "", false, nil
	}
	n := map[string]int{"month": 1, "quarter": 3, "year": 12}[w.By[0]]
	s := w.When[0]
	if n == 0 {
		return "", false, nil
	}
	wide := *w
	wide.When, wide.c = []Span{{From: s.From.AddDate(0, -n, 0), To: s.To}}, nil
	first := &cube{clock: w.By[0]}
	sql, err := wide.plainly()
	if err == nil {
		err = wide.err
	}
	return "SELECT * FROM (" + sql + ") WHERE " + w.By[0] + " >= " + first.edge(s.From, false) + " ORDER BY 1", true, err
}

// period tells which of several times a row is of.
func (w *writer) period() (string, error) {
	var b strings.Builder
	b.WriteString("CASE")
	for _, s := range w.When {
		c, err := w.during(s)
		if err != nil {
			return "", err
		}
		b.WriteString(" WHEN " + c + " THEN " + quote(s.label()))
	}
	return b.String() + " END", nil
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
func (w *writer) value() (string, error) {
	if w.s.Cube != "" {
		return w.cell()
	}
	if w.Stat == Count && w.Measure == "" || w.Measure == "purchases" && w.Per == "" {
		return "COUNT(*)", nil
	}
	if w.Measure == "purchases" {
		return "COUNT(*)", nil
	}
	m, err := w.sql(w.Measure)
	if err != nil {
		return "", err
	}
	f := w.s.field(w.Measure)
	stat := w.Stat
	if stat == "" {
		if stat = f.Stat; stat == "" {
			stat = Distinct
		}
	}
	switch stat {
	case Count:
		return "COUNT(" + m + ")", nil
	case Distinct:
		if f.ID != "" {
			m = f.ID
		}
		return "COUNT(DISTINCT " + m + ")", nil
	case Mean:
		return "AVG(" + m + ")", nil
	case Min, Max:
		return strings.ToUpper(stat) + "(" + m + ")", nil
	case SD:
		return "SQRT(MAX(0, (SUM(" + m + " * 1.0 * " + m + ") - SUM(" + m + ") * 1.0 * SUM(" + m + ") / COUNT(" + m + ")) / (COUNT(" + m + ") - 1)))", nil
	case Ratio:
		other, err := w.sql(w.Other)
		return "SUM(" + m + ") * 1.0 / SUM(" + other + ")", err
	}
	return "SUM(" + m + ")", nil
}

// cell is the SQL of the statistic over published cells, which know sums and
// the mean rating.
func (w *writer) cell() (string, error) {
	sum := func(column string) string { return "SUM(a." + column + ")" }
	count := sum(w.s.Count)
	per := ""
	if w.Per == "client" || w.Other == "clients" {
		per = " * 1.0 / " + sum("clients")
	}
	switch m := w.Measure; {
	case w.Stat == Median || w.Stat == Quantile || w.Stat == SD || w.Stat == Min || w.Stat == Max || w.Stat == "range":
		return "", cannot(NotPublished, w.Stat)
	case m == "" || m == "purchases" || m == "trips":
		return count + per, nil
	case m == "price":
		return sum("amount") + " * 1.0 / " + sum("units"), nil
	case m == "rating" && w.Stat == Count:
		return "", cannot(NotPublished, "rating")
	case m == "rating":
		return "SUM(a.rating * a." + w.s.Count + ") / SUM(CASE WHEN a.rating IS NOT NULL THEN a." + w.s.Count + " END)", nil
	case w.Stat == Distinct:
		c, err := w.sql(m)
		return "COUNT(DISTINCT " + c + ")", err
	case m == "abv" || m == "ibu":
		c, err := w.sql(m)
		return "SUM(" + c + " * a.units) / SUM(a.units)", err
	case m == "clients":
		return sum("clients"), nil
	}
	f := w.s.field(w.Measure)
	if f == nil {
		return "", cannot(NotPublished, w.Measure)
	}
	switch {
	case w.Stat == Mean && w.Per == "":
		return "SUM(" + f.SQL + ") * 1.0 / " + count, nil
	case w.Stat == Ratio:
		return "SUM(" + f.SQL + ") * 1.0 / " + sum("nights"), nil
	}
	return "SUM(" + f.SQL + ")" + per, nil
}

// windowed reports whether the statistic needs the values in order.
func (w *writer) windowed() bool { return w.Stat == Median || w.Stat == Quantile }

// ranked writes a quantile of type 7: the two values around its place, each by
// how near it is.
func (w *writer) ranked(q query, dims []dimension) (string, error) {
	if w.s.Cube != "" {
		return "", cannot(NotPublished, w.Stat)
	}
	share := w.Q
	if w.Stat == Median {
		share = .5
	}
	inner, err := w.values(q, dims)
	if err != nil {
		return "", err
	}
	var names []string
	for _, d := range dims {
		names = append(names, ident(d.name))
	}
	part := ""
	if len(names) > 0 {
		part = "PARTITION BY " + strings.Join(names, ", ") + " "
	}
	list := strings.Join(names, ", ")
	if list != "" {
		list += ", "
	}
	sql := "SELECT " + list + "SUM(x * MAX(0.0, 1 - ABS(i - 1 - (n - 1) * " + digits(share) + "))) AS " + ident(w.name()) +
		" FROM (SELECT " + list + "x, ROW_NUMBER() OVER (" + part + "ORDER BY x) AS i, COUNT(*) OVER (" + strings.TrimSpace(part) + ") AS n FROM (" + inner + ") WHERE x IS NOT NULL)"
	if len(names) > 0 {
		sql += " GROUP BY " + strings.Join(names, ", ")
	}
	o := query{cols: append(slices.Clone(names), "x")}
	w.sort(&o, dims)
	if len(o.order) > 0 {
		sql += " ORDER BY " + strings.Join(o.order, ", ")
	}
	return sql + limited(o.limit, o.offset), nil
}

func ident(name string) string {
	if _, quoted, ok := strings.Cut(as("()", name), " AS "); ok {
		return quoted
	}
	return name
}

// values selects the groups and x, of which a statistic is made: a number of
// each row, or the sum of each period.
func (w *writer) values(q query, dims []dimension) (string, error) {
	if w.Per == "" {
		m, err := w.sql(w.Measure)
		if err != nil {
			return "", err
		}
		return w.write(query{cols: append(slices.Clone(q.cols), m+" AS x"), where: q.where}), nil
	}
	sums := *w
	sums.Per, sums.Stat = "", Sum
	if w.Measure == "purchases" {
		sums.Measure, sums.Stat = "", Count
	} else if f := w.s.field(w.Measure); f != nil && f.Kind != Number {
		sums.Stat = Distinct
	}
	value, err := sums.value()
	if err != nil {
		return "", err
	}
	per, err := w.sql(w.Per)
	if err != nil {
		return "", err
	}
	return w.write(query{cols: append(slices.Clone(q.cols), value+" AS x"), where: q.where, group: append(slices.Clone(q.group), per)}), nil
}

// over writes a statistic of the sums of each period.
func (w *writer) over(q query, dims []dimension) (string, error) {
	inner, err := w.values(q, dims)
	if err != nil {
		return "", err
	}
	stat := map[string]string{Mean: "AVG(x)", Max: "MAX(x)", Min: "MIN(x)", SD: "SQRT(MAX(0, (SUM(x * 1.0 * x) - SUM(x) * 1.0 * SUM(x) / COUNT(x)) / (COUNT(x) - 1)))"}[w.Stat]
	o := query{}
	for _, d := range dims {
		o.cols, o.group = append(o.cols, ident(d.name)), append(o.group, ident(d.name))
	}
	o.cols = append(o.cols, stat+" AS "+ident(w.name()))
	w.sort(&o, dims)
	sql := "SELECT " + strings.Join(o.cols, ", ") + " FROM (" + inner + ")"
	if len(o.group) > 0 {
		sql += " GROUP BY " + strings.Join(o.group, ", ")
	}
	if len(o.order) > 0 {
		sql += " ORDER BY " + strings.Join(o.order, ", ")
	}
	return sql + limited(o.limit, o.offset), nil
}

// having adds the bounds on the figures of groups.
func (w *writer) having(q *query) error {
	q.having = nil
	for _, c := range w.Having {
		one := *w
		one.Measure, one.Stat, one.Per = c.Field, "", ""
		if c.Field == "purchases" || c.Field == "trips" || c.Field == "" {
			one.Measure, one.Stat = "", Count
		}
		if c.Field == w.Measure {
			one.Stat, one.Per = w.Stat, w.Per
		}
		v, err := one.value()
		if err != nil {
			return err
		}
		switch c.Op {
		case "during":
			if c.Values[0] != "" {
				q.having = append(q.having, v+" >= "+quote(c.Values[0]))
			}
			if c.Values[1] != "" {
				q.having = append(q.having, v+" < "+quote(c.Values[1]))
			}
		case "between":
			q.having = append(q.having, v+" BETWEEN "+digits(min(c.N, c.To))+" AND "+digits(max(c.N, c.To)))
		default:
			q.having = append(q.having, v+" "+c.Op+" "+digits(c.N))
		}
	}
	return nil
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
