package storetest

import (
	"errors"
	"io"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// TestOpening checks what becomes of a store that is opened, closed and opened
// again. Each call of at returns the place of a new one.
func TestOpening(t *testing.T, at func(t *testing.T) (dsn string), open Open) {
	const day = "2026-03-14"
	spent := func(t *testing.T, s RunStore, want int) {
		t.Helper()
		if total, _, err := s.(Store).Spend(t.Context(), day, 0, 100); int(total) != want || err != nil {
			t.Errorf("the day's total = %d, %v, want %d", total, err, want)
		}
	}
	t.Run("many open a new one at once", func(t *testing.T) {
		dsn := at(t)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				s, err := open(t.Context(), dsn)
				if err == nil {
					_, _, err = s.(Store).Spend(t.Context(), day, 1, 100)
					err = errors.Join(err, s.(io.Closer).Close())
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		spent(t, openFor(t, open, dsn), 8)
	})
	t.Run("what was kept is there again", func(t *testing.T) {
		dsn, ana := at(t), newVisit("ana")
		s := openFor(t, open, dsn)
		ana.begin(t, s)
		before, log := mustList(t, s, "ana", 0), readAll(t, s)
		_, _, err := s.(Store).Spend(t.Context(), day, 42, 100)
		must.Do(t, errors.Join(err, s.(io.Closer).Close()))
		s = openFor(t, open, dsn)
		ana.want(t, s, true)
		wantSame(t, "the threads", mustList(t, s, "ana", 0), before)
		wantSame(t, "the log", readAll(t, s), log)
		spent(t, s, 42)
	})
	t.Run("a closed one fails", func(t *testing.T) {
		s := openFor(t, open, at(t))
		must.Do(t, errors.Join(s.(io.Closer).Close(), s.(io.Closer).Close()))
		if _, err := s.Open(t.Context(), "t1", "ana"); err == nil {
			t.Error("a closed store opened a thread")
		}
		if _, _, err := s.(Store).Spend(t.Context(), day, 1, 100); err == nil {
			t.Error("a closed store spent money")
		}
	})
}
