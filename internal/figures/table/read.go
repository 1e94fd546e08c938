package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/lang"
)

// Limits of a table. A value takes eight bytes, so that the largest table
// has about 300 MB and its different texts.
const (
	maxCells       = 36_000_000
	maxColumns     = 1000
	maxBrokenLines = 100 // that are listed
)

// Options change how a file is read. The zero Options detect everything.
type Options struct {
	Types map[string]Kind // of columns, by name, whatever they look like
}

// What is wrong with a file.
var (
	ErrBroken = errors.New("most of the lines cannot be read")
	ErrEmpty  = errors.New("there is no row in the file")
	ErrLarge  = fmt.Errorf("the table has more than %d columns, or %d values: leave out columns or rows", maxColumns, maxCells)
)

// Read reads a file. Lines that cannot be read are listed in the table and
// passed over.
//
// All values are texts at first: what a column is shows when all of it is there.
func Read(ctx context.Context, r io.Reader, o Options) (*Table, error) {
	for name, kind := range o.Types {
		if !kind.valid() {
			return nil, fmt.Errorf("%w: %q cannot be %q", ErrKind, name, kind)
		}
	}
	l, err := records.Open(r)
	if err != nil {
		return nil, fmt.Errorf("reading the table: %w", err)
	}
	rd := &reader{Options: o, table: &Table{}}
	next := l.Next
	head, _ := l.Text.Peek(1)
	objects := string(head) == "{"
	if objects {
		var stop func()
		next, stop = rd.objects(l.Text)
		defer stop()
	}
	if err := rd.rows(ctx, next); err != nil {
		return nil, err
	}
	t := rd.table
	t.Encoding = l.Encoding
	if len(rd.first) > 0 {
		if err := rd.define(objects, l.Comma); err != nil {
			return nil, err
		}
	}
	if t.Rows+t.Broken == 0 {
		return nil, ErrEmpty
	}
	return t, rd.check()
}

// OfRows makes a table of what a database returned.
func OfRows(columns []string, rows [][]any) (*Table, error) {
	rd := &reader{Options: Options{Types: map[string]Kind{}}, table: &Table{}}
	for _, name := range columns {
		if err := rd.addColumn([]byte(name)); err != nil {
			return nil, err
		}
	}
	fields := make([][]byte, len(columns))
	for _, row := range rows {
		for i, v := range row {
			switch v := v.(type) {
			case nil:
				fields[i] = nil
			case float64:
				fields[i] = strconv.AppendFloat(nil, v, 'f', -1, 64)
			default:
				fields[i] = fmt.Append(nil, v)
			}
			switch v.(type) {
			case int64, float64:
				rd.Types[columns[i]] = Number
			}
		}
		rd.keep(fields)
	}
	return rd.table, rd.define(true, ',')
}

// objects reads JSON objects, one a line. Columns are their keys.
func (rd *reader) objects(r io.Reader) (next func() (records.Record, error), stop func()) {
	pull, stop := iter.Pull(records.Read(r, ".jsonl"))
	at := map[string]int{}
	return func() (records.Record, error) {
		row, ok := pull()
		rec := records.Record{Line: row.Line, Fields: make([][]byte, len(at))}
		switch {
		case !ok:
			return rec, io.EOF
		case errors.Is(row.Err, records.ErrRead):
			return rec, row.Err
		case row.Err != nil:
			rec.Broken = row.Err.Error()
		}
		for _, name := range slices.Sorted(maps.Keys(row.Fields)) {
			if _, known := at[name]; !known {
				at[name], rec.Fields = len(at), append(rec.Fields, nil)
				if err := rd.addColumn([]byte(name)); err != nil {
					return rec, err
				}
			}
			rec.Fields[at[name]] = []byte(row.Fields[name])
		}
		return rec, nil
	}, stop
}

// reader reads one file.
type reader struct {
	Options
	table *Table
	first [][]byte // the first line: the names of the columns, or a row
	texts []*texts // of the columns
}

// addColumn adds a column, which the rows that there are do not have.
func (rd *reader) addColumn(first []byte) error {
	rd.first = append(rd.first, bytes.Clone(first))
	rd.texts = append(rd.texts, &texts{words: newDictionary(), codes: make([]uint32, rd.table.Rows)})
	if len(rd.first) > maxColumns {
		return ErrLarge
	}
	return nil
}

// rows reads the lines of the file.
func (rd *reader) rows(ctx context.Context, next func() (records.Record, error)) error {
	t := rd.table
	for n := 1; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return fmt.Errorf("reading the table: %w", ctx.Err())
		}
		rec, err := next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("reading the table at line %d: %w", rec.Line, err)
		case len(rd.first) == 0 && rec.Broken == "":
			for _, name := range rec.Fields {
				err = errors.Join(err, rd.addColumn(name))
			}
		case !rd.whole(&rec):
			if t.Broken%1000 == 0 { // no need to read all of a file that is no table
				err = rd.check()
			}
		case len(rd.first)*t.Rows >= maxCells:
			err = ErrLarge
		default:
			rd.keep(rec.Fields)
		}
		if err != nil {
			return err
		}
	}
}

// whole reports whether a record has as many fields as there are columns, or
// only empty ones beyond, which it cuts off. Other records are broken.
func (rd *reader) whole(rec *records.Record) bool {
	width := len(rd.first)
	for len(rec.Fields) > width && len(bytes.TrimSpace(rec.Fields[len(rec.Fields)-1])) == 0 {
		rec.Fields = rec.Fields[:len(rec.Fields)-1]
	}
	switch sums := len(rec.Fields) == width && sumsUp(rec.Fields); {
	case rec.Broken != "":
	case sums:
		rec.Broken = "it sums up the others"
	case len(rec.Fields) == width:
		return true
	default:
		rec.Broken = fmt.Sprintf("it has %d fields, not %d", len(rec.Fields), width)
	}
	t := rd.table
	if t.Broken++; len(t.BrokenLines) < maxBrokenLines {
		t.BrokenLines = append(t.BrokenLines, BrokenLine{Line: rec.Line, Reason: rec.Broken})
	}
	return false
}

// sumsUp reports whether a row is the total beneath the others: it begins with that word, and cells of it are empty.
func sumsUp(fields [][]byte) bool {
	empty := func(f []byte) bool { return len(bytes.TrimSpace(f)) == 0 }
	i := slices.IndexFunc(fields, func(f []byte) bool { return !empty(f) })
	return i >= 0 && slices.ContainsFunc(fields, empty) && slices.Contains(totals, lang.Fold(string(fields[i])))
}

var totals = []string{"total", "totais", "totals", "totales", "subtotal", "total geral", "grand total", "total general", "soma", "sum", "suma"}

// check fails when most of what has been read is broken.
func (rd *reader) check() error {
	t := rd.table
	if t.Broken == 0 || t.Broken <= t.Rows {
		return nil
	}
	first := t.BrokenLines[0]
	return fmt.Errorf("%w: %d of %d; line %d: %s", ErrBroken, t.Broken, t.Broken+t.Rows, first.Line, first.Reason)
}

func (rd *reader) keep(row [][]byte) {
	rd.table.Rows++
	for i, x := range rd.texts {
		x.codes = append(x.codes, x.code(row[i]))
	}
}

// define finds out what the columns are called, and what they are.
func (rd *reader) define(named bool, sep byte) error {
	t, guesses := rd.table, make([]guess, len(rd.first))
	for i, x := range rd.texts {
		guesses[i] = newGuess(x)
	}
	comma, names := commas(guesses, sep), rd.first
	if !named && !rd.named(guesses, comma) {
		t.Rows++
		for i, x := range rd.texts {
			x.codes = slices.Insert(x.codes, 0, x.code(rd.first[i]))
		}
		names = make([][]byte, len(names))
	}
	for i, name := range columnNames(names) {
		kind, said := rd.kind(name)
		t.columns = append(t.columns, rd.texts[i].column(name, guesses[i].format(kind, comma), said))
		rd.texts[i] = nil // it takes as much room
	}
	t.Kept = t.Rows
	for name := range rd.Types {
		if _, err := t.column(name); err != nil {
			return err
		}
	}
	return nil
}

// kind returns what a person said a column is.
func (o Options) kind(name string) (Kind, bool) {
	if kind, ok := o.Types[name]; ok {
		return kind, true
	}
	for said, kind := range o.Types {
		if lang.Fold(said) == lang.Fold(name) {
			return kind, true
		}
	}
	return "", false
}

// named reports whether the first line names the columns: it does unless its values
// are numbers or dates wherever the rest of the column is.
func (rd *reader) named(guesses []guess, comma bool) bool {
	telling := false
	for i, g := range guesses {
		f := g.format("", comma)
		if f.kind == Text {
			continue
		}
		if telling = true; !f.fits(bytes.TrimSpace(rd.first[i])) {
			return true
		}
	}
	return !telling
}

// columnNames returns the names of columns, all different and fit to be shown
// on one line.
func columnNames(written [][]byte) []string {
	names := make([]string, len(written))
	for i, w := range written {
		name := oneLine(w, 80)
		if name == "" {
			name = "column " + strconv.Itoa(i+1)
		}
		unique := name
		for n := 2; slices.Contains(names[:i], unique); n++ {
			unique = fmt.Sprintf("%s (%d)", name, n)
		}
		names[i] = unique
	}
	return names
}

// oneLine returns a text in at most so many characters, without any that
// cannot be seen.
func oneLine(b []byte, most int) string {
	words := strings.FieldsFunc(string(b), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf)
	})
	text := []rune(strings.Join(words, " "))
	if len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return string(text)
}
