package table

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// Relation is the name of the rows in a statement.
const Relation = "data"

// Query runs a SELECT over the rows that are kept, which are the relation "data":
// numbers are real, dates texts as Row has them, and what is missing NULL. The
// rows are read where they lie, none is copied into the database. At most limit
// rows are returned. A statement may come from anybody: it can read these rows, and
// do nothing else.
func (t *Table) Query(ctx context.Context, sql string, limit int) (columns []string, rows [][]any, err error) {
	db, err := sqlite3.OpenContext(ctx, ":memory:")
	if err != nil {
		return nil, nil, fmt.Errorf("opening the table: %w", err)
	}
	defer func() { _ = db.Close() }()
	db.SetInterrupt(ctx)
	declare := func(db *sqlite3.Conn, _, _, _ string, _ ...string) (*relation, error) {
		return &relation{t}, db.DeclareVTab(t.schema())
	}
	//lint:ignore SA1019 the method that replaces it needs a newer Go
	if err := sqlite3.CreateModule(db, Relation, nil, declare); err != nil {
		return nil, nil, fmt.Errorf("opening the table: %w", err)
	}
	if err := confine(db); err != nil {
		return nil, nil, fmt.Errorf("opening the table: %w", err)
	}
	s, tail, err := db.Prepare(sql)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the table: %w", err)
	}
	if strings.TrimSpace(tail) != "" {
		return nil, nil, errors.New("reading the table: want one SELECT")
	}
	defer func() { _ = s.Close() }()
	for i := range s.ColumnCount() {
		columns = append(columns, s.ColumnName(i))
	}
	for len(rows) < limit && s.Step() {
		row := make([]any, len(columns))
		for i := range row {
			switch s.ColumnType(i) {
			case sqlite3.INTEGER:
				row[i] = s.ColumnInt64(i)
			case sqlite3.FLOAT:
				row[i] = s.ColumnFloat(i)
			case sqlite3.TEXT:
				row[i] = s.ColumnText(i)
			}
		}
		rows = append(rows, row)
	}
	if err := s.Err(); err != nil {
		return nil, nil, fmt.Errorf("reading the table: %w", err)
	}
	return columns, rows, nil
}

// confine lets a connection do nothing but read the relation, within limits.
func confine(db *sqlite3.Conn) error {
	for id, n := range map[sqlite3.LimitCategory]int{
		sqlite3.LIMIT_LENGTH: 1 << 20, sqlite3.LIMIT_SQL_LENGTH: 64 << 10, sqlite3.LIMIT_ATTACHED: 0, sqlite3.LIMIT_TRIGGER_DEPTH: 0,
		sqlite3.LIMIT_LIKE_PATTERN_LENGTH: 200, sqlite3.LIMIT_EXPR_DEPTH: 400, sqlite3.LIMIT_COMPOUND_SELECT: 50,
	} {
		db.Limit(id, n)
	}
	return db.SetAuthorizer(func(action sqlite3.AuthorizerActionCode, name, detail, schema, _ string) sqlite3.AuthorizerReturnCode {
		allowed := false
		switch action { //nolint:exhaustive // whatever else there is, is denied
		case sqlite3.AUTH_SELECT, sqlite3.AUTH_RECURSIVE:
			allowed = true
		case sqlite3.AUTH_FUNCTION:
			allowed = !strings.EqualFold(detail, "load_extension")
		case sqlite3.AUTH_READ: // a relation of which no column is read may be one that the statement makes itself
			table := strings.ToLower(name)
			engine := strings.HasPrefix(table, "sqlite_") || strings.HasPrefix(table, "pragma_")
			allowed = table == Relation || detail == "" && schema == "" && !engine
		}
		if allowed {
			return sqlite3.AUTH_OK
		}
		return sqlite3.AUTH_DENY
	})
}

// schema declares the columns to the database.
func (t *Table) schema() string {
	var b strings.Builder
	b.WriteString("CREATE TABLE x(")
	for i, c := range t.columns {
		if i > 0 {
			b.WriteString(", ")
		}
		kind := "TEXT"
		if c.Kind == Number {
			kind = "REAL"
		}
		b.WriteString(`"` + strings.ReplaceAll(c.Name, `"`, `""`) + `" ` + kind)
	}
	return b.String() + ")"
}

// relation is a table as the database reads it: all rows, one after the other.
type relation struct{ t *Table }

func (r *relation) BestIndex(idx *sqlite3.IndexInfo) error {
	idx.EstimatedCost, idx.EstimatedRows = float64(r.t.Kept), int64(r.t.Kept)
	return nil
}

func (r *relation) Open() (sqlite3.VTabCursor, error) { return &rowCursor{t: r.t}, nil }

type rowCursor struct {
	t  *Table
	at int
}

func (c *rowCursor) Filter(int, string, ...sqlite3.Value) error { c.at = 0; return nil }
func (c *rowCursor) Next() error                                { c.at++; return nil }
func (c *rowCursor) EOF() bool                                  { return c.at >= c.t.Kept }
func (c *rowCursor) RowID() (int64, error)                      { return int64(c.at), nil }

func (c *rowCursor) Column(ctx sqlite3.Context, n int) error {
	x := c.t.columns[n]
	switch {
	case x.missing(c.at):
		ctx.ResultNull()
	case x.Kind == Number && x.Whole && math.Abs(x.values[c.at]) < 1<<53:
		ctx.ResultInt64(int64(x.values[c.at]))
	case x.Kind == Number:
		ctx.ResultFloat(x.values[c.at])
	default:
		ctx.ResultText(x.text(c.at))
	}
	return nil
}

// Part returns the rows with these numbers, from 0, as a table of their own.
func (t *Table) Part(rows []int) *Table {
	p := &Table{Rows: len(rows), Kept: len(rows), Approximate: t.Approximate, Encoding: t.Encoding}
	for _, c := range t.columns {
		d := &column{Column: c.Column, words: c.words}
		for _, i := range rows {
			d.values = append(d.values, c.values[i])
		}
		p.columns = append(p.columns, d)
	}
	return p
}

// Values returns the different texts of a column, at most n; false if there are
// more.
func (t *Table) Values(name string, n int) ([]string, bool) {
	c, err := t.column(name, Text, Bool)
	if err != nil {
		return nil, false
	}
	return c.words.texts[:min(n, len(c.words.texts))], len(c.words.texts) <= n
}
