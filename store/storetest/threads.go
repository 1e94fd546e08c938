package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

var threadCases = cases{
	"a thread is made once and then found": func(t test) {
		before := time.Now().Truncate(time.Microsecond)
		made := t.open("t1", "ana")
		t.same("the second Open", t.open("t1", "ana"), made)
		t.wantTexts("t1", "ana", 0)
		if made.ID != "t1" || made.Guest != "ana" || made.Title != "" || made.Created.Before(before) || made.Created.After(time.Now()) ||
			made.Created.Location() != time.UTC || !made.Updated.Equal(made.Created) {
			t.Errorf("Open = %+v, want t1 of ana without a title, made now, in UTC", made)
		}
	},
	"a malformed id is refused": func(t test) {
		for _, id := range []string{"", "a/b", "..", strings.Repeat("x", 65)} {
			if _, err := t.Open(t.Context(), id, "ana"); err == nil {
				t.Errorf("Open(%q) made a thread", id)
			}
		}
		t.wantThreads("ana", 0)
	},
	"messages come back as they were given, in order": func(t test) {
		t.open("t1", "ana")
		want := []thread.Message{
			{ID: "m2", Role: thread.RoleUser, Text: "uma IPA?\n\tàs 19h — '; DROP TABLE threads; -- 🍺", Time: morning.Add(time.Hour)},
			{ID: "m1", Role: thread.RoleAssistant, Text: "", Time: morning}, // order is of appending, not of time or id
			{ID: "m0", Role: thread.RoleUser, Text: strings.Repeat("longa ", 40_000), Time: morning},
		}
		t.say("t1", "ana", want[:2]...)
		t.say("t1", "ana")
		t.say("t1", "ana", want[2])
		t.same("Messages", t.messages("t1", "ana", 0), want)
	},
	"missing ids and times are filled in": func(t test) {
		t.open("t1", "ana")
		ms := []thread.Message{said("oi"), said("olá")}
		begin := time.Now().Truncate(time.Microsecond)
		t.say("t1", "ana", ms...)
		if ms[0].ID != "" || !ms[0].Time.IsZero() {
			t.Errorf("Append changed the caller's message to %+v", ms[0])
		}
		got := t.messages("t1", "ana", 0)
		for _, m := range got {
			if thread.CheckID(m.ID) != nil || m.Time.Before(begin) || m.Time.After(time.Now()) {
				t.Errorf("the message is %+v, want a good id, and that it is of now", m)
			}
		}
		if len(got) != 2 || got[0].ID == got[1].ID {
			t.Errorf("the messages are %+v, want two with ids of their own", got)
		}
	},
	"only the last messages are returned, oldest first": func(t test) {
		t.open("t1", "ana")
		t.open("t2", "ana")
		for _, text := range []string{"a", "b", "c", "d"} {
			t.say("t1", "ana", said(text))
			t.say("t2", "ana", said("other "+text))
		}
		t.wantTexts("t1", "ana", 2, "c", "d")
		t.wantTexts("t1", "ana", 4, "a", "b", "c", "d")
		t.wantTexts("t1", "ana", 9, "a", "b", "c", "d")
	},
	"the guest's first words are the title": func(t test) {
		t.open("t1", "ana")
		for _, step := range []struct {
			append []thread.Message
			want   string
		}{
			{[]thread.Message{{Role: thread.RoleAssistant, Text: "Bem-vinda!"}}, ""},
			{[]thread.Message{said(" \n")}, ""},
			{[]thread.Message{{Role: thread.RoleAssistant, Text: "Sim?"}, said("uma\n IPA, por favor")}, "uma IPA, por favor"},
			{[]thread.Message{said("e a conta")}, "uma IPA, por favor"},
		} {
			t.say("t1", "ana", step.append...)
			if got := t.open("t1", "ana").Title; got != step.want {
				t.Errorf("after %q the title = %q, want %q", step.append[0].Text, got, step.want)
			}
		}
	},
	"a new title stays, whatever is said next": func(t test) {
		before := t.open("t1", "ana")
		t.open("t2", "ana")
		long := strings.Repeat("á", 61)
		for _, step := range []struct{ name, want string }{
			{"Jantar de sexta", "Jantar de sexta"},
			{" a\x1b[31mb\u202ec\x00\n d\xff", "a [31mbc d\ufffd"},
			{long, thread.CleanTitle(long)},
			{"", "uma IPA"}, // the guest's next words
		} {
			must.Do(t, t.Rename(t.Context(), "t1", "ana", step.name))
			if got := t.open("t1", "ana"); !got.Updated.Equal(before.Updated) {
				t.Errorf("renamed, the thread was updated at %v, want %v", got.Updated, before.Updated)
			}
			t.say("t1", "ana", thread.Message{Role: thread.RoleUser, Text: "uma IPA", Time: morning})
			if got := t.open("t1", "ana").Title; got != step.want {
				t.Errorf("after Rename(%q) the title = %q, want %q", step.name, got, step.want)
			}
		}
		if got := t.open("t2", "ana").Title; got != "" {
			t.Errorf("the other thread has the title %q", got)
		}
	},
	"threads are listed by their last message": func(t test) {
		later := time.Now().Add(time.Hour)
		for i, id := range []string{"t1", "t2", "t3"} {
			t.open(id, "ana")
			t.say(id, "ana", thread.Message{Role: thread.RoleUser, Text: id, Time: later.Add(time.Duration(i) * time.Second)})
		}
		t.open("t4", "rui")
		t.say("t2", "ana", thread.Message{Role: thread.RoleUser, Text: "again", Time: later.Add(time.Minute)})
		t.wantThreads("ana", 0, "t2", "t3", "t1")
		t.wantThreads("ana", 2, "t2", "t3")
		t.wantThreads("ana", 9, "t2", "t3", "t1")
		t.wantThreads("nobody", 0)
	},
	"a thread's time never goes back": func(t test) {
		made := t.open("t1", "ana")
		old := thread.Message{Role: thread.RoleUser, Text: "old", Time: morning.AddDate(-9, 0, 0)}
		t.say("t1", "ana", old)
		t.same("the thread after an old message", t.open("t1", "ana").Updated, made.Updated)
		next := made.Updated.Add(time.Hour)
		t.say("t1", "ana", thread.Message{Role: thread.RoleUser, Text: "new", Time: next}, old)
		if got := t.open("t1", "ana"); !got.Updated.Equal(next) || !got.Created.Equal(made.Created) {
			t.Errorf("created %v, updated %v, want %v and %v", got.Created, got.Updated, made.Created, next)
		}
	},
	"another guest's thread is not found, nor one that nobody opened": func(t test) {
		t.wantNoThread("t1", "ana")
		t.wantThreads("ana", 0)
		t.open("t1", "ana")
		t.say("t1", "ana", said("segredo"))
		before := t.open("t1", "ana")
		for _, guest := range []string{"rui", "", "ANA", "ana ", "a%"} {
			t.wantNoThread("t1", guest)
			if _, err := t.Open(t.Context(), "t1", guest); !errors.Is(err, thread.ErrNotFound) {
				t.Errorf("Open by %q: error = %v, want ErrNotFound", guest, err)
			}
			t.wantThreads(guest, 0)
		}
		t.wantTexts("t1", "ana", 0, "segredo")
		t.same("the thread after a stranger's calls", t.open("t1", "ana"), before)
	},
	"of messages that are not all good, none is kept": func(t test) {
		made := t.open("t1", "ana")
		for name, ms := range map[string][]thread.Message{
			"an unknown role": {said("first segredo"), {Role: "system", Text: "segredo"}},
			"a malformed id":  {said("first segredo"), {ID: "a/b", Role: thread.RoleUser, Text: "segredo"}},
			"an id twice":     {{ID: "m1", Role: thread.RoleUser, Text: "first segredo"}, {ID: "m1", Role: thread.RoleUser, Text: "segredo"}},
		} {
			err := t.Append(t.Context(), "t1", "ana", ms...)
			if err == nil || strings.Contains(err.Error(), "segredo") {
				t.Errorf("%s: error = %v, want one without the guest's words", name, err)
			}
			t.wantTexts("t1", "ana", 0)
		}
		t.same("the thread after failed calls", t.open("t1", "ana"), made)
		t.say("t1", "ana", thread.Message{ID: "m1", Role: thread.RoleUser, Text: "good"})
		if err := t.Append(t.Context(), "t1", "ana", said("more"), thread.Message{ID: "m1", Role: thread.RoleUser}); err == nil {
			t.Error("an id that the thread has was taken again")
		}
		t.open("t2", "rui") // where it may be used again
		t.say("t2", "rui", thread.Message{ID: "m1", Role: thread.RoleUser, Text: "another"})
		t.wantTexts("t1", "ana", 0, "good")
		t.wantTexts("t2", "rui", 0, "another")
	},
	"text no database likes is kept as far as it can": func(t test) {
		t.open("t1", "ana")
		t.say("t1", "ana", said("a\x00b\xffc\u202e"), said("next"))
		t.wantTexts("t1", "ana", 0, "a\ufffdb\ufffdc\u202e", "next")
	},
	"16 goroutines append to one thread": func(t test) {
		const workers, turns = 16, 8
		t.open("t1", "ana")
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for turn := range turns {
					question := fmt.Sprintf("%d/%d", w, turn)
					err := t.Append(t.Context(), "t1", "ana", said(question), thread.Message{Role: thread.RoleAssistant, Text: question})
					_, errRead := t.Messages(t.Context(), "t1", "ana", 2)
					if err := errors.Join(err, errRead); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		got := t.messages("t1", "ana", 0)
		if len(got) != 2*workers*turns {
			t.Fatalf("%d messages, want %d", len(got), 2*workers*turns)
		}
		next := map[string]int{} // of each worker
		for i := 0; i < len(got); i += 2 {
			question, reply := got[i], got[i+1]
			worker, turn, _ := strings.Cut(question.Text, "/")
			if question.Role != thread.RoleUser || reply.Role != thread.RoleAssistant || question.Text != reply.Text || turn != fmt.Sprint(next[worker]) {
				t.Fatalf("message %d is %q and is followed by %q; turn %d was due", i, question.Text, reply.Text, next[worker])
			}
			next[worker]++
		}
	},
	"16 goroutines open one thread": func(t test) {
		var wg sync.WaitGroup
		var mu sync.Mutex
		made := map[string]int{}
		for w := range 16 {
			guest := []string{"ana", "rui"}[w%2]
			wg.Go(func() {
				_, err := t.Open(t.Context(), "t1", guest)
				if err != nil && !errors.Is(err, thread.ErrNotFound) {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					made[guest]++
				}
			})
		}
		wg.Wait()
		if made["ana"]+made["rui"] != 8 || made["ana"]*made["rui"] != 0 {
			t.Errorf("opened by %v, want all 8 calls of one guest", made)
		}
	},
	"a cancelled call writes all of its messages or none": func(t test) {
		t.open("t1", "ana")
		t.say("t1", "ana", said("before"))
		ctx := t.ended()
		_, errOpen := t.Open(ctx, "t2", "ana")
		_, errMessages := t.Messages(ctx, "t1", "ana", 0)
		t.fails(context.Canceled, map[string]error{
			"Append": t.Append(ctx, "t1", "ana", said("lost")), "Open": errOpen, "Messages": errMessages,
			"Rename": t.Rename(ctx, "t1", "ana", "lost"), "Delete": t.Delete(ctx, "t1", "ana"),
		})
		t.wantThreads("ana", 0, "t1")
		want := []string{"before"}
		t.hurried(40, func(ctx context.Context, n int) {
			a, b := fmt.Sprint("a", n), fmt.Sprint("b", n)
			if err := t.Append(ctx, "t1", "ana", said(a), said(b)); err == nil {
				want = append(want, a, b)
			}
		})
		t.wantTexts("t1", "ana", 0, want...)
	},
	"a deleted thread is gone, and its name is free": func(t test) {
		for _, id := range []string{"t1", "t2"} {
			t.open(id, "ana")
			t.say(id, "ana", said(id))
		}
		t.remove("t1", "ana")
		t.wantNoThread("t1", "ana")
		t.wantTexts("t2", "ana", 0, "t2")
		t.wantThreads("ana", 0, "t2")
		if th := t.open("t1", "rui"); th.Title != "" {
			t.Errorf("the new thread has the title %q", th.Title)
		}
		t.wantTexts("t1", "rui", 0)
	},
}

func said(text string) thread.Message { return thread.Message{Role: thread.RoleUser, Text: text} }

func (t test) open(id, guest string) thread.Thread {
	t.Helper()
	return must.Get(t.Open(t.Context(), id, guest))(t)
}

func (t test) say(id, guest string, ms ...thread.Message) {
	t.Helper()
	must.Do(t, t.Append(t.Context(), id, guest, ms...))
}

func (t test) remove(id, guest string) {
	t.Helper()
	must.Do(t, t.Delete(t.Context(), id, guest))
}

func (t test) messages(id, guest string, last int) []thread.Message {
	t.Helper()
	return must.Get(t.Messages(t.Context(), id, guest, last))(t)
}

func (t test) wantTexts(id, guest string, last int, want ...string) {
	t.Helper()
	var got []string
	for _, m := range t.messages(id, guest, last) {
		got = append(got, m.Text)
	}
	t.same(fmt.Sprintf("the last %d messages of %s", last, id), got, want)
}

// wantThreads checks which threads are listed, as they are found.
func (t test) wantThreads(guest string, limit int, want ...string) {
	t.Helper()
	var got []string
	for _, th := range must.Get(t.List(t.Context(), guest, limit))(t) {
		got = append(got, th.ID)
		t.same("a listed thread", th, t.open(th.ID, guest))
	}
	t.same(fmt.Sprintf("at most %d threads of %s", limit, guest), got, want)
}

func (t test) wantNoThread(id, guest string) {
	t.Helper()
	_, err := t.Messages(t.Context(), id, guest, 0)
	t.fails(thread.ErrNotFound, map[string]error{
		"Messages for " + guest: err,
		"Append by " + guest:    t.Append(t.Context(), id, guest, said("intruder")),
		"Rename by " + guest:    t.Rename(t.Context(), id, guest, "intruder"),
		"Delete by " + guest:    t.Delete(t.Context(), id, guest),
	})
}
