package ontology

import (
	"encoding/binary"
	"math"
)

// Pack writes descriptions so that Unpack reads them back, exactly, in next to
// no time. Both must be done with the same data: see [Ontology.Hash].
func Pack(all []Description) []byte {
	w := &writer{}
	place := map[float64]int{} // few weights differ
	var weights []float64
	words, bits := 0, 0
	for _, d := range all {
		words, bits = words+len(d.About), bits+len(d.has)
		for _, a := range d.About {
			if _, ok := place[a.Weight]; !ok {
				place[a.Weight] = len(weights)
				weights = append(weights, a.Weight)
			}
		}
	}
	w.number(len(weights))
	for _, x := range weights {
		w.image = binary.LittleEndian.AppendUint64(w.image, math.Float64bits(x))
	}
	w.number(len(all))
	w.number(words)
	w.number(bits)
	for _, d := range all {
		w.byte(byte(d.Kinds))
		w.number(len(d.About))
		last := 0
		for _, a := range d.About {
			w.number(a.Concept - last)
			w.number(place[a.Weight])
			last = a.Concept
		}
		w.number(len(d.has))
		for _, x := range d.has {
			w.number(int(x))
		}
	}
	return w.image
}

// Unpack returns what Pack wrote, and panics on anything else.
func Unpack(packed string) []Description {
	r := &reader{image: packed}
	weights := make([]float64, r.number())
	for i := range weights {
		weights[i] = math.Float64frombits(binary.LittleEndian.Uint64([]byte(r.text(8))))
	}
	all := make([]Description, r.number())
	about, has := make([]Weight, 0, r.number()), make([]uint64, 0, r.number())
	for i := range all {
		all[i].Kinds = Kinds(r.text(1)[0])
		begin, last := len(about), 0
		for range r.number() {
			last += r.number()
			about = append(about, Weight{last, weights[r.number()]})
		}
		all[i].About = about[begin:len(about):len(about)]
		begin = len(has)
		for range r.number() {
			has = append(has, uint64(r.number()))
		}
		all[i].has = has[begin:len(has):len(has)]
		all[i].mark()
	}
	return all
}
