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

// A diet is a way to eat that is kept to in code, by what is in an item and
// not by what it is called.
type diet struct {
	name  string   // in Portuguese, by which it is known
	said  string   // how they say that they keep to it, folded
	asked string   // or ask for it this once
	never contents // what is in nothing they have
	drink bool     // of drinks alone
	apart contents // of which nothing has more than one
}

var diets = []diet{
	{
		name: "halal", said: "halal, muculmano, muculmana, muslim, musulman, musulmana, islamico, islamica, ramada, ramadan",
		never: pork | alcohol,
	},
	{
		name: "kosher", said: "kosher, kasher, casher, koscher, kashrut, kasherut, judeu ortodoxo, judia ortodoxa, orthodox jew",
		never: pork | shellfish | scaleless, apart: meat | dairy,
	},
	{
		name: "gestante", said: "gestante, gravida, gravidez, pregnant, embarazada",
		never: alcohol | raw,
	},
	{
		name:  "sem álcool",
		said:  "nao posso beber, nao posso alcool, nao posso com alcool, nao posso tomar alcool, nao posso ingerir alcool, nao bebo, nao bebemos, nao tomo alcool, nao consumo alcool, nao tomo bebida alcoolica, can t drink, cannot drink, can not drink, don t drink, do not drink, can t have alcohol, cannot have alcohol, don t consume alcohol, no puedo beber, no puedo tomar alcohol, no bebo, no tomo alcohol, no consumo alcohol, abstemio, abstemia, alcoolatra em recuperacao, teetotal, teetotaler",
		asked: "sem alcool, sem nada de alcool, nada de alcool, nada alcoolico, nao tenha alcool, nao leve alcool, zero alcool, nonalcoholic, nothing alcoholic, not alcoholic, no booze, no lleve alcohol, no tenga alcohol, nada de alcohol, nao alcoolico, nao alcoolica, without alcohol, no alcohol, alcohol free, non alcoholic, sin alcohol, sin nada de alcohol",
		never: alcohol,
	},
	{name: driver, never: alcohol, drink: true},
	{name: "pouco sal", said: "pouco sal, low sodium, low salt, no salt, sem sal, sin sal, poca sal, bajo en sal", never: salted},
	{name: "sem purina", said: "sem purina, low purine, baja en purinas", never: shellfish | offal},
	{name: "pouca gordura", said: "pouca gordura, low fat, poca grasa, baja en grasa", never: fatty},
	{name: "nada ácido nem picante", said: "nada acido nem picante", never: sharp},
}

// driver is the need of who drives: a sauce that was cooked with wine is none of it.
const driver = "bebida alcoólica"

// contents are what diets ask of an item.
type contents uint16

const (
	pork contents = 1 << iota
	alcohol
	shellfish
	scaleless // fish, and what else no kosher kitchen has
	meat
	dairy
	raw // or not done, of animals
	salted
	offal
	fatty
	sharp // hot or sour
)

// contentNames are what contents are called in data files, in order.
var contentNames = strings.Fields("pork alcohol shellfish scaleless meat dairy raw salted offal fatty sharp")

//go:embed data/diets.txt
var dietWords string

// sayings have the names of diets by how they are said, and asked for.
var sayings = sync.OnceValue(func() (b struct{ said, asked glossary[[]string] }) {
	b.said, b.asked = newGlossary[[]string](), newGlossary[[]string]()
	for _, d := range diets {
		and := func(names []string) []string { return append(names, d.name) }
		b.said.add(d.said, and)
		b.asked.add(d.asked, and)
	}
	return b
})

// dietFoods have what is in things by their words, and by their concepts in
// the ontology.
var dietFoods = sync.OnceValue(func() (b struct {
	words glossary[contents]
	ids   map[contents]int
},
) {
	b.words, b.ids = newGlossary[contents](), map[contents]int{}
	for name, list := range wordfile.Entries(dietWords) {
		kind := contents(0) // of "none"
		if i := slices.Index(contentNames, name); i >= 0 {
			kind = 1 << i
		}
		b.words.add(list, func(c contents) contents { return c | kind })
	}
	for name, c := range map[string]contents{"suino": pork, "alcool": alcohol, "frutos_mar": shellfish, "carne": meat} {
		if id, ok := knowledge().food.ID(name); ok {
			b.ids[c] = id
		}
	}
	return b
})

// dietsIn returns the diets that somebody says they keep to, and those that are
// asked for this once: "uma cerveja sem álcool". Who says "não estou grávida"
// keeps to none.
func dietsIn(text string) (kept, once []string) {
	b := sayings()
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;:!?()\n", r) }) {
		words := strings.Fields(lang.Fold(part))
		for i := range words {
			if denies := words[max(0, i-3):i]; slices.ContainsFunc(denies, func(w string) bool { return nots[w] && w != "no" }) {
				continue // a "no" may be the Portuguese one
			}
			names, _ := b.said.at(words[i:])
			kept = add(kept, names)
			names, _ = b.asked.at(words[i:])
			once = add(once, names)
		}
	}
	return kept, once
}

// dietsOf returns the diets that a constraint stands for.
var dietsOf = recent.Texts(512, func(constraint string) []diet {
	kept, once := dietsIn(constraint)
	switch lang.Fold(constraint) {
	case "alcool", "alcohol":
		once = append(once, "sem álcool")
	case "sal", "salt":
		once = append(once, "pouco sal")
	case "bebida alcoolica", "bebidas alcoolicas", "bebidas alcoholicas", "alcoholic drinks":
		once = append(once, driver)
	}
	return slices.DeleteFunc(slices.Clone(diets), func(d diet) bool { return !slices.Contains(kept, d.name) && !slices.Contains(once, d.name) })
})

// breaks reports whether an item has what a constraint, if it is a diet, rules
// out.
func breaks(constraint string, it Item) bool {
	for _, d := range dietsOf(constraint) {
		has := contentsOf(it)
		if d.drink && !it.drinkable() {
			continue
		}
		if has&d.never != 0 || d.apart != 0 && has&d.apart == d.apart {
			return true
		}
	}
	return false
}

// contentsOf reads an item by its words, what the ontology knows of them and
// its allergens, and would rather find too much.
func contentsOf(it Item) (has contents) {
	b := dietFoods()
	d := knowledge().food.Describe(it.made())
	for c, id := range b.ids {
		listed := c == alcohol && len(it.Ingredients) > 0 && it.Course != "drink" && it.Course != "beer"
		if d.Has(id) && !listed {
			has |= c
		}
	}
	var spared contents // what the item says it is without
	for _, text := range slices.Concat([]string{it.Name, it.Description}, it.Ingredients, it.Tags) {
		words := strings.Fields(lang.Fold(text))
		hedged := slices.ContainsFunc(words, func(w string) bool { return hedges[w] })
		for i := 0; i < len(words); i++ {
			if _, n := sayings().asked.at(words[i:]); n > 0 && !hedged {
				spared |= alcohol
				i += n - 1
				continue
			}
			found, n := b.words.at(words[i:])
			if n > 0 && i > 0 && without[words[i-1]] {
				found = 0
			}
			has |= found
			i += max(0, n-1)
		}
		if !hedged && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "vegan") || strings.HasPrefix(w, "vegetarian") }) {
			spared |= meat | pork | shellfish | scaleless
		}
	}
	if it.Course == "beer" {
		has |= alcohol
	}
	has &^= spared
	if it.Contains("leite") {
		has |= dairy
	}
	if it.Contains("crustáceos") || it.Contains("moluscos") {
		has |= shellfish
	}
	return has
}
