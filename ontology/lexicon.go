package ontology

import (
	"sort"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A lexicon numbers the words of the forms, and what they are compared by, in
// their order.
type lexicon struct {
	text string
	at   []uint32 // where each begins in text, and the end

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

func (l *lexicon) word(id uint32) string { return l.text[l.at[id]:l.at[id+1]] }

func (l *lexicon) id(w string) uint32 {
	id, ok := sort.Find(len(l.exact), func(id int) int { return strings.Compare(w, l.word(uint32(id))) })
	if !ok {
		return none
	}
	return uint32(id)
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
