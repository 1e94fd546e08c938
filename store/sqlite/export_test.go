package sqlite

import (
	"errors"
	"runtime"
	"testing"

	"github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// Exec runs SQL on the connection that writes.
func (s *Store) Exec(t *testing.T, query string) {
	t.Helper()
	must.Do(t, s.TryExec(t, query))
}

// TryExec is Exec for what may fail.
func (s *Store) TryExec(t *testing.T, query string) error {
	_, err := s.writer.ExecContext(t.Context(), query)
	return err
}

// Query returns the rows of a query, which are the caller's.
func (s *Store) Query(t *testing.T, query string) (all [][]any) {
	t.Helper()
	rows := must.Get(s.writer.QueryContext(t.Context(), query))(t)
	defer rows.Close()
	columns, err := rows.Columns()
	for err == nil && rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		err = rows.Scan(into...)
		all = append(all, row)
	}
	must.Do(t, errors.Join(err, rows.Err()))
	return all
}

// Count returns how many rows a table has.
func (s *Store) Count(t *testing.T, table string) (n int) {
	t.Helper()
	must.Do(t, s.writer.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&n))
	return n
}

// OnCommit calls f at each commit, which fails when f returns false.
func (s *Store) OnCommit(t *testing.T, f func() bool) {
	t.Helper()
	conn := must.Get(s.writer.Conn(t.Context()))(t)
	defer conn.Close()
	_ = conn.Raw(func(c any) error {
		c.(driver.Conn).Raw().CommitHook(f)
		return nil
	})
}

// AwaitWaiting returns when n writes wait.
func (s *Store) AwaitWaiting(n int) {
	for {
		s.queue.mu.Lock()
		waiting := len(s.queue.waiting)
		s.queue.mu.Unlock()
		if waiting == n {
			return
		}
		runtime.Gosched()
	}
}

// Closing is closed when Close has begun.
func (s *Store) Closing() <-chan struct{} { return s.life.Done() }
