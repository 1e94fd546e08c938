package safesql

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// room is a SQLite in memory that physically holds the catalogue, one client's
// rows and aggregates that were released, and nothing else. The model's text
// runs here and nowhere else. A room serves one statement at a time.
type room struct {
	c    *sqlite3.Conn
	born time.Time

	tables map[string]bool // that a statement may read, in lower case
	random uint64          // state of the function random

	// Of the statement that is being run.
	ctx     context.Context
	trusted bool // it is ours: the authorizer lets it pass
	calls   int  // of the authorizer
	denied  deniedAction

	broken bool // memory ran out: the engine cannot be used any more
}

type deniedAction struct {
	action sqlite3.AuthorizerActionCode
	name   string
}

// What a statement may cost, besides its time.
const (
	maxRows  = 200 // returned
	maxCells = 4000
	maxBytes = 64 << 10
	maxHeap  = 16 << 20 // bytes of a room
	maxValue = 16 << 10 // bytes in one value, since one call of a function cannot be interrupted

	// The work of preparing a statement, which nothing interrupts: views upon
	// views of CTEs multiply.
	maxAuthorizerCalls = 6000
)

// openRoom opens a room over the catalogue, which is a database of [catalogue].
func openRoom(name string, tables map[string]bool) (*room, error) {
	c, err := sqlite3.OpenFlags("file:"+name+"?vfs=reader&immutable=1", sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	r := &room{c: c, born: time.Now(), tables: maps.Clone(tables), trusted: true}
	if err := r.harden(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return r, nil
}

func (r *room) harden() error {
	if err := defend(r.c); err != nil {
		return err
	}
	if err := r.c.Exec(fmt.Sprintf("PRAGMA hard_heap_limit=%d; PRAGMA temp_store=memory; PRAGMA cache_size=-2000; PRAGMA mmap_size=0", maxHeap)); err != nil {
		return err
	}
	for id, n := range map[sqlite3.LimitCategory]int{
		sqlite3.LIMIT_LENGTH:              maxValue,
		sqlite3.LIMIT_SQL_LENGTH:          8 * maxStatement, // rewritten, it is longer
		sqlite3.LIMIT_COLUMN:              100,
		sqlite3.LIMIT_EXPR_DEPTH:          100,
		sqlite3.LIMIT_COMPOUND_SELECT:     20,
		sqlite3.LIMIT_VDBE_OP:             50000,
		sqlite3.LIMIT_FUNCTION_ARG:        32,
		sqlite3.LIMIT_ATTACHED:            0,
		sqlite3.LIMIT_LIKE_PATTERN_LENGTH: 200,
		sqlite3.LIMIT_VARIABLE_NUMBER:     maxColumns + 40,
		sqlite3.LIMIT_TRIGGER_DEPTH:       0,
		sqlite3.LIMIT_WORKER_THREADS:      0,
		sqlite3.LIMIT_PARSER_DEPTH:        200,
	} {
		r.c.Limit(id, n)
	}
	// Nothing in a room is left to chance: the same question has the same
	// answer, whatever is in the vault.
	if err := r.c.CreateFunction("random", 0, 0, r.nextRandom); err != nil {
		return err
	}
	if err := replaceSlow(r.c); err != nil {
		return err
	}
	return r.c.SetAuthorizer(r.authorize)
}

func (r *room) nextRandom(ctx sqlite3.Context, _ ...sqlite3.Value) {
	// SplitMix64.
	r.random += 0x9e3779b97f4a7c15
	z := r.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	ctx.ResultInt64(int64(z ^ z>>31))
}

// seed makes random a function of the secret, the client and the statement.
func (r *room) seed(secret []byte, client, sql string) {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(client + "\x00" + sql))
	r.random = binary.BigEndian.Uint64(m.Sum(nil))
}

func (r *room) close() { abandon(r.c) }

// authorize decides what a statement may do while it is prepared.
func (r *room) authorize(action sqlite3.AuthorizerActionCode, name, detail, schema, _ string) sqlite3.AuthorizerReturnCode {
	if r.trusted {
		return sqlite3.AUTH_OK
	}
	r.calls++
	if r.calls > maxAuthorizerCalls || r.calls&63 == 0 && r.ctx.Err() != nil {
		return sqlite3.AUTH_DENY
	}
	allowed := false
	switch action { //nolint:exhaustive // whatever else there is, is denied
	case sqlite3.AUTH_SELECT, sqlite3.AUTH_RECURSIVE:
		allowed = true
	case sqlite3.AUTH_READ:
		allowed = r.mayRead(strings.ToLower(name), detail, schema)
	case sqlite3.AUTH_FUNCTION:
		name = detail
		allowed = roomFunctions[strings.ToLower(detail)]
	}
	if allowed {
		return sqlite3.AUTH_OK
	}
	if r.denied == (deniedAction{}) {
		r.denied = deniedAction{action, name}
	}
	return sqlite3.AUTH_DENY
}

// mayRead reports whether a statement may read the table. A relation of which
// no column is read is named without a schema and may be a CTE, which can have
// any name but those of the engine.
func (r *room) mayRead(table, column, schema string) bool {
	if r.tables[table] || table == "json_each" || table == "json_tree" {
		return true
	}
	return column == "" && schema == "" && !strings.HasPrefix(table, "sqlite_") && !strings.HasPrefix(table, "pragma_")
}

// roomFunctions are the functions that a statement may call: those that only
// compute. None reads a file, the engine's state or the clock's fractions.
var roomFunctions = set(`abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat
	concat_ws cos cosh count cume_dist date datetime degrees dense_rank exp first_value floor format glob
	group_concat hex ifnull iif if instr json json_array json_array_length json_each json_extract
	json_group_array json_group_object json_object json_quote json_tree json_type json_valid julianday lag
	last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod
	nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power
	printf quote radians random rank replace round row_number rtrim sign sin sinh sqrt strftime string_agg
	substr substring subtype sum tan tanh time timediff total trim trunc typeof unhex unicode unistr
	unixepoch unlikely upper current_date current_time current_timestamp -> ->>`)

// table is the result of a statement.
type table struct {
	cols      []string
	rows      [][]any
	truncated bool
}

// run runs hostile SQL and returns at most so many rows. Its errors are for the
// caller.
func (r *room) run(ctx context.Context, sql string, rows int) (out *table, err error) {
	r.ctx, r.calls, r.denied, r.trusted = ctx, 0, deniedAction{}, false
	err = r.safely(func() error {
		r.c.SetInterrupt(ctx)
		out, err = r.read(sql, rows)
		r.c.SetInterrupt(context.Background())
		return err
	})
	r.trusted = true
	return out, err
}

// safely runs f. The engine panics when memory runs out, and is of no use after
// that.
func (r *room) safely(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			r.broken = true
			err = errMemory
		}
	}()
	return f()
}

func (r *room) read(sql string, rows int) (*table, error) {
	st, _, err := r.c.Prepare(sql)
	if err != nil {
		return nil, r.explain(err)
	}
	if st == nil {
		return nil, refuse(CodeSyntax, "", "there is no statement")
	}
	defer st.Close()
	if !st.ReadOnly() {
		return nil, errWrite
	}
	out := &table{}
	for i := range st.ColumnCount() {
		out.cols = append(out.cols, st.ColumnName(i))
	}
	bytes := 0
	for st.Step() {
		if len(out.rows) >= rows || (len(out.rows)+1)*len(out.cols) > maxCells {
			out.truncated = true
			return out, nil
		}
		row := readRow(st)
		for i, v := range row {
			bytes += 8
			switch v := v.(type) {
			case string:
				bytes += len(v)
			case float64:
				if math.IsInf(v, 0) { // JSON has no word for it
					row[i] = nil
				}
			}
		}
		switch {
		case bytes > maxBytes && len(out.rows) == 0:
			return nil, refuse(CodeLimit, hintSimplify, "a row has more than %d bytes", maxBytes)
		case bytes > maxBytes:
			out.truncated = true
			return out, nil
		}
		out.rows = append(out.rows, row)
	}
	if err := st.Err(); err != nil {
		return nil, r.explain(err)
	}
	return out, nil
}

// load makes a table with rows, in the room's own schema.
func (r *room) load(name string, cols []column, rows [][]any) error {
	r.tables[strings.ToLower(name)] = true
	return r.safely(func() error { return createTable(r.c, "temp."+quoteName(name), cols, rows, maxValue/4) })
}

func (r *room) drop(name string) {
	delete(r.tables, strings.ToLower(name))
	if r.broken {
		return
	}
	if err := r.safely(func() error { return r.c.Exec("DROP TABLE IF EXISTS temp." + quoteName(name)) }); err != nil {
		r.broken = true
	}
}

// createTable makes a table and fills it. Texts longer than max bytes are cut.
func createTable(c *sqlite3.Conn, name string, cols []column, rows [][]any, max int) error {
	defs, values := make([]string, len(cols)), slices.Repeat([]string{"?"}, len(cols))
	for i, col := range cols {
		defs[i] = quoteName(col.name)
		if col.typ != anyType {
			defs[i] += " " + SQLite.typeName(col.typ)
		}
	}
	if err := c.Exec("CREATE TABLE " + name + "(" + strings.Join(defs, ", ") + ")"); err != nil || len(rows) == 0 {
		return err
	}
	st, _, err := c.Prepare("INSERT INTO " + name + " VALUES (" + strings.Join(values, ", ") + ")")
	if err != nil {
		return err
	}
	defer st.Close()
	for _, row := range rows {
		for i, v := range row {
			if s, ok := v.(string); ok && len(s) > max {
				v = strings.ToValidUTF8(s[:max], "")
			}
			if err := bind(st, i+1, v); err != nil {
				return err
			}
		}
		if err := st.Exec(); err != nil {
			return err
		}
	}
	return nil
}
