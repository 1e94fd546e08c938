package menu

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// A diet is a way to eat that is kept to in code, by what is in an item and not by what it is called.
type diet struct {
	name  string   // in Portuguese, by which it is known
	never contents // what is in nothing they have
	apart contents // of which nothing has more than one
	drink bool     // of drinks alone
	taste bool     // it is none, and a taste that somebody does without
}

// contents are what diets ask of an item.
type contents uint16

// contentNames are what contents are called in data files, in the order of their bits.
var contentNames = strings.Fields("pork alcohol shellfish scaleless meat dairy raw salted offal fatty sharp sweet hot greens")

const (
	pork contents = 1 << iota
	alcohol
	shellfish
	scaleless // fish, and what else no kosher kitchen has
	meat
	dairy
)

//go:embed data/diets.txt
var dietWords string

// diets are data/diets.txt: the names of diets by how they are said, asked for, and meant by a word
// alone, and what is in things, by their words and by their concepts in the ontology.
var diets = sync.OnceValue(func() (b struct {
	all               []diet
	said, asked, word glossary[[]string]
	foods, tastes     glossary[contents]
	concepts          map[contents]int
},
) {
	b.said, b.asked, b.word = newGlossary[[]string](), newGlossary[[]string](), newGlossary[[]string]()
	b.foods, b.tastes, b.concepts = newGlossary[contents](), newGlossary[contents](), map[contents]int{}
	for key, list := range wordfile.Entries(dietWords) {
		kind, name, _ := strings.Cut(key, " ")
		and := func(names []string) []string { return append(names, name) }
		switch kind {
		case "diet":
			f := strings.Split(name+"; ", "; ")
			name = f[0]
			b.all = append(b.all, diet{name, contentsIn(f[1]), contentsIn(f[2]), f[2] == "drinks", f[2] == "taste"})
			b.said.add(list, and)
		case "asked":
			b.asked.add(list, and)
		case "word":
			b.word.add(list, and)
		case "sweet", "hot":
			b.tastes.add(list, func(c contents) contents { return c | contentsIn(kind) })
		default:
			b.foods.add(list, func(c contents) contents { return c | contentsIn(kind) })
		}
	}
	for name, c := range map[string]contents{"suino": pork, "alcool": alcohol, "frutos_mar": shellfish, "carne": meat} {
		if id, ok := knowledge().food.ID(name); ok {
			b.concepts[c] = id
		}
	}
	return b
})

func contentsIn(names string) (c contents) {
	for i, name := range contentNames {
		if slices.Contains(strings.Fields(names), name) {
			c |= 1 << i
		}
	}
	return c
}

// dietsIn returns the diets that somebody says they keep to, and those that are asked for this once:
// "uma cerveja sem álcool". Who says "não estou grávida" keeps to none.
func dietsIn(text string) (kept, once []string) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;:!?()\n", r) }) {
		words := strings.Fields(lang.Fold(part))
		for i := range words {
			if slices.ContainsFunc(words[max(0, i-3):i], func(w string) bool { return w != "no" && is(w, "not") }) {
				continue // a "no" may be the Portuguese one
			}
			names, _ := diets().said.at(words[i:])
			kept = add(kept, names...)
			names, _ = diets().asked.at(words[i:])
			once = add(once, names...)
		}
	}
	return kept, once
}

// dietsOf returns the diets that a constraint stands for.
func dietsOf(constraint string) []diet { return meantBy(constraint).ways }

// tasteOf returns the taste that a constraint names, if it is one: "doce", "muito picante".
func tasteOf(constraint string) contents { return meantBy(constraint).taste }

var meantBy = recent.Texts(512, func(constraint string) (m struct {
	ways  []diet
	taste contents
},
) {
	kept, once := dietsIn(constraint)
	words := slices.DeleteFunc(strings.Fields(lang.Fold(constraint)), func(w string) bool { return is(w, "very") })
	alone, n := diets().word.at(words)
	if n < len(words) {
		alone = nil
	}
	for _, d := range diets().all {
		switch {
		case !slices.Contains(slices.Concat(kept, once, alone), d.name):
		case d.taste:
			m.taste |= d.never
		default:
			m.ways = append(m.ways, d)
		}
	}
	return m
})

// contentsOf reads an item by its words, what the ontology knows of them and its allergens, and would
// rather find too much.
func contentsOf(it Item) (has contents) {
	b, listed := diets(), len(it.Ingredients) > 0
	d, parts := knowledge().food.Describe(it.made()), knowledge().food.Describe(strings.Join(it.Ingredients, ", "))
	for c, id := range b.concepts {
		if d.Has(id) && !(c == alcohol && listed && !it.drinkable()) && !(c == pork && listed && !parts.Has(id)) { // what such a dish has elsewhere is not listed here
			has |= c
		}
	}
	var spared contents // what the item says it is without
	for i, text := range slices.Concat([]string{it.Description, it.Name}, it.Ingredients, it.Tags) {
		words := strings.Fields(lang.Fold(text))
		hedged := slices.ContainsFunc(words, func(w string) bool { return is(w, "hedge") })
		lacks := func(k int) bool { return k > 0 && is(words[k-1], "without") }
		for k := 0; k < len(words); k++ {
			if _, n := b.asked.at(words[k:]); n > 0 && !hedged {
				spared |= alcohol
				k += n - 1
				continue
			}
			found, n := b.foods.at(words[k:])
			if !lacks(k) {
				has |= found
			}
			k += max(0, n-1)
		}
		for k := range words {
			taste, _ := b.tastes.at(words[k:])
			if hot := taste&contentsIn("hot") != 0; !lacks(k) && (hot || i > 0 || !listed) { // "notas de caramelo" is praise, "com coentro e pimenta" is none
				has |= taste
			}
		}
		if !hedged && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "vegan") || strings.HasPrefix(w, "vegetarian") }) {
			spared |= meat | pork | shellfish | scaleless
		}
	}
	switch it.Course {
	case "beer":
		has |= alcohol
	case "dessert":
		has |= contentsIn("sweet")
	}
	has &^= spared
	if listed && it.madeWith("peixe") && !parts.Has(b.concepts[meat]) { // the "firm meat" of a fish
		has &^= meat
	}
	if it.Contains("leite") {
		has |= dairy
	}
	if it.Contains("crustáceos") || it.Contains("moluscos") {
		has |= shellfish
	}
	return has
}
