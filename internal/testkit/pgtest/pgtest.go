// Package pgtest gives tests a PostgreSQL server of their own: a throw-away
// cluster on a free port of the loopback, made with the binaries that are
// installed, and in it a fresh database for each test that calls [Start].
//
//	func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }
package pgtest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// All tests of a process share one server: to make one takes a second, to make
// a database 50 ms.
var shared struct {
	sync.Mutex
	main, required bool
	server         *server
	err            error // why there is none
	databases      int
}

// Main runs the tests, removes the server after them and returns m.Run's exit
// code. Where PostgreSQL is not installed the tests that need it fail if it is
// required, and are skipped if not.
func Main(m *testing.M, required bool) (code int) {
	shared.main, shared.required = true, required
	code = m.Run()
	if s := shared.server; s != nil {
		s.remove()
	}
	return code
}

// Start returns the connection string of a new, empty database, which is
// dropped when the test ends.
func Start(t testing.TB) (dsn string) {
	t.Helper()
	s := start(t)
	shared.Lock()
	shared.databases++
	name := fmt.Sprintf("test%d", shared.databases)
	shared.Unlock()
	if err := s.exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return s.dsn(name)
}

// Stop takes the server away as a crash would, until Restart or the end of the
// test. No other test may run at the same time.
func Stop(t testing.TB) {
	t.Helper()
	s := start(t)
	s.stop()
	t.Cleanup(func() { Restart(t) })
}

// Restart brings the server back, on the same port. If it is up it crashes
// first.
func Restart(t testing.TB) { restart(t, syscall.SIGQUIT) }

// RestartGently restarts the server as an operator does: it breaks what is under
// way off, and shuts down in order.
func RestartGently(t testing.TB) { restart(t, syscall.SIGINT) }

func restart(t testing.TB, sig os.Signal) {
	t.Helper()
	s := start(t)
	s.end(sig)
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
}

// start returns the server, and makes it if this is the first call.
func start(t testing.TB) *server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if !shared.main {
		t.Fatal("TestMain must call pgtest.Main, which removes the server in the end")
	}
	if shared.server == nil && shared.err == nil {
		begin := time.Now()
		if shared.server, shared.err = newServer(); shared.err == nil {
			t.Logf("PostgreSQL of %s is ready after %v", shared.server.bin, time.Since(begin).Round(time.Millisecond))
		}
	}
	switch missing := shared.err == errMissing; {
	case missing && !shared.required:
		t.Skip(shared.err)
	case shared.err != nil:
		t.Fatal(shared.err)
	}
	return shared.server
}

// exec runs a statement as the owner of the cluster.
func (s *server) exec(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, s.dsn("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}
