package store_test

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// countCommits counts the commits of all connections to come.
var countCommits = sync.OnceValue(func() *atomic.Int64 {
	var commits atomic.Int64
	sqlite3.AutoExtension(func(c *sqlite3.Conn) error {
		c.CommitHook(func() bool { commits.Add(1); return true })
		return nil
	})
	return &commits
})

func openSQLite(b *testing.B) subject {
	commits := countCommits()
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "maitre.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	return subject{store: store, commits: commits.Load, raw: rawSQLite(b)}
}

// rawSQLite speaks to SQLite as directly as the driver allows, which is
// faster than through database/sql.
func rawSQLite(b *testing.B) func([]event.Event) error {
	path := filepath.Join(b.TempDir(), "raw.db")
	made, err := sqlite.Open(b.Context(), path) // the same tables
	if err != nil {
		b.Fatal(err)
	}
	if err := made.Close(); err != nil {
		b.Fatal(err)
	}
	conn, err := sqlite3.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	if err := conn.Exec(`PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON`); err != nil {
		b.Fatal(err)
	}
	prepare := func(query string) *sqlite3.Stmt {
		stmt, _, err := conn.Prepare(query)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { stmt.Close() })
		return stmt
	}
	begin, commit := prepare(`BEGIN IMMEDIATE`), prepare(`COMMIT`)
	insert := prepare(`INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES (?, ?, ?, ?, ?, ?)`)
	payload := prepare(`INSERT INTO event_payloads (event, guest, body) VALUES (last_insert_rowid(), ?, ?)`)

	var failed error
	do := func(err error) {
		if failed == nil {
			failed = err
		}
	}
	return func(events []event.Event) error {
		do(begin.Exec())
		for _, e := range events {
			do(insert.BindText(1, e.Run))
			do(insert.BindInt64(2, e.Seq))
			do(insert.BindText(3, e.Thread))
			do(insert.BindInt64(4, int64(e.Step)))
			do(insert.BindText(5, string(e.Type)))
			do(insert.BindInt64(6, e.Time.UnixMicro()))
			do(insert.Exec())
			do(payload.BindText(1, e.Guest))
			do(payload.BindBlob(2, e.Data))
			do(payload.Exec())
		}
		do(commit.Exec())
		return failed
	}
}
