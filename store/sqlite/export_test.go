package sqlite

import (
	"runtime"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// with calls f with the connection that writes.
func (s *Store) with(t *testing.T, f func(*conn) error) error {
	t.Helper()
	c := must.Get(s.take(t.Context(), s.writer))(t)
	defer func() { s.writer <- c }()
	return f(c)
}

// Exec runs SQL on the connection that writes.
func (s *Store) Exec(t *testing.T, query string) {
	t.Helper()
	must.Do(t, s.TryExec(t, query))
}

// TryExec is Exec for what may fail.
func (s *Store) TryExec(t *testing.T, query string) error {
	t.Helper()
	return s.with(t, func(c *conn) error { return c.Conn.Exec(query) })
}

// Query returns the rows of a query, which are the caller's.
func (s *Store) Query(t *testing.T, query string) (all [][]any) {
	t.Helper()
	must.Do(t, s.with(t, func(c *conn) error {
		stmt, _, err := c.Prepare(query)
		if err != nil {
			return err
		}
		for stmt.Step() {
			row := make([]any, stmt.ColumnCount())
			for i := range row {
				switch stmt.ColumnType(i) {
				case sqlite3.BLOB:
					row[i] = stmt.ColumnBlob(i, nil)
				case sqlite3.INTEGER:
					row[i] = stmt.ColumnInt64(i)
				case sqlite3.TEXT:
					row[i] = stmt.ColumnText(i)
				}
			}
			all = append(all, row)
		}
		return stmt.Close()
	}))
	return all
}

// OnCommit calls f at each commit, which fails when f returns false.
func (s *Store) OnCommit(t *testing.T, f func() bool) {
	t.Helper()
	_ = s.with(t, func(c *conn) error {
		c.CommitHook(f)
		return nil
	})
}

// AwaitWaiting returns when n writes wait, of which the first has the connection.
func (s *Store) AwaitWaiting(n int) {
	for len(s.writer) != 0 || len(s.writes) != n-1 {
		runtime.Gosched()
	}
}

// Closing is closed when Close has begun.
func (s *Store) Closing() <-chan struct{} { return s.life.Done() }
