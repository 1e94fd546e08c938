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
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Kinds are the components this package shows.
var Kinds = []ui.Any{chart.Chart}

// A Statistician is what the tools need.
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

	Currency string           // of amounts in tables that tell none, as BRL; empty: they are numbers
	Language lang.Language    // spoken when the guest's cannot be told; empty: Portuguese
	Now      func() time.Time // nil: time.Now
}

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

// open returns the tables that were added, if the guest may see them.
func (s *Statistician) open(ctx context.Context, guest string) ([]Entry, error) {
	if s.Tables == nil {
		return nil, nil
	}
	if s.May != nil {
		if may, err := s.May(ctx, guest); err != nil || !may {
			return nil, err
		}
	}
	return s.Tables.List(ctx)
}

func (s *Statistician) today() time.Time {
	if s.Now != nil {
		return question.Today(s.Now())
	}
	return question.Today(time.Now())
}

// Source is a table that is asked about.
type Source struct {
	Name   string // empty: rows that are the guest's own
	Sample bool   // they are made up
	Table  *table.Table
	Unit   string // of amounts in it that tell none, such as R$
}

// ErrNone says that there is nothing that a guest may ask about.
var ErrNone = errors.New("there is no table")

// Several says that a question may be about any of some tables.
type Several struct{ Names []string }

func (e *Several) Error() string { return "which table is meant: " + strings.Join(e.Names, ", ") }

// Source finds the table that a question names, or else of those of which it names most
// columns the one asked about before or the only one, or the guest's own rows.
func (s *Statistician) Source(ctx context.Context, guest, question, before string) (Source, error) {
	all, err := s.open(ctx, guest)
	if err != nil {
		return Source{}, err
	}
	if len(all) == 0 {
		return s.own(ctx, guest)
	}
	names, most := strings.Fields(lang.Fold(question)), 0
	at := slices.IndexFunc(names, func(name string) bool {
		return slices.ContainsFunc(all, func(e Entry) bool { return e.Name == name })
	})
	if at >= 0 {
		names = names[at : at+1]
	} else {
		names = nil
		for _, e := range all {
			n := spoken(question, append([]string{e.Name}, e.Columns...)...)
			if n > most {
				names, most = nil, n
			}
			if n == most {
				names = append(names, e.Name)
			}
		}
	}
	if len(names) > 1 && slices.Contains(names, before) {
		names = []string{before}
	}
	if len(names) > 1 {
		return Source{}, &Several{names}
	}
	o, err := s.Tables.Open(ctx, names[0])
	if err != nil {
		return Source{}, err
	}
	return s.Of(o), nil
}

// Names reports whether words name a table that a guest may see, as "quanto vendi?" does vendas.
func (s *Statistician) Names(ctx context.Context, guest, text string) bool {
	all, err := s.open(ctx, guest)
	return err == nil && slices.ContainsFunc(all, func(e Entry) bool { return spoken(text, e.Name) > 1 })
}

// spoken counts the words of a text that some names have, in whatever form, twice, and those that
// mean the same as one of a name's once.
func spoken(text string, names ...string) (n int) {
	worth := map[string]int{}
	for _, name := range names {
		for _, w := range question.Synonyms(name) {
			worth[lang.Stem(w)] = max(worth[lang.Stem(w)], 1)
		}
		for _, w := range wordsOf(name) {
			worth[lang.Stem(w)] = 2
		}
	}
	for _, w := range wordsOf(text) {
		if len(w) > 3 && w != "total" { // "de" of "forma de pagamento" and "total" of "valor total" tell no table
			n += worth[lang.Stem(w)]
		}
	}
	return n
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// Of is a table that was added, as what is asked about.
func (s *Statistician) Of(o *Opened) Source {
	return Source{Name: o.Name, Table: o.Table, Unit: texts.In(s.Language).Sign(s.Currency)}
}

func (s *Statistician) own(ctx context.Context, guest string) (Source, error) {
	if s.Own == nil {
		return Source{}, ErrNone
	}
	t, sample, err := s.Own(ctx, guest)
	if err == nil && t == nil {
		err = ErrNone
	}
	return Source{Sample: sample, Table: t}, err
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

func (f Source) columns() (all []string) {
	for _, c := range f.Table.Columns() {
		all = append(all, c.Name)
	}
	return all
}

// manyValues is the number of different texts of a column that a question may name.
const manyValues = 2000

// vocabulary returns the columns and values of a table that a question may name.
func (f Source) vocabulary() *question.Vocabulary {
	var columns []question.Column
	for _, c := range f.Table.Columns() {
		x := question.Column{Name: c.Name, Kind: string(c.Kind), Unit: c.Unit}
		switch {
		case c.Kind == table.Text:
			x.Values, _ = f.Table.Values(c.Name, manyValues)
		case c.Kind == table.Number && c.Unit == "" && !c.Whole && question.Amounts(c.Name):
			x.Unit = f.Unit
		case c.Kind == table.Date:
			if p, err := f.Table.Distribution(c.Name); err == nil && p.Dates != nil {
				x.Days = question.Span{From: question.Today(p.Dates.Min), To: question.Today(p.Dates.Max)}
				x.Daily = x.Days.From.Equal(p.Dates.Min) && x.Days.To.Equal(p.Dates.Max)
			}
		}
		columns = append(columns, x)
	}
	return question.Table(f.Name, columns)
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
	Open  string        `json:"open,omitempty"`  // a question of which the table is not known yet
}

// keep saves the plan and the figures of an answer, for a chart of them and for the next question.
func keep(sc *scene.Scene, from Source, plan question.Plan, fs scene.Figures) error {
	return errors.Join(sc.Save(askedNote, asked{Table: from.Name, Plan: plan, Title: fs.Title}), sc.Save(figuresNote, fs))
}

// figures are what a finding shows first, as rows. What is no number stays away: a
// note is JSON.
func (f Finding) figures() scene.Figures {
	fs := scene.Figures{Columns: []string{}, Rows: [][]any{}}
	if len(f.Figures) == 0 {
		return fs
	}
	first := f.Figures[0]
	fs.Title = first.Title
	switch first.Kind { // the values are the last column
	case chart.Bar, chart.Ring:
		fs.Money = question.Currencies[first.X.Unit]
	case chart.Line:
		fs.Money = question.Currencies[first.Y.Unit]
	}
	t := first.Table()
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

// some are names as they may be told, not too many.
func some(all []string) []string {
	told := make([]string, 0, len(all))
	for _, name := range all[:min(len(all), maxNamed)] {
		told = append(told, question.Inert(name))
	}
	return told
}

// clip keeps a question short: nobody asks more than that in one go.
func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), 1000)], "") }
