package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"

	"github.com/google/jsonschema-go/jsonschema"
)

// Tool is a Go function that a model may call. Make one with NewTool.
type Tool struct {
	ToolSpec
	run func(ctx context.Context, args string) (any, error)
}

// NewTool makes a tool of fn. The schema of its arguments comes from In, a
// struct; edit may add what tags cannot say.
func NewTool[In, Out any](name, description string, fn func(context.Context, In) (Out, error), edit ...func(*jsonschema.Schema)) (Tool, error) {
	schema, err := SchemaOf[In](edit...)
	if err != nil {
		return Tool{}, fmt.Errorf("tool %s: %w", name, err)
	}
	return Tool{ToolSpec{Name: name, Description: description, Params: schema.JSON()}, func(ctx context.Context, args string) (any, error) {
		if args == "" {
			args = "{}"
		}
		in, err := schema.Decode(args)
		if err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		return fn(ctx, in)
	}}, nil
}

// Run calls the tool with the arguments a model wrote. Arguments that do not
// fit the schema never reach the function. A panic in it becomes a
// *PanicError.
func (t Tool) Run(ctx context.Context, args string) (out any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{Tool: t.Name, Value: p, Stack: debug.Stack()}
		}
	}()
	return t.run(ctx, args)
}

// PanicError is a bug in a tool. Its text, which a model may see, does not
// tell what happened; Value and Stack do.
type PanicError struct {
	Tool  string
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return "the tool " + e.Tool + " failed inside" }

// Reply is the part a model gets back for its call: the value as JSON, or the
// error as words it can act on.
func (c ToolCall) Reply(value any, err error) Part {
	r := &ToolResult{CallID: c.ID, Name: c.Name}
	if err == nil {
		var b []byte
		if b, err = json.Marshal(value); err == nil {
			r.Content = string(b)
		}
	}
	if err != nil {
		r.Content, r.IsError = err.Error(), true
	}
	return Part{Result: r}
}
