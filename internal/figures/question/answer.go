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

// Currency is what amounts in the sample are in, Currencies the units that have cents.
const Currency = "USD"

var Currencies = map[string]string{"R$": "BRL", "US$": "USD", "$": "USD", "€": "EUR", "£": "GBP"}

// Answer makes an answer of rows of the vocabulary's table, or of the house's.
func (v *Vocabulary) Answer(p Plan, columns []string, rows [][]any, l lang.Language, currency string) Answer {
	a := AnswerOf(p, columns, rows, l, currency)
	if v.table != nil {
		a.schema = v.table
	}
	return a
}

// AnswerOf makes an answer of rows of the house's data. Of a statement that was not written
// for a plan, the plan is empty.
func AnswerOf(p Plan, columns []string, rows [][]any, l lang.Language, currency string) Answer {
	return Answer{Plan: p, Columns: columns, Rows: rows, Language: l, Currency: currency, schema: schemaOf(p.About, p.Whose == All)}
}

func (a Answer) words() *texts.Words { return texts.In(a.Language) }
func (a Answer) ofTable() bool       { return isTable(a.schema) }

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
	if a.ofTable() && slices.Contains(a.schema.Row, field) {
		return Inert(field)
	}
	return cmp.Or(a.text(field), a.text(field+".label"), Inert(field))
}

// Inert makes a value of a table fit to be quoted: on one line, short, and with nothing
// before it that a spreadsheet would run.
func Inert(v string) string {
	v = strings.TrimLeft(strings.Join(strings.Fields(ui.Clean(v)), " "), "=+@\t\r")
	if r := []rune(v); len(r) > 80 {
		v = string(r[:80]) + "…"
	}
	return v
}

// rowsName is the measure of a plan that counts rows.
func (a Answer) rowsName() string {
	if a.ofTable() {
		return "rows"
	}
	return a.Plan.About
}

// one returns the answer with the figure alone that a column is of, where a plan has several.
func (a Answer) one(i int) (Answer, bool) {
	n := i - (len(a.Columns) - len(a.Plan.More) - 1)
	if len(a.Plan.More) == 0 || n < 0 {
		return a, false
	}
	f := a.Plan.figures()[n]
	a.Plan.Measure, a.Plan.Stat, a.Plan.Q, a.Plan.More = f.Measure, f.Stat, f.Q, nil
	return a, true
}

// kind is what the values of a column are shown as.
func (a Answer) kind(i int) string {
	if i < len(a.Kinds) && a.Kinds[i] != "" {
		return a.Kinds[i]
	}
	return a.Columns[i]
}

// Cell writes the value of a column as a person would: amounts with their currency, months in
// words, counts with what is counted.
func (a Answer) Cell(i int, v any) string {
	column := a.kind(i)
	if one, ok := a.one(i); ok {
		a, column = one, cmp.Or(one.Plan.Measure, one.rowsName())
		if a.Plan.Stat == Distinct {
			column = "n"
		}
	}
	switch v := v.(type) {
	case nil:
		return "–"
	case string:
		return a.textCell(column, v)
	}
	n, ok := Float(v)
	if !ok {
		return Inert(fmt.Sprint(v))
	}
	return a.number(column, n)
}

func (a Answer) textCell(column, v string) string {
	switch {
	case column == "weekday" && len(v) == 1:
		return strings.Split(a.text("days"), ", ")[atoi(v)%7]
	case column == "hour" && len(v) == 2: // a model may call any column so
		return a.text("hour.of", "h", strings.TrimLeft(v[:1], "0")+v[1:])
	case column == "period" && (strings.Contains(v, "/") || strings.HasPrefix(v, "--")):
		return a.period(v)
	case !a.ofTable() && a.text("value."+v) != "" && slices.Contains([]string{"channel", "segment", "kind"}, column):
		return a.text("value." + v)
	case column == "type" && a.words().Beer.Kinds[v] != "":
		return a.words().Beer.Kinds[v]
	}
	for mark, key := range map[string]string{"-Q": "quarter.year", "-W": "week.year"} {
		if y, n, ok := strings.Cut(v, mark); ok && len(y) == 4 {
			return a.text(key, "n", strings.TrimLeft(n, "0"), "year", y)
		}
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

// madeOf are columns that are made of a measure, amounts those that hold money by their name.
var (
	madeOf  = strings.Fields("running change mean mine everyone min max")
	amounts = strings.Fields("amount total price unit_price spent cost revenue spend spending")
)

// measured is the field that the numbers of a column are of.
func (a Answer) measured(column string) string {
	p := a.Plan
	switch {
	case column == "n" && p.Stat == Distinct:
		return p.Measure
	case column == "n" && len(p.By) > 0 && p.Do == Untried:
		return p.By[0]
	case column == "per_night":
		return "amount"
	case column == "quantity":
		return "units"
	case slices.Contains(madeOf, column) && (p.About != "" || a.ofTable()):
		return cmp.Or(p.Measure, a.rowsName())
	}
	return column
}

// number writes the number of a column.
func (a Answer) number(column string, n float64) string {
	w, p, of, unit := a.words(), a.Plan, a.measured(column), ""
	if f := a.schema.field(of); f != nil && !(column == "n" && f.Kind == Number) {
		unit = f.Unit
	}
	year := of == "year" || of == "joined_year" || strings.HasSuffix(lang.Fold(of), "ano") && n > 1900 && n < 2100
	forms := a.text("count." + of)
	switch {
	case column == "percent":
		return w.Number(math.Round(n*10)/10) + "%"
	case year && column != "n":
		return strconv.Itoa(int(n))
	case Currencies[unit] != "" && math.Abs(n) < 1e12:
		return w.Money(int64(math.Round(n*100)), Currencies[unit])
	case unit == Money || slices.Contains(amounts, of) && !a.ofTable():
		return w.Money(int64(math.Round(n*100)), cmp.Or(a.Currency, Currency))
	case of == "rating" && p.Measure == of && len(p.More) == 0 && p.Do == "" && !a.ofTable(): // the heading says what it is
		return w.Number(round(n))
	case of == "abv" || of == "ibu" || of == "rating" && p.About == "purchases":
		return fmt.Sprintf(cmp.Or(w.Purchases.Values[of], "%s"), w.Number(n))
	case forms != "" && (p.Stat != Mean || column != "n"):
		return w.Number(n) + " " + oneOf(forms, n)
	case unit != "" || a.ofTable() || p.About == "": // of a statement that a model wrote
		return w.Exact(n, unit)
	}
	return w.Number(n)
}

// oneOf is what is counted: "unidade, unidades" by how many there are.
func oneOf(forms string, n float64) string {
	one, many, _ := strings.Cut(forms, ", ")
	if n == 1 {
		return one
	}
	return many
}

// Counts reports whether a column's name says that its numbers are counts, not amounts:
// "quantidade", "compras".
func Counts(name string) bool {
	return slices.ContainsFunc(houseWords().of(lang.Fold(name)), func(c string) bool { return c == "counted" })
}

// Float is a number that a statement returned, false for another value.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return 0, false
}

// round is a number of a row with two decimals.
func round(v any) float64 {
	n, _ := Float(v)
	return math.Round(n*100) / 100
}

// period says a time as rows have it, "2025-01-01/2025-03-31"; a model's own words stay.
func (a Answer) period(label string) string {
	s := labelled(label)
	if s.label() != label {
		return label
	}
	return a.span(s, true)
}

// span says a time, alone or within a sentence: "2025", "em 2025".
func (a Answer) span(s Span, alone bool) string {
	in := func(said string) string {
		if alone {
			return said
		}
		return a.text("in") + " " + said
	}
	end := func(t time.Time, last bool) string { // a day, or the month that begins or ends with it
		if !last && t.Day() == 1 || last && t.AddDate(0, 0, 1).Day() == 1 {
			return a.month(t)
		}
		return a.words().Day(t)
	}
	switch {
	case s.Month > 0:
		return in(a.text("every.month", "a", a.words().House.Months[s.Month-1]))
	case s.From.IsZero():
		return a.text("until", "a", end(s.To, true))
	case s.To.IsZero():
		return a.text("since", "a", end(s.From, false))
	case s.From.Equal(s.To):
		return in(a.words().Day(s.From))
	}
	switch s.unit() {
	case "year":
		return in(strconv.Itoa(s.year()))
	case "month":
		return in(a.month(s.From))
	case "quarter":
		if alone {
			return a.textCell("quarter", s.quarter())
		}
		return a.text("in.quarter", "a", a.textCell("quarter", s.quarter()))
	}
	return a.text(map[bool]string{true: "range", false: "from.to"}[alone], "a", end(s.From, false), "b", end(s.To, true))
}

// when says the time of a plan, with a space before it; several are in the rows.
func (a Answer) when() string {
	if n := len(a.Plan.When); n == 0 || n > 1 && len(a.Rows) > 0 {
		return ""
	}
	var all []string
	for _, s := range a.Plan.When {
		all = append(all, a.span(s, false))
	}
	return " " + a.words().List(all)
}

// limits are the conditions of a plan in words.
func (a Answer) limits() (all []string) {
	for _, c := range a.Plan.Where {
		if len(c.Values) == 1 || len(c.family()) > len(c.Values) || len(a.Rows) == 0 || !a.Plan.grouped(c.Field) {
			all = append(all, a.condition(c))
		}
	}
	for _, c := range a.Plan.Having {
		if c.Field = cmp.Or(c.Field, "rows"); a.text("count."+c.Field) != "" { // "at least 3 purchases"
			all = append(all, strings.TrimPrefix(a.bound(c), "de "))
		} else {
			all = append(all, a.Name(c.Field)+" "+a.bound(c))
		}
	}
	return all
}

// where says the conditions of a plan, in brackets and with a space before them.
func (a Answer) where() string {
	if all := a.limits(); len(all) > 0 {
		return " (" + strings.Join(all, "; ") + ")"
	}
	return ""
}

// Conditions says the conditions and the time of a plan.
func (a Answer) Conditions() string {
	all := a.limits()
	if len(a.Plan.When) == 1 {
		all = append(all, a.span(a.Plan.When[0], true))
	}
	return strings.Join(all, ", ")
}

func (a Answer) condition(c Cond) string {
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = a.textCell(c.Field, v)
		for _, kin := range c.Kin[v] {
			values[i] += " + " + strings.TrimSuffix(kin, " "+v) // "IPA + Double"
		}
	}
	said, name := a.words().List(values), a.Name(c.Field)
	yes := said == "true"
	if yes || said == "false" {
		said = name
	}
	rating := c.Field == "rating" && !a.ofTable()
	switch {
	case c.Op == "mine":
		return a.text("my." + strings.TrimPrefix(strings.TrimPrefix(c.Field, "brewery_"), "dest_"))
	case c.Op == "missing":
		return a.text("without", "a", name)
	case c.Op == "present":
		return name
	case rating && c.Op == "=" && said == "":
		return name + " " + a.words().Number(c.N)
	case said == "":
		return name + " " + a.bound(c)
	case c.Field == "hour" && len(values) > 2:
		return values[0] + "–" + values[len(values)-1]
	case c.Op == "<>", said == name && !yes:
		return a.text("without", "a", said)
	}
	return said
}

func (a Answer) bound(c Cond) string {
	if c.Field == "rating" {
		a.schema, c.Field = &Schema{}, "value"
	}
	key := map[string]string{">": "above", "<": "below", ">=": "atleast", "<=": "atmost", "=": "equals", "between": "between"}[c.Op]
	return a.text(key, "a", a.number(c.Field, c.N), "b", a.number(c.Field, c.To))
}

// label says the measure and the statistic of a plan: "mediana de valor".
func (a Answer) label() string {
	p, f := a.Plan, a.schema.field(a.Plan.Measure)
	if p.Stat == "" && f != nil {
		p.Stat = f.Stat
	}
	m := cmp.Or(p.Measure, a.rowsName())
	if m == "purchases" {
		m = a.rowsName()
	}
	name, own, mine := a.Name(m), p.Whose == Mine, a.text("mine."+m)
	usual := p.Stat == Sum && p.Per == "" || p.Stat == Mean && (m == "rating" || m == "price") || p.Stat == Count && p.Measure == ""
	switch {
	case p.Then == Share:
		return a.text("percent")
	case p.Stat == Distinct:
		name, own = a.text("distinct", "field", name), false
	case own && usual && mine != "":
		name, own = mine, false
	case p.Stat == Ratio && p.Other == "nights" && !a.ofTable():
		name = a.text("per_night")
	case p.Stat == Ratio && p.Measure != "price" && p.Other != "clients":
		name = a.text("ratio", "a", name, "b", a.Name(p.Other))
	case p.Stat == Quantile:
		name = a.text("quantile", "q", digits(math.Round(p.Q*100))) + " " + name
	case p.Stat == Sum && (p.Per != "" || !a.ofTable() || total(name)), p.Stat == Ratio, p.Stat == Count, p.Stat == "":
	default:
		name = a.text(p.Stat) + " " + name
	}
	if own && (p.Stat != Sum || p.Per != "") {
		name += " " + a.text(map[bool]string{true: "of.mytrips", false: "of.mine"}[p.About == "trips"])
	}
	if p.Per != "" {
		name += " " + a.text("per") + " " + a.Name(p.Per)
	}
	if p.Other == "clients" {
		name += " " + a.text("per.client")
	}
	return name
}

// Heading is the plan in words, for a chart and for a table: "valor por mês em 2025".
func (a Answer) Heading() string {
	s := a.label()
	if len(a.Plan.By) > 0 {
		s += " " + a.text("per") + " " + a.by()
	}
	s += a.where() + a.when()
	if a.Plan.Then == Running {
		s += " (" + a.text("running.label") + ")"
	}
	return capital(s)
}

// by names what the rows are grouped by.
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

// Column is the heading of a column.
func (a Answer) Column(i int) string {
	if one, ok := a.one(i); ok {
		return one.label()
	}
	switch c := a.Columns[i]; {
	case c == "n":
		return a.label()
	case a.text(c+".label") != "" && c != "ratio":
		return a.text(c + ".label")
	case a.ofTable() && c != "mine" && c != "everyone":
		return a.Name(c)
	default:
		return cmp.Or(map[bool]string{true: a.text(c)}[c != "mine"], a.words().Beer.Columns[c], Inert(c))
	}
}
