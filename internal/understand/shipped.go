package understand

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed readings.gz
var packed []byte

//go:embed readings/held.txt
var heldList string

// Pack writes labelled messages as readings.gz, from which a house goes on learning. What an act takes is not learned, and left
// out.
func Pack(lines []Labelled) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, l := range lines {
		l.Acts = slices.Clone(l.Acts)
		for i := range l.Acts {
			l.Acts[i].Args = nil
		}
		err = errors.Join(err, enc.Encode(l))
	}
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// Shipped returns the messages that the reader has learned from, and those of writers that it has not.
func Shipped() (learn, held []Labelled, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil, fmt.Errorf("readings.gz: %w", err)
	}
	all, err := Lines(r)
	if err != nil {
		return nil, nil, fmt.Errorf("readings.gz: %w", err)
	}
	learn, held = Split(all, heldList)
	return learn, held, nil
}

// Split parts the lines of some writers, a name each, from the others.
func Split(all []Labelled, writers string) (learn, held []Labelled) {
	out := strings.Fields(writers)
	for _, l := range all {
		if slices.Contains(out, l.By) {
			held = append(held, l)
		} else {
			learn = append(learn, l)
		}
	}
	return learn, held
}
