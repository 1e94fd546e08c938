package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	rows "github.com/maitre-dev/maitre/internal/base/records"
)

// The encodings of files.
const (
	utf8Name    = "UTF-8"
	utf16Name   = "UTF-16"
	windowsName = "Windows-1252" // and so Latin-1, but for signs that no text has
)

// The longest record. A quote that is never closed would else take the rest of
// the file with it.
const (
	maxRecord      = 1 << 20 // bytes
	maxRecordLines = 200
	beginning      = 64 << 10 // bytes by which the separator is told
)

// unicodeReader returns the bytes of r without a byte order mark, and UTF-16
// as UTF-8. Other bytes stay as they are: whether a line is UTF-8 or
// Windows-1252 is told line by line, for people paste one into the other.
func unicodeReader(r io.Reader) (*bufio.Reader, string, error) {
	br := bufio.NewReaderSize(r, maxRecord)
	head, err := br.Peek(64)
	if err != nil && err != io.EOF {
		return nil, "", err
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		_, err := br.Discard(3)
		return br, utf8Name, err
	}
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		text := transform.NewReader(br, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()) // or as the mark says
		return bufio.NewReaderSize(text, maxRecord), utf16Name, nil
	case bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte("%PDF-")):
		return nil, "", ErrNoText
	}
	return br, utf8Name, nil
}

// record is one record of a file.
type record struct {
	line   int      // at which it starts, from 1
	fields [][]byte // valid until the next record
	broken string   // why it could not be read
}

// lines splits a file into records, in the way of RFC 4180, with any
// separator. A quote within a field that does not start with one is a quote.
type lines struct {
	r       *bufio.Reader
	sep     byte
	line    int      // read
	again   [][]byte // lines that are read once more
	windows bool     // a line was in Windows-1252
}

var errLong = errors.New("the line is too long")

// next returns a line in UTF-8, valid until the next one, or errLong.
func (l *lines) next() ([]byte, error) {
	if l.line++; len(l.again) > 0 {
		line := l.again[0]
		l.again = l.again[1:]
		return line, nil
	}
	line, err := l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = l.r.ReadSlice('\n')
		}
		return nil, errLong
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if !utf8.Valid(line) {
		l.windows = true
		line = rows.AppendWindows(nil, line)
	}
	return line, err
}

// record returns the next record that is not blank, or io.EOF. After a broken
// one it goes on with the line after the one where that started.
func (l *lines) record() (record, error) {
	line, err := l.next()
	for err == nil && len(bytes.TrimSpace(line)) == 0 {
		line, err = l.next()
	}
	rec := record{line: l.line}
	if errors.Is(err, errLong) {
		rec.broken = fmt.Sprintf("it is longer than %d MB", maxRecord>>20)
		return rec, nil
	}
	if err != nil {
		return rec, err
	}
	rec.fields, err = split(line, l.sep)
	text := slices.Clone(line)
	var more [][]byte
	for errors.Is(err, errOpen) && len(more) < maxRecordLines && len(text) < maxRecord {
		line, failed := l.next()
		if failed != nil && failed != io.EOF {
			return rec, failed
		}
		if failed == io.EOF {
			break
		}
		more = append(more, slices.Clone(line))
		text = append(append(text, '\n'), line...)
		rec.fields, err = split(text, l.sep)
	}
	if err != nil {
		rec.broken = err.Error()
		l.again, l.line = append(more, l.again...), rec.line
	}
	return rec, nil
}

var (
	errOpen   = errors.New("a quote is not closed")
	errBehind = errors.New("there is text after a closing quote")
)

// split returns the fields of a record.
func split(text []byte, sep byte) (fields [][]byte, err error) {
	if bytes.IndexByte(text, '"') < 0 {
		return bytes.Split(text, []byte{sep}), nil
	}
	for {
		quoted := bytes.TrimLeft(text, " ")
		if len(quoted) == 0 || quoted[0] != '"' {
			field, rest, more := bytes.Cut(text, []byte{sep})
			if fields = append(fields, field); !more {
				return fields, nil
			}
			text = rest
			continue
		}
		end := 1 // behind the closing quote
		for {
			i := bytes.IndexByte(quoted[end:], '"')
			if i < 0 {
				return fields, errOpen
			}
			if end += i + 1; end == len(quoted) || quoted[end] != '"' {
				break
			}
			end++
		}
		fields = append(fields, bytes.ReplaceAll(quoted[1:end-1], []byte(`""`), []byte(`"`)))
		rest := bytes.TrimLeft(quoted[end:], " \r")
		if len(rest) == 0 {
			return fields, nil
		}
		if rest[0] != sep {
			return fields, errBehind
		}
		text = rest[1:]
	}
}

// separators are those that are looked for. Where two would do, the earlier is
// meant: commas are also in numbers and in sentences.
var separators = []byte{'\t', ';', '|', ','}

// begin finds the separator: the one that is named in the first line, as Excel does, or
// that gives most records as many fields as the first has.
func (l *lines) begin() error {
	head, err := l.r.Peek(beginning)
	if err != nil && err != io.EOF {
		return err
	}
	if rest, ok := bytes.CutPrefix(head, []byte("sep=")); ok && len(rest) > 1 && rest[0] != '"' && rest[0] > ' ' {
		l.sep = rest[0]
		_, err := l.next()
		return err
	}
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 && err == nil {
		head = head[:end+1]
	}
	best := 0.0
	l.sep = ','
	for _, sep := range separators {
		sample := &lines{r: bufio.NewReaderSize(bytes.NewReader(head), beginning), sep: sep}
		width, same, all := 0, 0, 0
		for rec, err := sample.record(); err == nil && all < 200; rec, err = sample.record() {
			if all++; width == 0 {
				width = len(rec.fields)
			}
			if rec.broken == "" && len(rec.fields) == width {
				same++
			}
		}
		if score := float64(same) / float64(max(all, 1)); width > 1 && score > best+0.05 {
			l.sep, best = sep, score
		}
	}
	return nil
}

// objects reads a file of JSON objects, one after the other or in a list. Columns are their
// keys, in the order in which they appear; what is nested is text.
type objects struct {
	rd *reader
	d  *json.Decoder
	n  int // objects read
	at map[string]int
}

// newObjects returns nil for a file of something else.
func newObjects(rd *reader, r *bufio.Reader) *objects {
	head, _ := r.Peek(512)
	head = bytes.TrimLeft(head, " \t\r\n")
	list := bytes.HasPrefix(head, []byte("[")) && bytes.Contains(head, []byte("{"))
	if !list && !bytes.HasPrefix(head, []byte("{")) {
		return nil
	}
	o := &objects{rd: rd, d: json.NewDecoder(r), at: map[string]int{}}
	o.d.UseNumber()
	if list {
		_, _ = o.d.Token() // the bracket that was seen
	}
	return o
}

// record returns the next object with a field for each column there is by then,
// or io.EOF.
func (o *objects) record() (record, error) {
	if !o.d.More() {
		return record{}, io.EOF
	}
	o.n++
	rec := record{line: o.n, fields: make([][]byte, len(o.at))}
	if t, err := o.d.Token(); err != nil || t != json.Delim('{') {
		return rec, errors.Join(err, errors.New("there is no object"))
	}
	for o.d.More() {
		key, err := o.d.Token()
		if err != nil {
			return rec, err
		}
		name := key.(string)
		if _, known := o.at[name]; !known {
			o.at[name], rec.fields = len(rec.fields), append(rec.fields, nil)
			if err := o.rd.addColumn([]byte(name)); err != nil {
				return rec, err
			}
		}
		var v any
		if err := o.d.Decode(&v); err != nil {
			return rec, err
		}
		rec.fields[o.at[name]] = fieldOf(v)
	}
	_, err := o.d.Token()
	return rec, err
}

// fieldOf writes a value of JSON or of a database. A number is written so that its point is
// not taken for one between thousands.
func fieldOf(v any) []byte {
	var number string
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return []byte(v)
	case json.Number:
		number = v.String()
	case float64:
		number = strconv.FormatFloat(v, 'f', -1, 64)
	default:
		b, _ := json.Marshal(v)
		return b
	}
	if _, decimals, ok := strings.Cut(number, "."); ok && len(decimals) == 3 {
		number += "0"
	}
	return []byte(number)
}
