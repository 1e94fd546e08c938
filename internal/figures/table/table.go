// Package table reads the tables that people keep, in whatever way their
// numbers and dates are written, and computes on them what a person asks of
// data: distributions, comparisons, correlations, trends.
//
//	t, err := table.Read(ctx, file, table.Options{})
//	profile, err := t.Distribution("preço")
//
// A table is held in memory as typed columns. Everything computed from it is
// deterministic: the same file gives the same numbers, also when it is too long
// and only a sample of its rows is kept.
package table

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// Kind is what the values of a column are.
type Kind string

// The kinds of columns.
const (
	Number Kind = "number"
	Date   Kind = "date"
	Bool   Kind = "bool" // its values are "true" and "false"
	Text   Kind = "text"
)

// What is wrong with a question to a table.
var (
	ErrColumn = errors.New("there is no such column")
	ErrKind   = errors.New("the column is of another kind")
)

// Table is a table in memory. It does not change, and is safe for concurrent
// use.
type Table struct {
	Rows        int  // that could be read
	Kept        int  // of them, in memory
	Approximate bool // fewer are kept than could be read, as releases before did with long files: what is computed is an estimate
	Encoding    string
	Broken      int          // lines that could not be read
	BrokenLines []BrokenLine // the first of them

	columns []*column
}

// BrokenLine is a line of the file that could not be read.
type BrokenLine struct {
	Line   int // from 1
	Reason string
}

// Column says what a column is.
type Column struct {
	Name       string
	Kind       Kind
	Unit       string   // of numbers: a currency sign or %; empty when none is written
	Whole      bool     // all its numbers are whole
	Confidence float64  // the share of its values that are of its kind
	Unfit      int      // values that are not; they count as missing
	Examples   []string // some of them
	Near       Kind     // of texts: what most of them would have been, but not enough to be sure
}

// column is a column and its values. A value is a number, the seconds since 1970 on the
// clock that wrote a date, or the code of a text in words; NaN is missing.
type column struct {
	Column
	values []float64
	words  *dictionary // of Text and Bool

	once    sync.Once
	profile *Profile
}

// Columns returns what the columns are, in the order of the file.
func (t *Table) Columns() []Column {
	columns := make([]Column, len(t.columns))
	for i, c := range t.columns {
		columns[i] = c.Column
	}
	return columns
}

// Row returns the values of a row, from 0, as text: numbers with a decimal
// point, dates as in ISO 8601, and what is missing empty.
func (t *Table) Row(i int) []string {
	row := make([]string, len(t.columns))
	for j, c := range t.columns {
		row[j] = c.text(i)
	}
	return row
}

// Set returns the table with another value in a cell, written as people write it; an
// empty one is missing. It fails with ErrKind if the value is not of the column's kind.
func (t *Table) Set(row int, name, value string) (*Table, error) {
	at := slices.IndexFunc(t.columns, func(c *column) bool { return c.Name == name })
	if at < 0 || row < 0 || row >= t.Kept {
		return nil, fmt.Errorf("%w: %q", ErrColumn, name)
	}
	c := t.columns[at]
	next := &column{Column: c.Column, values: slices.Clone(c.values)}
	if c.words != nil {
		next.words = &dictionary{slices.Clone(c.words.texts), maps.Clone(c.words.codes)}
	}
	one := &texts{words: newDictionary()}
	next.values[row] = math.NaN()
	if one.codes = []uint32{one.code([]byte(value))}; one.codes[0] > 0 {
		f := newGuess(one).format(c.Kind, false)
		f.unit = c.Unit
		v, ok := next.value([]byte(one.words.text(1)), f)
		if !ok {
			return nil, fmt.Errorf("%w: %q is %s", ErrKind, name, c.Kind)
		}
		next.values[row] = v
	}
	if next.text(row) == c.text(row) {
		return t, nil
	}
	out := *t
	out.columns = slices.Clone(t.columns)
	out.columns[at] = next
	return &out, nil
}

// column finds a column by its name, or by one that differs only in case,
// accents and punctuation. If kinds are given it must be of one of them.
func (t *Table) column(name string, kinds ...Kind) (*column, error) {
	i := slices.IndexFunc(t.columns, func(c *column) bool { return c.Name == name })
	if i < 0 {
		i = slices.IndexFunc(t.columns, func(c *column) bool { return lang.Fold(c.Name) == lang.Fold(name) })
	}
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", ErrColumn, name)
	}
	c := t.columns[i]
	if len(kinds) > 0 && !slices.Contains(kinds, c.Kind) {
		return nil, fmt.Errorf("%w: %q is %s", ErrKind, name, c.Kind)
	}
	return c, nil
}

func (c *column) missing(i int) bool { return math.IsNaN(c.values[i]) }

func (c *column) text(i int) string {
	if c.missing(i) {
		return ""
	}
	return c.textOf(c.values[i])
}

// textOf writes a value that is there.
func (c *column) textOf(v float64) string {
	switch c.Kind {
	case Number:
		if math.Abs(v) < 1e15 && (math.Abs(v) >= 1e-6 || v == 0) {
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	case Date:
		t := time.Unix(int64(v), 0).UTC()
		if int64(v)%day == 0 {
			return t.Format(time.DateOnly)
		}
		return t.Format(time.DateTime)
	}
	return c.words.text(uint32(v))
}

// ParseType reads what a person says of a column: "preço=text".
func ParseType(s string) (name string, kind Kind, err error) {
	i := strings.LastIndexByte(s, '=')
	if i < 1 {
		return "", "", fmt.Errorf("%q is not like column=kind", s)
	}
	name, kind = s[:i], Kind(s[i+1:])
	if !kind.valid() {
		return "", "", fmt.Errorf("%q is none of number, date, bool and text", s[i+1:])
	}
	return name, kind, nil
}

func (k Kind) valid() bool { return k == Number || k == Date || k == Bool || k == Text }
