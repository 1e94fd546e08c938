package graph_test

import (
	"context"
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

var errBroken = errors.New("the disk is full")

// faulty is a store of which one call fails: before it did anything, or after
// it did all. dies means that no call after it comes through either, as when
// the process is killed.
type faulty struct {
	*graph.Memory
	at    int
	after bool
	dies  bool

	mu    sync.Mutex
	calls int
}

func (f *faulty) call(do func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	switch {
	case f.calls == f.at && f.after:
		_ = do()
		return errBroken
	case f.calls == f.at, f.calls > f.at && f.dies && f.at > 0:
		return errBroken
	}
	return do()
}

func (f *faulty) Save(ctx context.Context, cp *graph.Checkpoint, es []event.Event) error {
	return f.call(func() error { return f.Memory.Save(ctx, cp, es) })
}

func (f *faulty) AppendEvents(ctx context.Context, run string, version int64, es []event.Event) error {
	return f.call(func() error { return f.Memory.AppendEvents(ctx, run, version, es) })
}

func (f *faulty) Load(ctx context.Context, run string) (cp *graph.Checkpoint, err error) {
	err = f.call(func() (err error) { cp, err = f.Memory.Load(ctx, run); return err })
	return cp, err
}

// dinner has steps that are flushed in the middle, and a question.
func dinner() *graph.Graph[list] {
	work := func(name string) graph.Node[list] {
		return func(ctx context.Context, s list, emit graph.Emit) (list, error) {
			for i := range 3 {
				emit(event.Text, fmt.Sprint(name, i))
				select {
				case <-time.After(15 * time.Millisecond):
				case <-ctx.Done():
					return s, ctx.Err()
				}
			}
			return s.add(name), nil
		}
	}
	g := graph.New[list]("dinner@1")
	g.Start(nil, "starter")
	g.Node("starter", work("starter"), nil, "ask")
	g.Ask("ask", ask, hears, nil, "main")
	g.Node("main", work("main"), nil, "coffee")
	g.Node("coffee", went("coffee"), nil, graph.End)
	g.Close(func(s list, _ graph.Status, emit graph.Emit) { emit(event.PostResponse, s) })
	return g
}

var dinnerLog = []string{
	`1 run_start {"graph":"dinner@1"}`, `1 pre_query`,
	`1 step_start {"node":"starter"}`, `1 text "starter0"`, `1 text "starter1"`, `1 text "starter2"`, `1 step_end {"node":"starter"}`,
	`2 question {"text":"Mais uma?"}`, `2 answer {"value":"sim"}`,
	`3 step_start {"node":"main"}`, `3 text "main0"`, `3 text "main1"`, `3 text "main2"`, `3 step_end {"node":"main"}`,
	`4 step_start {"node":"coffee"}`, `4 step_end {"node":"coffee"}`,
	`4 post_response {"been":["starter","\"sim\"","main","coffee"]}`, `4 run_end {"status":"ended"}`,
}

// serve does with a store what it can until a call fails or the run is over.
func serve(t *testing.T, store graph.Store, watch graph.Watch) error {
	r := compile(t, dinner(), store, graph.Options{})
	out, err := r.Recover(t.Context(), "r1", watch)
	if errors.Is(err, graph.ErrNotFound) {
		out, err = r.Run(t.Context(), graph.Run{ID: "r1", Begin: func(emit graph.Emit) { emit(event.PreQuery, nil) }}, list{}, watch)
	}
	if err == nil && out.Status == graph.Waiting {
		_, err = r.Answer(t.Context(), "r1", value("sim"), watch)
	}
	return err
}

func TestWhateverCallOfTheStoreFailsNothingIsLostOrDoubled(t *testing.T) {
	for _, mode := range []struct {
		name        string
		after, dies bool
	}{
		{"before it did anything", false, false},
		{"after it did all", true, false},
		{"before it did anything, and all that follow", false, true},
		{"after it did all, and all that follow", true, true},
	} {
		t.Run(mode.name, func(t *testing.T) {
			for at, failed := 1, true; failed; at++ {
				synctest.Test(t, func(t *testing.T) {
					m := graph.NewMemory()
					store := &faulty{Memory: m, at: at, after: mode.after, dies: mode.dies}
					var mu sync.Mutex
					heard := map[int64]string{}
					hear := func(e event.Event) {
						mu.Lock()
						defer mu.Unlock()
						if _, again := heard[e.Seq]; again {
							t.Errorf("call %d: event %d was heard twice", at, e.Seq)
						}
						heard[e.Seq] = line(e)
					}
					err := serve(t, store, hear)
					failed = store.calls >= at
					if err != nil && !errors.Is(err, errBroken) && !errors.Is(err, graph.ErrConflict) {
						t.Errorf("call %d: error = %v", at, err)
					}
					if failed && err == nil && (mode.dies || mode.after) {
						t.Errorf("call %d failed and nobody was told", at)
					}
					if err != nil {
						time.Sleep(time.Minute)
						if err := serve(t, m, hear); err != nil {
							t.Errorf("call %d: afterwards: %v", at, err)
						}
					}
					stored := logged(t, m, "r1")
					for seq, l := range heard {
						if seq > int64(len(stored)) || stored[seq-1] != l {
							t.Errorf("call %d: event %d was heard and is not stored: %s", at, seq, l)
						}
					}
					events, err := m.Events(t.Context(), "r1", 0, 0)
					must(t, err)
					var counts []string
					for _, e := range event.Fold(events) {
						counts = append(counts, line(e))
					}
					if diff := cmp.Diff(dinnerLog, counts); diff != "" {
						t.Errorf("call %d: what counts (-want +got):\n%s\nof\n%s", at, diff, strings.Join(stored, "\n"))
					}
					if cp, err := m.Load(t.Context(), "r1"); err != nil || cp.Status != graph.Ended || cp.Seq != int64(len(stored)) {
						t.Errorf("call %d: Load = %+v, %v, want it ended with %d events", at, cp, err, len(stored))
					}
				})
			}
		})
	}
}

func TestWhatCannotBeStoredNowIsStoredLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooked{Memory: graph.NewMemory()}
		h.extend = func(context.Context, string, int64, []event.Event) error { return errBroken }
		var heard []string
		g := one(func(_ context.Context, s list, emit graph.Emit) (list, error) {
			for range 100 {
				emit(event.Text, "oi")
				time.Sleep(100 * time.Millisecond)
			}
			return s, nil
		})
		r := compile(t, g, h, graph.Options{})
		goes(t, r, graph.Run{ID: "r1"}, func(e event.Event) { heard = append(heard, line(e)) })
		lines := logged(t, h, "r1")
		if diff := cmp.Diff(lines, heard); diff != "" || len(lines) != 104 {
			t.Errorf("%d events are stored, want 104; (-stored +heard):\n%s", len(lines), diff)
		}
	})
}
