package data

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// Tools returns what an agent may ask of tables: ask_data and draw_chart.
func (s *Statistician) Tools() ([]agent.Tool, error) {
	ask, err1 := s.askDataTool()
	draw, err2 := s.drawChartTool()
	return []agent.Tool{ask, draw}, errors.Join(err1, err2)
}

// Spare names the tool that is of no use to a guest: with no table that they may see,
// ask_data knows no more than the questions about their purchases.
func (s *Statistician) Spare(ctx context.Context, guest string) []string {
	if all, err := s.open(ctx, guest); err != nil || len(all) > 0 {
		return nil
	}
	return []string{"ask_data"}
}

// What the scene keeps between calls.
const (
	figuresNote = "figures" // scene.Figures: of the answer given last, whichever tool gave it
	askedNote   = "data"    // asked: of the question about a table asked last
)

// asked is a question about a table, for what follows up on it.
type asked struct {
	Table string        `json:"table,omitempty"` // empty: the guest's own rows
	Plan  question.Plan `json:"plan"`
	Title string        `json:"title,omitempty"` // of its first figure
}

// keep notes what was computed, for a chart of it and for the next question.
func keep(sc *scene.Scene, from Source, plan question.Plan, found Finding) error {
	note := asked{Table: from.Name, Plan: plan}
	fs := scene.Figures{Columns: []string{}, Rows: [][]any{}}
	if len(found.Figures) > 0 {
		fs = figuresOf(found.Figures[0])
		note.Title = fs.Title
	}
	return errors.Join(sc.Save(askedNote, note), sc.Save(figuresNote, fs))
}

// figuresOf are what a figure shows, as rows. What is no number stays away: a
// note is JSON.
func figuresOf(f chart.Figure) scene.Figures {
	fs := scene.Figures{Title: f.Title, Columns: []string{}, Rows: [][]any{}}
	switch f.Kind { // the values are the last column
	case chart.Bar, chart.Ring:
		fs.Money = question.Currencies[f.X.Unit]
	case chart.Line:
		fs.Money = question.Currencies[f.Y.Unit]
	}
	t := f.Table()
	for _, c := range t.Columns {
		fs.Columns = append(fs.Columns, c.Name)
	}
	for _, cells := range t.Rows {
		row := make([]any, len(cells))
		for i, c := range cells {
			switch {
			case c.Number != nil:
				row[i] = *c.Number
			case t.Columns[i].Kind == "text":
				row[i] = c.Text
			}
		}
		fs.Rows = append(fs.Rows, row)
	}
	return fs
}

// card makes the component of a figure that a tool shows.
func (s *Statistician) card(ctx context.Context, f chart.Figure, from Source) (ui.Component, error) {
	return s.draw(ctx, cmp.Or(agent.Key(ctx), graph.Key(ctx), "chart"), f, from)
}

// value is a number with its name, as both are said.
type value struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

func (v value) String() string { return v.Label + " " + v.Value }

// values are those of a bar or a line.
func values(f chart.Figure) []value {
	c := computation{w: texts.In(f.Language)}
	unit := f.Y.Unit
	if f.Kind == chart.Bar || f.Kind == chart.Ring {
		unit = f.X.Unit
	}
	var all []value
	labels, numbers := f.Flat()
	for i, v := range numbers {
		if !math.IsNaN(v) || len(f.Series) == 0 {
			all = append(all, value{labels[i], c.amount(v, unit)})
		}
	}
	return all
}

// Whose rows are.
const (
	ofHouse  = "house"
	ofGuest  = "guest"
	ofSample = "guest, sample data"
)

func (f Source) whose() string {
	switch {
	case f.Name != "":
		return ofHouse
	case f.Sample:
		return ofSample
	}
	return ofGuest
}

// clip keeps a question short: nobody asks more than that in one go.
func clip(s string) string {
	if len(s) <= 1000 {
		return s
	}
	return strings.ToValidUTF8(s[:1000], "")
}
