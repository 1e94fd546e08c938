package ontology

import (
	"encoding/binary"
)

// An image is what data/*.txt say, written so that reading it takes next to no time: forms are
// sorted by what they are compared by. Numbers are varints. The tests compile it: see
// compile_test.go.

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
	o.traits, o.rarity, o.forms = make([]traits, n), make([]float64, n), make([]string, n)
	for id := range o.names {
		o.names[id] = r.text(r.number())
		o.traits[id] = traits(r.text(1)[0])
		o.rarity[id] = float64(r.number()) / 64
		begin := len(all)
		all = r.links(all)
		o.links[id] = all[begin:len(all):len(all)]
		o.forms[id] = r.text(r.number())
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
	for _, t := range o.tables() {
		t.open(r)
	}
	o.relate()
	return o
}

func (o *Ontology) tables() []*table { return []*table{&o.whole, &o.exact, &o.same, &o.stems} }
