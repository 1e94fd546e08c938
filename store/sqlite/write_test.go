package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

// batch lets writes gather while another process holds the lock.
type batch struct {
	t            *testing.T
	store, other *sqlite.Store
	results      []chan error
	commits      int
}

func newBatch(t *testing.T) *batch {
	path := newPath(t)
	b := &batch{t: t, store: openStore(t, path), other: openStore(t, path)}
	say(t, b.store, "t1", "before")
	b.store.OnCommit(t, func() bool { b.commits++; return true })
	b.other.Exec(t, `BEGIN IMMEDIATE`)
	return b
}

// add begins a write, which waits behind those that were added before.
func (b *batch) add(write func() error) {
	result := make(chan error, 1)
	b.results = append(b.results, result)
	go func() { result <- write() }()
	b.store.AwaitWaiting(len(b.results))
}

func (b *batch) append(text string) func() error {
	return func() error {
		return b.store.Append(b.t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: text})
	}
}

// release lets them go, and returns what came of each.
func (b *batch) release() (errs []error) {
	b.other.Exec(b.t, `ROLLBACK`)
	for _, result := range b.results {
		errs = append(errs, <-result)
	}
	return errs
}

func TestWritesThatWaitShareACommit(t *testing.T) {
	b := newBatch(t)
	for i := range 4 {
		b.add(b.append(fmt.Sprint(i)))
		b.add(func() error { return b.store.Save(t.Context(), checkpoint(fmt.Sprint("s", i)), nil) })
		b.add(func() error { _, _, err := b.store.Spend(t.Context(), "2026-03-14", 1, 100); return err })
	}
	must.Do(t, errors.Join(b.release()...))
	if b.commits != 1 {
		t.Errorf("%d commits, want 1", b.commits)
	}
	wantTexts(t, b.store, "before", "0", "1", "2", "3")
	if total, _, err := b.store.Spend(t.Context(), "2026-03-14", 0, 100); total != 4 || err != nil {
		t.Errorf("spent %d, %v, want 4", total, err)
	}
}

func TestAFailedWriteTakesNoOtherWithIt(t *testing.T) {
	huge := strings.Repeat("segredo ", 10_000)
	twice := thread.Message{ID: "m1", Role: thread.RoleUser, Text: "twice"}
	for name, tt := range map[string]struct {
		spoil string
		bad   func(s *sqlite.Store) error
		want  string
	}{
		"a conflict":        {"", func(s *sqlite.Store) error { return s.AppendEvents(t.Context(), "r1", 9, text("r1", 1)) }, graph.ErrConflict.Error()},
		"an id twice":       {"", func(s *sqlite.Store) error { return s.Append(t.Context(), "t1", "ana", twice, twice) }, "UNIQUE"},
		"a stranger":        {"", func(s *sqlite.Store) error { return s.Append(t.Context(), "t1", "rui", twice) }, thread.ErrNotFound.Error()},
		"too much for disk": {`PRAGMA max_page_count = 1`, func(s *sqlite.Store) error { _, err := s.Open(t.Context(), "t2", huge); return err }, "free some space"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBatch(t)
			if tt.spoil != "" {
				b.store.Exec(t, tt.spoil)
			}
			b.add(b.append("first"))
			b.add(func() error { return tt.bad(b.store) })
			b.add(b.append("last"))
			errs := b.release()
			if errs[0] != nil || errs[2] != nil || errs[1] == nil || !strings.Contains(errs[1].Error(), tt.want) || strings.Contains(errs[1].Error(), "segredo") {
				t.Errorf("errors = %v, want only the second, of %q", errs, tt.want)
			}
			wantTexts(t, b.store, "before", "first", "last")
		})
	}
}

func TestAFailedCommitWritesNothing(t *testing.T) {
	s := openStore(t, newPath(t))
	say(t, s, "t1", "before")
	refuse := true
	s.OnCommit(t, func() bool { return !refuse })
	lesson := func() error {
		_, err := s.Learn(t.Context(), memory.Lesson{Owner: "ana", Run: "l1"}, func(memory.Page) (memory.Notes, error) {
			return memory.Notes{Entries: []memory.Entry{{Type: event.MemoryRejected, Time: time.Now()}}}, nil
		})
		return err
	}
	for range 2 {
		err := s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "segredo"})
		if err == nil || !strings.HasPrefix(err.Error(), "saving messages: ") || strings.Contains(err.Error(), "segredo") {
			t.Errorf("Append = %v, want a clear error", err)
		}
		if err := lesson(); err == nil || errors.Is(err, memory.ErrLearnt) {
			t.Errorf("Learn = %v, want that the commit failed", err)
		}
	}
	wantTexts(t, s, "before")
	refuse = false
	say(t, s, "t1", "after")
	wantTexts(t, s, "before", "after")
	must.Do(t, lesson())
}

func TestCancelling(t *testing.T) {
	t.Run("a write that waits is dropped", func(t *testing.T) {
		b := newBatch(t)
		ctx, cancel := context.WithCancel(t.Context())
		b.add(b.append("first"))
		b.add(func() error { return b.store.Save(ctx, checkpoint("r2"), nil) })
		b.add(b.append("last"))
		cancel()
		if err := <-b.results[1]; !errors.Is(err, context.Canceled) { // before the lock is free
			t.Errorf("error = %v, want that it was cancelled", err)
		}
		b.results[1] <- nil
		must.Do(t, errors.Join(b.release()...))
		wantTexts(t, b.store, "before", "first", "last")
		if _, err := b.store.Load(t.Context(), "r2"); !errors.Is(err, graph.ErrNotFound) {
			t.Errorf("Load = %v, want ErrNotFound", err)
		}
	})
	t.Run("a write that has begun is completed", func(t *testing.T) {
		s := openStore(t, newPath(t))
		ctx, cancel := context.WithCancel(t.Context())
		s.OnCommit(t, func() bool { cancel(); return true })
		must.Do(t, s.Save(ctx, checkpoint("r1"), nil))
		must.Get(s.Load(t.Context(), "r1"))(t)
	})
}

func TestClosing(t *testing.T) {
	t.Run("fails who waits", func(t *testing.T) {
		b := newBatch(t)
		for i := range 3 {
			b.add(b.append(fmt.Sprint(i)))
		}
		must.Do(t, b.store.Close()) // and does not wait for the lock
		for _, err := range b.release() {
			if err == nil || !strings.Contains(err.Error(), "the store is closed") {
				t.Errorf("error = %v, want that the store is closed", err)
			}
		}
		wantTexts(t, b.other, "before")
	})
	t.Run("completes what has begun", func(t *testing.T) {
		path := newPath(t)
		s, other := openStore(t, path), openStore(t, path)
		closed := make(chan error, 1)
		s.OnCommit(t, func() bool {
			go func() { closed <- s.Close() }()
			<-s.Closing()
			return true
		})
		must.Do(t, s.Save(t.Context(), checkpoint("r1"), nil))
		must.Do(t, <-closed)
		must.Get(other.Load(t.Context(), "r1"))(t)
	})
}

func checkpoint(run string) *graph.Checkpoint {
	return &graph.Checkpoint{Run: run, Guest: "ana", Graph: "beer@1", Version: 1, Status: graph.Running, Step: 1, Next: "find", State: []byte(`{}`)}
}

func begin(t *testing.T, s *sqlite.Store, run string) {
	t.Helper()
	must.Do(t, s.Save(t.Context(), checkpoint(run), nil))
}

// text is an event of a run.
func text(run string, seq int64) []event.Event {
	return []event.Event{{Run: run, Seq: seq, Guest: "ana", Step: 1, Type: event.Text, Time: time.Now(), Data: []byte(`{"text":"segredo"}`)}}
}

func wantTexts(t *testing.T, s *sqlite.Store, want ...string) {
	t.Helper()
	var got []string
	for _, m := range must.Get(s.Messages(t.Context(), "t1", "ana", 0))(t) {
		got = append(got, m.Text)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the messages are %q, want %q", got, want)
	}
}
