package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

func TestAnOlderDatabaseKeepsEverything(t *testing.T) {
	path := newPath(t)
	older(t, path, 1, `
		INSERT INTO threads VALUES ('t1', 'ana', 'uma IPA', 1000000, 2000000);
		INSERT INTO messages VALUES ('t1', 1, 'm1', 'user', 'uma IPA', 1500000), ('t1', 2, 'm2', 'assistant', 'Claro!', 2000000);
		INSERT INTO spend VALUES ('2026-03-14', 42);`)
	if v, err := sqlite.Version(t.Context(), path); v != 1 || err != nil {
		t.Errorf("Version = %d, %v, want 1", v, err)
	}
	s := openStore(t, path)
	at := func(us int64) time.Time { return time.UnixMicro(us).UTC() }
	want := []saved{{
		thread.Thread{ID: "t1", Guest: "ana", Title: "uma IPA", Created: at(1_000_000), Updated: at(2_000_000)},
		[]thread.Message{
			{ID: "m1", Role: thread.RoleUser, Text: "uma IPA", Time: at(1_500_000)},
			{ID: "m2", Role: thread.RoleAssistant, Text: "Claro!", Time: at(2_000_000)},
		},
	}}
	if diff := cmp.Diff(want, contents(t, s)); diff != "" {
		t.Errorf("threads and messages (-want +got):\n%s", diff)
	}
	if total, _, err := s.Spend(t.Context(), "2026-03-14", 0, 100); total != 42 || err != nil {
		t.Errorf("the day's total = %d, %v, want 42", total, err)
	}
	begin(t, s, "r1") // and it can do what is new
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	path := newPath(t)
	older(t, path, 1, `CREATE TABLE removal (in_the_way)`) // the second step has made others by then
	before := tables(t, path)
	_, err := sqlite.Open(t.Context(), path)
	if want := "opening " + path + ": applying 0002_runs: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error = %v, want %s…", err, want)
	}
	if diff := cmp.Diff(before, tables(t, path)); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	if v, err := sqlite.Version(t.Context(), path); v != 1 || err != nil {
		t.Errorf("Version = %d, %v, want 1", v, err)
	}
}

func TestVersion(t *testing.T) {
	dir := t.TempDir()
	current, empty, other := filepath.Join(dir, "current.db"), filepath.Join(dir, "empty.db"), filepath.Join(dir, "other")
	openStore(t, current)
	for path, content := range map[string]string{empty: "", other: "Menu do dia"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]int{current: len(sqlite.Migrations()), empty: 0, filepath.Join(dir, "missing.db"): 0} {
		if v, err := sqlite.Version(t.Context(), path); v != want || err != nil {
			t.Errorf("Version of %s = %d, %v, want %d", filepath.Base(path), v, err, want)
		}
	}
	if _, err := sqlite.Version(t.Context(), other); err == nil || !strings.HasPrefix(err.Error(), "reading "+other+": ") {
		t.Errorf("Version of another file: error = %v, want its path", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name(), "missing") || strings.HasPrefix(f.Name(), "empty.db-") {
			t.Errorf("Version made %s", f.Name())
		}
	}
}

func TestMigrationsAreNumbered(t *testing.T) {
	for i, m := range sqlite.Migrations() {
		if m.Number != i+1 || !strings.HasPrefix(m.Name, fmt.Sprintf("%04d_", i+1)) || !strings.Contains(m.SQL, "CREATE TABLE") {
			t.Errorf("migration %d is number %d, %s", i+1, m.Number, m.Name)
		}
	}
}

// older makes a database as it was after some migrations, with data.
func older(t *testing.T, path string, version int, data string) {
	t.Helper()
	db := openRaw(t, path)
	for _, m := range sqlite.Migrations()[:version] {
		mark := fmt.Sprintf(`PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d;`, m.Number)
		if _, err := db.ExecContext(t.Context(), m.SQL+mark); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.ExecContext(t.Context(), data); err != nil {
		t.Fatal(err)
	}
}

func tables(t *testing.T, path string) (all string) {
	t.Helper()
	err := openRaw(t, path).QueryRowContext(t.Context(), `SELECT GROUP_CONCAT(name || ': ' || COALESCE(sql, '')) FROM sqlite_schema`).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func openRaw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
