package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/texts"
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
	LeftOut  int        `json:"left_out,omitempty"` // of the points: more than can be seen
	Largest  *value     `json:"largest,omitempty"`
	Smallest *value     `json:"smallest,omitempty"`
	Fact     string     `json:"fact,omitempty"`
	Whose    string     `json:"whose,omitempty"`
	Values   []string   `json:"values,omitempty"` // of all points, if they are few
	Series   []string   `json:"series,omitempty"` // which are beside each other

	card ui.Component
}

func (s *Statistician) drawChartTool() (agent.Tool, error) {
	return agent.NewTool("draw_chart", "Shows a chart.", s.drawChart, agent.Options[drawChartOut]{
		Last: true, Reads: s.Tasks.Free(),
		Show: func(out drawChartOut) (ui.Component, error) { return out.card, nil },
		Say:  sayChart,
	})
}

// errNothing says what to do before there is something to draw.
var errNothing = errors.New("there are no figures to draw yet: first call ask_purchases or ask_data by month or by group, or say in `of` what to draw")

func (s *Statistician) drawChart(ctx context.Context, in drawChartIn) (drawChartOut, error) {
	f, from, err := s.meantFigure(ctx, in.Of, in.Table)
	if err != nil {
		return drawChartOut{}, err
	}
	f = drawnAs(f, in.Type)
	out := drawnFacts(f)
	if from.Table != nil {
		out.Whose = from.whose()
	}
	if f.Caption == "" && out.Largest != nil {
		f.Caption = out.extremes(texts.In(f.Language))
	}
	out.card, err = s.card(ctx, f, from)
	return out, err
}

// meantFigure returns what is to be drawn: the figures given last if nothing is
// named, or they are, or there is no table to ask.
func (s *Statistician) meantFigure(ctx context.Context, of, table string) (chart.Figure, Source, error) {
	sc := scene.From(ctx)
	var fs scene.Figures
	there := sc.Load(figuresNote, &fs) && len(fs.Rows) > 0
	if pointsBack(of) || there && lang.Fold(of) == lang.Fold(fs.Title) {
		if !there {
			return chart.Figure{}, Source{}, errNothing
		}
		return s.lastFigure(ctx, fs)
	}
	from, plans, err := s.planned(ctx, askDataIn{Question: of, Table: table})
	if there && (errors.Is(err, ErrNone) || isCannot(err)) {
		return s.lastFigure(ctx, fs)
	}
	if errors.Is(err, ErrNone) || isCannot(err) {
		err = errNothing
	}
	if err != nil {
		return chart.Figure{}, Source{}, err
	}
	if from.Name == "" && s.Purchases != nil && s.Purchases(ctx, of) && sc.Load(figuresNote, &fs) {
		if f, from, err := s.lastFigure(ctx, fs); err == nil {
			return f, from, nil
		}
	}
	found, err := look(ctx, from, plans[0], sc.Language)
	if err != nil {
		return chart.Figure{}, from, err
	}
	if len(found.Figures) == 0 {
		return chart.Figure{}, from, fmt.Errorf("nothing of that can be drawn: %s Ask for a distribution, a comparison by a column, or a trend; the columns are: %s",
			strings.Join(cleaned(found.Facts[:min(len(found.Facts), 2)]), " "), strings.Join(some(columnNames(from.Table)), ", "))
	}
	return found.Figures[0], from, keep(sc, from, plans[0], found)
}

func isCannot(err error) bool {
	_, ok := errors.AsType[*question.Cannot](err)
	return ok
}

// backWords name nothing but what was said last.
var backWords = strings.Fields("o a os as de do da isso isto esse essa esses essas este esta estes estas disso desses destes ultimo ultima ultimos resposta numeros dados valores grafico " +
	"the of that this it these those them last previous answer figures numbers values data result results chart " +
	"el la los las eso esto esos estos ultima respuesta cifras datos resultado resultados")

// pointsBack reports whether a question is only "isso", or nothing.
func pointsBack(of string) bool {
	return !slices.ContainsFunc(strings.Fields(lang.Fold(of)), func(w string) bool { return !slices.Contains(backWords, w) })
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
	if a := question.AnswerOf(p, fs.Columns, fs.Rows, sc.Language, fs.Money); p.About != "" && a.Heading() == fs.Title {
		return a
	}
	a := question.AnswerOf(question.Plan{}, fs.Columns, fs.Rows, sc.Language, fs.Money)
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

// errOne says that one number is no chart.
var errOne = errors.New("the last answer is a single figure, or has no numbers, which is no chart: ask for it by month or by group first (ask_purchases or ask_data), then draw")

// maxDrawn is how many bars package chart draws.
const maxDrawn = 25

// maxTold is how many points are told with their values.
const maxTold = 24

// drawnFacts tells what a figure shows.
func drawnFacts(f chart.Figure) drawChartOut {
	out := drawChartOut{Title: question.Inert(f.Title), Type: f.Kind, Fact: ui.Clean(f.Caption)}
	switch f.Kind {
	case chart.Bar, chart.Ring, chart.Line:
		all := values(f)
		if out.Points = len(all); len(all) <= maxTold {
			for _, v := range all {
				out.Values = append(out.Values, question.Inert(v.Label)+": "+v.Value)
			}
		}
		if len(f.Series) > 0 {
			for _, s := range f.Series {
				out.Series = append(out.Series, question.Inert(s.Name))
			}
			return out
		}
		if f.Kind != chart.Line {
			out.LeftOut = max(0, len(all)-maxDrawn)
		}
		low, high := -1, -1
		for i, v := range f.Values {
			if math.IsNaN(v) {
				continue
			}
			if low < 0 || v < f.Values[low] {
				low = i
			}
			if high < 0 || v > f.Values[high] {
				high = i
			}
		}
		if high >= 0 {
			out.Largest = &all[high]
		}
		if high >= 0 && low != high {
			out.Smallest = &all[low]
		}
	case chart.Histogram:
		out.Points = len(f.Bins)
	case chart.Scatter:
		out.Points = len(f.Points)
	case chart.BoxPlot:
		out.Points = len(f.Boxes)
	case chart.HeatMap:
		out.Points = len(f.Cells)
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

// drawnAs returns the figure in another form, if it has the numbers for it.
func drawnAs(f chart.Figure, form string) chart.Figure {
	one := (f.Kind == chart.Bar || f.Kind == chart.Line) && len(f.Series) == 0
	switch lang.Fold(form) {
	case "bar", "bars", "column", "barra", "barras":
		if f.Kind == chart.Line {
			f.Kind, f.X, f.Y = chart.Bar, f.Y, f.X
		}
	case "line", "linha", "linea":
		if f.Kind == chart.Bar {
			f.Kind, f.X, f.Y = chart.Line, f.Y, f.X
		}
	case "histogram", "histograma":
		if one {
			return binned(f)
		}
	}
	if pies[lang.Fold(form)] && one {
		return shares(f)
	}
	return f
}

// pies are charts of shares, as guests call them.
var pies = lang.Set("pie pizza donut torta")

// shares makes a ring of what each value is of the whole. Values below zero are
// no part of anything: then the figure stays as it is.
func shares(f chart.Figure) chart.Figure {
	f = drawnAs(f, "bar")
	whole := 0.0
	for _, v := range f.Values {
		if !(v >= 0) {
			return f
		}
		whole += v
	}
	if whole == 0 {
		return f
	}
	if f.X.Unit == "%" {
		f.Kind = chart.Ring
		return f
	}
	f.Values = slices.Clone(f.Values)
	for i, v := range f.Values {
		f.Values[i] = math.Round(v/whole*1000) / 10
	}
	w := texts.In(f.Language)
	f.X = chart.Axis{Title: w.Data.Part, Unit: "%"}
	f.Kind, f.Title, f.Caption = chart.Ring, f.Title+" (%)", ""
	return f
}

// binned makes a histogram of the values.
func binned(f chart.Figure) chart.Figure {
	axis := f.Y
	if f.Kind == chart.Bar {
		axis = f.X
	}
	bins, whole := table.Histogram(f.Values)
	if len(bins) == 0 {
		return f
	}
	w := texts.In(f.Language)
	h := chart.Figure{Kind: chart.Histogram, Title: f.Title, Language: f.Language, X: axis, Y: chart.Axis{Title: w.Data.Frequency}}
	for _, b := range bins {
		h.Bins = append(h.Bins, chart.Bin(b))
	}
	h.Whole = whole
	return h
}
