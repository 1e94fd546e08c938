package memory

import (
	_ "embed"
	"maps"
	"slices"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words/names.txt
var otherNames string

// things are what the house has a name for in every language, by the stems of
// its names: who told of shrimp may take back camarón. The ontology would know
// more words, but to it a yolk is an egg and wheat is gluten: that is too near
// for what somebody reacts to.
var things = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, w := range texts.All() {
		for _, some := range names(w) {
			for _, key := range slices.Sorted(maps.Keys(some)) {
				all[stems(lang.Fold(some[key]))] = key
			}
		}
	}
	for key, others := range wordfile.Lists(otherNames) {
		for _, name := range others {
			all[stems(lang.Fold(name))] = key
		}
	}
	return all
})

// told is a value as it is said to guests: in their language, if the house has
// a name for it in theirs, or else as they said it.
func told(value string, l lang.Language) string {
	key, ok := things()[stems(lang.Fold(value))]
	if !ok {
		return value
	}
	for _, some := range names(texts.In(l)) {
		if name, ok := some[key]; ok && lang.Fold(value)+"s" != lang.Fold(name) { // who says castanha is told castanha
			return name
		}
	}
	return value
}

// names are what the house calls things in a language, by their keys.
func names(w *texts.Words) []map[string]string {
	return []map[string]string{w.Menu.Allergens, w.Menu.Diets, w.Menu.Foods, w.Memory.Things}
}

// fed reports whether what is kept under a kind is to eat, or how one eats.
func fed(k Kind) bool { return k == Diet || k == Preference || k == Dislike }
