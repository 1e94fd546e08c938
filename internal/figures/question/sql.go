package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Write writes the statement of a plan about the vocabulary's table, or about the house's
// data. Of everybody's figures not every table is published: if none has the months that a
// time needs, quarters are read, and then years.
func (v *Vocabulary) Write(p Plan, now time.Time) (sql string, err error) {
	if v.table != nil {
		return statement(writer{Plan: p, now: now, s: v.table.at(p.Time)})
	}
	for i, clock := range []string{"", "quarter", "year"} {
		got, no := statement(writer{Plan: p, now: now, s: schemaOf(p.About, p.Whose == All), tables: v.tables, clock: clock})
		if i == 0 {
			sql, err = got, no
		}
		if no == nil {
			return got, nil
		}
		finer := func(s Span) bool { return s.year() == 0 && (clock == "year" || s.quarter() == "") }
		if len(p.When) == 0 || p.grouped("month") || slices.ContainsFunc(p.When, finer) {
			break
		}
	}
	return sql, err
}

// RowNumbers writes the statement that finds the rows of a table for which the conditions
// of a plan hold.
func (v *Vocabulary) RowNumbers(p Plan, now time.Time) (string, error) {
	w := writer{Plan: p, now: now, s: v.table.at(p.Time), err: new(error)}
	sql := w.write(query{cols: []string{"t.rowid"}, where: w.conditions()})
	return sql, *w.err
}

// writer writes the statement of one plan.
type writer struct {
	Plan
	s      *Schema
	now    time.Time
	tables cubeNames // which are published; nil: any
	clock  string    // the period of the published table, if not the finest that is needed
	used   []string  // attributes of the published table
	err    *error    // the first reason why there is no statement; what is written after it is thrown away
}

// cannot notes why there is no statement.
func (w *writer) cannot(why, part string) string {
	if *w.err == nil {
		*w.err = cannot(why, part)
	}
	return ""
}

func statement(w writer) (string, error) {
	w.err = new(error)
	sql := w.any()
	if *w.err != nil {
		return "", *w.err
	}
	return sql, nil
}

// of returns the writer of another plan over the same rows.
func (w *writer) of(p Plan) *writer {
	one := *w
	one.Plan, one.used = p, nil
	return &one
}

func (w *writer) any() string {
	switch w.Do {
	case Profile:
		return "SELECT " + strings.Join(w.Show, ", ") + " FROM my_profile"
	case Untried:
		return w.untried()
	case List, Lookup, First, Last, Extreme:
		return w.rows()
	}
	if w.Whose == Both {
		return w.both()
	}
	return w.statistics()
}

// query is a SELECT in parts.
type query struct {
	cols, where, group, having, order []string
	limit, offset                     int
	single                            bool   // SELECT DISTINCT
	from                              string // empty: the rows of the schema
}

func (w *writer) write(q query) string {
	tail := ""
	for _, part := range []struct {
		word, glue string
		all        []string
	}{{"WHERE", " AND ", q.where}, {"GROUP BY", ", ", q.group}, {"HAVING", " AND ", q.having}, {"ORDER BY", ", ", q.order}} {
		if len(part.all) > 0 {
			tail += " " + part.word + " " + strings.Join(part.all, part.glue)
		}
	}
	head := map[bool]string{true: "SELECT DISTINCT ", false: "SELECT "}[q.single] + strings.Join(q.cols, ", ")
	if q.from == "" {
		q.from = w.from(head + tail)
	}
	if q.limit > 0 {
		tail += " LIMIT " + strconv.Itoa(q.limit)
	}
	if q.limit > 0 && q.offset > 0 {
		tail += " OFFSET " + strconv.Itoa(q.offset)
	}
	return head + " FROM " + q.from + tail
}

// from is the relation, with what is joined where a part names it.
func (w *writer) from(used string) string {
	if w.s.Cube != "" {
		return w.published()
	}
	from := w.s.From
	for _, j := range w.s.Joins {
		if strings.Contains(used, j.alias) || j.behind != "" && strings.Contains(used, j.behind) {
			from += " JOIN " + j.sql
		}
	}
	return from
}

// quote makes a literal of a text, quoted a list of them.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func quoted(all []string) string {
	literals := make([]string, len(all))
	for i, s := range all {
		literals[i] = quote(s)
	}
	return strings.Join(literals, ", ")
}

func digits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// as gives an expression a name if it is not that of the column.
func as(sql, name string) string {
	if _, column, ok := strings.Cut(sql, "."); ok && column == name && !strings.ContainsAny(sql, "( ") {
		return sql
	}
	return sql + " AS " + ident(name)
}

// ident is a name as SQL writes it.
func ident(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// sql returns the SQL of a field.
func (w *writer) sql(name string) string {
	f := w.s.field(name)
	switch {
	case name == "period": // which of several times a row is of
		sql := "CASE"
		for _, s := range w.When {
			sql += " WHEN " + w.during(s) + " THEN " + quote(s.label())
		}
		return sql + " END"
	case w.s.Cube != "":
		return w.cellField(name, f)
	case f == nil:
		return w.cannot(NotInData, name)
	}
	return f.SQL
}

func (w *writer) conditions() (all []string) {
	for _, c := range w.Where {
		all = append(all, w.condition(c))
	}
	var times []string
	for _, s := range w.When {
		times = append(times, w.during(s))
	}
	if len(times) > 1 {
		times = []string{"(" + strings.Join(times, " OR ") + ")"}
	}
	return append(all, times...)
}

func (w *writer) condition(c Cond) string {
	if owner := w.owner(c.Field); owner != "" { // by names: one may be of several
		c.Field = strings.TrimPrefix(c.Field, "brewery_")
		name := map[string]string{"beer": "b", "brewery": "br"}[owner]
		inner := (&writer{s: beers, err: w.err}).condition(c)
		return w.use(owner) + " IN (SELECT " + name + ".name FROM beers b JOIN breweries br ON br.id = b.brewery_id WHERE " + inner + ")"
	}
	column, all := w.sql(c.Field), c.family()
	switch {
	case c.Op == "mine" && column == "br.state": // the table of clients may have codes
		return "(br.state = (SELECT state FROM my_profile) OR br.state IN (" + myStateName + "))"
	case c.Op == "mine":
		return column + " = (SELECT " + strings.TrimPrefix(strings.TrimPrefix(c.Field, "brewery_"), "dest_") + " FROM my_profile)"
	case c.Op == "missing":
		return column + " IS NULL"
	case c.Op == "present":
		return column + " IS NOT NULL"
	case len(all) > 1:
		return column + map[string]string{"=": " IN (", "<>": " NOT IN ("}[c.Op] + quoted(all) + ")"
	case len(all) == 1:
		return column + " " + c.Op + " " + quote(all[0])
	}
	return bounded(column, c)
}

// bounded is the condition that a number is within a bound.
func bounded(value string, c Cond) string {
	if c.Op == "between" {
		return value + " BETWEEN " + digits(min(c.N, c.To)) + " AND " + digits(max(c.N, c.To))
	}
	return value + " " + c.Op + " " + digits(c.N)
}

// myStateName is the guest's state as the catalogue writes it.
var myStateName = func() string {
	sql := "SELECT CASE state"
	for _, names := range states() {
		sql += " WHEN " + quote(names[0]) + " THEN " + quote(names[1])
	}
	return sql + " END FROM my_profile"
}()

// during is the condition that rows are of a time.
func (w *writer) during(s Span) string {
	unit := "day"
	switch {
	case s.Month > 0:
		return "substr(" + w.sql("month") + ", 6, 2) = " + quote(fmt.Sprintf("%02d", s.Month))
	case w.s.Name == "clients":
		unit = "joined_year"
	case w.s.Cube != "" && !s.whole():
		return w.cannot(NotPublished, "day")
	case w.s.Cube != "":
		unit = w.finest()
	case s.year() > 0:
		unit = "year"
	case s.whole():
		unit = "month"
	}
	column, from, to := w.sql(unit), edge(unit, s.From), edge(unit, s.To)
	switch {
	case s.To.IsZero():
		return column + " >= " + from
	case s.From.IsZero():
		return column + " <= " + to
	case from == to:
		return column + " = " + from
	case w.ofClients() && !w.grouped(unit) && w.Per != unit: // a client of two months counts once, so months do not add up
		return w.cannot(NotPublished, "clients.label")
	}
	return column + " BETWEEN " + from + " AND " + to
}

// edge is the period that begins or ends a time.
func edge(unit string, t time.Time) string {
	switch unit {
	case "year", "joined_year":
		return strconv.Itoa(t.Year())
	case "quarter":
		return quote(fmt.Sprintf("%d-Q%d", t.Year(), (t.Month()+2)/3))
	case "month":
		return quote(t.Format("2006-01"))
	}
	return quote(t.Format(time.DateOnly))
}

// direction is the SQL of an order.
func direction(order string) string { return map[string]string{Desc: " DESC"}[order] }

// rows lists rows, or the values of a field.
func (w *writer) rows() string {
	q := query{where: w.conditions(), limit: w.Top, offset: w.Skip, single: w.Stat == Distinct}
	for _, name := range w.Show {
		c := w.sql(name)
		if f := w.s.field(name); f != nil && f.Kind == Date || c == w.s.Moment { // the hour is of no use
			c = "substr(" + c + ", 1, 10)"
		}
		q.cols = append(q.cols, as(c, name))
	}
	first, _, _ := strings.Cut(q.cols[0], " AS ")
	down := direction(w.Order)
	switch w.Do {
	case First, Last:
		down = map[string]string{Last: " DESC"}[w.Do]
		q.order = []string{w.s.Moment + down}
		if w.Stat == Sum && w.Top > 1 {
			return "SELECT SUM(" + w.Show[0] + ") AS " + w.Show[0] + " FROM (" + w.write(q) + ")"
		}
		if w.Top > 1 && len(w.Show) == 2 && w.Show[1] == "purchased_at" && w.Show[0] != "beer" { // the last styles, each once
			q.group, q.order = []string{"1"}, []string{"2" + down}
			q.cols[1] = map[string]string{First: "MIN", Last: "MAX"}[w.Do] + "(" + w.s.Moment + ") AS purchased_at"
		}
	case Extreme:
		m := w.sql(w.Measure)
		q.where, q.order = append(q.where, m+" IS NOT NULL"), []string{m + down, first}
		q.single = len(w.By) > 0 && w.s == myPurchases
	case List:
		q.order = []string{first}
	}
	return w.write(q)
}

// both sets the guest's figure beside that of the mean client; as a share it is of all
// clients' figures.
func (w *writer) both() string {
	var sides []string
	for _, all := range []bool{false, true} {
		side := w.of(w.Plan)
		side.s, side.Whose, side.Then, side.By = schemaOf(w.About, all), "", "", nil
		if all && w.Then != Share && w.Stat != Mean && w.Stat != Ratio {
			side.Stat, side.Other = Ratio, "clients"
		}
		if !all { // the guest lives where they live
			side.Where = slices.DeleteFunc(slices.Clone(w.Where), func(c Cond) bool { return slices.Contains([]string{"segment", "city", "state"}, c.Field) })
		}
		sides = append(sides, "("+side.statistics()+")")
	}
	if w.Then == Share {
		return "SELECT 100.0 * " + sides[0] + " / " + sides[1] + " AS percent"
	}
	return "SELECT " + sides[0] + " AS mine, " + sides[1] + " AS everyone"
}

// untried lists what the catalogue has and the guest never bought; with an order it is that
// of everybody's figures, or of the guest's own styles.
func (w *writer) untried() string {
	field := w.By[0]
	bought := writer{s: myPurchases, err: w.err}
	never := " NOT IN (" + bought.write(query{cols: []string{bought.sql(field)}}) + ")"
	if w.Whose == Both {
		all := w.of(w.Plan)
		all.s, all.Do, all.Whose = allPurchases, "", All
		return all.statistics(all.sql(field) + never)
	}
	w.s = beers
	if field != "beer" && field != "style" {
		w.s = breweries
	}
	c, where := w.sql(field), w.conditions()
	q := query{cols: []string{as(c, field)}, where: append(where, c+never), single: true, order: []string{c}, limit: w.Top, from: w.from(c + " " + strings.Join(where, " "))}
	switch {
	case w.Stat == Count:
		q.cols, q.single, q.order = []string{"COUNT(DISTINCT " + c + ") AS n"}, false, nil
	case w.Measure == "units": // of each style, what the guest has bought
		q.cols = append(q.cols, "br.name AS brewery", "b.style", "(SELECT SUM(p.quantity) FROM my_purchases p JOIN beers o ON o.id = p.beer_id WHERE o.style = b.style) AS units")
		q.from, q.order = w.from("b. br."), []string{"4 DESC", "1"}
	}
	return w.write(q)
}

// amount is what of a row adds up to a measure.
func (w *writer) amount(measure string) string {
	switch {
	case measure != "" && measure != "purchases":
		return w.sql(measure)
	case w.s.Cube != "":
		return "a." + w.s.Count
	}
	return "1"
}
