package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// knows reports whether the rules can tell what has a thing: it is an allergen or has one, a diet,
// something to eat that the ontology knows, or made of words that stand on the card.
func (card *Card) knows(thing string) bool {
	if barred(thing) != 0 || len(dietsOf(thing)) > 0 || tasteOf(thing) != 0 || isFood(thing) || isDiet(thing) {
		return true
	}
	words := stems(thing)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !card.spelt().stems[w] })
}

// isFood reports whether the ontology knows a thing as something that one eats or drinks, and not as a
// cat or a view.
func isFood(thing string) bool {
	o := knowledge().food
	d := o.Describe(thing)
	return slices.ContainsFunc(foodGroups, func(name string) bool {
		id, ok := o.ID(name)
		return ok && d.Has(id)
	})
}

var foodGroups = strings.Fields("comida bebida carne carne_vermelha pescado vegetal fruta grao tempero erva especiarias laticinio acucar " +
	"alcool doce picante arroz tuberculo chocolate oleaginosa levedura cafeina mel frito cru")

// spellings are the words that guests may mean: the stems of those of a card, and for what each word,
// folded, stands where it is misspelt: one allergen by its name, or itself.
type spellings struct {
	stems map[string]bool
	slips map[string]string
}

func spellingsOf(items []Item) spellings {
	sp := spellings{map[string]bool{}, map[string]string{}}
	note := func(phrase string) {
		w := lang.Fold(phrase)
		if len(w) < 4 || strings.Contains(w, " ") {
			return
		}
		sp.slips[w] = strings.TrimSpace(phrase)
		if names := ParseAllergens(w); len(names) == 1 && knowledge().named([]string{w}) != 0 {
			sp.slips[w] = names[0]
		}
	}
	for _, list := range wordfile.Entries(knownIn) {
		for _, phrase := range wordfile.List(list) {
			note(phrase)
		}
	}
	for _, it := range items {
		for _, stem := range stems(it.Name + " " + strings.Join(it.Ingredients, " ")) {
			sp.stems[stem] = true
		}
		for w := range strings.FieldsSeq(strings.Join(it.Ingredients, " ")) {
			note(w)
		}
	}
	for _, a := range allergens {
		for _, phrase := range a.spelt {
			note(phrase)
		}
	}
	return sp
}

// near returns what a word of at least five letters is a slip of, as it is written: an allergen, what has
// one, or an ingredient on the card. Where several are near it returns nothing, for a guess would be one
// about somebody's health. Two letters may be wrong only in a longer word.
func (card *Card) near(word string) string {
	if len(word) < 5 || len(word) > 30 || strings.Contains(word, " ") {
		return ""
	}
	most := 1
	if len(word) >= 7 {
		most = 2
	}
	for d := 1; d <= most; d++ {
		found := map[string]bool{}
		for form, as := range card.spelt().slips {
			if form != word && slip(form, word) == d {
				found[as] = true
			}
		}
		for as := range found {
			if len(found) > 1 {
				return ""
			}
			return as
		}
	}
	return ""
}

// slip returns the number of letters by which two words differ (missing, extra, wrong, or swapped with the
// next); above two it is 3.
func slip(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	return min(lang.Distance(a, b), 3)
}
