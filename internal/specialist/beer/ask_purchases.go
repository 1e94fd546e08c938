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

	// For the card.
	res      safesql.Result
	id       string
	language lang.Language
	asked    string
	sql      string
	plan     question.Plan // empty: a model wrote the statement
	part     string        // of the question, for which it is declined
	kinds    []string      // what columns are shown as, where their names do not tell
	source   ui.Source
	currency string // of amounts, if it is not the sample's
	hidden   bool   // the guest sees no card: a model only looked something up
}

// answer is the rows, to be said and shown.
func (f *askFacts) answer() question.Answer {
	a := question.AnswerOf(f.plan, f.res.Columns, f.res.Rows, textsOf(f.language).Language, f.currency)
	a.Kinds = f.kinds
	return a
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

// reason names why a statement was refused as package question does.
func reason(refused *safesql.Error) string {
	switch refused.Code {
	case safesql.CodeOtherClient, safesql.CodeRawPopulation:
		return question.OtherClient
	case safesql.CodeNoTable:
		return question.NotPublished
	case safesql.CodeUnavailable, safesql.CodeLimit:
		return noData
	}
	return question.NotUnderstood
}

// why says why a question is not answered, and which part of it is the
// reason.
func (f *askFacts) why() string {
	w := textsOf(f.language)
	if f.Declined == noData {
		return w.Again(w.Beer.Declines[noData])
	}
	why := f.answer().Why(&question.Cannot{Why: f.Declined, Part: f.part})
	return cmp.Or(why, w.Beer.Declines[f.Declined], w.Beer.Declines[question.NotUnderstood])
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
	f := askFacts{asked: in.Question, id: agent.Key(ctx), language: s.Language}
	if strings.TrimSpace(in.SQL) == "" {
		return a.askInWords(ctx, s, f)
	}
	if err := a.askInSQL(ctx, in.SQL, &f); err != nil {
		return askFacts{}, err
	}
	f.hidden = !in.Show
	return f, a.tell(ctx, s, &f)
}

// Figures answers a question about purchases for who draws a chart of it: the rows are in
// the scene then. It reports whether there are some.
func (a *Advisor) Figures(ctx context.Context, question string) bool {
	f, err := a.askPurchases(ctx, askIn{Question: question})
	return err == nil && f.Declined == "" && len(f.res.Rows) > 1
}

// askInSQL answers a statement that a model wrote. Its errors say what to change.
func (a *Advisor) askInSQL(ctx context.Context, sql string, f *askFacts) error {
	if a.AskOwn == nil {
		return errors.New("sql is not offered here: ask in words, without sql")
	}
	f.sql = question.Plain(sql)
	res, err := a.AskOwn(ctx, graph.Guest(ctx), f.sql)
	if refused, ok := errors.AsType[*safesql.Error](err); ok && refused.Code != safesql.CodeUnavailable {
		return fmt.Errorf("the sql was refused: %w. The guest's own rows, the catalogue and what is published about all may be read", err)
	}
	return f.take(res, err)
}

// take takes up the answer of the gate, or why it refused.
func (f *askFacts) take(res *safesql.Result, err error) error {
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		f.Declined = reason(refused)
		return nil
	}
	if res != nil {
		f.res = *res
	}
	return err
}

// askInWords answers the questions of a text, one after the other: each may go on from
// the one before it. Where one comes to something, those that are declined are left out.
func (a *Advisor) askInWords(ctx context.Context, s *scene.Scene, asked askFacts) (askFacts, error) {
	now := question.Today(a.now())
	if !s.Now.IsZero() {
		now = question.Today(s.Now)
	}
	v := a.names(ctx)
	plans, no := plansOf(s, v, asked.asked, now)
	if no != nil {
		asked.Declined, asked.part = no.Why, no.Part
		return asked, a.tell(ctx, s, &asked)
	}
	var all []askFacts
	for _, p := range plans {
		f := asked
		if err := a.byPlan(ctx, s, v, p.Within(lastPlan(s)), now, &f); err != nil {
			return askFacts{}, err
		}
		if err := a.tell(ctx, s, &f); err != nil {
			return askFacts{}, err
		}
		all = append(all, f)
	}
	some := slices.DeleteFunc(slices.Clone(all), func(f askFacts) bool { return f.Declined != "" })
	if len(some) == 0 {
		some = all[:1]
	}
	some[0].More = some[1:]
	return some[0], nil
}

// plansOf reads the questions of a text, which may be about everybody. One that goes on
// from the last answer changes its plan.
func plansOf(s *scene.Scene, v *question.Vocabulary, text string, now time.Time) ([]question.Plan, *question.Cannot) {
	buyer := understand.Buyer(text)
	if buyer == understand.OtherPurchases {
		return nil, &question.Cannot{Why: question.OtherClient}
	}
	var before *question.Plan
	if last := lastPlan(s); last.About != "" {
		before = &last
	}
	plans, err := v.Plans(text, now, before)
	no, ok := errors.AsType[*question.Cannot](err)
	if ok && no.Why == question.OtherClient && !no.OfID() && buyer == understand.OwnPurchases {
		return nil, &question.Cannot{Why: question.NotUnderstood} // who asks about themselves is never sent away
	}
	return plans, no
}

// byPlan writes the statement of a plan, and runs it.
func (a *Advisor) byPlan(ctx context.Context, s *scene.Scene, v *question.Vocabulary, p question.Plan, now time.Time, f *askFacts) (err error) {
	f.sql, err = v.Write(p.Wide(), now)
	if no, ok := errors.AsType[*question.Cannot](err); ok {
		f.Declined, f.part = no.Why, no.Part
		return nil
	}
	if err != nil {
		return err
	}
	f.plan = p
	res, err := a.Ask(ctx, graph.Guest(ctx), f.sql)
	if err := f.take(res, err); err != nil || f.Declined != "" {
		return err
	}
	f.res.Rows = p.Ties(f.res.Rows)
	return s.Save(planNote, p.Naming(f.res.Columns, f.res.Rows, lastPlan(s)))
}

// tell makes facts of a result, or of why there is none. What is told is kept for a
// chart.
func (a *Advisor) tell(ctx context.Context, s *scene.Scene, f *askFacts) error {
	if f.Declined != "" {
		f.Why, f.Text = forModels["why "+f.Declined], f.why()
		return s.Save(figuresNote, scene.Figures{}) // an earlier answer is not what is asked to be drawn
	}
	f.source = a.Source(ctx)
	if f.Sample = f.source == ui.Sample; !f.Sample {
		f.currency = a.Currency
	}
	if f.plan.About == "" {
		f.kinds = kindsOf(f.sql, f.res.Columns)
	}
	f.Truncated = f.res.Truncated || len(f.res.Rows) > maxTold
	f.addRows()
	if f.Whose = "own"; f.res.Path == "population" {
		f.Whose = "everybody"
		if f.Nothing {
			f.Closed = a.closed(ctx)
		}
	}
	if len(f.res.Notes) > 0 {
		f.Notes = []string{strings.Trim(textsOf(s.Language).Beer.Rough, "()")}
	}
	if err := f.keep(s); err != nil || !f.Sample {
		return err
	}
	s.Load(sampleNote, &f.Said)
	return s.Save(sampleNote, true)
}

// addRows writes the rows as they are said. A sum of no purchases is nothing.
func (f *askFacts) addRows() {
	a := f.answer()
	for _, row := range f.res.Rows[:min(len(f.res.Rows), maxTold)] {
		var cells []string
		empty := true
		for i, v := range row {
			empty = empty && v == nil
			cells = append(cells, a.Cell(i, v))
		}
		if !empty {
			f.Rows, f.Columns = append(f.Rows, cells), f.res.Columns
		}
	}
	f.Nothing = len(f.Rows) == 0
	if f.plan.About != "" {
		f.Text = a.Text()
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

// lastPlan is that of the last answer of a conversation.
func lastPlan(s *scene.Scene) (p question.Plan) {
	s.Load(planNote, &p)
	return p
}

// pointTo notes breweries that were told, of which purchases may be asked: "já comprei da primeira?".
func pointTo(s *scene.Scene, names ...string) error {
	p, told := lastPlan(s), question.Cond{Field: "brewery", Op: "=", Values: names}
	if p.About == "" {
		p = question.Plan{About: "breweries", Do: question.List, Show: []string{"brewery"}}
	}
	if p.Found = told; len(names) > 1 {
		p.Found = question.Cond{}
	}
	if len(names) > 1 || !slices.Contains(p.Listed.Values, names[0]) {
		p.Listed = told
	}
	return s.Save(planNote, p)
}

// keep notes what was found out, for a chart.
func (f *askFacts) keep(s *scene.Scene) error {
	a := f.answer()
	if a.Asked = f.asked; f.plan.About != "" {
		a.Asked = a.Heading()
	}
	told := scene.Figures{Title: a.Asked, Columns: f.res.Columns, Rows: f.res.Rows[:min(len(f.res.Rows), maxKept)]}
	if _, n := a.Axes(); n >= 0 && (isMoney(f.res.Columns[n]) || n < len(f.kinds) && isMoney(f.kinds[n])) {
		told.Money = cmp.Or(f.currency, question.Currency)
	}
	return s.Save(figuresNote, told)
}

func sayAsked(f askFacts, l lang.Language) string {
	w, said := textsOf(l), f.Text
	switch {
	case f.Declined != "":
		f.language = l
		return cmp.Or(said, f.why())
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

// lines says the rows of a statement that a model wrote.
func (f askFacts) lines(w phrases) string {
	if len(f.Rows) > fewRows && !f.hidden { // the card has them
		return w.Purchases.Table
	}
	var lines []string
	for _, row := range f.Rows {
		line := row[0]
		if len(row) > 1 {
			line += ": " + strings.Join(row[1:], ", ")
		}
		lines = append(lines, line)
	}
	if len(lines) == 1 {
		return lines[0] + "."
	}
	return fmt.Sprintf(w.Purchases.Several, len(lines)) + "\n- " + strings.Join(lines, "\n- ")
}
