// Package chart draws figures: as SVG for a page or a file, as text for a
// terminal, and as the table of what they show for those who cannot see them.
//
//	f := chart.Figure{Kind: chart.Bar, Title: "Vendas por estado", Labels: states, Values: sums}
//	svg := f.SVG()
//
// A figure holds data only, and the same figure is always drawn the same way.
// Its texts may come from anyone: they are drawn as text, and cut where they
// are too long.
package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Kind is a kind of figure.
type Kind string

// The kinds of figures, and which fields of a Figure they draw.
const (
	Histogram Kind = "histogram" // Bins
	BoxPlot   Kind = "box"       // Boxes
	Bar       Kind = "bar"       // Labels and Values
	Ring      Kind = "ring"      // Labels and Values, none below zero: parts of a whole
	Line      Kind = "line"      // Labels and Values, in steps of equal length
	Scatter   Kind = "scatter"   // Points
)

// Figure is what to draw. A value that is NaN is missing: it leaves a gap.
type Figure struct {
	Kind     Kind
	Title    string
	Caption  string // what it shows, in a sentence
	X, Y     Axis
	Language lang.Language // of numbers and of the table's headings; Portuguese if empty

	Labels []string
	Values []float64
	Series []Series // of bars or lines, several numbers for each label; Values are those of the first
	Bins   []Bin
	Boxes  []Box
	Points [][2]float64
}

// Series are numbers for the same labels as others, under a name of their own: "2025"
// beside "2026".
type Series struct {
	Name   string
	Values []float64
}

// series are all that there are: of most figures one, without a name.
func (f Figure) series() []Series {
	if len(f.Series) == 0 {
		return []Series{{Values: f.Values}}
	}
	return f.Series
}

// Flat are the labels and values one behind the other, as bars of a terminal: "May, 2025",
// "May, 2026".
func (f Figure) Flat() (labels []string, values []float64) {
	for i := range f.Values {
		for _, s := range f.series() {
			label := f.Labels[i]
			if s.Name != "" {
				label += ", " + s.Name
			}
			labels, values = append(labels, label), append(values, s.Values[i])
		}
	}
	return labels, values
}

// Axis says what is measured, and in what.
type Axis struct {
	Title string `json:"title"`
	Unit  string `json:"unit,omitempty" jsonschema:"a currency sign, % or another unit"`
}

// label is the axis in words: "Preço (R$)".
func (a Axis) label() string {
	if a.Unit == "" || a.Title == "" {
		return a.Title + a.Unit
	}
	return a.Title + " (" + a.Unit + ")"
}

// axes are those of the names and of the values: bars lie.
func (f Figure) axes() (names, values Axis) {
	if f.Kind == Bar || f.Kind == Ring {
		return f.Y, f.X
	}
	return f.X, f.Y
}

// Bin is a bar of a histogram.
type Bin struct {
	Low, High float64
	Count     int
}

// Box is a box plot: quartiles, whiskers and the outliers beyond them.
type Box struct {
	Label                     string
	Low, Q1, Median, Q3, High float64
	Outliers                  []float64
}

func (b Box) numbers() []float64 { return []float64{b.Low, b.Q1, b.Median, b.Q3, b.High} }

// The most that is drawn. Beyond it bars and boxes are left out, and the others
// thinned evenly; Table has as much as is drawn.
const (
	maxBars   = 25
	maxBoxes  = 12
	maxSteps  = 400
	maxPoints = 1000
	maxBins   = 60
	maxSeries = 6
)

// bounded returns the figure with no more than can be drawn, and every text and
// number fit to be.
func (f Figure) bounded() Figure {
	f.Title, f.Caption = ui.Clean(f.Title), ui.Clean(f.Caption)
	f.X, f.Y = Axis{ui.Clean(f.X.Title), ui.Clean(f.X.Unit)}, Axis{ui.Clean(f.Y.Title), ui.Clean(f.Y.Unit)}
	all := slices.Clone(f.series()[:min(len(f.series()), maxSeries)])
	n, steps := min(len(f.Labels), len(f.Values)), maxSteps
	if f.Kind != Line {
		n = min(n, max(1, maxBars/len(all)))
	}
	labels := thin(f.Labels[:n], steps)
	for i, l := range labels {
		labels[i] = oneLine(l)
	}
	for k, s := range all {
		values := slices.Repeat([]float64{math.NaN()}, n)
		copy(values, s.Values)
		values = thin(values, steps)
		for i, v := range values {
			if !finite(v) {
				values[i] = math.NaN()
			}
		}
		all[k] = Series{oneLine(s.Name), values}
	}
	if f.Labels, f.Values = labels, all[0].Values; len(f.Series) > 0 {
		f.Series = all
	}
	f.Bins = slices.DeleteFunc(slices.Clone(f.Bins[:min(len(f.Bins), maxBins)]), func(b Bin) bool { return !finite(b.Low, b.High) })
	f.Boxes = slices.DeleteFunc(slices.Clone(f.Boxes[:min(len(f.Boxes), maxBoxes)]), func(b Box) bool { return !finite(b.numbers()...) })
	for i, b := range f.Boxes {
		f.Boxes[i].Label = oneLine(b.Label)
		f.Boxes[i].Outliers = slices.DeleteFunc(slices.Clone(b.Outliers), func(x float64) bool { return !finite(x) })
	}
	f.Points = slices.DeleteFunc(thin(f.Points, maxPoints), func(p [2]float64) bool { return !finite(p[:]...) })
	return f
}

// thin takes at most so many of some values, evenly.
func thin[T any](all []T, most int) (some []T) {
	every := max(1, (len(all)+most-1)/most)
	for i := 0; i < len(all); i += every {
		some = append(some, all[i])
	}
	return some
}

// drawn is the largest number that is drawn; the distance of two such is finite.
const drawn = math.MaxFloat64 / 4

func finite(all ...float64) bool {
	return !slices.ContainsFunc(all, func(x float64) bool { return !(math.Abs(x) <= drawn) })
}

func oneLine(s string) string { return strings.Join(strings.Fields(ui.Clean(s)), " ") }

// cut shortens a text to at most n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:max(n-1, 0)]) + "…"
	}
	return s
}

// Table is what a figure shows, to be read.
type Table struct {
	Columns []Column `json:"columns"`
	Rows    [][]Cell `json:"rows"`
}

// Column is a column of a Table.
type Column struct {
	Name string `json:"name"`
	Kind string `json:"kind" jsonschema:"text or number"`
}

// Cell is a value: as it is written, and the number if it is one.
type Cell struct {
	Text   string   `json:"text"`
	Number *float64 `json:"number,omitempty"`
}

// tablePoints is how many points of a scatter plot its table has: more are read
// by nobody.
const tablePoints = 200

// Table returns what the figure shows as a table.
func (f Figure) Table() Table {
	f = f.bounded()
	w := texts.In(f.Language)
	say := &w.Chart
	var t Table
	head := func(kind string, names ...string) {
		for _, name := range names {
			t.Columns = append(t.Columns, Column{oneLine(name), kind})
		}
	}
	number := func(v float64, unit string) Cell {
		if math.IsNaN(v) {
			return Cell{}
		}
		return Cell{Text: w.Exact(v, unit), Number: &v}
	}
	switch f.Kind {
	case Histogram:
		head("number", say.From, say.To, cmp.Or(f.Y.Title, say.Count))
		for _, b := range f.Bins {
			t.Rows = append(t.Rows, []Cell{number(b.Low, f.X.Unit), number(b.High, f.X.Unit), number(float64(b.Count), "")})
		}
	case BoxPlot:
		head("text", cmp.Or(f.Y.Title, say.Label))
		head("number", say.Low, say.Q1, say.Median, say.Q3, say.High, say.Outliers)
		for _, b := range f.Boxes {
			row := []Cell{{Text: b.Label}}
			for _, v := range b.numbers() {
				row = append(row, number(v, f.X.Unit))
			}
			t.Rows = append(t.Rows, append(row, number(float64(len(b.Outliers)), "")))
		}
	case Scatter:
		head("number", cmp.Or(f.X.Title, "x"), cmp.Or(f.Y.Title, "y"))
		for _, p := range thin(f.Points, tablePoints) {
			t.Rows = append(t.Rows, []Cell{number(p[0], f.X.Unit), number(p[1], f.Y.Unit)})
		}
	default:
		names, values := f.axes()
		head("text", cmp.Or(names.Title, say.Label))
		for _, s := range f.series() {
			head("number", cmp.Or(s.Name, values.Title, say.Value))
		}
		for i := range f.Values {
			row := []Cell{{Text: f.Labels[i]}}
			for _, s := range f.series() {
				row = append(row, number(s.Values[i], values.Unit))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
