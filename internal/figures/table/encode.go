package table

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// magic begins every encoded table. Its number changes with the format.
const magic = "maitre table 1\n"

// header comes after it, as JSON.
type header struct {
	Table   Table
	Columns []Column
}

// maxHeader is far more than a thousand columns take.
const maxHeader = 4 << 20

// ErrFormat is the error of bytes that are no encoded table.
var ErrFormat = errors.New("this is no table of ours")

// Encode writes a table for [Decode] to read. The format is gzip, and in it the
// magic, the length of a header, the header as JSON, and then column by column
// a value for each row that is kept: numbers as float64, dates as the distance
// in seconds from the one before, texts as their number in a list of the
// different ones that comes first. Lengths and whole numbers are varints,
// float64 are little-endian.
func (t *Table) Encode(w io.Writer) error {
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(zip, 64<<10)
	head, err := json.Marshal(header{Table: *t, Columns: t.Columns()})
	if err != nil {
		return fmt.Errorf("encoding a table: %w", err)
	}
	var b []byte
	b = append(b, magic...)
	b = append(binary.AppendUvarint(b, uint64(len(head))), head...)
	_, err = out.Write(b)
	for _, c := range t.columns {
		if err == nil {
			err = c.encode(out)
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = zip.Close()
	}
	if err != nil {
		return fmt.Errorf("encoding a table: %w", err)
	}
	return nil
}

// encode writes the values. A write that fails makes all later ones fail too,
// so that only the flush at the end needs to be looked at.
func (c *column) encode(out *bufio.Writer) error {
	if c.words != nil {
		_, _ = out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(c.words.len())))
		for code := 1; code <= c.words.len(); code++ {
			text := c.words.bytes(uint32(code))
			_, _ = out.Write(append(binary.AppendUvarint(out.AvailableBuffer(), uint64(len(text))), text...))
		}
	}
	last := int64(0)
	for _, x := range c.values {
		b := out.AvailableBuffer()
		switch at := int64(noTime); c.Kind {
		case Number:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		case Date:
			if !math.IsNaN(x) {
				at = int64(x)
			}
			b, last = binary.AppendVarint(b, at-last), at // may wrap around, and does so back
		default:
			if math.IsNaN(x) {
				x = 0
			}
			b = binary.AppendUvarint(b, uint64(x))
		}
		_, _ = out.Write(b)
	}
	return out.Flush()
}

// noTime is a date that is missing.
const noTime = math.MinInt64

// Decode reads a table that Encode wrote. What does not keep to the format or
// to the limits of a table is ErrFormat.
func Decode(r io.Reader) (*Table, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("decoding a table: %w: %w", ErrFormat, err)
	}
	t, err := decode(bufio.NewReaderSize(zip, 64<<10))
	if err != nil {
		return nil, fmt.Errorf("decoding a table: %w: %w", ErrFormat, err)
	}
	return t, nil
}

func decode(in *bufio.Reader) (*Table, error) {
	begin := make([]byte, len(magic))
	if _, err := io.ReadFull(in, begin); err != nil || string(begin) != magic {
		return nil, errors.New("it begins otherwise")
	}
	size, err := binary.ReadUvarint(in)
	if err != nil || size > maxHeader {
		return nil, errors.New("its header is too long")
	}
	raw := make([]byte, size)
	if _, err := io.ReadFull(in, raw); err != nil {
		return nil, err
	}
	var head header
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	t := &head.Table
	if n := len(head.Columns); n == 0 || n > maxColumns || t.Kept < 0 || t.Kept > maxCells/n || t.Rows < t.Kept {
		return nil, errors.New("it has no such size")
	}
	for _, info := range head.Columns {
		if !info.Kind.valid() {
			return nil, errors.New("it has a column of no kind")
		}
		c := &column{Column: info}
		if err := c.decode(in, t.Kept); err != nil {
			return nil, err
		}
		t.columns = append(t.columns, c)
	}
	if _, err := in.ReadByte(); err != io.EOF { // gzip has then checked its sum
		return nil, errors.New("it does not end where it should")
	}
	return t, nil
}

func (c *column) decode(in *bufio.Reader, rows int) error {
	if c.Kind == Text || c.Kind == Bool {
		if err := c.decodeWords(in); err != nil {
			return err
		}
	}
	last := int64(0)
	for range rows {
		x, err := c.decodeValue(in, &last)
		if err != nil {
			return err
		}
		c.values = append(c.values, x)
	}
	return nil
}

// decodeValue reads a value; last is the date before it.
func (c *column) decodeValue(in *bufio.Reader, last *int64) (float64, error) {
	switch c.Kind {
	case Number:
		b, err := in.Peek(8)
		if err != nil {
			return 0, err
		}
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		if math.IsInf(x, 0) {
			return 0, errors.New("it has a number that is not finite")
		}
		_, err = in.Discard(8)
		return x, err
	case Date:
		step, err := binary.ReadVarint(in)
		if *last += step; *last == noTime {
			return math.NaN(), err
		}
		if *last < minTime || *last > maxTime {
			return 0, errors.New("it has a date beyond the calendar")
		}
		return float64(*last), err
	default:
		code, err := binary.ReadUvarint(in)
		if code > uint64(c.words.len()) {
			return 0, errors.New("it has a text that is not on the list")
		}
		if code == 0 {
			return math.NaN(), err
		}
		return float64(code), err
	}
}

func (c *column) decodeWords(in *bufio.Reader) error {
	c.words = newDictionary()
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return err
	}
	text := make([]byte, maxText+len(other))
	for i := range n {
		size, err := binary.ReadUvarint(in)
		if err != nil || size > uint64(len(text)) {
			return errors.New("it has a text that is too long")
		}
		if _, err := io.ReadFull(in, text[:size]); err != nil {
			return err
		}
		if c.words.code(text[:size]) != uint32(i+1) {
			return errors.New("it has a text twice, or too many")
		}
	}
	return nil
}
