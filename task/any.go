package task

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// Any is a task of whatever types, for doors that know only JSON. Every
// *Task is one.
type Any interface {
	Info() Info

	// Schemas returns the JSON Schemas of what goes in and what comes out.
	Schemas() (in, out json.RawMessage)

	// DoJSON decides on a JSON object. Fields that In does not have are
	// ignored; absent and null are the zero value.
	DoJSON(ctx context.Context, r *Runner, in json.RawMessage) (Result[json.RawMessage], error)

	// Verify returns what is wrong with the task's definition.
	Verify() error

	parse(name, text string) (*prompt, error)
}

// Info describes a task.
type Info struct {
	Name, About, Prompt string
	Params              Params // with the defaults filled in
}

// Find returns the task called name.
func Find(tasks []Any, name string) (Any, error) {
	i := slices.IndexFunc(tasks, func(t Any) bool { return t.Info().Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no task %q", name)
	}
	return tasks[i], nil
}

// Info describes the task.
func (t *Task[In, Out]) Info() Info {
	return Info{Name: t.Name, About: t.About, Prompt: t.Prompt, Params: t.Params.withDefaults()}
}

// Schemas returns the JSON Schemas of In and Out.
func (t *Task[In, Out]) Schemas() (in, out json.RawMessage) {
	if s, err := jsonschema.For[In](nil); err == nil {
		forgive(s)
		in, _ = json.Marshal(s)
	}
	out = json.RawMessage(`{"type":"string"}`)
	if t.prepare() == nil && t.schema != nil {
		out = t.schema.JSON()
	}
	return in, out
}

// DoJSON decides on a JSON object.
func (t *Task[In, Out]) DoJSON(ctx context.Context, r *Runner, raw json.RawMessage) (Result[json.RawMessage], error) {
	var in In
	if len(raw) > 0 {
		if err := jsonl.Decode(raw, &in); err != nil {
			return Result[json.RawMessage]{}, fmt.Errorf("the input does not fit %s: %w", t.Name, err)
		}
	}
	res, err := t.Do(ctx, r, in)
	raw = nil
	if err == nil {
		raw, err = json.Marshal(res.Out)
	}
	return Result[json.RawMessage]{raw, res.By, res.Why, res.Notes, res.Usage, res.Cost, res.Elapsed, res.Grounding}, err
}

// Verify returns what is wrong with the task's definition.
func (t *Task[In, Out]) Verify() error { return t.prepare() }

func (t *Task[In, Out]) parse(name, text string) (*prompt, error) {
	return parsePrompt(name, text, reflect.TypeFor[In]())
}

// forgive makes a schema say what DoJSON takes: nothing is required, and what
// is not known is ignored.
func forgive(s *jsonschema.Schema) {
	s.Required, s.AdditionalProperties = nil, nil
	for _, p := range s.Properties {
		forgive(p)
	}
	if s.Items != nil {
		forgive(s.Items)
	}
}
