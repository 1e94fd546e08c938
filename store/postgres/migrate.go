package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// Each file is one step of the schema, applied in the order of its name and
// never changed once released. How many were applied stands in maitre_schema.
//
//go:embed migrations/*.sql
var migrations embed.FS

// Migration is a step of the schema.
type Migration = sqlstore.Migration

// Migrations returns all steps of the schema, in order.
func Migrations() []Migration { return sqlstore.Migrations(migrations) }

// Version returns how many migrations the database has, and changes nothing.
func Version(ctx context.Context, dsn string) (version int, err error) {
	s, err := connect(ctx, dsn)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	conn, err := s.acquire(ctx)
	if err == nil {
		defer conn.Release()
		version, err = schemaVersion(ctx, conn)
	}
	return version, engine{s}.Fail(ctx, "reading the schema", err)
}

// migrate brings the database up to date. Processes that do it at once wait
// for each other, and each step happens once.
func (s *Store) migrate(ctx context.Context) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for steps := Migrations(); ; {
		// Nearly always it is up to date, and this takes no lock.
		version, err := schemaVersion(ctx, conn)
		if err != nil {
			return err
		}
		if version == len(steps) {
			if err := s.clock.read(ctx, conn.Conn()); err != nil {
				return err
			}
			return rebase(ctx, conn.Conn())
		}
		if version == sqlstore.PlainUntil {
			if err := s.sealPlain(ctx, conn.Conn()); err != nil {
				return err
			}
		}
		if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return apply(ctx, tx, steps[version]) }); err != nil {
			return err
		}
	}
}

// sealPlain seals what was written before there were keys. What it leaves in the files is
// taken away at once, or, while others use the tables, by the next VACUUM FULL.
func (s *Store) sealPlain(ctx context.Context, c *pgx.Conn) error {
	rows := 0
	_, err := transact(ctx, c, false, func(t sqlstore.Tx) (err error) {
		t.Do(`SET LOCAL statement_timeout = 0`)
		rows, err = s.SealPlain(t)
		return err
	})
	if err == nil && rows > 0 {
		_ = engine{s}.Erase(ctx, sqlstore.PlainTables, nil)
	}
	return err
}

// apply takes a step, unless another process just has. It may take its time.
func apply(ctx context.Context, tx pgx.Tx, step Migration) error {
	const (
		lock  = `SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(1835100532)` // "mait" in ASCII
		first = `
			CREATE TABLE maitre_schema (version integer NOT NULL, tx_base bigint NOT NULL);
			INSERT INTO maitre_schema (version, tx_base) VALUES (0, 0);`
		mark = `UPDATE maitre_schema SET version = $1`
	)
	if _, err := tx.Exec(ctx, lock); err != nil {
		return err
	}
	version, err := schemaVersion(ctx, tx)
	if err != nil || version != step.Number-1 {
		return err
	}
	script := step.SQL
	if version == 0 {
		script = first + script
	}
	if _, err := tx.Exec(ctx, script); err != nil {
		return fmt.Errorf("applying %s: %w", step.Name, err)
	}
	_, err = tx.Exec(ctx, mark, step.Number)
	return err
}

// schemaVersion returns how many steps were applied. It is an error if that is
// more than this program knows, or if the tables are another program's. Those
// of an extension are nobody's.
func schemaVersion(ctx context.Context, q interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
},
) (version int, err error) {
	const tables = `
		SELECT COALESCE(current_schema(), ''), COUNT(*) FILTER (WHERE c.relname = 'maitre_schema'), COUNT(c.relname)
		FROM pg_namespace AS n LEFT JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
			AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
		WHERE n.nspname = current_schema()`
	const read = `SELECT version FROM maitre_schema`
	var schema string
	var ours, all int
	if err := q.QueryRow(ctx, tables).Scan(&schema, &ours, &all); err != nil {
		return 0, err
	}
	switch {
	case schema == "":
		return 0, errors.New("its search path names no schema that exists")
	case ours == 0 && all > 0:
		return 0, fmt.Errorf("its schema %s holds the tables of another program, which maitre leaves alone (make a database for maitre)", schema)
	case ours == 0:
		return 0, nil
	}
	if err := q.QueryRow(ctx, read).Scan(&version); err != nil {
		return 0, err
	}
	if known := len(Migrations()); version > known {
		return 0, fmt.Errorf("its tables were written by a newer maitre (schema %d, this one knows %d)", version, known)
	}
	return version, nil
}

// rebase makes transactions of this server count as later than those of the
// server that the database was dumped from, if it was: see All.
func rebase(ctx context.Context, c *pgx.Conn) error {
	const read = `
		SELECT tx_base, tx_base + pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
			COALESCE((SELECT tx FROM agent_events ORDER BY tx DESC LIMIT 1), 0)
		FROM maitre_schema`
	const update = `UPDATE maitre_schema SET tx_base = $2 WHERE tx_base = $1`
	var base, next, last int64
	if err := c.QueryRow(ctx, read).Scan(&base, &next, &last); err != nil || last < next {
		return err
	}
	_, err := c.Exec(ctx, update, base, last)
	return err
}
