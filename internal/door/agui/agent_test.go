package agui_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ui"
)

type brewery struct {
	ID string `json:"breweryId"`
}

var breweryCard = ui.Define("brewery-details", 1, func(b brewery) string { return "Cervejaria " + b.ID })

// planner asks before it looks up a brewery, and then says what it found.
func planner(t *testing.T, store graph.Store) *graph.Runner[agent.State] {
	t.Helper()
	lookUp, err := agent.NewTool("brewery_details", "Details of a brewery", func(_ context.Context, b brewery) (brewery, error) { return b, nil }, agent.Options[brewery]{
		Ask: &agent.AskFirst{
			Text: func(agent.State, llm.ToolCall) string { return "Mais detalhes?" },
			Options: func(agent.State, llm.ToolCall) []graph.Option {
				return []graph.Option{{Value: "b1", Label: "Um"}, {Value: "b2", Label: "Dois"}}
			},
		},
		Show: func(b brewery) (ui.Component, error) { return breweryCard.New("card-"+b.ID, b) },
	})
	must(t, err)
	think := func(_ context.Context, s agent.State, _ []llm.ToolSpec, say func(event.Words)) (agent.Thought, error) {
		if s.Iteration == 1 {
			return agent.Thought{Calls: []llm.ToolCall{{ID: "c1", Name: "brewery_details", Args: `{"breweryId":"b1"}`}}}, nil
		}
		last := s.Messages[len(s.Messages)-1].Parts[0].Result
		say(event.Words{Text: "Soube: " + last.Content})
		return agent.Thought{Text: "Soube: " + last.Content}, nil
	}
	g, err := agent.Agent{Name: "beer@1", Tools: []agent.Tool{lookUp}, Think: think}.Graph()
	must(t, err)
	g.Close(func(s agent.State, how graph.Status, emit graph.Emit) {
		if how == graph.Ended {
			emit(event.PostResponse, event.Said{ID: "a1", Text: s.Text})
		}
	})
	r, err := g.Compile(store, graph.Options{})
	must(t, err)
	return r
}

func resume(id, status, payload string) *agui.Input {
	return &agui.Input{ProtocolVersion: "1.0", Resume: []agui.Resume{{InterruptID: id, Status: status, Payload: json.RawMessage(payload)}}}
}

func TestAQuestionOfAnAgentOverTheWire(t *testing.T) {
	for _, tt := range []struct {
		name    string
		in      *agui.Input
		wait    time.Duration
		text    string // what the client reads in the end
		content string // what it has of the call
	}{
		{"yes", resume("r1-q2", agui.Resolved, `{"approved":true}`), 0, `Soube: {"breweryId":"b1"}`, `"text":"Cervejaria b1"`},
		{"yes, to another", resume("r1-q2", agui.Resolved, `{"approved":true,"editedArgs":{"breweryId":"b2"}}`), 0, `Soube: {"breweryId":"b2"}`, `"text":"Cervejaria b2"`},
		{"no", resume("r1-q2", agui.Resolved, `{"approved":false}`), 0, "Soube: the guest declined", `{"declined":true}`},
		{"cancelled", resume("r1-q2", agui.Cancelled, ""), 0, "Soube: the guest declined", `{"declined":true}`},
		{"cancelled too late", resume("r1-q2", agui.Cancelled, ""), time.Minute, "Soube: the guest did not answer in time", `{"declined":true}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := graph.NewMemory()
				r := planner(t, store)
				first := agui.Encoder{Thread: "t1", Run: "one"}
				var frames []agui.Frame
				if _, err := r.Run(t.Context(), graph.Run{ID: "r1", Thread: "t1"}, agent.State{}, func(e event.Event) {
					frames = append(frames, first.Event(e)...)
				}); err != nil {
					t.Fatal(err)
				}
				if !first.Finished() {
					t.Fatal("the question does not end the client's run")
				}
				events, client := follow(t, frames)
				if len(client.Interrupts) != 1 || client.Interrupts[0]["id"] != "r1-q2" {
					t.Fatalf("the client is asked %v", client.Interrupts)
				}
				if events[len(events)-3].Type != "STATE_SNAPSHOT" || events[len(events)-2].Type != "MESSAGES_SNAPSHOT" {
					t.Errorf("before the end of the run came %s and %s", events[len(events)-3].Type, events[len(events)-2].Type)
				}

				time.Sleep(tt.wait)
				log, err := store.Events(t.Context(), "r1", 0, 0)
				must(t, err)
				q := agui.Questions(log)[0]
				a, err := agui.ResumeAnswer(tt.in, q, time.Now())
				must(t, err)
				second := agui.Encoder{Thread: "t1", Run: "two", AfterSeq: q.Seq}
				frames = nil
				for _, e := range log {
					frames = append(frames, second.Event(e)...)
				}
				if _, err := r.Answer(t.Context(), "r1", a, func(e event.Event) {
					frames = append(frames, second.Event(e)...)
				}); err != nil {
					t.Fatal(err)
				}
				more, _ := follow(t, append(frames, second.End()...))
				must(t, client.Apply(more))
				if got := client.Said(); !strings.HasPrefix(got, tt.text) {
					t.Errorf("the client reads %q, want %q", got, tt.text)
				}
				log, err = store.Events(t.Context(), "r1", 0, 0)
				must(t, err)
				if diff := cmp.Diff(agui.Messages(log), client.Messages); diff != "" {
					t.Errorf("the client has other messages (-want +got):\n%s", diff)
				}
				if got := client.Messages[1].Content.(string); !strings.Contains(got, tt.content) {
					t.Errorf("the call's result is %s, want %s", got, tt.content)
				}
				again, err := agui.ResumeAnswer(tt.in, agui.Questions(log)[0], time.Now())
				if err != nil || string(again.Value) != string(a.Value) {
					t.Errorf("the same answer again: %s, %v", again.Value, err)
				}
			})
		})
	}
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
