package ontology

import (
	_ "embed"
	"iter"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// A Mention is a concept that a text names.
type Mention struct {
	Concept int
	Words   string // the text's own, folded
	Negated bool   // "sem queijo", "nothing fried"
	Mildly  bool   // negated, but only much of it: "não muito doce"
	Title   bool   // in the text's first line
	With    bool   // after com, with or con: "o que beber com costela"
}

// Read returns the concepts that a text names, in its order: of forms that
// overlap the longest. A form that several concepts have names them all.
func (o *Ontology) Read(text string) []Mention { return slices.Clone(o.read(text, false)) }

// read also corrects slips of the finger where guess is set. Callers share what it
// returns: a wish is read for its concepts, its kinds, what it excludes and more.
func (o *Ontology) read(text string, guess bool) []Mention {
	if guess {
		return o.guessed(text)
	}
	return o.named(text)
}

// keep lets the last texts be read once.
func (o *Ontology) keep() {
	o.named = recent.Texts(1024, func(text string) []Mention { return o.readAnew(text, false) })
	o.guessed = recent.Texts(1024, func(text string) []Mention { return o.readAnew(text, true) })
}

func (o *Ontology) readAnew(text string, guess bool) []Mention {
	var found []Mention
	title := true
	foreign, told := false, false // in English and Spanish "no" is no, in Portuguese it is in
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		for clause := range strings.FieldsFuncSeq(line, ends) {
			words := strings.Fields(lang.Fold(clause))
			if !told && slices.Contains(words, "no") {
				l, _ := lang.Detect(text)
				foreign, told = l == lang.English || l == lang.Spanish, true
			}
			found = o.clause(found, words, title, guess, foreign)
		}
		title = false
	}
	return found
}

// ends reports what no form and no negation reaches across.
func ends(r rune) bool {
	switch r {
	case '.', ',', ';', ':', '!', '?', '(', ')', '/', '|', '\u2014', '\u2013':
		return true
	}
	return false
}

func (o *Ontology) clause(found []Mention, all []string, title, guess, foreign bool) []Mention {
	no := scope{foreign: foreign}
	var p []kin     // the words that are not small
	var place []int // of each in all
	for i, w := range all {
		if !small[w] {
			p, place = append(p, newKin(w)), append(place, i)
		}
	}
	next := 0 // of place
	for i := 0; i < len(all); {
		for next < len(place) && place[next] < i {
			next++
		}
		concepts, n := o.wholeAt(all[i:])
		if next < len(place) && place[next] == i {
			if c, m := o.longestAt(p[next:], guess); m > 0 && place[next+m-1]+1-i > n {
				concepts, n = c, place[next+m-1]+1-i
			}
		}
		if concepts == nil {
			no.pass(all[i])
			i++
			continue
		}
		negated := no.covers() && !negator[all[i]] // "sem nada de origem animal" is not twice no
		if after := i + n; after < len(all) {
			negated = negated || all[after] == "free" || all[after] == "zero" ||
				after == len(all)-1 && (all[after] == "nao" || all[after] == "no") // peixe não
		}
		if negator[all[i]] {
			no.left, no.met, no.joined = 3, true, false // "sem glúten e lactose"
		}
		text, besides := strings.Join(all[i:i+n], " "), with(all[:i])
		for _, c := range concepts {
			found = append(found, Mention{c, text, negated, negated && no.much, title, besides})
		}
		i += n
	}
	return found
}

// A kin is what a word is compared by: itself, what plural and gender leave, and its stem.
type kin struct{ exact, same, stem string }

func newKin(w string) kin {
	k := kin{w, lang.Same(w), lang.Stem(w)}
	if len(k.stem) < 4 {
		k.stem = w // como is not com
	}
	return k
}

// by yields one way in which words are compared.
func by(words []kin, one func(kin) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, w := range words {
			if !yield(one(w)) {
				return
			}
		}
	}
}

// with reports whether words end in com or its like, or in that and a small word.
func with(words []string) bool {
	for back := 1; back <= 2 && back <= len(words); back++ {
		switch w := words[len(words)-back]; {
		case beside[w]:
			return true
		case !small[w]:
			return false
		}
	}
	return false
}

// wholeAt returns the concepts of the longest form that words begin with of
// those that need their small words, as "a dois" does.
func (o *Ontology) wholeAt(words []string) ([]int, int) {
	for n, f := range o.whole.along(slices.Values(words)) {
		if c := o.seen(f.concepts); c != nil {
			return c, n
		}
	}
	return nil, 0
}

// longestAt returns the concepts of the longest form that words begin with, and how many it has.
func (o *Ontology) longestAt(words []kin, guess bool) (found []int, size int) {
	for _, way := range []struct {
		*table
		kin   func(kin) string
		least int // letters: shorter stems are shared by words that have nothing in common
	}{
		{&o.exact, func(k kin) string { return k.exact }, 0},
		{&o.same, func(k kin) string { return k.same }, 0},
		{&o.stems, func(k kin) string { return k.stem }, 5},
	} {
		for n, f := range way.along(by(words, way.kin)) {
			if n <= size {
				break
			}
			if c := o.seen(f.concepts); c != nil && f.size >= way.least {
				found, size = c, n
				break
			}
		}
	}
	if found != nil {
		return found, size
	}
	w := words[0].exact
	if c := o.small(w); c != nil {
		return c, 1
	}
	if guess && !negator[w] {
		if c := o.slip(w); c != nil {
			return c, 1
		}
	}
	return nil, 0
}

// seen returns the concepts that this view of the ontology has.
func (o *Ontology) seen(concepts []int) []int {
	if o.hidden == nil {
		return concepts
	}
	var kept []int
	for _, c := range concepts {
		if !o.hidden[c] {
			kept = append(kept, c)
		}
	}
	return kept
}

// small returns the concepts of what a diminutive makes small: caldinho.
func (o *Ontology) small(w string) []int {
	for _, end := range []string{"zinho", "zinha", "inho", "inha", "ito", "ita"} {
		base, ok := strings.CutSuffix(w, end)
		if !ok || len(base) < 3 {
			continue
		}
		for _, v := range []string{"", end[len(end)-1:], "e"} {
			if c := o.seen(o.exact.one(base + v)); c != nil {
				return c
			}
		}
	}
	return nil
}

// slip returns the concepts of the form that w is one slip away from: a letter
// too many, too few, wrong, or two swapped. Short words are left alone: one
// letter makes another word of them.
func (o *Ontology) slip(w string) []int {
	if len(w) < 7 || len(w) > 30 || common[w] {
		return nil
	}
	best, concepts := 0, []int(nil)
	var e cursor
	for ok := o.exact.seek(&e, w[:1]); ok && e.words[0] == w[0]; ok = e.read() {
		form := string(e.words)
		n := len(form)
		if n < len(w)-1 || n > len(w)+1 || best > 0 && n >= best || strings.Contains(form, " ") || !oneSlip(form, w) {
			continue
		}
		best, concepts = n, e.of()
	}
	if best == 0 {
		return nil
	}
	return o.seen(concepts)
}

func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) {
		return true
	}
	swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return swapped || a[i+1:] == b[i+1:]
}

// A scope follows how far a negation reaches.
type scope struct {
	left   int  // words it still reaches over
	met    bool // whether it met a concept
	joined bool // by and, or or nor, after it met one
	much   bool // it said much, or too
	last   string

	foreign bool // not Portuguese
}

// pass tells the scope of a word that names no concept.
func (s *scope) pass(w string) {
	before := s.last
	s.last = w
	switch {
	case negator[w] && (w != "no" || s.foreign):
		if before == "why" || little[w] && (before == "um" || before == "uma" || before == "un" || before == "una") {
			return // why not; a little
		}
		s.left, s.met, s.joined, s.much = 4, false, false, false
	case s.left == 0:
	case much[w]:
		s.much = true
	case ender[w], s.met && opener[w], before == "nao" && w == "sei":
		s.left = 0
	case s.met && joiner[w]:
		s.joined = true
	case small[w]:
	case s.met:
		s.left = 0
	default:
		s.left--
	}
}

// covers reports whether the concept that comes now is negated.
func (s *scope) covers() bool {
	if s.met && !s.joined {
		s.left = 0
	}
	s.met, s.joined, s.last = s.left > 0, false, ""
	return s.met
}

//go:embed words.txt
var wordsText string

var (
	wordSets = wordfile.Sets(wordsText)

	small, negator, common                      = wordSets.Set("small"), wordSets.Set("negator"), wordSets.Set("common")
	little, ender, opener, much, beside, joiner = wordSets.Set("little"), wordSets.Set("ender"), wordSets.Set("opener"), wordSets.Set("much"), wordSets.Set("beside"), wordSets.Set("joiner")
)
