package storetest

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// runTest is a test with the store that it is about.
type runTest struct {
	t *testing.T
	s RunStore
}

// begin begins a run of beer@1 and returns its checkpoint.
func (r runTest) begin(id, thread string, es ...event.Event) *graph.Checkpoint {
	r.t.Helper()
	cp := &graph.Checkpoint{Run: id, Thread: thread, Guest: "ana", Graph: "beer@1", Version: 1, Status: graph.Running, Step: 1, Next: "find", State: []byte(`{}`)}
	if slices.ContainsFunc(es, func(e event.Event) bool { return e.Type == event.PreQuery }) && thread != "" {
		r.open(thread, "ana")
	}
	r.save(cp, r.numbered(cp, 1, es...)...)
	return cp
}

// numbered makes events the run's, numbered from first on.
func (r runTest) numbered(cp *graph.Checkpoint, first int64, es ...event.Event) []event.Event {
	es = slices.Clone(es)
	for i := range es {
		es[i].Run, es[i].Thread, es[i].Guest, es[i].Seq = cp.Run, cp.Thread, cp.Guest, first+int64(i)
	}
	return es
}

func (r runTest) open(id, guest string) { mustOpen(r.t, r.s, id, guest) }

// save saves a checkpoint whose Version was raised, and raises its Seq.
func (r runTest) save(cp *graph.Checkpoint, es ...event.Event) {
	r.t.Helper()
	cp.Seq += int64(len(es))
	must.Do(r.t, r.s.Save(r.t.Context(), cp, es))
}

// extend appends events to the run at cp.
func (r runTest) extend(cp *graph.Checkpoint, es ...event.Event) {
	r.t.Helper()
	must.Do(r.t, r.s.AppendEvents(r.t.Context(), cp.Run, cp.Version, r.numbered(cp, cp.Seq+1, es...)))
	cp.Seq += int64(len(es))
}

func (r runTest) load(id string) *graph.Checkpoint {
	r.t.Helper()
	return must.Get(r.s.Load(r.t.Context(), id))(r.t)
}

func (r runTest) runsOf(thread string) []string {
	r.t.Helper()
	return must.Get(r.s.Runs(r.t.Context(), thread))(r.t)
}

func (r runTest) wantCheckpoint(want graph.Checkpoint) {
	r.t.Helper()
	got := r.load(want.Run)
	wantSame(r.t, "the checkpoint", got, want)
	if string(got.State) != string(want.State) {
		r.t.Errorf("the state of %s = %.200s, want %.200s", want.Run, got.State, want.State)
	}
}

func (r runTest) wantEvents(run string, after int64, limit int, want ...event.Event) {
	r.t.Helper()
	got := must.Get(r.s.Events(r.t.Context(), run, after, limit))(r.t)
	if len(got)+len(want) == 0 {
		return
	}
	wantSame(r.t, fmt.Sprintf("the events of %s after %d, at most %d", run, after, limit), got, want)
	for i := range min(len(got), len(want)) {
		if string(got[i].Data) != string(want[i].Data) {
			r.t.Errorf("the data of event %d = %.200s, want %.200s", got[i].Seq, got[i].Data, want[i].Data)
		}
	}
}

func (r runTest) wantTypes(run string, want ...event.Type) {
	r.t.Helper()
	var got []event.Type
	for i, e := range must.Get(r.s.Events(r.t.Context(), run, 0, 0))(r.t) {
		got = append(got, e.Type)
		if e.Seq != int64(i)+1 {
			r.t.Errorf("event %d of %s has the number %d", i+1, run, e.Seq)
		}
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("the events of %s are %q, want %q", run, got, want)
	}
}

// pass lets the clock move on by more than the microsecond that stores keep.
func pass() {
	for begin := time.Now(); time.Since(begin) < 100*time.Microsecond; {
		runtime.Gosched()
	}
}
