package ontology

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A bucket has the forms that begin with one word, or with one that is the same
// or has the same stem. It is filled when a text has such a word.
type bucket struct {
	whole table // forms that need their small words
	exact table
	same  table // by what plural and gender leave
	stems table
}

// bucket returns the forms of a group of words.
func (o *Ontology) bucket(group uint32) *bucket {
	if group == none {
		return &noForms
	}
	if b := o.buckets[group].Load(); b != nil {
		return b
	}
	b := &noForms
	if all := o.forms.of(group); len(all) > 0 {
		b = o.fill(all)
	}
	o.buckets[group].Store(b)
	return b
}

var noForms bucket

func (o *Ontology) fill(all []uint32) *bucket {
	l := &o.lexicon
	b := &bucket{newTable(l.exact, 0), newTable(l.exact, len(all)), newTable(l.same, len(all)), newTable(l.stem, len(all))}
	type besides struct {
		words       []uint32
		of, concept uint32
	}
	var more []besides
	for _, form := range all {
		words, whole := o.forms.key(nil, form)
		concept := o.forms.concept[form]
		if whole {
			b.whole.put(words, concept)
		} else {
			b.exact.put(words, concept)
			b.same.put(words, concept)
			b.stems.put(words, concept)
		}
		for _, u := range o.forms.unhiddenIn(form) {
			more = append(more, besides{words, concept, u.concept})
		}
	}
	slices.SortStableFunc(more, func(x, y besides) int { return cmp.Compare(x.of, y.of) })
	for _, u := range more {
		b.exact.put(u.words, u.concept)
	}
	return b
}

// A table has the concepts of forms by their words.
type table struct {
	by      []uint32            // by word: what it is compared by here
	longest int                 // how many words a form has at most
	forms   map[string][]uint32 // concepts, by the bytes of what the words are compared by
}

func newTable(by []uint32, size int) table {
	return table{by: by, forms: make(map[string][]uint32, size)}
}

// put gives the form of some words a concept.
func (t *table) put(words []uint32, concept uint32) {
	var buf [64]byte
	key := buf[:0]
	for _, w := range words {
		key = binary.LittleEndian.AppendUint32(key, t.by[w])
	}
	if all := t.forms[string(key)]; !slices.Contains(all, concept) {
		t.forms[string(key)] = append(all, concept)
	}
	t.longest = max(t.longest, len(words))
}

// concepts returns those of the form of some words, nil if there is none. They are
// numbered as they are compared.
func (t *table) concepts(words []uint32) []uint32 {
	if len(words) > t.longest {
		return nil
	}
	var buf [64]byte
	key := buf[:0]
	for _, w := range words {
		key = binary.LittleEndian.AppendUint32(key, w)
	}
	return t.forms[string(key)]
}
