package agui_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
)

func resume(id, status, payload string) *agui.Input {
	return &agui.Input{ProtocolVersion: "1.0", Resume: []agui.Resume{{InterruptID: id, Status: status, Payload: json.RawMessage(payload)}}}
}

func TestAnswersThatAreRefused(t *testing.T) {
	open := agui.Questions(scenarios["question"])[0]
	yes := open
	yes.Answer = &graph.Answer{Value: json.RawMessage(`{"editedArgs":{"breweryId":"b2"}, "approved":true}`)}
	silent := open
	silent.Answer = &graph.Answer{TimedOut: true}
	old := func(in *agui.Input) *agui.Input { in.ProtocolVersion = ""; return in }
	soon, late := evening.Add(time.Second), evening.Add(30*time.Second)
	const id = "r1-q2"

	for _, tt := range []struct {
		name string
		in   *agui.Input
		q    agui.Question
		now  time.Time
		want string // the code; empty: it is taken
	}{
		{"a yes", resume(id, agui.Resolved, `{"approved":true}`), open, soon, ""},
		{"a yes with more than was asked", resume(id, agui.Resolved, `{"approved":true,"comment":"!"}`), open, soon, ""},
		{"no payload", resume(id, agui.Resolved, ""), open, soon, agui.BadPayload},
		{"an empty payload", resume(id, agui.Resolved, `{}`), open, soon, agui.BadPayload},
		{"a word", resume(id, agui.Resolved, `"sim"`), open, soon, agui.BadPayload},
		{"approved is no boolean", resume(id, agui.Resolved, `{"approved":"yes"}`), open, soon, agui.BadPayload},
		{"arguments that are a list", resume(id, agui.Resolved, `{"approved":true,"editedArgs":[]}`), open, soon, agui.BadPayload},
		{"a brewery that was not offered", resume(id, agui.Resolved, `{"approved":true,"editedArgs":{"breweryId":"b9"}}`), open, soon, agui.BadPayload},
		{"another question", resume("r1-q3", agui.Resolved, `{"approved":true}`), open, soon, agui.Unknown},
		{"another run", resume("r2-q2", agui.Resolved, `{"approved":true}`), open, soon, agui.Unknown},
		{"no answer at all", &agui.Input{}, open, soon, agui.Unknown},
		{"a late yes", resume(id, agui.Resolved, `{"approved":true}`), open, late, agui.Expired},
		{"a late yes of an old client is a no", old(resume(id, agui.Resolved, `{"approved":true}`)), open, late, ""},
		{"a late cancel", resume(id, agui.Cancelled, ""), open, late, ""},
		{"a yes after silence was the answer", resume(id, agui.Resolved, `{"approved":true}`), silent, soon, agui.Expired},
		{"a cancel after silence was the answer", resume(id, agui.Cancelled, ""), silent, late, ""},
		{"the same yes again, later", resume(id, agui.Resolved, `{"approved":true,"editedArgs":{"breweryId":"b2"}}`), yes, late, ""},
		{"another yes", resume(id, agui.Resolved, `{"approved":true}`), yes, soon, agui.Answered},
		{"a no after a yes", resume(id, agui.Resolved, `{"approved":false}`), yes, soon, agui.Answered},
		{"a cancel after a yes", resume(id, agui.Cancelled, ""), yes, soon, agui.Answered},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := agui.ResumeAnswer(tt.in, tt.q, tt.now)
			code := ""
			if refused, ok := errors.AsType[*agui.Error](err); ok {
				code = refused.Code
			}
			if code != tt.want {
				t.Errorf("the code is %q, want %q", code, tt.want)
			}
			if late := !tt.now.Before(tt.q.Deadline) && tt.q.Answer == nil; late && strings.Contains(string(a.Value), "true") {
				t.Errorf("a late yes is the answer %s", a.Value)
			}
			if err == nil && a.Step != 2 {
				t.Errorf("the answer is to step %d, want 2", a.Step)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	q := agui.Questions(scenarios["question"])[0]
	if got := q.Interrupt(false); got.ExpiresAt != "" || got.Metadata.Maitre.Deadline != "2026-11-20T19:00:30.000Z" {
		t.Errorf("a client of old is told %+v", got)
	}
	run, step, err := agui.ParseInterrupt(q.ID())
	if run != "r1" || step != 2 || err != nil {
		t.Errorf("ParseInterrupt(%s) = %s, %d, %v", q.ID(), run, step, err)
	}
	for _, id := range []string{"", "-q1", "r1", "r1-q", "r1-q0", "r1-qx", "r1-q-1"} {
		if run, step, err := agui.ParseInterrupt(id); err == nil {
			t.Errorf("ParseInterrupt(%q) = %s, %d", id, run, step)
		}
	}
	if got := agui.PendingInterrupts(scenarios["question"], &graph.Checkpoint{}, true); len(got) != 1 || got[0].ToolCallID != "r1.c1" || got[0].ExpiresAt == "" {
		t.Errorf("PendingInterrupts = %+v", got)
	}
	if got := agui.PendingInterrupts(scenarios["question-yes"], &graph.Checkpoint{}, true); got == nil || len(got) != 0 {
		t.Errorf("PendingInterrupts of a run that is over = %+v", got)
	}
}

func TestAQuestionThatIsNotAboutACall(t *testing.T) {
	for _, tt := range []struct {
		name, payload string
		options       []graph.Option
		want          string
	}{
		{"one that was offered", `"b"`, []graph.Option{{Value: "a"}, {Value: "b"}}, `"b"`},
		{"one that was not", `"c"`, []graph.Option{{Value: "a"}, {Value: "b"}}, ""},
		{"anything", `{"n":3}`, nil, `{"n":3}`},
	} {
		events := logged("r1", append(begins("x@1", "oi"), entry{1, event.Question, graph.Question{Text: "Qual?", Options: tt.options}})...)
		_, c := follow(t, encode(agui.Encoder{Expiry: true}, events))
		if len(c.Interrupts) != 1 || c.Interrupts[0]["reason"] != "input_required" || c.Interrupts[0]["toolCallId"] != nil {
			t.Errorf("%s: the client is asked %v", tt.name, c.Interrupts)
		}
		a, err := agui.ResumeAnswer(resume("r1-q1", agui.Resolved, tt.payload), agui.Questions(events)[0], evening)
		if got := string(a.Value); (err == nil) != (tt.want != "") || err == nil && got != tt.want {
			t.Errorf("%s: the answer is %s, %v", tt.name, got, err)
		}
	}
}
