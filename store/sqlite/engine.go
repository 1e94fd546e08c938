package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// base has the methods that this store shares with others.
type base = sqlstore.Store

// engine is the database as base uses it.
type engine struct{ *Store }

// Read implements sqlstore.DB.
func (e engine) Read(ctx context.Context, do func(sqlstore.Query) error) error {
	return do(func(scan func(sqlstore.Row) error, statement string, args ...any) error {
		stmt, err := e.prepared.get(ctx, e.reader, statement)
		if err != nil {
			return err
		}
		for i, arg := range args {
			args[i] = bindable(arg)
		}
		rows, err := stmt.QueryContext(ctx, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := scan(rows); err != nil {
				return err
			}
		}
		return rows.Err()
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
func (e engine) Erase(ctx context.Context, _, _ []string) error { return e.emptyWAL(ctx) }

// How long a deletion waits for readers of the WAL: writers wait with it, and
// unlike Forget it is for every day.
const deletePatience = 200 * time.Millisecond

// Tidy implements sqlstore.DB. If others read the WAL for long, what it holds
// stays until it is next written from its beginning.
func (e engine) Tidy(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deletePatience)
	defer cancel()
	_, _ = e.checkpoint(ctx)
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
func (x *sharedTx) Lock(lock sqlstore.Lock, name string) {
	if lock == sqlstore.Guest {
		delete(x.keys, name) // its key may not outlive this
	}
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

// bindable returns an argument as SQLite takes it. Times are microseconds, which
// compare and index as plain integers.
func bindable(arg any) any {
	switch v := arg.(type) {
	case time.Time:
		return v.UnixMicro()
	case sqlstore.Raw:
		return string(v)
	case []string:
		return list(v)
	}
	return arg
}

// list returns texts as json_each reads them.
func list(texts []string) string {
	all, _ := json.Marshal(texts) // never fails
	return string(all)
}

// statements are prepared once: to do so takes longer than to run most.
type statements struct{ made sync.Map }

func (s *statements) get(ctx context.Context, db *sql.DB, statement string) (*sql.Stmt, error) {
	if stmt, ok := s.made.Load(statement); ok {
		return stmt.(*sql.Stmt), nil
	}
	made, err := db.PrepareContext(ctx, sqlstore.ForSQLite(statement))
	if err != nil {
		return nil, err
	}
	stmt, there := s.made.LoadOrStore(statement, made)
	if there {
		_ = made.Close() // another was faster
	}
	return stmt.(*sql.Stmt), nil
}
