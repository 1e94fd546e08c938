package ontology

import (
	"encoding/binary"
	"slices"
	"sync/atomic"
)

// An image is what data/*.txt say, written so that reading it takes next to no time: words are
// numbered and already cut to what they are compared by. Numbers are varints. The tests compile
// it: see compile_test.go.

const kindsOfLink = "<+~!-"

// A writer writes an image.
type writer struct{ image []byte }

func (w *writer) number(n int) { w.image = binary.AppendUvarint(w.image, uint64(n)) }
func (w *writer) byte(b byte)  { w.image = append(w.image, b) }

// A reader reads an image. It panics at the end.
type reader struct {
	image string
	at    int
}

func (r *reader) word() (id uint32, last bool) {
	n := r.number()
	return uint32(n >> 1), n&1 != 0
}

func (r *reader) number() int {
	n := 0
	for shift := 0; ; shift += 7 {
		c := r.image[r.at]
		r.at++
		n |= int(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
}

// signed reads what binary.AppendVarint writes.
func (r *reader) signed() int {
	n := r.number()
	return n>>1 ^ -(n & 1)
}

func (r *reader) text(n int) string {
	r.at += n
	return r.image[r.at-n : r.at]
}

// links adds the links that come next.
func (r *reader) links(all []link) []link {
	for range r.number() {
		n := r.number()
		all = append(all, link{n / len(kindsOfLink), kindsOfLink[n%len(kindsOfLink)]})
	}
	return all
}

// open returns the ontology of an image that compile wrote, and panics on
// another.
func open(image string) *Ontology {
	r := &reader{image: image}
	o := &Ontology{hash: r.text(r.number())}
	n := r.number()
	all := make([]link, 0, r.number())
	o.names, o.links, o.ids = make([]string, n), make([][]link, n), make(map[string]int, n)
	o.traits, o.rarity = make([]traits, n), make([]float64, n)
	for id := range o.names {
		o.names[id] = r.text(r.number())
		o.traits[id] = traits(r.text(1)[0])
		o.rarity[id] = float64(r.number()) / 64
		begin := len(all)
		all = r.links(all)
		o.links[id] = all[begin:len(all):len(all)]
		o.ids[o.names[id]] = id
	}
	for _, name := range kindNames {
		if id, ok := o.ids[name]; ok {
			o.kindIDs = append(o.kindIDs, id)
		}
	}
	o.rules = make([]rule, r.number())
	for i := range o.rules {
		o.rules[i] = newRule(r.number(), r.links(nil))
	}
	o.relate()
	o.lexicon.open(r)
	o.forms.open(r, &o.lexicon, n)
	o.buckets = make([]atomic.Pointer[bucket], len(o.lexicon.exact))
	return o
}

func (l *lexicon) open(r *reader) {
	n := r.number()
	l.at = make([]uint32, 1, n+1)
	all := make([]uint32, 5*n)
	l.exact, l.same, l.stem, l.bySame, l.byStem = all[:n], all[n:2*n], all[2*n:3*n], all[3*n:4*n], all[4*n:]
	for id := range n {
		l.exact[id], l.bySame[id], l.byStem[id] = uint32(id), none, none
		head := r.number()
		l.at = append(l.at, l.at[id]+uint32(head>>1))
		if head&1 == 0 {
			l.same[id] = none
		}
	}
	l.text = r.text(int(l.at[n]))
	for id := range n {
		if l.same[id] != none {
			l.same[id], l.stem[id] = uint32(id+r.signed()), uint32(id+r.signed())
		}
	}
	for range r.number() {
		l.byStem[r.number()] = uint32(r.number())
	}
	for id, stem := range l.stem {
		if l.same[id] != none {
			if l.byStem[stem] == none {
				l.byStem[stem] = stem
			}
			l.bySame[l.same[id]] = l.byStem[stem]
		}
	}
}

func (f *forms) open(r *reader, l *lexicon, concepts int) {
	f.small, f.odd, f.isOdd = l.set(small), make(map[uint32][]uint32), make([]bool, len(l.exact))
	for range r.number() {
		w := r.number()
		words := make([]uint32, r.number())
		for i := range words {
			words[i] = uint32(r.number())
		}
		f.odd[uint32(w)], f.isOdd[w] = words, true
	}
	f.unhidden = make([]unhidden, r.number())
	last := 0
	for i := range f.unhidden {
		last += r.number()
		f.unhidden[i] = unhidden{uint32(last), uint32(r.number())}
	}
	f.lines = make([]line, r.number())
	concept, n := 0, 0
	for i := range f.lines {
		concept += r.signed()
		f.lines[i] = line{concept: uint32(concept), first: uint32(n)}
		n += r.number()
		f.lines[i].end = uint32(n)
	}
	f.byConcept = slices.Repeat([]uint32{none}, concepts)
	for i := len(f.lines) - 1; i >= 0; i-- {
		c := f.lines[i].concept
		f.lines[i].next, f.byConcept[c] = f.byConcept[c], uint32(i)
	}
	f.index(r, n, l)
}
