package pgtest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

func TestEachTestHasADatabaseOfItsOwn(t *testing.T) {
	a, b := connect(t, pgtest.Start(t)), connect(t, pgtest.Start(t))
	if _, err := a.Exec(t.Context(), `CREATE TABLE beers (name text)`); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Exec(t.Context(), `SELECT name FROM beers`); err == nil {
		t.Error("a table of one database is seen in another")
	}
}

func TestAServerComesBackWithWhatItHeld(t *testing.T) {
	dsn := pgtest.Start(t)
	conn := connect(t, dsn)
	if _, err := conn.Exec(t.Context(), `CREATE TABLE beers (name text)`); err != nil {
		t.Fatal(err)
	}
	pgtest.Stop(t)
	if err := conn.Ping(t.Context()); err == nil {
		t.Error("a stopped server answers")
	}
	for _, restart := range []func(testing.TB){pgtest.Restart, pgtest.Restart} {
		restart(t)
		if err := conn.Ping(t.Context()); err == nil {
			t.Error("a connection outlives its server")
		}
		conn = connect(t, dsn)
		if _, err := conn.Exec(t.Context(), `SELECT name FROM beers`); err != nil {
			t.Error(err)
		}
	}
}

// The test starts itself as a process that starts a server, and kills it.
func TestTheServerDiesWithAKilledTest(t *testing.T) {
	if os.Getenv("PGTEST_CHILD") != "" {
		fmt.Println("dsn", pgtest.Start(t))
		<-t.Context().Done() // the kill comes first
	}
	pgtest.Start(t) // where there is no PostgreSQL, a child could not start it either
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestTheServerDiesWithAKilledTest$", "-test.timeout=1m")
	child.Env = append(os.Environ(), "PGTEST_CHILD=1", "TMPDIR="+openDir(t))
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	dsn := ""
	for lines := bufio.NewScanner(out); dsn == "" && lines.Scan(); {
		dsn, _ = strings.CutPrefix(lines.Text(), "dsn ")
	}
	conn := connect(t, dsn)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	for conn.Ping(ctx) == nil { // until the server has heard of it
	}
	if _, err := pgx.Connect(ctx, dsn); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("connecting to the server of a killed test: %v, want it refused", err)
	}
}

// openDir returns a directory that other users may enter, as they may not
// enter t.TempDir.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "killed") //nolint:usetesting // see above
	if err == nil {
		err = os.Chmod(dir, 0o711)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}
