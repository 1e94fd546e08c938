package memory

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

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
	for line := range strings.Lines(otherNames) {
		key, others, _ := strings.Cut(strings.TrimSpace(line), ":")
		for name := range strings.SplitSeq(others, ",") {
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

// Names of things besides those that the house says, and of some that it says
// as the guest does.
const otherNames = `camarao:prawn,prawns,gamba,gambas,langostino,camarones
amendoim:mani,cacahuate,cacahuete
leite:aplv,leite de vaca,cow milk,leche de vaca,proteina do leite,milk protein
castanhas:nuts,nut,oleaginosas
crustáceos:shellfish
soja:soya
gergelim:ajonjoli
aipo:salsao
sulfitos:sulfites
morango:frutilla
milho:maize,choclo
suino:suino,carne de porco,chancho
vegetariano:veggie
pescetariano:pescatariano,pescetarian
celiaco:coeliac
laticinios:lacticinios
seafood:seafood,frutos do mar,frutos de mar,frutos del mar`
