package guard

import (
	"encoding/json"
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
	says      []string // tags, ingredients and sentences
	text      string   // the name, then a line for each of them that does not say what is not in it
	allergens []string // that it has or may have
	tags      bool     // a tool returned it with the tags that the card has for it
}

// profile returns what the card says of a thing. If whoever made the facts does
// not tell, it is what results of tools say of it.
func (c *checker) profile(i int) *profile {
	if p := c.profiles[i]; p != nil {
		return p
	}
	t := c.Things[i]
	p := &profile{says: t.Says, text: t.Name}
	if len(t.Says) == 0 && t.Text != "" {
		p.says = []string{strings.TrimPrefix(t.Text, t.Name+"\n")}
	} else if len(t.Says) == 0 {
		for _, text := range c.Texts {
			var v any
			if strings.Contains(text, t.Name) && strings.ContainsAny(text, "{[") && json.Unmarshal([]byte(text), &v) == nil {
				p.read(v, t.Name)
			}
		}
	}
	if words := strings.Fields(lang.Fold(t.Name)); len(words) > 1 && !c.dish(i) { // a house may be called so
		for j := range words[1:] {
			pair := words[j] + " " + words[j+1]
			if _, free := freeOf(pair); free {
				p.says = append(p.says, pair)
			}
		}
	}
	for _, line := range p.says {
		if _, free := freeOf(line); !free {
			p.text += "\n" + line
		}
	}
	p.allergens = spelt(p.text)
	for _, a := range slices.Concat(t.Contains, t.Likely) {
		p.allergens = union(p.allergens, classes(a))
	}
	c.profiles[i] = p
	return p
}

// read adds the texts of the objects of that name.
func (p *profile) read(v any, name string) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			p.read(x, name)
		}
	case map[string]any:
		own := v["name"] == name
		for _, k := range keys(v) {
			switch {
			case !own:
				p.read(v[k], name)
			case k != "name" && k != "allergens" && k != "left_out" && k != "without":
				p.tags = p.tags || k == "tags"
				p.says = append(p.says, texts(v[k])...)
			}
		}
	}
}

func texts(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			all = append(all, texts(x)...)
		}
	}
	return all
}

// dish reports whether a thing is something to eat or drink.
func (c *checker) dish(i int) bool {
	k := c.Things[i].Kind
	return k == "" || k == "dish" || k == "drink" || k == "beer"
}

// dishes returns those of some things that one eats or drinks.
func (c *checker) dishes(things []int) []int {
	return slices.DeleteFunc(things, func(i int) bool { return !c.dish(i) })
}

// has reports whether a thing has a food, or may have it.
func (c *checker) has(i int, food string) bool {
	p := c.profile(i)
	if anyAllergen(food) {
		return len(p.allergens) > 0
	}
	want := spelt(food)
	if len(want) == 0 { // a kind of an allergen, or none
		// What is usual in a moqueca is not in every one: where the card tells more
		// than the name, the name counts by its words alone.
		if _, rest, told := strings.Cut(p.text, "\n"); told {
			return contains("-\n"+rest, food) || strings.Contains(lang.Fold(c.Things[i].Name), lang.Fold(food))
		}
		if contains(p.text, food) {
			return true
		}
		want = classes(food)
	}
	return slices.ContainsFunc(want, func(a string) bool { return slices.Contains(p.allergens, a) })
}

// breaks reports whether a thing is not for those on a diet.
func (c *checker) breaks(i int, diet string) bool {
	for _, p := range c.Table { // whoever made the facts has looked
		keeps := slices.ContainsFunc(p.Diets, func(d string) bool { return strings.HasPrefix(lang.Fold(d), lang.Fold(diet)[:5]) })
		if keeps && !slices.ContainsFunc(c.Things[i].NotFor, func(n NotFor) bool { return p.Is(n.Who) }) {
			return false
		}
	}
	foods := map[string][]string{"celíaco": {"glúten"}, "intolerante à lactose": {"leite"}, "vegetariano": {"peixe", "crustáceos", "moluscos"}, "vegano": {"peixe", "crustáceos", "moluscos", "leite", "ovo"}}
	if slices.ContainsFunc(foods[diet], func(a string) bool { return c.has(i, a) }) {
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

// stated reports whether a tag of the card says the same as a claim: "vegano", "sem glúten". A
// thing tagged vegan is also free of all food from animals.
func (c *checker) stated(i int, x claim) bool {
	b := book()
	says := c.profile(i).says
	tags := func(diets ...string) bool {
		return slices.ContainsFunc(says, func(s string) bool {
			folded := strings.Fields(lang.Fold(s))
			return len(folded) < 4 && slices.ContainsFunc(b.read(folded), func(m mark) bool {
				return m.from == 0 && m.to == len(folded) && slices.ContainsFunc(diets, func(d string) bool { return b.lists[m.list] == "diet "+d })
			})
		})
	}
	free := func(food string) bool {
		kinds := spelt(food)
		if slices.ContainsFunc(c.Things[i].Contains, func(a string) bool { return slices.Contains(kinds, a) }) {
			return false
		}
		return slices.ContainsFunc(says, func(s string) bool {
			without, ok := freeOf(s)
			return ok && (sameFood(without, food) || slices.ContainsFunc(spelt(without), func(a string) bool { return slices.Contains(kinds, a) }))
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

// sameFood reports whether two words name one food, as in two languages.
func sameFood(a, b string) bool {
	return lang.Fold(a) == lang.Fold(b) || slices.ContainsFunc(conceptsOf(lang.Fold(a)), func(m ontology.Mention) bool {
		return slices.ContainsFunc(conceptsOf(lang.Fold(b)), func(o ontology.Mention) bool { return o.Concept == m.Concept })
	})
}

// marked reports whether the card marks things as what a claim says, so that one
// without the mark is not: it marks some thing so, or this one with other tags.
func (c *checker) marked(thing int, x claim) bool {
	if c.profile(thing).tags {
		return true
	}
	for i := range c.Things {
		if len(c.Things[i].Says) > 0 && c.stated(i, x) {
			return true
		}
	}
	return false
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
	sounds := b.list("sounds")
	for _, m := range marks {
		if !strings.HasPrefix(b.lists[m.list], "allergen ") || m.from > 0 && slices.Contains([]string{"sem", "without", "sin"}, folded[m.from-1]) || m.to < len(folded) && folded[m.to] == "free" {
			continue
		}
		if !slices.ContainsFunc(marks, func(o mark) bool { return o.list == sounds && o.from <= m.from && m.to <= o.to }) {
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
	for _, id := range b.under("allergen") {
		if c, ok := o.ID(b.concepts[b.rest(id)]); ok && d.Has(c) {
			all = union(all, []string{b.rest(id)})
		}
	}
	if slices.Contains(all, "amendoim") && !slices.Contains(spelt(words), "castanhas") { // the ontology counts peanuts among nuts
		all = slices.DeleteFunc(all, func(a string) bool { return a == "castanhas" })
	}
	return all
})

// foods are the concepts of which all that one can eat or drink is a kind or
// has some.
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
	if len(ontology.Default().Read(words)) == 0 {
		return false
	}
	d := ontology.Default().Describe(words)
	return slices.ContainsFunc(foods(), d.Has)
})

// describe returns the concepts of a text that describes a thing: "tart with almonds".
var describe = recent.Texts(1024, func(text string) *ontology.Description {
	d := ontology.Default().Describe(text)
	return &d
})

// contains reports whether the thing that a text describes has a food in it.
func contains(text, food string) bool {
	d := describe(text)
	found := ontology.Default().Read(food)
	return len(found) > 0 && !slices.ContainsFunc(found, func(m ontology.Mention) bool { return !d.Has(m.Concept) })
}
