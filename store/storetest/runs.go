package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

var (
	text     = event.Event{Type: event.Text, Time: morning}
	runStart = event.Event{Type: event.RunStart, Time: morning}
)

// says is an event that says something in its thread.
func says(typ event.Type, id, words string) event.Event {
	return event.Event{Type: typ, Time: morning, Data: event.Payload(typ, event.Said{ID: id, Text: words})}
}

var runCases = cases{
	"a checkpoint comes back as it was given": func(t test) {
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
			t.save(&cp)
			if cp.Updated.Before(begin) || cp.Updated.After(time.Now()) {
				t.Errorf("Save made Updated %v, want now", cp.Updated)
			}
			want := cp
			want.Deadline = cp.Deadline.UTC().Truncate(time.Microsecond)
			want.Updated = cp.Updated.UTC().Truncate(time.Microsecond)
			t.wantCheckpoint(want)

			begin = cp.Updated
			cp.Version++
			cp.Status, cp.Step, cp.Next, cp.Err = graph.Running, 4, "order", ""
			cp.State, cp.Question, cp.Deadline = json.RawMessage(`null`), nil, time.Time{}
		}
	},
	"events come back as they were given, all or some": func(t test) {
		given := []event.Event{
			{Type: event.RunStart, Step: 1, Time: morning.Add(789).In(time.FixedZone("east", 9*60*60)), Data: json.RawMessage(`{"b": 1.50, "a":[ ]}`)},
			{Type: event.SessionStart, Step: 1, Time: morning.Add(-time.Hour)}, // order is of Seq, not of time
			{Type: "of_tomorrow", Step: 2, Time: morning, Data: json.RawMessage(`"x"`)},
		}
		t.begin("r0", "t0", given...)
		cp := t.begin("r1", "t1", given[:2]...)
		t.extend(cp, given[2], text, text, text, text, text, text, text)
		want := numbered(cp, 1, append(given, slices.Repeat([]event.Event{text}, 7)...)...)
		want[0].Time = morning
		t.wantEvents("r1", 0, 0, want...)
		t.wantEvents("r1", 0, 4, want[:4]...)
		t.wantEvents("r1", 4, 4, want[4:8]...)
		t.wantEvents("r1", 8, 4, want[8:]...)
		t.wantEvents("r1", 3, 0, want[3:]...)
		t.wantEvents("r1", 10, 0)
		t.wantEvents("r1", 99, 4)
	},
	"any text comes back as it was given, however long": func(t test) {
		for i, raw := range []string{
			`"\u0000"`, `"\ud800"`, `"'; DROP TABLE agent_events; --"`, "\"\u2028\u202e🍺\uFFFD\"", `{"é":"\\","":"</script>"}`,
			`12345678901234567890.00100`, `1e400`, `null`, strings.Repeat("[", 500) + strings.Repeat("]", 500), `"` + strings.Repeat("cerveja ", 1<<17) + `"`,
		} {
			id, data := fmt.Sprint("r", i), json.RawMessage(raw)
			cp := &graph.Checkpoint{Run: id, Guest: "à noite'", Graph: "beer@1", Version: 1, Status: graph.Running, Next: "nó \"1\"", State: data, Err: "a'\n\"🍺"}
			es := numbered(cp, 1, event.Event{Type: event.Text, Time: morning, Data: data}, event.Event{Type: event.UI, Time: morning, Data: data})
			t.save(cp, es...)
			t.wantCheckpoint(*cp)
			t.wantEvents(id, 0, 0, es...)
		}
	},
	"what was given or read may be changed afterwards": func(t test) {
		cp := t.begin("r1", "")
		es := numbered(cp, 1, text, event.Event{Type: event.UI, Time: morning})
		want := slices.Clone(es)
		cp.Version++
		t.save(cp, es...)
		saved := *cp
		es[0], es[1] = event.Event{}, event.Event{}
		cp.Status, cp.Next, cp.Version = graph.Failed, "elsewhere", 9
		t.wantCheckpoint(saved)
		t.load("r1").Version = 9
		t.wantCheckpoint(saved)
		must.Get(t.Events(t.Context(), "r1", 0, 0))(t)[0].Type = event.UI
		t.wantEvents("r1", 0, 0, want...)
	},
	"a run that nobody began is not found": func(t test) {
		t.begin("r1", "t1")
		t.wantNoRun("r2")
		for _, es := range [][]event.Event{nil, {{Run: "r2", Seq: 1, Type: event.Text, Time: morning}}} {
			if err := t.AppendEvents(t.Context(), "r2", 0, es); !errors.Is(err, graph.ErrConflict) {
				t.Errorf("AppendEvents with %d events: error = %v, want ErrConflict", len(es), err)
			}
		}
		t.wantTypes("r2")
		t.wantRuns("t2")
	},
	"who comes from an old checkpoint changes nothing": func(t test) {
		t.open("t1", "ana")
		cp := t.begin("r1", "t1", runStart)
		cp.Version++
		t.save(cp, numbered(cp, 2, text)...)
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
			for _, es := range [][]event.Event{nil, {says(event.PreQuery, "m1", "oi")}} {
				mine := stored
				mine.Run, mine.Version, mine.Next = wrong.run, wrong.version+1, "elsewhere"
				mine.Seq = wrong.seq + int64(len(es))
				if err := t.Save(t.Context(), &mine, numbered(&mine, wrong.seq+1, es...)); !errors.Is(err, graph.ErrConflict) {
					t.Errorf("%s: Save with %d events: error = %v, want ErrConflict", name, len(es), err)
				}
			}
		}
		t.wantCheckpoint(stored)
		t.wantTypes("r1", event.RunStart, event.Text)
		t.wantTypes("r2")
		t.wantTexts("t1", "ana", 0)
	},
	"events are appended only after the last, by who saved last": func(t test) {
		cp := t.begin("r1", "t1", runStart)
		t.extend(cp, text, text)
		other := *cp
		other.Run = "r2"
		for name, wrong := range map[string]struct {
			version int64
			events  []event.Event
		}{
			"the same again":    {1, numbered(cp, 2, text)},
			"a gap":             {1, numbered(cp, 5, text)},
			"a gap within":      {1, append(numbered(cp, 4, text), numbered(cp, 6, text)...)},
			"another run's":     {1, append(numbered(cp, 4, text), numbered(&other, 5, text)...)},
			"an older version":  {0, numbered(cp, 4, text)},
			"a version to come": {2, numbered(cp, 4, text)},
			"no sign of life":   {2, nil},
		} {
			err := t.AppendEvents(t.Context(), "r1", wrong.version, wrong.events)
			if err == nil || len(wrong.events) < 2 && !errors.Is(err, graph.ErrConflict) {
				t.Errorf("%s: error = %v, want ErrConflict", name, err)
			}
		}
		t.wantTypes("r1", event.RunStart, event.Text, event.Text)
		if got := t.load("r1"); got.Version != 1 || got.Seq != 3 {
			t.Errorf("version %d, seq %d, want 1 and 3", got.Version, got.Seq)
		}
		cp.Version++
		t.save(cp)
		if err := t.AppendEvents(t.Context(), "r1", 1, numbered(cp, 4, text)); !errors.Is(err, graph.ErrConflict) {
			t.Errorf("after a Save by another: error = %v, want ErrConflict", err)
		}
		t.extend(cp, text)
		t.wantTypes("r1", event.RunStart, event.Text, event.Text, event.Text)
	},
	"a sign of life appends nothing": func(t test) {
		cp := t.begin("r1", "t1", runStart)
		before := t.load("r1")
		pass()
		t.extend(cp)
		after := t.load("r1")
		if !after.Updated.After(before.Updated) {
			t.Errorf("Updated went from %v to %v", before.Updated, after.Updated)
		}
		before.Updated = after.Updated
		t.same("the checkpoint after a sign of life", after, before)
		t.wantTypes("r1", event.RunStart)
	},
	"a thread has one run at a time": func(t test) {
		cp := t.begin("r1", "t1")
		t.begin("r2", "t2")
		t.begin("r3", "")
		t.begin("r4", "")
		second := &graph.Checkpoint{Run: "r5", Thread: "t1", Guest: "rui", Graph: "menu@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
		try := func(when string, want error) {
			t.Helper()
			mine := *second
			mine.Seq = 1
			if err := t.Save(t.Context(), &mine, numbered(second, 1, runStart)); !errors.Is(err, want) {
				t.Errorf("while %s a second run is begun: error = %v, want %v", when, err, want)
			}
		}
		try("one is running", graph.ErrBusy)
		cp.Version, cp.Status = 2, graph.Waiting
		t.save(cp)
		try("one waits", graph.ErrBusy)
		t.wantTypes("r5")
		cp.Version, cp.Status = 3, graph.Failed
		t.save(cp)
		try("none is under way", nil)
		try("it is under way itself", graph.ErrConflict)
		t.wantTypes("r5", event.RunStart)
		t.wantRuns("t1", "r1", "r5")
	},
	"of 16 that save the same version one wins": func(t test) {
		cp := t.begin("r1", "")
		for version := int64(2); version < 12; version++ {
			t.race(graph.ErrConflict, func(int) error {
				mine := *cp
				mine.Version, mine.Seq = version, version-1
				return t.Save(t.Context(), &mine, numbered(&mine, version-1, text))
			})
		}
		if got := t.load("r1"); got.Version != 11 || got.Seq != 10 {
			t.Errorf("version %d, seq %d, want 11 and 10", got.Version, got.Seq)
		}
	},
	"of 16 that begin a run, or one in one thread, one wins": func(t test) {
		cp := graph.Checkpoint{Run: "r", Guest: "ana", Graph: "beer@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
		for range 5 {
			cp.Run += "r"
			t.race(graph.ErrConflict, func(int) error {
				mine := cp
				return t.Save(t.Context(), &mine, nil)
			})
		}
		t.race(graph.ErrBusy, func(n int) error {
			mine := cp
			mine.Run, mine.Thread = fmt.Sprint(n), "t1"
			return t.Save(t.Context(), &mine, nil)
		})
		if runs := must.Get(t.Runs(t.Context(), "t1"))(t); len(runs) != 1 {
			t.Errorf("the thread has runs %v; want one", runs)
		}
	},
	"overdue questions are found, the most overdue first": func(t test) {
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
			t.save(&graph.Checkpoint{Run: id, Graph: wait.graph, Version: 1, Status: wait.status, Deadline: wait.deadline, State: json.RawMessage(`{}`)})
		}
		for limit, want := range map[int][]string{10: {"long", "late", "just"}, 2: {"long", "late"}} {
			t.same(fmt.Sprintf("Due with limit %d", limit), must.Get(t.Due(t.Context(), "beer@1", now, limit))(t), want)
		}
	},
	"silent runs are found, the longest silent first": func(t test) {
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
			t.save(cp)
			cps[id] = cp
			pass()
		}
		stalled := func(before time.Time, limit int, want ...string) {
			t.Helper()
			t.same("Stalled", must.Get(t.Stalled(t.Context(), "beer@1", before, limit))(t), want)
		}
		later := time.Now().Add(time.Hour)
		stalled(later, 10, "c", "a", "b")
		stalled(later, 2, "c", "a")
		stalled(t.load("a").Updated, 10, "c")
		t.extend(cps["c"])
		pass()
		cps["a"].Version++
		t.save(cps["a"])
		stalled(later, 10, "b", "c", "a")
	},
	"a thread's runs are listed in the order they began": func(t test) {
		for _, id := range []string{"r3", "r1", "r2"} {
			cp := t.begin(id, "t1")
			t.begin("other-"+id, "t-"+id)
			cp.Version, cp.Status = 2, graph.Ended
			t.save(cp)
		}
		t.wantRuns("t1", "r3", "r1", "r2")
		t.wantRuns("t-r1", "other-r1")
	},
	"all events are read once, from cursor to cursor": func(t test) {
		a := t.begin("a", "t1", text, text)
		b := t.begin("b", "t2", text)
		t.extend(a, text)
		b.Version++
		t.save(b, numbered(b, 2, text, text, text)...)
		t.extend(a, text)
		for limit := 1; limit <= 9; limit++ {
			var got []string
			cursor := t.readOn("", limit, func(e event.Event) { got = append(got, fmt.Sprint(e.Run, e.Seq)) })
			t.same(fmt.Sprintf("all, %d at a time", limit), got, []string{"a1", "a2", "b1", "a3", "b2", "b3", "b4", "a4"})
			// Where there is nothing new, the cursor stays good.
			if es, _, err := t.All(t.Context(), cursor, limit); len(es) != 0 || err != nil {
				t.Errorf("All at the end = %v, %v", es, err)
			}
		}
		if _, _, err := t.All(t.Context(), "no cursor", 1); err == nil {
			t.Error("All took a cursor that it never gave")
		}
	},
	// An event whose number is low and whose transaction is slow must not be passed over.
	"no event is skipped while 8 writers commit": func(t test) {
		const writers, commits = 8, 40
		var writing sync.WaitGroup
		for w := range writers {
			cp := t.begin(fmt.Sprint("w", w), "")
			writing.Go(func() {
				for i := range commits {
					es := numbered(cp, cp.Seq+1, slices.Repeat([]event.Event{text}, 1+(w+i)%3)...)
					next := *cp
					next.Seq += int64(len(es))
					var err error
					if i%2 == 0 {
						err = t.AppendEvents(t.Context(), cp.Run, cp.Version, es)
					} else {
						next.Version++
						err = t.Save(t.Context(), &next, es)
					}
					if err != nil {
						t.Error(err)
						return
					}
					*cp = next
				}
			})
		}
		written := make(chan struct{})
		go func() { writing.Wait(); close(written) }()
		last := map[string]int64{} // the seq seen of each run
		see := func(e event.Event) {
			if e.Seq != last[e.Run]+1 {
				t.Errorf("event %d of run %s came after %d", e.Seq, e.Run, last[e.Run])
			}
			last[e.Run] = e.Seq
		}
		cursor := ""
		for open := true; open; {
			select {
			case <-written:
				open = false // whatever is there is there now
			default:
			}
			cursor = t.readOn(cursor, 7, see)
		}
		for w := range writers {
			id := fmt.Sprint("w", w)
			if stored := t.load(id).Seq; last[id] != stored {
				t.Errorf("of run %s %d events were read, %d are stored", id, last[id], stored)
			}
		}
	},
	"only runs that were over before a time are pruned": func(t test) {
		const more = 50 // than a transaction removes
		begin := func(id, thread string, status graph.Status, es ...event.Event) *graph.Checkpoint {
			cp := t.begin(id, thread, es...)
			cp.Version, cp.Status = 2, status
			t.save(cp)
			return cp
		}
		t.open("t-ended", "ana")
		for _, status := range []graph.Status{graph.Running, graph.Waiting, graph.Ended, graph.Failed, graph.Cancelled} {
			begin(string(status), "t-"+string(status), status, says(event.PreQuery, "m1", "oi"), text)
		}
		for n := range more {
			begin(fmt.Sprint(n), "", graph.Ended, text)
		}
		pass()
		cp := begin("recent", "t-ended", graph.Ended)
		cp.Version++
		t.save(cp, numbered(cp, 1, event.Event{Type: event.RunEnd, Time: morning})...)
		_, cursor, err := t.All(t.Context(), "", 4)
		must.Do(t, err)

		before := t.load("recent").Updated
		for _, want := range []int{6 + more, 0} {
			if n, err := t.Prune(t.Context(), before); n != want || err != nil {
				t.Errorf("Prune = %d, %v, want %d events", n, err, want)
			}
		}
		for _, id := range []string{"ended", "failed", "cancelled", "0"} {
			t.wantNoRun(id)
			t.wantTypes(id)
		}
		t.wantTypes("running", event.PreQuery, event.Text)
		t.wantTypes("waiting", event.PreQuery, event.Text)
		t.wantTypes("recent", event.RunEnd)
		t.wantRuns("t-ended", "recent")
		t.begin("ended", "t-failed", text) // a pruned name, and a thread that is free
		var got []string
		t.readOn(cursor, 100, func(e event.Event) { got = append(got, e.Run) })
		t.same("all from a cursor before Prune", got, []string{"recent", "ended"})
	},
	"a call whose context has ended writes nothing": func(t test) {
		t.open("t1", "ana")
		cp := t.begin("r1", "t1", runStart)
		stored := *t.load("r1")
		ctx := t.ended()
		es := numbered(cp, 2, says(event.PreQuery, "m1", "oi"))
		next := *cp
		next.Version, next.Seq = 2, 2
		fresh := graph.Checkpoint{Run: "r2", Graph: "beer@1", Version: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
		_, errLoad := t.Load(ctx, "r1")
		_, errDue := t.Due(ctx, "beer@1", morning, 1)
		_, errStalled := t.Stalled(ctx, "beer@1", morning, 1)
		_, errEvents := t.Events(ctx, "r1", 0, 0)
		_, errRuns := t.Runs(ctx, "t1")
		_, _, errAll := t.All(ctx, "", 10)
		_, errPrune := t.Prune(ctx, time.Now().Add(time.Hour))
		t.fails(context.Canceled, map[string]error{
			"Save": t.Save(ctx, &next, es), "a new": t.Save(ctx, &fresh, nil), "AppendEvents": t.AppendEvents(ctx, "r1", 1, es),
			"Load": errLoad, "Due": errDue, "Stalled": errStalled, "Events": errEvents, "Runs": errRuns, "All": errAll, "Prune": errPrune,
		})
		t.wantCheckpoint(stored)
		t.wantTypes("r1", event.RunStart)
		t.wantTypes("r2")
		t.wantTexts("t1", "ana", 0)
	},
	"cancelled at any moment, a call did all or did nothing": func(t test) {
		cp := t.begin("r1", "")
		t.hurried(40, func(ctx context.Context, n int) {
			next := *cp
			es := numbered(cp, cp.Seq+1, text, text)
			next.Seq += 2
			err := error(nil)
			if n%2 == 0 {
				err = t.AppendEvents(ctx, "r1", cp.Version, es)
			} else {
				next.Version++
				err = t.Save(ctx, &next, es)
			}
			if err == nil {
				*cp = next
			}
		})
		cp.Updated = t.load("r1").Updated
		t.wantCheckpoint(*cp)
		if es := must.Get(t.Events(t.Context(), "r1", 0, 0))(t); int64(len(es)) != cp.Seq {
			t.Errorf("%d events, want %d", len(es), cp.Seq)
		}
	},
}
