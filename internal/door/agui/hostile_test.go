package agui_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
)

var (
	types = []event.Type{
		event.StepStart, event.StepEnd, event.Text, event.PostResponse, event.ToolCall, event.ToolResult, event.ToolError,
		event.UI, event.Question, event.Answer, event.Decision, event.MemorySaved, event.RunEnd, event.FeedbackAsked, event.PreQuery,
	}
	payloads = []string{
		``, `null`, `{}`, `[]`, `{"node":"a"}`, `{"node":"b"}`, `{"text":"Boa noite a todos"}`, `{"text":"Boa","restart":true}`, `{"restart":true}`,
		`{"id":"u","text":"Boa noite a todos, sim"}`, `{"id":"c1","tool":"x","input":{"a":1}}`, `{"id":"c1","tool":"x","output":[1]}`, `{"id":"c2","tool":"y","input":"no JSON"}`,
		`{"v":1,"id":"k1","name":"card","props":{},"text":"k","toolCallId":"c1"}`, `{"v":1,"id":"k2","name":"card","props":null,"text":"k"}`,
		`{"text":"?","data":{"toolCall":{"id":"c1","name":"x","args":"{"}}}`, `{"text":"?","options":[{"value":"a"}]}`, `{"value":{"approved":true}}`, `{"timedOut":true}`,
		`{"status":"ended"}`, `{"status":"failed","err":"x"}`, `{"status":"cancelled"}`, `{"status":"?"}`, `{"by":"rule","cost":1}`, `{"memory":{"id":"m"}}`,
	}
)

// The log is ours, but a bug or a restored backup may put anything in it.
func FuzzAnyLogGivesALegalStreamThatCanBeComeBackTo(f *testing.F) {
	f.Add([]byte{0, 4, 2, 6, 4, 10, 7, 13, 5, 11, 1, 4, 12, 19}, "x")
	f.Add([]byte{8, 15, 9, 17, 4, 10, 5, 11, 2, 6, 3, 9, 12, 19}, "x")
	f.Add([]byte{0, 4, 2, 6, 0, 4, 2, 7, 3, 9, 12, 20}, `{"text":"\u2028"}`)
	for _, found := range [][]byte{
		{14, 48, 4, 10},                        // a message without an id
		{0, 48, 7, 14, 0},                      // a component without props
		{0, 48, 4, 11, 0},                      // a call that the second try does not make
		{3, 48, 3, 48, 2, 15, 0, 48, 3, 48, 0}, // a message taken back by a try that is void
		{2, 16, 0, 48, 0},                      // a message that was open when the step began
	} {
		f.Add(found, "0")
	}
	f.Fuzz(func(t *testing.T, picks []byte, more string) {
		events := []event.Event{{Run: "r1", Seq: 1, Thread: "t1", Type: event.RunStart, Data: json.RawMessage(`{"graph":"x@1"}`)}}
		for pick := range slices.Chunk(picks[:min(len(picks), 80)], 2) {
			data := json.RawMessage(more)
			if n := int(pick[len(pick)-1]); n < len(payloads) {
				data = json.RawMessage(payloads[n])
			}
			events = append(events, event.Event{
				Run: "r1", Thread: "t1", Seq: int64(len(events) + 1), Step: len(events)/4 + 1, Type: types[int(pick[0])%len(types)], Data: data,
			})
		}
		events = append(events, event.Event{Run: "r1", Thread: "t1", Seq: int64(len(events) + 1), Type: event.RunEnd, Data: json.RawMessage(`{"status":"ended"}`)})
		all := stream(encode(agui.Encoder{}, events))
		read, err := aguitest.Read(bytes.NewReader(all))
		if err == nil {
			err = aguitest.Check(read)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, all)
		}
		half := int64(len(read) / 2)
		rest := stream(encode(agui.Encoder{AfterFrame: half}, events))
		if !strings.HasSuffix(string(all), string(rest)) || strings.Count(string(rest), "\n\n") != len(read)-int(half) {
			t.Errorf("after frame %d of\n%s\ncame\n%s", half, all, rest)
		}
		c := &aguitest.Client{}
		if err := c.Apply(read); err != nil {
			t.Error(err)
		}
		want, got := byID(agui.Messages(events)), byID(c.Messages)
		for id, m := range got { // clients keep a card that a snapshot without any lacks
			if _, ok := want[id]; !ok && m.Role == "activity" {
				delete(got, id)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the client has other messages (-want +got):\n%s\nafter\n%s", diff, all)
		}
	})
}

// byID has messages without those of the guest and without their order, for a
// client that knows some of them keeps these where they are.
func byID(messages []agui.Message) map[string]agui.Message {
	all := map[string]agui.Message{}
	for _, m := range messages {
		if m.Role != "user" {
			all[m.ID] = m
		}
	}
	return all
}
