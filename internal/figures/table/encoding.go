package table

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// The encodings of files.
const (
	utf8Name    = "UTF-8"
	utf16Name   = "UTF-16"
	windowsName = "Windows-1252" // and so Latin-1, but for signs that no text has
)

// unicodeReader returns the bytes of r without a byte order mark, and UTF-16
// as UTF-8. Other bytes stay as they are: whether a line is UTF-8 or
// Windows-1252 is told line by line, for people paste one into the other.
func unicodeReader(r io.Reader) (io.Reader, string, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	head, err := br.Peek(64)
	if err != nil && err != io.EOF {
		return nil, "", err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := br.Discard(3)
		return br, utf8Name, err
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		_, err := br.Discard(2)
		return &utf16Reader{r: br, order: binary.LittleEndian}, utf16Name, err
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		_, err := br.Discard(2)
		return &utf16Reader{r: br, order: binary.BigEndian}, utf16Name, err
	}
	// Without a mark: most characters in the names of columns have a zero in
	// UTF-16, always on the same side, and none in any other encoding.
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 2; {
	case zeros[1] > half/2 && zeros[0] == 0:
		return &utf16Reader{r: br, order: binary.LittleEndian}, utf16Name, nil
	case zeros[0] > half/2 && zeros[1] == 0:
		return &utf16Reader{r: br, order: binary.BigEndian}, utf16Name, nil
	case zeros[0]+zeros[1] > 0 || bytes.HasPrefix(head, []byte("%PDF-")):
		return nil, "", ErrNoText
	}
	return br, utf8Name, nil
}

// utf16Reader reads UTF-16 as UTF-8. Half a character is read as U+FFFD.
type utf16Reader struct {
	r     *bufio.Reader
	order binary.ByteOrder
	out   []byte // to be read next
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if err := u.decode(); err != nil {
			return 0, err
		}
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// decode fills out with what comes next, which is at least one character.
func (u *utf16Reader) decode() error {
	in, err := u.r.Peek(4096)
	if len(in) < 2 {
		if err == io.EOF && len(in) == 1 { // half a unit ends the file
			_, _ = u.r.Discard(1)
			u.out = utf8.AppendRune(u.out[:0], utf8.RuneError)
			return nil
		}
		return err
	}
	units := make([]uint16, len(in)/2)
	for i := range units {
		units[i] = u.order.Uint16(in[2*i:])
	}
	// The last may be the first half of a pair.
	if n := len(units); n > 1 && err == nil && utf16.IsSurrogate(rune(units[n-1])) {
		units = units[:n-1]
	}
	u.out = u.out[:0]
	for _, r := range utf16.Decode(units) {
		u.out = utf8.AppendRune(u.out, r)
	}
	_, err = u.r.Discard(2 * len(units))
	return err
}
