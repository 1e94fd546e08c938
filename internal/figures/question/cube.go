package question

import (
	"cmp"
	"slices"
	"strings"
)

// What is published are tables of cells: all_total, and all_by_A_B_C with up to three
// attributes. A table has at most one of month, quarter and year, and no attribute beside
// one that decides it, such as a beer its style.

// MaxAttributes is how many attributes a published table has at most.
const MaxAttributes = 3

// names are the fields of a plan.
func (w *writer) names() []string {
	all := append(slices.Clone(w.By), w.Measure, w.Per)
	for _, c := range slices.Concat(w.Where, w.Part) {
		all = append(all, c.Field)
	}
	return all
}

// finest is the period that the published table has: the finest that the plan needs.
func (w *writer) finest() string {
	at := len(periods) - 1
	need := func(unit string) { at = min(at, slices.Index(periods, unit)) }
	for _, f := range w.names() {
		if periodMonths[f] > 0 {
			need(f)
		}
	}
	for _, s := range w.When {
		switch {
		case !s.To.IsZero() && !s.To.Before(w.now) && !w.ofClients(): // only what is over is published
			need("month")
		case s.year() > 0:
		case s.quarter() != "":
			need("quarter")
		default:
			need("month")
		}
	}
	if w.clock != "" && periods[at] == "month" {
		return w.clock
	}
	return periods[at]
}

// ofClients reports whether clients are counted, whose numbers do not add up.
func (w *writer) ofClients() bool {
	return w.Measure == "clients" || w.Other == "clients"
}

// use notes that the published table needs an attribute.
func (w *writer) use(attribute string) string {
	if !slices.Contains(w.used, attribute) {
		w.used = append(w.used, attribute)
	}
	return "a." + attribute
}

// decided are the fields that a beer or a brewery decides, and how the catalogue says them.
var decided = map[string]string{
	"style": "b.style", "brewery": "br.name", "type": "br.brewery_type", "brewery_state": "br.state",
}

// owner is the attribute that decides a field in this plan, or "".
func (w *writer) owner(field string) string {
	needs := func(fields ...string) bool {
		return slices.ContainsFunc(w.names(), func(f string) bool { return slices.Contains(fields, f) })
	}
	switch {
	case w.s.Cube != "all" || decided[field] == "":
	case needs("beer"):
		return "beer"
	case field != "brewery" && field != "style" && needs("brewery"):
		return "brewery"
	}
	return ""
}

// cellField returns the SQL of a field over the cells.
func (w *writer) cellField(name string, f *Field) string {
	if owner := w.owner(name); owner != "" {
		alias := map[string]string{"beer": "b", "brewery": "br"}[owner]
		return "(SELECT MIN(" + decided[name] + ") FROM beers b JOIN breweries br ON br.id = b.brewery_id WHERE " + alias + ".name = " + w.use(owner) + ")"
	}
	switch {
	case f == nil:
		return w.cannot(NotPublished, name)
	case periodMonths[name] > 0 && name != w.finest():
		return map[bool]func(string) string{true: yearOf, false: quarterOf}[name == "year"](w.use(w.finest()))
	case f.Kind == Text:
		w.use(strings.TrimPrefix(f.SQL, "a."))
	}
	return f.SQL
}

// cell is the SQL of a figure over the cells, which know sums and the mean rating.
func (w *writer) cell(f Figure) string {
	count := "SUM(a." + w.s.Count + ")"
	sum := func(m string) string {
		if m == "" || m == "purchases" || m == "trips" {
			return count
		}
		return "SUM(" + w.sql(m) + ")"
	}
	switch m := f.Measure; {
	case slices.Contains([]string{Median, Quantile, SD, Min, Max}, f.Stat), m == "rating" && f.Stat == Count:
		return w.cannot(NotPublished, cmp.Or(map[bool]string{true: m}[f.Stat == Count], f.Stat))
	case m == "price" && w.s.Name == "purchases":
		return sum("amount") + " * 1.0 / " + sum("units")
	case m == "rating":
		return "SUM(a.rating * a." + w.s.Count + ") / SUM(CASE WHEN a.rating IS NOT NULL THEN a." + w.s.Count + " END)"
	case f.Stat == Distinct:
		return "COUNT(DISTINCT " + w.sql(m) + ")"
	case w.Other != "":
		return sum(m) + " * 1.0 / " + sum(w.Other)
	case f.Stat == Mean && w.Per == "":
		return sum(m) + " * 1.0 / " + count
	default:
		return sum(m)
	}
}

// published is the name of the published table.
func (w *writer) published() string {
	if len(w.used) == 0 {
		return w.s.Cube + "_total a"
	}
	slices.SortFunc(w.used, func(a, b string) int { return slices.Index(w.s.Rank, a) - slices.Index(w.s.Rank, b) })
	name := w.s.Cube + "_by_" + strings.Join(w.used, "_")
	if len(w.used) > MaxAttributes || !w.tables.has(name) {
		return w.cannot(NotPublished, strings.Join(w.used, ", "))
	}
	return name + " a"
}
