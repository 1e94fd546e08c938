package guard

import (
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A profile is what the card says of a thing.
type profile struct {
	tags      []string // and ingredients and sentences
	text      string   // the name, then a line for each of them that does not say what is not in it
	allergens []string // that it has or may have
}

func (c *checker) profile(i int) *profile {
	if p := c.profiles[i]; p != nil {
		return p
	}
	t := c.Things[i]
	p := &profile{tags: t.Says, text: t.Name}
	if len(t.Says) == 0 && t.Text != "" {
		p.tags = []string{strings.TrimPrefix(t.Text, t.Name+"\n")}
	}
	for _, line := range p.tags {
		if _, free := freeOf(line); !free {
			p.text += "\n" + line
		}
	}
	p.allergens = slices.Clone(spelt(p.text))
	for _, a := range slices.Concat(t.Contains, t.Likely) {
		p.allergens = union(p.allergens, allergensIn(a))
	}
	c.profiles[i] = p
	return p
}

// freeOf returns the food that a tag says a thing is without: "glúten" for "sem glúten", "alcohol"
// for "alcohol-free".
func freeOf(tag string) (food string, ok bool) {
	tag = lang.Fold(tag)
	for _, word := range []string{"sem ", "sin ", "without "} {
		if food, ok = strings.CutPrefix(tag, word); ok {
			return food, true
		}
	}
	return strings.CutSuffix(tag, " free")
}

// edible reports whether a thing is something to eat or drink.
func (c *checker) edible(i int) bool {
	return slices.Contains([]string{"", "dish", "drink", "beer"}, c.Things[i].Kind)
}

// contains reports whether a thing has a food, or may have it.
func (c *checker) contains(i int, food string) bool {
	p := c.profile(i)
	want := spelt(food)
	if anyAllergen(food) {
		want = p.allergens
	} else if len(want) == 0 { // a kind of an allergen, or none
		// What is usual in a moqueca is not in every one: where the card tells more
		// than the name, the name counts by its words alone.
		if _, rest, told := strings.Cut(p.text, "\n"); told {
			return describes("-\n"+rest, food) || strings.Contains(lang.Fold(c.Things[i].Name), lang.Fold(food))
		}
		if describes(p.text, food) {
			return true
		}
		want = allergensIn(food)
	}
	return shared(want, p.allergens)
}

// animals are the allergens that a diet leaves out.
var animals = map[string][]string{
	"celíaco": {"glúten"}, "intolerante à lactose": {"leite"},
	"vegetariano": {"peixe", "crustáceos", "moluscos"}, "vegano": {"peixe", "crustáceos", "moluscos", "leite", "ovo"},
}

// breaks reports whether a thing is not for those on a diet.
func (c *checker) breaks(i int, diet string) bool {
	if slices.ContainsFunc(animals[diet], func(a string) bool { return c.contains(i, a) }) {
		return true
	}
	text := c.profile(i).text
	switch diet {
	case "halal", "kosher", "orgânico": // only a card can tell
		return !strings.Contains(lang.Fold(text), lang.Fold(diet)[:5])
	case "celíaco", "intolerante à lactose":
		return false
	}
	_, bad := (hook.Constraints{Diets: []string{diet}}).Violates(text)
	return bad
}

// stated reports whether a tag of the card says the same as a claim: "vegano", "sem glúten".
func (c *checker) stated(i int, x claim) bool {
	tags := func(diets ...string) bool {
		return slices.ContainsFunc(c.profile(i).tags, func(s string) bool {
			t := readText(s)
			return len(t.tokens) < 4 && slices.ContainsFunc(diets, func(d string) bool {
				to, ok := t.at("diet "+d, 0)
				return ok && to == len(t.tokens)
			})
		})
	}
	free := func(food string) bool {
		return !shared(spelt(food), c.Things[i].Contains) && slices.ContainsFunc(c.profile(i).tags, func(s string) bool {
			without, ok := freeOf(s)
			return ok && (sameFood(without, food) || shared(spelt(without), spelt(food)))
		})
	}
	switch x.diet {
	case "":
		return len(x.foods) > 0 && !slices.ContainsFunc(x.foods, func(f string) bool { return !free(f) })
	case "celíaco":
		return free("glúten")
	case "vegetariano":
		return tags("vegano", "vegetariano")
	}
	return tags(x.diet)
}

// sameFood reports whether two words name one food, as in two languages.
func sameFood(a, b string) bool {
	return lang.Fold(a) == lang.Fold(b) || slices.ContainsFunc(conceptsOf(lang.Fold(a)), func(m ontology.Mention) bool {
		return slices.ContainsFunc(conceptsOf(lang.Fold(b)), func(o ontology.Mention) bool { return o.Concept == m.Concept })
	})
}

// anyAllergen reports whether a food stands for all allergens.
func anyAllergen(food string) bool {
	return strings.HasPrefix(lang.Fold(food), "al") && strings.Contains(lang.Fold(food), "rgen")
}

func shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

// spelt returns the allergens that words name themselves, but not where the
// words say that they are not in it.
var spelt = recent.Texts(4096, func(words string) (all []string) {
	t := readText(words)
	for i := range t.tokens {
		for allergen, end := range t.labels("allergen", i) {
			negated := slices.Contains([]string{"sem", "without", "sin"}, t.wordAt(i-1)) || t.wordAt(end) == "free"
			if !negated && !t.onlySounds(i) {
				all = union(all, []string{allergen})
			}
		}
	}
	return all
})

// onlySounds reports whether a token is of what only sounds like an allergen: the milk of "coconut milk".
func (t *text) onlySounds(i int) bool {
	return slices.ContainsFunc(t.find("sounds", i-3, i+1), func(s span) bool { return i < s.last })
}

// allergensIn returns the allergens that words name, or that are in what they name.
var allergensIn = recent.Texts(4096, func(words string) []string {
	own := spelt(words)
	all, d := slices.Clone(own), describe(words)
	for key, concept := range knowledge() {
		if allergen, ok := strings.CutPrefix(key, "concept "); ok && d.Has(concept[0]) {
			all = union(all, []string{allergen})
		}
	}
	if slices.Contains(all, "amendoim") && !slices.Contains(own, "castanhas") { // the ontology counts peanuts among nuts
		all = slices.DeleteFunc(all, func(a string) bool { return a == "castanhas" })
	}
	slices.Sort(all)
	return all
})

// isFood reports whether words name something to eat or drink: a kind of one of the foods in words.txt, or what has one.
var isFood = recent.Texts(4096, func(words string) bool {
	return len(conceptsOf(words)) > 0 && slices.ContainsFunc(knowledge()["foods"], describe(words).Has)
})

// knowledge are the concepts of the ontology in words.txt.
var knowledge = sync.OnceValue(func() map[string][]int {
	all := map[string][]int{}
	for key, names := range wordfile.Lists(wordFile) {
		for _, name := range names {
			if id, ok := ontology.Default().ID(name); ok && (key == "foods" || strings.HasPrefix(key, "concept ")) {
				all[key] = append(all[key], id)
			}
		}
	}
	return all
})

// describe returns the concepts of a text that describes a thing: "tart with almonds".
var describe = recent.Texts(1024, func(text string) *ontology.Description {
	d := ontology.Default().Describe(text)
	return &d
})

// describes reports whether the thing that a text describes has a food in it.
func describes(text, food string) bool {
	d, found := describe(text), conceptsOf(food)
	return len(found) > 0 && !slices.ContainsFunc(found, func(m ontology.Mention) bool { return !d.Has(m.Concept) })
}
