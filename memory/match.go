package memory

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// About returns what is known in a thread that some words mean, see Meant: the guest's own
// first. With no words it is everything.
func (s *Set) About(thread, words string) []*Memory {
	all := s.which(func(m *Memory) bool { return m.holds(thread) && m.Kind != Asked })
	slices.SortStableFunc(all, func(a, b *Memory) int { return strings.Compare(a.Person, b.Person) })
	if strings.TrimSpace(words) == "" {
		return all
	}
	return Meant(words, all, (*Memory).Candidate)
}

// Meant returns those of some notes that words mean: by a value ("camarão"), a person ("Ana"), what
// a person has ("o camarão da Ana"), or a kind ("alergias"). Whatever a guest has recalled,
// forgotten, kept or taken back is found by it.
func Meant[N any](words string, all []N, what func(N) Candidate) []N {
	only := func(some []N, are func(Candidate) bool) []N {
		return slices.DeleteFunc(slices.Clone(some), func(n N) bool { return !are(what(n)) })
	}
	among := all
	theirs := only(all, func(c Candidate) bool { return c.Person != "" && hook.Speaks(words, c.Person) })
	if len(theirs) > 0 {
		among = theirs
	}
	for _, found := range [][]N{
		only(all, func(c Candidate) bool { return strings.Contains(c.Value, " ") && stems(words) == stems(c.Value) }), // "Cusco con Leo" is no note of Leo's
		only(among, func(c Candidate) bool { return speaksOf(words, c.Value) }),
		theirs,
		only(all, func(c Candidate) bool { return c.labelled(words) }),
		only(all, func(c Candidate) bool { return Names(words, c.Value) || shares(words, c.Value) }),
	} {
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// only returns those of some memories that are.
func only(all []*Memory, are func(*Memory) bool) []*Memory {
	return slices.DeleteFunc(slices.Clone(all), func(m *Memory) bool { return !are(m) })
}

// labelled reports whether words name the kind of a candidate, in any language: "alergias".
func (c Candidate) labelled(words string) bool {
	have := stemsIn(words)
	if slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return called(c.label(w.Language), have) }) {
		return c.Key != "name" || !ofSomething(words) // "the name of the hotel" is not the guest's
	}
	return have[lang.Stem(string(c.Kind))] && !safety(c.Kind, c.Key) || have[lang.Stem(c.Key)] && c.Key != "name"
}

// called reports whether all words of a label are among some stems. Short ones do not
// count, and there must be others: "va a" calls nothing.
func called(label string, have map[string]bool) bool {
	words := slices.DeleteFunc(plainWords(label), func(w string) bool { return len(w) < 3 })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !have[lang.Stem(w)] })
}

// ofSomething reports whether words say what something is about, which is neither the guest
// nor the conversation: "sobre a praia".
func ofSomething(text string) bool {
	words := wordsOf(text)
	at := slices.IndexFunc(words, func(w string) bool { return is(w, "ofWhat") })
	if at < 0 {
		return false
	}
	rest := slices.DeleteFunc(slices.Clone(words[at+1:]), func(w string) bool { return is(w, "pointing") })
	return len(rest) > 0 && !is(rest[0], "oneself") && !is(rest[0], "everything") && !is(rest[0], "theTalk")
}

// shares reports whether words have a longer word of a value: "the sodium thing" of "low sodium".
func shares(words, value string) bool {
	have := stemsIn(words)
	return slices.ContainsFunc(wordsOf(value), func(w string) bool { return len(w) > 3 && have[lang.Stem(w)] })
}

//go:embed words/names.txt
var otherNames string

// things are what the house has a name for in every language, by the stems of its names: who
// told of shrimp may take back camarón. The ontology would know more words, but to it a yolk
// is an egg and wheat is gluten: that is too near for what somebody reacts to.
var things = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, w := range texts.All() {
		for _, some := range namesIn(w) {
			for _, key := range slices.Sorted(maps.Keys(some)) {
				all[stems(some[key])] = key
			}
		}
	}
	for key, others := range wordfile.Lists(otherNames) {
		for _, name := range others {
			all[stems(name)] = key
		}
	}
	return all
})

// namesIn are what the house calls things in a language, by their keys.
func namesIn(w *texts.Words) []map[string]string {
	return []map[string]string{w.Menu.Allergens, w.Menu.Diets, w.Menu.Foods, w.Memory.Things}
}

// told is a value as it is said to guests: in their language, if the house has a name for it
// in theirs, or else as they said it.
func told(value string, l lang.Language) string {
	key, ok := things()[stems(value)]
	for _, some := range namesIn(texts.In(l)) {
		if name := some[key]; ok && name != "" && lang.Fold(value)+"s" != lang.Fold(name) { // who says castanha is told castanha
			return name
		}
	}
	return value
}

// stems are those of the words of a text.
func stems(text string) string {
	words := plainWords(text)
	for i, w := range words {
		words[i] = lang.Stem(lang.Same(w))
	}
	return strings.Join(words, " ")
}

// thing stands for a value under all its names: "camarões", "Camarão" and "shrimp" are one.
func thing(value string) string {
	s := stems(value)
	if key, ok := things()[s]; ok {
		return key
	}
	return s
}

// Same reports whether two values are the same thing.
func Same(a, b string) bool { return thing(a) == thing(b) }

// Covers reports whether who must not have one thing must not have another for that very
// reason: cheese has milk in it.
func Covers(need, other string) bool {
	o := ontology.Default()
	d := o.Describe(other)
	return slices.ContainsFunc(o.Read(need), func(m ontology.Mention) bool { return d.Has(m.Concept) })
}

// Names reports whether a text names a thing, in any language of the house's or by another
// word that means the same.
func Names(text, value string) bool {
	if speaksOf(text, value) {
		return true
	}
	meant := ontology.Default().Read(value)
	return slices.ContainsFunc(ontology.Default().Read(text), func(t ontology.Mention) bool {
		return slices.ContainsFunc(meant, func(m ontology.Mention) bool { return m.Concept == t.Concept })
	})
}

// longestName is how many words the name of a thing has at most.
const longestName = 4

// speaksOf reports whether a text has a value in it under any name of the house's: who wrote
// "shrimp" has spoken of camarão.
func speaksOf(text, value string) bool {
	key := thing(value)
	return anyRun(plainWords(text), func(run string) bool { return thing(run) == key })
}

// anyRun reports whether one or some words in a row are.
func anyRun(words []string, are func(string) bool) bool {
	for i := range words {
		for n := range min(longestName, len(words)-i) {
			if are(strings.Join(words[i:i+n+1], " ")) {
				return true
			}
		}
	}
	return false
}

// hasWhole reports whether a text has words of a list, and no beginnings: in "time" there is no "TI".
func hasWhole(text, list string) bool {
	return anyRun(plainWords(text), func(run string) bool { return is(run, list) || is(strings.TrimSuffix(run, "s"), list) })
}

// Edible reports whether a value names food or drink, and not a way to eat.
func Edible(value string) bool {
	words := lang.Fold(value)
	eaten := ontology.Default().Kinds(words)&(ontology.Comida|ontology.Bebida) != 0 || len(understand.Foods(words)) > 0
	return !understand.IsState(value) && (eaten || is(words, "reactive") || is(words, "foods") || is(words+"s", "foods"))
}

// class is the key that a liked or disliked thing has: ambience, drink, lodging or food.
func class(what string) string {
	switch kinds := ontology.Default().Kinds(what); {
	case hasWhole(what, "ambience"):
		return "ambience"
	case kinds&ontology.Bebida != 0 && kinds&ontology.Comida == 0:
		return "drink"
	case kinds&ontology.Hospedagem != 0:
		return "lodging"
	}
	return "food"
}

// IsState reports whether a value says how somebody is or eats: "grávida", "vegana".
func IsState(value string) bool { return understand.IsState(value) }

// Health reports whether words speak of somebody's health: an illness, a medicine, a
// pregnancy.
func Health(what string) bool { return understand.IsState(what) || understand.Says(what, "medicine") }

// Measures reports whether a value says only how much one has of something, or of what colour: a note for the
// kitchen, that rules nothing out.
func Measures(value string) bool {
	words := wordsOf(value)
	return hasAny(words, "measures") && !slices.ContainsFunc(words, func(w string) bool { return !is(w, "measures") && !is(w, "hollow") })
}

// strange reports what may be an allergy but is no word that anybody here knows: no dish can
// be checked for it, and the guest is to be asked.
func strange(value string) bool {
	folded := lang.Fold(value)
	return len(ontology.Default().Read(folded)) == 0 && !anyRun(strings.Fields(folded), Edible)
}

// spelt returns the allergen that a word nobody knows is a slip of: "glúten" for "glutem". It
// is one slip away, or two in a long word. It is "" if the word is known, or near none or several.
func spelt(word string) (best string) {
	word = lang.Fold(word)
	if len(word) < 5 || len(word) > 20 || strings.Contains(word, " ") || is(word, "ordinary") || is(word, "foods") || is(word, "reactive") {
		return ""
	}
	fewest, tied := 2, false
	if len(word) >= 8 {
		fewest = 3
	}
	for _, right := range lists()["allergens"] {
		folded := lang.Fold(right)
		if folded[0] != word[0] {
			continue
		}
		switch d := lang.Distance(folded, word); {
		case d == 0:
			return ""
		case d < fewest:
			best, fewest, tied = right, d, false
		case d == fewest && best != "" && !Same(best, right):
			tied = true
		}
	}
	// The ontology knows words by their stems: "lactosi" has that of lactose, and is a slip.
	plural := strings.HasSuffix(word, "s") || strings.HasSuffix(best, "s")
	if tied || len(ontology.Default().Read(word)) > 0 && (plural || !Same(word, best)) {
		return ""
	}
	return best
}

// slip reports whether a text has a word that is a slip of another.
func slip(word, text string) bool {
	return slices.ContainsFunc(plainWords(text), func(w string) bool { return w[0] == word[0] && lang.Fold(spelt(w)) == word })
}
