package menu

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

var (
	//go:embed data/labels.txt
	labelsText string
	//go:embed data/allergens.txt
	knownIn string
	//go:embed data/friends.txt
	friendsText string
	//go:embed data/lists.txt
	listsText string
)

// Lists are the allergens that a card must name, by the law that asks for it.
var Lists = sync.OnceValue(func() map[string][]string { return wordfile.Lists(listsText) })

// An allergen is a line of data/labels.txt.
type allergen struct {
	name     string   // in Portuguese, as items have it
	concept  string   // of the ontology: what is a kind of it, or has it, has the allergen
	spelt    []string // what it is called in all languages, and besides
	ofAnimal bool
}

var allergens = func() (all []allergen) {
	for key, list := range wordfile.Entries(labelsText) {
		f := strings.Fields(key)
		a := allergen{f[0], strings.Trim(f[1], "-"), wordfile.List(list), len(f) > 2}
		for _, w := range texts.All() {
			a.spelt = append(a.spelt, w.Menu.Allergens[a.name])
		}
		all = append(all, a)
	}
	return all
}()

const nuts = "castanhas"

// AllergenNames returns the names that items have allergens by, in order.
func AllergenNames() []string { return set(1<<len(allergens) - 1).names() }

// AllergenName says an allergen in a language; one that is not known stays as it is.
func AllergenName(name string, language lang.Language) string {
	return cmp.Or(texts.In(language).Menu.Allergens[name], name)
}

func allergensIn(names []string, l lang.Language) (all []string) {
	for _, n := range names {
		all = append(all, AllergenName(n, l))
	}
	return all
}

// ParseAllergens returns the allergens that a word on a label, or of a guest, stands for: milk is leite,
// shellfish is crustáceos and moluscos. It is nil for a word that stands for none.
func ParseAllergens(word string) []string { return allergensOf(word).names() }

func allergensOf(word string) set {
	k, words := knowledge(), plain(word)
	if s, n := k.spelt.at(words); n > 0 && n == len(words) {
		return s
	}
	return k.in(strings.Join(words, " "))
}

// A set has a bit an allergen, in the order of the table.
type set uint32

func (s set) names() (all []string) {
	for i, a := range allergens {
		if s&(1<<i) != 0 {
			all = append(all, a.name)
		}
	}
	return all
}

// setOf returns the set of names.
func setOf(names ...string) (s set) {
	for i, a := range allergens {
		if slices.Contains(names, a.name) {
			s |= 1 << i
		}
	}
	return s
}

// what is the tables by which words are read for allergens.
type what struct {
	food     *ontology.Ontology
	concepts []int         // by allergen; -1: none
	spelt    glossary[set] // what the allergens are called
	knownIn  glossary[set]
	animal   set
	friends  glossary[[]string]      // what things are made of that are called like something else
	in       func(phrase string) set // the allergens of what folded words name
}

var knowledge = sync.OnceValue(func() *what {
	k := &what{
		food:  ontology.Default().Only(ontology.Comida | ontology.Bebida),
		spelt: newGlossary[set](), knownIn: newGlossary[set](), friends: newGlossary[[]string](),
	}
	k.in = recent.Texts(4096, func(phrase string) set { return k.read(strings.Fields(phrase)) }) // cards say the same ones over and over
	known := map[string]string{}
	for name, list := range wordfile.Entries(knownIn) {
		known[name] += list + ","
	}
	for made, names := range wordfile.Entries(friendsText) {
		k.friends.add(names, func([]string) []string { return strings.Fields(made) })
	}
	for i, a := range allergens {
		id, ok := k.food.ID(a.concept)
		if !ok {
			id = -1
		}
		k.concepts = append(k.concepts, id)
		and := func(s set) set { return s | 1<<i }
		for _, name := range append(a.spelt, a.name) {
			k.spelt.add(lang.Fold(name), and)
		}
		if k.knownIn.add(known[lang.Fold(a.name)], and); a.ofAnimal {
			k.animal |= 1 << i
		}
	}
	return k
})

// plain folds a text and calls friends by what they are made of.
func plain(text string) []string {
	var all []string
	for words := strings.Fields(lang.Fold(text)); len(words) > 0; {
		made, n := knowledge().friends.at(words)
		if n == 0 {
			made, n = words[:1], 1
		}
		all, words = append(all, made...), words[n:]
	}
	return all
}

// named returns the allergens that words name themselves.
func (k *what) named(words []string) (s set) {
	for i := range words {
		found, _ := k.spelt.at(words[i:])
		s |= found
	}
	return s
}

func (k *what) read(words []string) set {
	s := k.named(words)
	for i := range words {
		found, _ := k.knownIn.at(words[i:])
		s |= found
	}
	d := k.food.Describe(strings.Join(words, " "))
	var has set
	for i, c := range k.concepts {
		if c >= 0 && d.Has(c) {
			has |= 1 << i
		}
	}
	if has&setOf("amendoim") != 0 {
		has &^= setOf(nuts) // the ontology counts peanuts among them, a cook does not
	}
	return s | has
}

// isAllergen reports whether words name an allergen, or who must not have it, and not a food that has it.
func isAllergen(word string) bool {
	means, _ := meaning(lang.Fold(word))
	return knowledge().named(plain(word)) != 0 || len(means) > 0 || isWay(lang.Fold(word))
}

// called says what guests must not have in a language, each thing once: an allergen or a diet by its
// name, and what is not known as they said it.
func called(things []string, l lang.Language) (all []string) {
	w, o := texts.In(l).Menu, knowledge().food
	for _, thing := range things {
		folded := strings.TrimSuffix(lang.Fold(thing), " free")
		words := strings.Fields(folded)
		spelt, n := knowledge().spelt.at(words)
		said := cmp.Or(w.Allergens[thing], w.Diets[thing])
		switch names := spelt.names(); {
		case said != "":
		case strings.Contains(folded, "eliac"):
			said = w.Allergens["glúten"]
		case len(names) == 1 && n == len(words) && !is(folded, "own_names"):
			said = w.Allergens[names[0]]
		default:
			for _, m := range o.Read(thing) {
				if m.Words == folded {
					said = cmp.Or(said, w.Diets[o.Name(m.Concept)], w.Foods[o.Name(m.Concept)])
				}
			}
		}
		all = add(all, cmp.Or(said, thing))
	}
	return all
}

// add adds what is not there yet.
func add(all []string, more ...string) []string {
	for _, m := range more {
		if !slices.ContainsFunc(all, func(a string) bool { return lang.Fold(a) == lang.Fold(m) }) {
			all = append(slices.Clip(all), m)
		}
	}
	return all
}
