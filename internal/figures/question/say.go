package question

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Answer is the rows that a plan came to, to be said and drawn.
type Answer struct {
	Plan     Plan
	Columns  []string
	Rows     [][]any
	Language lang.Language
	Currency string // of amounts of the house; empty: the sample's
	Kinds    []string
	Asked    string // the question of a statement that has no plan
	schema   *Schema
}

// Currency is what amounts in the sample are in.
const Currency = "USD"

// Answer makes an answer of rows of the vocabulary's table, or of the house's.
func (v *Vocabulary) Answer(p Plan, columns []string, rows [][]any, l lang.Language, currency string) Answer {
	a := AnswerOf(p, columns, rows, l, currency)
	if v.table != nil {
		a.schema = v.table
	}
	return a
}

// AnswerOf makes an answer of rows of the house's data. Of a statement that was
// not written for a plan, the plan is empty.
func AnswerOf(p Plan, columns []string, rows [][]any, l lang.Language, currency string) Answer {
	return Answer{Plan: p, Columns: columns, Rows: rows, Language: l, Currency: currency, schema: schemaOf(p.About, p.Whose == All)}
}

func (a Answer) words() *texts.Words { return texts.In(a.Language) }

// text returns a text with values in the place of their names in braces.
func (a Answer) text(key string, pairs ...string) string {
	s := a.words().Figures[key]
	for i := 0; i+1 < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, "{"+pairs[i]+"}", pairs[i+1])
	}
	return s
}

// Name is what a field is called: that of a table as it is.
func (a Answer) Name(field string) string {
	if a.schema != nil && a.schema.Cube == "" && slices.Contains(a.schema.Row, field) && isTable(a.schema) {
		return Inert(field)
	}
	if field == "clients" {
		field = "clients.label"
	}
	return cmp.Or(a.text(field), Inert(field))
}

func isTable(s *Schema) bool { return s != nil && strings.HasPrefix(s.From, Relation+" ") }

// Inert makes a value of a table fit to be quoted: on one line, short, and with
// nothing before it that a spreadsheet would run.
func Inert(v string) string {
	v = strings.TrimLeft(strings.Join(strings.Fields(ui.Clean(v)), " "), "=+@\t\r")
	if r := []rune(v); len(r) > 60 {
		v = string(r[:60]) + "…"
	}
	return v
}

// Cell writes the value of a column as a person would: amounts with their
// currency, months in words, counts with what is counted.
func (a Answer) Cell(i int, v any) string {
	column := a.Columns[i]
	if f, ok := a.figureAt(i); ok {
		a.Plan.Measure, a.Plan.Stat, a.Plan.More = f.Measure, f.Stat, nil
		if column = f.Measure; f.Stat == Distinct {
			column = "n"
		} else if column == "" {
			column = map[bool]string{true: "rows", false: a.Plan.About}[isTable(a.schema)]
		}
	}
	if i < len(a.Kinds) && a.Kinds[i] != "" {
		column = a.Kinds[i]
	}
	switch v := v.(type) {
	case nil:
		return "–"
	case string:
		return a.textCell(column, v)
	}
	n, ok := float(v)
	if !ok {
		return Inert(fmt.Sprint(v))
	}
	return a.number(column, n)
}

func (a Answer) textCell(column, v string) string {
	switch {
	case column == "weekday" && len(v) == 1:
		d, _ := strconv.Atoi(v)
		return strings.Split(a.text("days"), ", ")[d%7]
	case column == "hour" && len(v) == 2: // a model may call any column so
		return a.text("hour.of", "h", strings.TrimLeft(v[:len(v)-1], "0")+v[len(v)-1:])
	case column == "period" && strings.Contains(v, "/"):
		return a.period(v)
	case !isTable(a.schema) && (column == "channel" || column == "segment" || column == "kind"):
		return cmp.Or(a.text("value."+v), Inert(v))
	case column == "type" && a.words().Beer.Kinds[v] != "":
		return a.words().Beer.Kinds[v]
	}
	if y, n, ok := strings.Cut(v, "-Q"); ok && len(y) == 4 {
		return a.text("quarter.year", "n", n, "year", y)
	}
	if y, n, ok := strings.Cut(v, "-W"); ok && len(y) == 4 {
		return a.text("week.year", "n", strings.TrimLeft(n, "0"), "year", y)
	}
	if t, err := time.Parse("2006-01", v); err == nil {
		return a.month(t)
	}
	for _, layout := range []string{time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, v); err == nil {
			return a.words().Day(t)
		}
	}
	return Inert(v)
}

func (a Answer) month(t time.Time) string {
	return a.text("month.year", "month", a.words().House.Months[t.Month()-1], "year", strconv.Itoa(t.Year()))
}

// number writes the number of a column.
func (a Answer) number(column string, n float64) string {
	w := a.words()
	p := a.Plan
	unit := ""
	if a.schema != nil {
		if f := a.schema.field(column); f != nil {
			unit = f.Unit
		} else if f := a.schema.field(p.Measure); f != nil && slices.Contains([]string{"running", "change", "earlier", "later", "mean", "mine", "everyone", "min", "max", "n"}, column) {
			unit = f.Unit
			if column == "n" {
				unit = ""
			}
		}
	}
	switch {
	case column == "percent":
		return w.Number(math.Round(n*10)/10) + "%"
	case column == "year" || column == "joined_year" || strings.HasSuffix(lang.Fold(column), "ano") && n > 1900 && n < 2100:
		return strconv.Itoa(int(n))
	case Currencies[unit] != "" && math.Abs(n) < 1e12:
		return w.Money(int64(math.Round(n*100)), Currencies[unit])
	case unit == Money || moneyNames[column]:
		return a.money(n)
	case column == "rating" && p.About == "purchases" && p.Measure == "rating" && len(p.More) == 0 && p.Do == "": // the heading says what it is
		return w.Number(math.Round(n*100) / 100)
	case column == "abv" || column == "ibu" || column == "rating" && a.Plan.About == "purchases":
		if as := w.Purchases.Values[column]; as != "" {
			return fmt.Sprintf(as, w.Number(n))
		}
	}
	if column == "n" && p.Stat == Distinct {
		column = p.Measure
	} else if column == "n" && (p.Do == Gaps || p.Do == Untried || p.Do == CountGroups) && len(p.By) > 0 {
		column = p.By[0]
	}
	if (column == "mine" || column == "everyone" || column == "running" || column == "change" || column == "earlier" || column == "later" || column == "mean") && (p.Measure == "units" || p.Measure == "" || p.Measure == "purchases") {
		column = cmp.Or(p.Measure, "purchases")
	}
	if column == "quantity" {
		column = "units"
	}
	if forms := a.text("count." + column); forms != "" && (p.Stat != Mean || column != "n") {
		one, many, _ := strings.Cut(forms, ", ")
		if n == 1 {
			return w.Number(n) + " " + one
		}
		return w.Number(n) + " " + many
	}
	if unit != "" && unit != Money || isTable(a.schema) || p.About == "" { // of a statement that a model wrote
		return w.Exact(n, unit)
	}
	return w.Number(n)
}

// Counts reports whether a column's name says that its numbers are counts, not
// amounts: "quantidade", "compras".
func Counts(name string) bool {
	switch houseWords().class(lang.Fold(name)) {
	case "unit", "times", "purchase", "client", "trip", "night", "howmany", "beer", "rows", "row":
		return true
	}
	return false
}

// moneyNames are columns that hold amounts, in the sample and as models call them.
var moneyNames = lang.Set("amount total price unit_price spent per_night cost revenue spend spending")

// Currencies are the units that have cents.
var Currencies = map[string]string{"R$": "BRL", "US$": "USD", "$": "USD", "€": "EUR", "£": "GBP"}

func (a Answer) money(n float64) string {
	return a.words().Money(int64(math.Round(n*100)), cmp.Or(a.Currency, Currency))
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return 0, false
}

// period says a time that is compared with others: "/" divides its ends.
func (a Answer) period(label string) string {
	from, to, _ := strings.Cut(label, "/")
	var s Span
	s.From, _ = time.Parse(time.DateOnly, from)
	s.To, _ = time.Parse(time.DateOnly, to)
	if s.label() != label { // a model's own words: "until 30/6"
		return label
	}
	if q := s.quarter(); q != "" {
		return a.textCell("quarter", q)
	}
	said := strings.TrimSpace(a.span(s))
	if !s.From.IsZero() && !s.To.IsZero() && strings.HasPrefix(said, strings.Split(a.text("from.to"), "{")[0]) {
		a.Plan = Plan{}
		return a.rangeOf(s)
	}
	return strings.TrimPrefix(said, a.text("in")+" ")
}

// rangeOf says a time by its ends: "dezembro de 2024 a fevereiro de 2025".
func (a Answer) rangeOf(s Span) string {
	return a.text("range", "a", a.end(s.From, false), "b", a.end(s.To, true))
}

// end says a day, or the month that begins or ends with it.
func (a Answer) end(t time.Time, last bool) string {
	if !last && t.Day() == 1 || last && t.AddDate(0, 0, 1).Day() == 1 {
		return a.month(t)
	}
	return a.words().Day(t)
}

// span says a time, with a space before it.
func (a Answer) span(s Span) string {
	w, day := a.words(), a.end
	switch {
	case s.Month > 0:
		return " " + a.text("every.month", "a", w.House.Months[s.Month-1])
	case s.year() > 0:
		return " " + a.text("in") + " " + strconv.Itoa(s.year())
	case s.From.IsZero():
		return " " + a.text("until", "a", day(s.To, true))
	case s.To.IsZero():
		return " " + a.text("since", "a", day(s.From, false))
	case s == months(s.From.Year(), s.From.Month(), 1):
		return " " + a.text("in") + " " + a.month(s.From)
	case s.quarter() != "":
		return " " + a.text("in.quarter", "a", a.textCell("quarter", s.quarter()))
	case s.From.Equal(s.To):
		return " " + a.text("in") + " " + w.Day(s.From)
	}
	return " " + a.text("from.to", "a", day(s.From, false), "b", day(s.To, true))
}

// when says the time of a plan, with a space before it; several are in the rows.
func (a Answer) when() string {
	if len(a.Plan.When) != 1 {
		return ""
	}
	return a.span(a.Plan.When[0])
}

// of says the conditions of a plan, in brackets and with a space before them.
func (a Answer) of() string {
	var all []string
	for _, c := range a.Plan.Where {
		if s := a.condition(c); s != "" && !(len(c.Values) > 1 && a.Plan.grouped(c.Field)) {
			all = append(all, s)
		}
	}
	for _, c := range a.Plan.Having {
		field := cmp.Or(c.Field, "rows")
		if c.Field = field; a.text("count."+field) != "" { // "at least 3 purchases"
			all = append(all, strings.TrimPrefix(a.bound(c), "de "))
			continue
		}
		all = append(all, a.Name(field)+" "+a.bound(c))
	}
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, "; ") + ")"
}

// Conditions says the conditions and the time of a plan.
func (a Answer) Conditions() string {
	var all []string
	for _, part := range []string{strings.Trim(a.of(), " ()"), strings.TrimPrefix(strings.TrimSpace(a.when()), a.text("in")+" ")} {
		if part != "" {
			all = append(all, part)
		}
	}
	return strings.Join(all, ", ")
}

func (a Answer) condition(c Cond) string {
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = a.textCell(c.Field, v)
	}
	switch {
	case c.Op == "mine":
		return a.text("my." + strings.TrimPrefix(strings.TrimPrefix(c.Field, "brewery_"), "dest_"))
	case c.Op == "missing":
		return a.text("without", "a", a.Name(c.Field))
	case c.Op == "present":
		return a.Name(c.Field)
	case c.Field == "rating" && c.Op == ">=" && c.N <= 1 && !isTable(a.schema):
		if a.Plan.Measure == "rating" || slices.Contains(a.Plan.Show, "rating") { // the figures say it
			return ""
		}
		return a.text("rated")
	case c.Field == "rating" && c.Op == "=" && len(values) == 0 && !isTable(a.schema):
		return a.Name(c.Field) + " " + a.words().Number(c.N)
	case len(values) == 0:
		return a.Name(c.Field) + " " + a.bound(c)
	case c.Field == "hour" && len(values) > 2:
		return values[0] + "–" + values[len(values)-1]
	case c.Op == "<>":
		return a.text("without", "a", a.words().List(values))
	case len(c.Values) == 1 && (c.Values[0] == "true" || c.Values[0] == "false"):
		if c.Values[0] == "false" {
			return a.text("without", "a", a.Name(c.Field))
		}
		return a.Name(c.Field)
	}
	return a.words().List(values)
}

func (a Answer) bound(c Cond) string {
	if c.Field == "rating" {
		a.schema = nil
		c.Field = "value"
	}
	key := map[string]string{">": "above", "<": "below", ">=": "atleast", "<=": "atmost", "=": "equals", "between": "between"}[c.Op]
	return a.text(key, "a", a.number(c.Field, c.N), "b", a.number(c.Field, c.To))
}

// label says the measure and the statistic of a plan: "mediana de valor".
func (a Answer) label() string {
	p := a.Plan
	if f := a.schema.field(p.Measure); p.Stat == "" && f != nil {
		p.Stat = f.Stat
	}
	m := cmp.Or(p.Measure, map[bool]string{true: "rows", false: p.About}[isTable(a.schema)])
	if m == "purchases" && isTable(a.schema) {
		m = "rows"
	}
	name := a.Name(m)
	switch {
	case p.Then == Share:
		return a.text("percent")
	case p.Stat == Distinct:
		name = a.text("distinct", "field", name)
	case p.Stat == Ratio && p.Measure == "price":
	case p.Stat == Ratio && p.Other == "nights" && !isTable(a.schema):
		name = a.text("per_night")
	case p.Stat == Ratio:
		name = a.text("ratio", "a", name, "b", a.Name(p.Other))
	case p.Stat == Quantile:
		name = a.text("quantile", "q", digits(math.Round(p.Q*100))) + " " + name
	case p.Whose == Mine && p.Stat == Sum && p.Per == "" || p.Whose == Mine && (p.Measure == "rating" || p.Measure == "price") && p.Stat == Mean, p.Whose == Mine && p.Stat == Count && p.Measure == "":
		name = cmp.Or(a.text("mine."+m), name)
	case p.Stat == Sum && isTable(a.schema) && p.Per == "" || p.Stat == Mean || p.Stat == Median || p.Stat == SD || p.Stat == Min || p.Stat == Max:
		name = a.text(p.Stat) + " " + name
	}
	if p.Whose == Mine && p.Stat != Sum && !strings.HasPrefix(name, cmp.Or(a.text("mine."+m), "?")) && p.Stat != Distinct {
		name += " " + a.text(map[bool]string{true: "of.mytrips", false: "of.mine"}[p.About == "trips"])
	} else if p.Whose == Mine && p.Per != "" {
		name += " " + a.text("of.mine")
	}
	if p.Per == "client" {
		name += " " + a.text("per.client")
	} else if p.Per != "" {
		name += " " + a.text("per") + " " + a.Name(p.Per)
	}
	return name
}

// Heading is the plan in words, for a chart and for a table: "valor por mês em
// 2025".
func (a Answer) Heading() string {
	s := a.label()
	if len(a.Plan.By) > 0 {
		s += " " + a.text("per") + " " + a.by()
	}
	s += a.of() + a.when()
	if a.Plan.Then == Running {
		s += " (" + a.text("running.label") + ")"
	}
	return capital(s)
}

func (a Answer) by() string {
	var names []string
	for _, f := range a.Plan.By {
		names = append(names, a.Name(f))
	}
	if len(names) == 0 && len(a.Columns) > 1 {
		names = []string{a.Name(a.Columns[0])}
	}
	return a.words().List(names)
}

func capital(s string) string {
	if r := []rune(s); len(r) > 0 {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return s
}

// figureAt returns the figure that a column is of, where a plan has several.
func (a Answer) figureAt(i int) (Figure, bool) {
	p := a.Plan
	n := i - (len(a.Columns) - len(p.More) - 1)
	switch {
	case len(p.More) == 0 || n < 0:
		return Figure{}, false
	case n == 0:
		return Figure{p.Measure, p.Stat, p.Q}, true
	}
	return p.More[n-1], true
}

// Column is the heading of a column.
func (a Answer) Column(i int) string {
	if f, ok := a.figureAt(i); ok {
		a.Plan.Measure, a.Plan.Stat, a.Plan.Q, a.Plan.More = f.Measure, f.Stat, f.Q, nil
		return a.label()
	}
	switch c := a.Columns[i]; c {
	case "running", "change", "earlier", "later":
		return a.text(c + ".label")
	case "mine", "everyone":
		return cmp.Or(a.words().Beer.Columns[c], c)
	case "clients":
		return a.text("clients.label")
	case "n":
		return a.label()
	default:
		if isTable(a.schema) {
			return a.Name(c)
		}
		return cmp.Or(a.text(c), a.words().Beer.Columns[c], Inert(c))
	}
}
