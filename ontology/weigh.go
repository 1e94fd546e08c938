package ontology

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Query returns what a wish is about, by concept: what it names and, at half
// its weight, what that implies; below zero what it excludes.
func (o *Ontology) Query(text string) []Weight {
	found := o.read(text, true)
	all := o.sum(found).list(o)
	for i, w := range all {
		if w.Weight > 0 && !slices.ContainsFunc(found, func(m Mention) bool { return m.Concept == w.Concept }) {
			all[i].Weight = w.Weight / 2
		}
	}
	return all
}

// A Description is what a thing described is.
type Description struct {
	About []Weight // sorted by concept
	Kinds Kinds
	has   []uint64 // a bit a concept
	about []uint64 // the same, of what has some weight
}

// Weight is how much the thing is about a concept.
func (d *Description) Weight(concept int) float64 {
	i, ok := slices.BinarySearchFunc(d.About, concept, func(w Weight, c int) int { return w.Concept - c })
	if !ok {
		return 0
	}
	return d.About[i].Weight
}

// mark notes what the thing is about.
func (d *Description) mark() {
	d.about = make([]uint64, len(d.has))
	for _, w := range d.About {
		if w.Weight > 0 {
			d.about[w.Concept/64] |= 1 << (w.Concept % 64)
		}
	}
}

// Has reports whether a concept is in the thing: it is named, or what is named
// is a kind of it or has it. A lasanha is a massa, which has gluten; what the
// text itself rules out ("sem glúten") is not in it. Meat, fish and alcohol,
// which things may have and often come without, count only where they are
// named, or where the title names what has them.
func (d *Description) Has(concept int) bool { return d.has[concept/64]&(1<<(concept%64)) != 0 }

// Breaks reports whether a thing has what a wish rules out. Something to eat or
// drink is enough; of what is only felt or seen (sweet, heavy, loud) there must
// be more than a trace.
func (o *Ontology) Breaks(d *Description, excluded []int) bool {
	for _, c := range excluded {
		if d.Has(c) && (o.traits[c]&edible != 0 || d.Weight(c) >= 0.45) {
			return true
		}
	}
	return false
}

// Describe reads the description of a thing. The first of several lines is its
// title and counts more; what the rules infer is in it: a dish in which no meat
// and no fish is named may be vegetarian.
func (o *Ontology) Describe(text string) Description {
	found := o.all().readAnew(text, false)
	kinds := o.kinds(found) // also those that this view does not have
	found = slices.DeleteFunc(found, func(m Mention) bool { return o.hidden != nil && o.hidden[m.Concept] })
	w := o.sum(found)
	o.infer(w)
	d := Description{About: w.list(o), Kinds: kinds, has: make([]uint64, (len(o.names)+63)/64)}
	d.mark()
	for _, m := range found {
		if !m.Negated {
			within := o.relations(m.Concept).within
			if !m.Title {
				within = o.relations(m.Concept).surely
			}
			for _, c := range within {
				d.has[c/64] |= 1 << (c % 64)
			}
		}
	}
	for c := range o.excluded(found) {
		// What is named itself is in it all the same: "massa sem glúten; pão com glúten à parte".
		if !slices.ContainsFunc(found, func(m Mention) bool { return !m.Negated && m.Concept == c }) {
			d.has[c/64] &^= 1 << (c % 64)
		}
	}
	return d
}

const (
	negated = -0.7
	title   = 0.3 // more for what the title names
)

// sum returns the weight of each concept that mentions lead to: of several, the
// one farthest from zero.
func (o *Ontology) sum(found []Mention) *weights {
	w := o.scratch.Get().(*weights)
	for _, m := range found {
		if m.Negated {
			continue
		}
		for _, r := range o.relations(m.Concept).reach {
			x := r.Weight
			if m.Title {
				x += float64(title * x)
			}
			if old := w.of[r.Concept]; old == 0 || abs(x) > abs(old) {
				w.set(r.Concept, x)
			}
		}
	}
	for _, m := range found {
		if m.Negated {
			w.set(m.Concept, negated)
		}
	}
	return w
}

// weights are those of all concepts, most of them zero.
type weights struct {
	of      []float64
	touched []int // in any order
}

func (w *weights) set(concept int, x float64) {
	if w.of[concept] == 0 {
		w.touched = append(w.touched, concept)
	}
	w.of[concept] = x
}

// list returns the weights in the order of the concepts and clears them.
func (w *weights) list(o *Ontology) []Weight {
	slices.Sort(w.touched)
	all := make([]Weight, len(w.touched))
	for i, c := range w.touched {
		all[i] = Weight{c, w.of[c]}
	}
	w.clear(o)
	return all
}

// clear gives the weights back.
func (w *weights) clear(o *Ontology) {
	for _, c := range w.touched {
		w.of[c] = 0
	}
	w.touched = w.touched[:0]
	o.scratch.Put(w)
}

// Excluded returns the concepts that a wish rules out: what it negates, and
// what something it asks for excludes, as vegetarian excludes meat.
func (o *Ontology) Excluded(text string) []int {
	return slices.Sorted(maps.Keys(o.excluded(o.read(text, true))))
}

func (o *Ontology) excluded(found []Mention) map[int]bool {
	out := map[int]bool{}
	for _, m := range found {
		if m.Negated {
			if !m.Mildly && !slices.Contains(o.kindIDs, m.Concept) { // "não quero comer nada frito"
				out[m.Concept] = true
			}
			continue
		}
		for _, l := range o.links[m.Concept] {
			if l.kind == '-' {
				out[l.to] = true
			}
		}
	}
	return out
}

// Kinds returns which kinds of things a text is about: what it names is one of
// these or narrower. Of a text of several lines the title says it, if it does;
// what something comes with ("o que beber com costela") says it only if nothing
// else does.
func (o *Ontology) Kinds(text string) Kinds { return o.kinds(o.read(text, false)) }

func (o *Ontology) kinds(found []Mention) Kinds {
	var by [4]Kinds // the title's own, what it comes with, and the same of the rest
	for _, m := range found {
		if m.Negated {
			continue
		}
		i := 0
		if !m.Title {
			i = 2
		}
		if m.With {
			i++
		}
		by[i] |= o.traits[m.Concept].kinds()
	}
	return cmp.Or(by[0], by[1], by[2], by[3])
}

// A Facet is one thing that a wish asks for: any of some concepts that one of
// its words names. What it is to go with, being of another kind, is Beside it:
// the ribs in "o que beber com costela".
type Facet struct {
	Any    []int
	Beside bool
}

// Facets returns what a wish asks for, one by one.
func (o *Ontology) Facets(text string) []Facet {
	var all []Facet
	found := o.read(text, true)
	kinds := o.kinds(found)
	words := ""
	for _, m := range found {
		switch {
		case m.Negated, slices.Contains(o.kindIDs, m.Concept): // what kind of thing is asked for is no facet of it
			words = ""
		case m.Words == words:
			f := &all[len(all)-1]
			f.Any = append(f.Any, m.Concept)
		default:
			words = m.Words
			all = append(all, Facet{[]int{m.Concept}, m.With && kinds.Apart(o.traits[m.Concept].kinds())})
		}
	}
	return all
}

// Meets reports how well a document, by its weights, is what a facet asks for,
// from 0 to 1. What is only of the same kind counts in part.
func (o *Ontology) Meets(f Facet, d *Description) float64 {
	best := 0.0
	for _, c := range f.Any {
		for _, r := range o.relations(c).shares() {
			if r.Weight <= best {
				break
			}
			if d.about[r.Concept/64]&(1<<(r.Concept%64)) != 0 {
				best = max(best, r.Weight*min(1, d.Weight(r.Concept)))
			}
		}
	}
	return best
}

const kind = 0.6

// Rarity is how much it says of a text that it is about a concept: much of a
// narrow one, little of one that many others imply.
func (o *Ontology) Rarity(concept int) float64 { return o.rarity[concept] }

func abs(x float64) float64 { return math.Abs(x) }

// A rule gives a concept to a document that is about all of some concepts and
// about none of others.
type rule struct {
	concept   int
	want, not []int
}

// newRule reads a line of infer.txt: vegetariano < prato ! carne pescado.
func newRule(concept int, links []link) rule {
	r := rule{concept: concept}
	for _, l := range links {
		if l.kind == '!' {
			r.not = append(r.not, l.to)
		} else {
			r.want = append(r.want, l.to)
		}
	}
	return r
}

const (
	inferred = 0.6 // a candidate, not a promise
	about    = 0.5 // what a rule wants
	traces   = 0.2 // what a rule does not want
)

func (o *Ontology) infer(w *weights) {
rules:
	for _, r := range o.rules {
		for _, c := range r.want {
			if w.of[c] < about {
				continue rules
			}
		}
		for _, c := range r.not {
			if w.of[c] >= traces {
				continue rules
			}
		}
		w.set(r.concept, max(w.of[r.concept], inferred))
	}
}
