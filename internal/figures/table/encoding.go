package table

import (
	"bufio"
	"bytes"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
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
	utf16 := func(order unicode.Endianness) (io.Reader, string, error) {
		return transform.NewReader(br, unicode.UTF16(order, unicode.UseBOM).NewDecoder()), utf16Name, nil
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, err := br.Discard(3)
		return br, utf8Name, err
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return utf16(unicode.LittleEndian) // or as the mark says
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
		return utf16(unicode.LittleEndian)
	case zeros[0] > half/2 && zeros[1] == 0:
		return utf16(unicode.BigEndian)
	case zeros[0]+zeros[1] > 0 || bytes.HasPrefix(head, []byte("%PDF-")):
		return nil, "", ErrNoText
	}
	return br, utf8Name, nil
}
