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
	got, err := open(t).Query(t.Context(), "SELECT 1::smallint, 2::bigint, 1.5::real, 2.25::float8, 30::numeric, 0.5::numeric, 'x', NULL, $1::text", []any{"y"})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]any{{int64(1), int64(2), 1.5, 2.25, int64(30), 0.5, "x", nil, "y"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingIsWritten(t *testing.T) {
	v := open(t)
	for _, sql := range []string{
		"CREATE TABLE t (x int)",
		"SET default_transaction_read_only = off; CREATE TABLE t (x int)",
		"SELECT lo_create(7)",
	} {
		if _, err := v.Query(t.Context(), sql, nil); err == nil {
			t.Errorf("%s: no error", sql)
		}
	}
}

func TestLargeResultsAreRefused(t *testing.T) {
	_, err := open(t).Query(t.Context(), "SELECT generate_series(1, 30000)", nil)
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
