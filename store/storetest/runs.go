package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

// RunStore is a store that keeps runs, and what was said in them.
type RunStore interface {
	graph.Store
	event.Log
	thread.Store
}

// TestRuns checks that a store does as graph.Store and event.Log promise, and
// that what is said in a run is in its thread. Each call of open returns a store
// with nothing in it.
func TestRuns(t *testing.T, open func(t *testing.T) RunStore) {
	TestGraphs(t, open)
	testRuns(t, open, map[string]func(runTest){
		"what was said becomes messages of the thread, once":    runTest.said,
		"what is said in a stranger's thread is not written":    runTest.saidElsewhere,
		"what was said without a thread is only in the log":     runTest.saidNowhere,
		"what was said in a pruned run stays in its thread":     runTest.prunedWords,
		"a deleted thread takes its runs along, and no others":  runTest.deletion,
		"a log is read on where the rest of a page was deleted": runTest.deletedPages,
		"a worker in a deleted thread can write nothing more":   runTest.deletedWorker,
		"threads are deleted while they are talked in":          runTest.deletedWhileTalking,
	})
}

// TestGraphs is TestRuns for a store whose threads know nothing of its runs.
func TestGraphs(t *testing.T, open func(t *testing.T) RunStore) {
	testRuns(t, open, map[string]func(runTest){
		"a checkpoint comes back as it was given":                runTest.checkpoint,
		"events come back as they were given":                    runTest.events,
		"text no database likes comes back as it was given":      runTest.hostile,
		"a megabyte comes back as it was given":                  runTest.large,
		"what was given may be changed afterwards":               runTest.keepsNothing,
		"a run that nobody began is not found":                   runTest.unknown,
		"who comes from an old checkpoint changes nothing":       runTest.conflicts,
		"events are appended only after the last":                runTest.extending,
		"a sign of life appends nothing":                         runTest.heartbeat,
		"a thread has one run at a time":                         runTest.busy,
		"of 16 that save the same version one wins":              runTest.saveRace,
		"of 16 that begin a run in one thread one wins":          runTest.beginRace,
		"overdue questions are found, the most overdue first":    runTest.due,
		"silent runs are found, the longest silent first":        runTest.stalled,
		"a part of a run's events can be read":                   runTest.pages,
		"a thread's runs are listed in the order they began":     runTest.runs,
		"all events are read once, from cursor to cursor":        runTest.all,
		"no event is skipped while 8 writers commit":             runTest.allWhileWriting,
		"only runs that were over before a time are pruned":      runTest.prune,
		"a run of a pruned name can begin again":                 runTest.pruneAgain,
		"a call whose context has ended writes nothing":          runTest.cancelled,
		"cancelled at any moment, a call did all or did nothing": runTest.cancelledAnytime,
	})
}

func testRuns(t *testing.T, open func(t *testing.T) RunStore, tests map[string]func(runTest)) {
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { test(runTest{t, open(t)}) })
	}
}

func (r runTest) checkpoint() {
	west := time.FixedZone("west", -3*60*60)
	cp := graph.Checkpoint{
		Run: "r1", Thread: "t1", Guest: "ana", Graph: "beer@1", Version: 1, Status: graph.Waiting, Step: 3, Next: "confirm",
		State: json.RawMessage(`{"b": 1.50, "a":[ ]}`), Err: "é\n\"", Deadline: morning.Add(30*time.Second + 789).In(west),
		Question: &graph.Question{
			Text: "Mais uma?", Timeout: 30 * time.Second, Data: json.RawMessage(`{"tool":"order"}`),
			Options: []graph.Option{{Value: "sim", Label: "Sim!"}, {Value: "não", Label: "Não"}},
		},
	}
	begin := time.Now().Truncate(time.Microsecond)
	for range 3 {
		r.save(&cp)
		if cp.Updated.Before(begin) || cp.Updated.After(time.Now()) {
			r.t.Errorf("Save made Updated %v, want now", cp.Updated)
		}
		want := cp
		want.Deadline = cp.Deadline.UTC().Truncate(time.Microsecond)
		want.Updated = cp.Updated.UTC().Truncate(time.Microsecond)
		r.wantCheckpoint(want)

		begin = cp.Updated
		cp.Version++
		cp.Status, cp.Step, cp.Next, cp.Err = graph.Running, 4, "order", ""
		cp.State, cp.Question, cp.Deadline = json.RawMessage(`null`), nil, time.Time{}
	}
}

func (r runTest) events() {
	given := []event.Event{
		{Type: event.RunStart, Step: 1, Time: morning.Add(789).In(time.FixedZone("east", 9*60*60)), Data: json.RawMessage(`{"b": 1.50, "a":[ ]}`)},
		{Type: event.SessionStart, Step: 1, Time: morning.Add(-time.Hour)}, // order is of Seq, not of time
		{Type: "of_tomorrow", Step: 2, Time: morning, Data: json.RawMessage(`"x"`)},
	}
	cp := r.begin("r1", "t1", given[:2]...)
	r.extend(cp, given[2])
	want := r.numbered(cp, 1, given...)
	want[0].Time = morning
	r.wantEvents("r1", 0, 0, want...)
}

func (r runTest) hostile() {
	for i, raw := range []string{
		`"\u0000"`, `"\ud800"`, `"'; DROP TABLE agent_events; --"`, "\"\u2028\u202e🍺\uFFFD\"", `{"é":"\\","":"</script>"}`,
		`12345678901234567890.00100`, `1e400`, `null`, strings.Repeat("[", 500) + strings.Repeat("]", 500),
	} {
		id := fmt.Sprint("r", i)
		cp := &graph.Checkpoint{Run: id, Guest: "à noite'", Graph: "beer@1", Version: 1, Status: graph.Running, Next: "nó \"1\"", State: json.RawMessage(raw), Err: "a'\n\"🍺"}
		es := r.numbered(cp, 1, event.Event{Type: event.Text, Time: morning, Data: json.RawMessage(raw)})
		r.save(cp, es...)
		r.wantCheckpoint(*cp)
		r.wantEvents(id, 0, 0, es...)
	}
}

func (r runTest) large() {
	big := json.RawMessage(`"` + strings.Repeat("cerveja ", 1<<17) + `"`)
	cp := r.begin("r1", "")
	cp.Version, cp.State = 2, big
	es := r.numbered(cp, 1, event.Event{Type: event.UI, Time: morning, Data: big}, event.Event{Type: event.Text, Time: morning, Data: big})
	r.save(cp, es...)
	r.wantCheckpoint(*cp)
	r.wantEvents("r1", 0, 0, es...)
}

func (r runTest) keepsNothing() {
	cp := r.begin("r1", "")
	es := r.numbered(cp, 1, event.Event{Type: event.Text, Time: morning}, event.Event{Type: event.UI, Time: morning})
	want := r.numbered(cp, 1, es...)
	cp.Version++
	r.save(cp, es...)
	saved := *cp
	es[0], es[1] = event.Event{}, event.Event{}
	cp.Status, cp.Next, cp.Version = graph.Failed, "elsewhere", 9
	r.wantCheckpoint(saved)
	loaded := r.load("r1")
	loaded.Version = 9
	r.wantCheckpoint(saved)
	r.wantEvents("r1", 0, 0, want...)
	read, _ := r.s.Events(r.t.Context(), "r1", 0, 0)
	read[0].Type = event.UI
	r.wantEvents("r1", 0, 0, want...)
}

func (r runTest) unknown() {
	r.begin("r1", "t1")
	wantNoRun(r.t, r.s, "r2")
	for _, es := range [][]event.Event{nil, {{Run: "r2", Seq: 1, Type: event.Text, Time: morning}}} {
		if err := r.s.AppendEvents(r.t.Context(), "r2", 0, es); !errors.Is(err, graph.ErrConflict) {
			r.t.Errorf("AppendEvents with %d events: error = %v, want ErrConflict", len(es), err)
		}
	}
	r.wantEvents("r2", 0, 0)
	if runs, err := r.s.Runs(r.t.Context(), "t2"); len(runs) != 0 || err != nil {
		r.t.Errorf("Runs = %v, %v, want none", runs, err)
	}
}

func (r runTest) conflicts() {
	r.open("t1", "ana")
	cp := r.begin("r1", "t1", event.Event{Type: event.RunStart, Time: morning})
	cp.Version++
	r.save(cp, r.numbered(cp, 2, event.Event{Type: event.Text, Time: morning})...)
	stored := *cp
	for name, wrong := range map[string]struct {
		version, seq int64 // of the worker's checkpoint
		run          string
	}{
		"the run is begun again":    {0, 0, "r1"},
		"it missed a Save":          {1, 1, "r1"},
		"it missed a Save, not seq": {1, 2, "r1"},
		"it is ahead":               {3, 2, "r1"},
		"it missed an event":        {2, 1, "r1"},
		"its events are not stored": {2, 3, "r1"},
		"nobody began it":           {1, 0, "r2"},
		"nobody ever did anything":  {2, 5, "r2"},
	} {
		for _, es := range [][]event.Event{nil, {{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"oi"}`)}}} {
			mine := stored
			mine.Run, mine.Version, mine.Next = wrong.run, wrong.version+1, "elsewhere"
			mine.Seq = wrong.seq + int64(len(es))
			err := r.s.Save(r.t.Context(), &mine, r.numbered(&mine, wrong.seq+1, es...))
			if !errors.Is(err, graph.ErrConflict) {
				r.t.Errorf("%s: Save with %d events: error = %v, want ErrConflict", name, len(es), err)
			}
		}
	}
	r.wantCheckpoint(stored)
	r.wantTypes("r1", event.RunStart, event.Text)
	r.wantTypes("r2")
	wantTexts(r.t, r.s, "t1", "ana", 0)
}

func (r runTest) extending() {
	text := event.Event{Type: event.Text, Time: morning}
	cp := r.begin("r1", "t1", event.Event{Type: event.RunStart, Time: morning})
	r.extend(cp, text, text)
	for name, wrong := range map[string]struct{ version, first int64 }{
		"the same again":    {1, 2},
		"a gap":             {1, 5},
		"an older version":  {0, 4},
		"a version to come": {2, 4},
	} {
		err := r.s.AppendEvents(r.t.Context(), "r1", wrong.version, r.numbered(cp, wrong.first, text))
		if !errors.Is(err, graph.ErrConflict) {
			r.t.Errorf("%s: error = %v, want ErrConflict", name, err)
		}
	}
	r.wantTypes("r1", event.RunStart, event.Text, event.Text)
	if got := r.load("r1"); got.Version != 1 || got.Seq != 3 {
		r.t.Errorf("version %d, seq %d, want 1 and 3", got.Version, got.Seq)
	}
	cp.Version++
	r.save(cp)
	if err := r.s.AppendEvents(r.t.Context(), "r1", 1, r.numbered(cp, 4, text)); !errors.Is(err, graph.ErrConflict) {
		r.t.Errorf("after a Save by another: error = %v, want ErrConflict", err)
	}
	r.extend(cp, text)
	r.wantTypes("r1", event.RunStart, event.Text, event.Text, event.Text)
}

func (r runTest) heartbeat() {
	cp := r.begin("r1", "t1", event.Event{Type: event.RunStart, Time: morning})
	before := r.load("r1")
	pass()
	r.extend(cp)
	after := r.load("r1")
	if !after.Updated.After(before.Updated) {
		r.t.Errorf("Updated went from %v to %v", before.Updated, after.Updated)
	}
	before.Updated = after.Updated
	wantSame(r.t, "the checkpoint after a sign of life", after, before)
	r.wantTypes("r1", event.RunStart)
	if err := r.s.AppendEvents(r.t.Context(), "r1", 2, nil); !errors.Is(err, graph.ErrConflict) {
		r.t.Errorf("a sign of life from another version: error = %v, want ErrConflict", err)
	}
}

func (r runTest) busy() {
	cp := r.begin("r1", "t1")
	r.begin("r2", "t2")
	r.begin("r3", "")
	r.begin("r4", "")
	second := &graph.Checkpoint{Run: "r5", Thread: "t1", Guest: "rui", Graph: "menu@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
	es := r.numbered(second, 1, event.Event{Type: event.RunStart, Time: morning})
	try := func(when string, want error) {
		r.t.Helper()
		mine := *second
		mine.Seq = 1
		if err := r.s.Save(r.t.Context(), &mine, es); !errors.Is(err, want) {
			r.t.Errorf("while %s a second run is begun: error = %v, want %v", when, err, want)
		}
	}
	try("one is running", graph.ErrBusy)
	cp.Version, cp.Status = 2, graph.Waiting
	r.save(cp)
	try("one waits", graph.ErrBusy)
	r.wantTypes("r5")
	cp.Version, cp.Status = 3, graph.Failed
	r.save(cp)
	try("none is under way", nil)
	try("it is under way itself", graph.ErrConflict)
	r.wantTypes("r5", event.RunStart)
	wantSame(r.t, "the thread's runs", r.runsOf("t1"), []string{"r1", "r5"})
}

func (r runTest) saveRace() {
	cp := r.begin("r1", "")
	for version := int64(2); version < 12; version++ {
		var wg sync.WaitGroup
		var won atomic.Int32
		for range 16 {
			wg.Go(func() {
				mine := *cp
				mine.Version = version
				es := r.numbered(&mine, version-1, event.Event{Type: event.Text, Time: morning})
				mine.Seq = version - 1
				switch err := r.s.Save(r.t.Context(), &mine, es); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, graph.ErrConflict):
					r.t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			r.t.Fatalf("%d won version %d, want 1", won.Load(), version)
		}
	}
	if got := r.load("r1"); got.Version != 11 || got.Seq != 10 {
		r.t.Errorf("version %d, seq %d, want 11 and 10", got.Version, got.Seq)
	}
}

func (r runTest) beginRace() {
	var wg sync.WaitGroup
	var won atomic.Int32
	for i := range 16 {
		wg.Go(func() {
			cp := &graph.Checkpoint{Run: fmt.Sprint("r", i), Thread: "t1", Graph: "beer@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
			switch err := r.s.Save(r.t.Context(), cp, nil); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, graph.ErrBusy):
				r.t.Error(err)
			}
		})
	}
	wg.Wait()
	if runs := r.runsOf("t1"); won.Load() != 1 || len(runs) != 1 {
		r.t.Errorf("%d won, and the thread has runs %v; want one", won.Load(), runs)
	}
}

func (r runTest) due() {
	now := time.Now()
	for id, wait := range map[string]struct {
		status   graph.Status
		deadline time.Time
		graph    string
	}{
		"long":    {graph.Waiting, now.Add(-time.Hour), "beer@1"},
		"just":    {graph.Waiting, now, "beer@1"},
		"late":    {graph.Waiting, now.Add(-time.Minute), "beer@1"},
		"soon":    {graph.Waiting, now.Add(time.Millisecond), "beer@1"},
		"never":   {graph.Waiting, time.Time{}, "beer@1"},
		"running": {graph.Running, now.Add(-time.Hour), "beer@1"},
		"over":    {graph.Ended, now.Add(-time.Hour), "beer@1"},
		"other":   {graph.Waiting, now.Add(-time.Hour), "beer@2"},
	} {
		r.save(&graph.Checkpoint{Run: id, Graph: wait.graph, Version: 1, Status: wait.status, Deadline: wait.deadline, State: json.RawMessage(`{}`)})
	}
	for limit, want := range map[int][]string{10: {"long", "late", "just"}, 2: {"long", "late"}} {
		got := must.Get(r.s.Due(r.t.Context(), "beer@1", now, limit))(r.t)
		wantSame(r.t, fmt.Sprintf("Due with limit %d", limit), got, want)
	}
}

func (r runTest) stalled() {
	cps := map[string]*graph.Checkpoint{}
	for _, id := range []string{"c", "a", "b", "waiting", "over", "other"} {
		cp := &graph.Checkpoint{Run: id, Graph: "beer@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
		switch id {
		case "waiting":
			cp.Status = graph.Waiting
		case "over":
			cp.Status = graph.Cancelled
		case "other":
			cp.Graph = "beer@2"
		}
		r.save(cp)
		cps[id] = cp
		pass()
	}
	stalled := func(before time.Time, limit int, want ...string) {
		r.t.Helper()
		got := must.Get(r.s.Stalled(r.t.Context(), "beer@1", before, limit))(r.t)
		wantSame(r.t, "Stalled", got, want)
	}
	later := time.Now().Add(time.Hour)
	stalled(later, 10, "c", "a", "b")
	stalled(later, 2, "c", "a")
	stalled(r.load("a").Updated, 10, "c")
	r.extend(cps["c"])
	pass()
	cps["a"].Version++
	r.save(cps["a"])
	stalled(later, 10, "b", "c", "a")
}

func (r runTest) cancelled() {
	r.open("t1", "ana")
	cp := r.begin("r1", "t1", event.Event{Type: event.RunStart, Time: morning})
	stored := *r.load("r1")
	ctx := ended(r.t)
	es := r.numbered(cp, 2, event.Event{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"oi"}`)})
	next := *cp
	next.Version, next.Seq = 2, 2
	fresh := graph.Checkpoint{Run: "r2", Graph: "beer@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
	for name, call := range map[string]func() error{
		"Save":         func() error { return r.s.Save(ctx, &next, es) },
		"a new":        func() error { return r.s.Save(ctx, &fresh, nil) },
		"AppendEvents": func() error { return r.s.AppendEvents(ctx, "r1", 1, es) },
		"Load":         func() error { _, err := r.s.Load(ctx, "r1"); return err },
		"Due":          func() error { _, err := r.s.Due(ctx, "beer@1", morning, 1); return err },
		"Stalled":      func() error { _, err := r.s.Stalled(ctx, "beer@1", morning, 1); return err },
		"Events":       func() error { _, err := r.s.Events(ctx, "r1", 0, 0); return err },
		"Runs":         func() error { _, err := r.s.Runs(ctx, "t1"); return err },
		"All":          func() error { _, _, err := r.s.All(ctx, "", 10); return err },
		"Prune":        func() error { _, err := r.s.Prune(ctx, time.Now().Add(time.Hour)); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) {
			r.t.Errorf("%s: error = %v, want context.Canceled", name, err)
		}
	}
	r.wantCheckpoint(stored)
	r.wantTypes("r1", event.RunStart)
	r.wantTypes("r2")
	wantTexts(r.t, r.s, "t1", "ana", 0)
}

func (r runTest) cancelledAnytime() {
	cp := r.begin("r1", "")
	text := event.Event{Type: event.Text, Time: morning}
	for i := range 40 {
		ctx, cancel := context.WithTimeout(r.t.Context(), time.Duration(i)*50*time.Microsecond)
		if i%2 == 0 {
			if err := r.s.AppendEvents(ctx, "r1", cp.Version, r.numbered(cp, cp.Seq+1, text, text)); err == nil {
				cp.Seq += 2
			}
		} else {
			next := *cp
			next.Version, next.Seq = cp.Version+1, cp.Seq+1
			if err := r.s.Save(ctx, &next, r.numbered(cp, next.Seq, text)); err == nil {
				*cp = next
			}
		}
		cancel()
	}
	cp.Updated = r.load("r1").Updated
	r.wantCheckpoint(*cp)
	es, err := r.s.Events(r.t.Context(), "r1", 0, 0)
	if err != nil || int64(len(es)) != cp.Seq {
		r.t.Errorf("%d events, %v, want %d", len(es), err, cp.Seq)
	}
}
