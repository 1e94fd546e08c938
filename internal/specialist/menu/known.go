package menu

import (
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// knows reports whether the guard can tell what has a thing: it is an allergen
// or has one, a diet, something to eat that the ontology knows, or made of
// words that stand on the card.
func (card *Card) knows(thing string) bool {
	if barred(thing) != 0 || len(dietsOf(thing)) > 0 || isFood(thing) || isDiet(thing) {
		return true
	}
	words := slices.DeleteFunc(wordsOf(thing), func(w string) bool { return len(w) < 3 || common[w] })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !card.words()[lang.Stem(w)] })
}

// isFood reports whether the ontology knows a thing as something that one eats
// or drinks, and not as a cat or a view.
func isFood(thing string) bool {
	o := knowledge().food
	d := o.Describe(thing)
	return slices.ContainsFunc(foodGroups, func(name string) bool {
		id, ok := o.ID(name)
		return ok && d.Has(id)
	})
}

var foodGroups = strings.Fields("comida bebida carne carne_vermelha pescado vegetal fruta grao tempero erva especiarias laticinio acucar alcool doce picante arroz tuberculo chocolate oleaginosa levedura cafeina mel frito cru")

// isDiet reports whether the ontology knows a way to eat that rules something
// out.
func isDiet(thing string) bool {
	o := knowledge().food
	return len(o.Read(thing)) > 0 && len(excluded(thing)) > 0
}

// stemsOf are the stems of the words of items.
func stemsOf(items map[string]Item) map[string]bool {
	all := map[string]bool{}
	for _, it := range items {
		for _, w := range wordsOf(it.Name + " " + strings.Join(it.Ingredients, " ")) {
			if len(w) > 2 && !common[w] {
				all[lang.Stem(w)] = true
			}
		}
	}
	return all
}

// near returns what a word of at least five letters is a slip of, as it is
// written: an allergen, what has one, or an ingredient on the card. Where
// several are near it returns nothing, for a guess would be one about somebody's
// health. Two letters may be wrong only in a longer word.
func (card *Card) near(word string) string {
	if len(word) < 5 || len(word) > 30 || strings.Contains(word, " ") {
		return ""
	}
	most := 1
	if len(word) >= 7 {
		most = 2
	}
	for d := 1; d <= most; d++ {
		var found string
		several := false
		for form, as := range card.slips() {
			if form == word || slip(form, word) != d {
				continue
			}
			several = several || found != "" && as != found
			found = as
		}
		if several || found != "" {
			if several {
				found = ""
			}
			return found
		}
	}
	return ""
}

// slipsOf are the words that guests may have meant, folded, and what each
// stands for: one allergen by its name, or itself.
func slipsOf(items map[string]Item) map[string]string {
	all := map[string]string{}
	note := func(phrase string) {
		w := lang.Fold(phrase)
		if len(w) < 4 || strings.Contains(w, " ") {
			return
		}
		all[w] = strings.TrimSpace(phrase)
		if names := ParseAllergens(w); len(names) == 1 && knowledge().named([]string{w}) != 0 {
			all[w] = names[0]
		}
	}
	for _, list := range wordfile.Entries(knownIn) {
		for _, phrase := range wordfile.List(list) {
			note(phrase)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(items)) { // of two spellings always the same counts
		for _, ingredient := range items[id].Ingredients {
			for w := range strings.FieldsSeq(ingredient) {
				note(w)
			}
		}
	}
	for _, a := range allergens {
		for _, phrase := range a.spellings() {
			note(phrase)
		}
	}
	return all
}

// slip is how many letters are too many, too few, wrong or swapped with the
// next, and 3 if more than two are.
func slip(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	return min(lang.Distance(a, b), 3)
}
