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

// noTime is a date that is missing.
const noTime = math.MinInt64

// ErrFormat is the error of bytes that are no encoded table.
var ErrFormat = errors.New("this is no table of ours")

// Encode writes a table for [Decode] to read. The format is gzip, and in it the
// magic, the length of a header, the header as JSON, and then column by column
// a value for each row that is kept: numbers as float64, dates as the distance
// in seconds from the one before, texts as their number in a list of the
// different ones that comes first. Lengths and whole numbers are varints,
// float64 are little-endian.
func (t *Table) Encode(w io.Writer) error {
	zip, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // a level there is
	out := bufio.NewWriterSize(zip, 64<<10)          // whose last flush tells of all errors
	head, err := json.Marshal(header{Table: *t, Columns: t.Columns()})
	if err != nil {
		return fmt.Errorf("encoding a table: %w", err)
	}
	_, _ = out.WriteString(magic)
	write(out, string(head))
	for _, c := range t.columns {
		c.encode(out)
	}
	if err := errors.Join(out.Flush(), zip.Close()); err != nil {
		return fmt.Errorf("encoding a table: %w", err)
	}
	return nil
}

// write writes a text after its length.
func write(out *bufio.Writer, text string) {
	_, _ = out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(len(text))))
	_, _ = out.WriteString(text)
}

func (c *column) encode(out *bufio.Writer) {
	if c.words != nil {
		_, _ = out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(len(c.words.texts))))
		for _, text := range c.words.texts {
			write(out, text)
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
}

// Decode reads a table that Encode wrote. What does not keep to the format or
// to the limits of a table is ErrFormat.
func Decode(r io.Reader) (*Table, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("decoding a table: %w: %w", ErrFormat, err)
	}
	d := &decoder{Reader: bufio.NewReaderSize(zip, 64<<10)}
	t := d.table()
	if d.err != nil {
		return nil, fmt.Errorf("decoding a table: %w: %w", ErrFormat, d.err)
	}
	return t, nil
}

// decoder reads the parts of a table. After an error it reads nothing.
type decoder struct {
	*bufio.Reader
	err error
}

func (d *decoder) uvarint() (n uint64) {
	if d.err == nil {
		n, d.err = binary.ReadUvarint(d)
	}
	return n
}

// bytes returns so many bytes, at most some.
func (d *decoder) bytes(n, most uint64) []byte {
	if n > most {
		d.fail("it has a text that is too long")
	}
	if d.err != nil {
		return nil
	}
	b := make([]byte, n)
	_, d.err = io.ReadFull(d, b)
	return b
}

func (d *decoder) fail(why string) { d.err = errors.Join(d.err, errors.New(why)) }

func (d *decoder) table() *Table {
	if string(d.bytes(uint64(len(magic)), maxHeader)) != magic {
		d.fail("it begins otherwise")
	}
	var head header
	raw := d.bytes(d.uvarint(), maxHeader)
	if d.err == nil {
		d.err = json.Unmarshal(raw, &head)
	}
	t := &head.Table
	if n := len(head.Columns); d.err == nil && (n == 0 || n > maxColumns || t.Kept < 0 || t.Kept > maxCells/n || t.Rows < t.Kept) {
		d.fail("it has no such size")
	}
	for _, info := range head.Columns {
		if !info.Kind.valid() {
			d.fail("it has a column of no kind")
		}
		if d.err != nil {
			return nil
		}
		t.columns = append(t.columns, d.column(info, t.Kept))
	}
	if d.err == nil {
		if _, err := d.ReadByte(); err != io.EOF { // gzip has then checked its sum
			d.fail("it does not end where it should")
		}
	}
	return t
}

func (d *decoder) column(info Column, rows int) *column {
	c := &column{Column: info}
	if c.Kind == Text || c.Kind == Bool {
		c.words = newDictionary()
		for n := d.uvarint(); d.err == nil && n > 0; n-- {
			had := len(c.words.texts)
			if text := d.bytes(d.uvarint(), maxText+uint64(len("…"))); int(c.words.code(text)) != had+1 {
				d.fail("it has a text twice")
			}
		}
	}
	last := int64(0)
	for i := 0; i < rows && d.err == nil; i++ {
		c.values = append(c.values, d.value(c, &last))
	}
	return c
}

// value reads a value of a column; last is the date before it.
func (d *decoder) value(c *column, last *int64) float64 {
	switch c.Kind {
	case Number:
		b, err := d.Peek(8)
		if err != nil {
			d.err = err
			return 0
		}
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		if _, d.err = d.Discard(8); math.Abs(x) > hugest {
			d.fail("it has a number that is too large")
		}
		return x
	case Date:
		step, err := binary.ReadVarint(d)
		d.err = err
		if *last += step; *last == noTime {
			return math.NaN()
		}
		if *last < minTime || *last > maxTime {
			d.fail("it has a date beyond the calendar")
		}
		return float64(*last)
	}
	code := d.uvarint()
	if code > uint64(len(c.words.texts)) {
		d.fail("it has a text that is not on the list")
	}
	if code == 0 {
		return math.NaN()
	}
	return float64(code)
}
