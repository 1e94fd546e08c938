package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	rows "github.com/maitre-dev/maitre/internal/base/records"
)

// The longest record. A quote that is never closed would else take the rest of
// the file with it.
const (
	maxRecord      = 1 << 20 // bytes
	maxRecordLines = 200
)

// records splits a file into records, in the way of RFC 4180, with any
// separator. A quote within a field that does not start with one is a quote.
type records struct {
	r       io.Reader
	sep     byte
	buf     []byte
	start   int // of what is not yet read, in buf
	eof     bool
	read    int64 // bytes
	line    int   // lines read
	windows bool  // a line was in Windows-1252

	fields  [][]byte
	scratch []byte
}

// record is one record of a file.
type record struct {
	line   int      // at which it starts, from 1
	fields [][]byte // valid until the next record
	broken string   // why it could not be read
}

func newRecords(r io.Reader, sep byte) *records {
	return &records{r: r, sep: sep, buf: make([]byte, 0, 256<<10)}
}

// next returns the next record that is not blank, or io.EOF. After a broken
// record it goes on with the line after the one where that started.
func (r *records) next() (record, error) {
	for {
		end := bytes.IndexByte(r.buf[r.start:], '\n')
		if end < 0 && !r.eof {
			if len(r.buf)-r.start > maxRecord {
				return r.skipLine()
			}
			if err := r.fill(); err != nil {
				return record{}, err
			}
			continue
		}
		rest := r.buf[r.start:]
		if len(rest) == 0 {
			return record{}, io.EOF
		}
		line, next := rest, len(rest)
		if end >= 0 {
			line, next = rest[:end], end+1
		}
		r.fields, r.scratch = r.fields[:0], r.scratch[:0]
		rec := record{line: r.line + 1}
		if bytes.IndexByte(line, '"') >= 0 {
			n, err := r.splitQuoted(rest)
			if errors.Is(err, errShort) {
				if err := r.fill(); err != nil {
					return record{}, err
				}
				continue
			}
			if err != nil {
				rec.broken = err.Error()
			} else {
				next = n
			}
		} else {
			r.split(line)
		}
		r.line += max(1, bytes.Count(rest[:next], []byte("\n")))
		r.start += next
		if rec.broken == "" && len(r.fields) == 1 && len(bytes.TrimSpace(r.fields[0])) == 0 {
			continue
		}
		if rec.broken == "" && !utf8.Valid(rest[:next]) {
			r.decode()
		}
		rec.fields = r.fields
		return rec, nil
	}
}

// split splits a line without quotes.
func (r *records) split(line []byte) {
	line = bytes.TrimSuffix(line, []byte("\r"))
	for {
		i := bytes.IndexByte(line, r.sep)
		if i < 0 {
			r.fields = append(r.fields, line)
			return
		}
		r.fields = append(r.fields, line[:i])
		line = line[i+1:]
	}
}

var errShort = errors.New("the record goes on")

// splitQuoted splits the record that data starts with, and returns its length.
// It is errShort when more of the file must be read.
func (r *records) splitQuoted(data []byte) (int, error) {
	for at := 0; ; {
		for at < len(data) && data[at] == ' ' {
			at++
		}
		var stop int
		if at < len(data) && data[at] == '"' {
			end, err := r.quoted(data, at+1)
			if err != nil {
				return 0, err
			}
			stop = end
		} else {
			stop = at
			for stop < len(data) && data[stop] != r.sep && data[stop] != '\n' {
				stop++
			}
			r.fields = append(r.fields, bytes.TrimSuffix(data[at:stop], []byte("\r")))
		}
		switch {
		case stop == len(data) && !r.eof:
			return 0, r.short(data)
		case stop == len(data):
			return stop, nil
		case data[stop] == '\n':
			return stop + 1, nil
		}
		at = stop + 1
	}
}

// quoted adds the field whose text starts at data[at], after its quote, and
// returns where the separator or the line's end after it is.
func (r *records) quoted(data []byte, at int) (int, error) {
	start, doubled := at, false
	for {
		i := bytes.IndexByte(data[at:], '"')
		if i < 0 || at+i+1 == len(data) && !r.eof {
			return 0, r.short(data)
		}
		at += i + 1
		if at == len(data) || data[at] != '"' {
			break
		}
		at++
		doubled = true
	}
	field := data[start : at-1]
	if bytes.Count(field, []byte("\n")) > maxRecordLines {
		return 0, errUnclosed
	}
	if doubled {
		from := len(r.scratch)
		r.scratch = append(r.scratch, bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))...)
		field = r.scratch[from:]
	}
	r.fields = append(r.fields, field)
	for at < len(data) && (data[at] == ' ' || data[at] == '\r') {
		at++
	}
	if at < len(data) && data[at] != r.sep && data[at] != '\n' {
		return 0, errors.New("there is text after a closing quote")
	}
	return at, nil
}

var errUnclosed = errors.New("a quote is not closed")

// short says what to do when data ends within the record it starts with.
func (r *records) short(data []byte) error {
	if r.eof || len(data) > maxRecord || bytes.Count(data, []byte("\n")) > maxRecordLines {
		return errUnclosed
	}
	return errShort
}

// skipLine reads on to the end of a line that is too long.
func (r *records) skipLine() (record, error) {
	r.line++
	rec := record{line: r.line, broken: fmt.Sprintf("it is longer than %d MB", maxRecord>>20)}
	for {
		if i := bytes.IndexByte(r.buf[r.start:], '\n'); i >= 0 {
			r.start += i + 1
			return rec, nil
		}
		r.start = len(r.buf)
		if r.eof {
			return rec, nil
		}
		if err := r.fill(); err != nil {
			return record{}, err
		}
	}
}

// decode makes the fields of a record that is not UTF-8 so.
func (r *records) decode() {
	r.windows = true
	for i, f := range r.fields {
		if !utf8.Valid(f) {
			r.fields[i] = rows.AppendWindows(nil, f)
		}
	}
}

// fill reads more of the file, and moves what is not yet read.
func (r *records) fill() error {
	rest := copy(r.buf[:cap(r.buf)], r.buf[r.start:])
	r.buf, r.start = r.buf[:rest], 0
	if rest > cap(r.buf)/2 {
		r.buf = append(make([]byte, 0, 2*cap(r.buf)), r.buf...)
	}
	n, err := io.ReadAtLeast(r.r, r.buf[rest:cap(r.buf)], 1)
	r.buf = r.buf[:rest+n]
	r.read += int64(n)
	if err == io.EOF {
		r.eof, err = true, nil
	}
	return err
}

// separators are those that are looked for. Where two would do, the earlier is
// meant: commas are also in numbers and in sentences.
var separators = []byte{'\t', ';', '|', ','}

// detect returns the separator of the file that sample is the beginning of:
// the one that gives most records as many fields as the first has.
func detect(sample []byte) byte {
	best, bestScore := byte(','), 0.0
	for _, sep := range separators {
		r := newRecords(bytes.NewReader(sample), sep)
		width, same, all := 0, 0, 0
		for all < 200 {
			rec, err := r.next()
			if err != nil {
				break
			}
			if all++; width == 0 {
				width = len(rec.fields)
			}
			if rec.broken == "" && len(rec.fields) == width {
				same++
			}
		}
		if score := float64(same) / float64(max(all, 1)); width > 1 && score > bestScore+0.05 {
			best, bestScore = sep, score
		}
	}
	return best
}
