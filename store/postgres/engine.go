package postgres

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// base has the methods that this store shares with others.
type base = sqlstore.Store

// engine is the database as base uses it.
type engine struct{ *Store }

// Read implements sqlstore.DB. Now and then it looks at the server's clock.
func (e engine) Read(ctx context.Context, do func(sqlstore.Query) error) error {
	return e.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		if err := e.clock.read(ctx, c); err != nil {
			return err
		}
		return do(func(scan func(sqlstore.Row) error, statement string, args ...any) error {
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

// Write implements sqlstore.DB.
func (e engine) Write(ctx context.Context, do func(sqlstore.Tx) error) error {
	return e.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error { return e.transact(ctx, c, do) })
}

// WriteAlone implements sqlstore.DB.
func (e engine) WriteAlone(ctx context.Context, do func(sqlstore.Tx) error) error {
	const (
		patient = `SET LOCAL statement_timeout = 0`
		alone   = `SELECT pg_advisory_xact_lock(` + everyOwner + `)`
	)
	conn, err := e.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return e.transact(ctx, conn.Conn(), func(t sqlstore.Tx) error {
		t.Do(patient)
		t.Do(alone)
		return do(t)
	})
}

// deletePatience is how long a deletion waits for others who use a table: what it
// leaves there is taken away by the next one.
const deletePatience = 2 * time.Second

// Tidy implements sqlstore.DB.
func (e engine) Tidy(ctx context.Context, table string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deletePatience)
	defer cancel()
	_ = e.Erase(ctx, []string{table}, nil)
}

// Fail implements sqlstore.DB.
func (e engine) Fail(ctx context.Context, doing string, err error) error {
	return e.fail(ctx, doing, err)
}

// Clock implements sqlstore.DB.
func (e engine) Clock() sqlstore.Clock { return &e.clock }

// sharedTx is a transaction as base uses it. Statements wait until somebody asks
// for rows, or for the commit: mostly all of them are one round trip.
type sharedTx struct {
	send    func(*pgx.Batch) error
	keys    *ring
	waiting *pgx.Batch
	begun   bool
	err     error // of the first statement that failed
}

// transact calls do in a transaction and commits it, or undoes it.
func (e engine) transact(ctx context.Context, c *pgx.Conn, do func(sqlstore.Tx) error) error {
	send := func(b *pgx.Batch) error { return c.SendBatch(ctx, b).Close() }
	x := &sharedTx{send: send, keys: &e.keys, waiting: &pgx.Batch{}}
	defer func() { // also when do panics
		if !c.IsClosed() && c.PgConn().TxStatus() != 'I' {
			_, _ = c.Exec(ctx, `ROLLBACK`) // or the pool does away with the connection
		}
	}()
	if err := cmp.Or(do(x), x.err); err != nil {
		return err
	}
	if x.begun {
		x.waiting.Queue(`COMMIT`)
	}
	return x.flush() // without a BEGIN, what is sent together is a transaction
}

// begin begins a transaction with what waits.
func (x *sharedTx) begin() {
	if !x.begun {
		begin := &pgx.Batch{}
		begin.Queue(`BEGIN`)
		begin.QueuedQueries = append(begin.QueuedQueries, x.waiting.QueuedQueries...)
		x.waiting, x.begun = begin, true
	}
}

func (x *sharedTx) flush() error {
	batch := x.waiting
	x.waiting = &pgx.Batch{} // of what is to be done with the rows of batch
	return x.send(batch)
}

// Lock implements sqlstore.Tx. Who has a guest has their memories too, and waits
// until steps that seal with the guest's key are done, or lets them wait.
func (x *sharedTx) Lock(kind sqlstore.Lock, name string) {
	switch kind {
	case sqlstore.Thread:
		lock(x.waiting, name)
	case sqlstore.Owner:
		lockOwner(x.waiting, name)
	case sqlstore.Guest:
		x.begin() // or no table can be locked
		lockOwner(x.waiting, name)
		x.waiting.Queue(`LOCK TABLE runs IN SHARE ROW EXCLUSIVE MODE`)
		x.keys.drop(func(of [2]string, _ key) bool { return of[0] == name })
	}
}

// AllowRemoval implements sqlstore.Tx.
func (x *sharedTx) AllowRemoval() { x.waiting.Queue(allowRemoval) }

// Do implements sqlstore.Tx.
func (x *sharedTx) Do(statement string, args ...any) { x.waiting.Queue(statement, args...) }

// Count implements sqlstore.Tx.
func (x *sharedTx) Count(n *int64, statement string, args ...any) {
	x.waiting.Queue(statement, args...).Exec(func(done pgconn.CommandTag) error {
		*n = done.RowsAffected()
		return nil
	})
}

// Each implements sqlstore.Tx.
func (x *sharedTx) Each(scan func(sqlstore.Row) error, statement string, args ...any) error {
	if x.err != nil {
		return x.err
	}
	x.begin()
	x.waiting.Queue(statement, args...).Query(func(rows pgx.Rows) error { return each(rows, scan) })
	x.err = x.flush()
	return x.err
}
