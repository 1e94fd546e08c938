package postgres_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestSealed(t *testing.T) {
	storetest.TestSealed(t, func(t *testing.T) storetest.Behind { return behind(t, pgtest.Start(t)) })
}

func TestPlainRowsAreSealed(t *testing.T) { storetest.TestPlain(t, older, behind) }

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
