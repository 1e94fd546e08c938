package llm

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// Tool is a Go function that a model may call. Make one with NewTool.
type Tool struct {
	ToolSpec
	check func(args string) error
	run   func(ctx context.Context, args string) (any, error)
}

// toolName is what every provider takes for the name of a tool.
var toolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// NewTool makes a tool of fn. Its name has letters, digits, _ and -, at most 64
// of them, as providers demand. The schema of its arguments comes from In, a
// struct; edit may add what tags cannot say. The text of fn's error is told to
// the model: return words that it can act on.
func NewTool[In, Out any](name, description string, fn func(context.Context, In) (Out, error), edit ...func(*jsonschema.Schema)) (Tool, error) {
	if !toolName.MatchString(name) {
		return Tool{}, fmt.Errorf("tool %q: a name begins with a letter and has letters, digits, _ and -, at most 64", name)
	}
	schema, err := SchemaOf[In](edit...)
	if err != nil {
		return Tool{}, fmt.Errorf("tool %s: %w", name, err)
	}
	decode := func(args string) (In, error) {
		if args == "" {
			args = "{}"
		}
		in, err := schema.Decode(args)
		if err != nil {
			return in, fmt.Errorf("arguments: %w", err)
		}
		return in, nil
	}
	return Tool{
		ToolSpec: ToolSpec{Name: name, Description: description, Params: schema.JSON()},
		check: func(args string) error {
			_, err := decode(args)
			return err
		},
		run: func(ctx context.Context, args string) (any, error) {
			in, err := decode(args)
			if err != nil {
				return nil, err
			}
			return fn(ctx, in)
		},
	}, nil
}

// Check says what is wrong with the arguments a model or a person wrote.
func (t Tool) Check(args string) error { return t.check(args) }

// Run calls the tool with the arguments a model wrote. Arguments that do not
// fit the schema never reach the function. A panic in it becomes a
// *PanicError.
func (t Tool) Run(ctx context.Context, args string) (out any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{What: "the tool " + t.Name, Value: p, Stack: debug.Stack()}
		}
	}()
	return t.run(ctx, args)
}

// PanicError is a bug in a tool or a rule. Its text, which a model may see,
// does not tell what happened; Value and Stack do, and Cause in a line.
type PanicError struct {
	What  string // "the tool list_rooms"
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return e.What + " failed inside" }

// Cause returns, for who mends it, what the panic was and where: "index out of
// range [3] with length 2 (desk.pay, tools.go:41)".
func (e *PanicError) Cause() string {
	_, after, _ := strings.Cut(string(e.Stack), "\npanic(")
	frames := strings.Split(after, "\n")
	for i := 2; i+1 < len(frames); i += 2 { // a function, and its file
		if strings.HasPrefix(frames[i], "runtime.") {
			continue
		}
		function, _, _ := strings.Cut(path.Base(frames[i]), "(")
		file, _, _ := strings.Cut(path.Base(frames[i+1]), " ")
		return fmt.Sprintf("%v (%s, %s)", e.Value, function, file)
	}
	return fmt.Sprint(e.Value)
}

// Reply is the part a model gets back for its call: the value as JSON, or the
// text of err, which should be words that the model can act on.
func (c ToolCall) Reply(value any, err error) Part {
	r := &ToolResult{CallID: c.ID, Name: c.Name}
	if err == nil {
		var content []byte
		content, err = jsonl.Marshal(value)
		r.Content = string(content)
	}
	if err != nil {
		r.Content, r.IsError = err.Error(), true
	}
	return Part{Result: r}
}
