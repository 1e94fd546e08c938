package postgres

import (
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// Exec runs SQL on a connection of the pool.
func (s *Store) Exec(t testing.TB, query string) {
	t.Helper()
	must.Get(s.pool.Exec(t.Context(), query))(t)
}

// Hold takes a connection away from the pool, for the time of the test.
func (s *Store) Hold(t testing.TB) {
	t.Helper()
	conn := must.Get(s.pool.Acquire(t.Context()))(t)
	t.Cleanup(conn.Release)
}

// SetClock sets the clock of this machine, as far as the store sees it.
func (s *Store) SetClock(off time.Duration) {
	s.clock.now = func() time.Time { return time.Now().Add(off) }
}

// SetPatience changes how long calls wait.
func (s *Store) SetPatience(d time.Duration) { s.patience = d }

// SetCopyWait changes how long a copy of keys waits for its lock.
func (s *Store) SetCopyWait(d time.Duration) { s.copyWait = d }
