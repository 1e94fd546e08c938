package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

// batch lets writes gather while another process holds the lock.
type batch struct {
	t       *testing.T
	store   *sqlite.Store
	other   *sqlite.Store
	results []chan error
	commits int
}

func newBatch(t *testing.T) *batch {
	path := newPath(t)
	b := &batch{t: t, store: openStore(t, path), other: openStore(t, path)}
	say(t, b.store, "t1", "before")
	begin(t, b.store, "r1")
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

// release lets them go, and returns what came of each.
func (b *batch) release() (errs []error) {
	b.other.Exec(b.t, `ROLLBACK`)
	for _, result := range b.results {
		errs = append(errs, <-result)
	}
	return errs
}

func (b *batch) append(text string) func() error {
	return func() error {
		return b.store.Append(b.t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: text})
	}
}

func TestWritesThatWaitShareACommit(t *testing.T) {
	b := newBatch(t)
	for i := range 8 {
		b.add(b.append(fmt.Sprint(i)))
		b.add(func() error { return b.store.AppendEvents(t.Context(), "r1", 1, text("r1", int64(i)+1)) })
		b.add(func() error { return b.store.Save(t.Context(), checkpoint(fmt.Sprint("s", i)), nil) })
		b.add(func() error { _, _, err := b.store.Spend(t.Context(), "2026-03-14", 1, 100); return err })
	}
	if err := errors.Join(b.release()...); err != nil {
		t.Error(err)
	}
	if b.commits != 1 {
		t.Errorf("%d commits, want 1", b.commits)
	}
	wantTexts(t, b.store, "before", "0", "1", "2", "3", "4", "5", "6", "7")
	if total, _, err := b.store.Spend(t.Context(), "2026-03-14", 0, 100); total != 8 || err != nil {
		t.Errorf("spent %d, %v, want 8", total, err)
	}
	if cp, err := b.other.Load(t.Context(), "r1"); err != nil || cp.Seq != 8 {
		t.Errorf("Load = %+v, %v, want 8 events", cp, err)
	}
}

func TestAFailedWriteTakesNoOtherWithIt(t *testing.T) {
	b := newBatch(t)
	twice := thread.Message{ID: "m1", Role: thread.RoleUser, Text: "twice"}
	b.add(b.append("first"))
	b.add(func() error { return b.store.AppendEvents(t.Context(), "r1", 9, text("r1", 1)) })
	b.add(func() error { return b.store.Append(t.Context(), "t1", "ana", twice, twice) })
	b.add(func() error { return b.store.Append(t.Context(), "t1", "rui", twice) })
	b.add(b.append("last"))
	errs := b.release()
	if errs[0] != nil || errs[4] != nil {
		t.Errorf("good writes failed: %v, %v", errs[0], errs[4])
	}
	if !errors.Is(errs[1], graph.ErrConflict) || errs[2] == nil || !errors.Is(errs[3], thread.ErrNotFound) {
		t.Errorf("errors = %v, want each its own", errs[1:4])
	}
	if b.commits != 1 {
		t.Errorf("%d commits, want 1", b.commits)
	}
	wantTexts(t, b.store, "before", "first", "last")
}

func TestAWriteThatTheDiskCannotHoldTakesNoOtherWithIt(t *testing.T) {
	b := newBatch(t)
	b.store.Exec(t, `PRAGMA max_page_count = 1`) // SQLite takes it as: no page more
	huge := strings.Repeat("segredo ", 10_000)
	b.add(b.append("first"))
	b.add(b.append(huge))
	b.add(b.append("second"))
	b.add(func() error { _, err := b.store.Open(t.Context(), "t2", huge); return err }) // for this SQLite rolls back all
	b.add(b.append("third"))
	errs := b.release()
	if errs[0] != nil || errs[2] != nil || errs[4] != nil {
		t.Errorf("errors = %v, want none for small writes", errs)
	}
	for _, err := range []error{errs[1], errs[3]} {
		if err == nil || !strings.Contains(err.Error(), "free some space") || strings.Contains(err.Error(), "segredo") {
			t.Errorf("error = %v, want a hint without the guest's words", err)
		}
	}
	if b.commits != 1 {
		t.Errorf("%d commits, want 1", b.commits)
	}
	wantTexts(t, b.store, "before", "first", "second", "third")
}

func TestAFailedCommitFailsAllOfIt(t *testing.T) {
	b := newBatch(t)
	refuse := true
	b.store.OnCommit(t, func() bool { return !refuse })
	for i := range 4 {
		b.add(b.append(fmt.Sprint(i)))
	}
	errs := b.release()
	for _, err := range errs {
		if err == nil || err.Error() != errs[0].Error() || !strings.HasPrefix(err.Error(), "saving messages to ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("error = %v, want the same clear one for all", err)
		}
	}
	wantTexts(t, b.store, "before")
	refuse = false
	say(t, b.store, "t1", "after")
	wantTexts(t, b.store, "before", "after")
}

func TestCancelling(t *testing.T) {
	t.Run("a write that waits is dropped", func(t *testing.T) {
		b := newBatch(t)
		ctx, cancel := context.WithCancel(t.Context())
		b.add(b.append("first"))
		b.add(func() error { return b.store.Save(ctx, checkpoint("r2"), nil) })
		b.add(b.append("last"))
		cancel()
		b.store.AwaitWaiting(2)
		if errs := b.release(); errs[0] != nil || !errors.Is(errs[1], context.Canceled) || errs[2] != nil {
			t.Errorf("errors = %v, want only that it was cancelled", errs)
		}
		wantTexts(t, b.store, "before", "first", "last")
		if _, err := b.store.Load(t.Context(), "r2"); !errors.Is(err, graph.ErrNotFound) {
			t.Errorf("Load = %v, want ErrNotFound", err)
		}
	})
	t.Run("a write that has begun is completed", func(t *testing.T) {
		s := openStore(t, newPath(t))
		ctx, cancel := context.WithCancel(t.Context())
		s.OnCommit(t, func() bool { cancel(); return true })
		if err := s.Save(ctx, checkpoint("r1"), nil); err != nil {
			t.Errorf("error = %v, want none", err)
		}
		if _, err := s.Load(t.Context(), "r1"); err != nil {
			t.Error(err)
		}
	})
}

func TestCloseFailsWhoWaits(t *testing.T) {
	b := newBatch(t)
	for i := range 3 {
		b.add(b.append(fmt.Sprint(i)))
	}
	if err := b.store.Close(); err != nil { // and does not wait for the lock
		t.Error(err)
	}
	for _, err := range b.release() {
		if err == nil || !strings.Contains(err.Error(), "the store is closed") {
			t.Errorf("error = %v, want that the store is closed", err)
		}
	}
	wantTexts(t, b.other, "before")
}

func TestCloseCompletesWhatHasBegun(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	closed := make(chan error, 1)
	s.OnCommit(t, func() bool {
		go func() { closed <- s.Close() }()
		<-s.Closing()
		return true
	})
	if err := s.Save(t.Context(), checkpoint("r1"), nil); err != nil {
		t.Errorf("Save = %v", err)
	}
	if err := <-closed; err != nil {
		t.Errorf("Close = %v", err)
	}
	if _, err := other.Load(t.Context(), "r1"); err != nil {
		t.Error(err)
	}
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
	ms := must.Get(s.Messages(t.Context(), "t1", "ana", 0))(t)
	var got []string
	for _, m := range ms {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}
