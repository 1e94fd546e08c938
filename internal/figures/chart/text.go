package chart

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/texts"
)

// The narrowest and the widest text of a figure, in characters.
const (
	minText = 40
	maxText = 200
)

// Text draws the figure for a terminal, in lines of at most width characters,
// or 40 if that is less.
func (f Figure) Text(width int) string {
	f = f.bounded()
	width = min(max(width, minText), maxText)
	var lines []string
	switch {
	case f.empty():
		lines = []string{texts.In(f.Language).Chart.Nothing}
	case f.Kind == Histogram:
		lines = f.textHistogram(width)
	case f.Kind == BoxPlot:
		lines = f.textBoxes(width)
	case f.Kind == Scatter:
		lines = f.textPoints(width)
	case f.Kind == HeatMap:
		lines = f.textCells(width)
	case f.Kind == Line && len(f.Values) > 31 && len(f.Series) == 0:
		lines = f.textLine(width)
	default:
		labels, values := f.Flat()
		for i := range labels { // a series is told apart by its name, which stands behind
			if at := strings.LastIndex(labels[i], ", "); at >= 0 && len(f.Series) > 0 {
				of := labels[i][at:]
				labels[i] = cut(labels[i][:at], max(8, width*2/5-utf8.RuneCountInString(of))) + of
			}
		}
		lines = textBars(labels, values, func(v float64) string { return texts.In(f.Language).Exact(v, f.valueAxis().Unit) }, width, f.Kind == Line)
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	head := []string{}
	if f.Title != "" {
		head = append(head, cut(oneLine(f.Title), width))
	}
	return strings.Join(append(head, lines...), "\n") + "\n"
}

// valueAxis is the axis of Values: bars lie, lines do not.
func (f Figure) valueAxis() Axis {
	if f.Kind == Bar || f.Kind == Ring {
		return f.X
	}
	return f.Y
}

func (f Figure) textHistogram(width int) []string {
	labels, counts := make([]string, len(f.Bins)), make([]float64, len(f.Bins))
	for i, b := range f.Bins {
		low, high := f.span(b)
		labels[i], counts[i] = texts.In(f.Language).Tick(low, (b.High-b.Low)/100), float64(b.Count)
		if low != high {
			labels[i] += " – " + texts.In(f.Language).Tick(high, (b.High-b.Low)/100)
		}
	}
	return textBars(labels, counts, func(v float64) string { return texts.In(f.Language).Number(v) }, width, false)
}

// textBars draws a bar a line, to an eighth of a character; those below zero
// are shaded. As a line chart it draws the points of the line: ─────●.
func textBars(labels []string, values []float64, text func(float64) string, width int, line bool) []string {
	room, most, end := 0, 0.0, 0
	for i, v := range values {
		room, end = max(room, utf8.RuneCountInString(labels[i])), max(end, utf8.RuneCountInString(text(v)))
		if !math.IsNaN(v) {
			most = max(most, math.Abs(v))
		}
	}
	room = min(room, width*2/5)
	space := width - room - min(end, width/3) - 3
	lines := make([]string, len(values))
	for i, v := range values {
		bar := ""
		if !math.IsNaN(v) && most > 0 {
			eighths := int(math.Round(math.Abs(v) / most * float64(space) * 8))
			bar = strings.Repeat("█", eighths/8)
			if eighths%8 > 0 {
				bar += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
			}
			if v < 0 {
				bar = strings.Repeat("▒", (eighths+7)/8)
			} else if line {
				bar = strings.Repeat("─", max(0, eighths/8-1)) + "●"
			}
		}
		lines[i] = pad(labels[i], room) + " │" + bar + " " + cut(text(v), width/3)
	}
	return lines
}

func pad(s string, n int) string {
	s = cut(s, n)
	return s + strings.Repeat(" ", n-utf8.RuneCountInString(s))
}

func (f Figure) textBoxes(width int) []string {
	var data []float64
	room := 0
	for _, b := range f.Boxes {
		data = append(append(data, b.Low, b.Q1, b.Q3, b.High), b.Outliers...)
		room = max(room, utf8.RuneCountInString(b.Label))
	}
	room = min(room, width/3)
	s := newScale(0, float64(width-room-3), 8, false, data...)
	at := func(x float64) int {
		return int(min(max(math.Round(s.at(x)), 0), s.to))
	}
	var lines []string
	for _, b := range f.Boxes {
		row := []rune(strings.Repeat(" ", int(s.to)+1))
		fill := func(from, to int, r rune) {
			for i := from; i <= to; i++ {
				row[i] = r
			}
		}
		for _, o := range b.Outliers {
			row[at(o)] = '∘'
		}
		fill(at(b.Low), at(b.High), '─')
		row[at(b.Low)], row[at(b.High)] = '├', '┤'
		fill(at(b.Q1), at(b.Q3), '▒')
		row[at(b.Median)] = '█'
		lines = append(lines, pad(b.Label, room)+" "+string(row))
	}
	ends := texts.In(f.Language).Tick(s.low, s.step)
	high := texts.In(f.Language).Tick(s.high, s.step)
	gap := max(int(s.to)+1-utf8.RuneCountInString(ends)-utf8.RuneCountInString(high), 1)
	return append(lines, pad("", room)+" "+ends+strings.Repeat(" ", gap)+high)
}

// textLine draws a line of many points, from its first label to its last.
func (f Figure) textLine(width int) []string {
	var xs, ys []float64
	for i, v := range f.Values {
		if !math.IsNaN(v) {
			xs, ys = append(xs, float64(i)), append(ys, v)
		}
	}
	x := scale{low: 0, high: float64(len(f.Values) - 1), from: 0, to: float64(width - 12)}
	return f.textGrid(xs, ys, x, f.Labels[0], f.Labels[len(f.Labels)-1], width)
}

func (f Figure) textPoints(width int) []string {
	var xs, ys []float64
	for _, p := range f.Points {
		xs, ys = append(xs, p[0]), append(ys, p[1])
	}
	x := newScale(0, float64(width-12), 6, false, xs...)
	return f.textGrid(xs, ys, x, texts.In(f.Language).Tick(x.low, x.step), texts.In(f.Language).Tick(x.high, x.step), width)
}

// textGrid draws points between the ends of both axes.
func (f Figure) textGrid(xs, ys []float64, x scale, low, high string, width int) []string {
	const rows = 14
	y := newScale(rows-1, 0, 5, false, ys...)
	grid := make([][]int, rows)
	for i := range grid {
		grid[i] = make([]int, width-11)
	}
	for i := range xs {
		grid[int(math.Round(y.at(ys[i])))][int(math.Round(x.at(xs[i])))]++
	}
	var lines []string
	for i, row := range grid {
		label := ""
		switch i {
		case 0:
			label = texts.In(f.Language).Tick(y.high, y.step)
		case rows - 1:
			label = texts.In(f.Language).Tick(y.low, y.step)
		}
		var line strings.Builder
		for _, n := range row {
			line.WriteRune([]rune(" ·•●")[min(n, 3)])
		}
		lines = append(lines, pad(label, 9)+"│"+line.String())
	}
	low, high = cut(low, (width-11)/2), cut(high, (width-11)/2)
	gap := max(width-10-utf8.RuneCountInString(low)-utf8.RuneCountInString(high), 1)
	return append(lines, pad("", 10)+low+strings.Repeat(" ", gap)+high)
}

func (f Figure) textCells(width int) []string {
	const cell = 7
	room := min(width-2*cell, 16)
	n := min((width-room)/cell, len(f.Cells))
	head := pad("", room)
	for _, l := range f.Labels[:n] {
		head += " " + pad(l, cell-1)
	}
	lines := []string{head}
	for i, row := range f.Cells {
		line := pad(f.Labels[i], room)
		for _, v := range row[:n] {
			line += " " + pad(texts.In(f.Language).Fixed(v, 2), cell-1)
		}
		lines = append(lines, line)
	}
	return lines
}
