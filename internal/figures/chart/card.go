package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Chart is the component that shows a figure.
var Chart = ui.Define("chart", 1, func(p Props) string {
	text := strings.Join(p.lines(barsWidth), "\n")
	return strings.TrimSpace(p.Title + "\n" + cmp.Or(text, p.Caption)) // the answer says the caption
})

// Props are those of a [Chart].
type Props struct {
	Language lang.Language `json:"language,omitempty"`
	Title    string        `json:"title"`
	Caption  string        `json:"caption,omitempty"`
	Kind     Kind          `json:"kind" jsonschema:"histogram, box, bar, ring, line or scatter"`
	X        Axis          `json:"x"`
	Y        Axis          `json:"y"`
	Src      string        `json:"src" jsonschema:"path of the SVG on the same origin"`
	Table    Table         `json:"table"`
	Source   ui.Source     `json:"source"`
}

// Props returns the props of the component whose picture is at src, a path of
// our own.
func (f Figure) Props(src string, source ui.Source) Props {
	return Props{Language: f.Language, Title: f.Title, Caption: f.Caption, Kind: f.Kind, X: f.X, Y: f.Y, Src: src, Table: f.Table(), Source: source}
}

// How wide a chart is as text, in characters, and how many lines it has at most: of more
// points every second, third or so is there.
const (
	barsWidth = 60
	minText   = 40
	maxText   = 200
	mostLines = 31
)

// Text draws the figure for a terminal, in lines of at most width characters,
// or 40 if that is less.
func (f Figure) Text(width int) string {
	width = min(max(width, minText), maxText)
	head := []string{}
	if f.Title != "" {
		head = append(head, cut(oneLine(f.Title), width))
	}
	lines := f.Props("", "").lines(width)
	if f.bounded().empty() {
		lines = []string{texts.In(f.Language).Chart.Nothing}
	}
	return strings.Join(append(head, lines...), "\n") + "\n"
}

// lines draws a bar for each number of a label, for who sees no picture. Boxes and points are
// no bars, and have none.
func (p Props) lines(width int) []string {
	rows := p.Table.Rows
	if p.Kind == BoxPlot || p.Kind == Scatter || len(rows) == 0 {
		return nil
	}
	every := max(1, (len(rows)+mostLines-1)/mostLines)
	var labels, written []string
	var values []float64
	for i := 0; i < len(rows); i += every {
		name, numbers, columns := rows[i][0].Text, rows[i][1:], p.Table.Columns[1:]
		if p.Kind == Histogram {
			if numbers[0].Text != name {
				name += "–" + numbers[0].Text
			}
			numbers, columns = numbers[1:], nil
		}
		for k, c := range numbers {
			label, v := name, math.NaN()
			if len(columns) > 1 {
				of := ", " + columns[k].Name
				label = cut(name, max(8, width*2/5-utf8.RuneCountInString(of))) + of
			}
			if c.Number != nil {
				v = *c.Number
			}
			labels, values, written = append(labels, label), append(values, v), append(written, c.Text)
		}
	}
	return bars(labels, values, written, width, p.Kind == Line)
}

// bars draws a bar a line, to an eighth of a character; those below zero
// are shaded. As a line chart it draws the points of the line: ─────●.
func bars(labels []string, values []float64, written []string, width int, line bool) []string {
	most := 0.0
	for _, v := range values {
		if !math.IsNaN(v) {
			most = max(most, math.Abs(v))
		}
	}
	room, end := min(widest(labels), width*2/5), min(widest(written), width/3)
	lines := make([]string, len(values))
	for i, v := range values {
		bar := ""
		if !math.IsNaN(v) && most > 0 {
			eighths := int(math.Round(math.Abs(v) / most * float64(width-room-end-3) * 8))
			switch bar = strings.Repeat("█", eighths/8); {
			case v < 0:
				bar = strings.Repeat("▒", (eighths+7)/8)
			case line:
				bar = strings.Repeat("─", max(0, eighths/8-1)) + "●"
			case eighths%8 > 0:
				bar += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
			}
		}
		label := cut(labels[i], room)
		lines[i] = strings.TrimRight(label+strings.Repeat(" ", room-utf8.RuneCountInString(label))+" │"+bar+" "+cut(written[i], end), " ")
	}
	return lines
}

func widest(all []string) int {
	return utf8.RuneCountInString(slices.MaxFunc(all, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) }))
}
