package storetest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

const (
	kills   = 25
	perSlot = 3 // threads that a child works on at once

	// How long a run is let alone. It is short, so that runs are also taken
	// from workers that are only slow.
	killLease = 250 * time.Millisecond
)

// killRuns lets two processes run graphs and kills one of them at a random
// moment, 25 times; what it left is taken up by the other, or by the one that
// follows it. In the end every run must have ended exactly once, with each
// step, event and message that belongs to it, and none twice.
func killRuns(t test, dsn string) {
	for _, id := range errandThreads() {
		t.open(id, counted)
	}
	var heard []string
	running := []*child{start(t, "run", dsn, slots[0]), start(t, "run", dsn, slots[1])}
	for n := range kills {
		i := n % len(slots)
		if rand.IntN(5) > 0 { // else it is killed while it starts or recovers
			heard = append(heard, running[i].next())
		}
		time.Sleep(rand.N(80 * time.Millisecond))
		heard = append(heard, running[i].kill()...)
		running[i] = start(t, "run", dsn, slots[i])
	}
	for _, c := range running {
		heard = append(heard, c.kill()...)
	}
	finishErrands(t)
	checkErrands(t, heard)
}

// finishErrands does what is left of the runs that were under way.
func finishErrands(t test) {
	t.Helper()
	r := mustCompile(errand(), t.Store, graph.Options{Lease: killLease})
	for begin := time.Now(); ; time.Sleep(killLease / 4) {
		if _, err := r.RecoverAll(t.Context()); !toBeExpected(err) {
			t.Fatal(err)
		}
		var open []string
		for _, id := range errandThreads() {
			runs := must.Get(t.Runs(t.Context(), id))(t)
			if last := runs[len(runs)-1]; !t.load(last).Status.Over() {
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
func checkErrands(t test, heard []string) {
	t.Helper()
	logs := t.readAll()
	runs, void := 0, 0
	for _, id := range errandThreads() {
		var said, there []string
		for _, run := range must.Get(t.Runs(t.Context(), id))(t) {
			t.wantEvents(run, 0, 0, logs[run]...)
			void += checkErrand(t, t.load(run), logs[run])
			said = append(said, "q-"+run, "a-"+run)
			runs++
		}
		for _, m := range t.messages(id, counted, 0) {
			there = append(there, m.ID)
		}
		t.same("the messages of "+id, there, said)
	}
	if len(logs) != runs {
		t.Errorf("there are events of %d runs, and %d runs", len(logs), runs)
	}
	for _, line := range heard {
		var e event.Event
		if line == "" { // of one that was killed
			continue
		}
		must.Do(t, json.Unmarshal([]byte(line), &e))
		if e.Seq > int64(len(logs[e.Run])) {
			t.Fatalf("event %d of run %s was heard and is not stored", e.Seq, e.Run)
		}
		t.same("what was heard", e, logs[e.Run][e.Seq-1])
	}
	t.Logf("%d runs; %d events were heard, and %d are of steps that were begun again", runs, len(heard), void)
	if void == 0 {
		t.Error("no step was begun again: nothing was put to the test")
	}
}

// checkErrand checks one run: of each step what its last try did, once. It
// returns how many events do not count.
func checkErrand(t test, cp *graph.Checkpoint, events []event.Event) (void int) {
	t.Helper()
	var s errandState
	must.Do(t, json.Unmarshal(cp.State, &s))
	if cp.Status != graph.Ended || cp.Seq != int64(len(events)) || cp.Question != nil {
		t.Errorf("run %s is %s with %d of %d events, want it ended with all", cp.Run, cp.Status, cp.Seq, len(events))
	}
	t.same("the steps in the state of "+cp.Run, s.Done, errandNodes)
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
	t.same("what counts of run "+cp.Run, got, errandEvents())
	return len(events) - len(got)
}

// An errand is the graph that the children of killRuns run: five steps, each
// of which takes some milliseconds and emits while it works, and a question.
var errandNodes = []string{"one", "two", "three", "four", "five"}

const (
	errandTexts = 3 // that each step emits
	askedAfter  = 2 // of errandNodes
)

type errandState struct {
	Run  string
	Done []string
}

func errand() *graph.Graph[errandState] {
	g := graph.New[errandState]("errand@1")
	g.Start(nil, errandNodes[0])
	for i, name := range errandNodes {
		next := graph.End
		if i+1 < len(errandNodes) {
			next = errandNodes[i+1]
		}
		if i+1 == askedAfter {
			g.Ask("ask", func(errandState) graph.Question {
				return graph.Question{Text: "Mais uma?", Timeout: killLease}
			}, func(s errandState, _ graph.Answer) (errandState, error) { return s, nil }, nil, next)
			next = "ask"
		}
		g.Node(name, func(_ context.Context, s errandState, emit graph.Emit) (errandState, error) {
			for n := range errandTexts {
				time.Sleep(rand.N(4 * time.Millisecond))
				emit(event.Text, n)
			}
			s.Done = append(slices.Clone(s.Done), name)
			return s, nil
		}, nil, next)
	}
	g.Close(func(s errandState, _ graph.Status, emit graph.Emit) {
		emit(event.PostResponse, event.Said{ID: "a-" + s.Run, Text: "Pronto."})
	})
	return g
}

// errandEvents is what counts of an errand.
func errandEvents() []string {
	lines := []string{"1 run_start", "1 pre_query"}
	step := 0
	for i, name := range errandNodes {
		step++
		lines = append(lines, fmt.Sprintf(`%d step_start {"node":%q}`, step, name))
		for n := range errandTexts {
			lines = append(lines, fmt.Sprintf("%d text %d", step, n))
		}
		lines = append(lines, fmt.Sprintf(`%d step_end {"node":%q}`, step, name))
		if i+1 == askedAfter {
			step++
			lines = append(lines, fmt.Sprintf("%d question", step), fmt.Sprintf("%d answer", step))
		}
	}
	return append(lines, fmt.Sprintf("%d post_response", step), fmt.Sprintf("%d run_end", step))
}

// errandThreads are all threads in which errands are run.
func errandThreads() (ids []string) {
	for _, slot := range slots {
		for n := range perSlot {
			ids = append(ids, fmt.Sprint(slot, n))
		}
	}
	return ids
}

// runWork takes up what others left and runs errands, until it is killed. It
// prints the events that its Watch hears.
func runWork(s Store, orders *bufio.Scanner, print func(string)) error {
	if !orders.Scan() {
		return orders.Err()
	}
	slot := orders.Text()
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		orders.Scan() // until who started it is gone
		cancel(nil)
	}()
	r := mustCompile(errand(), s, graph.Options{Flush: time.Millisecond, Lease: killLease})
	watch := func(e event.Event) {
		line, err := json.Marshal(e)
		if err != nil {
			cancel(err)
		}
		print(string(line))
	}
	again := func(do func() error) {
		for ctx.Err() == nil {
			if err := do(); !toBeExpected(err) {
				cancel(err)
			}
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		again(func() error {
			time.Sleep(killLease / 4)
			_, err := r.RecoverAll(ctx)
			return err
		})
	})
	for n := range perSlot {
		wg.Go(func() { again(func() error { return runErrand(ctx, r, fmt.Sprint(slot, n), watch) }) })
	}
	wg.Wait()
	return context.Cause(ctx)
}

// runErrand runs one errand and answers its question.
func runErrand(ctx context.Context, r *graph.Runner[errandState], id string, watch graph.Watch) error {
	run := thread.NewID()
	out, err := r.Run(ctx, graph.Run{ID: run, Thread: id, Guest: counted, Begin: func(emit graph.Emit) {
		emit(event.PreQuery, event.Said{ID: "q-" + run, Text: "Oi."})
	}}, errandState{Run: run}, watch)
	if err == nil && out.Status == graph.Waiting {
		_, err = r.Answer(ctx, run, graph.Answer{Value: json.RawMessage(`true`), Step: out.Step}, watch)
	}
	if errors.Is(err, graph.ErrBusy) {
		time.Sleep(killLease / 10)
	}
	return err
}

// toBeExpected reports whether an error is one that a worker must live with:
// another took the run, the one before it is not over, or the store took longer
// than the lease, which is short here.
func toBeExpected(err error) bool {
	return err == nil || errors.Is(err, graph.ErrBusy) || errors.Is(err, graph.ErrConflict) ||
		errors.Is(err, graph.ErrNoAsk) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) // slower than the lease is as good as lost
}
