// Package sqlite keeps maitre's own state in one SQLite file: threads with
// their messages, runs with their events, documents with their vectors, answers
// that are kept, what is remembered of guests, and what each day has cost. [Open]
// makes or migrates the file; the [Store] it returns is a thread.Store, a
// graph.Store, an event.Log, an event.Tail, a retrieve.Store, a semcache.Store, a
// memory.Store, a token.Store and an llm.Ledger.
//
// What a guest says is sealed with a key of theirs, which Store.Forget destroys.
// What was deleted is overwritten in the file and the WAL is emptied; if that has
// to wait too long for readers Forget is an error. A copy of the file that was
// made before is not touched.
//
// The file may be open in several processes of one machine at once. It does
// not belong on a network file system, where SQLite's locks do not hold.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
	"github.com/maitre-dev/maitre/store/internal/tail"
)

var (
	_ sqlstore.All = (*Store)(nil)
	_ llm.Ledger   = (*Store)(nil)
)

// Store is an open database. It is safe for concurrent use.
type Store struct {
	base
	path string

	// SQLite has one writer at a time. With one connection and a queue the
	// writers of this process wait in turn, where they would otherwise poll the
	// lock and the unlucky ones give up; the busy timeout is for other processes.
	writer *sql.DB
	queue  queue
	tx     tx // on writer, of who works on the queue

	reader  *sql.DB // reads go on while a writer writes
	reading chan struct{}
	readers readers
	tail    tail.Tail

	life context.Context // ends with Close
	die  context.CancelFunc
}

// Memory as a path is a database that ends with its Store.
const Memory = ":memory:"

// A few readers keep two cores busy; each connection has a page cache.
const maxReaders = 4

// Set on every connection. The WAL is synced at each commit (FULL): a guest
// has seen the reply and the money is spent, so neither may be forgotten when
// the power fails, and next to a model's answer a sync costs nothing. With
// recursive triggers a REPLACE is a DELETE to the triggers that keep events. A
// secure delete overwrites what it deletes: see Forget.
const pragmas = `
PRAGMA busy_timeout = 5000;
PRAGMA foreign_keys = ON;
PRAGMA synchronous = FULL;
PRAGMA recursive_triggers = ON;
PRAGMA secure_delete = ON;
`

// Open opens the database at path. A missing file is made, readable by its
// owner only; a missing directory is an error. An older database is brought
// up to date; a newer one is refused, as is a file that is not maitre's.
func Open(ctx context.Context, path string) (*Store, error) {
	if path == "" {
		return nil, errors.New("opening a database: its path is empty")
	}
	s := &Store{path: path, reading: make(chan struct{}, maxReaders)}
	s.base = sqlstore.New(engine{s}, &s.tail)
	s.life, s.die = context.WithCancel(context.Background())
	if err := s.open(ctx); err != nil {
		_ = s.Close()
		return nil, s.fail(ctx, "opening", err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) (err error) {
	name := Memory
	if s.path != Memory {
		if name, err = create(s.path); err != nil {
			return err
		}
	}
	if s.writer, err = connect(name, 1); err != nil {
		return err
	}
	if err := s.migrate(ctx); err != nil {
		return err
	}
	if s.path == Memory {
		// One connection reads and writes, since each would be a database of its
		// own, and tells of every event.
		s.reader, s.tail.Told = s.writer, true
		return nil
	}
	s.reader, err = connect(name, maxReaders)
	return err
}

// create makes the file if it is missing, and returns its name for SQLite.
func create(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return "", e.Err // the path is named once, by fail
	} else if err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return uri(path)
}

func uri(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	// The WAL holds guests' words too: it takes the mode of the file.
	name := strings.ReplaceAll(url.QueryEscape(filepath.ToSlash(path)), "+", "%20") // SQLite reads a plus as a plus
	return "file:" + name + "?modeof=" + name, nil
}

func connect(name string, most int) (*sql.DB, error) {
	begin := func(c *sqlite3.Conn) error { return c.Exec(pragmas) }
	end := func(c *sqlite3.Conn) error { // what tx has prepared would keep it open
		for _, stmt := range slices.Collect(c.Stmts()) {
			_ = stmt.Close() // fails if its last run did
		}
		return nil
	}
	db, err := driver.Open(name, begin, end)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	return db, nil
}

// Close lets go of the database. A write that has not begun fails, as later
// calls do; one that has is completed first.
func (s *Store) Close() error {
	s.tail.Close()
	s.end()
	var errs []error
	for _, db := range []*sql.DB{s.reader, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("closing %s: %w", s.path, err)
	}
	return nil
}
