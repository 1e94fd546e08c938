package memory_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

// A house has a book, and guests who talk.
type house struct {
	*memory.Book
	t       testing.TB
	store   *sqlite.Store
	chain   hook.Chain
	now     time.Time
	threads map[string][]thread.Message
	runs    int
}

func open(t testing.TB) *house {
	s := storetest.Memory(t)
	return openBook(t, s, memory.Options{Store: s, Log: s, Org: "casa", Forget: s.Forget})
}

func openBook(t testing.TB, s *sqlite.Store, o memory.Options) *house {
	b := memory.NewBook(o)
	h := b.Hook()
	h.Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
	return &house{Book: b, t: t, store: s, chain: hook.Chain{h}, now: noon, threads: map[string][]thread.Message{}}
}

// A heard collects what is emitted.
type heard struct {
	mu     sync.Mutex
	events []event.Event
}

func (h *heard) emit(t event.Type, data any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, event.Event{Type: t, Data: event.Payload(t, data)})
}

func (h *heard) of(t event.Type) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		if e.Type == t {
			n++
		}
	}
	return n
}

// A said is what came of a message.
type said struct {
	hook.Turn
	known hook.Known
	more  string
	heard *heard
}

// says is a whole turn: the guest says something, and is answered.
func (h *house) says(guest, thread, message string) said {
	h.t.Helper()
	return h.answers(guest, thread, message, hook.Response{Text: "Pois não.", Specialist: "menu"})
}

func (h *house) answers(guest, thr, message string, r hook.Response) said {
	h.t.Helper()
	h.runs++
	h.now = h.now.Add(time.Minute)
	s := said{heard: &heard{}, Turn: hook.Turn{
		Thread: thr, Guest: guest, Run: fmt.Sprint("run", h.runs), Message: message, History: h.threads[thr], Time: h.now,
	}}
	ctx := event.With(h.t.Context(), s.heard.emit)
	s.known = h.chain.PreQuery(ctx, s.Turn)
	h.log(s.Turn, s.heard.events)
	if s.known.Reply != "" {
		r.Text = s.known.Reply
	}
	s.more = h.chain.PostResponse(ctx, s.Turn, r)
	if n := s.heard.of(event.HookError); n > 0 {
		h.t.Errorf("%d hook errors after %q", n, message)
	}
	h.threads[thr] = append(h.threads[thr],
		thread.Message{ID: s.Run + "q", Role: thread.RoleUser, Text: message, Time: h.now},
		thread.Message{ID: s.Run + "a", Role: thread.RoleAssistant, Text: strings.TrimSpace(r.Text + "\n" + s.more), Time: h.now})
	return s
}

// log writes what a run has emitted, as the runtime does.
func (h *house) log(t hook.Turn, events []event.Event) {
	h.t.Helper()
	all := []event.Event{{Type: event.RunStart}}
	for i, e := range append(all, events...) {
		e.Run, e.Thread, e.Guest, e.Seq, e.Time = t.Run, t.Thread, t.Guest, int64(i)+1, t.Time
		all = append(all[:i], e)
	}
	cp := &graph.Checkpoint{Run: t.Run, Thread: t.Thread, Guest: t.Guest, Graph: "menu@1", Version: 1, Seq: int64(len(all)), Status: graph.Ended}
	must.Do(h.t, h.store.Save(h.t.Context(), cp, all))
}

// ends ends a session.
func (h *house) ends(guest, thread string) {
	h.t.Helper()
	h.now = h.now.Add(time.Minute)
	must.Do(h.t, h.End(h.t.Context(), hook.Turn{Thread: thread, Guest: guest, History: h.threads[thread], Time: h.now}))
}

func (h *house) of(guest string) *memory.Set {
	h.t.Helper()
	return must.Get(h.Of(h.t.Context(), guest))(h.t)
}

// knows checks what holds in a thread ("": beyond all).
func (h *house) knows(guest, thread string, want ...string) {
	h.t.Helper()
	var got []string
	for _, m := range h.of(guest).In(thread) {
		if m.Kind != memory.Asked {
			got = append(got, show(m))
		}
	}
	slices.Sort(got) // what is said in one message has no order
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		h.t.Errorf("of %s in %q is known (-want +got):\n%s", guest, thread, diff)
	}
}

func show(m *memory.Memory) string {
	s := fmt.Sprintf("%s %s %s", m.Kind, m.Key, m.Value)
	if m.Subject == memory.Companion {
		s += ", a companion's"
	}
	if m.Session != "" {
		s += ", for now"
	}
	if m.Evidence > 1 {
		s += fmt.Sprintf(", %d times", m.Evidence)
	}
	return s
}

// the returns the one memory of a value.
func (h *house) the(guest, thread, value string) *memory.Memory {
	h.t.Helper()
	for _, m := range h.of(guest).In(thread) {
		if m.Value == value {
			return m
		}
	}
	h.t.Fatalf("nothing is known of %s's %s", guest, value)
	return nil
}

// logged returns all events of a type.
func (h *house) logged(types ...event.Type) []event.Event {
	h.t.Helper()
	all, _, err := h.store.All(context.WithoutCancel(h.t.Context()), "", 1<<30)
	if err != nil {
		h.t.Fatal(err)
	}
	var some []event.Event
	for _, e := range all {
		for _, t := range types {
			if e.Type == t {
				some = append(some, e)
			}
		}
	}
	return some
}

// rows returns all rows of an owner as they are kept.
func (h *house) rows(owner string) map[string]string {
	h.t.Helper()
	p := must.Get(h.store.Memories(h.t.Context(), owner, 0))(h.t)
	rows := map[string]string{}
	for _, r := range p.Rows {
		rows[r.ID] = string(r.Body)
	}
	return rows
}

// field returns a field of an event's data.
func field(e event.Event, name string) any {
	var data map[string]any
	_ = json.Unmarshal(e.Data, &data)
	return data[name]
}
