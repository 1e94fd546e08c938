package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// Each file is one step of the schema, applied in the order of its name and
// never changed once released. How many were applied is the user_version.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a database as maitre's: "mait" in ASCII.
const applicationID = 0x6d616974

// Migration is a step of the schema.
type Migration = sqlstore.Migration

// Migrations returns all steps of the schema, in order.
func Migrations() []Migration { return sqlstore.Migrations(migrations) }

// Version returns how many migrations the database at path has, without
// applying any. A file that is missing has none.
func Version(ctx context.Context, path string) (version int, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	s := &Store{path: path}
	name, err := uri(path)
	if err == nil {
		s.reader, err = connect(name+"&mode=rw", 1)
	}
	if err == nil {
		version, err = schemaVersion(ctx, s.reader)
		err = errors.Join(err, s.reader.Close())
	}
	return version, s.fail(ctx, "reading", err)
}

// migrate brings the database up to date. Processes that do it at once wait
// for each other, and each step happens once.
func (s *Store) migrate(ctx context.Context) error {
	steps := Migrations()
	for {
		// Nearly always it is up to date, and this takes no lock.
		version, err := schemaVersion(ctx, s.writer)
		if err != nil {
			return err
		}
		if err := s.useWAL(ctx); err != nil || version == len(steps) {
			return err
		}
		if version == sqlstore.PlainUntil {
			if err := s.sealPlain(ctx); err != nil {
				return err
			}
		}
		next := steps[version : version+1]
		if version == 0 { // nothing is there that must be seen to on the way
			next = steps
		}
		if err := s.step(ctx, next); err != nil {
			return err
		}
	}
}

// sealPlain seals what was written before there were keys.
func (s *Store) sealPlain(ctx context.Context) error {
	rows := 0
	err := s.write(ctx, func(t *tx) (err error) {
		x := &sharedTx{tx: t}
		rows, err = sqlstore.SealPlain(x)
		return x.end(err)
	})
	if err != nil || rows == 0 {
		return err
	}
	return s.emptyWAL(ctx, s.writer)
}

// step applies steps at once, unless another process just has.
func (s *Store) step(ctx context.Context, steps []Migration) error {
	return s.write(ctx, func(t *tx) error {
		version, _, err := t.number(`PRAGMA user_version`)
		if err != nil || version != int64(steps[0].Number)-1 {
			return err
		}
		for _, step := range steps {
			if err := t.conn.Exec(script(step)); err != nil {
				return fmt.Errorf("applying %s: %w", step.Name, err)
			}
		}
		return nil
	})
}

// script applies the step and counts it. A pragma takes no parameters.
func script(m Migration) string {
	return m.SQL + fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d;`, applicationID, m.Number)
}

// schemaVersion returns how many steps were applied. It is an error if that is
// more than this program knows, or if the database is another program's.
func schemaVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	const query = `
		SELECT v.user_version, a.application_id, (SELECT COUNT(*) FROM sqlite_schema)
		FROM pragma_user_version AS v, pragma_application_id AS a`
	var id, tables int
	if err := db.QueryRowContext(ctx, query).Scan(&version, &id, &tables); err != nil {
		return 0, err
	}
	isNew := version == 0 && id == 0 && tables == 0
	switch known := len(Migrations()); {
	case id != applicationID && !isNew:
		return 0, errors.New("this is a database of another program, which maitre leaves alone")
	case version > known:
		return 0, fmt.Errorf("this database was written by a newer maitre (schema %d, this one knows %d)", version, known)
	}
	return version, nil
}

// useWAL lets readers and a writer work at once. The file remembers it. Two
// processes that switch a new file at the same moment would deadlock, so
// SQLite tells one that it is busy without waiting; it has to try again.
func (s *Store) useWAL(ctx context.Context) error {
	const patience = 5 * time.Second
	for begin := time.Now(); ; {
		_, err := s.writer.ExecContext(ctx, `PRAGMA journal_mode = WAL`)
		if !errors.Is(err, sqlite3.BUSY) || time.Since(begin) > patience {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}
