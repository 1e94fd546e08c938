package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestSealed(t *testing.T) {
	storetest.TestSealed(t, func(t *testing.T) storetest.Behind { return behind(t, newPath(t)) })
}

func TestPlainRowsAreSealed(t *testing.T) { storetest.TestPlain(t, older, behind) }

func behind(t *testing.T, path string) storetest.Behind {
	s := openStore(t, path)
	return storetest.Behind{
		Store: s, Other: openStore(t, path), Overwrites: true,
		Bytes: func() []byte { return bytesOf(t, path) },
		Query: func(statement string) [][]any { return s.Query(t, statement) },
		Exec:  s.TryExec,
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
	if err := s.Delete(t.Context(), "t2", "ana"); err != nil { // it does not wait for long
		t.Errorf("Delete: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Forget(ctx, "ana"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Forget: error = %v, want that it took too long", err)
	}
	if got := contents(t, s); len(got) != 0 {
		t.Errorf("there is still %v", got)
	}
	must.Do(t, reader.Rollback())
	if err := s.Forget(t.Context(), "ana"); err != nil {
		t.Errorf("Forget, once more: %v", err)
	}
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
	for _, gone := range []string{"t1" + secret, "nome de " + secret} {
		if !bytes.Contains(bytesOf(t, path), []byte(gone)) { // or it looks in the wrong place
			t.Errorf("before: %s is not there", gone)
		}
	}
	must.Do(t, s.Delete(t.Context(), "t1", ""))
	all := bytesOf(t, path)
	if bytes.Contains(all, []byte("t1"+secret)) || bytes.Contains(all, []byte("nome de "+secret)) || !bytes.Contains(all, []byte("t2"+secret)) {
		t.Error("of the deleted thread there is something, or of the other nothing")
	}
}

func bytesOf(t *testing.T, path string) (all []byte) {
	t.Helper()
	for _, name := range []string{path, path + "-wal"} {
		b := must.Get(os.ReadFile(name))(t)
		all = append(all, b...)
	}
	return all
}
