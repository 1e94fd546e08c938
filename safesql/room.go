package safesql

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// room is a SQLite that physically holds the catalogue, one client's rows and
// the release, and nothing else. A model's text runs here and nowhere else. A
// room serves one statement at a time.
type room struct {
	c       *sqlite3.Conn
	client  string // whose rows it holds
	born    time.Time
	release *image

	tables map[string]bool // that a statement may read, in lower case

	// Of the statement that is being run.
	ctx     context.Context
	trusted bool // it is ours: the authorizer lets it pass
	calls   int  // of the authorizer
	denied  deniedAction
	read    map[string]bool // tables of the release that it reads

	broken bool // memory ran out: the engine cannot be used any more
}

type deniedAction struct {
	action sqlite3.AuthorizerActionCode
	name   string
}

// What a statement may cost, besides its time.
const (
	maxStatement = 8 << 10 // bytes

	maxRows  = 200  // returned
	maxShown = 4000 // values returned
	maxBytes = 64 << 10
	maxHeap  = 16 << 20 // bytes of a room
	maxValue = 16 << 10 // bytes in one value, since one call of a function cannot be interrupted

	// The work of preparing a statement, which nothing interrupts: views upon
	// views of CTEs multiply.
	maxAuthorizerCalls = 6000
)

// openRoom opens a room over the catalogue and the release, if there is one.
func openRoom(catalogue, release *image) (*room, error) {
	c, err := catalogue.open()
	if err != nil {
		return nil, err
	}
	r := &room{c: c, born: time.Now(), release: release, tables: map[string]bool{}, trusted: true}
	for name := range catalogue.tables {
		r.tables[name] = true
	}
	if release != nil {
		if err := c.Exec("ATTACH " + quoteText("file:"+release.name+"?vfs=reader&immutable=1") + " AS everybody"); err != nil {
			return nil, errors.Join(err, c.Close())
		}
		for name := range release.tables {
			r.tables[name] = true
		}
	}
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
		sqlite3.LIMIT_SQL_LENGTH:          maxStatement,
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
	if err := replaceSlow(r.c); err != nil {
		return err
	}
	return r.c.SetAuthorizer(r.authorize)
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
		if r.release != nil && schema == "everybody" {
			r.read[table] = true
		}
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

// run runs hostile SQL. Its errors are for the caller.
func (r *room) run(ctx context.Context, sql string) (out *Result, err error) {
	r.ctx, r.calls, r.denied, r.trusted, r.read = ctx, 0, deniedAction{}, false, map[string]bool{}
	err = r.safely(func() error {
		r.c.SetInterrupt(ctx)
		out, err = r.query(sql)
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

func (r *room) query(sql string) (*Result, error) {
	st, more, err := r.c.Prepare(sql)
	if err != nil {
		return nil, r.explain(err)
	}
	if st == nil {
		return nil, refuse(CodeSyntax, "", "there is no statement")
	}
	defer st.Close()
	switch {
	case !st.ReadOnly():
		return nil, errWrite
	case strings.Trim(more, "; \t\r\n") != "":
		return nil, refuse(CodeManyStatement, "write one SELECT", "there is more than one statement")
	case st.BindCount() > 0:
		return nil, refuse(CodeSyntax, "write the values themselves", "parameters have no value here")
	}
	out := &Result{Path: "room"}
	for i := range st.ColumnCount() {
		out.Columns = append(out.Columns, st.ColumnName(i))
	}
	bytes := 0
	for st.Step() {
		if len(out.Rows) >= maxRows || (len(out.Rows)+1)*len(out.Columns) > maxShown {
			out.Truncated = true
			return out, nil
		}
		row := make([]any, len(out.Columns))
		readInto(st, row)
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
		case bytes > maxBytes && len(out.Rows) == 0:
			return nil, refuse(CodeLimit, hintSimplify, "a row has more than %d bytes", maxBytes)
		case bytes > maxBytes:
			out.Truncated = true
			return out, nil
		}
		out.Rows = append(out.Rows, row)
	}
	if err := st.Err(); err != nil {
		return nil, r.explain(err)
	}
	return out, nil
}

// load makes a table with rows, in the room's own schema.
func (r *room) load(name string, cols []column, rows [][]any) error {
	r.tables[strings.ToLower(name)] = true
	return r.safely(func() error {
		table := "temp." + quoteName(name)
		if err := createTable(r.c, table, cols, rows, maxValue/4); err != nil {
			return err
		}
		return r.c.Exec("ANALYZE " + table) // joins begin with the smaller table
	})
}

// createTable makes a table and fills it. Texts longer than max bytes are cut.
func createTable(c *sqlite3.Conn, name string, cols []column, rows [][]any, max int) error {
	defs := make([]string, len(cols))
	for i, col := range cols {
		defs[i] = quoteName(col.name) + " " + col.typ
	}
	if err := c.Exec("CREATE TABLE " + name + "(" + strings.Join(defs, ", ") + ")"); err != nil {
		return err
	}
	return insert(c, name, len(cols), rows, max)
}

func insert(c *sqlite3.Conn, table string, columns int, rows [][]any, max int) error {
	if len(rows) == 0 {
		return nil
	}
	values := slices.Repeat([]string{"?"}, columns)
	st, _, err := c.Prepare("INSERT INTO " + table + " VALUES (" + strings.Join(values, ", ") + ")")
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
