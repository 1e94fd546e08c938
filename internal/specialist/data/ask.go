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
	v := vocabulary(from.Table, from.Name)
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
	said, err := s.word(ctx, text, seen, language)
	return Told{did, readingOf(p), p, seen.sql, seen.columns, seen.rows, seen.Figures, said}, err
}

// word says what was found. Whose rows they are, that they are a sample or an
// estimate is always said, and not left to a model.
func (s *Statistician) word(ctx context.Context, asked string, f Finding, language lang.Language) (string, error) {
	head, facts := ui.Clean(strings.Join(f.Facts[:f.head], "\n")), ui.Clean(strings.Join(f.Facts[f.head:], "\n"))
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
	return now().UTC().Truncate(24 * time.Hour)
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
func vocabulary(t *table.Table, name string) *question.Vocabulary {
	var columns []question.Column
	for _, c := range t.Columns() {
		x := question.Column{Name: c.Name, Kind: string(c.Kind), Unit: c.Unit}
		if c.Kind == table.Text {
			x.Values, _ = t.Values(c.Name, manyValues)
		}
		columns = append(columns, x)
	}
	return question.Table(name, columns)
}

// maxRows is how many rows an answer has at most.
const maxRows = 2000

// look computes what is asked of the rows that are meant, and says first what
// they are.
func look(ctx context.Context, from Source, p question.Plan, language lang.Language) (Finding, error) {
	t, w := from.Table, texts.In(language)
	count := func(n int) string { return w.Number(float64(n)) }
	found := Finding{head: 1, Facts: []string{header(w, from.Name, from.whose(), count(t.Rows))}}
	if t.Approximate {
		found.Facts = append(found.Facts, fmt.Sprintf(w.Data.Approximate, count(t.Kept)))
		found.head++
	}
	v := vocabulary(t, from.Name)
	if !examined(p.Do) {
		return found, found.compute(ctx, v, t, p, language)
	}
	if len(p.Where) > 0 || len(p.When) > 0 {
		part, err := meantRows(ctx, v, t, p)
		if err != nil {
			return found, err
		}
		said := v.Answer(p, nil, nil, language, "").Conditions()
		if part.Kept == 0 {
			found.Facts = append(found.Facts, fmt.Sprintf(w.Data.NoRows, said))
			return found, nil
		}
		found.Facts = append(found.Facts, fmt.Sprintf(w.Data.OnlyFor, said, count(part.Kept)))
		found.head++
		t = part
	}
	seen, err := Examine(t, p, language)
	found.Facts, found.Figures = append(found.Facts, seen.Facts...), seen.Figures
	found.columns, found.rows = seen.columns, seen.rows
	return found, err
}

// compute runs the statement of a plan.
func (f *Finding) compute(ctx context.Context, v *question.Vocabulary, t *table.Table, p question.Plan, language lang.Language) (err error) {
	if f.sql, err = v.Write(p, time.Now()); err != nil {
		return err
	}
	if f.columns, f.rows, err = t.Query(ctx, f.sql, maxRows); err != nil {
		return err
	}
	a := v.Answer(p, f.columns, f.rows, language, "")
	f.Facts = append(f.Facts, a.Text())
	if g, ok := a.Figure(); ok {
		f.Figures = []chart.Figure{g}
	}
	return nil
}

// meantRows are the rows for which the conditions of a plan hold.
func meantRows(ctx context.Context, v *question.Vocabulary, t *table.Table, p question.Plan) (*table.Table, error) {
	sql, err := v.RowNumbers(p, time.Now())
	if err != nil {
		return nil, err
	}
	_, rows, err := t.Query(ctx, sql, t.Kept)
	if err != nil {
		return nil, err
	}
	var at []int
	for _, r := range rows {
		at = append(at, int(r[0].(int64)))
	}
	return t.Part(at), nil
}
