package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

// ForgetStore is a store that can forget a guest: all they said, for good. The
// order of the log stays.
type ForgetStore interface {
	RunStore
	Forget(ctx context.Context, guest string) error
}

// TestForget checks what is left of a guest who was forgotten, and of others.
// Each call of open returns a store with nothing in it.
func TestForget(t *testing.T, open func(t *testing.T) ForgetStore) {
	for name, test := range map[string]func(*testing.T, ForgetStore){
		"what a guest said is gone, and the order of events stays": forgetWords,
		"nothing of another guest changes":                         forgetOthers,
		"a worker that is still at it can write nothing more":      forgetWorker,
		"no forgotten run is overdue, abandoned or in the way":     forgetUnderWay,
		"a guest who comes back begins anew":                       forgetReturn,
		"who is forgotten twice, or was never there, is no error":  forgetTwice,
		"what belongs to no guest cannot be forgotten":             forgetNobody,
		"what is forgotten is pruned like the rest":                forgetPrune,
		"a call whose context has ended forgets nothing":           forgetCancelled,
		"guests are forgotten while they talk":                     forgetWhileTalking,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// A visit is what a guest leaves in a store: a thread with two messages and a
// run with three events, which waits for an answer.
type visit struct {
	guest, thread, run string
	secret             string // in all that was said
}

func newVisit(guest string) visit {
	return visit{guest: guest, thread: "t-" + guest, run: "r-" + guest, secret: "segredo de " + guest}
}

// begin makes the visit and returns its checkpoint.
func (v visit) begin(t *testing.T, s RunStore) *graph.Checkpoint {
	t.Helper()
	mustOpen(t, s, v.thread, v.guest)
	cp := &graph.Checkpoint{Run: v.run, Thread: v.thread, Guest: v.guest, Graph: "beer@1", Version: 1, Status: graph.Running, Step: 1, Next: "find", State: v.json("state")}
	r := runTest{t, s}
	r.save(cp, r.numbered(cp, 1, v.events()...)...)
	mustAppend(t, s, v.thread, v.guest, thread.Message{ID: "m2", Role: thread.RoleAssistant, Text: v.secret, Time: morning})
	cp.Version, cp.Status, cp.Err, cp.Deadline = 2, graph.Waiting, v.secret, morning
	cp.Question = &graph.Question{Text: v.secret}
	r.save(cp)
	return cp
}

func (v visit) json(field string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{field: v.secret}) // cannot fail
	return raw
}

func (v visit) events() []event.Event {
	said := event.Payload(event.PreQuery, event.Said{ID: "m1", Text: v.secret})
	return []event.Event{
		{Type: event.PreQuery, Time: morning, Data: said},
		{Type: event.StepStart, Time: morning},
		{Type: event.Text, Time: morning, Data: v.json("text")},
	}
}

// left reports what there is of the visit: all, nothing, or an error that says
// what should not be.
func (v visit) left(ctx context.Context, s RunStore) (all bool, err error) {
	threads, errList := s.List(ctx, v.guest, 0)
	messages, errMessages := s.Messages(ctx, v.thread, v.guest, 0)
	cp, errLoad := s.Load(ctx, v.run)
	events, errEvents := s.Events(ctx, v.run, 0, 0)
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
		"1 pre_query " + v.guest + ` {"forgotten":true}`, "2 step_start " + v.guest + " ", "3 text " + v.guest + ` {"forgotten":true}`,
	}
	whole := []string{
		"title " + v.secret, "message " + v.secret, "message " + v.secret,
		fmt.Sprintf("state %s, question %s, err %s", v.json("state"), v.secret, v.secret),
		fmt.Sprintf("1 pre_query %s %s", v.guest, v.events()[0].Data), "2 step_start " + v.guest + " ",
		fmt.Sprintf("3 text %s %s", v.guest, v.json("text")),
	}
	switch found := strings.Join(got, "\n"); found {
	case strings.Join(whole, "\n"):
		return true, nil
	case strings.Join(gone, "\n"):
		return false, nil
	default:
		return false, fmt.Errorf("of %s there is neither all nor nothing:\n%s", v.guest, found)
	}
}

func (v visit) want(t *testing.T, s RunStore, all bool) {
	t.Helper()
	if got, err := v.left(t.Context(), s); err != nil || got != all {
		t.Errorf("all of %s is there: %v, %v; want %v", v.guest, got, err, all)
	}
}

func mustForget(t *testing.T, s ForgetStore, guest string) {
	t.Helper()
	must.Do(t, s.Forget(t.Context(), guest))
}

func forgetWords(t *testing.T, s ForgetStore) {
	ana, rui := newVisit("ana"), newVisit("rui")
	ana.begin(t, s)
	rui.begin(t, s)
	ana.want(t, s, true)
	before := readAll(t, s)
	mustForget(t, s, "ana")
	ana.want(t, s, false)
	after := readAll(t, s)
	for run, events := range before {
		for i := range events {
			if run == ana.run && events[i].Data != nil {
				events[i].Data = json.RawMessage(`{"forgotten":true}`)
			}
		}
	}
	wantSame(t, "the log", after, before)
	wantSame(t, "the runs of ana's thread", runTest{t, s}.runsOf(ana.thread), []string{ana.run})
}

func forgetOthers(t *testing.T, s ForgetStore) {
	others := []visit{newVisit("rui"), newVisit("anabela"), newVisit("Ana"), newVisit("an_"), newVisit("a%")}
	for i := range others {
		others[i].thread = fmt.Sprint("t", i)
	}
	newVisit("ana").begin(t, s)
	for _, v := range others {
		v.begin(t, s)
	}
	mustForget(t, s, "ana")
	for _, v := range others {
		v.want(t, s, true)
	}
}

func forgetWorker(t *testing.T, s ForgetStore) {
	v := newVisit("ana")
	cp := v.begin(t, s)
	mustForget(t, s, "ana")
	r := runTest{t, s}
	next := *cp
	next.Version, next.Status, next.Seq = 3, graph.Running, 4
	events := r.numbered(cp, 4, event.Event{Type: event.Text, Time: morning, Data: v.json("text")})
	wantErr(t, graph.ErrConflict, map[string]error{
		"Save":                     s.Save(t.Context(), &next, events),
		"AppendEvents":             s.AppendEvents(t.Context(), v.run, 2, events),
		"AppendEvents with a beat": s.AppendEvents(t.Context(), v.run, 2, nil),
	})
	wantNotFound(t, s, v.thread, v.guest)
	v.want(t, s, false)
}

func forgetUnderWay(t *testing.T, s ForgetStore) {
	v := newVisit("ana")
	v.begin(t, s)
	r := runTest{t, s}
	r.begin("alone", "")
	mustForget(t, s, "ana")
	later := time.Now().Add(time.Hour)
	due, errDue := s.Due(t.Context(), "beer@1", later, 9)
	stalled, errStalled := s.Stalled(t.Context(), "beer@1", later, 9)
	if err := errors.Join(errDue, errStalled); err != nil || len(due)+len(stalled) > 0 {
		t.Errorf("overdue %q, abandoned %q, %v; want none", due, stalled, err)
	}
	r.begin("next", v.thread) // the thread is free
	r.load("next")
}

func forgetReturn(t *testing.T, s ForgetStore) {
	old := newVisit("ana")
	old.begin(t, s)
	mustForget(t, s, "ana")
	if th := mustOpen(t, s, old.thread, "ana"); th.Title != "" {
		t.Errorf("the new thread has the title %q", th.Title)
	}
	again := visit{"ana", old.thread, "r2", "novo segredo"}
	again.begin(t, s)
	again.want(t, s, true)
	r := runTest{t, s}
	wantNoRun(t, s, old.run)
	want := r.numbered(&graph.Checkpoint{Run: old.run, Thread: old.thread, Guest: "ana"}, 1, old.events()...)
	want[0].Data, want[2].Data = json.RawMessage(`{"forgotten":true}`), json.RawMessage(`{"forgotten":true}`)
	r.wantEvents(old.run, 0, 0, want...)
	mustForget(t, s, "ana")
	again.want(t, s, false)
}

func forgetTwice(t *testing.T, s ForgetStore) {
	mustForget(t, s, "ana")
	v := newVisit("ana")
	v.begin(t, s)
	for range 3 {
		mustForget(t, s, "ana")
		v.want(t, s, false)
	}
}

func forgetNobody(t *testing.T, s ForgetStore) {
	v := visit{"", "t1", "r1", "de todos"}
	v.begin(t, s)
	if err := s.Forget(t.Context(), ""); err == nil {
		t.Error("nobody was forgotten")
	}
	mustForget(t, s, "ana")
	v.want(t, s, true)
}

func forgetPrune(t *testing.T, s ForgetStore) {
	newVisit("ana").begin(t, s)
	newVisit("rui").begin(t, s)
	mustForget(t, s, "ana")
	for _, want := range []int{3, 0} {
		if n, err := s.Prune(t.Context(), time.Now().Add(time.Hour)); n != want || err != nil {
			t.Errorf("Prune = %d, %v, want %d events", n, err, want)
		}
	}
	if logs := readAll(t, s); len(logs) != 1 || len(logs["r-rui"]) != 3 {
		t.Errorf("the log has events of %d runs, want those of rui's", len(logs))
	}
	newVisit("rui").want(t, s, true)
}

func forgetCancelled(t *testing.T, s ForgetStore) {
	v := newVisit("ana")
	v.begin(t, s)
	ctx := ended(t)
	if err := s.Forget(ctx, "ana"); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
	v.want(t, s, true)
}

// forgetWhileTalking lets guests begin runs and extend them as they are
// forgotten. Whatever came first, what is left in the end is nothing, or a run
// that can be loaded and goes on.
func forgetWhileTalking(t *testing.T, s ForgetStore) {
	talkWhile(t, s, func(guest string, _ int) error { return s.Forget(t.Context(), guest) })
	stalled := must.Get(s.Stalled(t.Context(), "beer@1", time.Now().Add(time.Hour), talking*turns))(t)
	for _, run := range stalled {
		cp := runTest{t, s}.load(run) // not forgotten: it began afterwards
		if err := s.AppendEvents(t.Context(), run, cp.Version, nil); err != nil {
			t.Errorf("run %s cannot go on: %v", run, err)
		}
	}
	for g := range talking {
		mustForget(t, s, fmt.Sprint("g", g))
	}
	for run, events := range readAll(t, s) {
		for _, e := range events {
			if string(e.Data) != `{"forgotten":true}` {
				t.Errorf("event %d of %s says %s", e.Seq, run, e.Data)
			}
		}
	}
}

// talking are how many guests talk at once, each in so many turns.
const talking, turns = 4, 12

// talkWhile lets guests talk while what they say is undone, again and again.
func talkWhile(t *testing.T, s RunStore, undo func(guest string, n int) error) {
	var wg sync.WaitGroup
	for g := range talking {
		guest := fmt.Sprint("g", g)
		for _, do := range []func(n int) error{
			func(n int) error { return talk(t.Context(), s, guest, fmt.Sprint(guest, "-", n)) },
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
func talk(ctx context.Context, s RunStore, guest, run string) error {
	id := "t-" + run
	_, err := s.Open(ctx, id, guest)
	says := func(seq int64, typ event.Type) []event.Event {
		said := event.Payload(typ, event.Said{ID: fmt.Sprint("m", seq), Text: "oi"})
		return []event.Event{{Run: run, Seq: seq, Thread: id, Guest: guest, Type: typ, Time: morning, Data: said}}
	}
	cp := &graph.Checkpoint{Run: run, Thread: id, Guest: guest, Graph: "beer@1", Version: 1, Seq: 1, Status: graph.Running, State: []byte(`{}`)}
	if err == nil {
		err = s.Save(ctx, cp, says(1, event.PreQuery))
	}
	for seq := int64(2); err == nil && seq < 6; seq++ {
		err = s.AppendEvents(ctx, run, 1, says(seq, event.PostResponse))
	}
	if errors.Is(err, graph.ErrConflict) || errors.Is(err, thread.ErrNotFound) {
		return nil
	}
	return err
}
