package menu

import (
	"cmp"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// phrases are what the waiter says in one language.
type phrases struct{ *texts.Words }

// called says what guests must not have in a language, each thing once: an
// allergen or a diet by its name, and what is not known as they said it.
func called(things []string, l lang.Language) []string {
	w, o := texts.In(l).Menu, knowledge().food
	var all []string
	for _, thing := range things {
		folded := strings.TrimSuffix(lang.Fold(thing), " free")
		spelt, n := knowledge().spelt.at(strings.Fields(folded))
		switch names := spelt.names(); {
		case w.Allergens[thing] != "":
			thing = w.Allergens[thing]
		case w.Diets[thing] != "":
			thing = w.Diets[thing]
		case strings.Contains(folded, "eliac"):
			thing = w.Allergens["glúten"]
		case len(names) == 1 && n == len(strings.Fields(folded)) && !ownNames[folded]:
			thing = w.Allergens[names[0]]
		default:
			for _, m := range o.Read(thing) {
				if name := cmp.Or(w.Diets[o.Name(m.Concept)], w.Foods[o.Name(m.Concept)]); name != "" && m.Words == folded {
					thing = name
					break
				}
			}
		}
		all = add(all, []string{thing})
	}
	return all
}

// ownNames are more than names of an allergen: who says nozes is told nozes.
var ownNames = lang.Set("lactose lactosa nozes noz nueces castanha trigo wheat queijo")

func upperFirst(s string) string {
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// tells is a description within a sentence: one that the card has in another language alone is quoted.
func (t phrases) tells(about string) string {
	if own, ok := lang.Detect(about); ok && own != t.Language {
		return "“" + about + "”"
	}
	return lowerFirst(about)
}

func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) > 1 && strings.ToUpper(string(r[1])) == string(r[1]) && strings.ToLower(string(r[1])) != string(r[1]) {
		return s // an abbreviation
	}
	return strings.ToLower(string(r[:1])) + string(r[1:])
}
