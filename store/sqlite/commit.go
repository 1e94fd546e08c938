package sqlite

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/ncruces/go-sqlite3/driver"
)

// A commit waits for the disk, and SQLite has one writer at a time. So the
// writes that gather while one transaction is committed share the next one,
// and its wait: with one writer each has its own at once, with many the disk
// is not asked more often.

// queue holds the writes that wait for a transaction.
type queue struct {
	mu      sync.Mutex
	waiting []*write
	some    chan struct{} // full if writes may wait; nil: nobody takes them yet
	closed  bool
	worker  sync.WaitGroup // one, whose stack has grown to what SQLite needs
}

type write struct {
	do   func(*tx) error
	err  error      // of do
	done chan error // gets the outcome, once
}

var errClosed = errors.New("the store is closed")

// write runs do in a transaction that no other writer can come between, and
// returns when it is committed. When it fails, nothing is written. When ctx
// ends before do has begun it never will; later, ctx does not matter. If
// another write breaks the transaction, do is run again in a new one.
func (s *Store) write(ctx context.Context, do func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &write{do: do, done: make(chan error, 1)}
	if !s.add(w) {
		return errClosed
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		if s.withdraw(w) {
			return ctx.Err()
		}
		return <-w.done
	}
}

func (s *Store) add(w *write) bool {
	q := &s.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.waiting = append(q.waiting, w)
	if q.some == nil {
		q.some = make(chan struct{}, 1)
		q.worker.Go(s.work)
	}
	select {
	case q.some <- struct{}{}:
	default:
	}
	return true
}

// withdraw reports whether w still waited, and does so no more.
func (s *Store) withdraw(w *write) bool {
	q := &s.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, w)
	if i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	return i >= 0
}

func (s *Store) takeAll() []*write {
	q := &s.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}

// work commits what waits, until the store is closed.
func (s *Store) work() {
	more := func() bool {
		s.queue.mu.Lock()
		defer s.queue.mu.Unlock()
		return len(s.queue.waiting) > 0
	}
	for range s.queue.some {
		for more() {
			if err := s.commitAll(); err != nil {
				answer(s.takeAll(), err)
			}
		}
	}
}

// commitAll commits what waits. It fails only before it has taken any.
func (s *Store) commitAll() error {
	conn, err := s.writer.Conn(s.life)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		t := s.tx.on(c.(driver.Conn).Raw())
		if err := t.begin(s.life); err != nil {
			return err
		}
		// Only now: the lock may have been another process's for long, and who
		// gave up meanwhile is gone, who came is here.
		writes := s.takeAll()
		for {
			broke, err := t.commit(writes)
			if broke == nil {
				answer(writes, err)
				return nil
			}
			answer([]*write{broke}, nil)
			writes = slices.DeleteFunc(writes, func(w *write) bool { return w == broke })
			if len(writes) == 0 {
				return nil
			}
			if err := t.begin(context.Background()); err != nil {
				answer(writes, err)
				return nil
			}
		}
	})
}

// answer tells each what came of it: its own error, or else the common one.
func answer(writes []*write, err error) {
	for _, w := range writes {
		if w.err == nil {
			w.err = err
		}
		w.done <- w.err
	}
}

// end fails who waits, and returns when who was begun has been answered.
func (s *Store) end() {
	s.queue.mu.Lock()
	if s.queue.some != nil && !s.queue.closed {
		close(s.queue.some)
	}
	s.queue.closed = true
	s.queue.mu.Unlock()
	answer(s.takeAll(), errClosed)
	s.die()
	s.queue.worker.Wait()
}
