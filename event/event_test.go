package event_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/thread"
)

func TestFoldKeepsTheLastTryOfEachStep(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string // events in order, as step:type
	}{
		{"nothing", "", ""},
		{"nothing was begun again", "1:run_start 1:step_start 1:text 1:step_end 2:step_start 2:step_end 2:run_end", "1:run_start 1:step_start 1:text 1:step_end 2:step_start 2:step_end 2:run_end"},
		{"the first step was", "1:run_start 1:pre_query 1:step_start 1:text 1:step_start 1:ui 1:step_end", "1:run_start 1:pre_query 1:step_start 1:ui 1:step_end"},
		{"a step was, three times", "1:step_start 1:step_end 2:step_start 2:text 2:step_start 2:step_start 2:ui 2:step_end 3:step_start", "1:step_start 1:step_end 2:step_start 2:ui 2:step_end 3:step_start"},
		{"two steps were", "1:step_start 1:text 1:step_start 1:step_end 2:step_start 2:text 2:step_start 2:step_end", "1:step_start 1:step_end 2:step_start 2:step_end"},
		{"a step after a question was", "1:step_start 1:step_end 2:question 2:answer 3:step_start 3:text 3:step_start 3:step_end", "1:step_start 1:step_end 2:question 2:answer 3:step_start 3:step_end"},
		{"a try that was cancelled counts", "1:step_start 1:text 1:run_end", "1:step_start 1:text 1:run_end"},
		{"a part of a run", "4:text 4:step_end 5:step_start 5:text 5:step_start", "4:text 4:step_end 5:step_start"},
	} {
		var events []event.Event
		for word := range strings.FieldsSeq(tt.in) {
			step, typ, _ := strings.Cut(word, ":")
			events = append(events, event.Event{Step: int(step[0] - '0'), Type: event.Type(typ)})
		}
		var got []string
		for _, e := range event.Fold(events) {
			got = append(got, fmt.Sprintf("%d:%s", e.Step, e.Type))
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestWhatWasSaidBecomesMessages(t *testing.T) {
	at := time.Date(2026, 3, 14, 9, 26, 53, 589793238, time.FixedZone("west", -3*60*60))
	said := func(typ event.Type, id, text string) event.Event {
		return event.Event{Run: "r1", Thread: "t1", Type: typ, Time: at, Data: event.Payload(typ, event.Said{ID: id, Text: text})}
	}
	nowhere := said(event.PreQuery, "m9", "oi")
	nowhere.Thread = ""
	got, err := event.Messages([]event.Event{
		{Thread: "t1", Type: event.RunStart},
		said(event.PreQuery, "m1", "uma IPA"), said(event.Text, "m2", "x"), nowhere,
		said(event.PostResponse, "m3", "Claro!\x00"),
	})
	utc := time.Date(2026, 3, 14, 12, 26, 53, 589793000, time.UTC)
	want := []thread.Message{
		{ID: "m1", Role: thread.RoleUser, Text: "uma IPA", Time: utc},
		{ID: "m3", Role: thread.RoleAssistant, Text: "Claro!\uFFFD", Time: utc},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Messages: %v (-want +got):\n%s", err, diff)
	}
	if ms, err := event.Messages([]event.Event{{Type: event.Text}}); ms != nil || err != nil {
		t.Errorf("Messages of nothing said = %v, %v", ms, err)
	}
	for name, e := range map[string]event.Event{
		"a malformed id":          said(event.PreQuery, "a/b", "segredo"),
		"nothing":                 {Thread: "t1", Type: event.PreQuery},
		"something else entirely": {Thread: "t1", Type: event.PostResponse, Data: json.RawMessage(`["segredo"]`)},
	} {
		if ms, err := event.Messages([]event.Event{e}); err == nil || strings.Contains(err.Error(), "segredo") {
			t.Errorf("%s: Messages = %v, %v, want an error without the words", name, ms, err)
		}
	}
}

func TestEmitReachesTheRunOfItsContext(t *testing.T) {
	event.Emit(t.Context(), event.ModelCall, 1) // nobody hears it
	var got []string
	ctx := event.With(t.Context(), func(typ event.Type, data any) { got = append(got, fmt.Sprint(typ, data)) })
	event.Emit(ctx, event.ModelCall, 2)
	if diff := cmp.Diff([]string{"model_call2"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
