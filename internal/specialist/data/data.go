// Package data answers questions about a table: what it has, how its numbers
// are spread, what goes together, how it went over time.
//
//	s := &data.Statistician{Tasks: tasks, Tables: tables}
//	told, err := s.Ask(ctx, from, "compare o valor por estado")
//
// Package question reads a question into a plan and writes the SQL, which package
// table runs on the rows. No number is ever a model's.
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
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/table"
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
	May func(ctx context.Context, guest string) (bool, error)

	// Own returns rows that are the guest's own, for as long as there is no
	// other table that they may see, and whether they are made up. Without
	// rows the table is nil. Nil: nobody has any.
	Own func(ctx context.Context, guest string) (t *table.Table, sample bool, err error)

	// Purchases answers a question about the guest's purchases, if it can: its figures are
	// in the scene then, as of the answer given last. Nil: the rows of Own are asked.
	Purchases func(ctx context.Context, question string) bool

	// Refine is the cascade. Its Tasks are set to those above.
	Refine retrieve.Refiner

	// Keep keeps a picture of a guest and returns its path; nil: there are no
	// pictures, only their tables.
	Keep func(ctx context.Context, guest, svg string) (path string, err error)

	Language lang.Language    // spoken when the guest's cannot be told; empty: Portuguese
	Now      func() time.Time // nil: time.Now
}

// Source is a table that is asked about.
type Source struct {
	Name   string // empty: rows that are the guest's own
	Sample bool   // they are made up
	Table  *table.Table
}

// ErrNone says that there is nothing that a guest may ask about.
var ErrNone = errors.New("there is no table")

// Source finds the table that a question names, or else the one asked about
// before, or the one added last, or the guest's own rows.
func (s *Statistician) Source(ctx context.Context, guest, question, before string) (Source, error) {
	all, err := s.open(ctx, guest)
	if err != nil {
		return Source{}, err
	}
	if len(all) > 0 {
		o, err := s.Tables.Open(ctx, meant(all, question, before))
		if err != nil {
			return Source{}, err
		}
		return Source{Name: o.Name, Table: o.Table}, nil
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

// locate runs the cascade. What the table is searched by is neither stored nor sent to an
// embedder elsewhere: its rows may be a guest's.
func (s *Statistician) locate(ctx context.Context, from Source, question string) (retrieve.Refinement, error) {
	c := retrieve.New("table", nil, embed.Local())
	if _, err := c.Put(ctx, Chunks(from.Table), nil); err != nil {
		return retrieve.Refinement{}, err
	}
	r := s.Refine
	r.Tasks = s.Tasks
	r.About = cmp.Or(r.About, "what a table of data has and what can be computed from it")
	_, did, err := r.Search(ctx, c, retrieve.Search{Text: question, K: 25})
	return did, err
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
