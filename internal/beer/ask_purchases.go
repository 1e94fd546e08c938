package beer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// askIn are the arguments of ask_purchases.
type askIn struct {
	Question string `json:"question" jsonschema:"in words, complete"`
	SQL      string `json:"sql,omitempty" jsonschema:"one SELECT over my_ relations, the catalogue and all_ tables"`
}

// askFacts are what ask_purchases tells: rows as they are said, or why there
// are none.
type askFacts struct {
	Whose     string     `json:"whose,omitempty"` // own or everybody
	Columns   []string   `json:"columns,omitempty"`
	Rows      [][]string `json:"rows,omitempty"`
	Nothing   bool       `json:"nothing_found,omitempty"`
	Truncated bool       `json:"truncated,omitempty"`
	Notes     []string   `json:"notes,omitempty"`
	Sample    bool       `json:"sample_data,omitempty"` // nobody in it exists
	Said      bool       `json:"sample_said_before,omitempty"`
	Declined  string     `json:"declined,omitempty"`
	Why       string     `json:"why,omitempty"`

	result queryOut // for the card
}

// maxTold is how many rows a model is told; the card has them all.
const maxTold = 20

// maxKept is how many rows are kept for a chart: more than one can show.
const maxKept = 50

// whyDeclined tells a model what to do about it.
var whyDeclined = map[string]string{
	analyst.OtherClient:   "never another client's data: only the guest's own, or statistics over all clients, such as: the average customer's spending per year",
	analyst.Write:         "data can be read only",
	analyst.NotInData:     "only purchases, beers, breweries and trips are recorded",
	analyst.NotUnderstood: "write sql, or ask in plainer words",
	noData:                "the data cannot be read now",
}

func (a *Advisor) askPurchasesTool() (agent.Tool, error) {
	return agent.NewTool("ask_purchases", "Figures: the guest's own purchases and trips, the beer catalogue, or statistics over all clients (write sql, or ask in words).", a.askPurchases,
		agent.Options[askFacts]{Show: showAsked, Say: sayAsked})
}

func (a *Advisor) askPurchases(ctx context.Context, in askIn) (askFacts, error) {
	s := scene.From(ctx)
	out := queryOut{Question: in.Question, id: agent.Key(ctx), language: s.Language}
	var res *safesql.Result
	var err error
	if strings.TrimSpace(in.SQL) != "" {
		res, err = a.own(ctx, in.SQL, &out)
	} else {
		res, err = a.byRule(ctx, s, in.Question, &out)
	}
	if err != nil {
		return askFacts{}, err
	}
	if out.Declined != "" {
		return askFacts{Declined: out.Declined, Why: whyDeclined[out.Declined], result: out}, nil
	}
	out.Columns, out.Rows, out.Truncated, out.Notes, out.Source = res.Columns, res.Rows, res.Truncated, res.Notes, a.Source(ctx)
	if out.Source != ui.Sample {
		out.Currency = a.Currency
	}
	out.kinds = kindsOf(out.SQL, res.Columns)
	f := figures(s, out, res.Path)
	if err := keep(s, out); err != nil || !f.Sample {
		return f, err
	}
	s.Load(sampleNote, &f.Said)
	return f, s.Save(sampleNote, true)
}

// sampleNote is the key under which a conversation keeps that it was told what a
// sample is.
const sampleNote = "sample"

// own answers a statement that a model wrote. Its errors say what to change.
func (a *Advisor) own(ctx context.Context, sql string, out *queryOut) (*safesql.Result, error) {
	if a.AskOwn == nil {
		return nil, errors.New("sql is not offered here: ask in words, without sql")
	}
	sql = analyst.Plain(sql)
	res, err := a.AskOwn(ctx, graph.Guest(ctx), sql)
	refused, ok := errors.AsType[*safesql.Error](err)
	switch {
	case ok && refused.Code == safesql.CodeUnavailable:
		out.Declined = noData
		return nil, nil
	case ok:
		return nil, fmt.Errorf("the sql was refused: %w. The guest's own rows, the catalogue and what is published about all may be read", err)
	case err != nil:
		return nil, err
	}
	out.SQL = sql
	return res, nil
}

// byRule has the rule write the statement, which may be about everybody. A
// question that goes on from the last one is completed.
func (a *Advisor) byRule(ctx context.Context, s *scene.Scene, question string, out *queryOut) (*safesql.Result, error) {
	now := s.Now
	if now.IsZero() {
		now = a.now()
	}
	var last scene.Figures
	s.Load(figuresNote, &last)
	tries := []string{question, analyst.Follow(last.Title, question)}
	if analyst.GoesOn(question) {
		slices.Reverse(tries)
	}
	for _, q := range tries {
		if q == "" {
			continue
		}
		written, err := a.sql(ctx).Do(ctx, &task.Runner{}, analyst.SQLIn{Question: q, Now: now.Format(time.DateOnly)})
		if err != nil {
			return nil, err
		}
		if out.Question, out.SQL, out.Declined = q, written.Out.SQL, written.Out.Declined; out.Declined != analyst.NotUnderstood {
			break
		}
	}
	if out.Declined != "" {
		return nil, nil
	}
	res, err := a.Ask(ctx, graph.Guest(ctx), out.SQL)
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		out.Declined = declined(refused.Code)
		return nil, nil
	}
	return res, err
}

// figuresNote is the key under which a conversation keeps its last figures.
const figuresNote = "figures"

// keep notes what was found out, for a chart.
func keep(s *scene.Scene, out queryOut) error {
	f := scene.Figures{Title: out.Question, Columns: out.Columns, Rows: out.Rows[:min(len(out.Rows), maxKept)]}
	if n := len(out.Columns); n > 0 && isMoney(out.kind(n-1)) {
		f.Money = cmp.Or(out.Currency, analyst.Currency)
	}
	return s.Save(figuresNote, f)
}

// figures writes a result as it is said.
func figures(s *scene.Scene, out queryOut, path string) askFacts {
	w := textsOf(s.Language)
	f := askFacts{Whose: "own", Columns: out.Columns, Truncated: out.Truncated || len(out.Rows) > maxTold, Sample: out.Source == ui.Sample, result: out}
	if path == "population" {
		f.Whose = "everybody"
	}
	if len(out.Notes) > 0 {
		f.Notes = []string{strings.Trim(w.Beer.Rough, "()")}
	}
	for _, row := range out.Rows[:min(len(out.Rows), maxTold)] {
		var cells []string
		empty := true
		for i, v := range row {
			empty = empty && v == nil
			cells = append(cells, cellOf(out.kind(i), v, s.Language, out.Currency).Text)
		}
		if !empty { // a sum of no purchases
			f.Rows = append(f.Rows, cells)
		}
	}
	if f.Nothing = len(f.Rows) == 0; f.Nothing {
		f.Columns = nil
	}
	return f
}

// showAsked draws what is more than a figure.
// fewRows are as many as a sentence or two can say: they need no table.
const fewRows = 5

func showAsked(f askFacts) (ui.Component, error) {
	if len(f.Rows) <= fewRows {
		return ui.Component{}, nil
	}
	return showResult(f.result)
}

func sayAsked(f askFacts, l lang.Language) string {
	w := textsOf(l)
	switch {
	case f.Declined == noData:
		return w.Again(w.Beer.Declines[noData])
	case f.Declined != "":
		return cmp.Or(w.Beer.Declines[f.Declined], w.Beer.Declines[analyst.NotUnderstood])
	}
	var lines []string
	for _, row := range f.Rows {
		line := strings.Join(row, ", ")
		if len(row) > 1 {
			line = row[0] + ": " + strings.Join(row[1:], ", ")
		}
		lines = append(lines, line)
	}
	text := w.Purchases.Nothing
	switch {
	case len(f.Rows) > fewRows: // the card has them
		return w.Purchases.Table
	case len(f.Rows) == 1 && len(f.Columns) == 2 && f.Columns[0] == "mine":
		text = fmt.Sprintf(w.Purchases.Mine, f.Rows[0][0]) + "; " + fmt.Sprintf(w.Purchases.Everyone, f.Rows[0][1]) + "."
	case len(lines) == 1:
		text = lines[0] + "."
	case len(lines) > 1:
		text = fmt.Sprintf(w.Purchases.Several, len(lines)) + "\n- " + strings.Join(lines, "\n- ")
	}
	for _, note := range f.Notes {
		text += "\n(" + note + ")"
	}
	if f.Sample && !f.Said {
		text += "\n" + w.Beer.SampleData
	}
	return text
}
