package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// line is one event in short: what an expectation is written in.
func line(e event.Event) string {
	if e.Data == nil {
		return fmt.Sprintf("%d %s", e.Step, e.Type)
	}
	return fmt.Sprintf("%d %s %s", e.Step, e.Type, e.Data)
}

// logged returns a run's events in short, and checks what holds of all.
func logged(t testing.TB, log event.Log, run string) []string {
	t.Helper()
	events, err := log.Events(t.Context(), run, 0, 0)
	must(t, err)
	var lines []string
	for i, e := range events {
		if e.Run != run || e.Seq != int64(i)+1 || e.Time.IsZero() {
			t.Errorf("event %d is %+v", i+1, e)
		}
		lines = append(lines, line(e))
	}
	return lines
}

func wantLog(t testing.TB, log event.Log, run string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, logged(t, log, run)); diff != "" {
		t.Errorf("the log of %s (-want +got):\n%s", run, diff)
	}
}

// one returns a graph with one node.
func one(node graph.Node[list]) *graph.Graph[list] {
	g := graph.New[list]("one@1")
	g.Start(nil, "work")
	g.Node("work", node, nil, graph.End)
	return g
}

// goes runs until the run waits or has ended, which it must do without an error.
func goes(t *testing.T, r *graph.Runner[list], run graph.Run, watch graph.Watch) {
	t.Helper()
	if _, err := r.Run(t.Context(), run, list{}, watch); err != nil {
		t.Error(err)
	}
}

func TestARunGoesFromStartToEnd(t *testing.T) {
	m := graph.NewMemory()
	g := graph.New[list]("walk@1")
	g.Start(to("a"), "a", "b")
	g.Node("a", func(ctx context.Context, s list, emit graph.Emit) (list, error) {
		emit(event.Text, "oi")
		event.Emit(ctx, event.Decision, nil)
		if key := graph.Key(ctx); key != "r1.1" {
			t.Errorf("Key = %q, want r1.1", key)
		}
		if guest := graph.Guest(ctx); guest != "ana" {
			t.Errorf("Guest = %q, want ana", guest)
		}
		return s.add("a"), nil
	}, nil, "b")
	g.Node("b", went("b"), to(graph.End), "a", graph.End)
	g.Close(func(s list, how graph.Status, emit graph.Emit) { emit(event.PostResponse, append(s.Been, string(how))) })

	var heard []string
	r := compile(t, g, m, graph.Options{})
	run := graph.Run{ID: "r1", Thread: "t1", Guest: "ana", Begin: func(emit graph.Emit) { emit(event.SessionStart, nil) }}
	out, err := r.Run(t.Context(), run, list{Been: []string{"home"}}, func(e event.Event) {
		if e.Thread != "t1" || e.Guest != "ana" {
			t.Errorf("event %d is of %q, %q", e.Seq, e.Thread, e.Guest)
		}
		heard = append(heard, line(e))
	})
	must(t, err)
	want := graph.Outcome[list]{State: list{[]string{"home", "a", "b"}}, Status: graph.Ended, Step: 2}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("Run (-want +got):\n%s", diff)
	}
	wantLog(t, m, "r1",
		`1 run_start {"graph":"walk@1"}`, `1 session_start`,
		`1 step_start {"node":"a"}`, `1 text "oi"`, `1 decision`, `1 step_end {"node":"a"}`,
		`2 step_start {"node":"b"}`, `2 step_end {"node":"b"}`,
		`2 post_response ["home","a","b","ended"]`, `2 run_end {"status":"ended"}`)
	if diff := cmp.Diff(logged(t, m, "r1"), heard); diff != "" {
		t.Errorf("what was heard (-logged +heard):\n%s", diff)
	}
	cp, err := m.Load(t.Context(), "r1")
	if err != nil || cp.Status != graph.Ended || cp.Next != graph.End || cp.Version != 3 || cp.Seq != 10 || cp.Step != 2 || string(cp.State) != `{"been":["home","a","b"]}` {
		t.Errorf("Load = %+v, %v", cp, err)
	}
	if key := graph.Key(t.Context()); key != "" {
		t.Errorf("Key outside a node = %q", key)
	}
}

func TestRunsThatFail(t *testing.T) {
	type state struct {
		N    int
		Loop *state `json:",omitempty"`
	}
	bug := func() { panic("segredo: senha=hunter22") }
	ok := func(_ context.Context, s state, emit graph.Emit) (state, error) {
		emit(event.Text, "x")
		s.N++
		return s, nil
	}
	for _, tt := range []struct {
		name  string
		build func(g *graph.Graph[state])
		n     int    // in the state
		want  string // in the error
	}{
		{"a node returns an error", func(g *graph.Graph[state]) {
			g.Node("a", func(_ context.Context, s state, _ graph.Emit) (state, error) { s.N++; return s, errors.New("no beer") }, nil, graph.End)
		}, 0, "node a: no beer"},
		{"a node panics", func(g *graph.Graph[state]) {
			g.Node("a", func(context.Context, state, graph.Emit) (state, error) { bug(); return state{}, nil }, nil, graph.End)
		}, 0, "node a: panic: "},
		{"a route panics", func(g *graph.Graph[state]) {
			g.Node("a", ok, func(state) string { bug(); return "" }, graph.End)
		}, 0, "node a: panic: "},
		{"a route goes where it must not", func(g *graph.Graph[state]) {
			g.Node("a", ok, func(state) string { return "b" }, "a", graph.End)
		}, 0, `node a: the route chose "b", which is not one of a, end`},
		{"a question panics", func(g *graph.Graph[state]) {
			g.Node("a", ok, nil, "b")
			g.Ask("b", func(state) graph.Question { bug(); return graph.Question{} }, func(s state, _ graph.Answer) (state, error) { return s, nil }, nil, graph.End)
		}, 1, "question b: panic: "},
		{"a question's data is not JSON", func(g *graph.Graph[state]) {
			g.Node("a", ok, nil, "b")
			g.Ask("b", func(state) graph.Question { return graph.Question{Data: json.RawMessage("{")} }, func(s state, _ graph.Answer) (state, error) { return s, nil }, nil, graph.End)
		}, 1, "question b: its data is not JSON"},
		{"it goes round and round", func(g *graph.Graph[state]) {
			g.Node("a", ok, func(state) string { return "a" }, "a", graph.End)
		}, 7, "more than 7 steps"},
		{"the state cannot be JSON", func(g *graph.Graph[state]) {
			g.Node("a", func(_ context.Context, s state, _ graph.Emit) (state, error) { s.Loop = &s; return s, nil }, nil, graph.End)
		}, 0, "node a: its state cannot be written"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := graph.NewMemory()
			g := graph.New[state]("bad@1")
			g.Start(nil, "a")
			tt.build(g)
			var closed []graph.Status
			g.Close(func(s state, how graph.Status, _ graph.Emit) { closed = append(closed, how) })
			r := compile(t, g, m, graph.Options{MaxSteps: 7})
			out, err := r.Run(t.Context(), graph.Run{ID: "r1", Thread: "t1"}, state{}, nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) || out.Status != graph.Failed || out.State.N != tt.n {
				t.Errorf("Run = %+v, %v; want it failed at %d with %q", out, err, tt.n, tt.want)
			}
			if p, ok := errors.AsType[*graph.PanicError](err); strings.Contains(tt.want, "panic") && (!ok || !strings.Contains(string(p.Stack), "TestRunsThatFail")) {
				t.Errorf("the panic does not say where it was: %v", err)
			}
			cp, err := m.Load(t.Context(), "r1")
			if err != nil || cp.Status != graph.Failed || !strings.Contains(cp.Err, tt.want) || strings.Contains(cp.Err, "hunter22") {
				t.Errorf("Load = %+v, %v; want it failed and scrubbed", cp, err)
			}
			lines := logged(t, m, "r1")
			if last := lines[len(lines)-1]; !strings.Contains(last, `run_end {"status":"failed","err":"`) || strings.Contains(last, "hunter22") {
				t.Errorf("the last event is %s", last)
			}
			if len(closed) != 1 || closed[0] != graph.Failed {
				t.Errorf("Close was called with %q, want once with failed", closed)
			}
			// The thread is free, and nothing is left to do.
			if _, err := r.Run(t.Context(), graph.Run{ID: "r2", Thread: "t1"}, state{}, nil); errors.Is(err, graph.ErrBusy) {
				t.Error("the thread is still busy")
			}
			if out, err := r.Recover(t.Context(), "r1", nil); err != nil || out.Status != graph.Failed {
				t.Errorf("Recover = %+v, %v, want it as it stands", out, err)
			}
		})
	}
}

func TestARunThatCannotBeginLeavesNothing(t *testing.T) {
	type state struct{ Bad any }
	g := graph.New[state]("bad@1")
	g.Start(nil, graph.End)
	m := graph.NewMemory()
	r := compile(t, g, m, graph.Options{})
	gone, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	for name, tt := range map[string]struct {
		ctx  context.Context
		run  graph.Run
		s    state
		want string
	}{
		"no id":                   {t.Context(), graph.Run{}, state{}, "needs an id"},
		"a state that is no JSON": {t.Context(), graph.Run{ID: "r1"}, state{make(chan int)}, "state cannot be written"},
		"a bug in Begin":          {t.Context(), graph.Run{ID: "r1", Begin: func(graph.Emit) { panic("bug") }}, state{}, "panic: bug"},
		"the caller has gone":     {gone, graph.Run{ID: "r1"}, state{}, "enough"},
	} {
		out, err := r.Run(tt.ctx, tt.run, tt.s, func(e event.Event) { t.Errorf("%s: heard %s", name, line(e)) })
		if err == nil || !strings.Contains(err.Error(), tt.want) || out.Status != "" {
			t.Errorf("%s: Run = %+v, %v; want %q", name, out, err, tt.want)
		}
		if _, err := m.Load(t.Context(), "r1"); !errors.Is(err, graph.ErrNotFound) {
			t.Errorf("%s: there is a run: %v", name, err)
		}
	}
}

// A bug at either end is a failed run, and so is half of what Close appended.
func TestAnEndThatFailsIsARunThatFailed(t *testing.T) {
	start := graph.New[list]("bad@1")
	start.Start(func(list) string { panic("bug") }, graph.End)
	end := one(went("a"))
	end.Close(func(_ list, _ graph.Status, emit graph.Emit) { emit(event.Text, "half"); panic("bug") })
	idle := graph.New[list]("idle@1")
	idle.Start(nil, graph.End)
	for _, tt := range []struct {
		g    *graph.Graph[list]
		how  graph.Status
		want []string
	}{
		{start, graph.Failed, []string{`1 run_start {"graph":"bad@1"}`, `1 run_end {"status":"failed","err":"start: panic: bug"}`}},
		{end, graph.Failed, []string{
			`1 run_start {"graph":"one@1"}`, `1 step_start {"node":"work"}`, `1 step_end {"node":"work"}`,
			`1 run_end {"status":"failed","err":"closing: panic: bug"}`,
		}},
		{idle, graph.Ended, []string{`1 run_start {"graph":"idle@1"}`, `1 run_end {"status":"ended"}`}},
	} {
		m := graph.NewMemory()
		r := compile(t, tt.g, m, graph.Options{})
		out, err := r.Run(t.Context(), graph.Run{ID: "r1", Thread: "t1"}, list{}, nil)
		if (err != nil) != (tt.how == graph.Failed) || out.Status != tt.how {
			t.Errorf("Run = %+v, %v, want it %s", out, err, tt.how)
		}
		wantLog(t, m, "r1", tt.want...)
		out, err = r.Run(t.Context(), graph.Run{ID: "r1", Thread: "t1"}, list{}, nil)
		if !errors.Is(err, graph.ErrConflict) || out.Status != "" || !strings.Contains(err.Error(), "one of that id already") {
			t.Errorf("the same run again: Run = %+v, %v, want ErrConflict", out, err)
		}
	}
}

func TestEmitFromManyGoroutinesAndAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := graph.NewMemory()
		var late sync.WaitGroup
		// straggler emits now and then, long after it was given emit.
		straggler := func(emit graph.Emit) {
			late.Go(func() {
				for range 100 {
					time.Sleep(10 * time.Millisecond)
					emit(event.Text, nil)
				}
			})
		}
		g := graph.New[list]("emit@1")
		g.Start(nil, "a")
		g.Node("a", func(_ context.Context, s list, emit graph.Emit) (list, error) {
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for range 100 {
						emit(event.UI, nil)
					}
				})
			}
			wg.Wait()
			straggler(emit)
			time.Sleep(105 * time.Millisecond)
			return s, nil
		}, nil, "b")
		g.Node("b", func(_ context.Context, s list, emit graph.Emit) (list, error) {
			straggler(emit)
			time.Sleep(105 * time.Millisecond)
			return s, nil
		}, nil, graph.End)
		g.Close(func(_ list, _ graph.Status, emit graph.Emit) { straggler(emit) })
		var heard []string
		run := graph.Run{ID: "r1", Begin: straggler}
		goes(t, compile(t, g, m, graph.Options{}), run, func(e event.Event) { heard = append(heard, line(e)) })
		late.Wait()
		lines := logged(t, m, "r1")
		got := map[string]int{}
		for _, l := range lines {
			got[l]++
		}
		want := map[string]int{
			`1 run_start {"graph":"emit@1"}`: 1,
			`1 step_start {"node":"a"}`:      1, "1 ui": 800, "1 text": 10, `1 step_end {"node":"a"}`: 1,
			`2 step_start {"node":"b"}`: 1, "2 text": 10, `2 step_end {"node":"b"}`: 1,
			`2 run_end {"status":"ended"}`: 1,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("how often each is in the log (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(lines, heard); diff != "" {
			t.Errorf("what was heard (-logged +heard):\n%s", diff)
		}
	})
}

func TestTheCallerGoes(t *testing.T) {
	enough := errors.New("enough")
	for _, tt := range []struct {
		name string
		node func(ctx context.Context, cancel func()) error
		want []string
	}{
		{
			"and the node gives up", func(ctx context.Context, cancel func()) error { cancel(); <-ctx.Done(); return ctx.Err() },
			[]string{`1 run_end {"status":"cancelled","err":"enough"}`},
		},
		{
			"and the node ends all the same", func(_ context.Context, cancel func()) error { cancel(); return nil },
			[]string{`1 step_end {"node":"a"}`, `2 run_end {"status":"cancelled","err":"enough"}`},
		},
		{
			"in the last step: what happened, happened", func(_ context.Context, cancel func()) error { cancel(); return nil },
			[]string{`1 step_end {"node":"a"}`, `1 run_end {"status":"ended"}`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := graph.NewMemory()
			ctx, cancel := context.WithCancelCause(t.Context())
			g := graph.New[list]("gone@1")
			g.Start(nil, "a")
			g.Node("a", func(ctx context.Context, s list, emit graph.Emit) (list, error) {
				emit(event.Text, "oi")
				return s.add("a"), tt.node(ctx, func() { cancel(enough) })
			}, func(list) string {
				if strings.HasPrefix(tt.name, "in the last") {
					return graph.End
				}
				return "b"
			}, "b", graph.End)
			g.Node("b", went("b"), nil, graph.End)
			out, err := compile(t, g, m, graph.Options{}).Run(ctx, graph.Run{ID: "r1"}, list{}, nil)
			last := strings.HasPrefix(tt.name, "in the last")
			if errors.Is(err, enough) == last || (out.Status == graph.Ended) != last || len(out.State.Been) != len(tt.want)-1 {
				t.Errorf("Run = %+v, %v, want it cancelled, or ended: %v", out, err, last)
			}
			wantLog(t, m, "r1", append([]string{`1 run_start {"graph":"gone@1"}`, `1 step_start {"node":"a"}`, `1 text "oi"`}, tt.want...)...)
		})
	}
}
