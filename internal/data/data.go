// Package data answers questions about a table: what it has, how its numbers
// are spread, what goes together, how it went over time.
//
//	s := &data.Statistician{Tasks: tasks, Tables: tables}
//	graph := s.Graph()
//
// It is a graph: locate (the refining cascade finds which chunks of the table a
// question is about), decide (the task Intent chooses what is to be computed),
// compute (package table does, on the data), show (figures, and the task Answer
// for words). A model chooses and words; no number is ever a model's.
package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/chart"
	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Kinds are the components this package shows.
var Kinds = []ui.Any{chart.Chart}

// A Statistician is what the graph needs.
type Statistician struct {
	Tasks  *task.Runner
	Tables *Tables // that were added; nil: none

	// May reports whether a guest may see the tables that were added; nil:
	// everybody may.
	May func(guest string) bool

	// Own returns rows that are the guest's own, for as long as there is no
	// other table that they may see, and whether they are made up. Without
	// rows the table is nil. Nil: nobody has any.
	Own func(ctx context.Context, guest string) (t *table.Table, sample bool, err error)

	// Refine is the cascade. Its Tasks are set to those above.
	Refine retrieve.Refiner

	// Keep keeps a picture of a guest and returns its path; nil: there are no
	// pictures, only their tables.
	Keep func(ctx context.Context, guest, svg string) (path string, err error)

	Language lang.Language    // spoken when the guest's cannot be told; empty: Portuguese
	Now      func() time.Time // nil: time.Now
}

// State is a question on its way to its answer, and what follows up on it.
type State struct {
	Question string         `json:"question"`
	Today    string         `json:"today,omitempty"` // when it is asked
	Language lang.Language  `json:"language"`
	Table    string         `json:"table,omitempty"` // its name; empty: the guest's own rows, or none
	Found    *Found         `json:"found,omitempty"`
	Asked    *IntentOut     `json:"asked,omitempty"`
	Before   *IntentOut     `json:"before,omitempty"` // of the turn before
	Head     string         `json:"head,omitempty"`   // facts that are always said
	Answer   AnswerIn       `json:"answer,omitzero"`
	UI       []ui.Component `json:"ui,omitempty"` // shown in this turn
	Text     string         `json:"text,omitempty"`
}

// Found is what the cascade found.
type Found struct {
	Columns []string `json:"columns,omitempty"` // nearest first
	Ways    []string `json:"ways,omitempty"`    // intents
	Stage   string   `json:"stage"`
	Success bool     `json:"success"`
}

// Graph returns the statistician as a graph.
func (s *Statistician) Graph() *graph.Graph[State] {
	g := graph.New[State]("data@1")
	g.Start(nil, "locate")
	g.Node("locate", s.locate, func(x State) string {
		if x.Found == nil {
			return graph.End
		}
		return "decide"
	}, "decide", graph.End)
	g.Node("decide", s.decide, nil, "compute")
	g.Node("compute", s.compute, nil, "show")
	g.Node("show", s.show, nil, graph.End)
	return g
}

// Begin is the state in which a turn starts. before is the one in which the
// last turn of the conversation ended, if there was one.
func (s *Statistician) Begin(before *State, question string, language lang.Language) State {
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	x := State{Question: question, Today: now().Format(time.DateOnly)}
	known := cmp.Or(s.Language, lang.Portuguese)
	if before != nil {
		x.Before, x.Table, known = before.Asked, before.Table, before.Language
	}
	var ok bool
	if x.Language, ok = lang.Parse(string(language)); !ok {
		x.Language = known
		if l, sure := lang.Detect(question); sure && (before == nil || len(strings.Fields(question)) > 3) {
			x.Language = l
		}
	}
	return x
}

// Source is a table that is asked about.
type Source struct {
	Name   string // empty: rows that are the guest's own
	Sample bool   // they are made up
	Table  *table.Table
	Search *retrieve.Collection // nil: made when it is needed
}

// ErrNone says that there is nothing that a guest may ask about.
var ErrNone = errors.New("there is no table")

// Source finds the table that a question names, or else the one asked about
// before, or the one added last, or the guest's own rows.
func (s *Statistician) Source(ctx context.Context, guest, question, before string) (Source, error) {
	if s.Tables != nil && (s.May == nil || s.May(guest)) {
		all, err := s.Tables.List(ctx)
		if err != nil {
			return Source{}, err
		}
		if len(all) > 0 {
			o, err := s.Tables.Open(ctx, meant(all, question, before))
			if err != nil {
				return Source{}, err
			}
			return Source{Name: o.Name, Table: o.Table, Search: o.Search}, nil
		}
	}
	if s.Own == nil {
		return Source{}, ErrNone
	}
	t, sample, err := s.Own(ctx, guest)
	if err == nil && t == nil {
		err = ErrNone
	}
	if err != nil {
		return Source{}, err
	}
	return Source{Sample: sample, Table: t}, nil
}

// collection is what the table is searched by. Rows of a guest are neither
// stored nor sent to an embedder elsewhere.
func (f Source) collection(ctx context.Context) (*retrieve.Collection, error) {
	if f.Search != nil {
		return f.Search, nil
	}
	c := retrieve.New("own", nil, embed.Local())
	_, err := c.Put(ctx, Chunks(f.Table), nil)
	return c, err
}

// meant returns the name of the table that a question is about.
func meant(all []Entry, question, before string) string {
	words := strings.Fields(lang.Fold(question))
	for _, e := range all {
		if slices.Contains(words, e.Name) {
			return e.Name
		}
	}
	if slices.ContainsFunc(all, func(e Entry) bool { return e.Name == before }) {
		return before
	}
	return all[0].Name
}

func (s *Statistician) source(ctx context.Context, x State) (Source, error) {
	return s.Source(ctx, graph.Guest(ctx), x.Question, x.Table)
}

// locate finds what a question is about. Where there is no table it says so.
func (s *Statistician) locate(ctx context.Context, x State, emit graph.Emit) (State, error) {
	from, err := s.source(ctx, x)
	if errors.Is(err, ErrNone) {
		return x.say(emit, voice.In(x.Language).Data.NoTable), nil
	}
	if err != nil {
		return x, err
	}
	x.Table = from.Name
	found, _, err := s.find(ctx, from, x.searched())
	if err != nil {
		return x, err
	}
	x.Found = &found
	return x, nil
}

// searched is what is searched for: a question as short as a follow-up, with
// what was asked before, without which it is about nothing.
func (x State) searched() string {
	if x.Before == nil || len(strings.Fields(x.Question)) > fewWords {
		return x.Question
	}
	i := slices.IndexFunc(ways, func(w way) bool { return w.intent == x.Before.Intent })
	if i < 0 {
		return x.Question
	}
	return strings.Join(append([]string{x.Question, ways[i].title}, x.Before.Columns...), ", ")
}

// find runs the cascade.
func (s *Statistician) find(ctx context.Context, from Source, question string) (Found, retrieve.Refinement, error) {
	c, err := from.collection(ctx)
	if err != nil {
		return Found{}, retrieve.Refinement{}, err
	}
	r := s.Refine
	r.Tasks = s.Tasks
	r.About = cmp.Or(r.About, "what a table of data has and what can be computed from it")
	res, did, err := r.Search(ctx, c, retrieve.Search{Text: question, K: 25})
	if err != nil {
		return Found{}, did, err
	}
	found := Found{Stage: did.Stage, Success: did.Success}
	add := func(to *[]string, name string) {
		if name != "" && !slices.Contains(*to, name) && len(*to) < maxNear {
			*to = append(*to, name)
		}
	}
	for _, h := range res.Hits {
		add(&found.Ways, h.Doc.Fields["way"])
		add(&found.Columns, h.Doc.Fields["column"])
		add(&found.Columns, h.Doc.Fields["other"])
	}
	return found, did, nil
}

// How many columns a model is told of, those that were found first, and how
// many found ones are told.
const (
	maxTold = 60
	maxNear = 8
)

// decide chooses what to compute.
func (s *Statistician) decide(ctx context.Context, x State, _ graph.Emit) (State, error) {
	from, err := s.source(ctx, x)
	if err != nil {
		return x, err
	}
	res, err := Intent.Do(ctx, s.Tasks, x.intentIn(from.Table))
	if err != nil {
		return x, err
	}
	x.Asked = &res.Out
	return x, nil
}

func (x State) intentIn(t *table.Table) IntentIn {
	in := IntentIn{Question: clip(x.Question), Language: x.Language, Near: x.Found.Columns, Ways: x.Found.Ways, Before: x.Before, Today: x.Today}
	for _, p := range t.Summary() {
		c := ColumnIn{Name: p.Name, Kind: p.Kind}
		for _, v := range p.Top {
			if p.Kind == table.Text && len(v.Text) <= 40 {
				c.Values = append(c.Values, v.Text)
			}
		}
		in.Columns = append(in.Columns, c)
	}
	if len(in.Columns) > maxTold {
		near := func(c ColumnIn) int {
			if slices.Contains(x.Found.Columns, c.Name) {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(in.Columns, func(a, b ColumnIn) int { return cmp.Compare(near(a), near(b)) })
		in.Columns = in.Columns[:maxTold]
	}
	return in
}

// compute computes, and draws what it finds.
func (s *Statistician) compute(ctx context.Context, x State, emit graph.Emit) (State, error) {
	from, err := s.source(ctx, x)
	if err != nil {
		return x, err
	}
	id := graph.Key(ctx)
	emit(event.ToolCall, event.Call{ID: id, Tool: "compute", Input: x.Asked})
	found, err := look(ctx, from, *x.Asked, x.Language)
	if err != nil {
		emit(event.ToolError, event.Call{ID: id, Tool: "compute", Err: err.Error()})
		return x, err
	}
	emit(event.ToolResult, event.Call{ID: id, Tool: "compute", Output: map[string]int{"facts": len(found.Facts), "figures": len(found.Figures)}})
	x.Head, x.Answer = found.split(x.Question, x.Language)
	x.UI = nil
	for i, f := range found.Figures {
		card, err := s.draw(ctx, fmt.Sprintf("%s-%d", id, i), f, from)
		if err != nil {
			return x, err
		}
		x.UI = append(x.UI, card)
	}
	return x, nil
}

// draw makes the component of a figure.
func (s *Statistician) draw(ctx context.Context, id string, f chart.Figure, from Source) (ui.Component, error) {
	path := ""
	if s.Keep != nil {
		var err error
		if path, err = s.Keep(ctx, graph.Guest(ctx), f.SVG()); err != nil {
			return ui.Component{}, fmt.Errorf("keeping a picture: %w", err)
		}
	}
	source := ui.Source("table")
	if from.Sample {
		source = ui.Sample
	}
	return chart.Chart.New(id, f.Props(path, source))
}

// show shows the figures and says what they tell.
func (s *Statistician) show(ctx context.Context, x State, emit graph.Emit) (State, error) {
	for _, c := range x.UI {
		emit(event.UI, c)
	}
	text, err := s.word(ctx, x)
	if err != nil {
		return x, err
	}
	return x.say(emit, text), nil
}

func (x State) say(emit graph.Emit, text string) State {
	emit(event.Text, event.Words{Text: text})
	x.Text = text
	return x
}
