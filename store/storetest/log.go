package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

func (r runTest) pages() {
	var es []event.Event
	for range 10 {
		es = append(es, event.Event{Type: event.Text, Time: morning})
	}
	r.begin("r0", "t0", es...)
	cp := r.begin("r1", "t1", es...)
	want := r.numbered(cp, 1, es...)
	r.wantEvents("r1", 0, 0, want...)
	r.wantEvents("r1", 0, 4, want[:4]...)
	r.wantEvents("r1", 4, 4, want[4:8]...)
	r.wantEvents("r1", 8, 4, want[8:]...)
	r.wantEvents("r1", 3, 0, want[3:]...)
	r.wantEvents("r1", 10, 0)
	r.wantEvents("r1", 99, 4)
}

func (r runTest) runs() {
	for _, id := range []string{"r3", "r1", "r2"} {
		cp := r.begin(id, "t1")
		r.begin("other-"+id, "t-"+id)
		cp.Version, cp.Status = 2, graph.Ended
		r.save(cp)
	}
	wantSame(r.t, "the runs of t1", r.runsOf("t1"), []string{"r3", "r1", "r2"})
	wantSame(r.t, "the runs of t-r1", r.runsOf("t-r1"), []string{"other-r1"})
}

func (r runTest) said() {
	r.open("t1", "ana")
	query := event.Event{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"uma IPA, por favor"}`)}
	text := event.Event{Type: event.Text, Time: morning, Data: json.RawMessage(`{"id":"m9","text":"Claro"}`)}
	reply := event.Event{Type: event.PostResponse, Time: morning.Add(time.Second), Data: json.RawMessage(`{"id":"m2","text":"Claro!"}`)}
	cp := r.begin("r1", "t1", query)
	wantTexts(r.t, r.s, "t1", "ana", 0, "uma IPA, por favor")
	r.extend(cp, text, reply)
	wantTexts(r.t, r.s, "t1", "ana", 0, "uma IPA, por favor", "Claro!")
	again := reply
	again.Data = json.RawMessage(`{"id":"m2","text":"Claro, de novo"}`)
	last := event.Event{Type: event.PostResponse, Time: morning.Add(time.Minute), Data: json.RawMessage(`{"id":"m3","text":"Mais alguma coisa?"}`)}
	cp.Version, cp.Status = 2, graph.Ended
	r.save(cp, r.numbered(cp, 4, again, last)...)
	r.wantTypes("r1", event.PreQuery, event.Text, event.PostResponse, event.PostResponse, event.PostResponse)
	got := must.Get(r.s.Messages(r.t.Context(), "t1", "ana", 0))(r.t)
	wantSame(r.t, "the messages", got, []thread.Message{
		{ID: "m1", Role: thread.RoleUser, Text: "uma IPA, por favor", Time: morning},
		{ID: "m2", Role: thread.RoleAssistant, Text: "Claro!", Time: morning.Add(time.Second)},
		{ID: "m3", Role: thread.RoleAssistant, Text: "Mais alguma coisa?", Time: morning.Add(time.Minute)},
	})
	if th := mustOpen(r.t, r.s, "t1", "ana"); th.Title != "uma IPA, por favor" {
		r.t.Errorf("the title = %q, want the guest's words", th.Title)
	}
	mustAppend(r.t, r.s, "t1", "ana", said("e a conta"))
	wantTexts(r.t, r.s, "t1", "ana", 1, "e a conta")
}

func (r runTest) saidElsewhere() {
	r.open("t1", "rui")
	r.open("t3", "ana")
	for i, elsewhere := range []string{"t1", "t2"} {
		cp := &graph.Checkpoint{Run: fmt.Sprint("r", i), Thread: elsewhere, Guest: "ana", Graph: "beer@1", Version: 1, Seq: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
		es := r.numbered(cp, 1, event.Event{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"segredo"}`)})
		err := r.s.Save(r.t.Context(), cp, es)
		if !errors.Is(err, thread.ErrNotFound) || strings.Contains(err.Error(), "segredo") {
			r.t.Errorf("said in %s: error = %v, want ErrNotFound", elsewhere, err)
		}
		wantNoRun(r.t, r.s, cp.Run)
		r.wantTypes(cp.Run)
	}
	wantTexts(r.t, r.s, "t1", "rui", 0)
	cp := r.begin("r9", "t3")
	es := r.numbered(cp, 1, event.Event{Type: event.PostResponse, Time: morning, Data: json.RawMessage(`{"id":"a/b","text":"segredo"}`)})
	if err := r.s.AppendEvents(r.t.Context(), "r9", 1, es); err == nil || strings.Contains(err.Error(), "segredo") {
		r.t.Errorf("said with a malformed id: error = %v, want one without the words", err)
	}
	r.wantTypes("r9")
}

func (r runTest) saidNowhere() {
	r.begin("r1", "", event.Event{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"oi"}`)})
	r.wantTypes("r1", event.PreQuery)
}

func (r runTest) prune() {
	r.open("t-ended", "ana")
	two := []event.Event{
		{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"oi"}`)},
		{Type: event.Text, Time: morning},
	}
	for _, status := range []graph.Status{graph.Running, graph.Waiting, graph.Ended, graph.Failed, graph.Cancelled} {
		id := string(status)
		r.open("t-"+id, "ana")
		cp := r.begin(id, "t-"+id, two...)
		cp.Version, cp.Status = 2, status
		r.save(cp)
	}
	pass()
	cp := r.begin("recent", "t-ended")
	cp.Version, cp.Status = 2, graph.Ended
	r.save(cp, r.numbered(cp, 1, event.Event{Type: event.RunEnd, Time: morning})...)
	_, cursor, err := r.s.All(r.t.Context(), "", 4)
	if err != nil {
		r.t.Fatal(err)
	}

	before := r.load("recent").Updated
	if n, err := r.s.Prune(r.t.Context(), before); n != 6 || err != nil {
		r.t.Errorf("Prune = %d, %v, want 6 events", n, err)
	}
	for _, id := range []string{"ended", "failed", "cancelled"} {
		wantNoRun(r.t, r.s, id)
		r.wantTypes(id)
	}
	r.wantTypes("running", event.PreQuery, event.Text)
	r.wantTypes("waiting", event.PreQuery, event.Text)
	r.wantTypes("recent", event.RunEnd)
	wantSame(r.t, "the runs of t-ended", r.runsOf("t-ended"), []string{"recent"})
	if n, err := r.s.Prune(r.t.Context(), before); n != 0 || err != nil {
		r.t.Errorf("Prune again = %d, %v, want 0", n, err)
	}
	got, _, err := r.s.All(r.t.Context(), cursor, 100)
	if err != nil || len(got) != 1 || got[0].Run != "recent" {
		r.t.Errorf("All from a cursor before Prune = %v, %v, want the event of recent", got, err)
	}
	r.begin("next", "t-failed") // the thread is free
}

func (r runTest) prunedWords() {
	cp := r.begin("r1", "t1", event.Event{Type: event.PreQuery, Time: morning, Data: json.RawMessage(`{"id":"m1","text":"oi"}`)})
	cp.Version, cp.Status = 2, graph.Ended
	r.save(cp)
	if n, err := r.s.Prune(r.t.Context(), time.Now().Add(time.Hour)); n != 1 || err != nil {
		r.t.Errorf("Prune = %d, %v, want 1 event", n, err)
	}
	wantTexts(r.t, r.s, "t1", "ana", 0, "oi")
}

func (r runTest) pruneAgain() {
	cp := r.begin("r1", "t1", event.Event{Type: event.RunStart, Time: morning})
	cp.Version, cp.Status = 2, graph.Ended
	r.save(cp)
	_, cursor, err := r.s.All(r.t.Context(), "", 100)
	if err != nil {
		r.t.Fatal(err)
	}
	must.Get(r.s.Prune(r.t.Context(), time.Now().Add(time.Hour)))(r.t)
	r.begin("r1", "t1", event.Event{Type: event.Text, Time: morning})
	got, _, err := r.s.All(r.t.Context(), cursor, 100)
	if err != nil || len(got) != 1 || got[0].Type != event.Text {
		r.t.Errorf("All from the cursor = %v, %v, want the new run's event", got, err)
	}
}

func (r runTest) all() {
	text := event.Event{Type: event.Text, Time: morning}
	a := r.begin("a", "t1", text, text)
	b := r.begin("b", "t2", text)
	r.extend(a, text)
	b.Version++
	r.save(b, r.numbered(b, 2, text, text, text)...)
	r.extend(a, text)
	want := []string{"a1", "a2", "b1", "a3", "b2", "b3", "b4", "a4"}
	for limit := 1; limit <= len(want)+1; limit++ {
		var got []string
		cursor := ""
		for {
			es, next, err := r.s.All(r.t.Context(), cursor, limit)
			if err != nil {
				r.t.Fatal(err)
			}
			if len(es) > limit {
				r.t.Fatalf("All returned %d events, at most %d were wanted", len(es), limit)
			}
			if len(es) == 0 {
				break
			}
			for _, e := range es {
				got = append(got, fmt.Sprint(e.Run, e.Seq))
			}
			cursor = next
		}
		wantSame(r.t, fmt.Sprintf("all, %d at a time", limit), got, want)
		// Where there is nothing new, the cursor stays good.
		if es, next, err := r.s.All(r.t.Context(), cursor, limit); len(es) != 0 || err != nil {
			r.t.Errorf("All at the end = %v, %q, %v", es, next, err)
		}
	}
	if _, _, err := r.s.All(r.t.Context(), "no cursor", 1); err == nil {
		r.t.Error("All took a cursor that it never gave")
	}
}

// allWhileWriting reads from cursor to cursor while others write: an event
// whose number is low and whose transaction is slow must not be passed over.
func (r runTest) allWhileWriting() {
	const writers, commits = 8, 40
	var writing sync.WaitGroup
	for w := range writers {
		cp := r.begin(fmt.Sprint("w", w), "")
		writing.Go(func() {
			for i := range commits {
				es := slices.Repeat([]event.Event{{Type: event.Text, Time: morning}}, 1+(w+i)%3)
				var err error
				if i%2 == 0 {
					if err = r.s.AppendEvents(r.t.Context(), cp.Run, cp.Version, r.numbered(cp, cp.Seq+1, es...)); err == nil {
						cp.Seq += int64(len(es))
					}
				} else {
					next := *cp
					next.Version, next.Seq = cp.Version+1, cp.Seq+int64(len(es))
					if err = r.s.Save(r.t.Context(), &next, r.numbered(cp, cp.Seq+1, es...)); err == nil {
						*cp = next
					}
				}
				if err != nil {
					r.t.Error(err)
					return
				}
			}
		})
	}
	written := make(chan struct{})
	go func() { writing.Wait(); close(written) }()

	last := map[string]int64{} // the seq seen of each run
	cursor, finished := "", false
	for {
		es, next, err := r.s.All(r.t.Context(), cursor, 7)
		if err != nil {
			r.t.Error(err)
			<-written
			return
		}
		for _, e := range es {
			if e.Seq != last[e.Run]+1 {
				r.t.Errorf("event %d of run %s came after %d", e.Seq, e.Run, last[e.Run])
			}
			last[e.Run] = e.Seq
		}
		cursor = next
		if len(es) == 0 && finished {
			break
		}
		select {
		case <-written:
			finished = true // whatever is there is there now
		default:
			runtime.Gosched()
		}
	}
	for w := range writers {
		id := fmt.Sprint("w", w)
		if stored := r.load(id).Seq; last[id] != stored {
			r.t.Errorf("of run %s %d events were read, %d are stored", id, last[id], stored)
		}
	}
}
