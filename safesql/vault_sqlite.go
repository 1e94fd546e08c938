package safesql

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
)

// SQLiteVault is a vault in a SQLite file, which it opens to read only.
type SQLiteVault struct {
	path string
	idle chan *sqlite3.Conn

	allowed atomic.Pointer[map[[2]string]bool] // nil: all, while the policy is read
}

var _ Vault = (*SQLiteVault)(nil)

const idleVaultConns = 4

// OpenSQLite opens the operator's file at path, which must exist.
func OpenSQLite(path string) (*SQLiteVault, error) {
	v := &SQLiteVault{path: path, idle: make(chan *sqlite3.Conn, idleVaultConns)}
	c, err := v.conn()
	if err != nil {
		return nil, fmt.Errorf("opening the customers' database: %w", err)
	}
	v.idle <- c
	return v, nil
}

// Close closes the connections that are not in use; the others close when
// their statement ends.
func (v *SQLiteVault) Close() error {
	var errs []error
	for {
		select {
		case c := <-v.idle:
			errs = append(errs, c.Close())
		default:
			return errors.Join(errs...)
		}
	}
}

// Each implements [Vault].
func (v *SQLiteVault) Each(ctx context.Context, sql string, args []any, f func(row []any) error) (err error) {
	c, err := v.conn()
	if err != nil {
		return err
	}
	defer func() {
		// The engine panics when memory runs out, and is of no use after that.
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine gave up: %v", p)
			abandon(c)
			return
		}
		if errors.Is(err, sqlite3.NOMEM) { // it would keep what it has
			abandon(c)
			return
		}
		c.SetInterrupt(context.Background())
		select {
		case v.idle <- c:
		default:
			err = errors.Join(err, c.Close())
		}
	}()
	c.SetInterrupt(ctx)
	return step(c, sql, args, f)
}

// step calls f with the rows of a statement; the slice is used again.
func step(c *sqlite3.Conn, sql string, args []any, f func(row []any) error) error {
	st, _, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	defer st.Close()
	for i, a := range args {
		if err := bind(st, i+1, a); err != nil {
			return err
		}
	}
	row := make([]any, st.ColumnCount())
	for st.Step() {
		readInto(st, row)
		if err := f(row); err != nil {
			return err
		}
	}
	return st.Err()
}

// abandon closes an engine that ran out of memory, and may panic again.
func abandon(c *sqlite3.Conn) {
	defer func() { _ = recover() }()
	_ = c.Close()
}

func (v *SQLiteVault) conn() (*sqlite3.Conn, error) {
	select {
	case c := <-v.idle:
		return c, nil
	default:
	}
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: v.path}).EscapedPath(), RawQuery: "mode=ro"}).String()
	c, err := sqlite3.OpenFlags(name, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	if err := v.harden(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (v *SQLiteVault) harden(c *sqlite3.Conn) error {
	if err := defend(c); err != nil {
		return err
	}
	if err := c.Exec("PRAGMA query_only=ON; PRAGMA hard_heap_limit=41943040; PRAGMA temp_store=memory; PRAGMA busy_timeout=500; SELECT 1 FROM sqlite_master"); err != nil {
		return err
	}
	for id, n := range map[sqlite3.LimitCategory]int{
		sqlite3.LIMIT_ATTACHED:            0,
		sqlite3.LIMIT_LENGTH:              1 << 20, // of a row of the operator's
		sqlite3.LIMIT_SQL_LENGTH:          64 << 10,
		sqlite3.LIMIT_LIKE_PATTERN_LENGTH: 200,
		sqlite3.LIMIT_EXPR_DEPTH:          400,
		sqlite3.LIMIT_COMPOUND_SELECT:     20,
	} {
		c.Limit(id, n)
	}
	return c.SetAuthorizer(v.authorize)
}

// defend switches off what lets a statement or a schema do more than read.
func defend(c *sqlite3.Conn) error {
	for op, on := range map[sqlite3.DBConfig]bool{
		sqlite3.DBCONFIG_DEFENSIVE:      true,
		sqlite3.DBCONFIG_TRUSTED_SCHEMA: false,
		sqlite3.DBCONFIG_DQS_DML:        false,
		sqlite3.DBCONFIG_DQS_DDL:        false,
		sqlite3.DBCONFIG_ENABLE_TRIGGER: false,
	} {
		if _, err := c.Config(op, on); err != nil {
			return err
		}
	}
	return nil
}

// vaultFunctions are those that printed statements use.
var vaultFunctions = set(`abs coalesce count ifnull iif instr json_extract json_valid length like lower max
	nullif replace round substr sum total trim typeof upper`)

func (v *SQLiteVault) authorize(action sqlite3.AuthorizerActionCode, name, detail, _, _ string) sqlite3.AuthorizerReturnCode {
	switch action { //nolint:exhaustive // whatever else there is, is denied
	case sqlite3.AUTH_SELECT:
		return sqlite3.AUTH_OK
	case sqlite3.AUTH_FUNCTION:
		if vaultFunctions[strings.ToLower(detail)] {
			return sqlite3.AUTH_OK
		}
	case sqlite3.AUTH_READ:
		if allowed := v.allowed.Load(); allowed == nil || detail == "" || (*allowed)[[2]string{strings.ToLower(name), strings.ToLower(detail)}] {
			return sqlite3.AUTH_OK
		}
	}
	return sqlite3.AUTH_DENY
}

func (v *SQLiteVault) restrict(columns map[[2]string]bool) { v.allowed.Store(&columns) }

func bind(st *sqlite3.Stmt, i int, v any) error {
	switch x := v.(type) {
	case nil:
		return st.BindNull(i)
	case int64:
		return st.BindInt64(i, x)
	case float64:
		return st.BindFloat(i, x)
	case string:
		return st.BindText(i, x)
	}
	return fmt.Errorf("cannot bind a %T", v)
}

func readInto(st *sqlite3.Stmt, row []any) {
	for i := range row {
		switch st.ColumnType(i) {
		case sqlite3.INTEGER:
			row[i] = st.ColumnInt64(i)
		case sqlite3.FLOAT:
			row[i] = st.ColumnFloat(i)
		case sqlite3.TEXT, sqlite3.BLOB:
			row[i] = st.ColumnText(i)
		case sqlite3.NULL:
			row[i] = nil
		}
	}
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
