package pgvault_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/pgvault"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, os.Getenv("CI") == "true")
}

func open(t *testing.T) *pgvault.Vault {
	t.Helper()
	v, err := pgvault.Open(t.Context(), pgtest.Start(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func TestValuesArePlain(t *testing.T) {
	got, err := safesql.Rows(t.Context(), open(t), "SELECT 1::smallint, 2::bigint, 1.5::real, 2.25::float8, 30::numeric, 0.5::numeric, 'x', NULL, $1::text, '2025-03-14 19:42'::timestamp, true, 'ab'::char(5)", "y")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]any{{int64(1), int64(2), 1.5, 2.25, 30.0, 0.5, "x", nil, "y", "2025-03-14 19:42:00", "true", "ab"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingIsWritten(t *testing.T) {
	v := open(t)
	for _, sql := range []string{
		"CREATE TABLE t (x int)",
		"SET default_transaction_read_only = off; CREATE TABLE t (x int)",
	} {
		if _, err := safesql.Rows(t.Context(), v, sql); err == nil {
			t.Errorf("%s: no error", sql)
		}
	}
	_, _ = safesql.Rows(t.Context(), v, "SELECT lo_create(7)") // refused, or undone
	if rows, err := safesql.Rows(t.Context(), v, "SELECT oid FROM pg_largeobject_metadata"); err != nil || len(rows) > 0 {
		t.Errorf("a large object is kept: %v, %v", rows, err)
	}
}

func TestLargeResultsAreRefused(t *testing.T) {
	_, err := safesql.Rows(t.Context(), open(t), "SELECT generate_series(1, 30000)")
	if !errors.Is(err, safesql.ErrManyRows) {
		t.Errorf("got %v, want %v", err, safesql.ErrManyRows)
	}
}

func TestAnErrorHoldsNoPassword(t *testing.T) {
	for _, dsn := range []string{"postgres://me:hunter2@127.0.0.1:1/x", "postgres://me:hunter2@[bad/x"} {
		if _, err := pgvault.Open(t.Context(), dsn); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%v", err)
		}
	}
}
