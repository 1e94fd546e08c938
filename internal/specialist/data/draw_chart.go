package data

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type drawChartIn struct {
	Of    string `json:"of,omitempty" jsonschema:"a question; empty: the figures just given, two columns of one unit side by side"`
	Type  string `json:"type,omitempty" jsonschema:"bar, line, pie, histogram, scatter"`
	Table string `json:"table,omitempty"`
}

type drawChartOut struct {
	Title    string     `json:"title"`
	Type     chart.Kind `json:"type"`
	Points   int        `json:"points"`
	Largest  *value     `json:"largest,omitempty"`
	Smallest *value     `json:"smallest,omitempty"`
	Fact     string     `json:"fact,omitempty"`
	Whose    string     `json:"whose,omitempty"`
	Values   []string   `json:"values,omitempty"` // of all points, if they are few
	Series   []string   `json:"series,omitempty"` // which are beside each other

	card ui.Component
}

// value is a number with its name, as both are said.
type value struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

const (
	maxTold = 24 // points that are told with their values
)

// What to do before something can be drawn.
var (
	errNothing = errors.New("there are no figures to draw yet: first call ask_purchases or ask_data by month or by group, or say in `of` what to draw")
	errOne     = errors.New("the last answer is a single figure, or has no numbers, which is no chart: ask for it by month or by group first (ask_purchases or ask_data), then draw")
)

func (s *Statistician) drawChartTool() (agent.Tool, error) {
	return agent.NewTool("draw_chart", "Shows a chart.", s.drawChart, agent.Options[drawChartOut]{
		Last: true, Reads: s.Tasks.Free(), Say: sayChart,
		Show: func(out drawChartOut) (ui.Component, error) { return out.card, nil },
	})
}

func (s *Statistician) drawChart(ctx context.Context, in drawChartIn) (drawChartOut, error) {
	f, from, err := s.meantFigure(ctx, in.Of, in.Table)
	if err != nil {
		return drawChartOut{}, err
	}
	f = drawnAs(f, lang.Fold(in.Type))
	out := drawnFacts(f)
	if from.Table != nil {
		out.Whose = from.whose()
	}
	if f.Caption == "" {
		f.Caption = out.extremes(texts.In(f.Language))
	}
	path := ""
	if s.Keep != nil {
		if path, err = s.Keep(ctx, graph.Guest(ctx), f.SVG()); err != nil {
			return out, fmt.Errorf("keeping a picture: %w", err)
		}
	}
	source := ui.Source("table")
	if from.Sample {
		source = ui.Sample
	}
	out.card, err = chart.Chart.New(cmp.Or(agent.Key(ctx), graph.Key(ctx), "chart"), f.Props(path, source))
	return out, err
}

// meantFigure returns what is to be drawn: the figures given last if nothing is
// named, or they are, or there is no table to ask.
func (s *Statistician) meantFigure(ctx context.Context, of, table string) (chart.Figure, Source, error) {
	sc := scene.From(ctx)
	var fs scene.Figures
	there := sc.Load(figuresNote, &fs) && len(fs.Rows) > 0
	back := pointsBack(of) || there && lang.Fold(of) == lang.Fold(fs.Title)
	if back && there {
		return s.lastFigure(ctx, fs)
	}
	var plans []question.Plan
	q, err := s.about(ctx, &askDataIn{Question: of, Table: table})
	if err == nil {
		plans, err = q.plans(of)
	}
	_, cannot := errors.AsType[*question.Cannot](err)
	switch unknown := back || cannot || errors.Is(err, ErrNone); {
	case unknown && there:
		return s.lastFigure(ctx, fs)
	case unknown:
		return chart.Figure{}, Source{}, errNothing
	case err != nil:
		return chart.Figure{}, Source{}, err
	}
	if q.Name == "" && s.Purchases != nil && s.Purchases(ctx, of) && sc.Load(figuresNote, &fs) {
		if f, from, err := s.lastFigure(ctx, fs); err == nil {
			return f, from, nil
		}
	}
	found, err := look(ctx, q.Source, plans[0], sc.Language)
	if err == nil && len(found.Figures) == 0 {
		err = fmt.Errorf("nothing of that can be drawn: %s Ask for a distribution, a comparison by a column, or a trend; the columns are: %s",
			strings.Join(cleaned(found.Facts[:min(len(found.Facts), 2)]), " "), strings.Join(some(q.columns()), ", "))
	}
	if err != nil {
		return chart.Figure{}, q.Source, err
	}
	return found.Figures[0], q.Source, keep(sc, q.Source, plans[0], found.figures())
}

//go:embed words/charts.txt
var chartsFile string

var chartWords = wordfile.Sets(chartsFile)

// pointsBack reports whether a question is only "isso", or nothing.
func pointsBack(of string) bool {
	return !slices.ContainsFunc(strings.Fields(lang.Fold(of)), func(w string) bool { return !chartWords["back"][w] })
}

// lastFigure draws the figures given last. Those of a table are computed again:
// a histogram is more than its rows.
func (s *Statistician) lastFigure(ctx context.Context, fs scene.Figures) (chart.Figure, Source, error) {
	sc := scene.From(ctx)
	var last asked
	if sc.Load(askedNote, &last) && last.Title == fs.Title {
		from, err := s.Source(ctx, graph.Guest(ctx), "", last.Table)
		if err == nil && from.Name == last.Table {
			found, err := look(ctx, from, last.Plan, sc.Language)
			if err == nil && len(found.Figures) > 0 {
				return found.Figures[0], from, nil
			}
		}
	}
	f, ok := lastAnswer(sc, fs).Figure()
	if !ok && !sc.Later && s.Purchases != nil && s.Purchases(ctx, wider(sc)) && sc.Load(figuresNote, &fs) {
		f, ok = lastAnswer(sc, fs).Figure()
	}
	if !ok {
		return f, Source{}, errOne
	}
	f.Title = cmp.Or(question.Inert(fs.Title), f.Title)
	return f, Source{}, nil
}

// wider is a question that goes on from an answer of one figure to some that can be drawn:
// those of the months, or of more than the first of a ranking.
func wider(sc *scene.Scene) string {
	var p question.Plan
	switch known := sc.Load("plan", &p); {
	case known && len(p.By) > 0:
		return "e os 10 primeiros?"
	case known && p.Do == question.List && len(p.Show) == 1:
		return "unidades por " + p.Show[0] + " que comprei"
	}
	return "e por mês?"
}

// lastAnswer makes an answer of figures: of the last plan if they are its. Of a
// statement that a model wrote there is none, and the column that is drawn holds
// amounts unless its name says that it counts.
func lastAnswer(sc *scene.Scene, fs scene.Figures) question.Answer {
	for _, row := range fs.Rows {
		for i, v := range row {
			if n, ok := v.(float64); ok && n == math.Trunc(n) { // a note is JSON, which knows no whole numbers
				row[i] = int64(n)
			}
		}
	}
	var p question.Plan
	sc.Load("plan", &p)
	a := question.AnswerOf(p, fs.Columns, fs.Rows, sc.Language, fs.Money)
	if p.About != "" && a.Heading() == fs.Title {
		return a
	}
	a = question.AnswerOf(question.Plan{}, fs.Columns, fs.Rows, sc.Language, fs.Money)
	a.Asked = fs.Title
	if _, n := a.Axes(); n >= 0 && fs.Money != "" && !question.Counts(fs.Columns[n]) {
		a.Kinds = make([]string, len(fs.Columns))
		for i, name := range fs.Columns { // total_2025 and total_2026 are alike
			if strings.Trim(name, "0123456789_") == strings.Trim(fs.Columns[n], "0123456789_") {
				a.Kinds[i] = "amount"
			}
		}
	}
	return a
}

// drawnFacts tells what a figure shows.
func drawnFacts(f chart.Figure) drawChartOut {
	out := drawChartOut{Title: question.Inert(f.Title), Type: f.Kind, Fact: ui.Clean(f.Caption), Points: len(f.Bins) + len(f.Points) + len(f.Boxes)}
	labels, numbers := f.Flat()
	unit, w := f.Y.Unit, texts.In(f.Language)
	if f.Kind == chart.Bar || f.Kind == chart.Ring {
		unit = f.X.Unit
	}
	say := func(i int) *value { return &value{labels[i], amounts(w, unit, numbers[i])[0].(string)} }
	low, high := -1, -1
	for i, v := range numbers {
		if math.IsNaN(v) {
			continue
		}
		if low < 0 || v < numbers[low] {
			low = i
		}
		if high < 0 || v > numbers[high] {
			high = i
		}
		out.Points++
		out.Values = append(out.Values, question.Inert(labels[i])+": "+say(i).Value)
	}
	if len(out.Values) > maxTold {
		out.Values = nil
	}
	for _, s := range f.Series {
		out.Series = append(out.Series, question.Inert(s.Name))
	}
	if high >= 0 && len(f.Series) == 0 {
		if out.Largest = say(high); low != high {
			out.Smallest = say(low)
		}
	}
	return out
}

func (out drawChartOut) extremes(w *texts.Words) string {
	if out.Largest == nil || out.Smallest == nil {
		return ""
	}
	return fmt.Sprintf(w.Data.Extremes, out.Largest.Label, out.Largest.Value, out.Smallest.Label, out.Smallest.Value)
}

// sayChart tells that a chart was drawn, and what it shows.
func sayChart(out drawChartOut, l lang.Language) string {
	w := texts.In(l)
	return strings.TrimSpace(fmt.Sprintf(w.Data.Drawn, out.Title) + " " + cmp.Or(out.Fact, out.extremes(w)))
}

// drawnAs returns a figure of bars or a line in another form, if it has the numbers for it.
func drawnAs(f chart.Figure, form string) chart.Figure {
	is := func(word string) bool { return chartWords[word][form] }
	single := len(f.Series) == 0
	switch {
	case f.Kind != chart.Bar && f.Kind != chart.Line:
		return f
	case is("histogram") && single:
		return binned(f)
	case f.Kind == chart.Bar && is("line"), f.Kind == chart.Line && (is("bar") || is("pie")):
		f.Kind, f.X, f.Y = map[chart.Kind]chart.Kind{chart.Bar: chart.Line, chart.Line: chart.Bar}[f.Kind], f.Y, f.X
	}
	if is("pie") && single {
		return shares(f)
	}
	return f
}

// binned makes a histogram of the values.
func binned(f chart.Figure) chart.Figure {
	axis := f.Y
	if f.Kind == chart.Bar {
		axis = f.X
	}
	h := chart.Figure{Kind: chart.Histogram, Title: f.Title, Language: f.Language, X: axis, Y: chart.Axis{Title: texts.In(f.Language).Data.Frequency}}
	for _, b := range table.Histogram(f.Values) {
		h.Bins = append(h.Bins, chart.Bin(b))
	}
	return h
}

// shares makes a ring of what each value is of the whole. Values below zero are
// no part of anything: then the figure stays as it is.
func shares(f chart.Figure) chart.Figure {
	whole := 0.0
	for _, v := range f.Values {
		whole += v
	}
	if !(whole > 0) || slices.Min(f.Values) < 0 {
		return f
	}
	if f.Kind = chart.Ring; f.X.Unit == "%" {
		return f
	}
	f.Values = slices.Clone(f.Values)
	for i, v := range f.Values {
		f.Values[i] = math.Round(v/whole*1000) / 10
	}
	f.X = chart.Axis{Title: texts.In(f.Language).Data.Part, Unit: "%"}
	f.Title, f.Caption = f.Title+" (%)", ""
	return f
}
