package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// askDataIn is a question about a table.
type askDataIn struct {
	Question string `json:"question,omitempty" jsonschema:"in words, complete, with names and values of columns as the table has them; empty: lists tables"`
	Table    string `json:"table,omitempty"`
	SQL      string `json:"sql,omitempty" jsonschema:"one SQLite SELECT over data, the rows of the table; dates are texts, 2025-03-31"`
}

// askDataOut are the facts.
type askDataOut struct {
	Tables []tableOut `json:"tables,omitzero"` // when no question is asked, or there is none to ask about

	Table   string   `json:"table,omitempty"`
	Whose   string   `json:"whose,omitempty"`
	Rows    string   `json:"rows,omitempty"`
	Notes   []string `json:"notes,omitempty"` // which rows are meant, that they are an estimate
	Facts   []string `json:"facts,omitempty"`
	Brief   bool     `json:"brief,omitempty"`  // the facts are as many lines as were asked for
	Result  []string `json:"result,omitempty"` // of SQL: the names of its columns, and a line for each row
	Charts  []string `json:"draw_chart_can_show,omitempty"`
	Mean    string   `json:"mean_is,omitempty"`
	Unread  []string `json:"words_not_used,omitempty"` // of the question: a condition among them does not hold
	Columns []string `json:"columns,omitempty"`        // of the table, the first time it is asked
}

type tableOut struct {
	Name    string   `json:"name,omitempty"`
	Whose   string   `json:"whose,omitempty"`
	Rows    string   `json:"rows"`
	Columns []string `json:"columns"`
}

// How much is told of a table.
const (
	maxFacts  = manyFigures + 2 // a column each, what the table has, and how many more there are
	maxTables = 10
	maxNamed  = 40 // columns, or values of one
)

func (s *Statistician) askDataTool() (agent.Tool, error) {
	return agent.NewTool("ask_data", "Computes what a question asks from a table the house added, or the guest's own rows.", s.askData, agent.Options[askDataOut]{Last: true, Reads: s.Tasks.Free(), Say: sayData})
}

func (s *Statistician) askData(ctx context.Context, in askDataIn) (askDataOut, error) {
	sc := scene.From(ctx)
	if strings.TrimSpace(in.SQL) != "" {
		return s.askSQL(ctx, in)
	}
	if strings.TrimSpace(in.Question) == "" && in.Table == "" {
		return s.listed(ctx)
	}
	from, plans, err := s.planned(ctx, in)
	if errors.Is(err, ErrNone) {
		return askDataOut{Tables: []tableOut{}}, nil
	}
	if no, ok := errors.AsType[*question.Cannot](err); ok {
		if err := sc.Save(figuresNote, scene.Figures{}); err != nil { // an earlier answer is not what is asked to be drawn
			return askDataOut{}, err
		}
		out := from.facts(sc.Language)
		out.Facts, out.Columns = []string{declined(from.vocabulary(), no, sc.Language)}, some(columnNames(from.Table))
		return out, nil
	}
	if err != nil {
		return askDataOut{}, err
	}
	out := from.facts(sc.Language)
	out.Unread = cleaned(from.vocabulary().Unread(in.Question, s.today()))
	var last asked
	if !sc.Load(askedNote, &last) || last.Table != from.Name {
		out.Columns = some(columnNames(from.Table))
	}
	for _, plan := range plans {
		found, err := look(ctx, from, plan.Within(last.Plan), sc.Language)
		if no, ok := errors.AsType[*question.Cannot](err); ok {
			if why := declined(from.vocabulary(), no, sc.Language); !slices.Contains(out.Facts, why) {
				out.Facts = append(out.Facts, why)
			}
			continue
		}
		if err != nil {
			return askDataOut{}, err
		}
		out.Notes, out.Facts = append(out.Notes, cleaned(found.Notes)...), append(out.Facts, cleaned(found.Facts)...)
		for _, f := range found.Figures {
			out.Charts = append(out.Charts, question.Inert(f.Title))
		}
		out.Brief = plan.Do == question.Summary && plan.Top > 0 && len(plans) == 1
		if means(plan) {
			out.Mean = "of rows, each counted once: not weighted by quantity"
		}
		last.Plan = plan.Naming(found.columns, found.rows, last.Plan)
		if err := keep(sc, from, last.Plan, found); err != nil {
			return askDataOut{}, err
		}
	}
	return out, nil
}

// means reports whether a plan has a mean among its figures.
func means(p question.Plan) bool {
	return p.Stat == question.Mean || slices.ContainsFunc(p.More, func(f question.Figure) bool { return f.Stat == question.Mean })
}

// listed are the tables that the guest may ask about.
func (s *Statistician) listed(ctx context.Context) (askDataOut, error) {
	guest, w := graph.Guest(ctx), texts.In(scene.From(ctx).Language)
	out := askDataOut{Tables: []tableOut{}}
	all, err := s.open(ctx, guest)
	if err != nil {
		return out, err
	}
	for _, e := range all[:min(len(all), maxTables)] {
		out.Tables = append(out.Tables, tableOut{Name: e.Name, Rows: w.Number(float64(e.Rows)), Columns: some(e.Columns)})
	}
	if len(all) > 0 {
		return out, nil
	}
	from, err := s.Source(ctx, guest, "", "")
	if errors.Is(err, ErrNone) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Tables = append(out.Tables, tableOut{Whose: from.whose(), Rows: w.Number(float64(from.Table.Rows)), Columns: some(columnNames(from.Table))})
	return out, nil
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

// some are names as they may be told, not too many.
func some(all []string) []string {
	told := make([]string, 0, len(all))
	for _, name := range all[:min(len(all), maxNamed)] {
		told = append(told, question.Inert(name))
	}
	return told
}

func columnNames(t *table.Table) []string {
	var all []string
	for _, c := range t.Columns() {
		all = append(all, c.Name)
	}
	return all
}

// planned finds the table that is asked about and what to compute of it, for each question
// of the text. Of a table without a question that is a summary.
func (s *Statistician) planned(ctx context.Context, in askDataIn) (Source, []question.Plan, error) {
	from, last, err := s.asksAbout(ctx, in)
	if err != nil || strings.TrimSpace(in.Question) == "" {
		return from, []question.Plan{{About: from.Name, Do: question.Summary}}, err
	}
	now := scene.From(ctx).Now
	if now.IsZero() {
		now = s.today()
	}
	plans, err := from.vocabulary().Plans(in.Question, question.Today(now), last)
	return from, plans, err
}

// asksAbout returns the table that is asked about, and the plan of the question about it
// that was asked last, if any.
func (s *Statistician) asksAbout(ctx context.Context, in askDataIn) (Source, *question.Plan, error) {
	var last asked
	known := scene.From(ctx).Load(askedNote, &last)
	from, err := s.named(ctx, in, last.Table)
	if err != nil || !known || last.Table != from.Name {
		return from, nil, err
	}
	return from, &last.Plan, nil
}

// named returns the table that is named, in the field or in the question, or else the last.
func (s *Statistician) named(ctx context.Context, in askDataIn, last string) (Source, error) {
	guest := graph.Guest(ctx)
	if in.Table == "" {
		return s.Source(ctx, guest, in.Question, last)
	}
	all, err := s.open(ctx, guest)
	if err != nil {
		return Source{}, err
	}
	if len(all) == 0 {
		return s.Source(ctx, guest, "", "")
	}
	var known []string
	for _, e := range all {
		known = append(known, e.Name)
	}
	name := lang.Nearest(strings.ReplaceAll(lang.Fold(in.Table), " ", "-"), known)
	if name == "" && len(all) > 1 {
		return Source{}, fmt.Errorf("there is no table %q; the tables are: %s", clip(in.Table), strings.Join(some(known), ", "))
	}
	return s.Source(ctx, guest, "", cmp.Or(name, known[0]))
}

// facts are those of the table itself.
func (f Source) facts(l lang.Language) askDataOut {
	return askDataOut{Table: f.Name, Whose: f.whose(), Rows: texts.In(l).Number(float64(f.Table.Rows))}
}

// header says whose rows were looked at, and how many.
func (out askDataOut) header(w *texts.Words) string {
	switch out.Whose {
	case ofHouse:
		return fmt.Sprintf(w.Data.From, out.Table, out.Rows)
	case ofSample:
		return fmt.Sprintf(w.Data.FromSample, out.Rows)
	}
	return fmt.Sprintf(w.Data.FromOwn, out.Rows)
}

func cleaned(facts []string) []string {
	var all []string
	for _, f := range facts[:min(len(facts), maxFacts)] {
		all = append(all, ui.Clean(f))
	}
	return all
}

// sayData tells the facts in words.
func sayData(out askDataOut, l lang.Language) string {
	w := texts.In(l)
	if out.Table == "" && out.Whose == "" {
		if len(out.Tables) == 0 {
			return w.Data.NoTable
		}
		var lines []string
		for _, t := range out.Tables {
			lines = append(lines, askDataOut{Table: t.Name, Whose: cmp.Or(t.Whose, ofHouse), Rows: t.Rows}.header(w)+" "+w.List(t.Columns)+".")
		}
		return strings.Join(lines, "\n")
	}
	lines := append([]string{out.header(w)}, out.Notes...)
	if out.Brief {
		lines = nil
	}
	return strings.Join(slices.Concat(lines, out.Facts, out.Result), "\n")
}
