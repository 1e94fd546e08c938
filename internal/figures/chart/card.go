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

// Chart is the component that shows a figure.
var Chart = ui.Define("chart", 1, func(p Props) string {
	return strings.TrimSpace(p.Title + "\n" + cmp.Or(p.bars(), p.Caption)) // the answer says the caption
})

// How wide a chart is as text, and how many bars it has at most.
const (
	barsWidth = 60
	mostBars  = 31
)

// bars draws what is one number for each label in signs, a line each, for who sees
// no picture; "" if it is something else.
func (p Props) bars() string {
	if p.Kind != Bar && p.Kind != Ring && p.Kind != Line && p.Kind != Histogram || len(p.Table.Rows) == 0 || len(p.Table.Rows) > mostBars {
		return ""
	}
	var labels, texts []string
	var values []float64
	several := p.Kind != Histogram && len(p.Table.Columns) > 2
	for _, row := range p.Table.Rows {
		names, numbers := row[:max(0, len(row)-1)], row[max(0, len(row)-1):]
		if several {
			names, numbers = row[:1], row[1:]
		}
		var label []string
		for _, c := range names {
			label = append(label, c.Text)
		}
		for k, c := range numbers {
			if c.Number == nil && several {
				continue
			}
			if c.Number == nil || len(names) == 0 {
				return ""
			}
			name := strings.Join(label, "–")
			if several {
				name += ", " + p.Table.Columns[k+1].Name
			}
			labels, values, texts = append(labels, name), append(values, *c.Number), append(texts, c.Text)
		}
	}
	say := func(v float64) string { return texts[max(0, slices.Index(values, v))] }
	return strings.Join(textBars(labels, values, say, barsWidth, p.Kind == Line), "\n") + "\n"
}

// Props are those of a [Chart].
type Props struct {
	Language lang.Language `json:"language,omitempty"`
	Title    string        `json:"title"`
	Caption  string        `json:"caption,omitempty"`
	Kind     Kind          `json:"kind" jsonschema:"histogram, box, bar, ring, line, scatter or heat"`
	X        Axis          `json:"x"`
	Y        Axis          `json:"y"`
	Src      string        `json:"src" jsonschema:"path of the SVG on the same origin"`
	Table    Table         `json:"table"`
	Source   ui.Source     `json:"source"`
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

// Props returns the props of the component whose picture is at src, a path of
// our own.
func (f Figure) Props(src string, source ui.Source) Props {
	return Props{Language: f.Language, Title: f.Title, Caption: f.Caption, Kind: f.Kind, X: f.X, Y: f.Y, Src: src, Table: f.Table(), Source: source}
}

// tablePoints is how many points of a scatter plot its table has: more are read
// by nobody.
const tablePoints = 200

// Table returns what the figure shows as a table.
func (f Figure) Table() Table {
	f = f.bounded()
	w := texts.In(f.Language)
	say := &w.Chart
	number := func(v float64, unit string) Cell {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Cell{}
		}
		return Cell{Text: w.Exact(v, unit), Number: &v}
	}
	var t Table
	column := func(name, other, kind string) {
		if name == "" {
			name = other
		}
		t.Columns = append(t.Columns, Column{oneLine(name), kind})
	}
	switch f.Kind {
	case Histogram:
		column(say.From, "", "number")
		column(say.To, "", "number")
		column(f.Y.Title, say.Count, "number")
		for _, b := range f.Bins {
			low, high := f.span(b)
			t.Rows = append(t.Rows, []Cell{number(low, f.X.Unit), number(high, f.X.Unit), number(float64(b.Count), "")})
		}
	case BoxPlot:
		column(f.Y.Title, say.Label, "text")
		for _, name := range []string{say.Low, say.Q1, say.Median, say.Q3, say.High, say.Outliers} {
			column(name, "", "number")
		}
		for _, b := range f.Boxes {
			row := []Cell{{Text: b.Label}}
			for _, v := range []float64{b.Low, b.Q1, b.Median, b.Q3, b.High} {
				row = append(row, number(v, f.X.Unit))
			}
			t.Rows = append(t.Rows, append(row, number(float64(len(b.Outliers)), "")))
		}
	case Scatter:
		column(f.X.Title, "x", "number")
		column(f.Y.Title, "y", "number")
		every := max(1, (len(f.Points)+tablePoints-1)/tablePoints)
		for i := 0; i < len(f.Points); i += every {
			t.Rows = append(t.Rows, []Cell{number(f.Points[i][0], f.X.Unit), number(f.Points[i][1], f.Y.Unit)})
		}
	case HeatMap:
		column(say.Label, "", "text")
		for i, row := range f.Cells {
			column(f.Labels[i], say.Value, "number")
			cells := []Cell{{Text: f.Labels[i]}}
			for _, v := range row {
				c := number(v, "")
				c.Text = w.Fixed(v, 2)
				cells = append(cells, c)
			}
			t.Rows = append(t.Rows, cells)
		}
	default: // a bar's and a ring's names are on their Y, a line's on its X
		names := f.X
		if f.Kind == Bar || f.Kind == Ring {
			names = f.Y
		}
		column(names.Title, say.Label, "text")
		for _, s := range f.series() {
			column(cmp.Or(s.Name, f.valueAxis().Title), say.Value, "number")
		}
		for i := range f.Values {
			row := []Cell{{Text: f.Labels[i]}}
			for _, s := range f.series() {
				row = append(row, number(s.Values[i], f.valueAxis().Unit))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
