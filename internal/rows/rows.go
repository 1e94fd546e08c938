// Package rows reads what people export: CSV with whatever separator and
// encoding their program wrote, TSV, and JSON objects one a line. A row that
// cannot be read is reported with its line, and the reading goes on.
package rows

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/jsonl"
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

const sniffed = 64 << 10 // bytes that separator and encoding are guessed from

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
		var text io.Reader = in
		if !isUTF8(head) {
			text = &latin1{r: in}
		}
		c := csv.NewReader(text)
		c.Comma = separator(head)
		c.FieldsPerRecord = -1
		c.LazyQuotes = true
		c.TrimLeadingSpace = true
		records(c, yield)
	}
}

// records reads the table, the first record being the columns.
func records(c *csv.Reader, yield func(Row) bool) {
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
		case columns == nil:
			if columns, row.Err = header(record); row.Err == nil {
				continue
			}
			yield(row)
			return
		case len(record) > len(columns):
			row.Err = fmt.Errorf("%d values for %d columns", len(record), len(columns))
		default:
			row.Fields = map[string]string{}
			for i, v := range record {
				if v = strings.TrimSpace(v); v != "" {
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
		name = strings.ToLower(strings.TrimSpace(name))
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

// isUTF8 forgives a letter that the end of the sample cuts.
func isUTF8(head []byte) bool {
	for range utf8.UTFMax {
		if utf8.Valid(head) {
			return true
		}
		if len(head) < sniffed-utf8.UTFMax || len(head) == 0 {
			return false
		}
		head = head[:len(head)-1]
	}
	return false
}

// latin1 makes UTF-8 of a text in Latin-1, or rather in the Windows code page
// that programs mean by it.
type latin1 struct {
	r    *bufio.Reader
	left []byte
}

// What Windows-1252 has at 0x80 to 0x9f.
var windows = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

func (l *latin1) Read(p []byte) (int, error) {
	for len(l.left) < len(p) {
		b, err := l.r.ReadByte()
		if err != nil {
			if len(l.left) == 0 {
				return 0, err
			}
			break
		}
		r := rune(b)
		if 0x80 <= b && b < 0xa0 {
			r = windows[b-0x80]
		}
		l.left = utf8.AppendRune(l.left, r)
	}
	n := copy(p, l.left)
	l.left = append(l.left[:0], l.left[n:]...)
	return n, nil
}

func objects(r io.Reader) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for line := range jsonl.Lines(r) {
			row := Row{Line: line.Number, Err: line.Err}
			if errors.Is(line.Err, jsonl.ErrRead) {
				row.Err = fmt.Errorf("%w: %w", ErrRead, line.Err)
			}
			var object map[string]any
			if row.Err == nil {
				row.Err = jsonl.Decode(line.Data, &object)
			}
			if row.Err == nil {
				row.Fields = map[string]string{}
				for name, v := range object {
					if s := plain(v); s != "" {
						row.Fields[strings.ToLower(strings.TrimSpace(name))] = s
					}
				}
			}
			if !yield(row) {
				return
			}
		}
	}
}

// plain writes a JSON value as a table would: a list of words with commas.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case []any:
		var all []string
		for _, x := range v {
			all = append(all, plain(x))
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
