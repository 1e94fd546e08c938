package sqlite

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// A commit waits for the disk, and SQLite has one writer at a time. So the
// writes that gather while one transaction is committed share the next one,
// and its wait: with one writer each has its own at once, with many the disk
// is not asked more often.

// write is a write that waits.
type write struct {
	do       func(sqlstore.Tx) error
	begun    atomic.Bool // or given up by who waits: whoever is first
	done     chan error  // gets the outcome, once
	panicked any         // what do panicked with
}

var errPanicked = errors.New("it panicked")

// Write implements sqlstore.DB. When ctx ends before do has begun it never will; later,
// ctx does not matter.
func (e engine) Write(ctx context.Context, do func(sqlstore.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &write{do: do, done: make(chan error, 1)}
	select {
	case e.writes <- w:
	case <-ctx.Done():
		return ctx.Err()
	case <-e.life.Done():
		return errClosed
	}
	err := e.await(ctx, w)
	if w.panicked != nil {
		panic(w.panicked) // it is the caller who does, and not the goroutine that writes for all
	}
	return err
}

func (e engine) await(ctx context.Context, w *write) error {
	err := errClosed
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-e.life.Done():
	}
	if w.begun.CompareAndSwap(false, true) {
		return err
	}
	return <-w.done
}

// work commits what waits, until the store is closed.
func (s *Store) work() {
	for {
		select {
		case w := <-s.writes:
			s.commit(w)
		case <-s.life.Done():
			return
		}
	}
}

// commit commits a write, and those that wait by the time it can begin: another process may
// have the lock for long. When one fails, each is tried alone.
func (s *Store) commit(first *write) {
	c, err := s.take(s.life, s.writer)
	if err == nil {
		defer func() { s.writer <- c }()
		err = c.begin(s.life)
	}
	if err != nil && s.life.Err() != nil {
		err = errClosed
	}
	all := s.begin(first)
	tried := err == nil
	if tried {
		err = c.end(c.run(all))
	}
	for _, w := range all {
		if tried && err != nil && len(all) > 1 {
			w.done <- c.alone(w)
		} else {
			w.done <- err
		}
	}
}

// begin begins all that wait.
func (s *Store) begin(first *write) (all []*write) {
	for w := first; w != nil; {
		if w.begun.CompareAndSwap(false, true) {
			all = append(all, w)
		}
		select {
		case w = <-s.writes:
		default:
			w = nil
		}
	}
	return all
}

func (c *conn) run(all []*write) error {
	for _, w := range all {
		if err := w.run(c); err != nil {
			return err
		}
	}
	return nil
}

func (c *conn) alone(w *write) error {
	if err := c.begin(context.Background()); err != nil {
		return err
	}
	return c.end(w.run(c))
}

func (w *write) run(c *conn) (err error) {
	defer func() {
		if w.panicked = recover(); w.panicked != nil {
			err = errPanicked
		}
	}()
	t := &tx{conn: c}
	return cmp.Or(w.do(t), t.err)
}

// tx is a transaction as base uses it. Statements are run at once.
type tx struct {
	*conn
	err error // of the first statement that failed
}

// Do implements sqlstore.Tx.
func (t *tx) Do(statement string, args ...any) { t.Count(new(int64), statement, args...) }

// Count implements sqlstore.Tx.
func (t *tx) Count(n *int64, statement string, args ...any) {
	if t.err == nil {
		*n, t.err = t.exec(statement, args...)
	}
}

// Ask implements sqlstore.Tx.
func (t *tx) Ask(scan func(sqlstore.Row) error, statement string, args ...any) {
	if t.err == nil {
		t.err = t.each(scan, statement, args...)
	}
}

// Now implements sqlstore.Tx.
func (t *tx) Now() error { return t.err }

// Again implements sqlstore.Tx: no answer is lost.
func (t *tx) Again() bool { return false }
