package data

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Told is the answer to a question.
type Told struct {
	Refinement retrieve.Refinement
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
	if why := declined(v, err, language); why != "" {
		return Told{Refinement: did, Text: why}, nil
	}
	if err != nil {
		return Told{}, err
	}
	seen, err := look(ctx, from, p, language)
	if err != nil {
		return Told{}, err
	}
	// Whose rows they are, that they are a sample or an estimate is always said, and not left to a model.
	said := ui.Clean(strings.Join(append([]string{from.header(language).head(texts.In(language))}, seen.Notes...), "\n"))
	if facts := ui.Clean(strings.Join(seen.Facts, "\n")); facts != "" {
		res, err := Answer.Do(ctx, s.Tasks, AnswerIn{Question: clip(text), Facts: facts, Language: language})
		if err != nil {
			return Told{}, err
		}
		said += "\n" + ui.Clean(res.Out)
	}
	return Told{did, p, seen.sql, seen.columns, seen.rows, seen.Figures, said}, nil
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

//go:embed prompts/data.answer.md
var answerPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Answer}

// Answer words what was computed. Every number in it must be one of the facts:
// a model may choose words, not figures.
var Answer = &task.Task[AnswerIn, string]{
	Name:   "data.answer",
	About:  "what was computed from a table, in words",
	Prompt: answerPrompt,
	Params: task.Params{Temperature: 0.3, MaxTokens: 600, Timeout: 15 * time.Second},
	Check:  checkAnswer,
	Rule:   func(_ context.Context, in AnswerIn) (string, error) { return in.Facts, nil },
}

// AnswerIn is what was asked and what was computed, in the words of the rule.
type AnswerIn struct {
	Question string        `json:"question"`
	Facts    string        `json:"facts"`
	Language lang.Language `json:"language,omitempty"`
}

// Prompted implements [task.Prompted]: Speaks is the language's name.
func (in AnswerIn) Prompted() map[string]any {
	return map[string]any{"Speaks": in.Language.English()}
}

// longestAnswer is far more than three sentences.
const longestAnswer = 1500

// checkAnswer checks an answer against the facts; the guest's own words count as facts.
func checkAnswer(in AnswerIn, out string) error {
	if strings.TrimSpace(out) == "" || len(out) > longestAnswer {
		return errors.New("answer in one to three sentences")
	}
	facts := []string{in.Facts, in.Question}
	wrong := guard.Check(out, guard.Facts{Language: in.Language, Texts: facts, Fresh: facts, Asked: in.Question, Prompt: answerPrompt})
	if len(wrong) > 0 {
		return errors.New(wrong[0].What)
	}
	return nil
}
