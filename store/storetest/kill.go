package storetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

const (
	kills   = 25
	perSlot = 3 // threads that a child works on at once

	// How long a run is let alone. It is short, so that runs are also taken
	// from workers that are only slow.
	killLease = 100 * time.Millisecond
)

// slots are the children that run at once.
var slots = []string{"a", "b"}

// TestKill lets two processes run graphs and kills one of them at a random
// moment, 25 times; what it left is taken up by the other, or by the one that
// follows it. In the end every run must have ended exactly once, with each
// step, event and message that belongs to it, and none twice. See Work for
// what else it needs.
func TestKill(t *testing.T, dsn string, open Open) {
	s := openFor(t, open, dsn)
	for _, id := range errandThreads() {
		mustOpen(t, s, id, errandGuest)
	}
	var heard []event.Event
	running := []*runner{startRunner(t, dsn, slots[0]), startRunner(t, dsn, slots[1])}
	for n := range kills {
		i := n % len(slots)
		if rand.IntN(5) > 0 { // else it is killed while it starts or recovers
			running[i].wait(t)
		}
		time.Sleep(rand.N(80 * time.Millisecond))
		running[i].kill(t)
		heard = append(heard, running[i].heard...)
		running[i] = startRunner(t, dsn, slots[i])
	}
	for _, r := range running {
		r.kill(t)
		heard = append(heard, r.heard...)
	}
	finishErrands(t, s)
	checkErrands(t, s, heard)
}

// runner is a child that runs graphs.
type runner struct {
	*child
	working chan struct{} // closed when it does
	heard   []event.Event // by its Watch; not to be read before it is killed
}

func startRunner(t *testing.T, dsn, slot string) *runner {
	t.Helper()
	r := &runner{working: make(chan struct{})}
	r.child = startChild(t, "kill", dsn, func(line string) {
		var e event.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Errorf("a child printed %q: %v", line, err)
		}
		if len(r.heard) == 0 {
			close(r.working)
		}
		r.heard = append(r.heard, e)
	})
	r.order(t, slot)
	return r
}

// wait returns when the child works, or is gone.
func (r *runner) wait(t *testing.T) {
	t.Helper()
	select {
	case <-r.working:
	case <-r.gone:
	case <-time.After(20 * time.Second):
		t.Fatal("a child does nothing")
	}
}

// finishErrands does what is left of the runs that were under way.
func finishErrands(t *testing.T, s RunStore) {
	t.Helper()
	test := runTest{t, s}
	r := mustCompile(errand(), s, graph.Options{Lease: killLease})
	for begin := time.Now(); ; time.Sleep(killLease / 4) {
		if _, err := r.RecoverAll(t.Context()); !toBeExpected(err) {
			t.Fatal(err)
		}
		var open []string
		for _, id := range errandThreads() {
			runs := test.runsOf(id)
			if last := runs[len(runs)-1]; !test.load(last).Status.Over() {
				open = append(open, last)
			}
		}
		if len(open) == 0 {
			return
		}
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("nobody can finish the runs %q", open)
		}
	}
}

// checkErrands checks all that the log, the checkpoints and the threads say.
func checkErrands(t *testing.T, s RunStore, heard []event.Event) {
	t.Helper()
	test := runTest{t, s}
	logs := readAll(t, s)
	runs, void := 0, 0
	for _, id := range errandThreads() {
		var said []string
		for _, run := range test.runsOf(id) {
			test.wantEvents(run, 0, 0, logs[run]...)
			void += checkErrand(t, test.load(run), logs[run])
			said = append(said, "q-"+run, "a-"+run)
			runs++
		}
		wantMessages(t, s, id, said)
	}
	if len(logs) != runs {
		t.Errorf("there are events of %d runs, and %d runs", len(logs), runs)
	}
	for _, e := range heard {
		events := logs[e.Run]
		if e.Seq > int64(len(events)) {
			t.Fatalf("event %d of run %s was heard and is not stored", e.Seq, e.Run)
		}
		wantSame(t, "what was heard", e, events[e.Seq-1])
	}
	t.Logf("%d runs; %d events were heard, and %d are of steps that were begun again", runs, len(heard), void)
	if void == 0 {
		t.Error("no step was begun again: nothing was put to the test")
	}
}

// checkErrand checks one run: of each step what its last try did, once. It
// returns how many events do not count.
func checkErrand(t *testing.T, cp *graph.Checkpoint, events []event.Event) (void int) {
	t.Helper()
	var s errandState
	must.Do(t, json.Unmarshal(cp.State, &s))
	if cp.Status != graph.Ended || cp.Seq != int64(len(events)) || cp.Question != nil {
		t.Errorf("run %s is %s with %d of %d events, want it ended with all", cp.Run, cp.Status, cp.Seq, len(events))
	}
	wantSame(t, "the steps in the state of "+cp.Run, s.Done, errandNodes)
	for _, once := range []event.Type{event.RunStart, event.PreQuery, event.Question, event.Answer, event.PostResponse, event.RunEnd} {
		n := 0
		for _, e := range events {
			if e.Type == once {
				n++
			}
		}
		if n != 1 {
			t.Errorf("run %s has %d events %s, want one", cp.Run, n, once)
		}
	}
	var got []string
	for _, e := range event.Fold(slices.Clone(events)) {
		line := fmt.Sprintf("%d %s", e.Step, e.Type)
		if e.Type == event.Text || e.Type == event.StepStart || e.Type == event.StepEnd {
			line += " " + string(e.Data)
		}
		got = append(got, line)
	}
	wantSame(t, "what counts of run "+cp.Run, got, errandEvents())
	return len(events) - len(got)
}

// readAll returns the events of all runs, read from cursor to cursor.
func readAll(t *testing.T, s RunStore) map[string][]event.Event {
	t.Helper()
	logs := map[string][]event.Event{}
	for cursor := ""; ; {
		page, next, err := s.All(t.Context(), cursor, 500)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return logs
		}
		for _, e := range page {
			if e.Seq != int64(len(logs[e.Run]))+1 {
				t.Fatalf("event %d of run %s comes after %d", e.Seq, e.Run, len(logs[e.Run]))
			}
			logs[e.Run] = append(logs[e.Run], e)
		}
		cursor = next
	}
}

func wantMessages(t *testing.T, s RunStore, id string, want []string) {
	t.Helper()
	ms := must.Get(s.Messages(t.Context(), id, errandGuest, 0))(t)
	var got []string
	for _, m := range ms {
		got = append(got, m.ID)
	}
	wantSame(t, "the messages of "+id, got, want)
}
