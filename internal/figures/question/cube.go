package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What is published are tables of cells: all_total, and all_by_A_B_C with up to
// three attributes. A table has at most one of month, quarter and year, and no
// attribute beside one that decides it, such as a beer its style.

// MaxAttributes is how many attributes a published table has at most.
const MaxAttributes = 3

// cube chooses the published table of a plan and says its fields in SQL.
type cube struct {
	used  []string // attributes of the table
	clock string   // which of month, quarter and year it has
	names []string // fields of the plan
}

// cells prepares what is needed to say the fields of a plan.
func (w *writer) cells() *cube {
	if w.c != nil {
		return w.c
	}
	c := &cube{names: slices.Clone(w.By)}
	for _, x := range slices.Concat(w.Where, w.Part) {
		c.names = append(c.names, x.Field)
	}
	c.names = append(c.names, w.Measure, w.Per)
	finest := func(unit string) {
		if slices.Index(periods, unit) < slices.Index(periods, c.clock) || c.clock == "" {
			c.clock = unit
		}
	}
	for _, f := range c.names {
		if f == "month" || f == "quarter" || f == "year" {
			finest(f)
		}
	}
	for _, s := range w.When {
		switch {
		case !s.To.IsZero() && !s.To.Before(w.now) && !w.ofClients(): // it is not over, and only what is over is published
			finest("month")
		case s.year() > 0:
			finest("year")
		case s.quarter() != "":
			finest("quarter")
		default:
			finest("month")
		}
	}
	if w.clock != "" && c.clock == "month" {
		c.clock = w.clock
	}
	w.c = c
	return c
}

// writePublished writes the statement of a plan over the tables that there are:
// if none has the months that a time needs, by quarters, and by years.
func (v *Vocabulary) writePublished(p Plan, now time.Time) (sql string, err error) {
	for i, clock := range []string{"", "quarter", "year"} {
		got, no := statement(writer{Plan: p, now: now, s: schemaOf(p.About, p.Whose == All), tables: v.tables, clock: clock})
		if i == 0 {
			sql, err = got, no
		}
		if no == nil {
			return got, nil
		}
		if len(p.When) == 0 || slices.Contains(p.By, "month") || slices.ContainsFunc(p.When, func(s Span) bool { return s.year() == 0 && (clock == "year" || s.quarter() == "") }) {
			break
		}
	}
	return sql, err
}

// ofClients reports whether clients are counted, whose numbers do not add up.
func (w *writer) ofClients() bool {
	return w.Per == "client" || w.Measure == "clients" || w.Other == "clients"
}

func (c *cube) use(attribute string) string {
	if !slices.Contains(c.used, attribute) {
		c.used = append(c.used, attribute)
	}
	return "a." + attribute
}

func (c *cube) needs(fields ...string) bool {
	return slices.ContainsFunc(c.names, func(f string) bool { return slices.Contains(fields, f) })
}

// decided are the fields that a beer or a brewery decides, and how the catalogue
// says them.
var decided = map[string]string{"style": "b.style", "brewery": "br.name", "type": "br.brewery_type", "brewery_state": "br.state", "brewery_city": "br.city", "abv": "b.abv", "ibu": "b.ibu"}

// owner is the attribute that decides a field in this plan, or "".
func (c *cube) owner(field string) string {
	switch {
	case decided[field] == "":
	case field == "abv" || field == "ibu" || c.needs("beer", "abv", "ibu"):
		return "beer"
	case field == "brewery_city" || field != "brewery" && field != "style" && c.needs("brewery", "brewery_city"):
		return "brewery"
	}
	return ""
}

// field returns the SQL of a field over the cells.
func (w *writer) cellField(name string) string {
	c := w.cells()
	if owner := c.owner(name); owner != "" && owner != name && w.s.Cube == "all" {
		c.use(owner)
		return "(SELECT MIN(" + decided[name] + ") FROM beers b JOIN breweries br ON br.id = b.brewery_id WHERE " + map[string]string{"beer": "b", "brewery": "br"}[owner] + ".name = a." + owner + ")"
	}
	switch name {
	case "month", "quarter", "year":
		return c.time(name)
	case "brewery_state":
		return c.use("origin")
	}
	f := w.s.field(name)
	if f == nil {
		return w.cannot(NotPublished, name)
	}
	if f.Kind == Text {
		c.use(name)
	}
	return f.SQL
}

// time says a period in terms of the one that the table has.
func (c *cube) time(unit string) string {
	a := c.use(c.clock)
	switch {
	case unit == c.clock:
		return a
	case unit == "year":
		return "CAST(substr(" + a + ", 1, 4) AS INTEGER)"
	}
	return "substr(" + a + ", 1, 4) || '-Q' || ((CAST(substr(" + a + ", 6, 2) AS INTEGER) + 2) / 3)"
}

// cellCondition says a condition on what a beer or a brewery decides by names:
// a name may be of several.
func (w *writer) cellCondition(c Cond) string {
	owner := w.cells().owner(c.Field)
	if owner == "" || owner == c.Field || w.s.Cube != "all" {
		return ""
	}
	s := (&writer{s: beers, err: w.err}).condition(Cond{Field: strings.Replace(c.Field, "brewery_state", "state", 1), Op: c.Op, Values: c.Values, N: c.N, To: c.To})
	w.c.use(owner)
	name := map[string]string{"beer": "b", "brewery": "br"}[owner]
	return "a." + owner + " IN (SELECT " + name + ".name FROM beers b JOIN breweries br ON br.id = b.brewery_id WHERE " + s + ")"
}

// cellsDuring is the condition that cells are of a time. Only whole months are
// published.
func (w *writer) cellsDuring(s Span) string {
	c := w.cells()
	if s.Month > 0 {
		return "substr(" + c.time("month") + ", 6, 2) = " + quote(fmt.Sprintf("%02d", s.Month))
	}
	if !s.whole() {
		return w.cannot(NotPublished, "day")
	}
	a := c.use(c.clock)
	from, to := c.edge(s.From), c.edge(s.To)
	switch {
	case w.ofClients() && from != to && !w.grouped(c.clock) && w.Per != c.clock:
		return w.cannot(NotPublished, "clients.label") // who bought in two months is one client
	case s.To.IsZero():
		return a + " >= " + from
	case s.From.IsZero():
		return a + " <= " + to
	case from == to:
		return a + " = " + from
	}
	return a + " BETWEEN " + from + " AND " + to
}

// edge is the first or the last value of the table's period in a time.
func (c *cube) edge(t time.Time) string {
	switch c.clock {
	case "year":
		return strconv.Itoa(t.Year())
	case "quarter":
		return quote(fmt.Sprintf("%d-Q%d", t.Year(), (t.Month()+2)/3))
	}
	return quote(t.Format("2006-01"))
}

// rest keeps the cells of what is too small to be told out of an order: they are
// published together as 'other'.
func (w *writer) rest(dims []dimension) (all []string) {
	for _, d := range dims {
		if strings.HasPrefix(d.sql, "a.") && (w.Top > 0 || isPeriod(d.name)) {
			all = append(all, d.sql+" <> 'other'")
		}
	}
	return all
}

// relation is the name of the published table.
func (w *writer) published() string {
	c := w.cells()
	if len(c.used) == 0 {
		return w.s.Cube + "_total a"
	}
	if len(c.used) > MaxAttributes {
		return w.cannot(NotPublished, strings.Join(c.used, ", "))
	}
	rank := attributeRank[w.s.Cube]
	names := slices.SortedFunc(slices.Values(c.used), func(a, b string) int { return slices.Index(rank, a) - slices.Index(rank, b) })
	name := w.s.Cube + "_by_" + strings.Join(names, "_")
	if !w.tables.has(name) {
		return w.cannot(NotPublished, strings.Join(names, ", "))
	}
	return name + " a"
}
