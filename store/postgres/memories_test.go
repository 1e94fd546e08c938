package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/postgres"
)

// A connection breaks while a lesson is learnt: it is learnt, and once, and who
// learnt it is not told that another has.
func TestALostAnswerIsALessonLearnt(t *testing.T) {
	about := memory.Entry{Type: event.MemoryVoted, Time: time.Now(), Data: json.RawMessage(`{"alpha":1}`)}
	none := memory.Entry{Type: event.MemoryRejected, Time: time.Now()} // asks for no salts: next is the commit
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Start(t)
			p, through := newProxy(t, dsn)
			s := openStore(t, through)
			for _, owner := range []string{"ana", ""} {
				about.Memory = "m-" + owner
				for what, tt := range map[string]struct {
					early bool // before decide
					entry memory.Entry
				}{
					"asking": {true, about}, "salts": {false, about}, "commit": {false, none},
				} {
					for n := range 4 { // the first prepares the statements
						run, whole := fmt.Sprint(what, n, owner), n > 0
						breakAt := func(early bool) {
							if whole && early == tt.early {
								p.next(at, nil)
								whole = false
							}
						}
						breakAt(true)
						page, err := s.Learn(t.Context(), memory.Lesson{Owner: owner, Run: run}, func(memory.Page) (memory.Notes, error) {
							breakAt(false)
							return memory.Notes{Entries: []memory.Entry{tt.entry}}, nil
						})
						if err != nil || page.Rev == 0 || whole || p.meets(at) == at {
							t.Errorf("%s: Learn = %+v, %v; want it learnt though it was cut", run, page, err)
						}
						if events, err := s.Events(t.Context(), run, 0, 0); err != nil || len(events) != 1 {
							t.Errorf("%s: %d events, %v, want one", run, len(events), err)
						}
					}
				}
			}
		})
	}
}

// Of two who learn one lesson as a connection breaks, one has.
func TestALostAnswerIsNotTakenForARivalsLesson(t *testing.T) {
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Start(t)
			p, through := newProxy(t, dsn)
			s, rival := openStore(t, through), openStore(t, dsn)
			learn := func(s *postgres.Store, run string, meanwhile func()) error {
				_, err := s.Learn(context.Background(), memory.Lesson{Owner: "ana", Run: run}, func(memory.Page) (memory.Notes, error) {
					meanwhile()
					return memory.Notes{Entries: []memory.Entry{{Type: event.MemoryRejected, Time: time.Now()}}}, nil
				})
				return err
			}
			must.Do(t, errors.Join(learn(s, "first", func() {}), learn(rival, "second", func() {})))
			theirs := make(chan error, 1)
			cutOff := false
			ours := learn(s, "r", func() {
				if !cutOff {
					cutOff = true
					p.next(at, func() { go func() { theirs <- learn(rival, "r", func() {}) }() })
				}
			})
			got := []error{ours, <-theirs}
			if at != beforeServer && ours != nil || (got[0] == nil) == (got[1] == nil) || !errors.Is(errors.Join(got...), memory.ErrLearnt) {
				t.Errorf("we got %v, the rival %v; want one lesson", got[0], got[1])
			}
			if events, err := s.Events(t.Context(), "r", 0, 0); err != nil || len(events) != 1 {
				t.Errorf("%d events, %v, want one", len(events), err)
			}
		})
	}
}

// Their owners are locked apart.
func TestALessonIsLearntOfOneOwner(t *testing.T) {
	s := openStore(t, pgtest.Start(t))
	learn := func(owner string, meanwhile func()) error {
		_, err := s.Learn(t.Context(), memory.Lesson{Owner: owner, Run: "r"}, func(memory.Page) (memory.Notes, error) {
			meanwhile()
			return memory.Notes{Entries: []memory.Entry{{Type: event.MemoryRejected, Time: time.Now()}}}, nil
		})
		return err
	}
	err := learn("ana", func() {
		if err := learn("rui", func() {}); err != nil {
			t.Error(err)
		}
	})
	if !errors.Is(err, memory.ErrLearnt) {
		t.Errorf("error = %v, want ErrLearnt", err)
	}
	if events, err := s.Events(t.Context(), "r", 0, 0); err != nil || len(events) != 1 || events[0].Guest != "rui" {
		t.Errorf("Events = %v, %v, want one of rui", events, err)
	}
}

// More events than are fetched at once, and memories that have some of this
// and some of the next.
func TestALongLogIsMadeIntoMemories(t *testing.T) {
	s := openStore(t, pgtest.Start(t))
	want := map[string]int{"m1": 700, "m2": 1900, "m3": 1}
	var notes memory.Notes
	for id, n := range want {
		for i := range n {
			notes.Entries = append(notes.Entries, memory.Entry{Memory: id, Type: event.MemoryVoted, Time: time.Now(), Data: fmt.Append(nil, i)})
		}
	}
	must.Get(s.Learn(t.Context(), memory.Lesson{Owner: "ana", Run: "r"}, func(memory.Page) (memory.Notes, error) { return notes, nil }))(t)
	for range 2 { // the second time statements are prepared
		err := s.Rebuild(t.Context(), func(_, id string, events []event.Event) (memory.Row, error) {
			for i, e := range events {
				if string(e.Data) != fmt.Sprint(i) {
					return memory.Row{}, fmt.Errorf("event %d of %s says %s", i, id, e.Data)
				}
			}
			return memory.Row{ID: id, Body: fmt.Append(nil, len(events))}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		page, err := s.Memories(t.Context(), "ana", 0)
		if err != nil || len(page.Rows) != len(want) {
			t.Errorf("Memories = %+v, %v, want %d", page, err, len(want))
		}
		for _, r := range page.Rows {
			if string(r.Body) != fmt.Sprint(want[r.ID]) {
				t.Errorf("%s is made of %s events, want %d", r.ID, r.Body, want[r.ID])
			}
		}
	}
}
