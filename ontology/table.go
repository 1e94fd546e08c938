package ontology

import (
	"encoding/binary"
	"iter"
	"sort"
	"strings"
)

// A table has the concepts of forms by their words, sorted, as the image has it: nothing is read
// of it before it is asked. Of each form it has how many letters it begins with as the one before
// does, the others, and the concepts; every so many forms it begins anew, with a place to look it
// up by.
type table struct {
	places string // of the forms that begin anew, in four bytes each
	forms  string
}

const (
	everyForm = 16 // begins anew
	longest   = 8  // how many words a form is compared by at most
)

func (t *table) open(r *reader) {
	t.places = r.text(4 * r.number())
	t.forms = r.text(r.number())
}

// A cursor is at a form that was read, and where the next one is.
type cursor struct {
	words    []byte
	concepts int // where they are
	next     reader
}

// read reads the form that comes next; there is none at the end.
func (e *cursor) read() bool {
	r := &e.next
	if r.at == len(r.image) {
		return false
	}
	e.words = append(e.words[:r.number()], r.text(r.number())...)
	e.concepts = r.at
	for r.number()&1 != 0 {
	}
	return true
}

// of returns the concepts of a form.
func (e *cursor) of() (all []int) {
	for r := (reader{e.next.image, e.concepts}); ; {
		n := r.number()
		all = append(all, n>>1)
		if n&1 == 0 {
			return all
		}
	}
}

func (t *table) at(block int) reader {
	return reader{t.forms, int(binary.LittleEndian.Uint32([]byte(t.places[4*block : 4*block+4])))}
}

// seek reads the first form whose words are not before some.
func (t *table) seek(e *cursor, words string) bool {
	block := sort.Search(len(t.places)/4, func(i int) bool {
		r := t.at(i)
		r.number() // as the one before: none
		return r.text(r.number()) > words
	})
	if e.words = e.words[:0]; t.places == "" {
		return false
	}
	e.next = t.at(max(0, block-1))
	for e.read() {
		if string(e.words) >= words {
			return true
		}
	}
	return false
}

// one returns the concepts of a form of one word.
func (t *table) one(word string) []int {
	var e cursor
	if t.seek(&e, word) && string(e.words) == word {
		return e.of()
	}
	return nil
}

// along yields, of forms that words begin with, how many words each has, how many letters, and
// its concepts, the longest first.
func (t *table) along(words iter.Seq[string]) iter.Seq2[int, form] {
	return func(yield func(int, form) bool) {
		var found [longest]form
		var b, scratch [96]byte
		key, n := b[:0], 0
		e := cursor{words: scratch[:0]}
		for w := range words {
			if n > 0 {
				key = append(key, ' ')
			}
			key = append(key, w...)
			if n == longest || !t.seek(&e, string(key)) || !strings.HasPrefix(string(e.words), string(key)) {
				break
			}
			if len(e.words) == len(key) {
				found[n] = form{e.of(), len(key)}
			}
			n++
		}
		for ; n > 0; n-- {
			if f := found[n-1]; f.concepts != nil && !yield(n, f) {
				return
			}
		}
	}
}

// A form is one that was found.
type form struct {
	concepts []int
	size     int // in letters
}
