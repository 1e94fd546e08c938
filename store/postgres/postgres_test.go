package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestMain(m *testing.M) {
	storetest.Work(open)
	pgtest.Main(m, os.Getenv("CI") == "true")
}

func open(ctx context.Context, dsn string) (storetest.Store, error) { return postgres.Open(ctx, dsn) }

func at(t *testing.T) string { return pgtest.Start(t) }

func TestConformance(t *testing.T) {
	open := emptied(t)
	storetest.TestStore(t, func(t *testing.T) (here, there storetest.Store) { return open(t), open(t) })
}

func TestOpening(t *testing.T) { storetest.TestOpening(t, at, open) }

func TestKilled(t *testing.T) { storetest.TestKilled(t, at, open) }

func TestSealed(t *testing.T) {
	storetest.TestSealed(t, func(t *testing.T) storetest.Behind { return behind(t, pgtest.Start(t)) })
}

func TestPlainRowsAreSealed(t *testing.T) { storetest.TestPlain(t, older, behind) }

func TestAnOlderDatabaseKeepsEverything(t *testing.T) { storetest.TestOlder(t, older) }

var older = storetest.Older{
	Steps: postgres.Migrations(),
	Rows:  os.DirFS("testdata/older"),
	Make: func(t *testing.T, rows []string) string {
		dsn := pgtest.Start(t)
		wantVersion(t, dsn, 0)
		exec(t, dsn, `CREATE TABLE maitre_schema (version integer NOT NULL, tx_base bigint NOT NULL); INSERT INTO maitre_schema VALUES (0, 0)`)
		for i, m := range postgres.Migrations()[:len(rows)] {
			exec(t, dsn, m.SQL+fmt.Sprintf(`UPDATE maitre_schema SET version = %d;`, m.Number)+rows[i])
		}
		wantVersion(t, dsn, len(rows))
		return dsn
	},
	Open: open,
}

func wantVersion(t *testing.T, dsn string, want int) {
	t.Helper()
	if v, err := postgres.Version(t.Context(), dsn); v != want || err != nil {
		t.Errorf("Version = %d, %v, want %d", v, err, want)
	}
}

func behind(t *testing.T, dsn string) storetest.Behind {
	conn := connect(t, dsn)
	return storetest.Behind{
		Store: openStore(t, dsn), Other: openStore(t, dsn),
		Bytes: func() []byte { return filesOf(t, conn) },
		Query: func(statement string) [][]any { return query(t, conn, statement) },
		Exec: func(t *testing.T, statement string) error {
			_, err := conn.Exec(t.Context(), statement)
			return err
		},
	}
}

// filesOf returns all that is in the files of the database.
func filesOf(t *testing.T, conn *pgx.Conn) (all []byte) {
	t.Helper()
	must.Get(conn.Exec(t.Context(), `CHECKPOINT`))(t)
	for _, row := range query(t, conn, `
		SELECT pg_read_binary_file(dir || name, 0, 1 << 24, true)
		FROM (SELECT 'base/' || oid || '/' AS dir FROM pg_database WHERE datname = current_database()) AS d, pg_ls_dir(dir) AS name`) {
		if b, ok := row[0].([]byte); ok {
			all = append(all, b...)
		}
	}
	return all
}

func query(t *testing.T, conn *pgx.Conn, statement string) [][]any {
	t.Helper()
	rows := must.Get(conn.Query(t.Context(), statement))(t)
	return must.Get(pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() }))(t)
}

// emptied returns what opens one database again and again, and empties it after
// each test: to make one takes longer than most tests.
func emptied(t *testing.T) func(t *testing.T) *postgres.Store {
	t.Helper()
	dsn := pgtest.Start(t)
	openStore(t, dsn)
	conn := connect(t, dsn)
	rows, err := conn.Query(t.Context(), `SELECT format('DELETE FROM %I', tablename) FROM pg_tables WHERE schemaname = 'public' AND
		(xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I', tablename), false, true, '')))[1]::text = '0'`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(all) < 10 {
		t.Fatalf("%d tables are empty at first: %v", len(all), err)
	}
	return func(t *testing.T) *postgres.Store {
		t.Helper()
		t.Cleanup(func() {
			if _, err := conn.Exec(context.Background(), "SET session_replication_role = replica; "+strings.Join(all, "; ")); err != nil {
				t.Error(err)
			}
		})
		return openStore(t, dsn)
	}
}

func TestOpenRefuses(t *testing.T) {
	dsn := pgtest.Start(t)
	prepared := func(statement string) string {
		dsn := pgtest.Start(t)
		exec(t, dsn, statement)
		return dsn
	}
	newer := pgtest.Start(t)
	openStore(t, newer).Exec(t, `UPDATE maitre_schema SET version = 99`)
	name := dsn[strings.LastIndex(dsn, "/")+1 : strings.Index(dsn, "?")]

	for name, tt := range map[string]struct{ dsn, want string }{
		"nothing":                   {"", "its connection string cannot be read; it is like postgres://"},
		"a file":                    {"maitre.db", "its connection string cannot be read; it is like postgres://"},
		"a malformed string":        {"postgres://maitre:segredo@host:segredo/x", "its connection string cannot be read; it is like postgres://"},
		"a bad escape":              {"postgres://maitre:segredo%zz@host/x", "its connection string cannot be read; it is like postgres://"},
		"no certificate":            {dsn + "&sslmode=verify-full&sslrootcert=missing.pem", "missing.pem"},
		"a host that has no name":   {"postgres://maitre:segredo@none.invalid/x", "PostgreSQL at none.invalid:5432/x cannot be reached: "},
		"a wrong password":          {strings.Replace(dsn, "maitre:", "maitre:segredo", 1), "password authentication failed for user \"maitre\" (SQLSTATE 28P01) (check the user"},
		"no such database":          {strings.Replace(dsn, name, "nenhum", 1), "database \"nenhum\" does not exist (SQLSTATE 3D000) (make the database first"},
		"no schema":                 {dsn + "&search_path=nenhum", "its search path names no schema"},
		"a server only for readers": {dsn + "&default_transaction_read_only=on", "(this server can only be read"},
		"another program's tables":  {prepared(`CREATE TABLE beers (name text)`), "its schema public holds the tables of another program"},
		"a newer schema":            {newer, "its tables were written by a newer maitre (schema 99, this one knows "},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := postgres.Open(t.Context(), tt.dsn)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "opening ") ||
				strings.Contains(err.Error(), "segredo") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error = %q, want one line that says %q", err, tt.want)
			}
		})
	}
}

func TestASchemaOfItsOwn(t *testing.T) {
	dsn := pgtest.Start(t)
	exec(t, dsn, `CREATE VIEW shown AS SELECT 1 AS n; ALTER EXTENSION plpgsql ADD VIEW shown`) // which is nobody's
	openStore(t, dsn)
	exec(t, dsn, `CREATE TABLE beers (name text); CREATE SCHEMA maitre`)
	s := openStore(t, dsn+"&search_path=maitre")
	mustSave(t, s, run("r1", ""), event.RunStart)
	wantRun(t, s, "r1")
}

func TestEventsAreNotTruncated(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	mustSave(t, s, run("r1", ""), event.RunStart)
	for _, statement := range []string{
		`TRUNCATE agent_events`, `TRUNCATE event_payloads`,
		`SET maitre.removal = 'allowed'; UPDATE agent_events SET type = 'text'`,
		`SET maitre.removal = 'allowed'; TRUNCATE agent_events`,
	} {
		if _, err := connect(t, dsn).Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "events are only appended") {
			t.Errorf("%s: error = %v, want it refused", statement, err)
		}
	}
	wantRun(t, s, "r1")
}

// A transaction draws its numbers, another draws higher ones and commits, a
// reader goes past them, and then the first commits.
func TestALateCommitIsNotSkipped(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	mustSave(t, s, run("r1", ""), event.RunStart)
	late := must.Get(connect(t, dsn).Begin(t.Context()))(t)
	const insert = `
		INSERT INTO agent_events (tx, run, seq, thread, step, type, time)
		VALUES (pg_current_xact_id()::text::bigint, 'late', 1, '', 1, 'run_start', now())`
	must.Get(late.Exec(t.Context(), insert))(t)
	mustSave(t, s, run("r2", ""), event.RunStart)
	first, cursor := readAll(t, s, "")
	must.Do(t, late.Commit(t.Context()))
	second, cursor := readAll(t, s, cursor)
	if diff := cmp.Diff([]string{"r1", "late", "r2"}, append(first, second...)); diff != "" {
		t.Errorf("events in the order they were read (-want +got):\n%s", diff)
	}
	if more, same := readAll(t, s, cursor); more != nil || same != cursor {
		t.Errorf("All after the last = %v, %q, want none and %q", more, same, cursor)
	}
	if _, _, err := s.All(t.Context(), "7", 1); err == nil {
		t.Error("All took a cursor that is none")
	}
}

// On the server that a dump is restored to, transactions have lower numbers.
func TestACursorOutlivesADump(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	mustSave(t, s, run("r1", ""), event.RunStart)
	mustSave(t, s, run("r2", ""), event.RunStart)
	s.Close()
	exec(t, dsn, `SET session_replication_role = replica; UPDATE agent_events SET tx = tx + 1000000`)

	for range 2 { // the second time there is nothing to do
		s = openStore(t, dsn)
	}
	before, cursor := readAll(t, s, "")
	mustSave(t, s, run("r3", ""), event.RunStart)
	after, _ := readAll(t, s, cursor)
	if diff := cmp.Diff([]string{"r1", "r2", "|", "r3"}, append(append(before, "|"), after...)); diff != "" {
		t.Errorf("events read before and after a new one (-want +got):\n%s", diff)
	}
}

func TestWhatATextCannotHold(t *testing.T) {
	s := openStore(t, pgtest.Start(t))
	cp := run("r1", "")
	cp.Status, cp.Err = "failed", "node greet: \x00\xff"
	events := happened(cp, event.RunEnd)
	events[0].Data = []byte("\"\x00\xff\"")
	must.Do(t, s.Save(t.Context(), cp, events))
	if got := wantRun(t, s, "r1").Err; got != "node greet: \ufffd\ufffd" {
		t.Errorf("err = %q", got)
	}
	if got, err := s.Events(t.Context(), "r1", 0, 0); err != nil || string(got[0].Data) != "\"\x00\xff\"" {
		t.Errorf("Events = %v, %v, want the bytes that were given", got, err)
	}
}

func TestWhatAServerMayLack(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn+"&statement_timeout=50&pool_max_conns=1")
	openThread(t, s, "t1")
	greet := func(ctx context.Context, s *postgres.Store) error {
		return s.Append(ctx, "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "segredo"})
	}
	wantError := func(what string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "segredo") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error = %v, want one line that says %q", what, err, want)
		}
	}
	reader := openStore(t, dsn+"&default_transaction_read_only=on")
	wantError("a server only for readers", greet(t.Context(), reader), "(this server can only be read")
	wantTexts(t, reader, "t1")

	other := connect(t, dsn)
	must.Get(other.Exec(t.Context(), `SELECT pg_advisory_lock(hashtextextended('t1', 0))`))(t)
	wantError("a thread that another holds", greet(t.Context(), s), "statement timeout (SQLSTATE 57014) (it took longer")
	wantTexts(t, s, "t1")
	must.Get(other.Exec(t.Context(), `SELECT pg_advisory_unlock_all()`))(t)

	s.SetPatience(50 * time.Millisecond)
	s.Hold(t)
	wantError("no connection left", greet(t.Context(), s), "all 1 connections were in use for 50ms (pool_max_conns")
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := greet(ctx, s); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a connection past the deadline: error = %v", err)
	}
}

// A dump reads the keys for as long as it takes, and others must not wait for it.
func TestForgetGivesUpWhileADumpGoesOn(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	s.SetCopyWait(time.Second)
	cp := run("r1", "")
	mustSave(t, s, cp, event.RunStart)
	dump := must.Get(connect(t, dsn).Begin(t.Context()))(t)
	must.Get(dump.Exec(t.Context(), `LOCK TABLE guest_keys IN ACCESS SHARE MODE`))(t)
	if err := s.Forget(t.Context(), "ana"); err == nil || !strings.Contains(err.Error(), "it is done, but") {
		t.Errorf("Forget: error = %v, want that it is done in part", err)
	}
	if _, err := s.Load(t.Context(), "r1"); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load: error = %v, want ErrNotFound", err)
	}
	must.Do(t, dump.Rollback(t.Context()))
	s.SetCopyWait(time.Minute)
	if err := s.Forget(t.Context(), "ana"); err != nil {
		t.Errorf("Forget, once more: %v", err)
	}
}

// Two workers have one database, and the clock of the second is set while they
// work. By its own clock it sees what the first one sees by its.
func TestAWorkerWhoseClockIsWrongTakesNothingFromAnother(t *testing.T) {
	const lease, wait = 30 * time.Second, time.Minute
	dsn := pgtest.Start(t)
	first, second := openStore(t, dsn), openStore(t, dsn)
	for _, off := range []time.Duration{0, time.Hour, -time.Hour, 48 * time.Hour} {
		second.SetClock(off)
		id := "r" + off.String()
		now := func(s *postgres.Store) time.Time {
			if s == second {
				return time.Now().Add(off)
			}
			return time.Now()
		}
		for name, worker := range map[string][2]*postgres.Store{"of the right one": {first, second}, "of the wrong one": {second, first}} {
			mine, others := worker[0], worker[1]
			running, waiting := run(id+" running "+name, ""), run(id+" waiting "+name, "")
			waiting.Status, waiting.Question, waiting.Deadline = graph.Waiting, &graph.Question{Text: "?"}, now(mine).Add(wait)
			mustSave(t, mine, running, event.RunStart)
			mustSave(t, mine, waiting, event.RunStart)
			must.Do(t, mine.AppendEvents(t.Context(), running.Run, 1, nil))
			due, err := others.Due(t.Context(), running.Graph, now(others), 9)
			stalled, errStalled := others.Stalled(t.Context(), running.Graph, now(others).Add(-lease), 9)
			if len(due)+len(stalled) > 0 || err != nil || errStalled != nil {
				t.Errorf("off by %v, a run %s: overdue %q, abandoned %q, %v, %v; want none", off, name, due, stalled, err, errStalled)
			}
			got := must.Get(others.Load(t.Context(), waiting.Run))(t)
			if left, age := got.Deadline.Sub(now(others)), now(others).Sub(got.Updated); left < wait-lease || left > wait+lease || age.Abs() > lease {
				t.Errorf("off by %v, a run %s: it waits for another %v, and is %v old", off, name, left, age)
			}
			set := off // by which the others' clock is ahead of mine
			if others == first {
				set = -off
			}
			if want := waiting.Deadline.Add(set).Truncate(time.Microsecond); got.Deadline.Sub(want).Abs() > time.Microsecond {
				t.Errorf("off by %v, a run %s: its deadline has moved by %v", off, name, got.Deadline.Sub(want))
			}
			if due, err := others.Due(t.Context(), running.Graph, now(others).Add(2*wait), 9); len(due) == 0 || err != nil {
				t.Errorf("off by %v, a run %s is never overdue: %v", off, name, err)
			}
			for _, cp := range []*graph.Checkpoint{running, waiting} {
				cp.Version, cp.Status, cp.Question, cp.Deadline = cp.Version+1, graph.Ended, nil, time.Time{}
				must.Do(t, others.Save(t.Context(), cp, nil))
			}
		}
	}
}

// A trigger fails as the server does when a table cannot grow.
func TestAServerThatTakesNoMoreLosesNothing(t *testing.T) {
	s := openStore(t, pgtest.Start(t))
	mustSave(t, s, run("before", ""), event.RunStart)
	s.Exec(t, `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)
	s.Exec(t, `CREATE TRIGGER no_space BEFORE INSERT ON agent_events EXECUTE FUNCTION no_space()`)
	cp := run("r1", "")
	err := s.Save(t.Context(), cp, happened(cp, event.RunStart))
	if !errors.Is(err, graph.ErrUnavailable) || !strings.Contains(err.Error(), "(free some space; what was saved before is safe)") {
		t.Errorf("Save = %v, want ErrUnavailable and a hint", err)
	}
	if _, err := s.Load(t.Context(), "r1"); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load = %v, want nothing of it", err)
	}
	s.Exec(t, `DROP TRIGGER no_space ON agent_events`)
	mustSave(t, s, cp, event.RunStart)
	wantRun(t, s, "before")
	wantRun(t, s, "r1")
}

func openStore(t *testing.T, dsn string) *postgres.Store {
	t.Helper()
	s := must.Get(postgres.Open(t.Context(), dsn))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	conn := must.Get(pgx.Connect(t.Context(), dsn))(t)
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// exec runs statements on a connection of their own.
func exec(t *testing.T, dsn, statements string) {
	t.Helper()
	conn := connect(t, dsn)
	must.Get(conn.Exec(t.Context(), statements))(t)
}

// readAll reads on from a cursor, event by event, and returns their runs.
func readAll(t *testing.T, s *postgres.Store, cursor string) (runs []string, end string) {
	t.Helper()
	for {
		events, next, err := s.All(t.Context(), cursor, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) == 0 {
			return runs, cursor
		}
		runs, cursor = append(runs, events[0].Run), next
	}
}
