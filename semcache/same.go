package semcache

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A reading is what vectors are bad at: two texts may have nearly the same one
// and ask for two guests or for three, for Austin or for Denver, with meat or
// without. A wrong answer costs more than one made in vain, so in doubt two
// texts do not ask the same.
type reading struct {
	words  []string        // stems, numbers in digits, negations as not
	tells  map[string]bool // those that the other text must have as well
	named  []int           // concepts
	denied []int
	about  map[int]float64 // how much it is about a concept, or against it
	least  float64         // how much it must be about what the other names
}

const not = "!"

// same reports whether nothing speaks against two texts asking the same: they
// have the same telling words in the same order, deny the same concepts, and
// neither is against what the other names.
func (r reading) same(s reading) bool {
	if len(r.words) == 0 || len(s.words) == 0 || !slices.Equal(r.denied, s.denied) {
		return false
	}
	tells := func(w string) bool { return r.tells[w] || s.tells[w] }
	return slices.Equal(filter(r.words, tells), filter(s.words, tells)) && r.covers(s) && s.covers(r)
}

func (r reading) covers(s reading) bool {
	return !slices.ContainsFunc(s.named, func(concept int) bool { return r.about[concept] < r.least })
}

func filter(words []string, keep func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !keep(w) })
}

// read reads a text. Telling are its negations, its numbers, words that turn a
// question round, and names: words that no concept has and that begin with a
// capital.
//
// A local embedder knows only concepts and spellings. To it any word that no
// concept has is as good as a name, and each text must be about all that the
// other names.
func read(text string, local bool) reading {
	o := ontology.Default()
	r := reading{tells: map[string]bool{}, about: map[int]float64{}}
	mentions := o.Read(text)
	for _, m := range mentions {
		switch {
		case m.Negated:
			r.denied = append(r.denied, m.Concept)
		case !fillers[m.Words]:
			r.named = append(r.named, m.Concept)
		}
	}
	slices.Sort(r.denied)
	r.denied = slices.Compact(r.denied)
	for _, w := range o.Query(text) {
		r.about[w.Concept] = w.Weight
	}
	if local {
		r.least = implied
	}
	tokens := split(text)
	known := covered(tokens, mentions)
	language, _ := lang.Detect(text)
	var counts []int // where in r.words the numbers are
	for i, t := range tokens {
		stem := lang.Stem(t.word)
		switch digits, number := numerals[t.word]; {
		case number || t.digit:
			if !number {
				digits = t.word
			}
			counts = append(counts, len(r.words))
			r.tell(digits)
		case known[i] && !fillers[t.word]:
			r.words = append(r.words, stem)
		case !known[i] && negations[t.word] && (t.word != "no" || language != lang.Portuguese):
			r.tell(not)
		case fillers[t.word]:
		case turns[t.word], local, t.capital:
			r.tell(stem)
		default:
			r.words = append(r.words, stem)
		}
	}
	// Two adults and three children are not three adults and two children.
	for _, i := range counts {
		if len(counts) > 1 && i+1 < len(r.words) {
			r.tells[r.words[i+1]] = true
		}
	}
	return r
}

func (r *reading) tell(w string) {
	r.words = append(r.words, w)
	r.tells[w] = true
}

// implied is the weight from which a text is as much about a concept as if it
// named it. It lets one step to the broader pass (0.7: a caldo is a soup) and
// not one to what a thing has (0.5: a salad is light, but not every one).
const implied = 0.68

type token struct {
	word           string // folded
	capital, digit bool
}

func split(text string) []token {
	var ts []token
	for f := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	}) {
		first, _ := utf8.DecodeRuneInString(f)
		for w := range strings.FieldsSeq(lang.Fold(f)) {
			ts = append(ts, token{w, unicode.IsUpper(first), strings.ContainsFunc(w, unicode.IsDigit)})
		}
	}
	return ts
}

// covered says which tokens are in the form of a concept that is mentioned.
func covered(ts []token, mentions []ontology.Mention) []bool {
	known := make([]bool, len(ts))
	from, last := 0, ""
	for _, m := range mentions {
		if m.Words == last {
			continue // one form of several concepts
		}
		words := strings.Fields(m.Words)
		for i := from; i+len(words) <= len(ts); i++ {
			if slices.EqualFunc(words, ts[i:i+len(words)], func(w string, t token) bool { return w == t.word }) {
				from, last = i+len(words), m.Words
				for j := i; j < from; j++ {
					known[j] = true
				}
				break
			}
		}
	}
	return known
}
