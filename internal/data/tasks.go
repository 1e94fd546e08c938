package data

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/guard"
	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

var (
	//go:embed prompts/data.intent.md
	intentPrompt string
	//go:embed prompts/data.answer.md
	answerPrompt string
)

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Intent, Answer}

// Intent reads what a question asks of a table. It computes nothing.
var Intent = &task.Task[IntentIn, IntentOut]{
	Name:   "data.intent",
	About:  "what a question asks of a table, and of which columns",
	Prompt: intentPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		for _, w := range ways {
			s.Properties["intent"].Enum = append(s.Properties["intent"].Enum, w.intent)
		}
		for _, m := range measures {
			s.Properties["measure"].Enum = append(s.Properties["measure"].Enum, m.name)
		}
		s.Properties["measure"].Enum = append(s.Properties["measure"].Enum, "")
		s.Properties["period"].Enum = []any{"", "day", "week", "month", "year"}
	},
	Check: checkIntent,
	Rule:  func(_ context.Context, in IntentIn) (IntentOut, error) { return decide(in), nil },
}

// IntentIn is a question about a table.
type IntentIn struct {
	Question string        `json:"question"`
	Columns  []ColumnIn    `json:"columns"`
	Language lang.Language `json:"language,omitempty"`
	Near     []string      `json:"near,omitempty"`   // columns that a search found, the nearest first
	Ways     []string      `json:"ways,omitempty"`   // and intents
	Before   *IntentOut    `json:"before,omitempty"` // what was asked before in the conversation
	Today    string        `json:"today,omitempty"`  // 2026-03-14: what "este ano" is said from
}

// ColumnIn is a column of the table.
type ColumnIn struct {
	Name   string     `json:"name"`
	Kind   table.Kind `json:"type"`
	Values []string   `json:"values,omitempty"` // the most frequent, of texts
}

// IntentOut is what is to be computed.
type IntentOut struct {
	Intent  string   `json:"intent"`
	Columns []string `json:"columns" jsonschema:"whose values are asked for, by their names; none: all that fit"`
	By      string   `json:"by,omitempty" jsonschema:"the column by whose values rows are grouped"`
	N       int      `json:"n,omitempty" jsonschema:"how many groups; left out if not said"`
	Measure string   `json:"measure,omitempty" jsonschema:"what is made of the numbers; left out if not said"`
	Period  string   `json:"period,omitempty" jsonschema:"of a trend; left out if not said"`
	Only    []Only   `json:"only,omitempty" jsonschema:"rows that are meant, if not all: a column and its value; of dates the beginning of one, such as 2025 or 2025-03, and -03 for March of any year"`
}

// checkIntent lets only through what can be computed.
func checkIntent(in IntentIn, out IntentOut) error {
	kinds := map[string]table.Kind{}
	for _, c := range in.Columns {
		kinds[c.Name] = c.Kind
	}
	named := slices.Clone(out.Columns)
	if out.By != "" {
		named = append(named, out.By)
	}
	for _, o := range out.Only {
		named = append(named, o.Column)
	}
	for _, o := range out.Only {
		if !o.known(in, kinds[o.Column]) {
			return fmt.Errorf("%q is no value of %q that the question names", clip(o.Value), clip(o.Column))
		}
	}
	for _, name := range named {
		if kinds[name] == "" {
			return fmt.Errorf("there is no column %q", clip(name))
		}
	}
	switch {
	case out.N < 0 || out.N > most:
		return fmt.Errorf("n is from 1 to %d", most)
	case len(out.Only) > 5 || len(out.Columns) > 100:
		return errors.New("these are too many columns")
	case out.By != "" && kinds[out.By] == table.Number:
		return fmt.Errorf("%q has numbers, which are no groups", out.By)
	}
	if out.Intent == Distribution || out.Intent == Missing || out.Intent == Summary {
		return nil
	}
	for _, name := range out.Columns {
		if kinds[name] != table.Number {
			return fmt.Errorf("%q has no numbers; put what rows are grouped by into by", name)
		}
	}
	return nil
}

var dayOrLonger = regexp.MustCompile(`^(\d{4}(-\d\d(-\d\d)?)?|-(0[1-9]|1[0-2]))$`)

// known reports whether a condition has a value that the table or the question
// has: it is said back, and a model's own words must not be.
func (o Only) known(in IntentIn, kind table.Kind) bool {
	if in.Before != nil && slices.Contains(in.Before.Only, o) {
		return true
	}
	switch kind {
	case table.Date:
		return dayOrLonger.MatchString(o.Value)
	case table.Bool:
		return o.Value == "true" || o.Value == "false"
	case table.Text:
		value := lang.Fold(o.Value)
		return value != "" && strings.Contains(" "+lang.Fold(in.Question)+" ", " "+value+" ") ||
			slices.ContainsFunc(in.Columns, func(c ColumnIn) bool { return c.Name == o.Column && slices.Contains(c.Values, o.Value) })
	}
	return false
}

// Answer words what was computed. Every number in it must be one of the facts:
// a model may choose words, not figures.
var Answer = &task.Task[AnswerIn, string]{
	Name:   "data.answer",
	About:  "what was computed from a table, in words",
	Prompt: answerPrompt,
	Params: task.Params{Temperature: 0.3, MaxTokens: 600, Timeout: 15 * time.Second},
	Check:  checkAnswer,
	Rule:   func(_ context.Context, in AnswerIn) (string, error) { return cmp.Or(in.Short, in.Facts), nil },
}

// AnswerIn is what was asked and what was computed, in the words of the rule.
type AnswerIn struct {
	Question string        `json:"question"`
	Facts    string        `json:"facts"`
	Short    string        `json:"short,omitempty"` // what the rule says, if not all facts
	Language lang.Language `json:"language,omitempty"`
}

// Speaks is the language's name, for the prompt.
func (in AnswerIn) Speaks() string {
	switch in.Language {
	case lang.English:
		return "English"
	case lang.Spanish:
		return "Spanish"
	}
	return "Portuguese"
}

// longestAnswer is far more than three sentences.
const longestAnswer = 1500

var number = regexp.MustCompile(`\d[\d.,]*`)

// checkAnswer compares numbers as they are written, but for marks around them.
// Those that the guest said themselves may be said back.
func checkAnswer(in AnswerIn, out string) error {
	if strings.TrimSpace(out) == "" || len(out) > longestAnswer {
		return errors.New("answer in one to three sentences")
	}
	facts := []string{in.Facts, in.Short, in.Question}
	if wrong := guard.Check(out, guard.Facts{Language: in.Language, Texts: facts, Fresh: facts, Asked: in.Question, Prompt: answerPrompt}); len(wrong) > 0 {
		return errors.New(wrong[0].What)
	}
	if name := invented(out, strings.Join(facts, " ")); name != "" {
		return fmt.Errorf("%q is not among the facts", clip(name))
	}
	known := map[string]bool{}
	for _, n := range number.FindAllString(in.Facts+" "+in.Short+" "+in.Question, -1) {
		known[strings.Trim(n, ".,")] = true
	}
	for _, n := range number.FindAllString(out, -1) {
		if n = strings.Trim(n, ".,"); !known[n] {
			return fmt.Errorf("%s is not among the facts; write numbers exactly as they stand there", n)
		}
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
