package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// engine is the database as base uses it.
type engine struct{ *Store }

// Read implements sqlstore.DB. Now and then it looks at the server's clock.
func (e engine) Read(ctx context.Context, do func(sqlstore.Query) error) error {
	return e.call(ctx, ctx, func(ctx context.Context, c *pgx.Conn, _ bool) (sent bool, err error) {
		if err := e.clock.read(ctx, c); err != nil {
			return false, err
		}
		return false, do(func(scan func(sqlstore.Row) error, statement string, args ...any) error {
			rows, err := c.Query(ctx, statement, args...)
			if err != nil {
				return err
			}
			return each(rows, scan)
		})
	})
}

func each(rows pgx.Rows, scan func(sqlstore.Row) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Write implements sqlstore.DB. Once there is a connection the end of ctx does not matter any
// more: it must not leave the matter undecided.
func (e engine) Write(ctx context.Context, do func(sqlstore.Tx) error) error {
	return e.call(ctx, context.WithoutCancel(ctx), func(ctx context.Context, c *pgx.Conn, again bool) (bool, error) {
		return transact(ctx, c, again, do)
	})
}

// transact calls do in a transaction and commits it, or undoes it. A commit that fails was sent.
func transact(ctx context.Context, c *pgx.Conn, again bool, do func(sqlstore.Tx) error) (sent bool, err error) {
	t := &tx{send: func(b *pgx.Batch) error { return c.SendBatch(ctx, b).Close() }, again: again}
	defer func() { // also when do panics
		if !c.IsClosed() && c.PgConn().TxStatus() != 'I' {
			_, _ = c.Exec(ctx, `ROLLBACK`) // or the pool does away with the connection
		}
	}()
	if err := cmp.Or(do(t), t.err); err != nil {
		return false, err
	}
	return true, t.commit()
}

// lostError is of a call whose connection broke, and for which there was no
// other in time.
type lostError struct {
	err  error
	sent bool // it may have been carried out all the same
}

func (e *lostError) Error() string { return e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

// call calls f with a connection, and with another while that breaks, until it has an
// answer: sent says that a commit was under way, and again that this was so before, so that it may
// have been carried out, or may be yet: a server reads on after its client is gone. A server that
// went away is an error at once, but not while that is unknown: to know is worth waiting for.
func (s *Store) call(begun, ctx context.Context, f func(ctx context.Context, c *pgx.Conn, again bool) (sent bool, err error)) error {
	const pause = 20 * time.Millisecond
	conn, err := s.acquire(begun)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	for again := false; ; {
		sent, broken := false, false
		func() {
			defer conn.Release() // also when f panics
			sent, err = f(ctx, conn.Conn(), again)
			broken = err != nil && conn.Conn().IsClosed()
		}()
		if !broken && !passing(err) {
			return err
		}
		again = again || broken && sent && !pgconn.SafeToRetry(err)
		if ctx.Err() != nil {
			return &lostError{err, again}
		}
		if broken {
			s.pool.Reset() // what breaks one usually breaks all
		}
		next, away := s.acquire(ctx)
		for ; away != nil; next, away = s.acquire(ctx) {
			if !again || ctx.Err() != nil {
				return &lostError{err, again}
			}
			time.Sleep(pause)
		}
		conn = next
	}
}

func (s *Store) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	limited, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	conn, err := s.pool.Acquire(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		if stat := s.pool.Stat(); stat.AcquiredConns() == stat.MaxConns() {
			err = graph.Unavailable(fmt.Errorf("all %d connections were in use for %v (pool_max_conns in the connection string allows more)", stat.MaxConns(), s.patience))
		}
	}
	return conn, err
}

// tx is a transaction as base uses it. Statements wait until somebody asks
// for rows, or for the commit: mostly it is one round trip, or two.
type tx struct {
	send    func(*pgx.Batch) error
	waiting pgx.Batch
	begun   bool
	again   bool
	err     error // of the first statement that failed
}

// commit commits what waits. What is sent together without a BEGIN is a transaction.
func (t *tx) commit() error {
	if t.begun {
		t.waiting.Queue(`COMMIT`)
	}
	if t.waiting.Len() == 0 {
		return nil
	}
	return t.send(&t.waiting)
}

// Do implements sqlstore.Tx.
func (t *tx) Do(statement string, args ...any) { t.waiting.Queue(statement, args...) }

// Count implements sqlstore.Tx.
func (t *tx) Count(n *int64, statement string, args ...any) {
	t.waiting.Queue(statement, args...).Exec(func(done pgconn.CommandTag) error {
		*n = done.RowsAffected()
		return nil
	})
}

// Ask implements sqlstore.Tx.
func (t *tx) Ask(scan func(sqlstore.Row) error, statement string, args ...any) {
	t.waiting.Queue(statement, args...).Query(func(rows pgx.Rows) error { return each(rows, scan) })
}

// Now implements sqlstore.Tx.
func (t *tx) Now() error {
	if t.err != nil || t.waiting.Len() == 0 {
		return t.err
	}
	batch := t.waiting
	if t.waiting = (pgx.Batch{}); !t.begun { // waiting is for what is done with the rows of batch
		begin := pgx.Batch{}
		begin.Queue(`BEGIN`)
		begin.QueuedQueries = append(begin.QueuedQueries, batch.QueuedQueries...)
		batch, t.begun = begin, true
	}
	t.err = t.send(&batch)
	return t.err
}

// Again implements sqlstore.Tx.
func (t *tx) Again() bool { return t.again }

// passing reports whether the server has undone a transaction that may well
// succeed when it is tried again: it stood in another's way.
func passing(err error) bool { return code(err) == "40001" || code(err) == "40P01" }

// code returns the server's code for an error (SQLSTATE), or "".
func code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// Taken implements sqlstore.DB.
func (e engine) Taken(err error) bool { return code(err) == "23505" }

// Now implements sqlstore.DB.
func (e engine) Now() (now time.Time, ahead time.Duration) { return e.clock.Now(), e.clock.ahead() }
