package llm_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/llm"
)

type booking struct {
	Seats int    `json:"seats"`
	Where string `json:"where,omitempty"`
}

func TestBadArgumentsNeverReachTheFunction(t *testing.T) {
	calls := 0
	tool, err := llm.NewTool("book", "Book a table", func(context.Context, booking) (string, error) {
		calls++
		return "ok", nil
	}, func(s *jsonschema.Schema) { s.Properties["seats"].Maximum = new(20.0) })
	must(t, err)
	for _, args := range []string{"", "null", "[]", "{", `{"seats":"4"}`, `{"seats":21}`, `{"seats":4,"price":0}`, `{"seats":4} rm -rf`, "```", strings.Repeat("[", 1000)} {
		if out, err := tool.Run(t.Context(), args); err == nil || !strings.HasPrefix(err.Error(), "arguments: ") || out != nil {
			t.Errorf("Run(%.20q) = %v, %v, want an error about the arguments", args, out, err)
		}
	}
	if calls != 0 {
		t.Fatalf("the function was called %d times with bad arguments", calls)
	}
	if out, err := tool.Run(t.Context(), `{"seats":4,"where":null}`); err != nil || out != "ok" || calls != 1 {
		t.Errorf("Run = %v, %v after %d calls", out, err, calls)
	}
}

func TestAToolHasWhatAModelNeedsToKnow(t *testing.T) {
	tool, err := llm.NewTool("book", "Book a table", func(context.Context, booking) (int, error) { return 0, nil })
	must(t, err)
	if tool.Name != "book" || tool.Description != "Book a table" || !strings.Contains(string(tool.Params), `"required":["seats"]`) {
		t.Errorf("spec = %+v, params %s", tool.ToolSpec, tool.Params)
	}
	for _, name := range []string{"", "x y!", "é", "7", strings.Repeat("a", 65)} {
		if _, err := llm.NewTool(name, "", func(context.Context, booking) (int, error) { return 0, nil }); err == nil {
			t.Errorf("a tool may be called %q, which providers refuse", name)
		}
	}
	if _, err := llm.NewTool("bad", "", func(context.Context, []int) (int, error) { return 0, nil }); err == nil || !strings.HasPrefix(err.Error(), "tool bad: ") {
		t.Errorf("a tool of a list: %v, want an error that names it", err)
	}
}

func TestAToolWithoutArgumentsMayBeCalledWithNone(t *testing.T) {
	tool, err := llm.NewTool("now", "", func(context.Context, struct{}) (string, error) { return "noon", nil })
	must(t, err)
	for _, args := range []string{"", "{}"} {
		if out, err := tool.Run(t.Context(), args); err != nil || out != "noon" {
			t.Errorf("Run(%q) = %v, %v", args, out, err)
		}
	}
}

func TestAPanicDoesNotTell(t *testing.T) {
	tool, err := llm.NewTool("book", "", func(context.Context, struct{}) (int, error) { panic("password is hunter2") })
	must(t, err)
	out, err := tool.Run(t.Context(), "")
	p, ok := errors.AsType[*llm.PanicError](err)
	if !ok || out != nil {
		t.Fatalf("Run = %v, %v, want a *PanicError", out, err)
	}
	if p.What != "the tool book" || p.Value != "password is hunter2" || !strings.Contains(string(p.Stack), "TestAPanicDoesNotTell") {
		t.Errorf("PanicError = %q, %v, %s", p.What, p.Value, p.Stack)
	}
	if got := (llm.ToolCall{}).Reply(out, err).Result.Content; got != "the tool book failed inside" {
		t.Errorf("the model is told %q", got)
	}
}

func TestAnErrorOfTheFunctionComesBackAsItIs(t *testing.T) {
	full := errors.New("the house is full")
	tool, err := llm.NewTool("book", "", func(context.Context, struct{}) (*int, error) { return nil, full })
	must(t, err)
	if _, err := tool.Run(t.Context(), ""); !errors.Is(err, full) {
		t.Errorf("error = %v", err)
	}
}

func TestReply(t *testing.T) {
	call := llm.ToolCall{ID: "c1", Name: "book"}
	tests := []struct {
		name    string
		value   any
		err     error
		want    string
		isError bool
	}{
		{"a value is JSON", map[string]int{"seats": 4}, nil, `{"seats":4}`, false},
		{"a string too", "<b>Olá</b>\n", nil, `"<b>Olá</b>\n"`, false},
		{"nothing is null", nil, nil, "null", false},
		{"an error is words", 7, errors.New("the house is full"), "the house is full", true},
		{"a value that is no JSON is an error", math.Inf(1), nil, "json: unsupported value: +Inf", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := llm.Part{Result: &llm.ToolResult{CallID: "c1", Name: "book", Content: tt.want, IsError: tt.isError}}
			if diff := cmp.Diff(want, call.Reply(tt.value, tt.err)); diff != "" {
				t.Errorf("Reply (-want +got):\n%s", diff)
			}
		})
	}
}
