package memory

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

//go:embed words/lists.txt
var listsText string

// inLists are the lists of words/lists.txt, by their names, as they are written.
var inLists = sync.OnceValue(func() map[string][]string { return wordfile.Lists(listsText) })

// lists are the same as sets of folded words.
var lists = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for name, words := range inLists() {
		all[name] = map[string]bool{}
		for _, w := range words {
			all[name][lang.Fold(w)] = true
		}
	}
	return all
})

// edible reports whether words are food or drink, or what people react to.
func edible(words string) bool {
	l := lists()
	return l["reactive"][words] || l["foods"][words] || l["foods"][words+"s"] || isFood(words)
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
	for name := range lists()["roots"] {
		if id, ok := o.ID(strings.ReplaceAll(name, " ", "_")); ok {
			all = append(all, id)
		}
	}
	return all
})

// class is the key a liked or disliked thing has: food, drink, ambience,
// lodging or transport.
func class(words string) string {
	all := strings.Fields(words)
	for _, name := range []string{"transport", "lodging", "ambience"} {
		for i := range all {
			if l := lists()[name]; l[all[i]] || l[strings.TrimSuffix(all[i], "s")] || i+1 < len(all) && l[all[i]+" "+all[i+1]] {
				return name
			}
		}
	}
	switch kinds := ontology.Default().Kinds(words); {
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
