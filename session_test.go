package maitre_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestFeedbackReachesTheHooks(t *testing.T) {
	var got []string
	full := errors.New("the book is full")
	m, store, _ := pub(t, hook.Hook{Name: "book", Feedback: func(_ context.Context, t hook.Turn, f hook.Feedback) error {
		got = append(got, strings.Join([]string{t.Thread, t.Guest, t.Run, string(f.Kind), f.Text}, " "))
		if f.Kind == hook.Negative {
			return full
		}
		return nil
	}})
	r := speak(t, m, wantsBeer)
	tests := []struct {
		name       string
		guest, run string
		f          hook.Feedback
		want       error
	}{
		{"of the guest", "ana", r.Run, hook.Feedback{Kind: hook.Correction, Text: "são quatro; meu CPF é 529.982.247-25"}, nil},
		{"another guest's run", "bia", r.Run, hook.Feedback{Kind: hook.Positive}, graph.ErrNotFound},
		{"no such run", "ana", "r9", hook.Feedback{Kind: hook.Positive}, graph.ErrNotFound},
		{"a whole book", "ana", r.Run, hook.Feedback{Kind: hook.Correction, Text: strings.Repeat("ã", 16_001)}, maitre.ErrLongMessage},
		{"a hook that fails", "ana", r.Run, hook.Feedback{Kind: hook.Negative}, full},
	}
	for _, tt := range tests {
		if err := m.Feedback(t.Context(), tt.guest, tt.run, tt.f); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if diff := cmp.Diff([]string{"t1 ana " + r.Run + " correction são quatro; meu CPF é [CPF]", "t1 ana " + r.Run + " negative "}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := types(t, store, r.Run); got[len(got)-1] != event.HookError {
		t.Errorf("that a hook failed is not in the log: %v", got)
	}
}

func TestASessionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended []string
		m, store, _ := pub(t, hook.Hook{Name: "book", SessionEnd: func(_ context.Context, t hook.Turn) error {
			ended = append(ended, t.Guest+" "+t.Thread+": "+t.History[0].Text)
			return errors.New("no")
		}})
		say := func(guest, id, message string) string {
			t.Helper()
			r, err := m.Turn(t.Context(), maitre.Turn{Thread: id, Guest: guest, Message: message}, nil)
			must(t, err)
			return r.Run
		}
		want := func(sessions ...string) {
			t.Helper()
			if diff := cmp.Diff(sessions, ended); diff != "" {
				t.Errorf("ended (-want +got):\n%s", diff)
			}
			ended = nil
		}
		run := say("ana", "a1", "Boa noite!")
		say("bia", "b1", "Oi!")
		say("ana", "a2", "Olá!")
		want() // the guest may still go on in the other
		time.Sleep(31 * time.Minute)
		say("ana", "a2", "Ainda estou aqui.")
		want() // no session has begun
		time.Sleep(31 * time.Minute)
		say("ana", "a3", "Voltei!")
		want("ana a2: Olá!")

		if err := m.End(t.Context(), "ana", "a1"); err != nil {
			t.Error(err)
		}
		want("ana a1: Boa noite!")
		if got := types(t, store, run); !slices.Equal(got[len(got)-2:], []event.Type{event.SessionEnd, event.HookError}) {
			t.Errorf("the log ends with %v", got)
		}
		if err := m.End(t.Context(), "ana", "b1"); !errors.Is(err, thread.ErrNotFound) {
			t.Errorf("the end of another guest's session: %v, want ErrNotFound", err)
		}
		if _, err := store.Open(t.Context(), "a4", "ana"); err != nil {
			t.Fatal(err)
		}
		if err := m.End(t.Context(), "ana", "a4"); err != nil {
			t.Errorf("the end of a session in which nothing was said: %v", err)
		}
		want()
		say("ana", "a1", "Mais uma coisa.")
	})
}

func TestARunThatTendFinishesIsLearntFromOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hooks{}
		m, store := bar(t, h.chain())
		r, err := turn(t, m, wantsBeer)
		if err != nil || r.Question == nil {
			t.Fatalf("reply %+v, %v", r, err)
		}
		time.Sleep(31 * time.Second)
		for range 2 {
			if _, err := m.RecoverAll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if want := []string{"pre " + wantsBeer, "post " + wantsBeer + " → Até logo!"}; !slices.Equal(h.calls, want) {
			t.Errorf("hooks were called %q, want %q", h.calls, want)
		}
		events, err := store.Events(t.Context(), r.Run, 0, 0)
		if err != nil || events[len(events)-1].Type != event.MemorySaved {
			t.Errorf("the run ends with %+v, %v: want what was learnt", events[len(events)-1], err)
		}
	})
}

// down is a store that cannot be reached to see what is due.
type down struct{ *sqlite.Store }

func (down) Due(context.Context, string, time.Time, int) ([]string, error) {
	return nil, errors.New("connection refused")
}

func TestAStoreThatIsDownIsToldOnceForAllSpecialists(t *testing.T) {
	m, err := maitre.New(maitre.Options{Store: down{storetest.Memory(t)}, Specialists: []maitre.Specialist{beer()}})
	must(t, err)
	if _, err := m.RecoverAll(t.Context()); err == nil || strings.Count(err.Error(), "connection refused") != 1 {
		t.Errorf("Recover fails with %v, want it once", err)
	}
}
