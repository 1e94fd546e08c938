// Package records reads what people export: CSV with whatever separator and
// encoding their program wrote, TSV, and JSON objects one a line. A row that
// cannot be read is reported with its line, and the reading goes on.
package records

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// A Row is one record. Of a row whose Err is set the rest is empty.
type Row struct {
	Line   int               // where it begins, from 1
	Fields map[string]string // by column, in small letters, without what is empty
	Err    error
}

// ErrRead is the error of the last row when reading failed: what follows it
// is unknown.
var ErrRead = errors.New("reading failed")

// Read returns the rows of a file by its name: .jsonl and .ndjson are JSON
// lines, everything else is a table whose first line names the columns.
func Read(r io.Reader, name string) iter.Seq[Row] {
	lower := strings.ToLower(name)
	if strings.HasSuffix(lower, ".jsonl") || strings.HasSuffix(lower, ".ndjson") {
		return objects(r)
	}
	return table(r)
}

const sniffed = 64 << 10 // bytes that the separator is guessed from

func table(r io.Reader) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		in := bufio.NewReaderSize(r, sniffed)
		head, err := in.Peek(sniffed)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(Row{Line: 1, Err: fmt.Errorf("%w: %w", ErrRead, err)})
			return
		}
		if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
			_, _ = in.Discard(3)
			head = head[3:]
		}
		if bytes.IndexByte(head[:min(512, len(head))], 0) >= 0 { // UTF-16, a spreadsheet
			yield(Row{Line: 1, Err: fmt.Errorf("%w: this is no table in plain text; save it as CSV in UTF-8", ErrRead)})
			return
		}
		end := &tail{r: in}
		c := csv.NewReader(end)
		c.Comma = separator(bytes.TrimLeft(head, "\r\n"))
		c.FieldsPerRecord = -1
		c.LazyQuotes = true
		c.TrimLeadingSpace = c.Comma != '\t' // a tab is a space too
		records(c, end, yield)
	}
}

// tail knows how a text that was read ends.
type tail struct {
	r    io.Reader
	size int64
	last byte // but line ends
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.size += int64(n)
	if s := bytes.TrimRight(p[:n], "\r\n"); len(s) > 0 {
		t.last = s[len(s)-1]
	}
	return n, err
}

// open reports whether a record is the last and ends in a quote that was never
// closed, and so may have swallowed many.
func (t *tail) open(record []string, read int64) bool {
	return read == t.size && t.last != '"' && strings.Contains(record[len(record)-1], "\n")
}

// records reads the table, the first record being the columns.
func records(c *csv.Reader, end *tail, yield func(Row) bool) {
	var columns []string
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		line := 1
		if len(record) > 0 {
			line, _ = c.FieldPos(0)
		}
		row := Row{Line: line}
		bad, broken := errors.AsType[*csv.ParseError](err)
		switch {
		case broken:
			row.Line, row.Err = bad.StartLine, bad.Err
		case err != nil:
			yield(Row{Line: line, Err: fmt.Errorf("%w: %w", ErrRead, err)})
			return
		case end.open(record, c.InputOffset()):
			row.Err = errors.New("a quote is opened and not closed before the end of the file")
		case columns == nil:
			if columns, row.Err = header(record); row.Err == nil {
				continue
			}
			yield(row)
			return
		case len(record) > len(columns):
			row.Err = fmt.Errorf("%d values for %d columns: one that has %s in it stands in quotes, as \"a%cb\"", len(record), len(columns), commas[c.Comma], c.Comma)
		default:
			row.Fields = map[string]string{}
			for i, v := range record {
				if v = utf8Of(v); v != "" {
					row.Fields[columns[i]] = v
				}
			}
		}
		if row.Err == nil && len(row.Fields) == 0 {
			continue // an empty line
		}
		if !yield(row) {
			return
		}
	}
}

func header(record []string) ([]string, error) {
	seen := map[string]bool{}
	var columns []string
	for i, name := range record {
		name = strings.ToLower(utf8Of(name))
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
		}
		if seen[name] {
			return nil, fmt.Errorf("two columns are called %q", name)
		}
		seen[name] = true
		columns = append(columns, name)
	}
	return columns, nil
}

// commas are what separators are called.
var commas = map[rune]string{',': "a comma", ';': "a semicolon", '\t': "a tab", '|': "a bar"}

// separator is the one of , ; tab and | that the first line has most of,
// outside of quotes.
func separator(head []byte) rune {
	count := map[rune]int{}
	quoted := false
	for _, r := range string(head) {
		if r == '"' {
			quoted = !quoted
		}
		if r == '\n' && !quoted {
			break
		}
		if !quoted {
			count[r]++
		}
	}
	best := ','
	for _, r := range ";\t|" {
		if count[r] > count[best] {
			best = r
		}
	}
	return best
}

// What Windows-1252, which programs mean by Latin-1, has at 0x80 to 0x9f.
var windows = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// AppendWindows appends text in Windows-1252 as UTF-8.
func AppendWindows(to, text []byte) []byte {
	for _, b := range text {
		r := rune(b)
		if 0x80 <= b && b < 0xa0 {
			r = windows[b-0x80]
		}
		to = utf8.AppendRune(to, r)
	}
	return to
}

// utf8Of returns a value without space around it, in UTF-8: what is not is
// taken for Latin-1.
func utf8Of(value string) string {
	if !utf8.ValidString(value) {
		value = string(AppendWindows(nil, []byte(value)))
	}
	return strings.TrimSpace(value)
}

func objects(r io.Reader) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for line := range jsonl.Lines(r) {
			var object map[string]cell
			row := Row{Line: line.Number, Err: line.Decode(&object)}
			if errors.Is(row.Err, jsonl.ErrRead) {
				row.Err = fmt.Errorf("%w: %w", ErrRead, row.Err)
			}
			if row.Err == nil {
				row.Fields = map[string]string{}
				for _, name := range slices.Sorted(maps.Keys(object)) { // of ID and id, always the same
					if v := object[name]; v != "" {
						row.Fields[strings.ToLower(strings.TrimSpace(name))] = string(v)
					}
				}
			}
			if !yield(row) {
				return
			}
		}
	}
}

// A cell is a JSON value as a table would have it.
type cell string

// UnmarshalJSON leaves numbers as they are written: the id of a row may be
// longer than a float64 can tell apart.
func (c *cell) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	*c = cell(plain(v))
	return err
}

// plain writes a list of words with commas.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case []any:
		var all []string
		for _, x := range v {
			if s := plain(x); s != "" {
				all = append(all, s)
			}
		}
		return strings.Join(all, ", ")
	default:
		b, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(b)
	}
}
