package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestMain(m *testing.M) {
	storetest.Work(open)
	os.Exit(m.Run())
}

func open(ctx context.Context, path string) (storetest.Store, error) { return sqlite.Open(ctx, path) }

func TestConformance(t *testing.T) {
	t.Run("in memory", func(t *testing.T) {
		storetest.TestStore(t, func(t *testing.T) (here, there storetest.Store) {
			s := openStore(t, sqlite.Memory)
			return s, s
		})
	})
	// SQLite's locks belong to a handle, so two of them are as two processes.
	t.Run("as two processes on one file", func(t *testing.T) {
		storetest.TestStore(t, func(t *testing.T) (here, there storetest.Store) {
			path := newPath(t)
			return openStore(t, path), openStore(t, path)
		})
	})
}

func TestOpening(t *testing.T) { storetest.TestOpening(t, newPath, open) }

func TestKilled(t *testing.T) { storetest.TestKilled(t, newPath, open) }

func TestSealed(t *testing.T) {
	storetest.TestSealed(t, func(t *testing.T) storetest.Behind { return behind(t, newPath(t)) })
}

func TestPlainRowsAreSealed(t *testing.T) { storetest.TestPlain(t, older, behind) }

func TestAnOlderDatabaseKeepsEverything(t *testing.T) { storetest.TestOlder(t, older) }

func behind(t *testing.T, path string) storetest.Behind {
	s := openStore(t, path)
	return storetest.Behind{
		Store: s, Other: openStore(t, path), Overwrites: true,
		Bytes: func() []byte { return bytesOf(t, path) },
		Query: func(statement string) [][]any { return s.Query(t, statement) },
		Exec:  s.TryExec,
	}
}

var older = storetest.Older{
	Steps: sqlite.Migrations(),
	Rows:  os.DirFS("testdata/older"),
	Make: func(t *testing.T, rows []string) string {
		path := newPath(t)
		grow(t, path, rows...)
		wantVersion(t, path, len(rows))
		return path
	},
	Open: open,
}

// grow makes a database that had as many migrations as there are rows: after
// each its rows were written, before the next.
func grow(t *testing.T, path string, rows ...string) {
	t.Helper()
	db := openRaw(t, path)
	for i, m := range sqlite.Migrations()[:len(rows)] {
		mark := fmt.Sprintf(`PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d;`, m.Number)
		must.Get(db.ExecContext(t.Context(), m.SQL+mark+rows[i]))(t)
	}
}

func wantVersion(t *testing.T, path string, want int) {
	t.Helper()
	if v, err := sqlite.Version(t.Context(), path); v != want || err != nil {
		t.Errorf("Version of %s = %d, %v, want %d", filepath.Base(path), v, err, want)
	}
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	path := newPath(t)
	tables := func() (all string) {
		must.Do(t, openRaw(t, path).QueryRowContext(t.Context(), `SELECT GROUP_CONCAT(name || ': ' || COALESCE(sql, '')) FROM sqlite_schema`).Scan(&all))
		return all
	}
	grow(t, path, `CREATE TABLE removal (in_the_way)`) // the second step has made others by then
	before := tables()
	_, err := sqlite.Open(t.Context(), path)
	if want := "opening " + path + ": applying 0002_runs: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error = %v, want %s…", err, want)
	}
	if diff := cmp.Diff(before, tables()); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	wantVersion(t, path, 1)
}

func TestVersion(t *testing.T) {
	dir := t.TempDir()
	current, empty, other := filepath.Join(dir, "current.db"), filepath.Join(dir, "empty.db"), filepath.Join(dir, "other")
	openStore(t, current)
	for path, content := range map[string]string{empty: "", other: "Menu do dia"} {
		must.Do(t, os.WriteFile(path, []byte(content), 0o600))
	}
	wantVersion(t, current, len(sqlite.Migrations()))
	wantVersion(t, empty, 0)
	wantVersion(t, filepath.Join(dir, "missing.db"), 0)
	if _, err := sqlite.Version(t.Context(), other); err == nil || !strings.HasPrefix(err.Error(), "reading "+other+": ") {
		t.Errorf("Version of another file: error = %v, want its path", err)
	}
	for _, f := range must.Get(os.ReadDir(dir))(t) {
		if strings.HasPrefix(f.Name(), "missing") || strings.HasPrefix(f.Name(), "empty.db-") {
			t.Errorf("Version made %s", f.Name())
		}
	}
}

func TestAnyPathIsAPath(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"relative.db", "50%25 #1?mode=memory&x.db", "file:odd.db"} {
		say(t, openStore(t, path), "t1", "segredo")
		for _, name := range []string{path, path + "-wal"} { // their owner's only
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("Open(%q) made %s: %v, %v; want mode 0600", path, name, info, err)
			}
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	database := func(name, query string) string {
		path := filepath.Join(dir, name)
		must.Get(openRaw(t, path).ExecContext(t.Context(), query))(t)
		return path
	}
	newer := filepath.Join(dir, "newer.db")
	s := openStore(t, newer)
	s.Exec(t, `PRAGMA user_version = 99`)
	s.Close()

	for name, tt := range map[string]struct{ path, want string }{
		"an empty path":              {"", "its path is empty"},
		"a missing directory":        {filepath.Join(dir, "none", "maitre.db"), "(make the directory " + filepath.Join(dir, "none") + " first)"},
		"a directory":                {dir, "is a directory (name a file in it)"},
		"a file in a file":           {filepath.Join(write("file", ""), "maitre.db"), "not a directory"},
		"a long file not SQLite's":   {write("long", strings.Repeat("Menu do dia\n", 1000)), "file is not a database (give the path"},
		"a short file not SQLite's":  {write("short", "Menu"), "file is not a database (give the path"},
		"another program's database": {database("other", `CREATE TABLE beers (name TEXT)`), "a database of another program"},
		"another program's number":   {database("marked", `PRAGMA application_id = 7`), "a database of another program"},
		"a newer schema":             {newer, "this database was written by a newer maitre (schema 99, this one knows "},
	} {
		t.Run(name, func(t *testing.T) {
			before, _ := os.ReadFile(tt.path)
			s, err := sqlite.Open(t.Context(), tt.path)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Count(err.Error(), "opening") != 1 || !strings.HasPrefix(err.Error(), "opening "+tt.path) && tt.path != "" {
				t.Errorf("error = %q, want it to name the path and say %q", err, tt.want)
			}
			if after, _ := os.ReadFile(tt.path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestLockedByAnotherProgram(t *testing.T) {
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	say(t, s, "t1", "before")
	s.Exec(t, `PRAGMA busy_timeout = 1`)
	other.Exec(t, `BEGIN IMMEDIATE`)
	err := s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "oi"})
	if err == nil || !strings.Contains(err.Error(), "locked (another program holds a lock") {
		t.Errorf("error = %v, want the cause and a hint", err)
	}
	wantTexts(t, s, "before") // while another writes
	s.Exec(t, `PRAGMA busy_timeout = 60000`)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := s.Spend(ctx, "2026-03-14", 1, 100); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a lock past the deadline: error = %v", err)
	}
	other.Exec(t, `ROLLBACK`)
	say(t, s, "t1", "after")
}

// What replaces a row is a deletion too.
func TestEventsAreNotReplaced(t *testing.T) {
	s := openStore(t, newPath(t))
	begin(t, s, "r1")
	must.Do(t, s.AppendEvents(t.Context(), "r1", 1, text("r1", 1)))
	want := must.Get(s.Events(t.Context(), "r1", 0, 0))(t)
	for _, query := range []string{
		`UPDATE OR REPLACE agent_events SET id = 7`,
		`INSERT OR REPLACE INTO agent_events (id, run, seq, thread, step, type, time) VALUES (1, 'r1', 1, '', 1, 'ui', 1)`,
		`REPLACE INTO agent_events (run, seq, thread, step, type, time) VALUES ('r1', 1, '', 1, 'ui', 1)`,
		`REPLACE INTO event_payloads (event, guest) VALUES (1, 'rui')`,
		`INSERT INTO removal (allowed) VALUES (1); UPDATE agent_events SET type = 'ui'`,
	} {
		if err := s.TryExec(t, `BEGIN; `+query); err == nil || !strings.Contains(err.Error(), "events are only appended") {
			t.Errorf("%s: error = %v, want that events are only appended", query, err)
		}
		s.Exec(t, `ROLLBACK`)
	}
	if diff := cmp.Diff(want, must.Get(s.Events(t.Context(), "r1", 0, 0))(t)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// A reader needs the WAL: the guest is forgotten, and the rest has to wait.
func TestForgetWaitsForReaders(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	say(t, s, "t1", "oi")
	reader := must.Get(openRaw(t, path).BeginTx(t.Context(), nil))(t)
	var n int
	if err := reader.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM guest_keys`).Scan(&n); n != 1 || err != nil {
		t.Fatalf("%d keys, %v, want 1", n, err)
	}
	must.Get(s.Open(t.Context(), "t2", "ana"))(t)
	must.Do(t, s.Delete(t.Context(), "t2", "ana")) // it does not wait for long
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Forget(ctx, "ana"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Forget: error = %v, want that it took too long", err)
	}
	if threads := must.Get(s.List(t.Context(), "ana", 0))(t); len(threads) != 0 {
		t.Errorf("there is still %v", threads)
	}
	must.Do(t, reader.Rollback())
	must.Do(t, s.Forget(t.Context(), "ana"))
	if f, err := os.Stat(path + "-wal"); err != nil || f.Size() != 0 {
		t.Errorf("the WAL is not empty: %v, %v", f, err)
	}
}

// What belongs to nobody is not sealed: deleted, it is overwritten.
func TestADeletedThreadIsNotInTheFile(t *testing.T) {
	const secret = "graviola-55b2c0"
	path := newPath(t)
	s := openStore(t, path)
	for _, id := range []string{"t1", "t2"} {
		must.Get(s.Open(t.Context(), id, ""))(t)
		must.Do(t, s.Append(t.Context(), id, "", thread.Message{Role: thread.RoleUser, Text: id + secret}))
	}
	must.Do(t, s.Rename(t.Context(), "t1", "", "nome de "+secret))
	found := func(text string, want bool) {
		t.Helper()
		if got := bytes.Contains(bytesOf(t, path), []byte(text)); got != want {
			t.Errorf("%s is there: %v, want %v", text, got, want)
		}
	}
	found("t1"+secret, true) // or it looks in the wrong place
	found("nome de "+secret, true)
	must.Do(t, s.Delete(t.Context(), "t1", ""))
	found("t1"+secret, false)
	found("nome de "+secret, false)
	found("t2"+secret, true)
}

func newPath(t *testing.T) string { return filepath.Join(t.TempDir(), "maitre.db") }

func openStore(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s := must.Get(sqlite.Open(t.Context(), path))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func openRaw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db := must.Get(sql.Open("sqlite3", path))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func bytesOf(t *testing.T, path string) []byte {
	t.Helper()
	return append(must.Get(os.ReadFile(path))(t), must.Get(os.ReadFile(path+"-wal"))(t)...)
}

func say(t *testing.T, s *sqlite.Store, id string, texts ...string) {
	t.Helper()
	must.Get(s.Open(t.Context(), id, "ana"))(t)
	for _, text := range texts {
		must.Do(t, s.Append(t.Context(), id, "ana", thread.Message{Role: thread.RoleUser, Text: text}))
	}
}
