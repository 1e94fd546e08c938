package maitre_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
)

type beerState struct {
	Message string
	More    bool
	Text    string
}

// beer is a specialist that asks before it says more.
func beer() maitre.Specialist {
	g := graph.New[beerState]("beer@1")
	g.Start(nil, "list")
	g.Node("list", func(ctx context.Context, s beerState, emit graph.Emit) (beerState, error) {
		if strings.Contains(s.Message, "quebra") {
			return s, errors.New("the tap is broken")
		}
		emit(event.Text, event.Words{Text: "Há três cervejarias. "})
		return s, nil
	}, nil, "ask")
	g.Ask("ask", func(beerState) graph.Question {
		return graph.Question{Text: "Quer saber mais?", Timeout: 30 * time.Second}
	},
		func(s beerState, a graph.Answer) (beerState, error) {
			if a.TimedOut {
				return s, nil
			}
			return s, json.Unmarshal(a.Value, &s.More)
		}, nil, "say")
	g.Node("say", func(_ context.Context, s beerState, _ graph.Emit) (beerState, error) {
		s.Text = "Até logo!"
		if s.More {
			s.Text = "A primeira faz lúpulo fresco."
		}
		return s, nil
	}, nil, graph.End)
	return maitre.NewSpecialist("beer", "breweries", g, func(q maitre.Query) beerState { return beerState{Message: q.Message} }, func(s beerState) string { return s.Text })
}

// hooks tells what it was asked.
type hooks struct{ calls []string }

func (h *hooks) chain() hook.Chain {
	return hook.Chain{{
		Name: "test",
		PreQuery: func(ctx context.Context, t hook.Turn) (hook.Known, error) {
			h.calls = append(h.calls, "pre "+t.Message)
			event.Emit(ctx, event.MemoryRetrieved, map[string]int{"memories": 2})
			return hook.Known{Context: "likes IPA"}, nil
		},
		PostResponse: func(ctx context.Context, t hook.Turn, r hook.Response) (string, error) {
			h.calls = append(h.calls, "post "+t.Message+" → "+r.Text)
			event.Emit(ctx, event.MemorySaved, map[string]string{"value": "IPA"})
			return "", nil
		},
	}}
}

const wantsBeer = "Quais cervejarias novas você recomenda em San Diego?"

func bar(t *testing.T, h hook.Chain) (*maitre.Maitre, *sqlite.Store) {
	t.Helper()
	store := storetest.Memory(t)
	m, err := maitre.New(maitre.Options{Store: store, Hooks: h, Specialists: []maitre.Specialist{beer()}})
	must(t, err)
	return m, store
}

// talker is a house in which ana may say something.
type talker interface {
	Turn(ctx context.Context, t maitre.Turn, watch func(event.Event)) (*maitre.Reply, error)
}

func turn(t *testing.T, m talker, message string) (*maitre.Reply, error) {
	t.Helper()
	return m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: message}, nil)
}

// speak has a turn that must not fail.
func speak(t *testing.T, m talker, message string) *maitre.Reply {
	t.Helper()
	r, err := turn(t, m, message)
	must(t, err)
	return r
}

// left is a run of ana's, r1, as its worker left it.
func left(t *testing.T, store *sqlite.Store, cp graph.Checkpoint) {
	t.Helper()
	_, err := store.Open(t.Context(), "t1", "ana")
	must(t, err)
	cp.Run, cp.Thread, cp.Guest, cp.Version = "r1", "t1", "ana", 1
	must(t, store.Save(t.Context(), &cp, nil))
}

func TestTheRightSpecialistAnswersAndAsks(t *testing.T) {
	h := &hooks{}
	m, store := bar(t, h.chain())
	if r, err := turn(t, m, "Boa noite!"); err != nil || r.Specialist != "concierge" {
		t.Fatalf("reply %+v, %v", r, err)
	}
	r, err := turn(t, m, wantsBeer)
	if err != nil || r.Specialist != "beer" || r.Question == nil || r.Question.Text != "Quer saber mais?" || r.Deadline.IsZero() || r.Text != "Há três cervejarias." || r.MessageID == "" {
		t.Fatalf("reply %+v, %v", r, err)
	}
	if _, err := turn(t, m, "e outra coisa"); !errors.Is(err, maitre.ErrPending) {
		t.Errorf("a message while a question waits: %v, want ErrPending", err)
	}
	if _, err := m.Answer(t.Context(), "bia", r.Run, graph.Answer{Value: json.RawMessage("true")}, nil); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("another guest's answer: %v, want ErrNotFound", err)
	}
	if _, err := m.Answer(t.Context(), "ana", r.Run, graph.Answer{Value: json.RawMessage(`"talvez"`)}, nil); err == nil {
		t.Error("what is no answer was taken for one")
	}
	end, err := m.Answer(t.Context(), "ana", r.Run, graph.Answer{Value: json.RawMessage("true")}, nil)
	if err != nil || end.Text != "A primeira faz lúpulo fresco." || end.Run != r.Run {
		t.Errorf("reply %+v, %v", end, err)
	}
	if _, err := m.Answer(t.Context(), "ana", r.Run, graph.Answer{Value: json.RawMessage("true")}, nil); !errors.Is(err, graph.ErrNoAsk) {
		t.Errorf("a second answer: %v, want ErrNoAsk", err)
	}
	if len(h.calls) != 4 || h.calls[0] != "pre Boa noite!" || h.calls[3] != "post "+wantsBeer+" → A primeira faz lúpulo fresco." {
		t.Errorf("hooks were called %q", h.calls)
	}
	events, err := store.Events(t.Context(), r.Run, 0, 0)
	must(t, err)
	var types []string
	for _, e := range events[:6] {
		types = append(types, string(e.Type))
	}
	if last := events[len(events)-1]; last.Type != event.MemorySaved || last.Seq != int64(len(events)) {
		t.Errorf("the run's last event is %+v, want what was learnt", last)
	}
	if got := strings.Join(types, " "); got != "run_start pre_query scene memory_retrieved decision step_start" {
		t.Errorf("the run begins with %s", got)
	}
}

func TestSilenceIsAnAnswerToTheQuestion(t *testing.T) {
	for _, who := range []string{"the next message", "who tends"} {
		t.Run(who, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, store := bar(t, nil)
				r, err := turn(t, m, wantsBeer)
				if err != nil || r.Question == nil {
					t.Fatalf("reply %+v, %v", r, err)
				}
				time.Sleep(31 * time.Second)
				if who == "who tends" {
					if n, err := m.RecoverAll(t.Context()); n != 1 || err != nil {
						t.Errorf("RecoverAll = %d, %v", n, err)
					}
				} else if r, err := turn(t, m, "Obrigado, tchau!"); err != nil || r.Specialist != "concierge" {
					t.Errorf("reply %+v, %v", r, err)
				}
				cp, err := store.Load(t.Context(), r.Run)
				if err != nil || cp.Status != graph.Ended || !strings.Contains(string(cp.State), "Até logo") {
					t.Errorf("checkpoint %+v, %v", cp, err)
				}
			})
		})
	}
}

func TestAThreadHasOneRunAtATime(t *testing.T) {
	m, store := bar(t, nil)
	// Another worker is in the middle of a turn.
	left(t, store, graph.Checkpoint{Graph: "beer@1", Status: graph.Running, Step: 1, Next: "say", State: json.RawMessage(`{}`)})
	if _, err := turn(t, m, "oi"); !errors.Is(err, graph.ErrBusy) {
		t.Errorf("a second turn: %v, want ErrBusy", err)
	}
}

func TestATurnWhoseWorkerIsGoneIsFinishedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, store := bar(t, nil)
		left(t, store, graph.Checkpoint{Graph: "beer@1", Status: graph.Running, Step: 1, Next: "say", State: json.RawMessage(`{}`)})
		time.Sleep(time.Minute)
		speak(t, m, "Obrigado!")
		all, err := store.Messages(t.Context(), "t1", "ana", 0)
		if err != nil || len(all) != 3 || all[0].Text != "Até logo!" || all[1].Text != "Obrigado!" {
			t.Errorf("messages %+v, %v", all, err)
		}
	})
}

func TestARunOfASpecialistThatIsGoneDoesNotBlockItsThread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, store := bar(t, nil)
		left(t, store, graph.Checkpoint{Graph: "chat@0", Status: graph.Running, Step: 1, Next: "reply", State: json.RawMessage(`{}`)})
		if _, err := turn(t, m, "oi"); !errors.Is(err, graph.ErrBusy) {
			t.Errorf("while it may still run: %v, want ErrBusy", err)
		}
		time.Sleep(time.Minute)
		if _, err := turn(t, m, "oi"); err != nil {
			t.Error(err)
		}
		if cp, err := store.Load(t.Context(), "r1"); err != nil || cp.Status != graph.Cancelled {
			t.Errorf("checkpoint %+v, %v", cp, err)
		}
	})
}

func TestAQuestionOfASpecialistThatIsGoneIsNotWaitedFor(t *testing.T) {
	for name, do := range map[string]func(*maitre.Maitre) error{
		"a message": func(m *maitre.Maitre) error {
			_, err := m.Say(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "oi"}, nil)
			return err
		},
		"an answer": func(m *maitre.Maitre) error {
			_, err := m.Answer(t.Context(), "ana", "r1", graph.Answer{Value: json.RawMessage("true")}, nil)
			if errors.Is(err, graph.ErrNoAsk) {
				return nil
			}
			return errors.Join(errors.New("it was taken"), err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, store := bar(t, nil)
			left(t, store, graph.Checkpoint{Graph: "chat@0", Status: graph.Waiting, Step: 1, Next: "ask", Question: &graph.Question{Text: "Posso?"}, Deadline: time.Now().Add(time.Hour), State: json.RawMessage(`{}`)})
			if cp, err := m.Pending(t.Context(), "ana", "t1"); cp != nil || err != nil {
				t.Errorf("what waits is %+v, %v", cp, err)
			}
			if err := do(m); err != nil {
				t.Error(err)
			}
			if cp, err := store.Load(t.Context(), "r1"); err != nil || cp.Status != graph.Cancelled {
				t.Errorf("checkpoint %+v, %v", cp, err)
			}
		})
	}
}

func TestPersonalDataInAnAnswerNeverGetsIn(t *testing.T) {
	m, store := bar(t, nil)
	r := speak(t, m, wantsBeer)
	_, err := m.Answer(t.Context(), "ana", r.Run, graph.Answer{Value: json.RawMessage(`"meu CPF é 529.982.247-25"`)}, nil)
	if err == nil || strings.Contains(err.Error(), "529") {
		t.Errorf("error = %v", err)
	}
	if cp, err := store.Load(t.Context(), r.Run); err != nil || strings.Contains(string(cp.State), "529") {
		t.Errorf("checkpoint %+v, %v", cp, err)
	}
}

func TestASpecialistThatFailsIsReportedAndTheThreadGoesOn(t *testing.T) {
	m, store := bar(t, nil)
	r, err := turn(t, m, "Quais cervejarias quebra você recomenda em San Diego?")
	if err == nil || !strings.Contains(err.Error(), "the tap is broken") {
		t.Fatalf("reply %+v, %v", r, err)
	}
	if cp, err := store.Load(t.Context(), r.Run); err != nil || cp.Status != graph.Failed {
		t.Errorf("checkpoint %+v, %v", cp, err)
	}
	if _, err := turn(t, m, "Boa noite!"); err != nil {
		t.Errorf("the next turn: %v", err)
	}
}

func TestPersonalDataNeverGetsIn(t *testing.T) {
	h := &hooks{}
	m, store := bar(t, h.chain())
	r := speak(t, m, "Boa noite! Meu CPF é 529.982.247-25 e meu cartão 4111 1111 1111 1111")
	events, err := store.Events(t.Context(), r.Run, 0, 0)
	must(t, err)
	all, err := json.Marshal(events)
	must(t, err)
	cp, err := store.Load(t.Context(), r.Run)
	must(t, err)
	for where, text := range map[string]string{"the log": string(all), "the checkpoint": string(cp.State), "the hooks": strings.Join(h.calls, " ")} {
		if strings.Contains(text, "529.982") || strings.Contains(text, "4111 1") || strings.Contains(text, "41111111") || where != "the hooks" && !strings.Contains(text, "[CPF]") {
			t.Errorf("%s: %s", where, text)
		}
	}
}

func TestAMessageKeepsTheIDThatTheClientGaveIt(t *testing.T) {
	m, store := bar(t, nil)
	say := func(id string) string {
		t.Helper()
		_, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "Boa noite!", MessageID: id}, nil)
		must(t, err)
		all, err := store.Messages(t.Context(), "t1", "ana", 2)
		must(t, err)
		return all[0].ID
	}
	if id := say("m1"); id != "m1" {
		t.Errorf("the message is called %q", id)
	}
	for range 15 {
		if id := say("m1"); id == "m1" {
			t.Fatal("two messages of a thread have one id")
		}
	}
	if id := say("../message-2"); strings.ContainsAny(id, "./-") {
		t.Errorf("the message is called %q", id)
	}
	if all, _ := store.Messages(t.Context(), "t1", "ana", 0); len(all) != 34 {
		t.Errorf("%d messages, want all 34", len(all))
	}
}
