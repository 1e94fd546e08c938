package ontology

import (
	"hash/maphash"
	"math/bits"

	"github.com/maitre-dev/maitre/lang"
)

// A lexicon numbers the words of the forms, and what they are compared by, in
// their order.
type lexicon struct {
	text  string
	at    []uint32 // where each begins in text, and the end
	seed  maphash.Seed
	slots []uint32 // by hash: one more than a word's number

	// By word, what it is compared by. Same is none where it is only that, or
	// not folded.
	exact, same, stem []uint32
	// By what words are compared by: the group of all that are alike in some way,
	// none where no word is compared by it.
	bySame, byStem []uint32
}

// none is the number of what is not in the lexicon.
const none = ^uint32(0)

// A kin is what a word is compared by: what plural and gender leave, and its stem.
type kin struct{ same, stem string }

func newKin(w string) kin {
	k := kin{lang.Same(w), lang.Stem(w)}
	if len(k.stem) < 4 {
		k.stem = w // como is not com
	}
	return k
}

// index lets the words be found.
func (l *lexicon) index() {
	n := len(l.at) - 1
	l.seed, l.slots = maphash.MakeSeed(), make([]uint32, 2<<bits.Len(uint(n)))
	mask := uint64(len(l.slots) - 1)
	for id := range uint32(n) {
		at := maphash.String(l.seed, l.word(id)) & mask
		for l.slots[at] != 0 {
			at = (at + 1) & mask
		}
		l.slots[at] = id + 1
	}
}

func (l *lexicon) word(id uint32) string { return l.text[l.at[id]:l.at[id+1]] }

func (l *lexicon) id(w string) uint32 {
	mask := uint64(len(l.slots) - 1)
	for at := maphash.String(l.seed, w) & mask; ; at = (at + 1) & mask {
		switch s := l.slots[at]; {
		case s == 0:
			return none
		case l.word(s-1) == w:
			return s - 1
		}
	}
}

// known reports whether some form has a word.
func (l *lexicon) known(id uint32) bool { return id != none && l.same[id] != none }

// kin returns what a word is compared by; id is its own.
func (l *lexicon) kin(w string, id uint32) (same, stem uint32) {
	if l.known(id) {
		return l.same[id], l.stem[id]
	}
	k := newKin(w)
	return l.id(k.same), l.id(k.stem)
}

// group returns that of a word in a list of groups.
func group(of []uint32, id uint32) uint32 {
	if id == none {
		return none
	}
	return of[id]
}

// set returns which of all words are in a set.
func (l *lexicon) set(words map[string]bool) []bool {
	is := make([]bool, len(l.exact))
	for w := range words {
		if id := l.id(w); id != none {
			is[id] = true
		}
	}
	return is
}

// size is the length of words that stand in a text.
func (l *lexicon) size(words []uint32) int {
	n := len(words) - 1
	for _, w := range words {
		n += len(l.word(w))
	}
	return n
}
