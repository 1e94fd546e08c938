package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/chart"
	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// errOne says that one number is no chart.
var errOne = errors.New("the last answer is a single figure, which is no chart: ask for it by month or by group first (ask_purchases or ask_data), then draw")

// figureOf makes a chart of the rows of an answer: a line over time, bars of
// anything else with a name, points of two numbers without one.
func figureOf(ctx context.Context, fs scene.Figures, language lang.Language) (chart.Figure, error) {
	t, err := ofFigures(ctx, fs)
	if err != nil {
		return chart.Figure{}, err
	}
	columns := t.Columns()
	at, number := labelled(columns, t), numbered(columns)
	if number == at { // the only numbers are what rows are called by
		number = -1
	}
	if number < 0 {
		return chart.Figure{}, fmt.Errorf("the figures of the last answer have no numbers: their columns are %s", strings.Join(some(fs.Columns), ", "))
	}
	if t.Kept < 2 {
		return chart.Figure{}, errOne
	}
	unit := cmp.Or(columns[number].Unit, signOf(fs.Money))
	if isCount(columns[number].Name) {
		unit = columns[number].Unit
	}
	f := chart.Figure{Title: inert(fs.Title), Language: language}
	value := chart.Axis{Title: inert(columns[number].Name), Unit: unit}
	if at < 0 {
		return unlabelled(f, t, number, value), nil
	}
	name := chart.Axis{Title: inert(columns[at].Name)}
	f.Kind, f.X, f.Y = chart.Bar, value, name
	if columns[at].Kind == table.Date || isYear(columns[at], t, at) {
		f.Kind, f.X, f.Y = chart.Line, name, value
	}
	for _, p := range points(t, at, number, f.Kind == chart.Line) {
		f.Labels, f.Values = append(f.Labels, inert(p.label(columns[at].Kind, fs, at, language))), append(f.Values, p.value)
	}
	f.Title = cmp.Or(f.Title, fmt.Sprintf(voice.In(language).Data.Titles[Comparing], value.Title, name.Title))
	return f, nil
}

// ofFigures makes a table of rows, so that their numbers and dates are known
// for what they are, "R$ 45,00" and "03/2025" too. A column has a name of its own.
func ofFigures(ctx context.Context, fs scene.Figures) (*table.Table, error) {
	columns := slices.Clone(fs.Columns)
	for i, c := range columns {
		columns[i] = cmp.Or(strings.TrimSpace(c), strconv.Itoa(i+1))
	}
	rows := make([][]any, 0, len(fs.Rows))
	for _, r := range fs.Rows {
		row := make([]any, len(columns))
		copy(row, r)
		for i, v := range row {
			if s, ok := v.(string); ok {
				row[i] = monthFirst(s)
			}
		}
		rows = append(rows, row)
	}
	if len(columns) == 0 || len(rows) == 0 {
		return nil, errNothing
	}
	return OfRows(ctx, columns, rows)
}

// monthFirst writes 03/2025 as 2025-03, which is a date for sure.
func monthFirst(s string) string {
	if at, err := time.Parse("01/2006", strings.TrimSpace(s)); err == nil {
		return at.Format("2006-01")
	}
	return s
}

// labelled returns the column by whose values rows are called, or -1: a date,
// else a text, else years or months.
func labelled(columns []table.Column, t *table.Table) int {
	for _, kind := range []table.Kind{table.Date, table.Text, table.Bool} {
		if i := slices.IndexFunc(columns, func(c table.Column) bool { return c.Kind == kind }); i >= 0 {
			return i
		}
	}
	for i, c := range columns {
		if isYear(c, t, i) || c.Whole && periodOf(lang.Fold(c.Name)) != "" {
			return i
		}
	}
	return -1
}

// isYear reports whether a column has years.
func isYear(c table.Column, t *table.Table, at int) bool {
	if c.Kind != table.Number || !c.Whole {
		return false
	}
	for i := range t.Kept {
		if n, err := strconv.Atoi(t.Row(i)[at]); err != nil || n < 1900 || n > 2100 {
			return false
		}
	}
	return true
}

var (
	amountWords = strings.Fields("total amount valor value gasto spent spend preco precio price monto importe soma sum revenue receita faturamento")
	countWords  = strings.Fields("quantidade quantity qtd qty cantidad count numero number vezes times veces unidades units compras purchases pedidos orders litros liters")
)

func hasWord(name string, words []string) bool {
	return slices.ContainsFunc(strings.Fields(lang.Fold(name)), func(w string) bool { return slices.Contains(words, w) })
}

func isCount(name string) bool { return hasWord(name, countWords) && !hasWord(name, amountWords) }

// numbered returns the column whose numbers are drawn, or -1: the first in whose
// values a currency is written, else the last, which is what an answer ends in.
func numbered(columns []table.Column) int {
	last := -1
	for i, c := range columns {
		if c.Kind != table.Number {
			continue
		}
		if last = i; currencies[c.Unit] != "" {
			return i
		}
	}
	return last
}

// signOf returns what stands before an amount in a currency.
func signOf(code string) string {
	for sign, c := range currencies {
		if c == code && sign != "$" {
			return sign
		}
	}
	return code
}

// unlabelled draws numbers that have no names: two columns as points, one as a
// histogram.
func unlabelled(f chart.Figure, t *table.Table, number int, value chart.Axis) chart.Figure {
	other := slices.IndexFunc(t.Columns(), func(c table.Column) bool { return c.Kind == table.Number && c.Name != t.Columns()[number].Name })
	if other >= 0 {
		f.Kind, f.X, f.Y = chart.Scatter, chart.Axis{Title: inert(t.Columns()[other].Name), Unit: t.Columns()[other].Unit}, value
		for i := range t.Kept {
			f.Points = append(f.Points, [2]float64{numberOf(t.Row(i)[other]), numberOf(t.Row(i)[number])})
		}
		return f
	}
	f.Kind, f.X = chart.Bar, value
	for i := range t.Kept {
		f.Labels, f.Values = append(f.Labels, strconv.Itoa(i+1)), append(f.Values, numberOf(t.Row(i)[number]))
	}
	return binned(f)
}

// point is a row with its name and its number.
type point struct {
	row   int
	name  string
	value float64
}

// points returns the rows, over time in its order.
func points(t *table.Table, at, number int, overTime bool) []point {
	var all []point
	for i := range t.Kept {
		row := t.Row(i)
		if row[at] != "" {
			all = append(all, point{i, row[at], numberOf(row[number])})
		}
	}
	if overTime {
		slices.SortStableFunc(all, func(a, b point) int { return cmp.Compare(a.name, b.name) })
	}
	return all
}

// label is how a point is called: a day or a month as the language writes them,
// else as the answer had it.
func (p point) label(kind table.Kind, fs scene.Figures, at int, l lang.Language) string {
	if kind != table.Date {
		return p.name
	}
	w := voice.In(l)
	if s, ok := fs.Rows[p.row][at].(string); ok { // the month alone, if that is what was said
		for _, layout := range []string{"2006-01", "01/2006"} {
			if when, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
				return w.Month(when)
			}
		}
	}
	if when, err := time.Parse(time.DateOnly, p.name[:min(len(p.name), len(time.DateOnly))]); err == nil {
		return w.Day(when)
	}
	return p.name
}

func numberOf(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
