package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// order asks twice before it spends anything: "no" ends it.
func order(spent *atomic.Int32) *graph.Graph[list] {
	question := func(text string) func(list) graph.Question {
		return func(list) graph.Question {
			return graph.Question{
				Text: text, Timeout: 30 * time.Second, Data: json.RawMessage(`{"tool":"order"}`),
				Options: []graph.Option{{"yes", "Sim"}, {"no", "Não"}},
			}
		}
	}
	answer := func(s list, a graph.Answer) (list, error) {
		var word string
		switch err := json.Unmarshal(a.Value, &word); {
		case a.TimedOut:
			word = "no"
		case err != nil:
			return s, err
		case word == "panic":
			panic("bug")
		case word != "yes" && word != "no":
			return s, errors.New("yes or no")
		}
		return s.add(word), nil
	}
	then := func(next string) graph.Route[list] {
		return func(s list) string {
			if s.Been[len(s.Been)-1] == "yes" {
				return next
			}
			return graph.End
		}
	}
	g := graph.New[list]("order@1")
	g.Start(nil, "beer")
	g.Ask("beer", question("Uma cerveja?"), answer, then("food"), "food", graph.End)
	g.Ask("food", question("E um petisco?"), answer, then("spend"), "spend", graph.End)
	g.Node("spend", func(_ context.Context, s list, _ graph.Emit) (list, error) {
		spent.Add(1)
		return s.add("spent"), nil
	}, nil, graph.End)
	return g
}

func value(word string) graph.Answer { return graph.Answer{Value: json.RawMessage(`"` + word + `"`)} }

func TestAQuestionWaitsForItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spent atomic.Int32
		m := graph.NewMemory()
		r := compile(t, order(&spent), m, graph.Options{})
		out, err := r.Run(t.Context(), graph.Run{ID: "r1"}, list{}, nil)
		want := graph.Outcome[list]{
			Status: graph.Waiting, Step: 1, Deadline: time.Now().Add(30 * time.Second).UTC(),
			Question: &graph.Question{
				Text: "Uma cerveja?", Timeout: 30 * time.Second, Data: json.RawMessage(`{"tool":"order"}`),
				Options: []graph.Option{{"yes", "Sim"}, {"no", "Não"}},
			},
		}
		if diff := cmp.Diff(want, out); err != nil || diff != "" {
			t.Fatalf("Run: %v (-want +got):\n%s", err, diff)
		}

		other := compile(t, order(&spent), m, graph.Options{}) // another process
		if out, err := other.Recover(t.Context(), "r1", nil); err != nil || out.Status != graph.Waiting {
			t.Errorf("Recover = %+v, %v, want it as it stands", out, err)
		}
		for _, bad := range []graph.Answer{value("maybe"), value("panic"), {}, {Value: json.RawMessage(`{`)}, {TimedOut: true}} {
			out, err := other.Answer(t.Context(), "r1", bad, func(e event.Event) { t.Errorf("heard %s", line(e)) })
			if err == nil || out.Status != graph.Waiting || out.Question == nil {
				t.Errorf("Answer(%s) = %+v, %v, want it still open", bad.Value, out, err)
			}
		}
		time.Sleep(30*time.Second - 1)
		out, err = other.Answer(t.Context(), "r1", value("yes"), nil)
		if err != nil || out.Status != graph.Waiting || out.Step != 2 || out.Question.Text != "E um petisco?" {
			t.Errorf("Answer = %+v, %v, want the second question", out, err)
		}
		// The same yes again is not one to the second question.
		again := value("yes")
		again.Step = 1
		if _, err := other.Answer(t.Context(), "r1", again, nil); !errors.Is(err, graph.ErrNoAsk) {
			t.Errorf("Answer again: error = %v, want ErrNoAsk", err)
		}
		again.Step = 2
		out, err = r.Answer(t.Context(), "r1", again, nil)
		if err != nil || out.Status != graph.Ended || spent.Load() != 1 {
			t.Errorf("Answer = %+v, %v, want it ended", out, err)
		}
		if _, err := r.Answer(t.Context(), "r1", value("yes"), nil); !errors.Is(err, graph.ErrNoAsk) {
			t.Errorf("Answer after the end: error = %v, want ErrNoAsk", err)
		}
		if _, err := r.Answer(t.Context(), "r2", value("yes"), nil); !errors.Is(err, graph.ErrNotFound) {
			t.Errorf("Answer to nobody: error = %v, want ErrNotFound", err)
		}
		asked := `"options":[{"value":"yes","label":"Sim"},{"value":"no","label":"Não"}],"timeout":30000000000,"data":{"tool":"order"},"deadline":"2000-01-01T00:00:`
		wantLog(t, m, "r1", `1 run_start {"graph":"order@1"}`,
			`1 question {"text":"Uma cerveja?",`+asked+`30Z"}`, `1 answer {"value":"yes"}`,
			`2 question {"text":"E um petisco?",`+asked+`59.999999Z"}`, `2 answer {"value":"yes","step":2}`,
			`3 step_start {"node":"spend"}`, `3 step_end {"node":"spend"}`, `3 run_end {"status":"ended"}`)
	})
}

func TestSilence(t *testing.T) {
	asks := func(timeout time.Duration, silence error) *graph.Graph[list] {
		g := graph.New[list]("asks@1")
		g.Start(nil, "ask")
		g.Ask("ask", func(list) graph.Question { return graph.Question{Text: "Mais uma?", Timeout: timeout} },
			func(s list, a graph.Answer) (list, error) {
				if a.TimedOut && silence != nil {
					return s, silence
				}
				return hears(s, a)
			}, nil, graph.End)
		return g
	}
	for name, tt := range map[string]struct {
		g     *graph.Graph[list]
		after time.Duration
		been  string
		want  string // in the error
	}{
		"a late answer counts as silence":       {asks(time.Minute, nil), time.Minute, "…", ""},
		"without a timeout it waits for ever":   {asks(0, nil), 365 * 24 * time.Hour, `"yes"`, ""},
		"where it is no answer, the run failed": {asks(time.Minute, errors.New("speak up")), time.Minute, "", "question ask: silence is not an answer: speak up"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := graph.NewMemory()
				r := compile(t, tt.g, m, graph.Options{})
				goes(t, r, graph.Run{ID: "r1"}, nil)
				time.Sleep(tt.after)
				out, err := r.Answer(t.Context(), "r1", value("yes"), nil)
				if tt.want == "" && (err != nil || out.State.Been[0] != tt.been) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || out.Status != graph.Failed) {
					t.Errorf("Answer = %+v, %v; want %s%s", out, err, tt.been, tt.want)
				}
			})
		})
	}
}

func TestOfManyAnswersAndTheDeadlineOneWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for round := range 50 {
			var spent, won, lost, expired atomic.Int32
			m := graph.NewMemory()
			r := compile(t, order(&spent), m, graph.Options{})
			goes(t, r, graph.Run{ID: "r1"}, nil)
			if round%2 == 1 {
				time.Sleep(30 * time.Second)
			}
			var wg sync.WaitGroup
			for i := range 64 {
				wg.Go(func() {
					if i%4 == 0 {
						n, err := r.RecoverAll(t.Context())
						if err != nil {
							t.Error(err)
						}
						expired.Add(int32(n))
						return
					}
					a := value("yes")
					a.Step = 1
					switch _, err := r.Answer(t.Context(), "r1", a, nil); {
					case err == nil:
						won.Add(1)
					case errors.Is(err, graph.ErrNoAsk), errors.Is(err, graph.ErrConflict):
						lost.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			wg.Wait()
			answers := strings.Count(strings.Join(logged(t, m, "r1"), "\n"), " answer ")
			if won.Load()+expired.Load() != 1 || won.Load()+lost.Load() != 48 || answers != 1 {
				t.Fatalf("%d answers won and %d lost, %d expired, %d are in the log; want one", won.Load(), lost.Load(), expired.Load(), answers)
			}
		}
	})
}

func TestARunGoesOnUnderItsOwnVersionOnly(t *testing.T) {
	m := graph.NewMemory()
	var spent atomic.Int32
	r := compile(t, order(&spent), m, graph.Options{})
	goes(t, r, graph.Run{ID: "r1", Thread: "t1"}, nil)
	g := graph.New[struct{ Been int }]("order@2")
	g.Start(nil, graph.End)
	g.Close(func(struct{ Been int }, graph.Status, graph.Emit) {
		t.Error("Close was called with another graph's state")
	})
	newer := compile(t, g, m, graph.Options{})
	if newer.Name() != "order@2" {
		t.Errorf("Name = %q", newer.Name())
	}
	if _, err := newer.Answer(t.Context(), "r1", value("yes"), nil); !errors.Is(err, graph.ErrVersion) {
		t.Errorf("Answer: error = %v, want ErrVersion", err)
	}
	if _, err := newer.Recover(t.Context(), "r1", nil); !errors.Is(err, graph.ErrVersion) {
		t.Errorf("Recover: error = %v, want ErrVersion", err)
	}
	// But it must not hold the thread forever.
	must(t, newer.Cancel(t.Context(), "r1", errors.New("it is out of date")))
	lines := logged(t, m, "r1")
	if last := lines[len(lines)-1]; last != `1 run_end {"status":"cancelled","err":"it is out of date"}` {
		t.Errorf("the last event is %s", last)
	}
	if out, err := r.Recover(t.Context(), "r1", nil); err != nil || out.Status != graph.Cancelled {
		t.Errorf("Recover = %+v, %v, want it cancelled", out, err)
	}
}

// A graph that changed and kept its version, or a checkpoint that is damaged.
func TestACheckpointThatDoesNotFitTheGraph(t *testing.T) {
	g := graph.New[list]("changed@1")
	g.Start(nil, "work")
	g.Node("work", went("work"), nil, graph.End)
	for _, tt := range []struct {
		name   string
		cp     graph.Checkpoint
		status graph.Status // at the end
		want   string
	}{
		{"its node is gone", graph.Checkpoint{Status: graph.Running, Next: "ask", State: json.RawMessage(`{}`)}, graph.Failed, `there is no node "ask"`},
		{"its question is gone", graph.Checkpoint{Status: graph.Waiting, Next: "ask", State: json.RawMessage(`{}`)}, graph.Failed, `there is no question "ask"`},
		{"its question is a node now", graph.Checkpoint{Status: graph.Waiting, Next: "work", State: json.RawMessage(`{}`)}, graph.Failed, `there is no question "work"`},
		{"its state cannot be read", graph.Checkpoint{Status: graph.Running, Next: "work", State: json.RawMessage(`[]`)}, graph.Running, "its state cannot be read"},
	} {
		m := graph.NewMemory()
		r := compile(t, g, m, graph.Options{})
		tt.cp.Run, tt.cp.Graph, tt.cp.Version = "r1", "changed@1", 1
		must(t, m.Save(t.Context(), &tt.cp, nil))
		move := r.Recover
		if tt.cp.Status == graph.Waiting {
			move = func(ctx context.Context, id string, w graph.Watch) (graph.Outcome[list], error) {
				return r.Answer(ctx, id, value("yes"), w)
			}
		}
		if _, err := move(t.Context(), "r1", nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error = %v, want %q", tt.name, err, tt.want)
		}
		if cp, err := m.Load(t.Context(), "r1"); err != nil || cp.Status != tt.status {
			t.Errorf("%s: Load = %+v, %v, want it %s", tt.name, cp, err, tt.status)
		}
		if err := r.Cancel(t.Context(), "r1", nil); err != nil {
			t.Errorf("%s: it cannot be cancelled: %v", tt.name, err)
		}
		if cp, err := m.Load(t.Context(), "r1"); err != nil || !cp.Status.Over() {
			t.Errorf("%s: Load = %+v, %v, want it over", tt.name, cp, err)
		}
	}
}
