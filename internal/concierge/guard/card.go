package guard

import (
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A profile is what the card says of a thing.
type profile struct {
	says   []string // tags and ingredients, or sentences
	text   string   // the name, then a line for each of them that does not say what is not in it
	stated []string // allergens that it has
	maybe  []string // and that it may have
}

// profile returns what the card says of a thing.
func (c *checker) profile(i int) *profile {
	if p := c.profiles[i]; p != nil {
		return p
	}
	t := c.Things[i]
	p := &profile{says: t.Says, text: t.Name}
	if len(t.Says) == 0 {
		p.says = []string{strings.TrimPrefix(t.Text, t.Name+"\n")}
	}
	for _, line := range p.says {
		if _, free := freeOf(line); !free {
			p.text += "\n" + line
		}
	}
	p.stated = spelt(p.text)
	for _, a := range t.Contains {
		p.stated = union(p.stated, classes(a))
	}
	p.maybe = p.stated
	for _, a := range t.Likely {
		p.maybe = union(p.maybe, classes(a))
	}
	c.profiles[i] = p
	return p
}

// dish reports whether a thing is something to eat or drink.
func (c *checker) dish(i int) bool {
	k := c.Things[i].Kind
	return k == "" || k == "dish" || k == "drink" || k == "beer"
}

// contains reports whether the card has a food for a thing, or if it maybe has: it is one of its allergens, or is in the
// ingredients. What is usual in a moqueca is not in every one: the name counts by its words alone.
func (c *checker) contains(i int, food string, maybe bool) bool {
	p := c.profile(i)
	allergens := p.stated
	if maybe {
		allergens = p.maybe
	}
	if anyAllergen(food) {
		return len(allergens) > 0
	}
	if want := spelt(food); len(want) > 0 {
		return slices.ContainsFunc(want, func(a string) bool { return slices.Contains(allergens, a) })
	}
	name, rest, _ := strings.Cut(p.text, "\n") // a kind of an allergen, or none
	return describes("-\n"+rest, food) || strings.Contains(lang.Fold(name), lang.Fold(food))
}

// animal are allergens that break diets.
var animal = map[string][]string{"celíaco": {"glúten"}, "intolerante à lactose": {"leite"}, "vegetariano": {"peixe", "crustáceos", "moluscos"}, "vegano": {"peixe", "crustáceos", "moluscos", "leite", "ovo"}}

// breaks reports whether a thing is not for those on a diet.
func (c *checker) breaks(i int, diet string) bool {
	for _, p := range c.Table { // whoever made the facts has looked
		keeps := slices.ContainsFunc(p.Diets, func(d string) bool { return strings.HasPrefix(lang.Fold(d), lang.Fold(diet)[:5]) })
		if keeps && !slices.ContainsFunc(c.Things[i].NotFor, func(n NotFor) bool { return p.Is(n.Who) }) {
			return false
		}
	}
	if slices.ContainsFunc(animal[diet], func(a string) bool { return c.contains(i, a, true) }) {
		return true
	}
	_, bad := (hook.Constraints{Diets: []string{diet}}).Violates(c.profile(i).text)
	return bad && diet != "celíaco" && diet != "intolerante à lactose"
}

// stated reports whether the card itself says what a claim says: by a tag such as
// "vegano" or "sem glúten". What is vegan has nothing of an animal.
func (c *checker) stated(i int, x claim) bool {
	says := c.profile(i).says
	tagged := func(diets ...string) bool {
		return slices.ContainsFunc(says, func(s string) bool {
			words := strings.Fields(lang.Fold(s))
			return slices.ContainsFunc(book().read(words), func(m mark) bool {
				return m.to-m.from == len(words) && slices.Contains(diets, book().rest(m.list)) && strings.HasPrefix(book().lists[m.list], "diet ")
			})
		})
	}
	free := func(food string) bool {
		kinds := spelt(food)
		return !slices.ContainsFunc(c.Things[i].Contains, func(a string) bool { return slices.Contains(kinds, a) }) && slices.ContainsFunc(says, func(s string) bool {
			without, ok := freeOf(s)
			return ok && (lang.Fold(without) == lang.Fold(food) || slices.ContainsFunc(spelt(without), func(a string) bool { return slices.Contains(kinds, a) }))
		})
	}
	switch x.diet {
	case "":
		return len(x.foods) > 0 && !slices.ContainsFunc(x.foods, func(f string) bool { return !free(f) })
	case "celíaco":
		return free("glúten")
	case "vegetariano":
		return tagged("vegano", "vegetariano")
	}
	return tagged(x.diet)
}

// freeOf returns what a tag says not to be in a thing: "sem glúten", "alcohol-free".
func freeOf(tag string) (food string, ok bool) {
	tag = lang.Fold(tag)
	for _, word := range []string{"sem ", "sin ", "without "} {
		if food, ok = strings.CutPrefix(tag, word); ok {
			return food, true
		}
	}
	return strings.CutSuffix(tag, " free")
}

// anyAllergen reports whether a food stands for all allergens.
func anyAllergen(food string) bool {
	return strings.HasPrefix(lang.Fold(food), "al") && strings.Contains(lang.Fold(food), "rgen")
}

// spelt returns the allergens that words name themselves, but not where the
// words say that they are not in it.
var spelt = recent.Texts(4096, func(words string) (all []string) {
	b := book()
	folded := strings.Fields(lang.Fold(words))
	marks := b.read(folded)
	for _, m := range marks {
		if !strings.HasPrefix(b.lists[m.list], "allergen ") || m.from > 0 && slices.Contains([]string{"sem", "without", "sin"}, folded[m.from-1]) || m.to < len(folded) && folded[m.to] == "free" {
			continue
		}
		if !slices.ContainsFunc(marks, func(o mark) bool { return b.lists[o.list] == "sounds" && o.from <= m.from && m.to <= o.to }) {
			all = union(all, []string{b.rest(m.list)})
		}
	}
	return all
})

// classes returns the allergens that words name, or that are in what they name.
var classes = recent.Texts(4096, func(words string) []string {
	b, o := book(), ontology.Default()
	all := slices.Clone(spelt(words))
	d := o.Describe(words)
	for _, id := range b.kinds["allergen"] {
		if c, ok := o.ID(b.concepts[b.rest(id)]); ok && d.Has(c) {
			all = union(all, []string{b.rest(id)})
		}
	}
	if slices.Contains(all, "amendoim") && !slices.Contains(spelt(words), "castanhas") { // the ontology counts peanuts among nuts
		all = slices.DeleteFunc(all, func(a string) bool { return a == "castanhas" })
	}
	return all
})

// foods are the concepts of which all that one can eat or drink is a kind or has some.
var foods = sync.OnceValue(func() (ids []int) {
	for name := range strings.FieldsSeq("comida bebida carne pescado alcool ovo mel amendoim oleaginosa soja gluten pao massa queijo laticinio acucar vegetal fruta " +
		"coentro picante ervas erva_fresca arroz feijao sal azeite dende coco mandioca milho farinha prato_principal sobremesa petisco cerveja") {
		if id, ok := ontology.Default().ID(name); ok {
			ids = append(ids, id)
		}
	}
	return ids
})

// edible reports whether words name something to eat or drink.
var edible = recent.Texts(4096, func(words string) bool {
	return len(conceptsOf(words)) > 0 && slices.ContainsFunc(foods(), describe(words).Has)
})

// describe returns what a text describes.
var describe = recent.Texts(1024, func(text string) *ontology.Description {
	d := ontology.Default().Describe(text)
	return &d
})

// describes reports whether what a text describes has a food.
func describes(text, food string) bool {
	found := conceptsOf(food)
	return len(found) > 0 && !slices.ContainsFunc(found, func(m ontology.Mention) bool { return !describe(text).Has(m.Concept) })
}
