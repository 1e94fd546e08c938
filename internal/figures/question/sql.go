package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// Write writes the statement of a plan about the vocabulary's table, or about
// the house's data.
func (v *Vocabulary) Write(p Plan, now time.Time) (string, error) {
	s := v.table
	if s == nil {
		return v.writePublished(p, now)
	}
	if p.Time != "" {
		s = s.at(p.Time)
	}
	return statement(writer{Plan: p, now: now, s: s})
}

// RowNumbers writes the statement that finds the rows of a table for which the
// conditions of a plan hold.
func (v *Vocabulary) RowNumbers(p Plan, now time.Time) (string, error) {
	s := v.table
	if p.Time != "" {
		s = s.at(p.Time)
	}
	w := writer{Plan: p, now: now, s: s, err: &failure{}}
	sql := w.write(query{cols: []string{"t.rowid"}, where: w.conditions()})
	return sql, w.err.first
}

// writer writes one plan.
type writer struct {
	Plan
	s   *Schema
	now time.Time
	c   *cube // of what is published
	err *failure

	tables cubeNames // nil: any
	clock  string    // the period to read them by, if it is not the finest that is needed
}

// failure is the first reason why there is no statement. The writers of its
// parts go on after it, and what they write is thrown away.
type failure struct{ first error }

// cannot notes why there is no statement.
func (w *writer) cannot(why, part string) string {
	if w.err.first == nil {
		w.err.first = cannot(why, part)
	}
	return ""
}

func statement(w writer) (string, error) {
	w.err = &failure{}
	sql := w.any()
	if w.err.first != nil {
		return "", w.err.first
	}
	return sql, nil
}

func (w *writer) any() string {
	switch {
	case w.Do == Profile:
		return "SELECT " + strings.Join(w.Show, ", ") + " FROM my_profile"
	case w.Do == Gaps:
		return w.gaps()
	case w.Do == Interval:
		return w.interval()
	case w.Do == Untried:
		return w.untried()
	case w.Do == Shift:
		return w.shift()
	case w.Do == Also:
		return w.also()
	case w.Whose == Both:
		return w.both()
	case w.Do == List || w.Do == Lookup || w.Do == First || w.Do == Last || w.Do == Extreme:
		return w.rows()
	}
	return w.figures()
}

// query is a SELECT in parts.
type query struct {
	cols, where, group, having, order []string
	limit, offset                     int
	single                            bool   // SELECT DISTINCT
	from                              string // empty: the rows of the schema
}

var (
	usesBeer    = pattern.Of(`\bb\.`)
	usesBrewery = pattern.Of(`\bbr\.`)
	subqueries  = pattern.Of(`\(SELECT [^()]*\)`) // have their own FROM
)

// from is the relation with the catalogue joined where a part names it.
func (w *writer) from(used string) string {
	used = subqueries().ReplaceAllString(used, "")
	beer, brewery := usesBeer().MatchString(used), usesBrewery().MatchString(used)
	from := w.s.From
	if w.s.Cube != "" {
		return w.published()
	}
	switch _, alias, _ := strings.Cut(from, " "); {
	case alias == "p" && (beer || brewery):
		from += " JOIN beers b ON b.id = p.beer_id"
		if brewery {
			from += " JOIN breweries br ON br.id = b.brewery_id"
		}
	case alias == "b" && brewery:
		from += " JOIN breweries br ON br.id = b.brewery_id"
	case alias == "br" && beer:
		from += " JOIN beers b ON b.brewery_id = br.id"
	}
	return from
}

func (w *writer) write(q query) string {
	var b, tail strings.Builder
	b.WriteString("SELECT ")
	if q.single {
		b.WriteString("DISTINCT ")
	}
	b.WriteString(strings.Join(q.cols, ", "))
	clause := func(word, glue string, parts []string) {
		if len(parts) > 0 {
			tail.WriteString(" " + word + " " + strings.Join(parts, glue))
		}
	}
	clause("WHERE", " AND ", q.where)
	clause("GROUP BY", ", ", q.group)
	clause("HAVING", " AND ", q.having)
	clause("ORDER BY", ", ", q.order)
	if q.from == "" {
		q.from = w.from(strings.Join(q.cols, " ") + tail.String())
	}
	return b.String() + " FROM " + q.from + tail.String() + limited(q.limit, q.offset)
}

func limited(limit, offset int) (s string) {
	if limit > 0 {
		s = " LIMIT " + strconv.Itoa(limit)
	}
	if limit > 0 && offset > 0 {
		s += " OFFSET " + strconv.Itoa(offset)
	}
	return s
}

// quote makes a literal of a text.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func digits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// sql returns the SQL of a field.
func (w *writer) sql(name string) string {
	switch {
	case name == "period":
		return w.period()
	case w.s.Cube != "":
		return w.cellField(name)
	}
	f := w.s.field(name)
	if f == nil {
		return w.cannot(NotInData, name)
	}
	return f.SQL
}

func (w *writer) conditions() (all []string) {
	for _, c := range w.Where {
		s := w.condition(c)
		all = append(all, s)
	}
	if len(w.When) == 0 {
		return all
	}
	var parts []string
	for _, s := range w.When {
		part := w.during(s)
		parts = append(parts, part)
	}
	if len(parts) > 1 {
		return append(all, "("+strings.Join(parts, " OR ")+")")
	}
	return append(all, parts[0])
}

func (w *writer) condition(c Cond) string {
	if w.s.Cube != "" {
		if s := w.cellCondition(c); s != "" {
			return s
		}
	}
	column := w.sql(c.Field)
	switch c.Op {
	case "mine":
		name := strings.TrimPrefix(strings.TrimPrefix(c.Field, "brewery_"), "dest_")
		if column == "br.state" { // the table of clients may have codes
			return "(br.state = (SELECT state FROM my_profile) OR br.state IN (" + myStateName + "))"
		}
		return column + " = (SELECT " + name + " FROM my_profile)"
	case "missing":
		return column + " IS NULL"
	case "present":
		return column + " IS NOT NULL"
	case "between":
		return column + " BETWEEN " + digits(min(c.N, c.To)) + " AND " + digits(max(c.N, c.To))
	case "=", "<>":
		if len(c.Values) == 1 {
			return column + " " + c.Op + " " + quote(c.Values[0])
		}
		if len(c.Values) > 1 {
			all := make([]string, len(c.Values))
			for i, v := range c.Values {
				all[i] = quote(v)
			}
			return column + map[string]string{"=": " IN (", "<>": " NOT IN ("}[c.Op] + strings.Join(all, ", ") + ")"
		}
	}
	return column + " " + c.Op + " " + digits(c.N)
}

// myStateName is the guest's state as the catalogue writes it.
var myStateName = func() string {
	var b strings.Builder
	b.WriteString("SELECT CASE state")
	for _, names := range states() {
		b.WriteString(" WHEN " + quote(names[0]) + " THEN " + quote(names[1]))
	}
	return b.String() + " END FROM my_profile"
}()

// during is the condition that rows are of a time.
func (w *writer) during(s Span) string {
	switch {
	case s.Month > 0 && w.s.Cube == "":
		return "substr(" + w.sql("month") + ", 6, 2) = " + quote(fmt.Sprintf("%02d", s.Month))
	case w.s.Name == "clients":
		return w.joinedIn(s)
	case w.s.Cube != "":
		return w.cellsDuring(s)
	case s.year() > 0:
		return w.sql("year") + " = " + strconv.Itoa(s.year())
	}
	month := w.sql("month")
	if s.whole() {
		from, to := s.From.Format("2006-01"), s.To.Format("2006-01")
		switch {
		case s.To.IsZero():
			return month + " >= " + quote(from)
		case s.From.IsZero():
			return month + " <= " + quote(to)
		case from == to:
			return month + " = " + quote(from)
		}
		return month + " BETWEEN " + quote(from) + " AND " + quote(to)
	}
	var parts []string
	if !s.From.IsZero() {
		parts = append(parts, w.s.Moment+" >= "+quote(s.From.Format(time.DateOnly)))
	}
	if !s.To.IsZero() {
		parts = append(parts, w.s.Moment+" < "+quote(s.To.AddDate(0, 0, 1).Format(time.DateOnly)))
	}
	return strings.Join(parts, " AND ")
}

// joinedIn is the condition that clients came in a time.
func (w *writer) joinedIn(s Span) string {
	year := w.sql("joined_year")
	switch {
	case s.From.IsZero():
		return year + " <= " + strconv.Itoa(s.To.Year())
	case s.To.IsZero():
		return year + " >= " + strconv.Itoa(s.From.Year())
	}
	return year + " BETWEEN " + strconv.Itoa(s.From.Year()) + " AND " + strconv.Itoa(s.To.Year())
}

// quarter returns the quarter that the span is, such as 2025-Q3, or "".
func (s Span) quarter() string {
	if s.From.IsZero() || s != months(s.From.Year(), s.From.Month(), 3) || (s.From.Month()-1)%3 != 0 {
		return ""
	}
	return fmt.Sprintf("%d-Q%d", s.From.Year(), (s.From.Month()+2)/3)
}

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
	switch w.Do {
	case First, Last:
		if q.order = []string{w.s.Moment}; w.Do == Last {
			q.order[0] += " DESC"
		}
		if w.Stat == Sum && w.Top > 1 {
			return "SELECT SUM(" + w.Show[0] + ") AS " + w.Show[0] + " FROM (" + w.write(q) + ")"
		}
		if w.Top > 1 && len(w.Show) == 2 && w.Show[1] == "purchased_at" && w.Show[0] != "beer" { // the last styles, each once
			q.group, q.cols[1], q.order = []string{"1"}, map[string]string{First: "MIN", Last: "MAX"}[w.Do]+"("+w.s.Moment+") AS purchased_at", []string{"2" + map[string]string{Last: " DESC"}[w.Do]}
		}
	case Extreme:
		m := w.sql(w.Measure)
		q.where = append(q.where, m+" IS NOT NULL")
		q.order = []string{m + map[string]string{Desc: " DESC"}[w.Order], q.first()}
		q.single = len(w.By) > 0 && w.s.From == "my_purchases p"
	case List:
		q.order = []string{q.first()}
	}
	return w.write(q)
}

// first is the first column without its name.
func (q query) first() string {
	c, _, _ := strings.Cut(q.cols[0], " AS ")
	return c
}

// as gives an expression a name if it is not that of the column.
func as(sql, name string) string {
	if _, column, ok := strings.Cut(sql, "."); ok && column == name && !strings.ContainsAny(sql, "( ") || sql == name {
		return sql
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return sql + " AS " + name
}

// both sets the guest's figure beside that of the mean client; as a share it is
// of all clients' figures.
func (w *writer) both() string {
	var sides []string
	for _, all := range []bool{false, true} {
		side := writer{Plan: w.Plan, s: schemaOf(w.About, all), now: w.now, tables: w.tables, clock: w.clock, err: w.err}
		side.Whose, side.Then, side.By = "", "", nil
		if all && w.Then != Share && w.Stat != Mean && w.Stat != Ratio {
			side.Per = "client"
		}
		if !all { // the guest lives where they live
			side.Where = slices.DeleteFunc(slices.Clone(w.Where), func(c Cond) bool { return c.Field == "segment" || c.Field == "city" || c.Field == "state" })
		}
		sides = append(sides, side.figures())
	}
	if w.Then == Share {
		return "SELECT 100.0 * (" + sides[0] + ") / (" + sides[1] + ") AS percent"
	}
	return "SELECT (" + sides[0] + ") AS mine, (" + sides[1] + ") AS everyone"
}

// gaps lists the periods from the first to the last in which there is nothing.
func (w *writer) gaps() string {
	f := w.sql(w.By[0])
	bought := writer{Plan: Plan{Where: w.Where}, s: w.s, now: w.now, err: w.err}
	where := bought.conditions()
	had := bought.write(query{cols: []string{f}, where: where})
	span := Span{}
	if len(w.When) > 0 {
		span = w.When[0]
	}
	from, to := "(SELECT MIN("+w.s.Month+") FROM "+w.s.From+")", "(SELECT MAX("+w.s.Month+") FROM "+w.s.From+")"
	if !span.From.IsZero() {
		from = quote(span.From.Format("2006-01"))
	}
	if !span.To.IsZero() {
		end := span.To
		if end.After(w.now) {
			end = w.now
		}
		to = quote(end.Format("2006-01"))
	} else if !span.From.IsZero() {
		to = quote(w.now.Format("2006-01"))
	}
	period := map[string]string{
		"month": "m", "year": "CAST(substr(m, 1, 4) AS INTEGER)",
		"quarter": "substr(m, 1, 4) || '-Q' || ((CAST(substr(m, 6, 2) AS INTEGER) + 2) / 3)",
	}[w.By[0]]
	sql := "WITH RECURSIVE months(m) AS (SELECT " + from + " UNION ALL SELECT strftime('%Y-%m', m || '-01', '+1 month') FROM months WHERE m < " + to + ") " +
		"SELECT DISTINCT " + as(period, w.By[0]) + " FROM months WHERE " + period + " NOT IN (" + had + ") ORDER BY 1"
	if w.Stat == Count {
		sql = strings.Replace(sql, "SELECT DISTINCT "+as(period, w.By[0]), "SELECT COUNT(DISTINCT "+period+") AS n", 1)
	}
	return sql
}

// untried lists what the catalogue has and the guest never bought; with an
// order it is that of everybody's figures.
func (w *writer) untried() string {
	field := w.By[0]
	bought := writer{s: myPurchases, err: w.err}
	had := bought.write(query{cols: []string{bought.sql(field)}})
	if w.Whose == Both {
		w.s = allPurchases
		w.Do, w.Whose = "", All
		return w.figures(w.sql(field) + " NOT IN (" + had + ")")
	}
	w.s = beers
	if field == "brewery" || field == "state" || field == "city" {
		w.s = breweries
	}
	where := w.conditions()
	c := w.sql(field)
	q := query{cols: []string{as(c, field)}, where: append(where, c+" NOT IN ("+had+")"), single: true, order: []string{c}, limit: w.Top}
	switch {
	case w.Stat == Count:
		q = query{cols: []string{"COUNT(DISTINCT " + c + ") AS n"}, where: q.where}
	case w.Measure != "":
		m := w.sql(w.Measure)
		q.cols, q.order = append(q.cols, as(m, w.Measure)), []string{m + map[string]string{Desc: " DESC"}[w.Order], c}
	}
	return w.write(q)
}

// also lists what is bought by those who buy something.
func (w *writer) also() string {
	var parts []string
	for _, c := range w.Where {
		if c.Op != "=" || len(c.Values) == 0 {
			continue
		}
		if c.Field != "beer" && c.Field != "style" && c.Field != "brewery" {
			return w.cannot(NotPublished, c.Field)
		}
		catalogue := writer{s: beers, err: w.err}
		parts = append(parts, "a.beer IN ("+catalogue.write(query{cols: []string{"b.name"}, where: []string{catalogue.condition(c)}})+")")
	}
	return "SELECT a.also AS beer, MAX(a.clients) AS clients FROM all_also_bought a WHERE " + strings.Join(parts, " AND ") + " GROUP BY a.also ORDER BY 2 DESC, 1" + limited(w.Top, w.Skip)
}

// interval writes the longest time between two rows, in days, or the mean.
func (w *writer) interval() string {
	where := w.conditions()
	day := "substr(" + w.s.Moment + ", 1, 10)"
	before := "LAG(" + day + ") OVER (ORDER BY " + w.s.Moment + ")"
	days := w.write(query{cols: []string{before + ` AS "from"`, day + ` AS "to"`, "julianday(" + day + ") - julianday(" + before + ") AS days"}, where: where})
	if w.Stat == Mean {
		return "SELECT AVG(days) AS days FROM (" + days + ")"
	}
	return `SELECT "from", "to", days FROM (` + days + ") WHERE days IS NOT NULL ORDER BY days" + map[string]string{Desc: " DESC"}[w.Order] + ", 1 LIMIT 1"
}
