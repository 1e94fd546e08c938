package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Each file is one step of the schema, applied in the order of its name and
// never changed once released. How many were applied is the user_version.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a database as maitre's: "mait" in ASCII.
const applicationID = 0x6d616974

// migrate brings the database up to date. Processes that do it at once wait
// for each other, and each step happens once.
func (s *Store) migrate(ctx context.Context) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	// The commonest case first, which takes no lock.
	conn, err := s.writer.Conn(ctx)
	if err != nil {
		return err
	}
	version, err := schemaVersion(ctx, conn, len(steps))
	conn.Close()
	if err != nil {
		return err
	}
	if err := s.useWAL(ctx); err != nil {
		return err
	}
	for ; version < len(steps); version++ {
		if err := s.step(ctx, steps, version); err != nil {
			return err
		}
	}
	return nil
}

// step applies the step after version, unless another process just has.
func (s *Store) step(ctx context.Context, steps []string, version int) error {
	script, err := migrations.ReadFile(steps[version])
	if err != nil {
		return err
	}
	return s.write(ctx, func(c *sql.Conn) error {
		now, err := schemaVersion(ctx, c, len(steps))
		if err != nil || now > version {
			return err
		}
		// A pragma takes no parameters.
		mark := fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d;`, applicationID, version+1)
		if _, err := c.ExecContext(ctx, string(script)+mark); err != nil {
			return fmt.Errorf("applying %s: %w", steps[version], err)
		}
		return nil
	})
}

// schemaVersion returns how many steps were applied. It is an error if that is
// more than this program knows, or if the database is another program's.
func schemaVersion(ctx context.Context, c *sql.Conn, known int) (version int, err error) {
	const query = `
		SELECT v.user_version, a.application_id, (SELECT COUNT(*) FROM sqlite_schema)
		FROM pragma_user_version AS v, pragma_application_id AS a`
	var id, tables int
	if err := c.QueryRowContext(ctx, query).Scan(&version, &id, &tables); err != nil {
		return 0, err
	}
	isNew := version == 0 && id == 0 && tables == 0
	switch {
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
