package data

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/chart"
	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/ui"
)

// Told is the answer to a question.
type Told struct {
	Refinement retrieve.Refinement
	Asked      IntentOut
	Figures    []chart.Figure
	Text       string
}

// Ask answers one question outside a conversation, in the language it is asked
// in.
func (s *Statistician) Ask(ctx context.Context, from Source, question string) (Told, error) {
	x := s.Begin(nil, question, "")
	found, did, err := s.find(ctx, from, question)
	if err != nil {
		return Told{}, err
	}
	x.Found = &found
	asked, err := Intent.Do(ctx, s.Tasks, x.intentIn(from.Table))
	if err != nil {
		return Told{}, err
	}
	seen, err := look(ctx, from, asked.Out, x.Language)
	if err != nil {
		return Told{}, err
	}
	x.Head, x.Answer = seen.split(question, x.Language)
	text, err := s.word(ctx, x)
	return Told{did, asked.Out, seen.Figures, text}, err
}

// word says what was found. Whose rows they are, that they are a sample or an
// estimate is always said, and not left to a model.
func (s *Statistician) word(ctx context.Context, x State) (string, error) {
	if x.Answer.Facts == "" {
		return x.Head, nil
	}
	res, err := Answer.Do(ctx, s.Tasks, x.Answer)
	return x.Head + "\n" + ui.Clean(res.Out), err
}

// look computes what is asked of the rows that are meant, and says first what
// they are.
func look(ctx context.Context, from Source, asks IntentOut, language lang.Language) (Finding, error) {
	t, w := from.Table, voice.In(language)
	count := func(n int) string { return w.Number(float64(n)) }
	found := Finding{head: 1}
	switch {
	case from.Name != "":
		found.Facts = []string{fmt.Sprintf(w.Data.From, from.Name, count(t.Rows))}
	case from.Sample:
		found.Facts = []string{fmt.Sprintf(w.Data.FromSample, count(t.Rows))}
	default:
		found.Facts = []string{fmt.Sprintf(w.Data.FromOwn, count(t.Rows))}
	}
	add := func(fact string) {
		found.Facts = append(found.Facts, fact)
		found.head++
	}
	if t.Approximate {
		add(fmt.Sprintf(w.Data.Approximate, count(t.Kept)))
	}
	if len(asks.Only) > 0 {
		part, said, err := meantRows(ctx, t, asks.Only, w)
		switch {
		case err != nil:
			return Finding{}, err
		case part == nil:
			add(fmt.Sprintf(w.Data.NoRows, said))
			return found, nil
		}
		add(fmt.Sprintf(w.Data.OnlyFor, said, count(part.Kept)))
		t = part
	}
	computed, err := Compute(t, asks, language)
	found.Facts, found.Figures = append(found.Facts, computed.Facts...), computed.Figures
	return found, err
}

// meantRows returns the rows for which conditions hold, if there are any, and
// the conditions in words.
func meantRows(ctx context.Context, t *table.Table, only []Only, w *voice.Words) (*table.Table, string, error) {
	var said []string
	for _, o := range only {
		value := o.Value
		if m, err := time.Parse("-01", value); err == nil {
			value = fmt.Sprintf(w.Data.EveryYear, w.House.Months[m.Month()-1])
		}
		said = append(said, inert(o.Column)+" "+inert(value))
	}
	part, err := holding(ctx, t, only)
	return part, strings.Join(said, ", "), err
}

// split returns the facts that are always said, and what the task Answer is
// told of the others. With several figures, each of which has its fact for a
// caption, the rule names them only.
func (f Finding) split(question string, language lang.Language) (head string, in AnswerIn) {
	head = ui.Clean(strings.Join(f.Facts[:f.head], "\n"))
	in = AnswerIn{Question: clip(question), Facts: ui.Clean(strings.Join(f.Facts[f.head:], "\n")), Language: language}
	if len(f.Figures) > 1 {
		w := voice.In(language)
		var titles []string
		for _, g := range f.Figures {
			titles = append(titles, inert(g.Title))
		}
		in.Short = ui.Clean(fmt.Sprintf(w.Data.Figures, w.Number(float64(len(titles))), strings.Join(titles, "; ")))
	}
	return head, in
}
