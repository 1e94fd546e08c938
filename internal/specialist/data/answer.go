package data

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

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
	name := map[lang.Language]string{lang.English: "English", lang.Spanish: "Spanish"}[in.Language]
	return map[string]any{"Speaks": cmp.Or(name, "Portuguese")}
}

// longestAnswer is far more than three sentences.
const longestAnswer = 1500

// checkAnswer holds an answer to the facts. What the guest said themselves may be said
// back.
func checkAnswer(in AnswerIn, out string) error {
	if strings.TrimSpace(out) == "" || len(out) > longestAnswer {
		return errors.New("answer in one to three sentences")
	}
	facts := []string{in.Facts, in.Question}
	if wrong := guard.Check(out, guard.Facts{Language: in.Language, Texts: facts, Fresh: facts, Asked: in.Question, Prompt: answerPrompt}); len(wrong) > 0 {
		return errors.New(wrong[0].What)
	}
	if name := invented(out, strings.Join(facts, " ")); name != "" {
		return fmt.Errorf("%q is not among the facts", clip(name))
	}
	return nil
}

// invented returns the first name in an answer that does not stand in the facts,
// or "". A name is a word with a capital that begins no sentence.
func invented(answer, facts string) string {
	told := " " + strings.Join(strings.FieldsFunc(lang.Fold(facts), notLetter), " ") + " "
	begins := true
	for field := range strings.FieldsSeq(answer) {
		word := strings.TrimFunc(field, notLetter)
		if first, n := utf8.DecodeRuneInString(word); !begins && unicode.IsUpper(first) && strings.ToLower(word[n:]) == word[n:] &&
			len(word) > 3 && !strings.Contains(told, " "+lang.Fold(word)+" ") {
			return word
		}
		last, _ := utf8.DecodeLastRuneInString(field)
		begins = notLetter(last) && last != ','
	}
	return ""
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
