package sqlite

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// conn is a connection, opened when it is first needed. It speaks to SQLite without
// database/sql, which costs a fifth of what a commit can hold, and keeps every statement
// it has prepared.
type conn struct {
	*sqlite3.Conn
	name     string
	prepared map[string]*sqlite3.Stmt
}

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

func (c *conn) open(ctx context.Context) error {
	if c.Conn != nil {
		return nil
	}
	opened, err := sqlite3.OpenContext(ctx, c.name)
	if err != nil {
		return err
	}
	if err := opened.Exec(pragmas); err != nil {
		_ = opened.Close()
		return err
	}
	c.Conn, c.prepared = opened, map[string]*sqlite3.Stmt{}
	return nil
}

func (c *conn) close() error {
	if c.Conn == nil {
		return nil
	}
	for _, stmt := range slices.Collect(c.Stmts()) {
		_ = stmt.Close() // fails if its last run did
	}
	return c.Conn.Close()
}

// begin waits for other processes until ctx ends.
func (c *conn) begin(ctx context.Context) error {
	defer c.SetInterrupt(c.SetInterrupt(ctx))
	_, err := c.exec(`BEGIN IMMEDIATE`)
	return err
}

// end commits what do has written, or undoes it.
func (c *conn) end(err error) error {
	if err == nil {
		_, err = c.exec(`COMMIT`)
	}
	if err != nil {
		_, _ = c.exec(`ROLLBACK`) // fails only when SQLite has rolled back by itself
	}
	return err
}

// exec returns how many rows were changed.
func (c *conn) exec(query string, args ...any) (int64, error) {
	stmt, err := c.bind(query, args)
	if err != nil {
		return 0, err
	}
	if err := stmt.Exec(); err != nil {
		return 0, err
	}
	return c.Changes(), nil
}

// each calls scan with each row of a query.
func (c *conn) each(scan func(sqlstore.Row) error, query string, args ...any) (err error) {
	stmt, err := c.bind(query, args)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, stmt.Reset()) }() // also when scan panics
	for err == nil && stmt.Step() {
		err = scan(stepped{stmt})
	}
	return err
}

// bind prepares a statement and gives it its arguments.
func (c *conn) bind(query string, args []any) (*sqlite3.Stmt, error) {
	stmt := c.prepared[query]
	if stmt == nil {
		var err error
		if stmt, _, err = c.Prepare(sqlstore.ForSQLite(query)); err != nil {
			return nil, err
		}
		c.prepared[query] = stmt
	}
	for i, arg := range args {
		if err := bindTo(stmt, i+1, arg); err != nil {
			return nil, err
		}
	}
	return stmt, nil
}

func bindTo(stmt *sqlite3.Stmt, i int, arg any) error {
	switch v := arg.(type) {
	case nil:
		return stmt.BindNull(i)
	case string:
		return stmt.BindText(i, v)
	case sqlstore.Raw:
		return stmt.BindText(i, string(v))
	case int64:
		return stmt.BindInt64(i, v)
	case time.Time:
		return stmt.BindInt64(i, v.UnixMicro())
	case []byte:
		if len(v) == 0 {
			return stmt.BindNull(i)
		}
		return stmt.BindBlob(i, v)
	case []string: // as json_each reads them
		all, _ := json.Marshal(v) // never fails
		return stmt.BindText(i, string(all))
	}
	panic(fmt.Sprintf("sqlite: a %T cannot be bound", arg))
}

// stepped is the row that a statement has come to. What it scans is the
// caller's.
type stepped struct{ *sqlite3.Stmt }

// Scan implements sqlstore.Row.
func (s stepped) Scan(into ...any) error {
	for i, to := range into {
		null := s.ColumnType(i) == sqlite3.NULL
		switch to := to.(type) {
		case *string:
			*to = s.ColumnText(i)
		case *sqlstore.Raw:
			*to = sqlstore.Raw(s.ColumnText(i))
		case *[]byte:
			*to = s.ColumnBlob(i, nil)
		case *bool:
			*to = s.ColumnBool(i)
		case *int:
			*to = s.ColumnInt(i)
		case *int64:
			*to = s.ColumnInt64(i)
		case **int64:
			if *to = nil; !null {
				*to = new(s.ColumnInt64(i))
			}
		case sqlstore.Time:
			if *to.Time = (time.Time{}); !null {
				*to.Time = time.UnixMicro(s.ColumnInt64(i)).UTC()
			}
		default:
			panic(fmt.Sprintf("sqlite: a %T cannot be scanned to", to))
		}
	}
	return nil
}
