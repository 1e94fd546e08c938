package aguitest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
)

const (
	start  = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	finish = `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}`
	begin  = `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}`
	words  = `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"x"}`
	end    = `{"type":"TEXT_MESSAGE_END","messageId":"m"}`
	call   = `{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f"}`
	called = `{"type":"TOOL_CALL_END","toolCallId":"c"}`
	result = `{"type":"TOOL_CALL_RESULT","messageId":"c-r","toolCallId":"c","content":"1"}`
	step   = `{"type":"STEP_STARTED","stepName":"s"}`
	asks   = `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"q","toolCallId":"c"}]}}`
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name   string
		events []string
		want   string // a part of what is wrong; empty: nothing
	}{
		{"a whole run", []string{start, step, begin, words, `{"type":"STEP_FINISHED","stepName":"s"}`, end, call, called, result, finish}, ""},
		{"a question and its answer", []string{start, call, called, asks, start, result, finish}, ""},
		{"nothing", nil, "empty"},
		{"no beginning", []string{begin, end, finish}, "where it belongs"},
		{"two beginnings", []string{start, start, finish}, "where it belongs"},
		{"no end", []string{start, begin, words, end}, "in the middle"},
		{"something after the end", []string{start, finish, begin}, "where it belongs"},
		{"an open message", []string{start, begin, finish}, "open still"},
		{"an open step", []string{start, step, finish}, "open still"},
		{"an open call", []string{start, call, finish}, "open still"},
		{"an open message at an error", []string{start, begin, `{"type":"RUN_ERROR","message":"x","code":"internal"}`}, "open still"},
		{"a message twice at once", []string{start, begin, begin}, "open already"},
		{"words of no message", []string{start, words}, "not open"},
		{"the end of no message", []string{start, end}, "not open"},
		{"arguments of no call", []string{start, `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"x"}`}, "not open"},
		{"a call without a result", []string{start, call, called, finish}, "without a result"},
		{"an empty delta", []string{start, begin, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":""}`}, "delta is missing"},
		{"null for absent", []string{`{"type":"RUN_STARTED","threadId":"t","runId":"r","parentRunId":null}`}, "parentRunId is null"},
		{"an event that does not exist", []string{start, `{"type":"RUN_PAUSED"}`}, "no such event"},
		{"another run's end", []string{start, strings.Replace(finish, `"r"`, `"s"`, 1)}, "ends as s"},
		{"an outcome that does not exist", []string{start, strings.Replace(finish, "success", "maybe", 1)}, "no outcome"},
		{"an interrupt without interrupts", []string{start, strings.Replace(finish, "success", "interrupt", 1)}, "0 interrupts"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			for i, e := range tt.events {
				fmt.Fprintf(&b, "id: %d\ndata: %s\n\n: ping\n\n", i+1, e)
			}
			events, err := aguitest.Read(strings.NewReader(b.String()))
			if err != nil {
				t.Fatal(err)
			}
			err = aguitest.Check(events)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Check = %v, want %q", err, tt.want)
			}
		})
	}
}
