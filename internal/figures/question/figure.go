package question

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/lang"
)

// maxSteps is how many periods a line shows; of more the latest.
const maxSteps = 60

// Figure draws an answer: a line over time, bars of groups, points of two
// numbers, and false if it is a single figure.
func (a Answer) Figure() (chart.Figure, bool) {
	rows := known(a.Rows)
	label, value := a.Axes()
	if value < 0 || len(rows) < 2 {
		return chart.Figure{}, false
	}
	if label >= 0 && a.addsUp(value) {
		rows = withGaps(rows, label, value)
	}
	f := chart.Figure{Kind: chart.Bar, Title: a.Heading(), Language: a.Language}
	x := chart.Axis{Title: a.Column(value), Unit: a.sign(a.Columns[value])}
	if label < 0 {
		return a.points(f, rows, value, x)
	}
	name := chart.Axis{Title: a.Column(label)}
	f.X, f.Y = x, name
	if a.Plan.Order == "" && overTime(rows, label) {
		f.Kind, f.X, f.Y = chart.Line, name, x
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
	if at := a.highest(rows, value); at >= 0 {
		f.Caption = a.text("highest", "name", f.Labels[at], "v", a.Cell(value, rows[at][value]))
	}
	return f, true
}

// maxSeries is how many are told apart beside each other.
const maxSeries = 4

// several draws more than one number for each label: columns of the same unit ("mine", "everybody"),
// or the groups of each period ("2026-05, IPA").
func (a Answer) several(f *chart.Figure, rows [][]any, label, value int) bool {
	if group := a.group(rows, label, value); group >= 0 {
		at := map[string]int{}
		of := map[string]int{}
		for _, r := range rows {
			name, group := a.Cell(label, r[label]), a.Cell(group, r[group])
			if _, ok := at[name]; !ok {
				at[name], f.Labels = len(f.Labels), append(f.Labels, name)
			}
			if _, ok := of[group]; !ok {
				of[group], f.Series = len(f.Series), append(f.Series, chart.Series{Name: group})
			}
		}
		for i := range f.Series {
			f.Series[i].Values = slices.Repeat([]float64{math.NaN()}, len(f.Labels))
		}
		for _, r := range rows {
			f.Series[of[a.Cell(group, r[group])]].Values[at[a.Cell(label, r[label])]] = orNaN(r[value])
		}
		f.Values = f.Series[0].Values
		return true
	}
	columns := a.alike(rows, label, value)
	if len(columns) < 2 {
		return false
	}
	for _, c := range columns {
		s := chart.Series{Name: strings.ReplaceAll(strings.TrimSuffix(a.Column(c), ":"), "_", " ")}
		for _, r := range rows {
			s.Values = append(s.Values, orNaN(r[c]))
		}
		f.Series = append(f.Series, s)
	}
	for _, r := range rows {
		f.Labels = append(f.Labels, a.Cell(label, r[label]))
	}
	f.Values = f.Series[0].Values
	byYear(f)
	return true
}

// byYear calls what a statement has for years as people do: "amount 2025" is 2025 beside "amount 2026", and "03" of its rows is March.
func byYear(f *chart.Figure) {
	if slices.ContainsFunc(f.Series, func(s chart.Series) bool { return !endsInYear().MatchString(s.Name) }) {
		return
	}
	for i := range f.Series {
		f.Series[i].Name = f.Series[i].Name[len(f.Series[i].Name)-4:]
	}
	if slices.ContainsFunc(f.Labels, func(l string) bool { n, err := strconv.Atoi(l); return err != nil || n < 1 || n > 12 }) {
		return
	}
	for i, l := range f.Labels {
		n, _ := strconv.Atoi(l)
		f.Labels[i] = texts.In(f.Language).House.Months[n-1]
	}
}

var endsInYear = pattern.Of(`(?:^|\D)(?:19|20)\d\d$`)

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

// alike are the columns of numbers of a statement that are of the unit of one of them, unless
// the question speaks of that one alone.
func (a Answer) alike(rows [][]any, label, value int) (all []int) {
	if a.Plan.About != "" {
		return nil
	}
	for i, name := range a.Columns {
		if _, ok := float(rows[0][i]); ok && i != label && a.sign(name) == a.sign(a.Columns[value]) && Counts(name) == Counts(a.Columns[value]) && !rankNames().MatchString(name) {
			all = append(all, i)
		}
	}
	named := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return !a.speaksOf(i) })
	if len(all) > maxSeries || len(named) == 1 {
		return nil
	}
	return all
}

var rankNames = pattern.Of(`(?i)^(?:rank|ranking|pos|posi[cç][aã]o|position|place|lugar|n|nr|no|id|year|ano|month|mes|m[eê]s)$|_(?:rank|id)$`)

func orNaN(v any) float64 {
	if n, ok := float(v); ok {
		return n
	}
	return math.NaN()
}

// addsUp reports whether a column holds sums or counts, of which there are none in a
// period without rows. A mean has no value there.
func (a Answer) addsUp(value int) bool {
	if len(a.Plan.By) > 1 || a.Plan.Then != "" || a.Plan.Per != "" || a.Plan.Top > 0 || a.Plan.Order != "" || len(a.Plan.Having) > 0 {
		return false
	}
	if a.Plan.About != "" {
		return a.Plan.Stat == Sum || a.Plan.Stat == Count || a.Plan.Stat == "" && a.sums(a.Plan.Measure)
	}
	name := a.Columns[value]
	return !averaged().MatchString(name) && (Counts(name) || moneyNames[name] || value < len(a.Kinds) && a.Kinds[value] == "amount")
}

func (a Answer) sums(measure string) bool {
	f := a.schema.field(measure)
	return measure == "" || f != nil && f.Stat == Sum
}

var averaged = pattern.Of(`(?i)avg|mean|m[eé]d|prom|average|price|pre[cç][oi]|rating|nota|ticket|max|min|running|acum|cumul`)

// withGaps adds rows of zero for the years, quarters or months between the first and the
// last that have none. Rows of anything else stay as they are.
func withGaps(rows [][]any, label, value int) [][]any {
	at := map[string][]any{}
	first, last := "", ""
	for _, r := range rows {
		p := fmt.Sprint(r[label])
		if nextPeriod(p) == "" || at[p] != nil || first != "" && len(p) != len(first) {
			return rows
		}
		at[p] = r
		if first == "" || p < first {
			first = p
		}
		last = max(last, p)
	}
	var all [][]any
	for p := first; p <= last && len(all) < 10*maxSteps; p = nextPeriod(p) {
		if at[p] == nil {
			at[p] = make([]any, len(rows[0]))
			at[p][label], at[p][value] = p, int64(0)
		}
		all = append(all, at[p])
	}
	return all
}

// nextPeriod is the period after a year, "2025", a quarter, "2025-Q4", or a month,
// "2025-12"; empty for anything else.
func nextPeriod(p string) string {
	if !timeLabel().MatchString(p) {
		return ""
	}
	year, _ := strconv.Atoi(p[:4])
	switch {
	case len(p) == len("2025"):
		return strconv.Itoa(year + 1)
	case len(p) == len("2025-Q4") && p[5] == 'Q':
		n, _ := strconv.Atoi(p[6:])
		return fmt.Sprintf("%d-Q%d", year+n/4, n%4+1)
	case len(p) == len("2025-12") && p[5] != 'W':
		n, _ := strconv.Atoi(p[5:])
		return fmt.Sprintf("%d-%02d", year+n/12, n%12+1)
	}
	return ""
}

func (a Answer) highest(rows [][]any, column int) int {
	a.Rows = rows
	return a.extreme(column)
}

var timeLabel = pattern.Of(`^(19|20)\d\d(-(\d\d|Q\d|W\d\d)(-\d\d.*)?)?$`)

// overTime reports whether what rows are called by are times.
func overTime(rows [][]any, label int) bool {
	return !slices.ContainsFunc(rows, func(r []any) bool { return !timeLabel().MatchString(fmt.Sprint(r[label])) })
}

// Axes are the columns of names and of numbers; -1 for none.
func (a Answer) Axes() (label, value int) {
	label, value = -1, -1
	rows, among := known(a.Rows), []int(nil)
	if len(rows) == 0 {
		return label, value
	}
	for i, v := range rows[0] {
		if a.isLabel(i, v) || label < 0 && len(a.Columns) > 1 && a.Plan.About == "" && overTime(rows, i) {
			if label < 0 {
				label = i
			}
			continue
		}
		if _, ok := float(v); ok && (value < 0 || a.Columns[i] == "running" || a.Plan.About == "" && len(a.Plan.By) == 0) {
			value, among = i, append(among, i)
		}
	}
	if len(among) > 1 && label >= 0 && a.Plan.About == "" && a.Asked != "" {
		value = a.asked(among)
	}
	if value < 0 { // the first row may have nothing there
		for i := range rows[0] {
			for _, r := range rows {
				if _, ok := float(r[i]); ok && i != label {
					return label, i
				}
			}
		}
	}
	return label, value
}

// asked returns which of some columns the question is about: that of which it speaks first, or
// else the first.
func (a Answer) asked(among []int) int {
	for w := range strings.FieldsSeq(lang.Fold(a.Asked)) {
		if at := slices.IndexFunc(among, func(i int) bool { return names(w, a.Columns[i]) }); at >= 0 {
			return among[at]
		}
	}
	return among[0]
}

// speaksOf reports whether the question names a column.
func (a Answer) speaksOf(column int) bool {
	return slices.ContainsFunc(strings.Fields(lang.Fold(a.Asked)), func(w string) bool { return names(w, a.Columns[column]) })
}

// names reports whether a word means what a column is called by.
func names(word, column string) bool {
	class := strings.TrimSuffix(houseWords().class(word), "own") // "gastei" is money of the guest
	return slices.ContainsFunc(strings.Split(column, "_"), func(part string) bool {
		return class != "" && class != "plain" && houseWords().class(lang.Fold(part)) == class || class == "money" && moneyNames[part]
	})
}

// sign is the unit beside the numbers of an axis.
func (a Answer) sign(column string) string {
	if i := slices.Index(a.Columns, column); i >= 0 && i < len(a.Kinds) && a.Kinds[i] != "" {
		column = a.Kinds[i]
	}
	switch f := a.schema.field(column); {
	case column == "percent":
		return "%"
	case f != nil && f.Unit != "" && f.Unit != Money:
		return f.Unit
	case f != nil && f.Unit == Money, moneyNames[column]:
		return a.words().Sign(cmp.Or(a.Currency, Currency))
	case f != nil:
		return f.Unit
	case column == "running" || column == "change" || column == "earlier" || column == "later":
		return a.sign(a.Plan.Measure)
	}
	return ""
}

// points draws two columns of numbers.
func (a Answer) points(f chart.Figure, rows [][]any, value int, axis chart.Axis) (chart.Figure, bool) {
	other := -1
	for i := range a.Columns {
		if _, ok := float(rows[0][i]); ok && i != value {
			other = i
		}
	}
	if other < 0 {
		return f, false
	}
	f.Kind, f.X, f.Y = chart.Scatter, axis, chart.Axis{Title: a.Column(other), Unit: a.sign(a.Columns[other])}
	for _, r := range rows {
		x, ok1 := float(r[value])
		y, ok2 := float(r[other])
		if ok1 && ok2 {
			f.Points = append(f.Points, [2]float64{x, y})
		}
	}
	return f, true
}

// maxBars are as many as fit a screen.
const maxBars = 40

// Bars tells which columns make bars: of several rows, each with a name and a
// number that is not below zero.
func (a Answer) Bars() (label, value int, ok bool) {
	label, value = a.Axes()
	if label < 0 || value < 0 || len(a.Columns) != 2 || len(a.Rows) < 2 || len(a.Rows) > maxBars {
		return 0, 0, false
	}
	for _, r := range a.Rows {
		if n, ok := float(r[value]); !ok || n < 0 {
			return 0, 0, false
		}
	}
	return label, value, true
}
