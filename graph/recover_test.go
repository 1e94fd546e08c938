package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

func TestTwoThatTendDoNotTakeARunFromEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := graph.NewMemory()
		var calls, moved atomic.Int32
		g := one(func(_ context.Context, s list, _ graph.Emit) (list, error) {
			calls.Add(1)
			time.Sleep(time.Minute)
			return s, nil
		})
		for _, id := range []string{"r1", "r2", "r3"} {
			abandoned(t, m, id)
		}
		time.Sleep(time.Minute)
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				n, err := compile(t, g, m, graph.Options{}).RecoverAll(t.Context())
				if err != nil {
					t.Error(err)
				}
				moved.Add(int32(n))
			})
		}
		wg.Wait()
		if calls.Load() != 3 || moved.Load() != 3 {
			t.Errorf("3 runs were moved %d times and their node called %d times", moved.Load(), calls.Load())
		}
	})
}

func TestStepsThatRepeatAreStoredWithWhatFollowsAndTakenAgainByAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		var saved []string
		h.save = func(ctx context.Context, cp *graph.Checkpoint, es []event.Event) error {
			if saved = append(saved, fmt.Sprint(cp.Next, " ", cp.Step, " ", len(es))); len(saved) == 2 {
				return errors.New("the worker is gone")
			}
			return h.Memory.Save(ctx, cp, es)
		}
		g := graph.New[list]("walk@1")
		g.Start(nil, "a")
		g.Node("a", went("a"), nil, "b")
		g.Node("b", went("b"), nil, "c")
		g.Node("c", went("c"), nil, graph.End)
		g.Repeats(func(s list) bool { return len(s.Been) < 3 })
		if _, err := compile(t, g, h, graph.Options{}).Run(t.Context(), graph.Run{ID: "r1", Thread: "t1"}, list{}, nil); err == nil {
			t.Fatal("a run whose end was not stored has no error")
		}
		time.Sleep(time.Hour)
		n, err := compile(t, g, h, graph.Options{}).RecoverAll(t.Context())
		if n != 1 || err != nil {
			t.Fatalf("RecoverAll = %d, %v, want 1", n, err)
		}
		cp, err := h.Memory.Load(t.Context(), "r1")
		must(t, err)
		if got := string(cp.State); got != `{"been":["a","b","c"]}` {
			t.Errorf("the run ended with %s", got)
		}
		if want := []string{"a 1 1", graph.End + " 3 7", "a 1 0", graph.End + " 3 7"}; !slices.Equal(saved, want) {
			t.Errorf("saved %q, want %q", saved, want)
		}
	})
}

func TestAStepWhoseEndIsInTheLogIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		h.save = func(ctx context.Context, cp *graph.Checkpoint, es []event.Event) error {
			if cp.Next == graph.End && cp.Version < 5 {
				return errors.New("the worker is gone")
			}
			return h.Memory.Save(ctx, cp, es)
		}
		g := graph.New[list]("walk@1")
		g.Start(nil, "a")
		g.Node("a", went("a"), nil, "b")
		g.Node("b", func(ctx context.Context, s list, emit graph.Emit) (list, error) {
			time.Sleep(5 * time.Second) // so what is pending is stored meanwhile
			return went("b")(ctx, s, emit)
		}, nil, graph.End)
		g.Repeats(func(s list) bool { return len(s.Been) < 2 })
		_, _ = compile(t, g, h, graph.Options{}).Run(t.Context(), graph.Run{ID: "r1", Thread: "t1"}, list{}, nil)
		for range 3 {
			time.Sleep(time.Hour)
			_, _ = compile(t, g, h, graph.Options{}).RecoverAll(t.Context())
		}
		events, err := h.Events(t.Context(), "r1", 0, 0)
		must(t, err)
		var got []string
		for _, e := range events {
			got = append(got, fmt.Sprint(e.Step, " ", e.Type))
		}
		ended := slices.DeleteFunc(slices.Clone(got), func(e string) bool { return !strings.HasSuffix(e, " "+string(event.StepEnd)) })
		if want := []string{"1 step_end", "2 step_end"}; !slices.Equal(ended, want) || len(got) == 0 || !strings.HasSuffix(got[len(got)-1], string(event.RunEnd)) {
			t.Errorf("the log has %q, want it to end, and the steps to end so: %q", got, want)
		}
	})
}

func TestTendLeavesWhatHasMovedMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		h.stalled = func() ([]string, error) { return []string{"r1", "r2"}, nil } // r1 is heard of again
		h.due = func() ([]string, error) { return []string{"r3"}, nil }           // it was answered
		abandoned(t, h.Memory, "r1")
		g := one(func(context.Context, list, graph.Emit) (list, error) {
			t.Error("the run was taken")
			return list{}, nil
		})
		for _, id := range []string{"r2", "r3"} {
			cp := &graph.Checkpoint{Run: id, Graph: "one@1", Version: 1, Status: graph.Ended, State: []byte(`{}`)}
			must(t, h.Save(t.Context(), cp, nil))
		}
		r := compile(t, g, h, graph.Options{})
		time.Sleep(29 * time.Second)
		if n, err := r.RecoverAll(t.Context()); n != 0 || err != nil {
			t.Errorf("RecoverAll = %d, %v, want 0", n, err)
		}
	})
}

func TestTendSaysWhatWentWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("disk full")
		h := &hooked{Memory: graph.NewMemory()}
		g := one(func(_ context.Context, s list, _ graph.Emit) (list, error) {
			return s, fmt.Errorf("no beer: %w", graph.ErrConflict)
		})
		r := compile(t, g, h, graph.Options{})
		h.due = func() ([]string, error) { return nil, broken }
		if _, err := r.RecoverAll(t.Context()); !errors.Is(err, broken) {
			t.Errorf("Recover: error = %v, want %v", err, broken)
		}
		h.due = func() ([]string, error) { return []string{"nobody"}, nil }
		h.stalled = func() ([]string, error) { return nil, broken }
		if _, err := r.RecoverAll(t.Context()); !errors.Is(err, broken) {
			t.Errorf("Recover: error = %v, want %v", err, broken)
		}
		h.stalled = nil
		abandoned(t, h.Memory, "r1")
		time.Sleep(time.Minute)
		n, err := r.RecoverAll(t.Context())
		if n != 1 || err == nil || !strings.Contains(err.Error(), "run r1: node work: no beer") || !errors.Is(err, graph.ErrNotFound) {
			t.Errorf("RecoverAll = %d, %v; want the run moved, and both errors", n, err)
		}
	})
}

func TestWhenTendIsStoppedItsRunsAreLeftToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := graph.NewMemory()
		ctx, cancel := context.WithCancelCause(t.Context())
		shutdown := errors.New("shutdown")
		stop := true
		g := one(func(ctx context.Context, s list, emit graph.Emit) (list, error) {
			emit(event.Text, "oi")
			if stop {
				time.Sleep(time.Second) // this try is flushed
				cancel(shutdown)
			}
			return s.add("work"), ctx.Err()
		})
		for i := range 24 {
			abandoned(t, m, "r"+string(rune('a'+i)))
		}
		r := compile(t, g, m, graph.Options{})
		time.Sleep(time.Minute)
		if n, err := r.RecoverAll(ctx); n != 0 || !errors.Is(err, shutdown) {
			t.Errorf("RecoverAll = %d, %v, want %v", n, err, shutdown)
		}
		stop = false
		time.Sleep(time.Minute)
		if n, err := r.RecoverAll(t.Context()); n != 24 || err != nil {
			t.Errorf("RecoverAll = %d, %v, want 24", n, err)
		}
		tries, ended := 0, 0
		for i := range 24 {
			log := strings.Join(logged(t, m, "r"+string(rune('a'+i))), "\n")
			tries += strings.Count(log, "step_start")
			ended += strings.Count(log, `run_end {"status":"ended"}`)
		}
		if tries != 8+24 || ended != 24 {
			t.Errorf("24 runs were tried %d times and ended %d times; want 8 of them to be tried again", tries, ended)
		}
	})
}

func TestARunThatLosesEveryWorkerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := graph.NewMemory()
		abandoned(t, m, "r1")
		calls := 0
		g := one(func(_ context.Context, s list, _ graph.Emit) (list, error) { calls++; return s, nil })
		for tries := 1; ; tries++ {
			time.Sleep(time.Minute)
			r := compile(t, g, &faulty{Memory: m, at: 3, dies: true}, graph.Options{}) // load, claim, and no more
			if tries == 50 {
				t.Fatal("it goes on forever")
			}
			if tries > 21 {
				r = compile(t, g, m, graph.Options{})
			}
			_, err := r.RecoverAll(t.Context())
			if cp, _ := m.Load(t.Context(), "r1"); !cp.Status.Over() {
				continue
			}
			if err == nil || !strings.Contains(err.Error(), "its worker was lost too often") || calls != 21 {
				t.Errorf("after %d calls of the node: error = %v", calls, err)
			}
			return
		}
	})
}

func TestCancelReachesTheWorker(t *testing.T) {
	for name, tt := range map[string]struct {
		emits  bool
		within time.Duration
	}{
		"that emits":    {true, 25 * time.Millisecond},
		"that is quiet": {false, 11 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := graph.NewMemory()
				g := one(func(ctx context.Context, s list, emit graph.Emit) (list, error) {
					for ctx.Err() == nil {
						if tt.emits {
							emit(event.Text, ".")
						}
						time.Sleep(time.Millisecond)
					}
					return s, ctx.Err()
				})
				g.Close(func(_ list, how graph.Status, emit graph.Emit) { emit(event.PostResponse, how) })
				r := compile(t, g, m, graph.Options{})
				var wg sync.WaitGroup
				var cancelled time.Time
				wg.Go(func() {
					out, err := r.Run(t.Context(), graph.Run{ID: "r1"}, list{}, nil)
					if !errors.Is(err, graph.ErrConflict) || out.Status != graph.Running {
						t.Errorf("Run = %+v, %v, want ErrConflict", out, err)
					}
					if took := time.Since(cancelled); took > tt.within {
						t.Errorf("the worker went on for %v", took)
					}
				})
				time.Sleep(time.Minute)
				cancelled = time.Now()
				if err := compile(t, g, m, graph.Options{}).Cancel(t.Context(), "r1", errors.New("enough")); err != nil {
					t.Error(err)
				}
				wg.Wait()
				lines := logged(t, m, "r1")
				if got := strings.Join(lines[len(lines)-2:], ", "); got != `1 post_response "cancelled", 1 run_end {"status":"cancelled","err":"enough"}` {
					t.Errorf("the log ends with %s", got)
				}
				if err := r.Cancel(t.Context(), "r1", nil); err != nil {
					t.Errorf("Cancel again: %v", err)
				}
				if err := r.Cancel(t.Context(), "r2", nil); !errors.Is(err, graph.ErrNotFound) {
					t.Errorf("Cancel of nobody: %v, want ErrNotFound", err)
				}
			})
		})
	}
}

func TestCancelTriesAgainWhenTheWorkerWasFaster(t *testing.T) {
	h := &hooked{Memory: graph.NewMemory()}
	abandoned(t, h.Memory, "r1")
	loads := 0
	h.loaded = func() {
		if loads++; loads < 5 {
			if err := h.AppendEvents(t.Context(), "r1", 1, []event.Event{{Run: "r1", Seq: int64(loads), Type: event.Text}}); err != nil {
				t.Error(err)
			}
		}
	}
	r := compile(t, one(went("a")), h, graph.Options{})
	if err := r.Cancel(t.Context(), "r1", errors.New("enough")); err != nil || loads != 5 {
		t.Errorf("Cancel: %v after %d tries", err, loads)
	}
	// When it cannot be saved, the reason to cancel is not taken for success.
	abandoned(t, h.Memory, "r2")
	broken := errors.New("disk full")
	h.save = func(context.Context, *graph.Checkpoint, []event.Event) error { return broken }
	if err := r.Cancel(t.Context(), "r2", errors.New("enough")); !errors.Is(err, broken) {
		t.Errorf("Cancel: error = %v, want %v", err, broken)
	}
}
