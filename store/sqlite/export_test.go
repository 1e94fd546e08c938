package sqlite

import (
	"errors"
	"runtime"
	"testing"

	"github.com/ncruces/go-sqlite3/driver"
)

// Exec runs SQL on the connection that writes.
func (s *Store) Exec(t *testing.T, query string) {
	t.Helper()
	if err := s.TryExec(t, query); err != nil {
		t.Fatal(err)
	}
}

// TryExec is Exec for what may fail.
func (s *Store) TryExec(t *testing.T, query string) error {
	_, err := s.writer.ExecContext(t.Context(), query)
	return err
}

// Query returns the rows of a query, which are the caller's.
func (s *Store) Query(t *testing.T, query string) (all [][]any) {
	t.Helper()
	rows, err := s.writer.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
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
	if err := errors.Join(err, rows.Err()); err != nil {
		t.Fatal(err)
	}
	return all
}

// Count returns how many rows a table has.
func (s *Store) Count(t *testing.T, table string) (n int) {
	t.Helper()
	if err := s.writer.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// OnCommit calls f at each commit, which fails when f returns false.
func (s *Store) OnCommit(t *testing.T, f func() bool) {
	t.Helper()
	conn, err := s.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
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
