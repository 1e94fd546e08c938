package cli

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// The oldest database there can be, and one that is a step behind, are opened by
// whoever asks something.
func TestTheHouseAnswersFromAnOlderDatabase(t *testing.T) {
	for name, old := range databases() {
		for _, steps := range []int{1, old.steps - 1} {
			t.Run(fmt.Sprintf("%s at %d", name, steps), func(t *testing.T) {
				dsn := old.make(t, steps)
				if out, err := said(t, "ask", "--db", dsn, "--as", "ana", "--thread", "t1", "quero massa"); err != nil || !strings.Contains(out, "R$ ") {
					t.Errorf("ask: %s, %v, want dishes", out, err)
				}
				if out, err := said(t, "ask", "--db", dsn, "--as", "ana", "--thread", "t1", "o que você sabe de mim?"); err != nil || out == "" {
					t.Errorf("ask again: %s, %v", out, err)
				}
				if out, err := said(t, "migrate", "--db", dsn); err != nil || !strings.HasSuffix(out, fmt.Sprintf(": schema %d, was %[1]d\n", old.steps)) {
					t.Errorf("migrate: %s, %v, want that it was done", out, err)
				}
			})
		}
	}
}

func TestANewerDatabaseIsToldInOneLine(t *testing.T) {
	for name, old := range databases() {
		t.Run(name, func(t *testing.T) {
			dsn := old.make(t, old.steps)
			old.exec(t, dsn, old.newer)
			for _, command := range [][]string{{"ask", "oi"}, {"migrate"}, {"metrics"}} {
				out, err := said(t, append(command, "--db", dsn)...)
				if err == nil || out != "" || !strings.Contains(err.Error(), fmt.Sprintf("written by a newer maitre (schema 99, this one knows %d)", old.steps)) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: %q, %v", command[0], out, err)
				}
			}
		})
	}
}

// old is how a database of earlier versions is made.
type old struct {
	steps int
	make  func(t *testing.T, steps int) (dsn string)
	exec  func(t *testing.T, dsn, statement string)
	newer string // statement that makes it one of a later version
}

func databases() map[string]old {
	var inFile, onServer []string
	for _, m := range sqlite.Migrations() {
		inFile = append(inFile, m.SQL+wrote("sqlite", m.Name))
	}
	for _, m := range postgres.Migrations() {
		onServer = append(onServer, m.SQL+wrote("postgres", m.Name))
	}
	return map[string]old{
		"SQLite": {
			steps: len(inFile), exec: execSQLite, newer: `PRAGMA user_version = 99`,
			make: func(t *testing.T, steps int) string {
				path := filepath.Join(t.TempDir(), "maitre.db")
				execSQLite(t, path, strings.Join(inFile[:steps], "\n")+fmt.Sprintf(`PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d`, steps))
				return path
			},
		},
		"PostgreSQL": {
			steps: len(onServer), exec: execPostgres, newer: `UPDATE maitre_schema SET version = 99`,
			make: func(t *testing.T, steps int) string {
				dsn := pgtest.Start(t)
				execPostgres(t, dsn, strings.Join(onServer[:steps], "\n")+fmt.Sprintf(`
					CREATE TABLE maitre_schema (version integer NOT NULL, tx_base bigint NOT NULL);
					INSERT INTO maitre_schema VALUES (%d, 0)`, steps))
				return dsn
			},
		},
	}
}

// wrote returns what a program wrote whose schema ended with a step.
func wrote(store, step string) string {
	text, err := os.ReadFile("../../../store/" + store + "/testdata/older/" + step + ".sql")
	if err != nil {
		panic(err)
	}
	return string(text)
}

func execSQLite(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// inSQLite returns the rows that a statement finds in a file.
func inSQLite(t *testing.T, path, statement string) [][]any {
	t.Helper()
	v, err := safesql.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	rows, err := safesql.Rows(t.Context(), v, statement)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func execPostgres(t *testing.T, dsn, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.PgConn().Exec(t.Context(), statement).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

func said(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(t.Context(), t.Context(), System{Args: args, Stdout: &out, Stderr: t.Output()})
	return out.String(), err
}
