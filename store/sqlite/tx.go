package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// tx is the transaction under way on the connection that writes. It speaks to
// SQLite without database/sql, which costs a fifth of what a commit can hold,
// and keeps every statement it has prepared.
type tx struct {
	conn     *sqlite3.Conn
	prepared map[string]*sqlite3.Stmt
	keys     map[string]*seal.Key // of guests and their threads, as they are in this transaction
}

// on returns t for a connection, which is a new one if the last was lost.
func (t *tx) on(c *sqlite3.Conn) *tx {
	if t.conn != c {
		*t = tx{conn: c, prepared: map[string]*sqlite3.Stmt{}, keys: map[string]*seal.Key{}}
	}
	return t
}

// begin waits for other processes until ctx ends.
func (t *tx) begin(ctx context.Context) error {
	defer t.conn.SetInterrupt(t.conn.SetInterrupt(ctx))
	clear(t.keys)
	_, err := t.exec(`BEGIN IMMEDIATE`)
	return err
}

// commit runs writes and commits what those that did not fail have written.
// Its error is of the commit, and then nothing is written. One that broke the
// transaction for all, as a full disk does, is returned: nothing is written,
// and the others can be tried again without it.
func (t *tx) commit(writes []*write) (broke *write, err error) {
	for _, w := range writes {
		if w.err = t.try(w.do, len(writes) == 1); t.conn.GetAutocommit() {
			return w, nil
		}
	}
	if _, err = t.exec(`COMMIT`); err != nil {
		t.rollback()
	}
	return nil, err
}

// try undoes what do has written if it fails. A write that is alone in its
// transaction needs no savepoint for that.
func (t *tx) try(do func(*tx) error, alone bool) error {
	if alone {
		err := do(t)
		if err != nil {
			t.rollback()
		}
		return err
	}
	if _, err := t.exec(`SAVEPOINT one`); err != nil {
		return err
	}
	err := do(t)
	var undo, release error
	if err != nil {
		_, undo = t.exec(`ROLLBACK TO one`)
		clear(t.keys) // one may have been made
	}
	_, release = t.exec(`RELEASE one`)
	if undo != nil || release != nil {
		t.rollback() // rather all than half
	}
	return cmp.Or(err, undo, release)
}

// rollback fails only when SQLite has rolled back by itself.
func (t *tx) rollback() { _, _ = t.exec(`ROLLBACK`) }

// exec returns how many rows were changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	stmt, err := t.bind(query, args)
	if err != nil {
		return 0, err
	}
	if err := stmt.Exec(); err != nil {
		return 0, err
	}
	return t.conn.Changes(), nil
}

// number returns the first column of the first row, if there is one.
func (t *tx) number(query string, args ...any) (n int64, found bool, err error) {
	stmt, err := t.bind(query, args)
	if err != nil {
		return 0, false, err
	}
	if found = stmt.Step(); found {
		n = stmt.ColumnInt64(0)
	}
	return n, found, stmt.Reset()
}

// each calls scan with each row of a query.
func (t *tx) each(scan func(sqlstore.Row) error, query string, args ...any) (err error) {
	stmt, err := t.bind(query, args)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, stmt.Reset()) }() // also when scan panics
	for err == nil && stmt.Step() {
		err = scan(stepped{stmt})
	}
	return err
}

// stepped is the row that a statement has come to. What it scans is the
// caller's.
type stepped struct{ *sqlite3.Stmt }

func (s stepped) Scan(into ...any) error {
	for i, to := range into {
		switch to := to.(type) {
		case *string:
			*to = s.ColumnText(i)
		case *sqlstore.Raw:
			*to = sqlstore.Raw(s.ColumnText(i))
		case *bool:
			*to = s.ColumnBool(i)
		case sqlstore.Time:
			*to.Time = time.Time{}
			if s.ColumnType(i) != sqlite3.NULL {
				*to.Time = time.UnixMicro(s.ColumnInt64(i)).UTC()
			}
		case *int64:
			*to = s.ColumnInt64(i)
		case *int:
			*to = s.ColumnInt(i)
		case **int64:
			*to = nil
			if s.ColumnType(i) != sqlite3.NULL {
				*to = new(s.ColumnInt64(i))
			}
		case *[]byte:
			*to = s.ColumnBlob(i, nil)
		default:
			panic(fmt.Sprintf("sqlite: a %T cannot be scanned to", to))
		}
	}
	return nil
}

func (t *tx) bind(query string, args []any) (*sqlite3.Stmt, error) {
	stmt := t.prepared[query]
	if stmt == nil {
		var err error
		if stmt, _, err = t.conn.Prepare(sqlstore.ForSQLite(query)); err != nil {
			return nil, err
		}
		t.prepared[query] = stmt
	}
	for i, arg := range args {
		var err error
		switch v := arg.(type) {
		case string:
			err = stmt.BindText(i+1, v)
		case int64:
			err = stmt.BindInt64(i+1, v)
		case []byte:
			if len(v) == 0 {
				err = stmt.BindNull(i + 1)
			} else {
				err = stmt.BindBlob(i+1, v)
			}
		case nil:
			err = stmt.BindNull(i + 1)
		case time.Time:
			err = stmt.BindInt64(i+1, v.UnixMicro())
		case sqlstore.Raw:
			err = stmt.BindText(i+1, string(v))
		case []string:
			err = stmt.BindText(i+1, list(v))
		default:
			panic(fmt.Sprintf("sqlite: a %T cannot be bound", v))
		}
		if err != nil {
			return nil, err
		}
	}
	return stmt, nil
}
