package graph_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// hooked is a store whose calls can be replaced.
type hooked struct {
	*graph.Memory
	save    func(context.Context, *graph.Checkpoint, []event.Event) error
	extend  func(ctx context.Context, run string, version int64, es []event.Event) error
	loaded  func()
	stalled func() ([]string, error)
	due     func() ([]string, error)
}

func (h *hooked) Save(ctx context.Context, cp *graph.Checkpoint, es []event.Event) error {
	if h.save != nil {
		return h.save(ctx, cp, es)
	}
	return h.Memory.Save(ctx, cp, es)
}

func (h *hooked) AppendEvents(ctx context.Context, run string, version int64, es []event.Event) error {
	if h.extend != nil {
		return h.extend(ctx, run, version, es)
	}
	return h.Memory.AppendEvents(ctx, run, version, es)
}

func (h *hooked) Load(ctx context.Context, run string) (*graph.Checkpoint, error) {
	if h.loaded != nil {
		defer h.loaded()
	}
	return h.Memory.Load(ctx, run)
}

func (h *hooked) Stalled(ctx context.Context, g string, before time.Time, limit int) ([]string, error) {
	if h.stalled != nil {
		return h.stalled()
	}
	return h.Memory.Stalled(ctx, g, before, limit)
}

func (h *hooked) Due(ctx context.Context, g string, now time.Time, limit int) ([]string, error) {
	if h.due != nil {
		return h.due()
	}
	return h.Memory.Due(ctx, g, now, limit)
}

// abandoned makes a run whose worker is gone.
func abandoned(t *testing.T, m *graph.Memory, id string) {
	t.Helper()
	cp := &graph.Checkpoint{Run: id, Graph: "one@1", Version: 1, Status: graph.Running, Step: 1, Next: "work", State: []byte(`{}`)}
	must(t, m.Save(t.Context(), cp, nil))
}

func TestAnEventWaitsNoLongerThanTheFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := graph.NewMemory()
		var heard atomic.Int32
		g := one(func(_ context.Context, s list, emit graph.Emit) (list, error) {
			at := func(when time.Duration, stored int) {
				t.Helper()
				time.Sleep(when - time.Since(start(t)))
				synctest.Wait()
				if n := len(logged(t, m, "r1")); n != stored || int(heard.Load()) != stored {
					t.Errorf("after %v %d events are stored and %d were heard, want %d", when, n, heard.Load(), stored)
				}
			}
			emit(event.Text, "a")
			at(19*time.Millisecond, 1)
			at(21*time.Millisecond, 3)
			at(101*time.Millisecond, 3)
			emit(event.Text, "b")
			at(102*time.Millisecond, 3)
			emit(event.Text, "c")
			at(119*time.Millisecond, 3)
			at(121*time.Millisecond, 5)
			emit(event.Text, "d")
			return s, nil
		})
		r := compile(t, g, m, graph.Options{})
		goes(t, r, graph.Run{ID: "r1"}, func(event.Event) { heard.Add(1) })
		if n := len(logged(t, m, "r1")); n != 8 || int(heard.Load()) != n {
			t.Errorf("%d events are stored and %d were heard, want 8", n, heard.Load())
		}
	})
}

func TestANodeDoesNotWaitForTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		h.extend = func(ctx context.Context, run string, version int64, es []event.Event) error {
			time.Sleep(50 * time.Millisecond)
			return h.Memory.AppendEvents(ctx, run, version, es)
		}
		g := one(func(_ context.Context, s list, emit graph.Emit) (list, error) {
			time.Sleep(30 * time.Millisecond) // the store is being written to
			for range 3 {
				emit(event.Text, nil)
			}
			if took := time.Since(start(t)); took != 30*time.Millisecond {
				t.Errorf("to emit took until %v", took)
			}
			// 70 ms: the first are stored; 90 ms: the next are on their way.
			time.Sleep(111 * time.Millisecond)
			if n := len(logged(t, h, "r1")); n != 5 {
				t.Errorf("%d events are stored, want 5", n)
			}
			return s, nil
		})
		r := compile(t, g, h, graph.Options{})
		goes(t, r, graph.Run{ID: "r1"}, nil)
	})
}

// start is when a bubble's clock starts.
func start(*testing.T) time.Time { return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) }

func TestAStepThatIsShortIsStoredAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		h.extend = func(context.Context, string, int64, []event.Event) error {
			t.Error("a short step was flushed")
			return nil
		}
		g := one(func(_ context.Context, s list, emit graph.Emit) (list, error) {
			emit(event.Text, "oi")
			time.Sleep(19 * time.Millisecond)
			return s, nil
		})
		r := compile(t, g, h, graph.Options{})
		goes(t, r, graph.Run{ID: "r1"}, nil)
		time.Sleep(time.Minute) // nothing goes on after the end
	})
}

func TestAWorkerThatIsOnlySlowKeepsItsRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		var signs atomic.Int32
		h.extend = func(ctx context.Context, run string, version int64, es []event.Event) error {
			if len(es) == 0 {
				signs.Add(1)
			}
			return h.Memory.AppendEvents(ctx, run, version, es)
		}
		calls := 0
		g := one(func(_ context.Context, s list, emit graph.Emit) (list, error) {
			calls++
			time.Sleep(5 * time.Minute)
			return s, nil
		})
		r := compile(t, g, h, graph.Options{})
		var wg sync.WaitGroup
		wg.Go(func() {
			goes(t, r, graph.Run{ID: "r1"}, nil)
		})
		for range 59 {
			time.Sleep(5 * time.Second)
			if n, err := r.RecoverAll(t.Context()); n != 0 || err != nil {
				t.Errorf("RecoverAll = %d, %v, want 0", n, err)
			}
		}
		wg.Wait()
		if n := signs.Load(); calls != 1 || n < 25 || n > 35 {
			t.Errorf("the node was called %d times and gave %d signs of life, want 1 and about 30", calls, n)
		}
	})
}

func TestAWorkerThatStallsAndComesBackChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := graph.NewMemory()
		var away atomic.Bool
		frozen := &hooked{Memory: m} // the store as the first worker sees it
		frozen.extend = func(ctx context.Context, run string, version int64, es []event.Event) error {
			if away.Load() {
				return errors.New("unreachable")
			}
			return m.AppendEvents(ctx, run, version, es)
		}
		var cause error
		tries := 0
		g := one(func(ctx context.Context, s list, emit graph.Emit) (list, error) {
			tries++
			if tries > 1 {
				emit(event.Text, "second")
				return s.add("second"), nil
			}
			emit(event.Text, "first")
			time.Sleep(25 * time.Millisecond) // that much is flushed
			away.Store(true)
			emit(event.Text, "lost")
			time.Sleep(time.Minute)
			away.Store(false)
			<-ctx.Done()
			cause = context.Cause(ctx)
			emit(event.Text, "lost too")
			return s.add("first"), nil
		})
		var wg sync.WaitGroup
		var heard []string
		wg.Go(func() {
			r := compile(t, g, frozen, graph.Options{})
			out, err := r.Run(t.Context(), graph.Run{ID: "r1"}, list{}, func(e event.Event) { heard = append(heard, line(e)) })
			if !errors.Is(err, graph.ErrConflict) || out.Status != graph.Running {
				t.Errorf("Run = %+v, %v, want ErrConflict", out, err)
			}
		})
		time.Sleep(31 * time.Second)
		r := compile(t, g, m, graph.Options{})
		if n, err := r.RecoverAll(t.Context()); n != 1 || err != nil {
			t.Errorf("RecoverAll = %d, %v, want 1", n, err)
		}
		wg.Wait()
		if !errors.Is(cause, graph.ErrConflict) || tries != 2 {
			t.Errorf("the node was told %v; it was called %d times", cause, tries)
		}
		first := []string{`1 run_start {"graph":"one@1"}`, `1 step_start {"node":"work"}`, `1 text "first"`}
		second := []string{`1 step_start {"node":"work"}`, `1 text "second"`, `1 step_end {"node":"work"}`, `1 run_end {"status":"ended"}`}
		wantLog(t, m, "r1", append(first, second...)...)
		if got := strings.Join(heard, "\n"); got != strings.Join(first, "\n") {
			t.Errorf("the first worker's watch heard %q", heard)
		}
		events, _ := m.Events(t.Context(), "r1", 0, 0)
		if n := len(event.Fold(events)); n != 5 {
			t.Errorf("%d events count, want 5", n)
		}
	})
}

func TestAStoreThatHangsIsGivenUp(t *testing.T) {
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, store := range map[string]*hooked{
		"when a step ends":   {save: func(ctx context.Context, _ *graph.Checkpoint, _ []event.Event) error { return hang(ctx) }},
		"while a node works": {extend: func(ctx context.Context, _ string, _ int64, _ []event.Event) error { return hang(ctx) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store.Memory = graph.NewMemory()
				g := one(func(ctx context.Context, s list, _ graph.Emit) (list, error) {
					<-ctx.Done()
					return s, context.Cause(ctx)
				})
				begin := time.Now()
				_, err := compile(t, g, store, graph.Options{}).Run(t.Context(), graph.Run{ID: "r1"}, list{}, nil)
				if err == nil || !strings.Contains(err.Error(), "the store did not answer within 30s") || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("Run: error = %v, want it to blame the store", err)
				}
				if took := time.Since(begin); took < 30*time.Second || took > 31*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

func TestABugInWatchLetsGoOfTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, at := range []event.Type{event.RunStart, event.Text, event.StepEnd} {
			m := graph.NewMemory()
			g := one(func(ctx context.Context, s list, emit graph.Emit) (list, error) {
				emit(event.Text, "oi")
				select {
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
				return s.add("work"), ctx.Err()
			})
			r := compile(t, g, m, graph.Options{})
			_, err := r.Run(t.Context(), graph.Run{ID: "r1"}, list{}, func(e event.Event) {
				if e.Type == at {
					panic("bug")
				}
			})
			if p, ok := errors.AsType[*graph.PanicError](err); !ok || p.Value != "bug" {
				t.Errorf("at %s: Run: error = %v, want the panic", at, err)
			}
			time.Sleep(time.Minute)
			if _, err := r.RecoverAll(t.Context()); err != nil {
				t.Error(err)
			}
			events, _ := m.Events(t.Context(), "r1", 0, 0)
			var lines []string
			for _, e := range event.Fold(events) {
				lines = append(lines, string(e.Type))
			}
			if got := strings.Join(lines, " "); got != "run_start step_start text step_end run_end" {
				t.Errorf("at %s: what counts is %s", at, got)
			}
		}
	})
}
