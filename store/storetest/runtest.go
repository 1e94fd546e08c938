package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// race calls do 16 times at once: one succeeds, the others lose.
func (t test) race(lose error, do func(n int) error) {
	t.Helper()
	var wg sync.WaitGroup
	var won atomic.Int32
	for n := range 16 {
		wg.Go(func() {
			switch err := do(n); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, lose):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d won, want 1", won.Load())
	}
}

// numbered makes events the run's, numbered from first on.
func numbered(cp *graph.Checkpoint, first int64, es ...event.Event) []event.Event {
	es = slices.Clone(es)
	for i := range es {
		es[i].Run, es[i].Thread, es[i].Guest, es[i].Seq = cp.Run, cp.Thread, cp.Guest, first+int64(i)
	}
	return es
}

// begin begins a run of beer@1 and returns its checkpoint.
func (t test) begin(id, thread string, es ...event.Event) *graph.Checkpoint {
	t.Helper()
	cp := &graph.Checkpoint{Run: id, Thread: thread, Guest: "ana", Graph: "beer@1", Version: 1, Status: graph.Running, Step: 1, Next: "find", State: []byte(`{}`)}
	if thread != "" && slices.ContainsFunc(es, func(e event.Event) bool { return e.Type == event.PreQuery }) {
		t.open(thread, "ana")
	}
	t.save(cp, numbered(cp, 1, es...)...)
	return cp
}

// save saves a checkpoint whose Version was raised, and raises its Seq.
func (t test) save(cp *graph.Checkpoint, es ...event.Event) {
	t.Helper()
	cp.Seq += int64(len(es))
	must.Do(t, t.Save(t.Context(), cp, es))
}

// extend appends events to the run at cp.
func (t test) extend(cp *graph.Checkpoint, es ...event.Event) {
	t.Helper()
	must.Do(t, t.AppendEvents(t.Context(), cp.Run, cp.Version, numbered(cp, cp.Seq+1, es...)))
	cp.Seq += int64(len(es))
}

func (t test) load(id string) *graph.Checkpoint {
	t.Helper()
	return must.Get(t.Load(t.Context(), id))(t)
}

// readOn reads all events after a cursor, and returns the last.
func (t test) readOn(cursor string, limit int, see func(event.Event)) string {
	t.Helper()
	for {
		page, next, err := t.All(t.Context(), cursor, limit)
		if err != nil || len(page) > limit {
			t.Fatalf("All returned %d events, %v; at most %d were wanted", len(page), err, limit)
		}
		if len(page) == 0 {
			return cursor
		}
		for _, e := range page {
			see(e)
		}
		cursor = next
	}
}

// readAll returns the events of all runs.
func (t test) readAll() map[string][]event.Event {
	t.Helper()
	logs := map[string][]event.Event{}
	t.readOn("", 500, func(e event.Event) {
		if e.Seq != int64(len(logs[e.Run]))+1 {
			t.Fatalf("event %d of run %s comes after %d", e.Seq, e.Run, len(logs[e.Run]))
		}
		logs[e.Run] = append(logs[e.Run], e)
	})
	return logs
}

func (t test) wantNoRun(run string) {
	t.Helper()
	_, err := t.Load(t.Context(), run)
	t.fails(graph.ErrNotFound, map[string]error{"Load of " + run: err})
}

func (t test) wantRuns(thread string, want ...string) {
	t.Helper()
	t.same("the runs of "+thread, must.Get(t.Runs(t.Context(), thread))(t), want)
}

func (t test) wantCheckpoint(want graph.Checkpoint) {
	t.Helper()
	got := t.load(want.Run)
	t.same("the checkpoint", got, want)
	if string(got.State) != string(want.State) {
		t.Errorf("the state of %s = %.200s, want %.200s", want.Run, got.State, want.State)
	}
}

func (t test) wantEvents(run string, after int64, limit int, want ...event.Event) {
	t.Helper()
	got := must.Get(t.Events(t.Context(), run, after, limit))(t)
	if len(got)+len(want) == 0 {
		return
	}
	t.same(fmt.Sprintf("the events of %s after %d, at most %d", run, after, limit), got, want)
	for i := range min(len(got), len(want)) {
		if string(got[i].Data) != string(want[i].Data) {
			t.Errorf("the data of event %d = %.200s, want %.200s", got[i].Seq, got[i].Data, want[i].Data)
		}
	}
}

func (t test) wantTypes(run string, want ...event.Type) {
	t.Helper()
	var got []event.Type
	for i, e := range must.Get(t.Events(t.Context(), run, 0, 0))(t) {
		got = append(got, e.Type)
		if e.Seq != int64(i)+1 {
			t.Errorf("event %d of %s has the number %d", i+1, run, e.Seq)
		}
	}
	t.same("the events of "+run, got, want)
}
