package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/maitre-dev/maitre/graph"
)

// lostError is of a call whose connection broke, and for which there was no
// other in time, or which cannot be made again.
type lostError struct {
	err  error
	sent bool // it may have been carried out all the same
}

func (e *lostError) Error() string { return e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

// read calls f with a connection, and again with another if that breaks.
func (s *Store) read(ctx context.Context, f func(context.Context, *pgx.Conn) error) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	return s.call(ctx, conn, false, func(ctx context.Context, c *pgx.Conn, _ bool) error { return f(ctx, c) })
}

// write does as read, but once f was called the end of ctx does not matter any
// more: it must not leave the matter undecided. again says that an earlier call
// of f was sent and its answer lost, so that it may have been carried out, or
// may be yet: a server reads on after its client is gone. So f must write in a
// way that cannot happen twice, and then see whether it was first.
func (s *Store) write(ctx context.Context, f func(ctx context.Context, c *pgx.Conn, again bool) error) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	return s.call(context.WithoutCancel(ctx), conn, true, f)
}

// call calls f until it has an answer. A server that went away is an error at
// once, but not while a write may have been carried out: to know is worth
// waiting for.
func (s *Store) call(ctx context.Context, conn *pgxpool.Conn, writes bool, f func(context.Context, *pgx.Conn, bool) error) error {
	const pause = 20 * time.Millisecond
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	sent := false
	for {
		broken, err := use(conn, func(c *pgx.Conn) error { return f(ctx, c, sent) })
		if !broken && !passing(err) {
			return err
		}
		sent = sent || broken && writes && !pgconn.SafeToRetry(err)
		if _, givenUp := errors.AsType[*lostError](err); givenUp || ctx.Err() != nil {
			return &lostError{err, sent}
		}
		if broken {
			s.pool.Reset() // what breaks one usually breaks all
		}
		next, away := s.acquire(ctx)
		for ; away != nil; next, away = s.acquire(ctx) {
			if !sent || ctx.Err() != nil {
				return &lostError{err, sent}
			}
			time.Sleep(pause)
		}
		conn = next
	}
}

// use calls f with a connection and lets go of it, also when f panics: what it
// had begun is then undone.
func use(conn *pgxpool.Conn, f func(*pgx.Conn) error) (broken bool, err error) {
	defer conn.Release()
	err = f(conn.Conn())
	return err != nil && conn.Conn().IsClosed(), err
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

// passing reports whether the server has undone a transaction that may well
// succeed when it is tried again: it stood in another's way.
func passing(err error) bool {
	return slices.Contains([]string{"40001", "40P01"}, code(err))
}

// code returns the server's code for an error (SQLSTATE), or "".
func code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

const (
	uniqueViolation  = "23505"
	lockNotAvailable = "55P03"
)

// constraint returns the name of the constraint that err tells of, or "".
func constraint(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.ConstraintName
	}
	return ""
}

// one sends statements together, as one transaction in one round trip, and
// returns the number that the last one selects.
func one(ctx context.Context, c *pgx.Conn, batch *pgx.Batch) (n int, err error) {
	last := batch.QueuedQueries[batch.Len()-1]
	last.QueryRow(func(row pgx.Row) error { return row.Scan(&n) })
	err = c.SendBatch(ctx, batch).Close() // the commit comes last, so that only now it is sure
	return n, err
}

// lock makes what else a transaction does to a thread wait until no other does.
func lock(b *pgx.Batch, thread string) {
	const query = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`
	if thread != "" {
		b.Queue(query, thread)
	}
}
