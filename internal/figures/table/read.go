package table

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

// Limits of a table. A cell takes up to eight bytes, so that the largest table
// has about 300 MB and its different texts.
const (
	maxRows        = 3_000_000
	maxCells       = 36_000_000
	maxColumns     = 1000
	maxBrokenLines = 100 // that are listed
)

// Options change how a file is read. The zero Options detect everything.
type Options struct {
	Separator byte            // between fields; 0 is whichever of , ; | and tab fits
	Header    bool            // the first line has the columns' names, whatever it looks like; else that is told by the others
	Types     map[string]Kind // of columns, by name, whatever they look like
	MaxRows   int             // to keep at most; 0 is 3,000,000
	Progress  func(Progress)  // called now and then; may be nil
}

// Progress is how much of a file has been read.
type Progress struct {
	Bytes int64
	Rows  int
}

// ErrBroken is the error of a file most of whose lines cannot be read.
var ErrBroken = errors.New("most of the lines cannot be read")

// ErrNoText is the error of a picture, a PDF or a spreadsheet.
var ErrNoText = errors.New("the file is no text: save a spreadsheet as CSV")

// ErrEmpty is the error of a file in which there is no row.
var ErrEmpty = errors.New("there is no row in the file")

// Read reads a file. Lines that cannot be read are listed in the table and
// passed over. Of a file with more than the most rows, a sample is kept in
// which each row is as likely as another.
//
// All values are texts at first: what a column is shows when all of it is there.
func Read(ctx context.Context, r io.Reader, o Options) (*Table, error) {
	for name, kind := range o.Types {
		if !kind.valid() {
			return nil, fmt.Errorf("%w: %q cannot be %q", ErrKind, name, kind)
		}
	}
	text, encoding, err := unicodeReader(r)
	if err != nil {
		return nil, fmt.Errorf("reading the table: %w", err)
	}
	from := bufio.NewReaderSize(text, 64<<10)
	rd := newReader(o, newRecords(from, o.Separator))
	t := rd.table
	t.Encoding = encoding
	if objects := newObjects(rd, from); objects != nil {
		rd.next, rd.records.sep, rd.Header = objects.next, ',', true
	} else if err := rd.begin(); err != nil {
		return nil, fmt.Errorf("reading the table: %w", err)
	}
	if err := rd.rows(ctx); err != nil {
		return nil, err
	}
	if rd.first != nil {
		err = rd.define()
	}
	if err == nil && t.Rows == 0 && t.Broken == 0 {
		err = ErrEmpty
	}
	if err == nil {
		err = rd.check()
	}
	if err != nil {
		return nil, err
	}
	t.Separator = string(rd.records.sep)
	t.Approximate = t.Kept < t.Rows
	if rd.records.windows {
		t.Encoding = windowsName
	}
	return t, nil
}

// reader reads one file.
type reader struct {
	Options
	table   *Table
	records *records
	next    func() (record, error)
	first   [][]byte // the first line: the names of the columns, or a row
	texts   []*texts // of the columns
	most    int      // rows to keep
	random  *rand.Rand
}

func newReader(o Options, r *records) *reader {
	rd := &reader{Options: o, table: &Table{}, records: r, most: maxRows, random: rand.New(rand.NewPCG(13, 2))}
	if o.MaxRows > 0 {
		rd.most = o.MaxRows
	}
	return rd
}

// begin finds the separator of a file that is no JSON.
func (rd *reader) begin() error {
	r := rd.records
	rd.next = r.next
	for !r.eof && len(r.buf) < 64<<10 {
		if err := r.fill(); err != nil {
			return err
		}
	}
	if rest, ok := bytes.CutPrefix(r.buf, []byte("sep=")); ok && len(rest) > 1 { // as Excel writes it
		if r.sep == 0 {
			r.sep = rest[0]
		}
		r.start, r.line = min(lineEnd(r.buf)+1, len(r.buf)), 1
	}
	if r.sep == 0 {
		beginning := r.buf
		if end := bytes.LastIndexByte(beginning, '\n'); end >= 0 && !r.eof {
			beginning = beginning[:end+1]
		}
		r.sep = detect(beginning)
	}
	if r.sep == '"' || r.sep == '\n' || r.sep == '\r' {
		return fmt.Errorf("%q separates no fields", r.sep)
	}
	return nil
}

func lineEnd(data []byte) int {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i
	}
	return len(data)
}

// whole reports whether a record has as many fields as there are columns, or
// only empty ones beyond, which it cuts off. Other records are broken.
func (rd *reader) whole(rec *record, width int) bool {
	for len(rec.fields) > width && len(bytes.TrimSpace(rec.fields[len(rec.fields)-1])) == 0 {
		rec.fields = rec.fields[:len(rec.fields)-1]
	}
	if rec.broken == "" && len(rec.fields) != width {
		rec.broken = fmt.Sprintf("it has %d fields, not %d", len(rec.fields), width)
	}
	if rec.broken == "" {
		return true
	}
	t := rd.table
	t.Broken++
	if len(t.BrokenLines) < maxBrokenLines {
		t.BrokenLines = append(t.BrokenLines, BrokenLine{Line: rec.line, Reason: rec.broken})
	}
	return false
}

// addColumn adds a column, which the rows that there are do not have.
func (rd *reader) addColumn(first []byte) error {
	rd.first = append(rd.first, bytes.Clone(first))
	rd.texts = append(rd.texts, &texts{words: newDictionary(), codes: make([]uint32, rd.table.Kept)})
	rd.most = max(rd.table.Kept, min(rd.most, maxCells/len(rd.first)))
	if len(rd.first) > maxColumns {
		return fmt.Errorf("the table has more than %d columns", maxColumns)
	}
	return nil
}

// define finds out what the columns are called, and what they are.
func (rd *reader) define() error {
	t, guesses := rd.table, make([]guess, len(rd.first))
	for i, x := range rd.texts {
		guesses[i] = newGuess(x)
	}
	comma, names := commas(guesses, rd.records.sep), rd.first
	if !rd.named(names, guesses, comma) {
		if t.Rows++; t.Kept < rd.most {
			t.Kept++
			for i, x := range rd.texts {
				x.codes = slices.Insert(x.codes, 0, x.code(rd.first[i]))
			}
		}
		names = make([][]byte, len(names))
	}
	for i, name := range columnNames(names) {
		kind, said := rd.kind(name)
		t.columns = append(t.columns, rd.texts[i].column(name, guesses[i].format(kind, comma), said))
		rd.texts[i] = nil // it takes as much room
	}
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
func (rd *reader) named(first [][]byte, guesses []guess, comma bool) bool {
	if rd.Header {
		return true
	}
	telling := false
	for i, g := range guesses {
		f := g.format("", comma)
		if f.kind == Text {
			continue
		}
		if telling = true; !f.fits(bytes.TrimSpace(first[i])) {
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
		return string(text[:most-1]) + other
	}
	return string(text)
}

// rows reads the lines of the file.
func (rd *reader) rows(ctx context.Context) error {
	t := rd.table
	for n := 1; ; n++ {
		if n%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("reading the table: %w", err)
			}
		}
		rec, err := rd.next()
		if err != nil && err != io.EOF {
			return fmt.Errorf("reading the table after line %d: %w", rd.records.line, err)
		}
		if rd.Progress != nil && (n%65536 == 0 || err == io.EOF) {
			rd.Progress(Progress{Bytes: rd.records.read, Rows: t.Rows})
		}
		width := len(rd.first)
		if rd.first == nil {
			width = len(rec.fields)
		}
		switch {
		case err == io.EOF:
			return nil
		case !rd.whole(&rec, width):
			if t.Broken%1000 == 0 { // no need to read all of a file that is no table
				err = rd.check()
			}
		case rd.first == nil:
			for _, name := range rec.fields {
				if err == nil {
					err = rd.addColumn(name)
				}
			}
		default:
			rd.keep(rec.fields)
		}
		if err != nil {
			return err
		}
	}
}

// check fails when most of what has been read is broken.
func (rd *reader) check() error {
	t := rd.table
	if t.Broken == 0 || t.Broken <= t.Rows {
		return nil
	}
	first := t.BrokenLines[0]
	return fmt.Errorf("%w: %d of %d; line %d: %s", ErrBroken, t.Broken, t.Broken+t.Rows, first.Line, first.Reason)
}

// keep stores a row, or leaves it out, or puts it in the place of another, so
// that every row read so far is as likely to be kept (algorithm R).
func (rd *reader) keep(row [][]byte) {
	t := rd.table
	t.Rows++
	at := t.Kept
	if t.Kept < rd.most {
		t.Kept++
		for _, x := range rd.texts {
			x.codes = append(x.codes, 0)
		}
	} else if at = rd.random.IntN(t.Rows); at >= rd.most {
		return
	}
	for i, x := range rd.texts {
		x.codes[at] = x.code(row[i])
	}
}
