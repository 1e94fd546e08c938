package ontology

import (
	"iter"
	"slices"
)

// forms are all forms, numbered in the order in which the texts have them. Only
// where they begin is known: a text needs few of them.
type forms struct {
	image     string
	place     []uint32 // by form: where it begins in the image
	concept   []uint32 // by form
	byGroup   []uint32 // forms, by the group of the word that they begin with
	first     []uint32 // by group: where it begins in byGroup, and the end
	lines     []line
	byConcept []uint32     // the first line of each, or none
	bySize    [32][]uint32 // forms of one word, those of 5 letters and more by their length, sorted
	unhidden  []unhidden   // sorted by form

	small []bool              // by word
	odd   map[uint32][]uint32 // by word as written: what it becomes, if not itself
	isOdd []bool
}

// A line of forms of one concept; next is the concept's next line, or none.
type line struct{ concept, first, end, next uint32 }

// An unhidden is a concept that a form has besides its own.
type unhidden struct{ form, concept uint32 }

func (f *forms) unhiddenIn(form uint32) []unhidden {
	at, _ := slices.BinarySearchFunc(f.unhidden, form, func(u unhidden, form uint32) int { return int(u.form) - int(form) })
	end := at
	for end < len(f.unhidden) && f.unhidden[end].form == form {
		end++
	}
	return f.unhidden[at:end]
}

// of returns the forms of a group.
func (f *forms) of(group uint32) []uint32 { return f.byGroup[f.first[group]:f.first[group+1]] }

func (f *forms) ofConcept(id int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for at := f.byConcept[id]; at != none; at = f.lines[at].next {
			for form := f.lines[at].first; form < f.lines[at].end; form++ {
				if !yield(form) {
					return
				}
			}
		}
	}
}

// written returns the words of a form as they are written.
func (f *forms) written(form uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		r := reader{f.image, int(f.place[form])}
		for last := false; !last; {
			var w uint32
			if w, last = r.word(); !yield(w) {
				return
			}
		}
	}
}

// key adds the words that a form is found by: those that are not small, or all
// if the form needs them, being whole.
func (f *forms) key(words []uint32, form uint32) (key []uint32, whole bool) {
	r := reader{f.image, int(f.place[form])}
	return f.read(words, &r)
}

// read is key of the form that comes next.
func (f *forms) read(words []uint32, r *reader) (key []uint32, whole bool) {
	begin := len(words)
	small := 0
	for last := false; !last; {
		var w uint32
		w, last = r.word()
		if f.isOdd[w] {
			words = append(words, f.odd[w]...)
			for _, x := range f.odd[w] {
				if f.small[x] {
					small++
				}
			}
			continue
		}
		words = append(words, w)
		if f.small[w] {
			small++
		}
	}
	if n := len(words) - begin; small == 0 || n > 1 && n-small < 2 {
		return words, small > 0
	}
	kept := words[:begin]
	for _, w := range words[begin:] {
		if !f.small[w] {
			kept = append(kept, w)
		}
	}
	return kept, false
}

// index finds where all forms begin and which of them begin alike.
func (f *forms) index(r *reader, n int, l *lexicon) {
	f.image = r.image
	f.place, f.concept, f.byGroup, f.first = make([]uint32, n), make([]uint32, n), make([]uint32, n), make([]uint32, len(l.exact)+1)
	alone := make([]bool, len(l.exact))
	of := make([]uint32, n) // by form: its group
	var key []uint32
	for _, line := range f.lines {
		for form := line.first; form < line.end; form++ {
			f.place[form], f.concept[form] = uint32(r.at), line.concept
			key, _ = f.read(key[:0], r)
			if len(key) == 1 {
				alone[key[0]] = true
			}
			of[form] = l.byStem[l.stem[key[0]]]
			f.first[of[form]]++
		}
	}
	sum := uint32(0)
	for g, n := range f.first {
		sum += n
		f.first[g] = sum
	}
	for form := n - 1; form >= 0; form-- {
		f.first[of[form]]--
		f.byGroup[f.first[of[form]]] = uint32(form)
	}
	for id, is := range alone {
		if n := len(l.word(uint32(id))); is && n >= 5 && n < len(f.bySize) {
			f.bySize[n] = append(f.bySize[n], uint32(id))
		}
	}
}
