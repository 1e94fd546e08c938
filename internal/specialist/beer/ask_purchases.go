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
	Show     bool   `json:"show,omitempty" jsonschema:"the rows to the guest, under your words: a list, month by month; never of a query that only looks something up"`
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

	result result // for the card
	hidden bool   // the guest sees no card: a model only looked something up
}

// result are the rows that answer a question, or why there are none.
type result struct {
	*safesql.Result
	Question string
	SQL      string
	Declined string
	Source   ui.Source
	Currency string // of amounts, if it is not the sample's

	id       string
	language lang.Language
	kinds    []string // what columns are shown as, where their names do not tell
	plan     question.Plan
	part     string // of the question, for which it is declined
}

// answer is the rows, to be said and shown.
func (out result) answer() question.Answer {
	var res safesql.Result
	if out.Result != nil {
		res = *out.Result
	}
	a := question.AnswerOf(out.plan, res.Columns, res.Rows, textsOf(out.language).Language, out.Currency)
	a.Kinds = out.kinds
	return a
}

// said is the answer in words.
func (out result) said() string {
	w, said := textsOf(out.language), out.answer().Text()
	if len(out.Notes) > 0 { // of figures about everybody
		said += "\n" + w.Beer.Rough
	}
	if out.Source == ui.Sample {
		said += "\n" + w.Beer.SampleData
	}
	return said
}

const (
	maxTold = 20 // rows that a model is told; the card has them all
	maxKept = 50 // rows kept for a chart: more than one can show
	fewRows = 5  // as many as a sentence or two can say: they need no table
)

// The keys under which a conversation keeps the plan of its last answer, which a short question
// changes, its last figures, and that it was told what a sample is.
const planNote, figuresNote, sampleNote = "plan", "figures", "sample"

// noData is why nothing can be answered now, besides the reasons of package question.
const noData = "unavailable"

// whyDeclined tells a model what to do about it.
var whyDeclined = map[string]string{
	question.OtherClient:   "never another client's data: only the guest's own, or statistics over all clients, such as: the average customer's spending per year",
	question.ReadOnly:      "data can be read only",
	question.NotInData:     "only purchases, beers, breweries and trips are recorded",
	question.NotPublished:  "everybody's figures are published as totals, means and counts by month, year, style, beer, brewery, state, city, segment and channel",
	question.NotUnderstood: "write sql, or ask in plainer words",
	noData:                 "the data cannot be read now",
}

// reason names why a statement was refused as package question does.
func reason(code string) string {
	switch code {
	case safesql.CodeOtherClient, safesql.CodeRawPopulation:
		return question.OtherClient
	case safesql.CodeNoTable:
		return question.NotPublished
	case safesql.CodeUnavailable, safesql.CodeLimit:
		return noData
	}
	return question.NotUnderstood
}

// declined says why a question is not answered, and which part of it is the
// reason.
func (w phrases) declined(out result) string {
	if out.Declined == noData {
		return w.Again(w.Beer.Declines[noData])
	}
	why := out.answer().Why(&question.Cannot{Why: out.Declined, Part: out.part})
	return cmp.Or(why, w.Beer.Declines[out.Declined], w.Beer.Declines[question.NotUnderstood])
}

func (a *Advisor) askPurchasesTool() (agent.Tool, error) {
	return agent.NewTool("ask_purchases", "Figures of the guest's own purchases and trips, the beer catalogue, or all clients together.", a.askPurchases, agent.Options[askFacts]{
		Last: true, Reads: a.Tasks.Free(), Say: sayAsked, Show: askFacts.card,
		Tell: func(f askFacts) any {
			f.Sample, f.Said = f.Sample && !f.Said, false
			return f
		},
	})
}

func (a *Advisor) askPurchases(ctx context.Context, in askIn) (askFacts, error) {
	s := scene.From(ctx)
	out := result{Question: in.Question, id: agent.Key(ctx), language: s.Language}
	if strings.TrimSpace(in.SQL) == "" {
		return a.askInWords(ctx, s, out)
	}
	if err := a.own(ctx, in.SQL, &out); err != nil {
		return askFacts{}, err
	}
	f, err := a.facts(ctx, s, out)
	f.hidden = !in.Show
	return f, err
}

// askInWords answers the questions of a text, one after the other: each may go on from
// the one before it.
func (a *Advisor) askInWords(ctx context.Context, s *scene.Scene, out result) (askFacts, error) {
	now := s.Now
	if now.IsZero() {
		now = a.now()
	}
	now = question.Today(now)
	v := a.names(ctx)
	plans, why := plansOf(s, v, out.Question, now)
	if why != nil {
		out.Declined, out.part = why.Why, why.Part
		return a.facts(ctx, s, out)
	}
	carried := lastPlan(s).About != ""
	all, err := a.answers(ctx, s, v, plans, now, out)
	if err == nil && carried && len(all) == 1 && all[0].Nothing {
		all, err = a.uncarried(ctx, s, v, all[0], now, out)
	}
	if err != nil {
		return askFacts{}, err
	}
	all[0].More = all[1:]
	return all[0], nil
}

// answers are what plans come to; where one comes to something, those that are declined are left out.
func (a *Advisor) answers(ctx context.Context, s *scene.Scene, v *question.Vocabulary, plans []question.Plan, now time.Time, out result) (all []askFacts, err error) {
	var declined []askFacts
	for _, p := range plans {
		one := out
		if err := a.byPlan(ctx, s, v, p.Within(lastPlan(s)), now, &one); err != nil {
			return nil, err
		}
		f, err := a.facts(ctx, s, one)
		if err != nil {
			return nil, err
		}
		if strict, style, ok := f.result.plan.Strict(); ok && !f.Nothing && f.Declined == "" { // "IPA" may be meant without its kinds
			alone := out
			if alone.SQL, err = v.Write(strict, now); err == nil {
				alone.Result, err = a.Ask(ctx, graph.Guest(ctx), alone.SQL)
			}
			if err == nil {
				alone.plan = strict
				f.Text += alone.answer().Alone(style)
			}
		}
		if f.Declined == "" {
			all = append(all, f)
		} else {
			declined = append(declined, f)
		}
	}
	if len(all) == 0 {
		return declined[:1], nil
	}
	return all, nil
}

// uncarried puts beside an answer that found nothing that of the question alone: the time or the style of the question before it
// may have been the reason.
func (a *Advisor) uncarried(ctx context.Context, s *scene.Scene, v *question.Vocabulary, empty askFacts, now time.Time, out result) ([]askFacts, error) {
	fresh, ok := v.Alone(out.Question, now)
	if !ok || fresh.About != empty.result.plan.About || fresh.Whose != question.Mine {
		return []askFacts{empty}, nil
	}
	more, err := a.answers(ctx, s, v, []question.Plan{fresh}, now, out)
	if err == nil && (more[0].Nothing || more[0].Declined != "") {
		more = nil
		err = s.Save(planNote, empty.result.plan)
	}
	return append([]askFacts{empty}, more...), err
}

// facts are what is told of a result, or why there is none. What is told is kept for a
// chart.
func (a *Advisor) facts(ctx context.Context, s *scene.Scene, out result) (askFacts, error) {
	w := textsOf(s.Language)
	if out.Declined != "" {
		f := askFacts{Declined: out.Declined, Why: whyDeclined[out.Declined], Text: w.declined(out), result: out}
		return f, s.Save(figuresNote, scene.Figures{}) // an earlier answer is not what is asked to be drawn
	}
	if out.Source = a.Source(ctx); out.Source != ui.Sample {
		out.Currency = a.Currency
	}
	if out.plan.About == "" {
		out.kinds = kindsOf(out.SQL, out.Columns)
	}
	f := askFacts{Whose: "own", Truncated: out.Truncated || len(out.Rows) > maxTold, Sample: out.Source == ui.Sample, result: out}
	if out.Path == "population" {
		f.Whose = "everybody"
	}
	if len(out.Notes) > 0 {
		f.Notes = []string{strings.Trim(w.Beer.Rough, "()")}
	}
	f.addRows(out)
	if f.Nothing && f.Whose == "everybody" {
		f.Closed = a.closed(ctx)
	}
	if err := keep(s, out); err != nil || !f.Sample {
		return f, err
	}
	s.Load(sampleNote, &f.Said)
	return f, s.Save(sampleNote, true)
}

// addRows writes a result as it is said. A sum of no purchases is nothing.
func (f *askFacts) addRows(out result) {
	a := out.answer()
	for _, row := range out.Rows[:min(len(out.Rows), maxTold)] {
		var cells []string
		empty := true
		for i, v := range row {
			empty = empty && v == nil
			cells = append(cells, a.Cell(i, v))
		}
		if !empty {
			f.Rows, f.Columns = append(f.Rows, cells), out.Columns
		}
	}
	f.Nothing = len(f.Rows) == 0
	if out.plan.About != "" {
		f.Text = a.Text()
	}
	if out.part != "" && !f.Nothing {
		f.Text = a.Why(&question.Cannot{Why: question.OnlyNear, Part: out.part}) + "\n" + f.Text
	}
}

// closed are the last periods of which figures about everybody are published.
func (a *Advisor) closed(ctx context.Context) (all []string) {
	for _, period := range []string{"year", "month"} {
		if a.AskOwn == nil {
			continue
		}
		res, err := a.AskOwn(ctx, graph.Guest(ctx), "SELECT "+period+" FROM all_by_"+period+" ORDER BY "+period+" DESC LIMIT 1")
		if err == nil && len(res.Rows) == 1 {
			all = append(all, fmt.Sprint(period, " ", res.Rows[0][0]))
		}
	}
	return all
}

// Figures answers a question about purchases for who draws a chart of it: the rows are in
// the scene then. It reports whether there are some.
func (a *Advisor) Figures(ctx context.Context, question string) bool {
	out, err := a.askPurchases(ctx, askIn{Question: question})
	return err == nil && out.Declined == "" && len(out.result.Rows) > 1
}

// own answers a statement that a model wrote. Its errors say what to change.
func (a *Advisor) own(ctx context.Context, sql string, out *result) (err error) {
	if a.AskOwn == nil {
		return errors.New("sql is not offered here: ask in words, without sql")
	}
	out.SQL = question.Plain(sql)
	out.Result, err = a.AskOwn(ctx, graph.Guest(ctx), out.SQL)
	refused, ok := errors.AsType[*safesql.Error](err)
	switch {
	case ok && refused.Code == safesql.CodeUnavailable:
		out.Declined = noData
		return nil
	case ok:
		return fmt.Errorf("the sql was refused: %w. The guest's own rows, the catalogue and what is published about all may be read", err)
	}
	return err
}

// plansOf reads the questions of a text, which may be about everybody. One that goes on
// from the last answer changes its plan.
func plansOf(s *scene.Scene, v *question.Vocabulary, text string, now time.Time) ([]question.Plan, *question.Cannot) {
	if understand.Buyer(text) == understand.OtherPurchases {
		return nil, &question.Cannot{Why: question.OtherClient}
	}
	var before *question.Plan
	if last := lastPlan(s); last.About != "" {
		before = &last
	}
	plans, err := v.Plans(text, now, before)
	no, ok := errors.AsType[*question.Cannot](err)
	if ok && no.Why == question.OtherClient && !no.OfID() && understand.Buyer(text) == understand.OwnPurchases {
		return nil, &question.Cannot{Why: question.NotUnderstood} // who asks about themselves is never sent away
	}
	return plans, no
}

// byPlan writes the statement of a plan and runs it.
func (a *Advisor) byPlan(ctx context.Context, s *scene.Scene, v *question.Vocabulary, p question.Plan, now time.Time, out *result) (err error) {
	out.SQL, err = v.Write(p.Wide(), now)
	if no, ok := errors.AsType[*question.Cannot](err); ok {
		out.Declined, out.part = no.Why, no.Part
		near, sql, found := v.Nearest(p, now)
		if no.Why != question.NotPublished || !found {
			return nil
		}
		p, out.SQL, out.Declined, err = near, sql, "", nil
	}
	if err != nil {
		return err
	}
	out.plan = p
	out.Result, err = a.Ask(ctx, graph.Guest(ctx), out.SQL)
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		out.Declined = reason(refused.Code)
		return nil
	}
	if err != nil {
		return err
	}
	out.Rows = p.Ties(out.Rows)
	return s.Save(planNote, p.Naming(out.Columns, out.Rows, lastPlan(s)))
}

// lastPlan is that of the last answer of a conversation.
func lastPlan(s *scene.Scene) (p question.Plan) {
	s.Load(planNote, &p)
	return p
}

// pointTo notes breweries that were told, of which purchases may be asked: "já comprei da primeira?".
func pointTo(s *scene.Scene, names ...string) error {
	p, c := lastPlan(s), question.Cond{Field: "brewery", Op: "=", Values: names}
	if p.About == "" {
		p = question.Plan{About: "breweries", Do: question.List, Show: []string{"brewery"}}
	}
	if p.Found = c; len(names) > 1 {
		p.Found = question.Cond{}
	}
	if len(names) > 1 || !slices.Contains(p.Listed.Values, names[0]) {
		p.Listed = c
	}
	return s.Save(planNote, p)
}

// keep notes what was found out, for a chart.
func keep(s *scene.Scene, out result) error {
	a := out.answer()
	if a.Asked = out.Question; out.plan.About != "" {
		a.Asked = a.Heading()
	}
	f := scene.Figures{Title: a.Asked, Columns: out.Columns, Rows: out.Rows[:min(len(out.Rows), maxKept)]}
	if _, n := a.Axes(); n >= 0 && (isMoney(out.Columns[n]) || n < len(out.kinds) && isMoney(out.kinds[n])) {
		f.Money = cmp.Or(out.Currency, question.Currency)
	}
	return s.Save(figuresNote, f)
}

func sayAsked(f askFacts, l lang.Language) string {
	w, said := textsOf(l), f.Text
	switch {
	case f.Declined != "":
		return cmp.Or(said, w.declined(result{Declined: f.Declined, language: l}))
	case said != "":
	case f.Nothing:
		said = w.Purchases.Nothing
	default:
		said = f.lines(w)
	}
	for _, note := range f.Notes {
		said += "\n(" + note + ")"
	}
	for _, more := range f.More {
		said += "\n" + sayAsked(more, l)
	}
	if f.Sample && !f.Said {
		said += "\n" + w.Beer.SampleData
	}
	return said
}

// card is a table of many rows, if the guest is to see them.
func (f askFacts) card() (c ui.Component, err error) {
	if f.hidden || len(f.Rows) <= fewRows {
		return c, nil
	}
	return f.result.card()
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
	case len(f.Rows) > fewRows && !f.hidden: // the card has them
		return w.Purchases.Table
	case len(lines) == 1:
		return lines[0] + "."
	}
	return fmt.Sprintf(w.Purchases.Several, len(lines)) + "\n- " + strings.Join(lines, "\n- ")
}
