package ontology

import (
	"cmp"
	"math/bits"
	"slices"
)

// A bucket has the forms that begin with one word, or with one that is the same
// or has the same stem. It is filled when a text has such a word.
type bucket struct {
	words   []uint32 // of all forms; without the small ones, if a form can do without
	at      []uint32 // by form: where it begins in words, and the end
	concept []uint32 // by form

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
	b := &bucket{at: make([]uint32, 1, len(all)+1), concept: make([]uint32, len(all))}
	l := &o.lexicon
	b.whole, b.exact = table{bucket: b, by: l.exact}, table{bucket: b, by: l.exact}
	b.same, b.stems = table{bucket: b, by: l.same}, table{bucket: b, by: l.stem}
	for _, t := range []*table{&b.exact, &b.same, &b.stems} {
		t.slots = make([]slot, max(4, 2<<bits.Len(uint(len(all)))))
	}
	var more []unhidden
	var put [3]*table
	for i, form := range all {
		var whole bool
		b.words, whole = o.forms.key(b.words, form)
		b.at = append(b.at, uint32(len(b.words)))
		b.concept[i] = o.forms.concept[form]
		tables := append(put[:0], &b.exact, &b.same, &b.stems)
		if whole {
			tables = append(put[:0], &b.whole)
		}
		for _, t := range tables {
			t.put(uint32(i), b.concept[i])
		}
		for _, u := range o.forms.unhiddenIn(form) {
			more = append(more, unhidden{uint32(i), u.concept})
		}
	}
	slices.SortStableFunc(more, func(x, y unhidden) int { return cmp.Compare(b.concept[x.form], b.concept[y.form]) })
	for _, u := range more {
		b.exact.put(u.form, u.concept)
	}
	return b
}

func (b *bucket) key(form uint32) []uint32 { return b.words[b.at[form]:b.at[form+1]] }

// A table has the concepts of forms by their words.
type table struct {
	bucket  *bucket
	by      []uint32 // by word: what it is compared by here
	longest int      // how many words a form has at most
	used    int
	slots   []slot
	lists   [][]uint32
}

// A slot has the first of the forms that have the same words.
type slot struct {
	form uint32 // one more than its number, 0: the slot is free
	list uint32 // one more than the place in lists of its concepts, 0: it is the form's only
}

// find returns the slot of some words, or the free one where it would be. They
// are numbered as they are compared.
func (t *table) find(words []uint32) *slot {
	h := uint64(len(words))
	for _, w := range words {
		h = (h ^ uint64(w)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	mask := uint64(len(t.slots) - 1)
next:
	for at := h & mask; ; at = (at + 1) & mask {
		s := &t.slots[at]
		if s.form == 0 {
			return s
		}
		key := t.bucket.key(s.form - 1)
		if len(key) != len(words) {
			continue
		}
		for i, w := range key {
			if t.by[w] != words[i] {
				continue next
			}
		}
		return s
	}
}

// put gives a form a concept.
func (t *table) put(form, concept uint32) {
	if t.used >= len(t.slots)/2 {
		t.grow()
	}
	var buf [16]uint32
	s := t.find(t.key(buf[:0], form))
	switch {
	case s.form == 0:
		s.form = form + 1
		t.used++
		t.longest = max(t.longest, len(t.bucket.key(form)))
	case slices.Contains(t.at(s), concept):
	case s.list == 0:
		t.lists = append(t.lists, []uint32{t.bucket.concept[s.form-1], concept})
		s.list = uint32(len(t.lists))
	default:
		t.lists[s.list-1] = append(t.lists[s.list-1], concept)
	}
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, max(4, 4*len(old)))
	var buf [16]uint32
	for _, s := range old {
		if s.form != 0 {
			*t.find(t.key(buf[:0], s.form-1)) = s
		}
	}
}

// key adds the words of a form as they are compared.
func (t *table) key(buf []uint32, form uint32) []uint32 {
	for _, w := range t.bucket.key(form) {
		buf = append(buf, t.by[w])
	}
	return buf
}

// at returns the concepts of a slot that is not free.
func (t *table) at(s *slot) []uint32 {
	if s.list == 0 {
		return t.bucket.concept[s.form-1 : s.form : s.form]
	}
	return t.lists[s.list-1]
}

// concepts returns those of the form of some words, nil if there is none.
func (t *table) concepts(words []uint32) []uint32 {
	if len(words) > t.longest {
		return nil
	}
	if s := t.find(words); s.form != 0 {
		return t.at(s)
	}
	return nil
}
