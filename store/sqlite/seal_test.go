package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestSealed(t *testing.T) {
	storetest.TestSealed(t, func(t *testing.T) storetest.Behind {
		path := newPath(t)
		s, other := openStore(t, path), openStore(t, path)
		return storetest.Behind{
			Store: s, Other: other,
			Bytes: func() []byte { return bytesOf(t, path) },
			Rows:  func(guest string) []string { return rowsOf(t, s, guest) },
			Key: func(guest string) (key []byte) {
				for _, row := range s.Query(t, `SELECT key FROM guest_keys WHERE guest = ?`, guest) {
					key = row[0].([]byte)
				}
				return key
			},
			Salt: func(thread string) (salt []byte) {
				for _, row := range s.Query(t, `SELECT salt FROM thread_salts WHERE thread = ?`, thread) {
					salt = row[0].([]byte)
				}
				return salt
			},
			Save: func(thread string) func() {
				s.Exec(t, `CREATE TABLE t AS SELECT * FROM threads WHERE id = '`+thread+`'; CREATE TABLE m AS SELECT * FROM messages WHERE thread = '`+thread+`'`)
				return func() { s.Exec(t, `INSERT INTO threads SELECT * FROM t; INSERT INTO messages SELECT * FROM m`) }
			},
		}
	})
}

func TestMemoriesSealed(t *testing.T) {
	storetest.TestMemoriesSealed(t, func(t *testing.T) storetest.MemoriesBehind {
		path := newPath(t)
		s, other := openStore(t, path), openStore(t, path)
		return storetest.MemoriesBehind{
			Store: s, Other: other, Overwrites: true,
			Bytes: func() []byte { return bytesOf(t, path) },
			Rows:  func(owner string) []string { return rowsOf(t, s, owner) },
			Salt: func(memory string) (salt []byte) {
				for _, row := range s.Query(t, `SELECT salt FROM memory_salts WHERE memory = ?`, memory) {
					salt = row[0].([]byte)
				}
				return salt
			},
			Exec: func(query string) { s.Exec(t, query) },
		}
	})
}

// What was written before there were keys is sealed when the database is brought up to date.
func TestPlainRowsAreSealed(t *testing.T) {
	const secret = "jabuticaba-7f3a91"
	path := newPath(t)
	visit := func(guest string) string {
		return strings.NewReplacer("GUEST", guest, "SECRET", secret+guest).Replace(`
			INSERT INTO threads VALUES ('t-GUEST', 'GUEST', 'SECRET', 1, 2);
			INSERT INTO messages VALUES ('t-GUEST', 1, 'm1', 'user', 'SECRET', 1);
			INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, state, question)
			VALUES ('r-GUEST', 't-GUEST', 'GUEST', 'beer@1', 1, 2, 'waiting', 1, 'find', 'SECRET', 1, CAST('"SECRET"' AS BLOB), CAST('{"text":"SECRET"}' AS BLOB));
			INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES ('r-GUEST', 1, 't-GUEST', 1, 'text', 1), ('r-GUEST', 2, 't-GUEST', 1, 'text', 1);
			INSERT INTO event_payloads SELECT id, 'GUEST', CAST('"SECRET"' AS BLOB) FROM agent_events WHERE run = 'r-GUEST';`)
	}
	older(t, path, 4, visit("ana")+visit("rui"))
	s := openStore(t, path)
	read := func(guest string) (found int) {
		t.Helper()
		events, err := s.Events(t.Context(), "r-"+guest, 0, 0)
		if err != nil || len(events) != 2 {
			t.Fatalf("Events = %v, %v, want 2", events, err)
		}
		ms, errMessages := s.Messages(t.Context(), "t-"+guest, guest, 0)
		threads, errList := s.List(t.Context(), guest, 0)
		cp, errLoad := s.Load(t.Context(), "r-"+guest)
		return strings.Count(fmt.Sprint(ms, threads, errMessages, errList, errLoad)+
			string(events[0].Data)+string(events[1].Data)+said(cp), secret+guest)
	}
	if got := read("ana"); got != 7 {
		t.Errorf("the words were read %d times, want 7", got)
	}
	if bytes.Contains(bytesOf(t, path), []byte(secret)) {
		t.Error("the words are in the file")
	}
	if err := s.Forget(t.Context(), "ana"); err != nil {
		t.Fatal(err)
	}
	if got := read("ana"); got != 0 {
		t.Errorf("the words were read %d times, want never", got)
	}
	if events, err := s.Events(t.Context(), "r-ana", 0, 0); err != nil || string(events[1].Data) != `{"forgotten":true}` || events[1].Guest != "ana" {
		t.Errorf("Events = %v, %v, want them forgotten", events, err)
	}
	if got := read("rui"); got != 7 {
		t.Errorf("the words of another were read %d times, want 7", got)
	}
	if err := s.TryExec(t, `DELETE FROM event_payloads`); err == nil {
		t.Error("after Forget events can be deleted")
	}
}

func said(cp *graph.Checkpoint) string {
	if cp == nil {
		return ""
	}
	return string(cp.State) + cp.Question.Text + cp.Err
}

// A sealed value is good only where it was put.
func TestSealedValuesCannotBeMoved(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	say(t, s, "t1", "um", "dois")
	s.Exec(t, `UPDATE messages SET text_sealed = (SELECT text_sealed FROM messages WHERE seq = 1)`)
	ms, err := s.Messages(t.Context(), "t1", "ana", 0)
	if err == nil || !strings.Contains(err.Error(), "is not as it was sealed") || strings.Contains(err.Error(), "um,") {
		t.Errorf("Messages = %v, %v, want an error", ms, err)
	}
	begin(t, s, "r1")
	begin(t, s, "r2")
	s.Exec(t, `UPDATE runs SET state = (SELECT state FROM runs WHERE run = 'r1')`)
	if _, err := s.Load(t.Context(), "r2"); err == nil || errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load: error = %v, want that it was changed", err)
	}
}

// A reader needs the WAL: the guest is forgotten, and the rest has to wait.
func TestForgetWaitsForReaders(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	say(t, s, "t1", "oi")
	reader, err := openRaw(t, path).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM guest_keys`).Scan(&n); n != 1 || err != nil {
		t.Fatalf("%d keys, %v, want 1", n, err)
	}
	if _, err := s.Open(t.Context(), "t2", "ana"); err != nil {
		t.Fatal(err)
	}
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
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
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
		if _, err := s.Open(t.Context(), id, ""); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), id, "", thread.Message{Role: thread.RoleUser, Text: id + secret}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Rename(t.Context(), "t1", "", "nome de "+secret); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"t1" + secret, "nome de " + secret} {
		if !bytes.Contains(bytesOf(t, path), []byte(gone)) { // or it looks in the wrong place
			t.Errorf("before: %s is not there", gone)
		}
	}
	if err := s.Delete(t.Context(), "t1", ""); err != nil {
		t.Fatal(err)
	}
	all := bytesOf(t, path)
	if bytes.Contains(all, []byte("t1"+secret)) || bytes.Contains(all, []byte("nome de "+secret)) || !bytes.Contains(all, []byte("t2"+secret)) {
		t.Error("of the deleted thread there is something, or of the other nothing")
	}
}

func bytesOf(t *testing.T, path string) (all []byte) {
	t.Helper()
	for _, name := range []string{path, path + "-wal"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

// rowsOf returns all that tables hold of a guest.
func rowsOf(t *testing.T, s *sqlite.Store, guest string) (rows []string) {
	t.Helper()
	for _, query := range []string{
		`SELECT * FROM guest_keys WHERE guest = ?`,
		`SELECT * FROM memories WHERE guest = ? ORDER BY id`,
		`SELECT * FROM memory_owners WHERE guest = ?`,
		`SELECT * FROM memory_salts WHERE guest = ? ORDER BY memory`,
		`SELECT * FROM thread_salts WHERE guest = ? ORDER BY thread`,
		`SELECT * FROM threads WHERE guest = ?`,
		`SELECT m.* FROM messages AS m JOIN threads AS t ON t.id = m.thread WHERE t.guest = ? ORDER BY m.seq`,
		`SELECT * FROM runs WHERE guest = ?`,
		`SELECT * FROM event_payloads AS p JOIN agent_events AS e ON e.id = p.event WHERE p.guest = ? ORDER BY e.id`,
	} {
		for _, row := range s.Query(t, query, guest) {
			rows = append(rows, fmt.Sprintf("%x", row))
		}
	}
	return rows
}
