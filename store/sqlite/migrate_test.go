package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestAnOlderDatabaseKeepsEverything(t *testing.T) { storetest.TestOlder(t, older) }

var older = storetest.Older{
	Steps: sqlite.Migrations(),
	Rows:  os.DirFS("testdata/older"),
	Make: func(t *testing.T, rows []string) string {
		path := newPath(t)
		grow(t, path, rows...)
		if v, err := sqlite.Version(t.Context(), path); v != len(rows) || err != nil {
			t.Errorf("Version = %d, %v, want %d", v, err, len(rows))
		}
		return path
	},
	Open: func(t *testing.T, path string) storetest.Store { return openStore(t, path) },
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	path := newPath(t)
	grow(t, path, `CREATE TABLE removal (in_the_way)`) // the second step has made others by then
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
		must.Do(t, os.WriteFile(path, []byte(content), 0o600))
	}
	for path, want := range map[string]int{current: len(sqlite.Migrations()), empty: 0, filepath.Join(dir, "missing.db"): 0} {
		if v, err := sqlite.Version(t.Context(), path); v != want || err != nil {
			t.Errorf("Version of %s = %d, %v, want %d", filepath.Base(path), v, err, want)
		}
	}
	if _, err := sqlite.Version(t.Context(), other); err == nil || !strings.HasPrefix(err.Error(), "reading "+other+": ") {
		t.Errorf("Version of another file: error = %v, want its path", err)
	}
	files := must.Get(os.ReadDir(dir))(t)
	for _, f := range files {
		if strings.HasPrefix(f.Name(), "missing") || strings.HasPrefix(f.Name(), "empty.db-") {
			t.Errorf("Version made %s", f.Name())
		}
	}
}

func TestMigrationsAreNumbered(t *testing.T) {
	for i, m := range sqlite.Migrations() {
		if m.Number != i+1 || !strings.HasPrefix(m.Name, fmt.Sprintf("%04d_", i+1)) || !strings.Contains(m.SQL, "CREATE TABLE") && !strings.Contains(m.SQL, "ALTER TABLE") {
			t.Errorf("migration %d is number %d, %s", i+1, m.Number, m.Name)
		}
	}
}

// grow makes a database that had as many migrations as there are rows: after
// each its rows were written, before the next.
func grow(t *testing.T, path string, rows ...string) {
	t.Helper()
	db := openRaw(t, path)
	for i, m := range sqlite.Migrations()[:len(rows)] {
		mark := fmt.Sprintf(`PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d;`, m.Number)
		if _, err := db.ExecContext(t.Context(), m.SQL+mark+rows[i]); err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
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
	db := must.Get(sql.Open("sqlite3", path))(t)
	t.Cleanup(func() { db.Close() })
	return db
}
