package table

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
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
// What a column is shows in its first 2,000 rows. If the rest proves that wrong
// and r is an [io.Seeker], the file is read again.
func Read(ctx context.Context, r io.Reader, o Options) (*Table, error) {
	seeker, again := r.(io.Seeker)
	start := int64(0)
	if again {
		var err error
		start, err = seeker.Seek(0, io.SeekCurrent)
		again = err == nil // a pipe is a file too
	}
	rd, err := read(ctx, r, o)
	if err != nil {
		return nil, err
	}
	wrong := rd.wrong()
	if !again || len(wrong) == 0 {
		return rd.table, nil
	}
	if _, err := seeker.Seek(start, io.SeekStart); err != nil {
		return nil, fmt.Errorf("reading the table again: %w", err)
	}
	o.Types = maps.Clone(o.Types)
	if o.Types == nil {
		o.Types = make(map[string]Kind)
	}
	for _, name := range wrong {
		o.Types[name] = Text
	}
	if rd, err = read(ctx, r, o); err != nil {
		return nil, err
	}
	return rd.table, nil
}

// reader reads one file once.
type reader struct {
	Options
	table   *Table
	records *records
	formats []format
	sampled []int // how many values the first rows had, by column
	most    int   // rows to keep
	random  *rand.Rand
}

func read(ctx context.Context, r io.Reader, o Options) (*reader, error) {
	text, encoding, err := unicodeReader(r)
	if err != nil {
		return nil, fmt.Errorf("reading the table: %w", err)
	}
	from, objects := fromJSON(bufio.NewReaderSize(text, 64<<10))
	defer func() { _ = from.Close() }()
	if objects {
		o.Separator, o.Header = ',', true
	}
	rd := &reader{Options: o, table: &Table{Encoding: encoding}, records: newRecords(from, o.Separator), random: rand.New(rand.NewPCG(13, 2))}
	if err := rd.begin(); err != nil {
		return nil, fmt.Errorf("reading the table: %w", err)
	}
	first, err := rd.sample()
	if err != nil {
		return nil, err
	}
	if err := rd.define(first); err != nil {
		return nil, err
	}
	for _, row := range first {
		rd.keep(row)
	}
	if err := rd.rest(ctx); err != nil {
		return nil, err
	}
	t := rd.table
	t.Separator = string(rd.records.sep)
	t.Approximate = t.Kept < t.Rows
	if rd.records.windows {
		t.Encoding = windowsName
	}
	for i, c := range t.columns {
		rd.settle(c, i)
	}
	if t.Rows == 0 && t.Broken == 0 {
		return nil, ErrEmpty
	}
	return rd, rd.check()
}

// begin finds the separator.
func (rd *reader) begin() error {
	r := rd.records
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

// sample returns the first rows, the one with the names among them if there is
// one, all as wide as the first.
func (rd *reader) sample() ([][][]byte, error) {
	var rows [][][]byte
	for size := 0; len(rows) <= sampleRows && size < sampleBytes; {
		rec, err := rd.records.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading the table: %w", err)
		}
		width := len(rec.fields)
		if len(rows) > 0 {
			width = len(rows[0])
		}
		if !rd.whole(&rec, width) {
			continue
		}
		row := make([][]byte, width)
		for i, f := range rec.fields {
			row[i] = bytes.Clone(f)
			size += len(f)
		}
		rows = append(rows, row)
	}
	switch {
	case len(rows) == 0 && rd.table.Broken > 0:
		return nil, rd.check()
	case len(rows) == 0:
		return nil, ErrEmpty
	case len(rows[0]) > maxColumns:
		return nil, fmt.Errorf("the table has %d columns, more than %d", len(rows[0]), maxColumns)
	}
	return rows, nil
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

// define makes the columns, of the kinds that the first rows show, and takes
// the names off rows.
func (rd *reader) define(rows [][][]byte) error {
	width := len(rows[0])
	guesses := make([]guess, width)
	for i := range guesses {
		values := make([][]byte, len(rows)-1)
		for j := range values {
			values[j] = rows[j+1][i]
		}
		guesses[i] = newGuess(values)
	}
	comma := commas(guesses, rd.records.sep)
	names := rows[0]
	if !rd.named(names, guesses, comma) {
		names = make([][]byte, width)
	} else {
		rows[0] = nil
	}
	for name, kind := range rd.Types {
		if !kind.valid() {
			return fmt.Errorf("%w: %q cannot be %q", ErrKind, name, kind)
		}
	}
	for i, name := range columnNames(names) {
		kind, _ := rd.kind(name)
		f := guesses[i].format(kind, comma)
		c := &column{Column: Column{Name: name, Kind: f.kind, Unit: f.unit, Whole: f.kind == Number, Near: f.near}}
		if f.kind == Text || f.kind == Bool {
			c.words = newDictionary()
		}
		rd.formats = append(rd.formats, f)
		rd.sampled = append(rd.sampled, len(guesses[i].values))
		rd.table.columns = append(rd.table.columns, c)
	}
	for name := range rd.Types {
		if _, err := rd.table.column(name); err != nil {
			return err
		}
	}
	rd.most = rd.MaxRows
	if rd.most <= 0 {
		rd.most = maxRows
	}
	rd.most = min(rd.most, maxCells/width)
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

// rest reads the rows after the first ones.
func (rd *reader) rest(ctx context.Context) error {
	t := rd.table
	for n := 1; ; n++ {
		if n%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("reading the table: %w", err)
			}
		}
		rec, err := rd.records.next()
		if err != nil && err != io.EOF {
			return fmt.Errorf("reading the table after line %d: %w", rd.records.line, err)
		}
		if rd.Progress != nil && (n%65536 == 0 || err == io.EOF) {
			rd.Progress(Progress{Bytes: rd.records.read, Rows: t.Rows})
		}
		switch {
		case err == io.EOF:
			return nil
		case rd.whole(&rec, len(t.columns)):
			rd.keep(rec.fields)
		case t.Broken%1000 == 0: // no need to read all of a file that is no table
			if err := rd.check(); err != nil {
				return err
			}
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
// that every row read so far is as likely to be kept (algorithm R). A row of
// nil is none.
func (rd *reader) keep(row [][]byte) {
	if row == nil {
		return
	}
	t := rd.table
	t.Rows++
	at := t.Kept
	if t.Kept < rd.most {
		t.Kept++
		for _, c := range t.columns {
			c.values = append(c.values, math.NaN())
		}
	} else if at = rd.random.IntN(t.Rows); at >= rd.most {
		return
	}
	for i, c := range t.columns {
		c.put(at, row[i], rd.formats[i])
	}
}

// settle decides on a column once all rows are read. One of whose first rows
// few had a value is looked at again: its texts are all there.
func (rd *reader) settle(c *column, i int) {
	const few = 20
	_, said := rd.kind(c.Name)
	if c.Kind == Text && !said && rd.sampled[i] < few && c.words.len() > rd.sampled[i] {
		var values [][]byte
		for code := 1; code <= min(c.words.len(), sampleRows); code++ {
			values = append(values, c.words.bytes(uint32(code)))
		}
		rd.retype(c, newGuess(values).format("", rd.records.sep == ';'))
	}
	if c.fit > 0 {
		c.Confidence = float64(c.fit) / float64(c.fit+c.Unfit)
	}
	c.Whole = c.Whole && c.fit > 0
}

// retype makes a column of texts one of another format.
func (rd *reader) retype(c *column, f format) {
	if f.kind == Text {
		return
	}
	words := c.words
	c.Column = Column{Name: c.Name, Kind: f.kind, Unit: f.unit, Whole: f.kind == Number}
	c.words, c.fit = newDictionary(), 0
	for row, code := range c.values {
		if !math.IsNaN(code) {
			c.put(row, words.bytes(uint32(code)), f)
		}
	}
}

// wrong returns the columns that are mostly not of the kind their first rows
// showed.
func (rd *reader) wrong() []string {
	var names []string
	for _, c := range rd.table.columns {
		if _, said := rd.kind(c.Name); !said && c.Kind != Text && c.Unfit > 0 && c.Confidence < fitShare {
			names = append(names, c.Name)
		}
	}
	return names
}
