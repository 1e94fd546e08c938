package data

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/ui"
)

// Told is the answer to a question.
type Told struct {
	Refinement retrieve.Refinement
	Asked      Reading
	Plan       question.Plan
	SQL        string
	Columns    []string
	Rows       [][]any
	Figures    []chart.Figure
	Text       string
}

// Ask answers one question outside a conversation, in the language it is asked
// in.
func (s *Statistician) Ask(ctx context.Context, from Source, text string) (Told, error) {
	language := lang.Portuguese
	if l, ok := lang.Parse(string(s.Language)); ok {
		language = l
	}
	if l, sure := lang.Detect(text); sure {
		language = l
	}
	did, err := s.locate(ctx, from, text)
	if err != nil {
		return Told{}, err
	}
	v := from.vocabulary()
	p, err := v.Read(text, s.today(), nil)
	if no, ok := errors.AsType[*question.Cannot](err); ok {
		return Told{Refinement: did, Text: declined(v, no, language)}, nil
	}
	if err != nil {
		return Told{}, err
	}
	seen, err := look(ctx, from, p, language)
	if err != nil {
		return Told{}, err
	}
	said, err := s.word(ctx, text, from, seen, language)
	return Told{did, readingOf(p), p, seen.sql, seen.columns, seen.rows, seen.Figures, said}, err
}

// word says what was found. Whose rows they are, that they are a sample or an
// estimate is always said, and not left to a model.
func (s *Statistician) word(ctx context.Context, asked string, from Source, f Finding, language lang.Language) (string, error) {
	head := ui.Clean(strings.Join(append([]string{from.facts(language).header(texts.In(language))}, f.Notes...), "\n"))
	facts := ui.Clean(strings.Join(f.Facts, "\n"))
	if facts == "" {
		return head, nil
	}
	res, err := Answer.Do(ctx, s.Tasks, AnswerIn{Question: clip(asked), Facts: facts, Language: language})
	return head + "\n" + ui.Clean(res.Out), err
}

func (s *Statistician) today() time.Time {
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	return question.Today(now())
}

// declined says why a question about a table is not answered.
func declined(v *question.Vocabulary, no *question.Cannot, language lang.Language) string {
	w := texts.In(language)
	if why := v.Answer(question.Plan{}, nil, nil, language, "").Why(no); why != "" {
		return why
	}
	return w.Data.NotUnderstood
}

// manyValues is how many different texts of a column may be named in a question.
const manyValues = 2000

// vocabulary is what a table can be asked with.
func (f Source) vocabulary() *question.Vocabulary {
	var columns []question.Column
	for _, c := range f.Table.Columns() {
		x := question.Column{Name: c.Name, Kind: string(c.Kind), Unit: c.Unit}
		if c.Kind == table.Text {
			x.Values, _ = f.Table.Values(c.Name, manyValues)
		}
		columns = append(columns, x)
	}
	return question.Table(f.Name, columns)
}

// maxRows is how many rows an answer has at most.
const maxRows = 2000

// look computes what is asked of the rows that are meant.
func look(ctx context.Context, from Source, p question.Plan, language lang.Language) (Finding, error) {
	c := &computation{t: from.Table, plan: p, w: texts.In(language)}
	if c.t.Approximate {
		c.Notes = append(c.Notes, fmt.Sprintf(c.w.Data.Approximate, c.count(c.t.Kept)))
	}
	v := from.vocabulary()
	if p.Do == question.Summary && p.Top > 0 {
		err := c.brief(ctx, v)
		return c.Finding, err
	}
	if !examined(p.Do) {
		err := c.compute(ctx, v)
		return c.Finding, err
	}
	if len(p.Where) > 0 || len(p.When) > 0 {
		if err := c.narrow(ctx, v); err != nil {
			return c.Finding, err
		}
		said := v.Answer(p, nil, nil, language, "").Conditions()
		if c.t.Kept == 0 {
			c.tell(fmt.Sprintf(c.w.Data.NoRows, said))
			return c.Finding, nil
		}
		c.Notes = append(c.Notes, fmt.Sprintf(c.w.Data.OnlyFor, said, c.count(c.t.Kept)))
	}
	err := c.examine()
	return c.Finding, err
}

// compute runs the statement of the plan.
func (c *computation) compute(ctx context.Context, v *question.Vocabulary) (err error) {
	if c.sql, err = v.Write(c.plan.Wide(), time.Now()); err != nil {
		return err
	}
	if c.Finding.columns, c.rows, err = c.t.Query(ctx, c.sql, maxRows); err != nil {
		return err
	}
	c.rows = c.plan.Ties(c.rows)
	a := v.Answer(c.plan, c.Finding.columns, c.rows, c.w.Language, "")
	c.tell(a.Text())
	if g, ok := a.Figure(); ok {
		c.Figures = []chart.Figure{g}
	}
	return nil
}

// narrow leaves the rows for which the conditions of the plan hold.
func (c *computation) narrow(ctx context.Context, v *question.Vocabulary) error {
	sql, err := v.RowNumbers(c.plan, time.Now())
	if err != nil {
		return err
	}
	_, rows, err := c.t.Query(ctx, sql, c.t.Kept)
	var at []int
	for _, r := range rows {
		at = append(at, int(r[0].(int64)))
	}
	c.t = c.t.Part(at)
	return err
}
