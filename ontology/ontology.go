// Package ontology knows what the words of food, beer, lodging, trips and
// statistics mean to each other: that macaxeira is aipim, that a moqueca is a
// hot stew of fish from the coast, that who asks for something light does not
// want it fried. It is rules and a word list, not AI.
//
// The knowledge is plain text that a person can extend, in data/*.txt:
//
//	# name < broader + has ~ goes with ! opposite - excludes : forms
//	moqueca < ensopado pescado + dende quente ~ arroz ! leve : moqueca, fish stew
//
// A concept may stand on several lines, also in several files: they add up.
// Forms are Portuguese, English and Spanish alike; case, accents, plural and
// gender do not matter, and small words (de, the, con) may be left out.
package ontology

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// An Ontology is a set of concepts, read-only and safe for concurrent use.
type Ontology struct {
	names   []string
	ids     map[string]int
	links   [][]link // as written
	traits  []traits // by concept
	rarity  []float64
	related []atomic.Pointer[relations] // by concept
	kindIDs []int
	scratch *sync.Pool // of *weights

	forms []string // by concept: one a line, as they are written
	// Forms by what their words are compared by: those that need their small words, and the
	// others by their words, by what plural and gender leave of them, and by stems.
	whole, exact, same, stems table

	named   func(text string) []Mention
	guessed func(text string) []Mention
	full    *Ontology // of a view, what it is a view of
	hidden  []bool    // by concept: texts are read as if it were not there; nil: none
	rules   []rule
	hash    string
}

// A Weight is how much a text is about a concept, 1 being the most; below
// zero, how much it is against it.
type Weight struct {
	Concept int
	Weight  float64
}

type link struct {
	to   int
	kind byte // one of < + ~ ! -
}

// shipped is the image of data/*.txt: go test ./ontology -update
//
//go:embed data.img
var shipped string

// Default returns the ontology that maitre ships.
var Default = sync.OnceValue(func() *Ontology { return open(shipped) })

// Len is the number of concepts; their ids go from 0 to Len-1.
func (o *Ontology) Len() int { return len(o.names) }

// Name returns the name of a concept.
func (o *Ontology) Name(id int) string { return o.names[id] }

// ID returns the id of the concept of that name.
func (o *Ontology) ID(name string) (int, bool) {
	id, ok := o.ids[name]
	return id, ok
}

// Forms returns the forms of a concept as they are written in the files.
func (o *Ontology) Forms(id int) []string {
	return slices.Collect(strings.FieldsFuncSeq(o.forms[id], func(r rune) bool { return r == '\n' }))
}

// Hash tells two versions of the data apart.
func (o *Ontology) Hash() string { return o.hash }

// Kinds is a set of kinds of things.
type Kinds uint8

// The kinds, each also the name of a concept.
const (
	Comida Kinds = 1 << iota
	Bebida
	Hospedagem
	Passeio
	Estatistica
)

var kindNames = []string{"comida", "bebida", "hospedagem", "passeio", "estatistica"}

// Apart reports whether two sets, both known, have no kind in common.
func (k Kinds) Apart(other Kinds) bool { return k != 0 && other != 0 && k&other == 0 }

// Only returns a view of the ontology for texts about some kinds of things: what
// is always of another kind is not read into them. On a card of dishes "comida
// típica" is food, and not a tour. Dishes and drinks go together, and so do
// lodging and outings: people ask for one with the other.
func (o *Ontology) Only(kinds Kinds) *Ontology {
	for _, pair := range []Kinds{Comida | Bebida, Hospedagem | Passeio} {
		if kinds&pair != 0 {
			kinds |= pair
		}
	}
	view := *o
	view.full = o.all()
	view.hidden = make([]bool, len(o.names))
	for id := range o.names {
		view.hidden[id] = kinds.Apart(o.traits[id].kinds())
	}
	view.keep()
	return &view
}

func (o *Ontology) all() *Ontology {
	if o.full != nil {
		return o.full
	}
	return o
}

// KindsOf returns what kinds of things a concept is, such as Comida of moqueca.
func (o *Ontology) KindsOf(concept int) Kinds { return o.traits[concept].kinds() }

// Edible reports whether a concept is something to eat or drink, and not a way to eat
// or a taste.
func (o *Ontology) Edible(concept int) bool { return o.traits[concept]&edible != 0 }
