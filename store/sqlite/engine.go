package sqlite

import (
	"cmp"
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// base has the methods that this store shares with others.
type base = sqlstore.Store

// engine is the database as base uses it.
type engine struct{ *Store }

// Read implements sqlstore.DB. Who waits for a connection gets the next in turn:
// database/sql would draw lots, and of hundreds of readers some would wait for ever.
func (e engine) Read(ctx context.Context, do func(sqlstore.Query) error) error {
	select {
	case e.reading <- struct{}{}:
		defer func() { <-e.reading }()
	case <-ctx.Done():
		return ctx.Err()
	}
	conn, err := e.reader.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		t := e.readers.on(c.(driver.Conn).Raw())
		defer t.conn.SetInterrupt(t.conn.SetInterrupt(ctx))
		return do(t.each)
	})
}

// Write implements sqlstore.DB.
func (e engine) Write(ctx context.Context, do func(sqlstore.Tx) error) error {
	return e.writeCalling(ctx, func(t *tx) error {
		x := &sharedTx{tx: t}
		return x.end(do(x))
	})
}

// WriteAlone implements sqlstore.DB: whoever writes is alone.
func (e engine) WriteAlone(ctx context.Context, do func(sqlstore.Tx) error) error {
	return e.Write(ctx, do)
}

// Erase implements sqlstore.DB. What is deleted is overwritten in the file at
// once (secure_delete), so that only the WAL is left.
func (e engine) Erase(ctx context.Context, _, _ []string) error { return e.emptyWAL(ctx, e.reader) }

// How long a deletion waits for readers of the WAL: writers wait with it, and
// unlike Forget it is for every day.
const deletePatience = 200 * time.Millisecond

// Tidy implements sqlstore.DB. If others read the WAL for long, what it holds
// stays until it is next written from its beginning.
func (e engine) Tidy(ctx context.Context, _ string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deletePatience)
	defer cancel()
	_, _ = checkpoint(ctx, e.reader)
}

// Fail implements sqlstore.DB.
func (e engine) Fail(ctx context.Context, doing string, err error) error {
	return e.fail(ctx, doing+":", err)
}

// Clock implements sqlstore.DB: a file is on this machine.
func (e engine) Clock() sqlstore.Clock { return here{} }

type here struct{}

func (here) Now() time.Time               { return time.Now() }
func (here) Stored(t time.Time) time.Time { return t }
func (here) Told(t time.Time) time.Time   { return t }

// sharedTx is a transaction as base uses it.
type sharedTx struct {
	*tx
	err      error // of the first statement that failed
	removing bool
}

// Lock implements sqlstore.Tx: nobody else writes.
func (x *sharedTx) Lock(sqlstore.Lock, string) {
	clear(x.keys) // of a guest, or a thread, that may not outlive this
}

// AllowRemoval implements sqlstore.Tx.
func (x *sharedTx) AllowRemoval() {
	if !x.removing {
		x.Do(`INSERT INTO removal (allowed) VALUES (1)`)
		x.removing = true
	}
}

// end returns the error of the transaction, if it has one, and forbids what
// AllowRemoval allowed.
func (x *sharedTx) end(err error) error {
	if x.removing {
		x.Do(`DELETE FROM removal`)
	}
	return cmp.Or(err, x.err)
}

// Do implements sqlstore.Tx.
func (x *sharedTx) Do(statement string, args ...any) { x.Count(new(int64), statement, args...) }

// Count implements sqlstore.Tx.
func (x *sharedTx) Count(n *int64, statement string, args ...any) {
	if x.err == nil {
		*n, x.err = x.exec(statement, args...)
	}
}

// Each implements sqlstore.Tx.
func (x *sharedTx) Each(scan func(sqlstore.Row) error, statement string, args ...any) error {
	if x.err == nil {
		x.err = x.each(scan, statement, args...)
	}
	return x.err
}

// list returns texts as json_each reads them.
func list(texts []string) string {
	all, _ := json.Marshal(texts) // never fails
	return string(all)
}

// readers has what was prepared on each connection that reads.
type readers struct {
	mu  sync.Mutex
	all map[*sqlite3.Conn]*tx
}

func (r *readers) on(c *sqlite3.Conn) *tx {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil || len(r.all) > 2*maxReaders { // some were lost
		r.all = map[*sqlite3.Conn]*tx{}
	}
	if r.all[c] == nil {
		r.all[c] = new(tx).on(c)
	}
	return r.all[c]
}
