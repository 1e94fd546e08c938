package beer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// askIn are the arguments of ask_purchases.
type askIn struct {
	Question string `json:"question" jsonschema:"in words of the guest's language, complete: it heads a chart"`
	SQL      string `json:"sql,omitempty" jsonschema:"one SELECT: always if relations are listed"`
}

// askFacts are what ask_purchases tells: rows as they are said, or why there
// are none.
type askFacts struct {
	Whose     string     `json:"whose,omitempty"` // own or everybody
	Columns   []string   `json:"columns,omitempty"`
	Rows      [][]string `json:"rows,omitempty"`
	Nothing   bool       `json:"nothing_found,omitempty"`
	Closed    []string   `json:"last_published,omitempty"` // periods about everybody, where nothing was found
	Truncated bool       `json:"truncated,omitempty"`
	Notes     []string   `json:"notes,omitempty"`
	Sample    bool       `json:"sample_data,omitempty"` // nobody in it exists
	Said      bool       `json:"sample_said_before,omitempty"`
	Declined  string     `json:"declined,omitempty"`
	Why       string     `json:"why,omitempty"`
	Text      string     `json:"answer,omitempty"` // in words, of a question that was asked in words
	More      []askFacts `json:"more,omitempty"`   // of the other questions of the same text

	result queryOut // for the card
}

// maxTold is how many rows a model is told; the card has them all.
const maxTold = 20

// maxKept is how many rows are kept for a chart: more than one can show.
const maxKept = 50

// whyDeclined tells a model what to do about it.
var whyDeclined = map[string]string{
	question.OtherClient:   "never another client's data: only the guest's own, or statistics over all clients, such as: the average customer's spending per year",
	question.ReadOnly:      "data can be read only",
	question.NotInData:     "only purchases, beers, breweries and trips are recorded",
	question.NotPublished:  "everybody's figures are published as totals, means and counts by month, year, style, beer, brewery, state, city, segment and channel",
	question.NotUnderstood: "write sql, or ask in plainer words",
	noData:                 "the data cannot be read now",
}

func (a *Advisor) askPurchasesTool() (agent.Tool, error) {
	return agent.NewTool("ask_purchases", "Figures of the guest's own purchases and trips, the beer catalogue, or all clients together.", a.askPurchases,
		agent.Options[askFacts]{Last: true, Reads: a.Tasks.Free(), Show: showAsked, Say: sayAsked, Tell: func(f askFacts) any {
			f.Sample, f.Said = f.Sample && !f.Said, false
			return f
		}})
}

func (a *Advisor) askPurchases(ctx context.Context, in askIn) (askFacts, error) {
	s := scene.From(ctx)
	out := queryOut{Question: in.Question, id: agent.Key(ctx), language: s.Language}
	if strings.TrimSpace(in.SQL) == "" {
		return a.askInWords(ctx, s, out)
	}
	res, err := a.own(ctx, in.SQL, &out)
	if err != nil {
		return askFacts{}, err
	}
	return a.facts(ctx, s, out, res)
}

// askInWords answers the questions of a text, one after the other: each may go on from
// the one before it.
func (a *Advisor) askInWords(ctx context.Context, s *scene.Scene, out queryOut) (askFacts, error) {
	now := s.Now
	if now.IsZero() {
		now = a.now()
	}
	now = question.Today(now)
	v := a.names(ctx)
	plans, why := a.plans(s, v, out.Question, now)
	if why != nil {
		out.Declined, out.part = why.Why, why.Part
		return a.facts(ctx, s, out, nil)
	}
	var all []askFacts
	for _, p := range plans {
		one := out
		res, err := a.byPlan(ctx, s, v, p.Within(lastPlan(s)), now, &one)
		if err != nil {
			return askFacts{}, err
		}
		f, err := a.facts(ctx, s, one, res)
		if err != nil {
			return askFacts{}, err
		}
		if f.Declined == "" || len(plans) == 1 {
			all = append(all, f)
		} else if out.Declined == "" {
			out.Declined, out.part = one.Declined, one.part
		}
	}
	if len(all) == 0 {
		return a.facts(ctx, s, out, nil)
	}
	all[0].More = all[1:]
	return all[0], nil
}

// facts are what is told of a result, or why there is none. What is told is kept for a
// chart.
func (a *Advisor) facts(ctx context.Context, s *scene.Scene, out queryOut, res *safesql.Result) (askFacts, error) {
	if out.Declined != "" {
		if err := s.Save(figuresNote, scene.Figures{}); err != nil { // an earlier answer is not what is asked to be drawn
			return askFacts{}, err
		}
		why := out.answer(s.Language).Why(&question.Cannot{Why: out.Declined, Part: out.part})
		return askFacts{Declined: out.Declined, Why: whyDeclined[out.Declined], Text: why, result: out}, nil
	}
	out.Columns, out.Rows, out.Truncated, out.Notes, out.Source = res.Columns, res.Rows, res.Truncated, res.Notes, a.Source(ctx)
	if out.Source != ui.Sample {
		out.Currency = a.Currency
	}
	if out.plan.About == "" {
		out.kinds = kindsOf(out.SQL, res.Columns)
	}
	f := figures(s, out, res.Path)
	if f.Nothing && f.Whose == "everybody" && a.AskOwn != nil {
		for _, period := range []string{"year", "month"} { // of which figures are published
			res, err := a.AskOwn(ctx, graph.Guest(ctx), "SELECT "+period+" FROM all_by_"+period+" ORDER BY "+period+" DESC LIMIT 1")
			if err == nil && len(res.Rows) == 1 {
				f.Closed = append(f.Closed, fmt.Sprint(period, " ", res.Rows[0][0]))
			}
		}
	}
	if err := keep(s, out); err != nil || !f.Sample {
		return f, err
	}
	s.Load(sampleNote, &f.Said)
	return f, s.Save(sampleNote, true)
}

// Figures answers a question about purchases for who draws a chart of it: the rows are in
// the scene then. It reports whether there are some.
func (a *Advisor) Figures(ctx context.Context, question string) bool {
	out, err := a.askPurchases(ctx, askIn{Question: question})
	return err == nil && out.Declined == "" && len(out.result.Rows) > 1
}

// sampleNote is the key under which a conversation keeps that it was told what a
// sample is.
const sampleNote = "sample"

// own answers a statement that a model wrote. Its errors say what to change.
func (a *Advisor) own(ctx context.Context, sql string, out *queryOut) (*safesql.Result, error) {
	if a.AskOwn == nil {
		return nil, errors.New("sql is not offered here: ask in words, without sql")
	}
	sql = question.Plain(sql)
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

// plans reads the questions of a text, which may be about everybody. One that goes on
// from the last answer changes its plan.
func (a *Advisor) plans(s *scene.Scene, v *question.Vocabulary, text string, now time.Time) ([]question.Plan, *question.Cannot) {
	if understand.Buyer(text) == understand.OtherPurchases {
		return nil, &question.Cannot{Why: question.OtherClient}
	}
	var before *question.Plan
	if last := lastPlan(s); last.About != "" {
		before = &last
	}
	plans, err := v.Plans(text, now, before)
	no, ok := errors.AsType[*question.Cannot](err)
	if ok && no.Why == question.OtherClient && understand.Buyer(text) == understand.OwnPurchases {
		return nil, &question.Cannot{Why: question.NotUnderstood} // who asks about themselves is never sent away
	}
	return plans, no
}

// byPlan writes the statement of a plan and runs it.
func (a *Advisor) byPlan(ctx context.Context, s *scene.Scene, v *question.Vocabulary, p question.Plan, now time.Time, out *queryOut) (*safesql.Result, error) {
	var err error
	out.SQL, err = v.Write(p.Wide(), now)
	if no, ok := errors.AsType[*question.Cannot](err); ok {
		out.Declined, out.part = no.Why, no.Part
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out.plan = p
	res, err := a.Ask(ctx, graph.Guest(ctx), out.SQL)
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		out.Declined = declined(refused.Code)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	res.Rows = p.Ties(res.Rows)
	return res, s.Save(planNote, p.Naming(res.Columns, res.Rows, lastPlan(s)))
}

// lastPlan is that of the last answer of a conversation.
func lastPlan(s *scene.Scene) (p question.Plan) {
	s.Load(planNote, &p)
	return p
}

// planNote is the key under which a conversation keeps the plan of its last
// answer, which a short question changes.
const planNote = "plan"

// figuresNote is the key under which a conversation keeps its last figures.
const figuresNote = "figures"

// keep notes what was found out, for a chart.
func keep(s *scene.Scene, out queryOut) error {
	title := out.Question
	if out.plan.About != "" {
		title = out.answer(s.Language).Heading()
	}
	f := scene.Figures{Title: title, Columns: out.Columns, Rows: out.Rows[:min(len(out.Rows), maxKept)]}
	a := out.answer(s.Language)
	a.Asked = title
	if _, n := a.Axes(); n >= 0 && (isMoney(out.Columns[n]) || n < len(out.kinds) && isMoney(out.kinds[n])) {
		f.Money = cmp.Or(out.Currency, question.Currency)
	}
	return s.Save(figuresNote, f)
}

// figures writes a result as it is said.
func figures(s *scene.Scene, out queryOut, path string) askFacts {
	w, a := textsOf(s.Language), out.answer(s.Language)
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
			cells = append(cells, a.Cell(i, v))
		}
		if !empty { // a sum of no purchases
			f.Rows = append(f.Rows, cells)
		}
	}
	if f.Nothing = len(f.Rows) == 0; f.Nothing {
		f.Columns = nil
	}
	if out.plan.About != "" {
		f.Text = a.Text()
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
	text := f.Text
	switch {
	case f.Declined != "":
		return cmp.Or(text, w.declined(queryOut{Declined: f.Declined}))
	case text != "":
	case f.Nothing:
		text = w.Purchases.Nothing
	default:
		text = f.lines(w)
	}
	for _, note := range f.Notes {
		text += "\n(" + note + ")"
	}
	for _, more := range f.More {
		text += "\n" + sayAsked(more, l)
	}
	if f.Sample && !f.Said {
		text += "\n" + w.Beer.SampleData
	}
	return text
}

// lines says the rows of a statement that a model wrote.
func (f askFacts) lines(w phrases) string {
	var lines []string
	for _, row := range f.Rows {
		line := strings.Join(row, ", ")
		if len(row) > 1 {
			line = row[0] + ": " + strings.Join(row[1:], ", ")
		}
		lines = append(lines, line)
	}
	switch {
	case len(f.Rows) > fewRows: // the card has them
		return w.Purchases.Table
	case len(lines) == 1:
		return lines[0] + "."
	}
	return fmt.Sprintf(w.Purchases.Several, len(lines)) + "\n- " + strings.Join(lines, "\n- ")
}
