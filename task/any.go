package task

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
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
		s.Required, s.AdditionalProperties = nil, nil // this door forgives: see DoJSON
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
		if err := json.Unmarshal(raw, &in); err != nil {
			return Result[json.RawMessage]{}, fmt.Errorf("the input does not fit %s: %s", t.Name, strings.TrimPrefix(err.Error(), "json: "))
		}
	}
	res, err := t.Do(ctx, r, in)
	if err != nil {
		return Result[json.RawMessage]{By: res.By, Why: res.Why, Usage: res.Usage, Cost: res.Cost, Elapsed: res.Elapsed}, err
	}
	out, err := json.Marshal(res.Out)
	return Result[json.RawMessage]{Out: out, By: res.By, Why: res.Why, Usage: res.Usage, Cost: res.Cost, Elapsed: res.Elapsed, Grounding: res.Grounding}, err
}

// Verify returns what is wrong with the task's definition.
func (t *Task[In, Out]) Verify() error { return t.prepare() }

func (t *Task[In, Out]) parse(name, text string) (*prompt, error) {
	return parsePrompt(name, text, *new(In))
}
