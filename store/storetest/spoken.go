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
	"github.com/maitre-dev/maitre/thread"
)

// spokenCases are of what is said in runs, and becomes messages of their thread.
var spokenCases = cases{
	"what was said becomes messages of the thread, once": func(t test) {
		t.open("t1", "ana")
		cp := t.begin("r1", "t1", says(event.PreQuery, "m1", "uma IPA, por favor"))
		t.wantTexts("t1", "ana", 0, "uma IPA, por favor")
		t.extend(cp, says(event.Text, "m9", "Claro"), says(event.PostResponse, "m2", "Claro!"))
		t.wantTexts("t1", "ana", 0, "uma IPA, por favor", "Claro!")
		cp.Version, cp.Status = 2, graph.Ended
		t.save(cp, numbered(cp, 4, says(event.PostResponse, "m2", "Claro, de novo"), says(event.PostResponse, "m3", "Mais alguma coisa?"))...)
		t.wantTypes("r1", event.PreQuery, event.Text, event.PostResponse, event.PostResponse, event.PostResponse)
		t.same("the messages", t.messages("t1", "ana", 0), []thread.Message{
			{ID: "m1", Role: thread.RoleUser, Text: "uma IPA, por favor", Time: morning},
			{ID: "m2", Role: thread.RoleAssistant, Text: "Claro!", Time: morning},
			{ID: "m3", Role: thread.RoleAssistant, Text: "Mais alguma coisa?", Time: morning},
		})
		if th := t.open("t1", "ana"); th.Title != "uma IPA, por favor" {
			t.Errorf("the title = %q, want the guest's words", th.Title)
		}
		t.say("t1", "ana", said("e a conta"))
		if n, err := t.Prune(t.Context(), time.Now().Add(time.Hour)); n != 5 || err != nil {
			t.Errorf("Prune = %d, %v, want 5 events", n, err)
		}
		t.wantTexts("t1", "ana", 2, "Mais alguma coisa?", "e a conta") // of a pruned run too
	},
	"what is said in a stranger's thread, or wrongly, is not written": func(t test) {
		t.open("t1", "rui")
		t.open("t3", "ana")
		for i, elsewhere := range []string{"t1", "t2"} {
			cp := &graph.Checkpoint{Run: fmt.Sprint("r", i), Thread: elsewhere, Guest: "ana", Graph: "beer@1", Version: 1, Seq: 1, Status: graph.Running, State: json.RawMessage(`{}`)}
			err := t.Save(t.Context(), cp, numbered(cp, 1, says(event.PreQuery, "m1", "segredo")))
			if !errors.Is(err, thread.ErrNotFound) || strings.Contains(err.Error(), "segredo") {
				t.Errorf("said in %s: error = %v, want ErrNotFound", elsewhere, err)
			}
			t.wantNoRun(cp.Run)
			t.wantTypes(cp.Run)
		}
		t.wantTexts("t1", "rui", 0)
		cp := t.begin("r9", "t3")
		err := t.AppendEvents(t.Context(), "r9", 1, numbered(cp, 1, says(event.PostResponse, "a/b", "segredo")))
		if err == nil || strings.Contains(err.Error(), "segredo") {
			t.Errorf("said with a malformed id: error = %v, want one without the words", err)
		}
		t.wantTypes("r9")
		t.begin("r8", "", says(event.PreQuery, "m1", "oi")) // in no thread
		t.wantTypes("r8", event.PreQuery)
	},
	"a deleted thread takes its runs along, and no others": func(t test) {
		gone, other := newVisit("ana"), newVisit("rui")
		t.visit(gone)
		t.visit(other)
		t.visit(visit{"ana", "t2", "r2", "fica"})
		alone := t.begin("alone", "", runStart)
		t.remove(gone.thread, "ana")

		t.wantNoRun(gone.run)
		t.wantTypes(gone.run)
		t.wantRuns(gone.thread)
		due := must.Get(t.Due(t.Context(), "beer@1", time.Now(), 9))(t)
		slices.Sort(due)
		t.same("overdue", due, []string{"r-rui", "r2"})
		if logs := t.readAll(); len(logs) != 3 || logs[gone.run] != nil {
			t.Errorf("the log has %d runs, want 3", len(logs))
		}
		t.wantVisit(other, true)
		t.wantEvents("alone", 0, 0, numbered(alone, 1, runStart)...)
		t.begin("next", gone.thread) // the thread is free
		t.load("next")
		if n, err := t.Prune(t.Context(), time.Now().Add(time.Hour)); n != 0 || err != nil {
			t.Errorf("Prune = %d, %v, want 0: nothing is over", n, err)
		}
	},
	"a log is read on where the rest of a page was deleted": func(t test) {
		for i := range 20 {
			v := newVisit(fmt.Sprint("g", i))
			t.visit(v)
			if i != 15 {
				t.remove(v.thread, v.guest)
			}
		}
		var got []string
		t.readOn("", 2, func(e event.Event) { got = append(got, fmt.Sprint(e.Run, " ", e.Seq)) })
		t.same("the log", got, []string{"r-g15 1", "r-g15 2", "r-g15 3"})
	},
	"a worker in a deleted thread can write nothing more": func(t test) {
		v := newVisit("ana")
		over := t.begin("over", v.thread, runStart)
		over.Version, over.Status = 2, graph.Ended
		t.save(over)
		cp := t.visit(v)
		t.remove(v.thread, "ana")
		for what, err := range t.goOn(v, cp) {
			if !errors.Is(err, graph.ErrConflict) && !errors.Is(err, thread.ErrNotFound) {
				t.Errorf("%s: error = %v, want ErrConflict or ErrNotFound", what, err)
			}
		}
		if err := t.AppendEvents(t.Context(), "over", 2, numbered(over, 2, text)); !errors.Is(err, graph.ErrConflict) {
			t.Errorf("AppendEvents afterwards: error = %v, want ErrConflict", err)
		}
		t.wantTypes(v.run)
		t.wantNoThread(v.thread, "ana")
	},
	// Whatever came first, nothing is left in the end.
	"threads are deleted while they are talked in": func(t test) {
		t.talkWhile(func(guest string, n int) error {
			err := t.Delete(t.Context(), fmt.Sprint("t-", guest, "-", n), guest)
			if errors.Is(err, thread.ErrNotFound) {
				return nil
			}
			return err
		})
		for g := range talking {
			for _, th := range must.Get(t.List(t.Context(), fmt.Sprint("g", g), 0))(t) {
				t.remove(th.ID, th.Guest)
			}
		}
		if logs := t.readAll(); len(logs) > 0 {
			t.Errorf("the log has %d runs, want none", len(logs))
		}
	},
}

// goOn lets a worker go on with a visit, and returns its errors.
func (t test) goOn(v visit, cp *graph.Checkpoint) map[string]error {
	next := *cp
	next.Version, next.Status, next.Seq = cp.Version+1, graph.Running, cp.Seq+1
	events := numbered(cp, cp.Seq+1, event.Event{Type: event.Text, Time: morning, Data: v.json("text")})
	return map[string]error{
		"Save":                     t.Save(t.Context(), &next, events),
		"AppendEvents":             t.AppendEvents(t.Context(), v.run, cp.Version, events),
		"AppendEvents with a beat": t.AppendEvents(t.Context(), v.run, cp.Version, nil),
		"AppendEvents with words":  t.AppendEvents(t.Context(), v.run, cp.Version, numbered(cp, cp.Seq+1, says(event.PostResponse, "m9", "oi"))),
	}
}

// talking are how many guests talk at once, each in so many turns.
const talking, turns = 4, 12

// talkWhile lets guests talk while what they say is undone, again and again.
func (t test) talkWhile(undo func(guest string, n int) error) {
	var wg sync.WaitGroup
	for g := range talking {
		guest := fmt.Sprint("g", g)
		for _, do := range []func(n int) error{
			func(n int) error { return t.talk(t.Context(), guest, fmt.Sprint(guest, "-", n)) },
			func(n int) error { return undo(guest, n) },
		} {
			wg.Go(func() {
				for n := range turns {
					if err := do(n); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
}

// talk begins a run of a guest and says a few things. That they are forgotten
// meanwhile is no error.
func (t test) talk(ctx context.Context, guest, run string) error {
	id := "t-" + run
	_, err := t.Open(ctx, id, guest)
	cp := &graph.Checkpoint{Run: run, Thread: id, Guest: guest, Graph: "beer@1", Version: 1, Seq: 1, Status: graph.Running, State: []byte(`{}`)}
	if err == nil {
		err = t.Save(ctx, cp, numbered(cp, 1, says(event.PreQuery, "m1", "oi")))
	}
	for seq := int64(2); err == nil && seq < 6; seq++ {
		err = t.AppendEvents(ctx, run, 1, numbered(cp, seq, says(event.PostResponse, fmt.Sprint("m", seq), "oi")))
	}
	if errors.Is(err, graph.ErrConflict) || errors.Is(err, thread.ErrNotFound) {
		return nil
	}
	return err
}

// A visit is what a guest leaves in a store: a thread with two messages and a
// run with three events, which waits for an answer.
type visit struct {
	guest, thread, run string
	secret             string // in all that was said
}

func newVisit(guest string) visit {
	return visit{guest: guest, thread: "t-" + guest, run: "r-" + guest, secret: "segredo (" + guest + ")"}
}

// visit makes the visit and returns its checkpoint.
func (t test) visit(v visit) *graph.Checkpoint {
	t.Helper()
	t.open(v.thread, v.guest)
	cp := &graph.Checkpoint{Run: v.run, Thread: v.thread, Guest: v.guest, Graph: "beer@1", Version: 1, Status: graph.Running, Step: 1, Next: "find", State: v.json("state")}
	t.save(cp, numbered(cp, 1, v.events()...)...)
	t.say(v.thread, v.guest, thread.Message{ID: "m2", Role: thread.RoleAssistant, Text: v.secret, Time: morning})
	cp.Version, cp.Status, cp.Err, cp.Deadline = 2, graph.Waiting, v.secret, morning
	cp.Question = &graph.Question{Text: v.secret}
	t.save(cp)
	return cp
}

func (v visit) json(field string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{field: v.secret}) // cannot fail
	return raw
}

func (v visit) events() []event.Event {
	return []event.Event{
		says(event.PreQuery, "m1", v.secret),
		{Type: event.StepStart, Time: morning},
		{Type: event.Text, Time: morning, Data: v.json("text")},
	}
}

const saysForgotten = `{"forgotten":true}`

// left reports what there is of the visit: all, nothing, or an error that says
// what should not be.
func (t test) left(v visit) (all bool, err error) {
	ctx := t.Context()
	threads, errList := t.List(ctx, v.guest, 0)
	messages, errMessages := t.Messages(ctx, v.thread, v.guest, 0)
	cp, errLoad := t.Load(ctx, v.run)
	events, errEvents := t.Events(ctx, v.run, 0, 0)
	if errors.Is(errMessages, thread.ErrNotFound) {
		errMessages = nil
	}
	if errors.Is(errLoad, graph.ErrNotFound) {
		errLoad = nil
	}
	if err := errors.Join(errList, errMessages, errLoad, errEvents); err != nil {
		return false, err
	}
	var got []string
	for _, th := range threads {
		got = append(got, "title "+th.Title)
	}
	for _, m := range messages {
		got = append(got, "message "+m.Text)
	}
	if cp != nil {
		got = append(got, fmt.Sprintf("state %s, question %s, err %s", cp.State, cp.Question.Text, cp.Err))
	}
	for _, e := range events {
		got = append(got, fmt.Sprintf("%d %s %s %s", e.Seq, e.Type, e.Guest, e.Data))
	}
	gone := []string{
		"1 pre_query " + v.guest + " " + saysForgotten, "2 step_start " + v.guest + " ", "3 text " + v.guest + " " + saysForgotten,
	}
	whole := []string{
		"title " + v.secret, "message " + v.secret, "message " + v.secret,
		fmt.Sprintf("state %s, question %s, err %s", v.json("state"), v.secret, v.secret),
		fmt.Sprintf("1 pre_query %s %s", v.guest, v.events()[0].Data), "2 step_start " + v.guest + " ",
		fmt.Sprintf("3 text %s %s", v.guest, v.json("text")),
	}
	switch {
	case slices.Equal(got, whole):
		return true, nil
	case slices.Equal(got, gone):
		return false, nil
	}
	return false, fmt.Errorf("of %s there is neither all nor nothing:\n%s", v.guest, strings.Join(got, "\n"))
}

func (t test) wantVisit(v visit, all bool) {
	t.Helper()
	if got, err := t.left(v); err != nil || got != all {
		t.Errorf("all of %s is there: %v, %v; want %v", v.guest, got, err, all)
	}
}
