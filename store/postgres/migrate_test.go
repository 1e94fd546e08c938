package postgres_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestAnOlderDatabaseKeepsEverything(t *testing.T) { storetest.TestOlder(t, older) }

var older = storetest.Older{
	Steps: postgres.Migrations(),
	Rows:  os.DirFS("testdata/older"),
	Make: func(t *testing.T, rows []string) string {
		dsn := pgtest.Start(t)
		exec(t, dsn, `CREATE TABLE maitre_schema (version integer NOT NULL, tx_base bigint NOT NULL); INSERT INTO maitre_schema VALUES (0, 0)`)
		for i, m := range postgres.Migrations()[:len(rows)] {
			exec(t, dsn, m.SQL+fmt.Sprintf(`UPDATE maitre_schema SET version = %d;`, m.Number)+rows[i])
		}
		if v, err := postgres.Version(t.Context(), dsn); v != len(rows) || err != nil {
			t.Errorf("Version = %d, %v, want %d", v, err, len(rows))
		}
		return dsn
	},
	Open: func(t *testing.T, dsn string) storetest.Store { return openStore(t, dsn) },
}
