package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/question"
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

	Which   []string `json:"which_table,omitempty"` // the question is of one of these
	Table   string   `json:"table,omitempty"`
	Whose   string   `json:"whose,omitempty"`
	Rows    string   `json:"rows,omitempty"`
	Notes   []string `json:"notes,omitempty"` // which rows are meant, that they are an estimate
	Facts   []string `json:"facts,omitempty"`
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

// How much is told of a table, and what a statement of a model's may take.
const (
	maxFacts  = manyFigures + 2 // a column each, what the table has, and how many more there are
	maxTables = 10
	maxNamed  = 40 // columns, or values of one

	wordsNaming = 4 // a table, and no more: "da tabela de vendas"

	sqlTimeout = 5 * time.Second
	sqlTold    = 60 // rows of its result
	sqlKept    = 200
)

func (s *Statistician) askDataTool() (agent.Tool, error) {
	return agent.NewTool("ask_data", "Computes what a question asks from a table the house added, or the guest's own rows.", s.askData, agent.Options[askDataOut]{Last: true, Reads: s.Tasks.Free(), Say: sayData})
}

func (s *Statistician) askData(ctx context.Context, in askDataIn) (askDataOut, error) {
	sql := strings.TrimSpace(in.SQL) != ""
	if !sql && strings.TrimSpace(in.Question) == "" && in.Table == "" {
		return s.listed(ctx)
	}
	q, err := s.about(ctx, &in)
	several, _ := errors.AsType[*Several](err)
	switch {
	case several != nil:
		return askDataOut{Which: several.Names}, scene.From(ctx).Save(askedNote, asked{Open: in.Question})
	case errors.Is(err, ErrNone):
		return askDataOut{Tables: []tableOut{}}, nil
	case err != nil:
		return askDataOut{}, err
	case sql:
		return q.sql(ctx, in)
	}
	plans, err := q.plans(in.Question)
	if why := q.declined(err); why != "" {
		q.out.Facts, q.out.Columns = []string{why}, some(q.columns())
		return q.out, q.scene.Save(figuresNote, scene.Figures{}) // an earlier answer is not what is asked to be drawn
	}
	if err != nil {
		return askDataOut{}, err
	}
	q.out.Unread = cleaned(q.v.Unread(in.Question, s.today()))
	if !q.known {
		q.out.Columns = some(q.columns())
	}
	for _, plan := range plans {
		if err := q.answer(ctx, plan.Within(q.last.Plan)); err != nil {
			return askDataOut{}, err
		}
	}
	return q.out, nil
}

// inquiry is a question about a table.
type inquiry struct {
	Source
	scene *scene.Scene
	v     *question.Vocabulary
	today time.Time
	last  asked // before it
	known bool  // that was of the same table
	out   askDataOut
}

// about finds the table that is asked about: the one that is named, in the field or in the
// question, or else the last. A table alone answers of which an open question is.
func (s *Statistician) about(ctx context.Context, in *askDataIn) (*inquiry, error) {
	sc, guest := scene.From(ctx), graph.Guest(ctx)
	q := &inquiry{scene: sc, today: s.today()}
	if !sc.Now.IsZero() {
		q.today = question.Today(sc.Now)
	}
	q.known = sc.Load(askedNote, &q.last)
	all, err := s.open(ctx, guest)
	if err != nil {
		return nil, err
	}
	text := in.Question
	if in.Table != "" && len(all) > 0 {
		var names []string
		for _, e := range all {
			names = append(names, e.Name)
		}
		text = lang.Nearest(strings.ReplaceAll(lang.Fold(in.Table), " ", "-"), names)
		if text == "" && len(all) > 1 {
			return nil, fmt.Errorf("there is no table %q; the tables are: %s", clip(in.Table), strings.Join(some(names), ", "))
		}
	}
	if q.Source, err = s.Source(ctx, guest, text, q.last.Table); err != nil {
		return nil, err
	}
	if q.last.Open != "" && len(wordsOf(in.Question)) <= wordsNaming {
		in.Question = q.last.Open
	}
	q.v, q.known = q.vocabulary(), q.known && q.last.Table == q.Name
	q.out = q.header(sc.Language)
	return q, nil
}

// plans returns the plan of each question of a text. Without a question the plan is a summary of
// the table.
func (q *inquiry) plans(text string) ([]question.Plan, error) {
	if strings.TrimSpace(text) == "" {
		return []question.Plan{{About: q.Name, Do: question.Summary}}, nil
	}
	var before *question.Plan
	if q.known {
		before = &q.last.Plan
	}
	return q.v.Plans(text, q.today, before)
}

// answer adds the result of a plan to the facts, or the reason for which there is none.
func (q *inquiry) answer(ctx context.Context, plan question.Plan) error {
	found, err := look(ctx, q.Source, plan, q.scene.Language)
	if why := q.declined(err); why != "" {
		if !slices.Contains(q.out.Facts, why) {
			q.out.Facts = append(q.out.Facts, why)
		}
		return nil
	}
	if err != nil {
		return err
	}
	q.out.Notes, q.out.Facts = append(q.out.Notes, cleaned(found.Notes)...), append(q.out.Facts, cleaned(found.Facts)...)
	for _, f := range found.Figures {
		q.out.Charts = append(q.out.Charts, question.Inert(f.Title))
	}
	if plan.Stat == question.Mean || slices.ContainsFunc(plan.More, func(f question.Figure) bool { return f.Stat == question.Mean }) {
		q.out.Mean = "of rows, each counted once: not weighted by quantity"
	}
	q.last.Plan = plan.Naming(found.columns, found.rows, q.last.Plan)
	return keep(q.scene, q.Source, q.last.Plan, found.figures())
}

// declined says why a question is not answered; "" for another error.
func (q *inquiry) declined(err error) string { return declined(q.v, err, q.scene.Language) }

func declined(v *question.Vocabulary, err error, l lang.Language) string {
	no, ok := errors.AsType[*question.Cannot](err)
	if !ok {
		return ""
	}
	return cmp.Or(v.Answer(question.Plan{}, nil, nil, l, "").Why(no), texts.In(l).Data.NotUnderstood)
}

// sql runs a statement that a model wrote. It reads the rows of one table and can reach nothing
// else; its result can be drawn.
func (q *inquiry) sql(ctx context.Context, in askDataIn) (askDataOut, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, sqlTimeout, fmt.Errorf("the statement takes longer than %v", sqlTimeout))
	defer cancel()
	columns, rows, err := q.Source.Table.Query(ctx, strings.TrimSuffix(strings.TrimSpace(in.SQL), ";"), sqlKept)
	if err != nil {
		return askDataOut{}, fmt.Errorf("%w; the relation is data, its columns are %s", err, strings.Join(some(q.columns()), ", "))
	}
	q.out.Result = []string{ui.Clean(strings.Join(columns, " | "))}
	for _, row := range rows[:min(len(rows), sqlTold)] {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = cellOf(v)
		}
		q.out.Result = append(q.out.Result, ui.Clean(strings.Join(cells, " | ")))
	}
	switch {
	case len(rows) == 0:
		q.out.Notes = []string{"no row"}
	case len(rows) > sqlTold:
		q.out.Notes = []string{fmt.Sprintf("%d of %d rows, or more", sqlTold, len(rows))}
	}
	plan := question.Plan{About: q.Name, Do: question.Summary}
	return q.out, errors.Join(q.scene.Save(askedNote, asked{Table: q.Name, Plan: plan}), q.scene.Save(figuresNote, scene.Figures{Title: cmp.Or(in.Question, q.Name), Columns: columns, Rows: rows}))
}

// cellOf writes a value: a number with at most two decimals.
func cellOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case float64:
		return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	case string:
		if len(v) > 120 {
			v = strings.ToValidUTF8(v[:120], "") + "…"
		}
		return v
	}
	return fmt.Sprint(v)
}

// listed are the tables that the guest may ask about.
func (s *Statistician) listed(ctx context.Context) (askDataOut, error) {
	guest, w := graph.Guest(ctx), texts.In(scene.From(ctx).Language)
	out := askDataOut{Tables: []tableOut{}}
	all, err := s.open(ctx, guest)
	for _, e := range all[:min(len(all), maxTables)] {
		out.Tables = append(out.Tables, tableOut{Name: e.Name, Rows: w.Number(float64(e.Rows)), Columns: some(e.Columns)})
	}
	if len(all) > 0 || err != nil {
		return out, err
	}
	from, err := s.own(ctx, guest)
	if errors.Is(err, ErrNone) {
		return out, nil
	}
	if err == nil {
		out.Tables = append(out.Tables, tableOut{Whose: from.whose(), Rows: w.Number(float64(from.Table.Rows)), Columns: some(from.columns())})
	}
	return out, err
}

// header are the facts of the table itself.
func (f Source) header(l lang.Language) askDataOut {
	return askDataOut{Table: f.Name, Whose: f.whose(), Rows: texts.In(l).Number(float64(f.Table.Rows))}
}

// head says whose rows were looked at, and how many.
func (out askDataOut) head(w *texts.Words) string {
	one, many, _ := strings.Cut(w.Figures["count.rows"], ", ")
	rows := out.Rows + " " + map[bool]string{true: one, false: many}[out.Rows == "1"]
	switch out.Whose {
	case ofHouse:
		return fmt.Sprintf(w.Data.From, out.Table, rows)
	case ofSample:
		return fmt.Sprintf(w.Data.FromSample, rows)
	}
	return fmt.Sprintf(w.Data.FromOwn, rows)
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
	if len(out.Which) > 0 {
		return fmt.Sprintf(w.Data.Which, w.Either(out.Which))
	}
	if out.Whose != "" {
		return strings.Join(slices.Concat([]string{out.head(w)}, out.Notes, out.Facts, out.Result), "\n")
	}
	var lines []string
	for _, t := range out.Tables {
		lines = append(lines, askDataOut{Table: t.Name, Whose: cmp.Or(t.Whose, ofHouse), Rows: t.Rows}.head(w)+" "+w.List(t.Columns)+".")
	}
	return cmp.Or(strings.Join(lines, "\n"), w.Data.NoTable)
}
