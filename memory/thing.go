package memory

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

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
	o := ontology.Default()
	meant := o.Read(value)
	return slices.ContainsFunc(o.Read(text), func(t ontology.Mention) bool {
		return slices.ContainsFunc(meant, func(m ontology.Mention) bool { return m.Concept == t.Concept })
	})
}

// speaksOf reports whether a text has a value in it under any name of the house's: who wrote
// "shrimp" has spoken of camarão.
func speaksOf(text, value string) bool {
	words, key := plainWords(text), thing(value)
	for i := range words {
		for n := range min(longestName, len(words)-i) {
			if thing(strings.Join(words[i:i+n+1], " ")) == key {
				return true
			}
		}
	}
	return false
}

// longestName is how many words the name of a thing has at most.
const longestName = 4

// edible reports whether folded words are food or drink, or what people react to.
func edible(words string) bool {
	return is(words, "reactive") || is(words, "foods") || is(words+"s", "foods") || isFood(words)
}

// isFood reports whether the ontology knows words as food or drink, or as something in it.
func isFood(words string) bool {
	if understand.IsState(words) {
		return false
	}
	d := ontology.Default().Describe(words)
	return d.Kinds&(ontology.Comida|ontology.Bebida) != 0 && d.Kinds&(ontology.Passeio|ontology.Estatistica) == 0 || slices.ContainsFunc(roots(), d.Has)
}

// roots are the ontology's concepts that what one eats has in it.
var roots = sync.OnceValue(func() (all []int) {
	o := ontology.Default()
	for _, name := range lists()["roots"] {
		if id, ok := o.ID(strings.ReplaceAll(name, " ", "_")); ok {
			all = append(all, id)
		}
	}
	return all
})

// class is the key that a liked or disliked thing has: food, drink, ambience, lodging or
// transport.
func class(what string) string {
	words := plainWords(what)
	for _, name := range []string{"transport", "lodging", "ambience"} {
		for i, w := range words {
			if is(w, name) || is(strings.TrimSuffix(w, "s"), name) || i+1 < len(words) && is(w+" "+words[i+1], name) {
				return name
			}
		}
	}
	switch kinds := ontology.Default().Kinds(what); {
	case kinds&ontology.Bebida != 0 && kinds&ontology.Comida == 0:
		return "drink"
	case kinds&ontology.Hospedagem != 0:
		return "lodging"
	}
	return "food"
}

// Edible reports whether a value names food or drink, and not a way to eat.
func Edible(value string) bool { return edible(lang.Fold(value)) && !understand.IsState(value) }

// IsState reports whether a value says how somebody is or eats: "grávida", "vegana".
func IsState(value string) bool { return understand.IsState(value) }

// Limit returns what a way to eat or a state asks of what somebody has, in a language:
// "pouco sal" of "hipertensa"; "" if it says so itself.
func Limit(value string, l lang.Language) string { return understand.Limit(value, l) }

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
	return !edible(folded) && len(ontology.Default().Read(folded)) == 0 && !slices.ContainsFunc(strings.Fields(folded), edible)
}

// spelt returns the allergen that a word nobody knows is a slip of: "glúten" for "glutem".
// It is "" if the word is known, or near none or several of them.
func spelt(word string) string {
	word = lang.Fold(word)
	if len(word) < 5 || len(word) > 20 || strings.Contains(word, " ") || is(word, "ordinary") || is(word, "foods") || is(word, "reactive") {
		return ""
	}
	best, fewest, tied := "", 2, false
	if len(word) >= 8 {
		fewest = 3 // two slips in a long word
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
	if best == "" || tied {
		return ""
	}
	// The ontology knows words by their stems: "lactosi" has that of lactose, and is a slip.
	plural := strings.HasSuffix(word, "s") || strings.HasSuffix(best, "s")
	if len(ontology.Default().Read(word)) > 0 && (plural || !Same(word, best)) {
		return ""
	}
	return best
}

// slip reports whether a text has a word that is a slip of another.
func slip(word, text string) bool {
	return slices.ContainsFunc(plainWords(text), func(w string) bool { return w[0] == word[0] && lang.Fold(spelt(w)) == word })
}
