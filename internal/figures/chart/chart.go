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
	"math"
	"slices"
	"strings"

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
	HeatMap   Kind = "heat"      // Labels for rows and columns, and Cells, from -1 to 1
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
	Whole  bool // Bins are of whole numbers, and have their edges between them
	Boxes  []Box
	Points [][2]float64
	Cells  [][]float64 // by row
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

// Bin is a bar of a histogram.
type Bin struct {
	Low, High float64
	Count     int
}

// span returns the least and the highest number of a bin as it is written.
func (f Figure) span(b Bin) (low, high float64) {
	if f.Whole {
		return math.Ceil(b.Low), math.Floor(b.High)
	}
	return b.Low, b.High
}

// Box is a box plot: quartiles, whiskers and the outliers beyond them.
type Box struct {
	Label                     string
	Low, Q1, Median, Q3, High float64
	Outliers                  []float64
}

// The most that is drawn. Beyond it bars and boxes are left out, and the others
// thinned evenly; Table has as much as is drawn.
const (
	maxBars   = 25
	maxBoxes  = 12
	maxSteps  = 400
	maxPoints = 1000
	maxCells  = 20 // in each direction
	maxBins   = 60
	maxSeries = 6
)

// bounded returns the figure with no more than can be drawn, and every text and
// number fit to be.
func (f Figure) bounded() Figure {
	f.Title, f.Caption = ui.Clean(f.Title), ui.Clean(f.Caption)
	f.X, f.Y = Axis{ui.Clean(f.X.Title), ui.Clean(f.X.Unit)}, Axis{ui.Clean(f.Y.Title), ui.Clean(f.Y.Unit)}
	n := min(len(f.Labels), len(f.Values))
	every := 1
	switch f.Kind {
	case Bar, Ring:
		n = min(n, max(1, maxBars/len(f.series()[:min(len(f.series()), maxSeries)])))
	case Line:
		every = max(1, (n+maxSteps-1)/maxSteps)
	case HeatMap:
		n = min(len(f.Labels), len(f.Cells), maxCells)
	}
	all := slices.Clone(f.series()[:min(len(f.series()), maxSeries)])
	for k, s := range all {
		var values []float64
		for i := 0; i < n && f.Kind != HeatMap; i += every {
			v := math.NaN()
			if i < len(s.Values) {
				v = orNaN(s.Values[i])
			}
			values = append(values, v)
		}
		all[k] = Series{oneLine(s.Name), values}
	}
	var labels []string
	var cells [][]float64
	for i := 0; i < n; i += every {
		labels = append(labels, oneLine(f.Labels[i]))
		if f.Kind == HeatMap {
			cells = append(cells, heatRow(f.Cells[i], n))
		}
	}
	f.Labels, f.Values, f.Cells = labels, all[0].Values, cells
	if len(f.Series) > 0 {
		f.Series = all
	}

	f.Bins = slices.DeleteFunc(slices.Clone(f.Bins[:min(len(f.Bins), maxBins)]), func(b Bin) bool { return !finite(b.Low) || !finite(b.High) })
	f.Boxes = slices.DeleteFunc(slices.Clone(f.Boxes[:min(len(f.Boxes), maxBoxes)]), func(b Box) bool {
		return !finite(b.Low) || !finite(b.Q1) || !finite(b.Median) || !finite(b.Q3) || !finite(b.High)
	})
	for i, b := range f.Boxes {
		f.Boxes[i].Label = oneLine(b.Label)
		f.Boxes[i].Outliers = slices.DeleteFunc(slices.Clone(b.Outliers), func(x float64) bool { return !finite(x) })
	}
	every = max(1, (len(f.Points)+maxPoints-1)/maxPoints)
	var points [][2]float64
	for i := 0; i < len(f.Points); i += every {
		if p := f.Points[i]; finite(p[0]) && finite(p[1]) {
			points = append(points, p)
		}
	}
	f.Points = points
	return f
}

// heatRow returns n numbers from -1 to 1, or NaN.
func heatRow(cells []float64, n int) []float64 {
	row := make([]float64, n)
	for i := range row {
		row[i] = math.NaN()
		if i < len(cells) && math.Abs(cells[i]) <= 1 {
			row[i] = cells[i]
		}
	}
	return row
}

// drawn is the largest number that is drawn; the distance of two such is finite.
const drawn = math.MaxFloat64 / 4

func finite(x float64) bool { return math.Abs(x) <= drawn }

// orNaN returns a number that can be drawn.
func orNaN(x float64) float64 {
	if !finite(x) {
		return math.NaN()
	}
	return x
}

func oneLine(s string) string { return strings.Join(strings.Fields(ui.Clean(s)), " ") }

// cut shortens a text to at most n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:max(n-1, 0)]) + "…"
	}
	return s
}
