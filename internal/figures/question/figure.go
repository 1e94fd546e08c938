package question

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/lang"
)

// How much a chart shows: steps of a line, of more the latest; names beside each other; bars
// that fit a screen.
const (
	maxSteps  = 60
	maxSeries = 4
	maxBars   = 40
)

// Figure draws an answer: a line over time or bars of groups, and false if it is a single figure.
func (a Answer) Figure() (chart.Figure, bool) {
	rows := known(a.Rows)
	label, value := a.Axes()
	single := a.ofTable() && len(a.Plan.By) == 0 && a.Plan.Do != "" // rows of a table have no name to stand beside a bar
	if label < 0 || value < 0 || len(rows) < 2 || single {
		return chart.Figure{}, false
	}
	f := chart.Figure{Kind: chart.Bar, Title: a.Heading(), Language: a.Language, X: a.axis(value)}
	if a.addsUp(value) {
		rows = withGaps(rows, label, value)
	}
	f.Y = chart.Axis{Title: a.Column(label)}
	if a.Plan.Order == "" && overTime(rows, label) {
		f.Kind, f.X, f.Y = chart.Line, f.Y, f.X
		slices.SortStableFunc(rows, func(x, y []any) int { return cmp.Compare(fmt.Sprint(x[label]), fmt.Sprint(y[label])) })
		rows = rows[max(0, len(rows)-maxSteps):]
	}
	if a.several(&f, rows, label, value) {
		return f, true
	}
	for _, r := range rows {
		text := a.Cell(label, r[label])
		for i := label + 1; i < value && i < len(a.Plan.By); i++ {
			text += ", " + a.Cell(i, r[i])
		}
		f.Labels, f.Values = append(f.Labels, text), append(f.Values, orNaN(r[value]))
	}
	if at := highest(rows, value); at >= 0 {
		f.Caption = a.text("highest", "name", f.Labels[at], "v", a.Cell(value, rows[at][value]))
	}
	return f, true
}

// axis is that of a column of numbers.
func (a Answer) axis(i int) chart.Axis { return chart.Axis{Title: a.Column(i), Unit: a.sign(i)} }

// several draws more than one number for each label: the groups of each period ("2026-05,
// IPA"), or columns of the same unit ("mine", "everybody").
func (a Answer) several(f *chart.Figure, rows [][]any, label, value int) bool {
	group, columns := a.group(rows, label, value), a.alike(rows, label, value)
	if group < 0 && len(columns) < 2 {
		return false
	}
	for _, r := range rows {
		if name := a.Cell(label, r[label]); !slices.Contains(f.Labels, name) {
			f.Labels = append(f.Labels, name)
		}
	}
	put := func(r []any, name string, v any) {
		at := slices.IndexFunc(f.Series, func(s chart.Series) bool { return s.Name == name })
		if at < 0 {
			at, f.Series = len(f.Series), append(f.Series, chart.Series{Name: name, Values: slices.Repeat([]float64{math.NaN()}, len(f.Labels))})
		}
		f.Series[at].Values[slices.Index(f.Labels, a.Cell(label, r[label]))] = orNaN(v)
	}
	for _, r := range rows {
		if group >= 0 {
			put(r, a.Cell(group, r[group]), r[value])
			continue
		}
		for _, c := range columns {
			put(r, strings.ReplaceAll(strings.TrimSuffix(a.Column(c), ":"), "_", " "), r[c])
		}
	}
	f.Values = f.Series[0].Values
	return true
}

// group is the column that tells rows of the same label apart, each group once, or -1.
func (a Answer) group(rows [][]any, label, value int) int {
	for i := range a.Columns {
		if i == label || i == value || !a.isLabel(i, rows[0][i]) {
			continue
		}
		names, groups, both := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, r := range rows {
			n, g := fmt.Sprint(r[label]), fmt.Sprint(r[i])
			names[n], groups[g], both[n+"\x00"+g] = true, true, true
		}
		if len(names) > 1 && len(names) < len(rows) && len(groups) > 1 && len(groups) <= maxSeries && len(both) == len(rows) {
			return i
		}
	}
	return -1
}

// alike are the columns of numbers of a statement that a model wrote that are of the unit of
// one of them, unless the question speaks of that one alone.
func (a Answer) alike(rows [][]any, label, value int) (all []int) {
	if a.Plan.About != "" {
		return nil
	}
	asked := 0
	for i, name := range a.Columns {
		if _, number := Float(rows[0][i]); number && i != label && a.sign(i) == a.sign(value) && Counts(name) == Counts(a.Columns[value]) && !rankNames().MatchString(name) {
			all = append(all, i)
			if a.asks(i) < unasked {
				asked++
			}
		}
	}
	if len(all) > maxSeries || asked == 1 && a.sign(value) == "" { // amounts stand side by side
		return nil
	}
	return all
}

var (
	rankNames = pattern.Of(`(?i)^(?:rank|ranking|pos|posi[cç][aã]o|position|place|lugar|n|nr|no|id|year|ano|month|mes|m[eê]s)$|_(?:rank|id)$`)
	averaged  = pattern.Of(`(?i)avg|mean|m[eé]d|prom|average|price|pre[cç][oi]|rating|nota|ticket|max|min|running|acum|cumul`)
	timeLabel = pattern.Of(`^(19|20)\d\d(-(\d\d|Q\d|W\d\d)(-\d\d.*)?)?$`)
)

func orNaN(v any) float64 {
	if n, ok := Float(v); ok {
		return n
	}
	return math.NaN()
}

// addsUp reports whether a column holds sums or counts, of which there are none in a period
// without rows. A mean has no value there.
func (a Answer) addsUp(value int) bool {
	p, name := a.Plan, a.Columns[value]
	switch f := a.schema.field(p.Measure); {
	case len(p.By) > 1 || p.Then+p.Per+p.Order != "" || p.Top+len(p.Having) > 0:
		return false
	case p.About != "":
		return p.Stat == Sum || p.Stat == Count || p.Stat == "" && (p.Measure == "" || f != nil && f.Stat == Sum)
	}
	return !averaged().MatchString(name) && (Counts(name) || slices.Contains(amounts, name) || a.kind(value) == "amount")
}

// withGaps adds rows of zero for the years, quarters or months between the first and the
// last that have none. Rows of anything else stay as they are.
func withGaps(rows [][]any, label, value int) [][]any {
	at := map[string][]any{}
	var all Span
	unit := ""
	for _, r := range rows {
		p := fmt.Sprint(r[label])
		s, ok := spanOf(p)
		if !ok || periodMonths[s.unit()] == 0 || at[p] != nil || unit != "" && s.unit() != unit {
			return rows
		}
		if at[p], unit = r, s.unit(); all.From.IsZero() || s.From.Before(all.From) {
			all.From = s.From
		}
		if s.To.After(all.To) {
			all.To = s.To
		}
	}
	var out [][]any
	for t := all.From; t.Before(all.To) && len(out) < 10*maxSteps; t = t.AddDate(0, periodMonths[unit], 0) {
		p := strings.Trim(edge(unit, t), "'")
		if at[p] == nil {
			at[p] = make([]any, len(rows[0]))
			at[p][label], at[p][value] = p, int64(0)
		}
		out = append(out, at[p])
	}
	return out
}

// overTime reports whether what rows are called by are times.
func overTime(rows [][]any, label int) bool {
	return !slices.ContainsFunc(rows, func(r []any) bool { return !timeLabel().MatchString(fmt.Sprint(r[label])) })
}

// Axes are the columns of names and of numbers; -1 for none. Of a statement that a model wrote it is the column of which
// the question speaks first.
func (a Answer) Axes() (label, value int) {
	rows := known(a.Rows)
	label, value = -1, -1
	foreign := a.Plan.About == ""
	for i := range a.Columns {
		at := slices.IndexFunc(rows, func(r []any) bool { return r[i] != nil })
		if at < 0 {
			continue
		}
		_, number := Float(rows[at][i])
		switch {
		case a.isLabel(i, rows[at][i]), label < 0 && len(a.Columns) > 1 && foreign && overTime(rows, i):
			if label < 0 {
				label = i
			}
		case number && (value < 0 || a.Columns[i] == "running" || foreign && a.asks(i) < a.asks(value)):
			value = i
		}
	}
	return label, value
}

const unasked = 1000 // words: no question has as many

// asks is the place of the first word of the question that means what a column is called by, or unasked.
func (a Answer) asks(column int) int {
	at := slices.IndexFunc(strings.Fields(lang.Fold(a.Asked)), func(w string) bool {
		is := houseWords().of(w) // "gastei" is an amount
		return slices.ContainsFunc(strings.Split(a.Columns[column], "_"), func(part string) bool {
			of := houseWords().of(lang.Fold(part))
			return len(is) > 0 && len(of) > 0 && is[0] == of[0] && is[0] != "plain" || slices.Contains(amounts, part) && slices.Contains(is, "amount")
		})
	})
	if at < 0 {
		return unasked
	}
	return at
}

// sign is the unit beside the numbers of a column.
func (a Answer) sign(i int) string {
	column := a.measured(a.kind(i))
	switch f := a.schema.field(column); {
	case column == "percent":
		return "%"
	case f != nil && f.Unit != Money:
		return f.Unit
	case f != nil, slices.Contains(amounts, column) && !a.ofTable():
		return a.words().Sign(cmp.Or(a.Currency, Currency))
	}
	return ""
}

// Bars tells which columns make bars: of several rows, each with a name and a number that is
// not below zero.
func (a Answer) Bars() (label, value int, ok bool) {
	label, value = a.Axes()
	if label < 0 || value < 0 || len(a.Columns) != 2 || len(a.Rows) < 2 || len(a.Rows) > maxBars {
		return 0, 0, false
	}
	for _, r := range a.Rows {
		if n, ok := Float(r[value]); !ok || n < 0 {
			return 0, 0, false
		}
	}
	return label, value, true
}
