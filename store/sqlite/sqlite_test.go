package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
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

func TestConformance(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) (here, there storetest.Store){
		"in memory": func(t *testing.T) (here, there storetest.Store) {
			s := openStore(t, sqlite.Memory)
			return s, s
		},
		// SQLite's locks belong to a handle, so two of them are as two processes.
		"as two processes on one file": func(t *testing.T) (here, there storetest.Store) {
			path := newPath(t)
			return openStore(t, path), openStore(t, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.TestStore(t, open)
			storetest.TestSecrets(t, func(t *testing.T) storetest.Secrets { s, _ := open(t); return s })
		})
	}
}

func TestOpening(t *testing.T) { storetest.TestOpening(t, newPath, open) }

func TestAnyPathIsAPath(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"relative.db", "50%25 #1?mode=memory&x.db", "file:odd.db"} {
		say(t, openStore(t, path), "t1", "oi")
		if _, err := os.Stat(path + "-wal"); err != nil {
			t.Errorf("Open(%q) wrote elsewhere: %v", path, err)
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
		db := must.Get(sql.Open("sqlite3", path))(t)
		defer db.Close()
		must.Get(db.ExecContext(t.Context(), query))(t)
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

func TestFullDiskLosesNothing(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	say(t, s, "t1", "before")
	want := contents(t, s)
	s.Exec(t, `PRAGMA max_page_count = 1`) // SQLite takes it as: no page more
	segredo := thread.Message{Role: thread.RoleUser, Text: strings.Repeat("segredo ", 10_000)}
	err := s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "small"}, segredo)
	if err == nil || strings.Contains(err.Error(), "segredo") || !strings.Contains(err.Error(), "saving messages: "+path) || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("error = %v, want the path and a hint, without the guest's words", err)
	}
	if diff := cmp.Diff(want, contents(t, s)); diff != "" {
		t.Errorf("a failed Append left something (-want +got):\n%s", diff)
	}
	s.Exec(t, `PRAGMA max_page_count = 100000`)
	if err := s.Append(t.Context(), "t1", "ana", segredo); err != nil {
		t.Errorf("with space again: %v", err)
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
	if _, err := s.Messages(t.Context(), "t1", "ana", 0); err != nil {
		t.Errorf("reading while another writes: %v", err)
	}

	s.Exec(t, `PRAGMA busy_timeout = 60000`)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := s.Spend(ctx, "2026-03-14", 1, 100); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a lock past the deadline: error = %v", err)
	}
	other.Exec(t, `ROLLBACK`)
	say(t, s, "t1", "after")
}

func newPath(t *testing.T) string { return filepath.Join(t.TempDir(), "maitre.db") }

func openStore(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s := must.Get(sqlite.Open(t.Context(), path))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func say(t *testing.T, s *sqlite.Store, id string, texts ...string) {
	t.Helper()
	must.Get(s.Open(t.Context(), id, "ana"))(t)
	for _, text := range texts {
		must.Do(t, s.Append(t.Context(), id, "ana", thread.Message{Role: thread.RoleUser, Text: text}))
	}
}

type saved struct {
	Thread   thread.Thread
	Messages []thread.Message
}

func contents(t *testing.T, s *sqlite.Store) (all []saved) {
	t.Helper()
	threads := must.Get(s.List(t.Context(), "ana", 0))(t)
	for _, th := range threads {
		ms := must.Get(s.Messages(t.Context(), th.ID, "ana", 0))(t)
		all = append(all, saved{th, ms})
	}
	return all
}
