package sqlite

import (
	"context"
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
	name, err := uri(path)
	if err == nil {
		c := &conn{name: name + "&mode=rw"}
		if err = c.open(ctx); err == nil {
			version, err = c.version()
		}
		err = errors.Join(err, c.close())
	}
	return version, (&Store{path: path}).fail(ctx, "reading", err)
}

// migrate brings the database up to date. Processes that do it at once wait
// for each other, and each step happens once.
func (s *Store) migrate(ctx context.Context) error {
	c, err := s.take(ctx, s.writer)
	if err != nil {
		return err
	}
	defer func() { s.writer <- c }()
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	for steps := Migrations(); ; {
		// Nearly always it is up to date, and this takes no lock.
		version, err := c.version()
		if err != nil {
			return err
		}
		if err := c.useWAL(ctx); err != nil || version == len(steps) {
			return err
		}
		next := steps[version : version+1]
		if version == 0 { // nothing is there that must be seen to on the way
			next = steps
		}
		if err := s.apply(ctx, c, next); err != nil {
			return err
		}
	}
}

// apply applies steps at once, unless another process just has. What guests said before there
// were keys it seals, and leaves nothing of it in the WAL.
func (s *Store) apply(ctx context.Context, c *conn, steps []Migration) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	version, err := c.version()
	plain := 0
	if err == nil && version == steps[0].Number-1 {
		if version == sqlstore.PlainUntil {
			plain, err = s.SealPlain(&tx{conn: c})
		}
		for _, step := range steps {
			if err == nil {
				if err = c.Exec(script(step)); err != nil {
					err = fmt.Errorf("applying %s: %w", step.Name, err)
				}
			}
		}
	}
	if err = c.end(err); err == nil && plain > 0 {
		err = c.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	return err
}

// script applies the step and counts it. A pragma takes no parameters.
func script(m Migration) string {
	return m.SQL + fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d;`, applicationID, m.Number)
}

// version returns how many steps were applied. It is an error if that is
// more than this program knows, or if the database is another program's.
func (c *conn) version() (version int, err error) {
	const query = `
		SELECT v.user_version, a.application_id, (SELECT COUNT(*) FROM sqlite_schema)
		FROM pragma_user_version AS v, pragma_application_id AS a`
	var id, tables int
	if err := c.each(func(r sqlstore.Row) error { return r.Scan(&version, &id, &tables) }, query); err != nil {
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
func (c *conn) useWAL(ctx context.Context) error {
	const patience = 5 * time.Second
	for begin := time.Now(); ; {
		err := c.Exec(`PRAGMA journal_mode = WAL`)
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
