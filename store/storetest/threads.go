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

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

// TestThreads checks that a thread.Store does as the interface promises. Each
// call of open returns a store with nothing in it.
func TestThreads(t *testing.T, open func(t *testing.T) thread.Store) {
	for name, test := range map[string]func(*testing.T, thread.Store){
		"a thread is made once and then found":              openTwice,
		"a malformed id is refused":                         badID,
		"messages come back as they were given, in order":   roundTrip,
		"missing ids and times are filled in":               filledIn,
		"only the last messages are returned, oldest first": lastMessages,
		"the guest's first words are the title":             title,
		"threads are listed by their last message":          list,
		"a thread's time never goes back":                   neverBack,
		"another guest's thread is not found":               ownership,
		"a thread nobody opened is not found":               unopened,
		"of messages that are not all good, none is kept":   allOrNothing,
		"a message id can be used again in another thread":  sameIDElsewhere,
		"text no database likes is kept as far as it can":   hostileText,
		"16 goroutines append to one thread":                concurrentAppend,
		"16 goroutines open one thread":                     concurrentOpen,
		"a cancelled call writes nothing":                   cancelled,
		"a new title stays, whatever is said next":          renamed,
		"a deleted thread is gone, and its name is free":    deleted,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

var morning = time.Date(2026, 3, 14, 9, 26, 53, 589793000, time.UTC)

func openTwice(t *testing.T, s thread.Store) {
	before := time.Now().Truncate(time.Microsecond)
	made := mustOpen(t, s, "t1", "ana")
	found := mustOpen(t, s, "t1", "ana")
	wantSame(t, "the second Open", found, made)
	wantTexts(t, s, "t1", "ana", 0)
	if made.ID != "t1" || made.Guest != "ana" || made.Title != "" {
		t.Errorf("Open = %+v, want t1 of ana without a title", made)
	}
	if made.Created.Before(before) || made.Created.After(time.Now()) || made.Created.Location() != time.UTC || !made.Updated.Equal(made.Created) {
		t.Errorf("created %v and updated %v, want both now, in UTC", made.Created, made.Updated)
	}
}

func badID(t *testing.T, s thread.Store) {
	for _, id := range []string{"", "a/b", "..", strings.Repeat("x", 65)} {
		if _, err := s.Open(t.Context(), id, "ana"); err == nil {
			t.Errorf("Open(%q) made a thread", id)
		}
	}
	if ts := mustList(t, s, "ana", 0); len(ts) != 0 {
		t.Errorf("List = %+v, want none", ts)
	}
}

func roundTrip(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	want := []thread.Message{
		{ID: "m2", Role: thread.RoleUser, Text: "uma IPA?\n\tàs 19h — '; DROP TABLE threads; -- 🍺", Time: morning.Add(time.Hour)},
		{ID: "m1", Role: thread.RoleAssistant, Text: "", Time: morning}, // order is of appending, not of time or id
		{ID: "m0", Role: thread.RoleUser, Text: strings.Repeat("longa ", 40_000), Time: morning},
	}
	mustAppend(t, s, "t1", "ana", want[:2]...)
	mustAppend(t, s, "t1", "ana")
	mustAppend(t, s, "t1", "ana", want[2])
	got := must.Get(s.Messages(t.Context(), "t1", "ana", 0))(t)
	wantSame(t, "Messages", got, want)
}

func filledIn(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	ms := []thread.Message{said("oi"), said("olá")}
	begin := time.Now().Truncate(time.Microsecond)
	mustAppend(t, s, "t1", "ana", ms...)
	if ms[0].ID != "" || !ms[0].Time.IsZero() {
		t.Errorf("Append changed the caller's message to %+v", ms[0])
	}
	got, err := s.Messages(t.Context(), "t1", "ana", 0)
	if err != nil || len(got) != 2 {
		t.Fatalf("Messages = %+v, %v, want two", got, err)
	}
	if thread.CheckID(got[0].ID) != nil || thread.CheckID(got[1].ID) != nil || got[0].ID == got[1].ID {
		t.Errorf("ids = %q and %q, want two good ones", got[0].ID, got[1].ID)
	}
	for _, m := range got {
		if m.Time.Before(begin) || m.Time.After(time.Now()) {
			t.Errorf("time = %v, want now", m.Time)
		}
	}
}

func lastMessages(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	mustOpen(t, s, "t2", "ana")
	for _, text := range []string{"a", "b", "c", "d"} {
		mustAppend(t, s, "t1", "ana", said(text))
		mustAppend(t, s, "t2", "ana", said("other "+text))
	}
	wantTexts(t, s, "t1", "ana", 2, "c", "d")
	wantTexts(t, s, "t1", "ana", 4, "a", "b", "c", "d")
	wantTexts(t, s, "t1", "ana", 9, "a", "b", "c", "d")
}

func title(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	for _, step := range []struct {
		append []thread.Message
		want   string
	}{
		{[]thread.Message{{Role: thread.RoleAssistant, Text: "Bem-vinda!"}}, ""},
		{[]thread.Message{said(" \n")}, ""},
		{[]thread.Message{{Role: thread.RoleAssistant, Text: "Sim?"}, said("uma\n IPA, por favor")}, "uma IPA, por favor"},
		{[]thread.Message{said("e a conta")}, "uma IPA, por favor"},
	} {
		mustAppend(t, s, "t1", "ana", step.append...)
		if got := mustOpen(t, s, "t1", "ana").Title; got != step.want {
			t.Errorf("after %q the title = %q, want %q", step.append[0].Text, got, step.want)
		}
	}
}

func list(t *testing.T, s thread.Store) {
	later := time.Now().Add(time.Hour)
	for i, id := range []string{"t1", "t2", "t3"} {
		mustOpen(t, s, id, "ana")
		mustAppend(t, s, id, "ana", thread.Message{Role: thread.RoleUser, Text: id, Time: later.Add(time.Duration(i) * time.Second)})
	}
	mustOpen(t, s, "t4", "rui")
	mustAppend(t, s, "t2", "ana", thread.Message{Role: thread.RoleUser, Text: "again", Time: later.Add(time.Minute)})
	for limit, want := range map[int][]string{0: {"t2", "t3", "t1"}, 2: {"t2", "t3"}, 9: {"t2", "t3", "t1"}} {
		var got []string
		for _, th := range mustList(t, s, "ana", limit) {
			got = append(got, th.ID)
			wantSame(t, "a listed thread", th, mustOpen(t, s, th.ID, "ana"))
		}
		wantSame(t, fmt.Sprintf("List with limit %d", limit), got, want)
	}
	if ts := mustList(t, s, "nobody", 0); len(ts) != 0 {
		t.Errorf("List of a stranger = %+v, want none", ts)
	}
}

func neverBack(t *testing.T, s thread.Store) {
	made := mustOpen(t, s, "t1", "ana")
	mustAppend(t, s, "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "old", Time: morning.AddDate(-9, 0, 0)})
	if got := mustOpen(t, s, "t1", "ana"); !got.Updated.Equal(made.Updated) {
		t.Errorf("updated = %v after an old message, want %v", got.Updated, made.Updated)
	}
	next := made.Updated.Add(time.Hour)
	mustAppend(t, s, "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "new", Time: next}, thread.Message{Role: thread.RoleUser, Text: "old", Time: morning})
	if got := mustOpen(t, s, "t1", "ana"); !got.Updated.Equal(next) || !got.Created.Equal(made.Created) {
		t.Errorf("created %v, updated %v, want %v and %v", got.Created, got.Updated, made.Created, next)
	}
}

func ownership(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	mustAppend(t, s, "t1", "ana", said("segredo"))
	before := mustOpen(t, s, "t1", "ana")
	for _, guest := range []string{"rui", "", "ANA", "ana ", "a%"} {
		wantNotFound(t, s, "t1", guest)
		if _, err := s.Open(t.Context(), "t1", guest); !errors.Is(err, thread.ErrNotFound) {
			t.Errorf("Open by %q: error = %v, want ErrNotFound", guest, err)
		}
		if ts := mustList(t, s, guest, 0); len(ts) != 0 {
			t.Errorf("List of %q = %+v, want none", guest, ts)
		}
	}
	wantTexts(t, s, "t1", "ana", 0, "segredo")
	wantSame(t, "the thread after a stranger's calls", mustOpen(t, s, "t1", "ana"), before)
}

func unopened(t *testing.T, s thread.Store) {
	wantNotFound(t, s, "t1", "ana")
	if ts := mustList(t, s, "ana", 0); len(ts) != 0 {
		t.Errorf("List = %+v, want none", ts)
	}
}

func allOrNothing(t *testing.T, s thread.Store) {
	made := mustOpen(t, s, "t1", "ana")
	for name, ms := range map[string][]thread.Message{
		"an unknown role": {said("first segredo"), {Role: "system", Text: "segredo"}},
		"a malformed id":  {said("first segredo"), {ID: "a/b", Role: thread.RoleUser, Text: "segredo"}},
		"an id twice":     {{ID: "m1", Role: thread.RoleUser, Text: "first segredo"}, {ID: "m1", Role: thread.RoleUser, Text: "segredo"}},
	} {
		err := s.Append(t.Context(), "t1", "ana", ms...)
		if err == nil || strings.Contains(err.Error(), "segredo") {
			t.Errorf("%s: error = %v, want one without the guest's words", name, err)
		}
		wantTexts(t, s, "t1", "ana", 0)
	}
	wantSame(t, "the thread after failed calls", mustOpen(t, s, "t1", "ana"), made)
	mustAppend(t, s, "t1", "ana", thread.Message{ID: "m1", Role: thread.RoleUser, Text: "good"})
	if err := s.Append(t.Context(), "t1", "ana", said("more"), thread.Message{ID: "m1", Role: thread.RoleUser}); err == nil {
		t.Error("an id that the thread has was taken again")
	}
	wantTexts(t, s, "t1", "ana", 0, "good")
}

func sameIDElsewhere(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	mustOpen(t, s, "t2", "rui")
	mustAppend(t, s, "t1", "ana", thread.Message{ID: "m1", Role: thread.RoleUser, Text: "a"})
	mustAppend(t, s, "t2", "rui", thread.Message{ID: "m1", Role: thread.RoleUser, Text: "b"})
	wantTexts(t, s, "t1", "ana", 0, "a")
	wantTexts(t, s, "t2", "rui", 0, "b")
}

func hostileText(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	mustAppend(t, s, "t1", "ana", said("a\x00b\xffc\u202e"), said("next"))
	wantTexts(t, s, "t1", "ana", 0, "a\ufffdb\ufffdc\u202e", "next")
}

func concurrentAppend(t *testing.T, s thread.Store) {
	const workers, turns = 16, 8
	mustOpen(t, s, "t1", "ana")
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for turn := range turns {
				question := fmt.Sprintf("%d/%d", w, turn)
				reply := thread.Message{Role: thread.RoleAssistant, Text: question}
				if err := s.Append(t.Context(), "t1", "ana", said(question), reply); err != nil {
					t.Error(err)
				}
				if _, err := s.Messages(t.Context(), "t1", "ana", 2); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	got, err := s.Messages(t.Context(), "t1", "ana", 0)
	if err != nil || len(got) != 2*workers*turns {
		t.Fatalf("%d messages, %v; want %d", len(got), err, 2*workers*turns)
	}
	next := map[string]int{} // of each worker
	for i := 0; i < len(got); i += 2 {
		question, reply := got[i], got[i+1]
		if question.Role != thread.RoleUser || reply.Role != thread.RoleAssistant || question.Text != reply.Text {
			t.Fatalf("message %d is %q and is followed by %q", i, question.Text, reply.Text)
		}
		worker, turn, _ := strings.Cut(question.Text, "/")
		if turn != fmt.Sprint(next[worker]) {
			t.Fatalf("turn %s of worker %s came when %d was due", turn, worker, next[worker])
		}
		next[worker]++
	}
}

func concurrentOpen(t *testing.T, s thread.Store) {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		made = map[string]int{}
	)
	for w := range 16 {
		guest := []string{"ana", "rui"}[w%2]
		wg.Go(func() {
			_, err := s.Open(t.Context(), "t1", guest)
			if err != nil && !errors.Is(err, thread.ErrNotFound) {
				t.Error(err)
			}
			if err == nil {
				mu.Lock()
				made[guest]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if made["ana"]+made["rui"] != 8 || made["ana"]*made["rui"] != 0 {
		t.Errorf("opened by %v, want all 8 calls of one guest", made)
	}
}

func cancelled(t *testing.T, s thread.Store) {
	mustOpen(t, s, "t1", "ana")
	mustAppend(t, s, "t1", "ana", said("before"))
	ctx := ended(t)
	_, errOpen := s.Open(ctx, "t2", "ana")
	_, errMessages := s.Messages(ctx, "t1", "ana", 0)
	wantErr(t, context.Canceled, map[string]error{
		"Append": s.Append(ctx, "t1", "ana", said("lost")), "Open": errOpen, "Messages": errMessages,
		"Rename": s.Rename(ctx, "t1", "ana", "lost"), "Delete": s.Delete(ctx, "t1", "ana"),
	})
	if ts := mustList(t, s, "ana", 0); len(ts) != 1 || ts[0].Title != "before" {
		t.Errorf("List = %+v, want only t1", ts)
	}
	wantTexts(t, s, "t1", "ana", 0, "before")

	// Cancelled at any moment, a call either did all or says that it did nothing.
	want := []string{"before"}
	for i := range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*50*time.Microsecond)
		a, b := fmt.Sprint("a", i), fmt.Sprint("b", i)
		if err := s.Append(ctx, "t1", "ana", said(a), said(b)); err == nil {
			want = append(want, a, b)
		}
		cancel()
	}
	wantTexts(t, s, "t1", "ana", 0, want...)
}

func said(text string) thread.Message { return thread.Message{Role: thread.RoleUser, Text: text} }

func mustOpen(t *testing.T, s thread.Store, id, guest string) thread.Thread {
	t.Helper()
	return must.Get(s.Open(t.Context(), id, guest))(t)
}

func mustAppend(t *testing.T, s thread.Store, id, guest string, ms ...thread.Message) {
	t.Helper()
	must.Do(t, s.Append(t.Context(), id, guest, ms...))
}

func mustList(t *testing.T, s thread.Store, guest string, limit int) []thread.Thread {
	t.Helper()
	return must.Get(s.List(t.Context(), guest, limit))(t)
}

func wantTexts(t *testing.T, s thread.Store, id, guest string, last int, want ...string) {
	t.Helper()
	ms := must.Get(s.Messages(t.Context(), id, guest, last))(t)
	var got []string
	for _, m := range ms {
		got = append(got, m.Text)
	}
	wantSame(t, fmt.Sprintf("the last %d messages of %s", last, id), got, want)
}

func wantNotFound(t *testing.T, s thread.Store, id, guest string) {
	t.Helper()
	_, err := s.Messages(t.Context(), id, guest, 0)
	wantErr(t, thread.ErrNotFound, map[string]error{
		"Messages for " + guest: err,
		"Append by " + guest:    s.Append(t.Context(), id, guest, said("intruder")),
		"Rename by " + guest:    s.Rename(t.Context(), id, guest, "intruder"),
		"Delete by " + guest:    s.Delete(t.Context(), id, guest),
	})
}

// wantSame compares as JSON, where a time is an instant and its offset,
// however a store made it.
func wantSame(t *testing.T, what string, got, want any) {
	t.Helper()
	g, errG := json.Marshal(got)
	w, errW := json.Marshal(want)
	must.Do(t, errors.Join(errG, errW))
	if string(g) != string(w) {
		t.Errorf("%s: got  %s\nwant %s", what, g, w)
	}
}
