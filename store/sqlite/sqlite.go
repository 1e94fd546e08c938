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
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
	"github.com/maitre-dev/maitre/store/internal/tail"
)

// base has the methods of every store.
type base = sqlstore.Store

// Store is an open database. It is safe for concurrent use.
type Store struct {
	base
	path string
	tail tail.Tail

	// SQLite has one writer at a time. With one connection and a queue the
	// writers of this process wait in turn, where they would otherwise poll the
	// lock and the unlucky ones give up; the busy timeout is for other processes.
	writer  chan *conn
	readers chan *conn // reads go on while a writer writes
	writes  chan *write
	worker  sync.WaitGroup // one, whose stack has grown to what SQLite needs

	life context.Context // ends with Close
	die  context.CancelFunc

	closed sync.Once
}

// Memory as a path is a database that ends with its Store.
const Memory = ":memory:"

// A few readers keep two cores busy; each connection has a page cache.
const maxReaders = 4

// Open opens the database at path. A missing file is made, readable by its
// owner only; a missing directory is an error. An older database is brought
// up to date; a newer one is refused, as is a file that is not maitre's.
func Open(ctx context.Context, path string) (*Store, error) {
	if path == "" {
		return nil, errors.New("opening a database: its path is empty")
	}
	s := &Store{path: path, writer: make(chan *conn, 1), writes: make(chan *write, 64)}
	s.base = sqlstore.New(engine{s}, dialect, &s.tail)
	s.life, s.die = context.WithCancel(context.Background())
	if err := s.open(ctx); err != nil {
		_ = s.Close()
		return nil, s.fail(ctx, "opening", err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) (err error) {
	name, first := Memory, &conn{}
	s.writer <- first
	if s.path != Memory {
		if name, err = create(s.path); err != nil {
			return err
		}
	}
	first.name = name
	if err := s.migrate(ctx); err != nil {
		return err
	}
	s.worker.Go(s.work)
	if s.path == Memory {
		// One connection reads and writes, since each would be a database of its
		// own, and tells of every event.
		s.readers, s.tail.Told = s.writer, true
		return nil
	}
	s.readers = make(chan *conn, maxReaders)
	for range maxReaders {
		s.readers <- &conn{name: name}
	}
	return nil
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

// Close lets go of the database. A write that has not begun fails, as later
// calls do; what has is completed first.
func (s *Store) Close() (err error) {
	s.closed.Do(func() {
		s.tail.Close()
		s.die()
		s.worker.Wait()
		err = s.close()
	})
	return err
}

// close takes every connection, once nobody needs it any more, and closes it.
func (s *Store) close() error {
	pools := []chan *conn{s.writer, s.readers}
	if s.path == Memory {
		pools = pools[:1]
	}
	var errs []error
	for _, pool := range pools {
		for range cap(pool) {
			errs = append(errs, (<-pool).close())
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("closing %s: %w", s.path, err)
	}
	return nil
}

var errClosed = errors.New("the store is closed")

// take waits for a connection, in turn, and opens it if nobody has.
func (s *Store) take(ctx context.Context, pool chan *conn) (*conn, error) {
	if s.life.Err() != nil {
		return nil, errClosed
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	select {
	case c := <-pool:
		if err := c.open(ctx); err != nil {
			pool <- c
			return nil, err
		}
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.life.Done():
		return nil, errClosed
	}
}

// engine is the database as base uses it.
type engine struct{ *Store }

var dialect = sqlstore.Dialect{
	Allow:  `INSERT INTO removal (allowed) VALUES (1)`,
	Forbid: `DELETE FROM removal`,
}

// Read implements sqlstore.DB.
func (e engine) Read(ctx context.Context, do func(sqlstore.Query) error) error {
	c, err := e.take(ctx, e.readers)
	if err != nil {
		return err
	}
	defer func() { e.readers <- c }()
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	return do(c.each)
}

// How long the WAL may wait for a reader that still needs it.
const walPatience = 10 * time.Second

// Erase implements sqlstore.DB. What is deleted is overwritten in the file at
// once (secure_delete): what was there before would still be in the WAL for as long as
// nobody writes there. So that is copied into the file and cut to nothing.
func (e engine) Erase(ctx context.Context, _, _ []string) error {
	for begin := time.Now(); ; {
		busy := false
		err := e.Read(ctx, func(query sqlstore.Query) error {
			return query(func(r sqlstore.Row) error { return r.Scan(&busy) }, `PRAGMA wal_checkpoint(TRUNCATE)`)
		})
		if err != nil || !busy {
			return err
		}
		if time.Since(begin) > walPatience {
			return errors.New("it is done, but what was deleted is still in the WAL, which another program reads: try again")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Fail implements sqlstore.DB.
func (e engine) Fail(ctx context.Context, doing string, err error) error {
	return e.fail(ctx, doing+":", err)
}

// Now implements sqlstore.DB: a file is on this machine.
func (e engine) Now() (now time.Time, ahead time.Duration) { return time.Now(), 0 }
