package maitre_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// tap is a specialist that looks something up and answers at once. It keeps
// what it was asked.
type tap struct{ asked []maitre.Query }

func (b *tap) specialist() maitre.Specialist {
	g := graph.New[beerState]("beer@2")
	g.Start(nil, "say")
	g.Node("say", func(ctx context.Context, s beerState, emit graph.Emit) (beerState, error) {
		emit(event.ToolCall, event.Call{ID: "c1", Tool: "search"})
		emit(event.ToolError, event.Call{ID: "c1", Tool: "search", Err: "busy"})
		emit(event.ToolResult, event.Call{ID: "c2", Tool: "search"})
		if strings.Contains(s.Message, "quebra") {
			return s, errors.New("the tap is broken")
		}
		s.Text = "Há três."
		emit(event.Text, event.Words{Text: s.Text})
		return s, ctx.Err()
	}, nil, graph.End)
	return maitre.NewSpecialist("beer", "breweries", g, func(q maitre.Query) beerState {
		b.asked = append(b.asked, q)
		return beerState{Message: q.Message}
	}, func(s beerState) string { return s.Text })
}

func pub(t *testing.T, h ...hook.Hook) (*maitre.Maitre, *sqlite.Store, *tap) {
	t.Helper()
	store, b := storetest.Memory(t), &tap{}
	m, err := maitre.New(maitre.Options{Store: store, Hooks: h, Specialists: []maitre.Specialist{b.specialist()}})
	must(t, err)
	return m, store, b
}

func types(t *testing.T, store event.Log, run string) (all []event.Type) {
	t.Helper()
	events, err := store.Events(t.Context(), run, 0, 0)
	must(t, err)
	for _, e := range events {
		all = append(all, e.Type)
	}
	return all
}

func texts(t *testing.T, store thread.Store, id string) (all []string) {
	t.Helper()
	ms, err := store.Messages(t.Context(), id, "ana", 0)
	must(t, err)
	for _, msg := range ms {
		all = append(all, string(msg.Role)+": "+msg.Text)
	}
	return all
}

func TestWhatIsKnownOfTheGuestReachesTheSpecialist(t *testing.T) {
	want := hook.Constraints{Allergies: []string{"glúten"}, Budget: hook.Budget{Person: 80}, Party: 4}
	m, _, beer := pub(t, hook.Hook{PreQuery: func(context.Context, hook.Turn) (hook.Known, error) {
		return hook.Known{Context: "likes IPA", Constraints: want}, nil
	}})
	speak(t, m, wantsBeer)
	if len(beer.asked) != 1 || beer.asked[0].Context != "likes IPA" {
		t.Fatalf("the specialist was asked %+v", beer.asked)
	}
	if diff := cmp.Diff(want, beer.asked[0].Constraints); diff != "" {
		t.Errorf("constraints (-want +got):\n%s", diff)
	}
}

func TestHooksHearATurnFromBeginningToEnd(t *testing.T) {
	var heard []string
	var run string
	m, _, _ := pub(t, hook.Hook{
		SessionStart: func(_ context.Context, t hook.Turn) error {
			heard, run = append(heard, "start "+t.Thread+" "+t.Guest), t.Run
			return nil
		},
		Tool: func(_ context.Context, t hook.Turn, e event.Event) error {
			heard = append(heard, string(e.Type)+" "+t.Message)
			return nil
		},
		PostResponse: func(_ context.Context, _ hook.Turn, r hook.Response) (string, error) {
			data, err := json.Marshal(r)
			heard = append(heard, string(data))
			return "", err
		},
	})
	r, err := turn(t, m, wantsBeer)
	if err != nil || r.Run != run {
		t.Fatalf("reply %+v, %v; the session began with run %s", r, err, run)
	}
	want := []string{
		"start t1 ana", "tool_call " + wantsBeer, "tool_error " + wantsBeer, "tool_result " + wantsBeer,
		`{"Text":"Há três.","Specialist":"beer","Tools":[{"Name":"search","Err":"busy"},{"Name":"search","Err":""}]}`,
	}
	if diff := cmp.Diff(want, heard); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	heard = nil
	if _, err := turn(t, m, "Obrigado!"); err != nil || len(heard) != 1 {
		t.Errorf("in the second turn hooks heard %q, %v", heard, err)
	}
}

// asked answers itself what the guest asks about themselves.
var asked = hook.Hook{Name: "asked", PreQuery: func(_ context.Context, t hook.Turn) (hook.Known, error) {
	if strings.Contains(t.Message, "sabe de mim") {
		return hook.Known{Reply: "Nada ainda."}, nil
	}
	return hook.Known{}, nil
}}

func TestTheHouseAnswersWhatIsForAHook(t *testing.T) {
	const more = "e a mais próxima?"
	m, store, beer := pub(t, asked)
	speak(t, m, wantsBeer)
	want := []string{"user: " + wantsBeer, "assistant: Há três."}
	for range 4 { // until nothing of what was last said is about beer
		want = append(want, "user: O que você sabe de mim?", "assistant: Nada ainda.")
		var heard strings.Builder
		r, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "O que você sabe de mim?"}, func(e event.Event) { heard.WriteString(words(e)) })
		if err != nil || r.Specialist != "house" || r.Text != "Nada ainda." || heard.String() != r.Text {
			t.Fatalf("reply %+v, %v; heard %q", r, err, heard.String())
		}
		if got := types(t, store, r.Run); slices.Contains(got, event.Decision) {
			t.Errorf("somebody was asked who answers: %v", got)
		}
	}
	if r, err := turn(t, m, more); err != nil || r.Specialist != "beer" || len(beer.asked) != 2 {
		t.Errorf("what goes on with the talk of before went to %+v, %v", r, err)
	}
	want = append(want, "user: "+more, "assistant: Há três.")
	if diff := cmp.Diff(want, texts(t, store, "t1")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsForAHookIsItsToAnswerWhenTheModelFails(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{llmtest.Fail(llm.Permanent), llmtest.Fail(llm.Permanent)}}
	var beer tap
	m, err := maitre.New(maitre.Options{
		Store: storetest.Memory(t), Hooks: hook.Chain{asked}, Specialists: []maitre.Specialist{beer.specialist()},
		Tasks: &task.Runner{Models: []llm.Model{script}},
	})
	must(t, err)
	for message, want := range map[string]string{"O que você sabe de mim?": "Nada ainda.", wantsBeer: "Há três."} {
		if r, err := turn(t, m, message); err != nil || r.Text != want || r.By != task.ByRule || r.Why == "" {
			t.Errorf("%q is answered with %+v, %v; want %q", message, r, err, want)
		}
	}
}

func TestWhatAHookHasToSayComesAfterTheAnswer(t *testing.T) {
	m, store, _ := pub(t,
		hook.Hook{PostResponse: func(context.Context, hook.Turn, hook.Response) (string, error) {
			return "Posso guardar isso? Seu CPF é 529.982.247-25.", nil
		}},
		hook.Hook{PostResponse: func(ctx context.Context, _ hook.Turn, _ hook.Response) (string, error) {
			event.Emit(ctx, event.FeedbackAsked, nil)
			return "", nil
		}})
	var heard strings.Builder
	r, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: wantsBeer}, func(e event.Event) { heard.WriteString(words(e)) })
	must(t, err)
	const asks = "Posso guardar isso? Seu CPF é [CPF]."
	if want := "Há três.\n\n" + asks; r.Text != want || heard.String() != want {
		t.Errorf("the reply is %q, what was heard %q, want %q", r.Text, heard.String(), want)
	}
	if !r.AskFeedback {
		t.Error("the reply does not say that feedback is asked for")
	}
	if diff := cmp.Diff([]string{"user: " + wantsBeer, "assistant: Há três.", "assistant: " + asks}, texts(t, store, "t1")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if ms, err := store.Messages(t.Context(), "t1", "ana", 0); err != nil || ms[1].ID != r.MessageID {
		t.Errorf("the reply's message is %s, not the answer of %+v, %v", r.MessageID, ms, err)
	}
}

func TestHooksInTroubleAreInTheLogAndTheTurnGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := func(ctx context.Context) { time.Sleep(time.Minute); event.Emit(ctx, event.MemorySaved, nil) }
		m, store, beer := pub(t, hook.Hook{
			Name:         "slow",
			SessionStart: func(ctx context.Context, _ hook.Turn) error { late(ctx); return nil },
			PreQuery: func(ctx context.Context, _ hook.Turn) (hook.Known, error) {
				late(ctx)
				return hook.Known{Context: "too late", Reply: "too late"}, nil
			},
			Safe: func(context.Context, hook.Turn) hook.Known { panic("no") },
			Tool: func(ctx context.Context, _ hook.Turn, _ event.Event) error { late(ctx); return nil },
			PostResponse: func(ctx context.Context, _ hook.Turn, _ hook.Response) (string, error) {
				late(ctx)
				return "too late", nil
			},
		})
		r, err := turn(t, m, wantsBeer)
		if err != nil || r.Text != "Há três." {
			t.Fatalf("reply %+v, %v", r, err)
		}
		if q := beer.asked[0]; !q.Constraints.Unknown || !strings.Contains(q.Context, `"unknown":true`) || strings.Contains(q.Context, "too late") {
			t.Errorf("the specialist was asked %+v", q)
		}
		if want := 2*hook.PreQueryBudget + 3*hook.PreQueryBudget + hook.OtherBudget; r.Elapsed != want {
			t.Errorf("it took %s, want %s", r.Elapsed, want)
		}
		time.Sleep(time.Hour)
		events, err := store.Events(t.Context(), r.Run, 0, 0)
		must(t, err)
		var got []string
		for _, e := range events {
			var trouble hook.Trouble
			switch {
			case e.Type == event.MemorySaved:
				t.Errorf("what came too late is in the log: %+v", e)
			case e.Type == event.HookError && json.Unmarshal(e.Data, &trouble) == nil:
				got = append(got, trouble.Stage+" "+trouble.Problem)
			}
		}
		want := []string{
			"session_start timeout", "pre_query timeout", "safe panic",
			"tool_call timeout", "tool_error timeout", "tool_result timeout", "post_response timeout",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// learns keeps what it could learn from.
type learns struct{ from []string }

func (l *learns) hook() hook.Hook {
	return hook.Hook{Name: "learns", PostResponse: func(_ context.Context, t hook.Turn, r hook.Response) (string, error) {
		var b strings.Builder
		for _, h := range t.History {
			b.WriteString(h.Text + " | ")
		}
		b.WriteString(t.Guest + " " + t.Message + " → " + r.Specialist + " " + r.Text)
		for _, tool := range r.Tools {
			b.WriteString(" " + tool.Name)
		}
		l.from = append(l.from, b.String())
		return "", nil
	}}
}

func TestATurnThatHadNoAnswerIsLearntFromToo(t *testing.T) {
	t.Run("it failed", func(t *testing.T) {
		var l learns
		m, _, _ := pub(t, l.hook())
		if _, err := turn(t, m, wantsBeer+" quebra"); err == nil {
			t.Fatal("it did not fail")
		}
		if diff := cmp.Diff([]string{"ana " + wantsBeer + " quebra → beer  search search"}, l.from); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("the guest hung up", func(t *testing.T) {
		var l learns
		ctx, hangUp := context.WithCancel(t.Context())
		defer hangUp()
		m, store := bar(t, hook.Chain{l.hook()})
		_, err := m.Turn(ctx, maitre.Turn{Thread: "t1", Guest: "ana", Message: wantsBeer}, func(e event.Event) {
			if e.Type == event.RunStart {
				hangUp()
			}
		})
		if !errors.Is(err, context.Canceled) || len(l.from) != 1 {
			t.Errorf("error %v, learnt from %q", err, l.from)
		}
		if got := texts(t, store, "t1"); len(got) == 0 || got[0] != "user: "+wantsBeer {
			t.Errorf("messages %q", got)
		}
	})
}

func TestARunThatAnotherTurnFinishesIsLearntFromOnce(t *testing.T) {
	t.Run("a question that nobody answered", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var l learns
			m, store := bar(t, hook.Chain{l.hook()})
			speak(t, m, "Boa noite!")
			r, err := turn(t, m, wantsBeer)
			if err != nil || r.Question == nil || len(l.from) != 1 {
				t.Fatalf("reply %+v, %v; learnt from %q", r, err, l.from)
			}
			time.Sleep(31 * time.Second)
			speak(t, m, "Obrigado, tchau!")
			said := texts(t, store, "t1")
			before := strings.TrimPrefix(said[0], "user: ") + " | " + strings.TrimPrefix(said[1], "assistant: ") + " | "
			if len(l.from) != 3 || l.from[1] != before+"ana "+wantsBeer+" → beer Até logo!" {
				t.Errorf("learnt from %q", l.from)
			}
		})
	})
	t.Run("a run whose worker is gone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := learns{}
			says := hook.Hook{PostResponse: func(ctx context.Context, t hook.Turn, _ hook.Response) (string, error) {
				event.Emit(ctx, event.MemorySaved, nil)
				return map[string]string{"r1": "Posso guardar?"}[t.Run], nil
			}}
			m, store, _ := pub(t, l.hook(), says)
			if _, err := store.Open(t.Context(), "t1", "ana"); err != nil {
				t.Fatal(err)
			}
			cp := &graph.Checkpoint{Run: "r1", Thread: "t1", Guest: "ana", Graph: "beer@2", Version: 1, Seq: 1, Status: graph.Running, Step: 1, Next: "say", State: json.RawMessage(`{}`)}
			err := store.Save(t.Context(), cp, []event.Event{{Run: "r1", Thread: "t1", Guest: "ana", Seq: 1, Step: 1, Type: event.PreQuery, Data: json.RawMessage(`{"id":"m1","text":"e a IPA?"}`)}})
			must(t, err)
			time.Sleep(time.Minute)
			r, err := turn(t, m, "Obrigado!")
			if err != nil || strings.Contains(r.Text, "Posso") {
				t.Fatalf("reply %+v, %v", r, err)
			}
			if len(l.from) != 2 || l.from[0] != "ana e a IPA? → beer Há três. search search" {
				t.Errorf("learnt from %q", l.from)
			}
			if got := types(t, store, "r1"); !slices.Equal(got[len(got)-4:], []event.Type{event.RunEnd, event.MemorySaved, event.Text, event.PostResponse}) {
				t.Errorf("its log is %v", got)
			}
			if got := texts(t, store, "t1"); len(got) != 5 || got[2] != "assistant: Posso guardar?" || got[3] != "user: Obrigado!" {
				t.Errorf("messages %q", got)
			}
		})
	})
	t.Run("a second answer is not", func(t *testing.T) {
		var l learns
		m, _ := bar(t, hook.Chain{l.hook()})
		r := speak(t, m, wantsBeer)
		for _, want := range []error{nil, graph.ErrNoAsk} {
			if _, err := m.Answer(t.Context(), "ana", r.Run, graph.Answer{Value: json.RawMessage("true")}, nil); !errors.Is(err, want) {
				t.Errorf("Answer: %v, want %v", err, want)
			}
		}
		if len(l.from) != 1 {
			t.Errorf("learnt from %q", l.from)
		}
	})
}

// contested is a store in which another is now and then faster to append to a
// run that is over.
type contested struct {
	*sqlite.Store
	lost int
}

func (c *contested) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	if cp, err := c.Load(ctx, run); err == nil && cp.Status.Over() && c.lost < 2 {
		c.lost++
		return graph.ErrConflict
	}
	return c.Store.AppendEvents(ctx, run, version, events)
}

func TestWhatAHookSaysIsKeptWhenAnotherAppendsAtTheSameTime(t *testing.T) {
	store := &contested{Store: storetest.Memory(t)}
	says := hook.Hook{PostResponse: func(context.Context, hook.Turn, hook.Response) (string, error) { return "Posso guardar?", nil }}
	m, err := maitre.New(maitre.Options{Store: store, Hooks: hook.Chain{says}})
	must(t, err)
	r, err := turn(t, m, "Boa noite!")
	if err != nil || store.lost != 2 || !strings.HasSuffix(r.Text, "\n\nPosso guardar?") {
		t.Errorf("reply %+v, %v, after %d conflicts", r, err, store.lost)
	}
	if got := texts(t, store, "t1"); len(got) != 3 {
		t.Errorf("messages %q", got)
	}
}

func TestWithoutHooksAllWorks(t *testing.T) {
	m, store, beer := pub(t)
	r, err := turn(t, m, wantsBeer)
	if err != nil || r.Text != "Há três." || beer.asked[0].Context != "" {
		t.Fatalf("reply %+v, %v", r, err)
	}
	if got := types(t, store, r.Run); got[len(got)-1] != event.RunEnd {
		t.Errorf("the log ends with %v", got)
	}
	if err := m.Feedback(t.Context(), "ana", r.Run, hook.Feedback{Kind: hook.Positive}); err != nil {
		t.Error(err)
	}
	if err := m.End(t.Context(), "ana", "t1"); err != nil {
		t.Error(err)
	}
	if _, err := turn(t, m, "Obrigado!"); err != nil {
		t.Error(err)
	}
}

func TestAGuestWhoWasForgottenMayComeBackToTheSameThread(t *testing.T) {
	store := storetest.Memory(t)
	m, err := maitre.New(maitre.Options{Store: store, Hooks: hook.Chain{asked}})
	must(t, err)
	for _, message := range []string{"Boa noite!", "O que você sabe de mim?"} {
		speak(t, m, message)
		must(t, store.Forget(t.Context(), "ana"))
	}
	for range 2 {
		speak(t, m, "O que você sabe de mim?")
	}
	if got := texts(t, store, "t1"); len(got) != 4 {
		t.Errorf("messages %q", got)
	}
}

func TestWhatTheHouseWasSayingWhenItsWorkerDiedIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, store, _ := pub(t)
		left(t, store, graph.Checkpoint{Graph: "house@1", Status: graph.Running, Step: 1, Next: "say", State: json.RawMessage(`{"Text":"Nada ainda."}`)})
		time.Sleep(time.Minute)
		if n, err := m.RecoverAll(t.Context()); n != 1 || err != nil {
			t.Errorf("RecoverAll = %d, %v", n, err)
		}
		if diff := cmp.Diff([]string{"assistant: Nada ainda."}, texts(t, store, "t1")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A hundred guests speak at once to a house with one processor, of which what is known
// of each takes ten milliseconds: none of them is forgotten for that.
func TestWhatIsKnownIsToldToEachOfManyAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	synctest.Test(t, func(t *testing.T) {
		processor := make(chan struct{}, 1)
		m, store, _ := pub(t, hook.Hook{Name: "memory", PreQuery: func(context.Context, hook.Turn) (hook.Known, error) {
			processor <- struct{}{}
			time.Sleep(10 * time.Millisecond)
			<-processor
			return hook.Known{}, nil
		}})
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				r, err := m.Turn(t.Context(), maitre.Turn{Thread: fmt.Sprint("t", i), Guest: fmt.Sprint("g", i), Message: "Uma cervejaria"}, nil)
				if err != nil {
					t.Error(err)
				} else if slices.Contains(types(t, store, r.Run), event.HookError) {
					t.Errorf("guest %d: the hook was left behind", i)
				}
			})
		}
		all.Wait()
	})
}
