package question

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/beer.sql.md
var sqlPrompt string

// SQL is the task over the catalogue that is shipped, for doors that have no
// database. With one, use [New].
var SQL = New(nil)

// Tasks are the decisions this package takes.
var Tasks = []task.Any{SQL}

var reasons = []any{OtherClient, ReadOnly, NotInData, NotPublished, NotUnderstood}

// SQLIn is what a guest asks.
type SQLIn struct {
	Question string `json:"question"`
	Now      string `json:"now,omitempty"` // the day, written 2006-01-02; empty: today
}

// Prompted implements [task.Prompted].
func (in SQLIn) Prompted() map[string]any {
	return map[string]any{"Today": dayOf(in.Now).Format("Monday, 2006-01-02")}
}

// SQLOut is a statement over the relations of safesql's sample policy, or why
// there is none: exactly one is set.
type SQLOut struct {
	SQL      string `json:"sql,omitempty" jsonschema:"one SELECT statement; left out if declined"`
	Declined string `json:"declined,omitempty" jsonschema:"why there is no statement; left out if there is one"`
}

// UnmarshalJSON takes the fence off that models like to put around code.
func (o *SQLOut) UnmarshalJSON(data []byte) error {
	type plain SQLOut
	if err := json.Unmarshal(data, (*plain)(o)); err != nil {
		return err
	}
	o.SQL = Plain(o.SQL)
	return nil
}

// Plain takes off what models put around a statement: a fence, a semicolon.
func Plain(s string) string {
	s = strings.TrimSpace(s)
	if body, ok := strings.CutPrefix(s, "```"); ok {
		body, _, _ = strings.Cut(body, "```")
		if rest, ok := strings.CutPrefix(body, "sqlite"); ok {
			body = rest
		}
		if len(body) >= 3 && strings.EqualFold(body[:3], "sql") {
			body = body[3:]
		}
		s = body
	}
	return strings.TrimRight(strings.TrimSpace(s), "; \n")
}

// New returns the task for a catalogue. If v is nil it is the one shipped.
func New(v *Vocabulary) *task.Task[SQLIn, SQLOut] {
	return &task.Task[SQLIn, SQLOut]{
		Name:   "beer.sql",
		About:  "a question about beer, purchases or trips, as SQL",
		Prompt: sqlPrompt,
		Params: task.Params{Timeout: 20 * time.Second},
		Schema: func(s *jsonschema.Schema) { s.Properties["declined"].Enum = reasons },
		Check:  checkSQL,
		Rule: func(_ context.Context, in SQLIn) (SQLOut, error) {
			if v == nil {
				return write(Shipped(), in), nil
			}
			return write(v, in), nil
		},
	}
}

func checkSQL(_ SQLIn, out SQLOut) error {
	if (out.SQL == "") == (out.Declined == "") {
		return errors.New("set either sql or declined")
	}
	if out.SQL == "" {
		return nil
	}
	word, _, _ := strings.Cut(strings.ReplaceAll(out.SQL, "\n", " "), " ")
	if !slices.Contains([]string{"SELECT", "WITH"}, strings.ToUpper(word)) {
		return errors.New("sql must start with SELECT or WITH")
	}
	return nil
}

// write is the rule.
func write(v *Vocabulary, in SQLIn) SQLOut {
	now := dayOf(in.Now)
	p, err := v.Read(in.Question, now, nil)
	var sql string
	if err == nil {
		sql, err = v.Write(p, now)
	}
	if no, ok := errors.AsType[*Cannot](err); ok {
		return SQLOut{Declined: no.Why}
	}
	return SQLOut{SQL: sql}
}

// dayOf reads a day; what is none is today.
func dayOf(s string) time.Time {
	if d, err := time.Parse(time.DateOnly, s); err == nil {
		return d
	}
	return Today(time.Now())
}
