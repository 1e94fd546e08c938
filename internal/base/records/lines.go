package records

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The longest record. A quote that is never closed would else take the rest of
// the file with it.
const (
	maxRecord      = 1 << 20 // bytes
	maxRecordLines = 200
	beginning      = 64 << 10 // bytes by which the separator is told
)

// ErrNoText is the error of a picture, a PDF or a spreadsheet.
var ErrNoText = errors.New("the file is no text: save a spreadsheet as CSV")

// Lines splits a text into records, in the way of RFC 4180, with any separator.
// A quote within a field that does not start with one is a quote.
type Lines struct {
	Text     *bufio.Reader // what is not yet read, without a byte order mark; UTF-16 is UTF-8
	Encoding string        // UTF-8, UTF-16 or Windows-1252, and so Latin-1
	Comma    byte          // what separates fields; known after the first record

	line  int      // read
	again [][]byte // lines that are read once more
}

// Open begins to read a file. Whether a line is UTF-8 or Windows-1252 is told line by line, for
// people paste one into the other.
func Open(r io.Reader) (*Lines, error) {
	l := &Lines{Text: bufio.NewReaderSize(r, maxRecord), Encoding: "UTF-8"}
	head, err := l.Text.Peek(64)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := l.Text.Discard(3)
		return l, err
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		l.Encoding = "UTF-16"
		l.Text = bufio.NewReaderSize(transform.NewReader(l.Text, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()), maxRecord)
	case bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte("%PDF-")):
		return nil, ErrNoText
	}
	return l, nil
}

// Record is one record of a file.
type Record struct {
	Line   int      // at which it starts, from 1
	Fields [][]byte // valid until the next record
	Broken string   // why it could not be read
}

var errLong = errors.New("the line is too long")

// next returns a line in UTF-8, valid until the next one, or errLong.
func (l *Lines) next() ([]byte, error) {
	if l.line++; len(l.again) > 0 {
		line := l.again[0]
		l.again = l.again[1:]
		return line, nil
	}
	line, err := l.Text.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = l.Text.ReadSlice('\n')
		}
		return nil, errLong
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if !utf8.Valid(line) {
		l.Encoding = "Windows-1252"
		line, _ = charmap.Windows1252.NewDecoder().Bytes(line) // it takes everything
	}
	return line, err
}

// Next returns the next record that is not blank, or io.EOF. After a broken
// one it goes on with the line after the one where that started.
func (l *Lines) Next() (Record, error) {
	if l.Comma == 0 {
		if err := l.begin(); err != nil {
			return Record{}, err
		}
	}
	line, err := l.next()
	for err == nil && len(bytes.TrimSpace(line)) == 0 {
		line, err = l.next()
	}
	rec := Record{Line: l.line}
	if errors.Is(err, errLong) {
		rec.Broken = fmt.Sprintf("it is longer than %d MB", maxRecord>>20)
		return rec, nil
	}
	if err != nil {
		return rec, err
	}
	rec.Fields, err = split(line, l.Comma)
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
		rec.Fields, err = split(text, l.Comma)
	}
	if err != nil {
		rec.Broken = err.Error()
		l.again, l.line = append(more, l.again...), rec.Line
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
func (l *Lines) begin() error {
	head, err := l.Text.Peek(beginning)
	if err != nil && err != io.EOF {
		return err
	}
	if rest, ok := bytes.CutPrefix(head, []byte("sep=")); ok && len(rest) > 1 && rest[0] != '"' && rest[0] > ' ' {
		l.Comma = rest[0]
		_, err := l.next()
		return err
	}
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 && err == nil {
		head = head[:end+1]
	}
	best := 0.0
	l.Comma = ','
	for _, sep := range separators {
		sample := &Lines{Text: bufio.NewReaderSize(bytes.NewReader(head), beginning), Comma: sep}
		width, same, all := 0, 0, 0
		for rec, err := sample.Next(); err == nil && all < 200; rec, err = sample.Next() {
			if all++; width == 0 {
				width = len(rec.Fields)
			}
			if rec.Broken == "" && len(rec.Fields) == width {
				same++
			}
		}
		if score := float64(same) / float64(max(all, 1)); width > 1 && score > best+0.05 {
			l.Comma, best = sep, score
		}
	}
	return nil
}
