package data

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/table"
)

// columns returns the columns that are named and of one of some kinds.
func (r *reading) columns(kinds ...table.Kind) []string {
	var names []string
	for _, m := range r.named {
		if slices.Contains(kinds, m.column.Kind) {
			names = append(names, m.column.Name)
		}
	}
	return names
}

// group returns the column by which rows are grouped: the one after "por", or
// else the only one named that can be.
func (r *reading) group() string {
	best := ""
	for _, m := range r.named {
		if m.column.Kind == table.Number {
			continue
		}
		if m.by {
			return m.column.Name
		}
		if m.column.Kind != table.Date {
			best = cmp.Or(best, m.column.Name)
		}
	}
	return best
}

// grouped reports whether rows are to be grouped by a column: it stands after
// "por".
func (r *reading) grouped() bool {
	return slices.ContainsFunc(r.named, func(m mention) bool { return m.by && m.column.Kind != table.Number })
}

// complete fills in what a question leaves open, so that it can be computed.
// With nothing to go by it is a distribution of what is named, or else what the
// search found, or else a summary.
func (r *reading) complete(out IntentOut) IntentOut {
	if out.Intent == "" && len(r.named) > 0 {
		out.Intent = Distribution
		if out.Measure != "" {
			out.Intent = Summary
		}
	}
	if out.Intent == "" && len(r.Ways) > 0 {
		out.Intent = r.Ways[0]
	}
	out.Intent = cmp.Or(out.Intent, Summary)
	numbers := r.columns(table.Number)
	by := r.group()
	if by == "" && out.By == "" && out.Intent == Comparing && len(numbers) > 0 && slices.ContainsFunc(r.named, func(m mention) bool { return m.by }) {
		out.Intent = Distribution // numbers make no groups
		if len(numbers) > 1 {
			out.Intent = Correlating
		}
	}
	by = cmp.Or(out.By, by)
	out.By = ""
	if !r.grouped() && slices.ContainsFunc(out.Only, func(o Only) bool { return o.Column == by }) {
		by = "" // "na loja Praia" is one group only
	}
	extreme := out.Measure == "min" || out.Measure == "max"
	if out.Intent == Summary && out.Measure != "" && !extreme && (r.grouped() || by != "" && len(numbers) == 0) {
		out.Intent = Comparing // the mean of something by something
	}
	if out.Intent == Summary && r.points[Top] > 0 && by != "" && len(numbers) > 0 && !extreme && out.Measure != "" {
		out.Intent = Top // which group has the highest mean
	}
	if out.Intent == Top && by == "" && r.has(table.Date) && (out.Period != "" || len(r.columns(table.Date)) > 0) {
		out.Intent = Trending // the best month is the highest point of a trend
	}
	if out.Intent == Top && by == "" && len(numbers) > 0 && out.N == 0 {
		out.Intent = Summary // the highest of a number is its maximum
		out.Measure = cmp.Or(out.Measure, "max")
	}
	if out.Intent == Trending && !r.has(table.Date) && by != "" {
		out.Intent = Comparing
	}
	switch out.Intent {
	case Distribution, Missing, Summary:
		if out.Columns = r.columns(all...); len(numbers) > 0 && out.Measure != "" {
			out.Columns = numbers
		}
	case Dispersion, Outlying:
		out.Columns = numbers
	case Correlating:
		out.Columns = numbers
		if len(numbers) == 1 && r.Before != nil { // "e com a nota?"
			for _, c := range r.Before.Columns {
				if i := slices.IndexFunc(r.Columns, func(x ColumnIn) bool { return x.Name == c }); i >= 0 && r.Columns[i].Kind == table.Number && c != numbers[0] {
					out.Columns = []string{c, numbers[0]}
					break
				}
			}
		}
		if len(numbers) == 1 && by != "" { // a number goes together with no name: compare
			out.Intent, out.Columns, out.By = Comparing, numbers, by
		}
	case Comparing, Top:
		out.Columns, out.By = numbers[:min(len(numbers), 1)], cmp.Or(by, r.category())
	case Trending:
		out.Columns = numbers[:min(len(numbers), 1)]
	}
	if out.Intent != Trending {
		out.Period = ""
	}
	if out.Intent != Top && out.Intent != Comparing {
		out.N = 0
	}
	return out
}

// category returns the column of texts that the search found first, or the
// first there is.
func (r *reading) category() string {
	var fit []ColumnIn
	for _, c := range r.Columns {
		if c.Kind == table.Text || c.Kind == table.Bool {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	return r.nearest(fit).Name
}

var following = []string{"e", "and", "y", "agora", "now", "ahora", "so", "only", "solo", "apenas", "mas", "but", "pero", "tambem", "also", "tambien", "idem"}

// fewWords are too few to ask for something anew.
const fewWords = 6

// follows reports whether a question goes on from the one before: it begins
// like that, and is short or does not say what it wants.
func (r *reading) follows() bool {
	if len(r.words) == 0 || len(r.words) > fewWords {
		return false
	}
	return slices.Contains(following, r.words[0]) || len(r.points) == 0
}

// follow puts what is said in the place of what was asked before.
func (r *reading) follow(said, before IntentOut) IntentOut {
	out := before
	out.N, out.Period, out.Measure = cmp.Or(said.N, out.N), cmp.Or(said.Period, out.Period), cmp.Or(said.Measure, out.Measure)
	for _, o := range said.Only {
		if i := slices.IndexFunc(out.Only, func(x Only) bool { return x.Column == o.Column }); i >= 0 && strings.HasPrefix(o.Value, "-") && !strings.HasPrefix(out.Only[i].Value, "-") {
			o.Value = out.Only[i].Value[:len("2006")] + o.Value // "e em março?" is March of the year that was spoken of
		}
		out.Only = append(slices.DeleteFunc(slices.Clone(out.Only), func(x Only) bool { return x.Column == o.Column }), o)
	}
	numbers, by := r.columns(table.Number), r.group()
	grouped := r.grouped()
	switch {
	case grouped && before.Intent != Top:
		out.Intent, out.By, out.Period = Comparing, by, ""
		if i := slices.IndexFunc(r.Columns, func(c ColumnIn) bool { return c.Name == by }); r.Columns[i].Kind == table.Date {
			out.Intent, out.By = Trending, ""
		}
		out.Columns = r.numbersOf(before.Columns)
	case grouped:
		out.By = by
	case said.Intent == Trending && said.Period != "":
		out.Intent, out.By, out.Columns = Trending, "", r.numbersOf(before.Columns)
	case said.Measure != "" && len(r.named) == 0 && (said.Intent == Summary || said.Intent == ""):
		if before.Intent != Comparing && before.Intent != Top && before.Intent != Trending {
			out.Intent = Summary
		}
	case said.Intent != "" && said.Intent != before.Intent && said.Intent != Summary:
		next := r.complete(said)
		if len(next.Columns) == 0 {
			next.Columns = r.fit(next.Intent, before.Columns)
		}
		next.Only = out.Only
		return next
	case len(numbers) > 0 || len(r.named) > 0 && before.Intent == Distribution:
		if out.Columns = numbers; len(numbers) == 0 {
			out.Columns = r.columns(all...)
		}
	}
	if len(numbers) > 0 && grouped {
		out.Columns = numbers
	}
	return out
}

// numbersOf returns the first of some columns that has numbers.
func (r *reading) numbersOf(names []string) []string {
	for _, c := range r.Columns {
		if c.Kind == table.Number && slices.Contains(names, c.Name) {
			return []string{c.Name}
		}
	}
	return nil
}

// fit returns the columns that a way of asking is for.
func (r *reading) fit(intent string, names []string) []string {
	var fit []string
	for _, c := range r.Columns {
		for _, w := range ways {
			if w.intent == intent && slices.Contains(w.kinds, c.Kind) && slices.Contains(names, c.Name) {
				fit = append(fit, c.Name)
			}
		}
	}
	return fit
}
