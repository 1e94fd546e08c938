package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

func mustDelete(t *testing.T, s thread.Store, id, guest string) {
	t.Helper()
	must.Do(t, s.Delete(t.Context(), id, guest))
}

func renamed(t *testing.T, s thread.Store) {
	before := mustOpen(t, s, "t1", "ana")
	mustOpen(t, s, "t2", "ana")
	long := strings.Repeat("á", 61)
	for _, step := range []struct{ name, want string }{
		{"Jantar de sexta", "Jantar de sexta"},
		{" a\x1b[31mb\u202ec\x00\n d\xff", "a [31mbc d\ufffd"},
		{long, thread.CleanTitle(long)},
		{"", "uma IPA"}, // the guest's next words
	} {
		must.Do(t, s.Rename(t.Context(), "t1", "ana", step.name))
		if got := mustOpen(t, s, "t1", "ana"); !got.Updated.Equal(before.Updated) {
			t.Errorf("renamed, the thread was updated at %v, want %v", got.Updated, before.Updated)
		}
		mustAppend(t, s, "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "uma IPA", Time: morning})
		if got := mustOpen(t, s, "t1", "ana").Title; got != step.want {
			t.Errorf("after Rename(%q) the title = %q, want %q", step.name, got, step.want)
		}
	}
	if got := mustOpen(t, s, "t2", "ana").Title; got != "" {
		t.Errorf("the other thread has the title %q", got)
	}
}

func deleted(t *testing.T, s thread.Store) {
	for _, id := range []string{"t1", "t2"} {
		mustOpen(t, s, id, "ana")
		mustAppend(t, s, id, "ana", said(id))
	}
	mustDelete(t, s, "t1", "ana")
	wantNotFound(t, s, "t1", "ana")
	wantTexts(t, s, "t2", "ana", 0, "t2")
	if ts := mustList(t, s, "ana", 0); len(ts) != 1 || ts[0].ID != "t2" {
		t.Errorf("List = %+v, want t2", ts)
	}
	if th := mustOpen(t, s, "t1", "rui"); th.Title != "" { // the name is free
		t.Errorf("the new thread has the title %q", th.Title)
	}
	wantTexts(t, s, "t1", "rui", 0)
}

// deletion checks that of a deleted thread's runs nothing is left, and nothing
// of others is missing.
func (r runTest) deletion() {
	gone, other := newVisit("ana"), newVisit("rui")
	gone.begin(r.t, r.s)
	other.begin(r.t, r.s)
	second := visit{"ana", "t2", "r2", "fica"}
	second.begin(r.t, r.s)
	alone := r.begin("alone", "", event.Event{Type: event.RunStart, Time: morning})
	mustDelete(r.t, r.s, gone.thread, "ana")

	wantNoRun(r.t, r.s, gone.run)
	r.wantEvents(gone.run, 0, 0)
	if runs := r.runsOf(gone.thread); len(runs) > 0 {
		r.t.Errorf("the thread has runs %q", runs)
	}
	due, err := r.s.Due(r.t.Context(), "beer@1", time.Now(), 9)
	if slices.Sort(due); err != nil || !slices.Equal(due, []string{"r-rui", "r2"}) {
		r.t.Errorf("overdue %q, %v; want those of other threads", due, err)
	}
	if logs := readAll(r.t, r.s); len(logs) != 3 || logs[gone.run] != nil {
		r.t.Errorf("the log has %d runs, want 3", len(logs))
	}
	other.want(r.t, r.s, true)
	r.wantEvents("alone", 0, 0, r.numbered(alone, 1, event.Event{Type: event.RunStart, Time: morning})...)
	r.begin("next", gone.thread) // the thread is free
	r.load("next")
	if n, err := r.s.Prune(r.t.Context(), time.Now().Add(time.Hour)); n != 0 || err != nil {
		r.t.Errorf("Prune = %d, %v, want 0: nothing is over", n, err)
	}
}

// deletedPages leaves a log whose first pages were deleted.
func (r runTest) deletedPages() {
	for i := range 20 {
		v := newVisit(fmt.Sprint("g", i))
		v.begin(r.t, r.s)
		if i != 15 {
			mustDelete(r.t, r.s, v.thread, v.guest)
		}
	}
	var got []string
	for cursor := ""; ; {
		page, next, err := r.s.All(r.t.Context(), cursor, 2)
		if err != nil {
			r.t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			got = append(got, fmt.Sprint(e.Run, " ", e.Seq))
		}
		cursor = next
	}
	wantSame(r.t, "the log", got, []string{"r-g15 1", "r-g15 2", "r-g15 3"})
}

func (r runTest) deletedWorker() {
	v := newVisit("ana")
	over := r.begin("over", v.thread, event.Event{Type: event.RunStart, Time: morning})
	over.Version, over.Status = 2, graph.Ended
	r.save(over)
	cp := v.begin(r.t, r.s)
	mustDelete(r.t, r.s, v.thread, "ana")
	next := *cp
	next.Version, next.Status, next.Seq = 3, graph.Running, 4
	events := r.numbered(cp, 4, event.Event{Type: event.Text, Time: morning, Data: v.json("text")})
	answer := r.numbered(cp, 4, event.Event{Type: event.PostResponse, Time: morning, Data: event.Payload(event.PostResponse, event.Said{ID: "m9", Text: "oi"})})
	for what, err := range map[string]error{
		"Save":                     r.s.Save(r.t.Context(), &next, events),
		"AppendEvents":             r.s.AppendEvents(r.t.Context(), v.run, 2, events),
		"AppendEvents with a beat": r.s.AppendEvents(r.t.Context(), v.run, 2, nil),
		"AppendEvents with words":  r.s.AppendEvents(r.t.Context(), v.run, 2, answer),
		"AppendEvents afterwards":  r.s.AppendEvents(r.t.Context(), "over", 2, r.numbered(over, 2, text)),
	} {
		if !errors.Is(err, graph.ErrConflict) && !errors.Is(err, thread.ErrNotFound) {
			r.t.Errorf("%s: error = %v, want ErrConflict or ErrNotFound", what, err)
		}
	}
	r.wantEvents(v.run, 0, 0)
	wantNotFound(r.t, r.s, v.thread, "ana")
}

// deletedWhileTalking lets threads be deleted as runs are begun and extended in
// them. Whatever came first, nothing is left in the end.
func (r runTest) deletedWhileTalking() {
	talkWhile(r.t, r.s, func(guest string, n int) error {
		err := r.s.Delete(r.t.Context(), fmt.Sprint("t-", guest, "-", n), guest)
		if errors.Is(err, thread.ErrNotFound) {
			return nil
		}
		return err
	})
	for g := range talking {
		for _, th := range mustList(r.t, r.s, fmt.Sprint("g", g), 0) {
			mustDelete(r.t, r.s, th.ID, th.Guest)
		}
	}
	if logs := readAll(r.t, r.s); len(logs) > 0 {
		r.t.Errorf("the log has %d runs, want none", len(logs))
	}
}

// deletedThread checks that what a guest said of themselves outlives the thread
// it was said in, and can be made anew from the log.
func (m memoryTest) deletedThread() {
	newVisit("ana").begin(m.t, m.s)
	want := m.learn("ana", "l1", "m1=vegana").Rows
	mustDelete(m.t, m.s, "t-ana", "ana")
	wantSame(m.t, "what is known", m.page("ana", 0).Rows, want)
	must.Do(m.t, m.s.Rebuild(m.t.Context(), lastSaid))
	got := m.page("ana", 0).Rows
	if len(got) != 1 || got[0].ID != "m1" || string(got[0].Body) != string(want[0].Body) {
		m.t.Errorf("made anew: %+v, want %+v", got, want)
	}
}
