package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// faulty is a store on a disk that may be full, or whose workers' clocks differ.
type faulty struct {
	Store
	full atomic.Bool
	puts atomic.Int64  // in caches
	off  time.Duration // the clock was set by it after the first two messages, and the first run
}

func (f *faulty) Save(ctx context.Context, cp *graph.Checkpoint, events []event.Event) error {
	if f.full.Load() {
		return graph.Unavailable(errors.New("saving a run to secret.db: the disk is full"))
	}
	return f.Store.Save(ctx, cp, events)
}

func (f *faulty) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	f.puts.Add(1)
	if f.full.Load() {
		return graph.Unavailable(errors.New("adding to secret.db: the disk is full"))
	}
	return f.Store.CachePut(ctx, space, e, keep)
}

func (f *faulty) Messages(ctx context.Context, id, guest string, last int) ([]thread.Message, error) {
	ms, err := f.Store.Messages(ctx, id, guest, last)
	for i := range ms {
		if i >= 2 {
			ms[i].Time = ms[i].Time.Add(f.off)
		}
	}
	return ms, err
}

func (f *faulty) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	es, err := f.Store.Events(ctx, run, after, limit)
	for i := range es {
		es[i].Time = es[i].Time.Add(f.off)
	}
	return es, err
}

func (f *faulty) Load(ctx context.Context, run string) (*graph.Checkpoint, error) {
	cp, err := f.Store.Load(ctx, run)
	if err == nil && !cp.Deadline.IsZero() {
		cp.Deadline = cp.Deadline.Add(f.off)
	}
	return cp, err
}

func openedFaulty(t *testing.T) (*house, *faulty) {
	t.Helper()
	f := &faulty{}
	return opened(t, func(o *Options) {
		f.Store = o.Store
		m, err := maitre.New(maitre.Options{House: maitre.House{Name: "Casa", Language: "pt"}, Store: f})
		must(t, err)
		o.Store, o.Maitre = f, m
	}), f
}

func TestAStoreThatTakesNoMoreIsToldAndTriedAgain(t *testing.T) {
	h, f := openedFaulty(t)
	h.say("ana", "t1", "Olá!")
	f.full.Store(true)
	const body = `{"threadId":"t1","runId":"r2","messages":[{"id":"m2","role":"user","content":"Quem é você?"}]}`
	a := h.ask(request{method: "POST", path: "/agui", guest: "ana", body: body})
	if wrong := isError(a, http.StatusServiceUnavailable, "not_ready"); wrong != "" || a.header.Get("Retry-After") == "" {
		t.Errorf("a full disk: %s, %v", wrong, a.header)
	}
	if strings.Contains(a.body, "secret.db") || !strings.Contains(a.body, "try again") {
		t.Errorf("the guest is told %s", a.body)
	}
	if said := h.log.String(); !strings.Contains(said, "the disk is full") || strings.Contains(said, "level=ERROR") {
		t.Errorf("the operator is told %s", said)
	}
	f.full.Store(false)
	h.ask(request{method: "POST", path: "/agui", guest: "ana", body: body})
	var shown struct{ Messages []struct{ ID, Role string } }
	if h.get("ana", "/api/v1/threads/t1", &shown); len(shown.Messages) != 4 || shown.Messages[2].ID != "m2" {
		t.Errorf("the thread has %+v, want what was said once", shown.Messages)
	}
}

func TestAServerWhoseDiskIsFullIsNotReady(t *testing.T) {
	h, f := openedFaulty(t)
	ready := func() (int, string) {
		a := httptest.NewRecorder()
		h.Handler().ServeHTTP(a, httptest.NewRequest("GET", "http://localhost/readyz", nil))
		return a.Code, a.Body.String()
	}
	for range 50 {
		if status, body := ready(); status != http.StatusOK {
			t.Fatalf("with space: %d %s", status, body)
		}
	}
	if n := f.puts.Load(); n != 1 {
		t.Errorf("50 questions wrote %d times", n)
	}
	f.full.Store(true)
	h.probe.at = time.Now().Add(-probeTime)
	if status, body := ready(); status != http.StatusServiceUnavailable || !strings.Contains(body, "full or read-only") || strings.Contains(body, "secret.db") {
		t.Errorf("without space: %d %s", status, body)
	}
	if said := h.log.String(); !strings.Contains(said, "secret.db: the disk is full") {
		t.Errorf("the operator is told %s", said)
	}
	f.full.Store(false)
	h.probe.at = time.Now().Add(-probeTime)
	if status, body := ready(); status != http.StatusOK {
		t.Errorf("with space again: %d %s", status, body)
	}
}

func TestAThreadIsShownOnceThoughAClockWasSetBack(t *testing.T) {
	h, f := openedFaulty(t)
	f.off = -time.Hour
	h.say("ana", "t1", "Olá!")
	h.say("ana", "t1", "Quem é você?")
	var shown struct{ Messages []struct{ Content string } }
	if h.get("ana", "/api/v1/threads/t1", &shown); len(shown.Messages) != 4 || shown.Messages[0].Content != "Olá!" {
		t.Errorf("the messages are %+v, want four", shown.Messages)
	}
}

// Who had the run learns from it when it is over, and has yet to say so.
func TestWhatIsLearntOnAWorkerWhoseClockIsBehindIsHeard(t *testing.T) {
	h, f := openedFaulty(t)
	f.off = -time.Hour
	run := h.say("ana", "t1", "Olá!")
	cp, err := f.Load(t.Context(), run)
	must(t, err)
	time.AfterFunc(grace/5, func() {
		more := event.Event{Run: run, Thread: "t1", Guest: "ana", Seq: cp.Seq + 1, Step: cp.Step, Type: event.Text, Time: time.Now(), Data: event.Payload(event.Text, event.Words{Text: "Anotado."})}
		if err := f.AppendEvents(context.Background(), run, cp.Version, []event.Event{more}); err != nil {
			t.Error(err)
		}
	})
	if a := h.ask(request{method: "GET", path: "/api/v1/runs/" + run + "/events", guest: "ana"}); !strings.Contains(a.body, "Anotado.") {
		t.Errorf("the stream ends before that: %s", a.body)
	}
}

// The store says until when a question waits by the clock of who reads it; the
// log has it by that of who asked.
func TestAQuestionOfAWorkerWhoseClockIsBehindCanBeAnswered(t *testing.T) {
	h, f := openedFaulty(t)
	f.off = time.Hour
	waits(t, f, asksOnce(time.Nanosecond))
	a := h.ask(request{method: "POST", path: "/agui", guest: "ana", body: `{"threadId":"t1","runId":"r1","protocolVersion":"1.0","messages":[],"resume":[{"interruptId":"run1-q1","status":"resolved","payload":"sim"}]}`})
	if strings.Contains(a.body, "interrupt_expired") {
		t.Errorf("an answer in time is refused: %s", a.body)
	}
}
