package llmtest_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestScriptPlaysItsStepsInOrder(t *testing.T) {
	call := llm.ToolCall{ID: "1", Name: "f", Args: "{}"}
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Olá, ", "mundo"), llmtest.Call(call), llmtest.Fail(llm.Auth)}}
	say := func(text string) (*llm.Response, error) {
		return llm.Complete(t.Context(), m, &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, text)}})
	}
	if resp, err := say("a"); err != nil || resp.Text() != "Olá, mundo" || resp.Finish != llm.Stop || resp.Usage.Output != 2 {
		t.Errorf("first: %+v, %v", resp, err)
	}
	if resp, err := say("b"); err != nil || !cmp.Equal(resp.Calls(), []llm.ToolCall{call}) || resp.Finish != llm.ToolCalls {
		t.Errorf("second: %+v, %v", resp, err)
	}
	if _, err := say("c"); llm.KindOf(err) != llm.Auth {
		t.Errorf("third: %v", err)
	}
	if _, err := say("d"); err == nil || err.Error() != "llmtest: call 4 is not in the script" {
		t.Errorf("a call beyond the last: %v", err)
	}
	var asked string
	for _, r := range m.Asked() {
		asked += r.Messages[0].Parts[0].Text
	}
	if asked != "abcd" {
		t.Errorf("asked %q, want abcd", asked)
	}
}

func TestScriptStopsWhenTheCallerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m := &llmtest.Script{Steps: []llmtest.Step{{Wait: time.Minute, Chunks: llmtest.Say("oi").Chunks}}}
		if _, err := llm.Complete(ctx, m, &llm.Request{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("while it waits: %v", err)
		}
	})
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("a", "b"), llmtest.Say("c")}}
	if _, err := llm.Stream(ctx, m, &llm.Request{}, func(string) { cancel(enough) }); !errors.Is(err, enough) {
		t.Errorf("between two chunks: %v", err)
	}
	if _, err := llm.Complete(ctx, m, &llm.Request{}); !errors.Is(err, enough) {
		t.Errorf("before it began: %v", err)
	}
}
