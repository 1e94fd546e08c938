package postgres_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestSealed(t *testing.T) {
	storetest.TestSealed(t, func(t *testing.T) storetest.Behind {
		dsn := pgtest.Start(t)
		s, conn := openStore(t, dsn), connect(t, dsn)
		return storetest.Behind{
			Store: s, Other: openStore(t, dsn),
			Bytes: func() []byte { return filesOf(t, conn) },
			Rows:  func(guest string) []string { return rowsOf(t, conn, guest) },
			Key: func(guest string) (key []byte) {
				for _, row := range query(t, conn, `SELECT key FROM guest_keys WHERE guest = $1`, guest) {
					key = row[0].([]byte)
				}
				return key
			},
			Salt: func(thread string) (salt []byte) {
				for _, row := range query(t, conn, `SELECT salt FROM thread_salts WHERE thread = $1`, thread) {
					salt = row[0].([]byte)
				}
				return salt
			},
			Save: func(thread string) func() {
				exec(t, dsn, `CREATE TABLE t AS SELECT * FROM threads WHERE id = '`+thread+`'; CREATE TABLE m AS SELECT * FROM messages WHERE thread = '`+thread+`'`)
				return func() { exec(t, dsn, `INSERT INTO threads SELECT * FROM t; INSERT INTO messages SELECT * FROM m`) }
			},
		}
	})
}

func TestMemoriesSealed(t *testing.T) {
	storetest.TestMemoriesSealed(t, func(t *testing.T) storetest.MemoriesBehind {
		dsn := pgtest.Start(t)
		s, conn := openStore(t, dsn), connect(t, dsn)
		return storetest.MemoriesBehind{
			Store: s, Other: openStore(t, dsn),
			Bytes: func() []byte { return filesOf(t, conn) },
			Rows:  func(owner string) []string { return rowsOf(t, conn, owner) },
			Salt: func(memory string) (salt []byte) {
				for _, row := range query(t, conn, `SELECT salt FROM memory_salts WHERE memory = $1`, memory) {
					salt = row[0].([]byte)
				}
				return salt
			},
			Exec: func(query string) { exec(t, dsn, query) },
		}
	})
}

// What was written before there were keys is sealed when the database is brought up to date.
func TestPlainRowsAreSealed(t *testing.T) {
	const secret = "jabuticaba-7f3a91"
	dsn := pgtest.Start(t)
	exec(t, dsn, `CREATE TABLE maitre_schema (version integer NOT NULL, tx_base bigint NOT NULL); INSERT INTO maitre_schema VALUES (4, 0)`)
	for _, m := range postgres.Migrations()[:4] {
		exec(t, dsn, m.SQL)
	}
	for _, guest := range []string{"ana", "rui"} {
		exec(t, dsn, strings.NewReplacer("GUEST", guest, "SECRET", secret+guest).Replace(`
			INSERT INTO threads VALUES ('t-GUEST', 'GUEST', 'SECRET', now(), now());
			INSERT INTO messages VALUES ('t-GUEST', 1, 'm1', 'user', 'SECRET', now());
			INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, state, question, token)
			VALUES ('r-GUEST', 't-GUEST', 'GUEST', 'beer@1', 1, 2, 'waiting', 1, 'find', 'SECRET', now(), '"SECRET"', '{"text":"SECRET"}', 1);
			INSERT INTO agent_events (tx, run, seq, thread, step, type, time) VALUES (1, 'r-GUEST', 1, 't-GUEST', 1, 'text', now()), (1, 'r-GUEST', 2, 't-GUEST', 1, 'text', now());
			INSERT INTO event_payloads SELECT id, 'GUEST', '"SECRET"' FROM agent_events WHERE run = 'r-GUEST';`))
	}
	s, conn := openStore(t, dsn), connect(t, dsn)
	read := func(guest string) (found int) {
		t.Helper()
		events, err := s.Events(t.Context(), "r-"+guest, 0, 0)
		if err != nil || len(events) != 2 {
			t.Fatalf("Events = %v, %v, want 2", events, err)
		}
		ms, errMessages := s.Messages(t.Context(), "t-"+guest, guest, 0)
		threads, errList := s.List(t.Context(), guest, 0)
		words := fmt.Sprint(ms, threads, errMessages, errList) + string(events[0].Data) + string(events[1].Data)
		if cp, err := s.Load(t.Context(), "r-"+guest); err == nil {
			words += string(cp.State) + cp.Question.Text + cp.Err
		}
		return strings.Count(words, secret+guest)
	}
	if got := read("ana"); got != 7 {
		t.Errorf("the words were read %d times, want 7", got)
	}
	if bytes.Contains(filesOf(t, conn), []byte(secret)) {
		t.Error("the words are in the files")
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
	if _, err := conn.Exec(t.Context(), `DELETE FROM event_payloads`); err == nil {
		t.Error("after Forget events can be deleted")
	}
}

// A sealed value is good only where it was put.
func TestSealedValuesCannotBeMoved(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	openThread(t, s, "t1")
	for _, text := range []string{"segredo um", "segredo dois"} {
		if err := s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	s.Exec(t, `UPDATE messages SET text_sealed = (SELECT text_sealed FROM messages WHERE seq = 1)`)
	ms, err := s.Messages(t.Context(), "t1", "ana", 0)
	if err == nil || !strings.Contains(err.Error(), "is not as it was sealed") || strings.Contains(err.Error(), "segredo") {
		t.Errorf("Messages = %v, %v, want an error", ms, err)
	}
	mustSave(t, s, run("r1", ""), event.RunStart)
	mustSave(t, s, run("r2", ""), event.RunStart)
	s.Exec(t, `UPDATE runs SET state = (SELECT state FROM runs WHERE run = 'r1')`)
	if _, err := s.Load(t.Context(), "r2"); err == nil || errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load: error = %v, want that it was changed", err)
	}
}

// A dump reads the keys for as long as it takes, and others must not wait for it.
func TestForgetGivesUpWhileADumpGoesOn(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	s.SetCopyWait(time.Second)
	cp := run("r1", "")
	mustSave(t, s, cp, event.RunStart)
	dump, err := connect(t, dsn).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dump.Exec(t.Context(), `LOCK TABLE guest_keys IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), "ana"); err == nil || !strings.Contains(err.Error(), "it is done, but") {
		t.Errorf("Forget: error = %v, want that it is done in part", err)
	}
	if _, err := s.Load(t.Context(), "r1"); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load: error = %v, want ErrNotFound", err)
	}
	if err := dump.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.SetCopyWait(time.Minute)
	if err := s.Forget(t.Context(), "ana"); err != nil {
		t.Errorf("Forget, once more: %v", err)
	}
}

// filesOf returns all that is in the files of the database.
func filesOf(t *testing.T, conn *pgx.Conn) (all []byte) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), `CHECKPOINT`); err != nil {
		t.Fatal(err)
	}
	for _, row := range query(t, conn, `
		SELECT pg_read_binary_file(dir || name, 0, 1 << 24, true)
		FROM (SELECT 'base/' || oid || '/' AS dir FROM pg_database WHERE datname = current_database()) AS d, pg_ls_dir(dir) AS name`) {
		if b, ok := row[0].([]byte); ok {
			all = append(all, b...)
		}
	}
	return all
}

// rowsOf returns all that tables hold of a guest.
func rowsOf(t *testing.T, conn *pgx.Conn, guest string) (rows []string) {
	t.Helper()
	for _, statement := range []string{
		`SELECT * FROM guest_keys WHERE guest = $1`,
		`SELECT * FROM memories WHERE guest = $1 ORDER BY id`,
		`SELECT * FROM memory_owners WHERE guest = $1`,
		`SELECT * FROM memory_salts WHERE guest = $1 ORDER BY memory`,
		`SELECT * FROM thread_salts WHERE guest = $1 ORDER BY thread`,
		`SELECT * FROM threads WHERE guest = $1`,
		`SELECT m.* FROM messages AS m JOIN threads AS t ON t.id = m.thread WHERE t.guest = $1 ORDER BY m.seq`,
		`SELECT * FROM runs WHERE guest = $1`,
		`SELECT * FROM event_payloads AS p JOIN agent_events AS e ON e.id = p.event WHERE p.guest = $1 ORDER BY e.id`,
	} {
		for _, row := range query(t, conn, statement, guest) {
			rows = append(rows, fmt.Sprintf("%x", row))
		}
	}
	return rows
}

func query(t *testing.T, conn *pgx.Conn, statement string, args ...any) [][]any {
	t.Helper()
	rows, err := conn.Query(t.Context(), statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
	if err != nil {
		t.Fatal(err)
	}
	return all
}
