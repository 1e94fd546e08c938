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
	"sync/atomic"
)

//go:embed readings.gz
var packed []byte

//go:embed readings/held.txt
var heldList string

// columns are labelled messages, one field of all after the other, as that takes less room. What an act takes is
// not learned, and left out.
type columns struct {
	By, Lang, Last, House, Text []string
	Acts                        [][]string
	Spans                       [][]Span
}

// Pack writes labelled messages as readings.gz, from which a house goes on
// learning.
func Pack(lines []Labelled) ([]byte, error) {
	var c columns
	for _, l := range lines {
		c.By, c.Lang, c.Last, c.House, c.Text = append(c.By, l.By), append(c.Lang, l.Lang), append(c.Last, l.Last), append(c.House, l.House), append(c.Text, l.Text)
		var acts []string
		for _, a := range l.Acts {
			acts = append(acts, a.Name)
		}
		c.Acts, c.Spans = append(c.Acts, acts), append(c.Spans, l.Spans)
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	err = errors.Join(enc.Encode(c), w.Close())
	return b.Bytes(), err
}

// Shipped returns the messages that the reader has learned from, and those of
// writers that it has not.
func Shipped() (learn, held []Labelled, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil, fmt.Errorf("readings.gz: %w", err)
	}
	var c columns
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return nil, nil, fmt.Errorf("readings.gz: %w", err)
	}
	all := make([]Labelled, len(c.Text))
	for i := range all {
		l := &all[i]
		l.By, l.Lang, l.Last, l.House, l.Text, l.Spans = c.By[i], c.Lang[i], c.Last[i], c.House[i], c.Text[i], c.Spans[i]
		for _, name := range c.Acts[i] {
			l.Acts = append(l.Acts, Act{Name: name})
		}
		if err := l.locate(); err != nil {
			return nil, nil, fmt.Errorf("readings.gz: message %d: %w", i+1, err)
		}
	}
	learn, held = Split(all, heldList)
	return learn, held, nil
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
