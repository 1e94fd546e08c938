package understand

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

//go:embed readings.gz
var packed []byte

//go:embed readings/held.txt
var heldList string

// Pack writes labelled messages as readings.gz, from which a house goes on
// learning.
func Pack(lines []Labelled) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range lines {
		if err := enc.Encode(&lines[i]); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return b.Bytes(), err
}

// Shipped returns the messages that the reader has learned from, and those of
// writers that it has not.
func Shipped() (learn, held []Labelled, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil, fmt.Errorf("readings.gz: %w", err)
	}
	all, err := Lines(r)
	learn, held = Split(all, heldList)
	return learn, held, err
}

// Split parts the lines of some writers, a name each, from the others.
func Split(all []Labelled, writers string) (learn, held []Labelled) {
	out := strings.FieldsFunc(writers, func(r rune) bool { return r == ',' || r == '\n' || r == ' ' })
	for _, l := range all {
		if slices.Contains(out, l.By) {
			held = append(held, l)
		} else {
			learn = append(learn, l)
		}
	}
	return learn, held
}

// installed is the reader that has taken the place of the shipped one.
var installed atomic.Pointer[Reader]

// Install makes a reader the one that Read uses; nil: the shipped one.
func Install(r *Reader) { installed.Store(r) }

// Current is the reader that Read uses.
func Current() *Reader {
	if r := installed.Load(); r != nil {
		return r
	}
	return Default()
}
