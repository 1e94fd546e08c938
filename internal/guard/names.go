package guard

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// An index finds things by the first word of their names that is not small.
type index struct {
	words [][]string       // of each thing's name, without small ones, plural and gender
	heads map[string][]int // things by their first word
	often map[string]int   // how many names have a word
}

func newIndex(things []Thing) index {
	x := index{make([][]string, len(things)), map[string][]int{}, map[string]int{}}
	small := book().list("small")
	for i, t := range things {
		all := strings.Fields(lang.Fold(t.Name))
		for _, w := range all {
			if !isIn(small, w) || len(all) == 1 {
				x.words[i] = append(x.words[i], lang.Same(w))
			}
		}
		for j, w := range x.words[i] {
			if j == 0 {
				x.heads[w] = append(x.heads[w], i)
			}
			if !slices.Contains(x.words[i][:j], w) {
				x.often[w]++
			}
		}
	}
	return x
}

// isIn reports whether a single word is a phrase of a list.
func isIn(list int, word string) bool {
	return slices.ContainsFunc(book().starts[word], func(p phrase) bool { return p.list == list && len(p.words) == 1 })
}

// A mention is where a text names a thing: one of things, if the name is not
// whole and several begin so.
type mention struct {
	from, to int // tokens
	things   []int
	weak     bool // one word of a longer name: "o bobó"
	whole    bool
}

// mentions returns where a text names things. One word of a longer name counts
// after an article, or where a sentence or line begins, and where no other
// thing has the word; "a moqueca" is the one that the text names in full.
func (c *checker) mentions(t *text) []mention {
	var all []mention
	for i := 0; i < len(t.tokens); {
		m := c.mention(t, i)
		if len(m.things) == 0 {
			i++
			continue
		}
		all = append(all, m)
		i = m.to
	}
	var clear []int
	for _, m := range all {
		if !m.weak && len(m.things) == 1 {
			clear = union(clear, m.things)
		}
	}
	narrow := func(m *mention, to []int) {
		some := slices.DeleteFunc(slices.Clone(m.things), func(i int) bool { return !slices.Contains(to, i) })
		if len(some) > 0 {
			m.things = some
		}
	}
	for i := range all {
		m := &all[i]
		if len(m.things) > 1 {
			narrow(m, clear)
		}
		if len(m.things) > 1 {
			narrow(m, c.askedOf)
		}
		if len(m.things) > 1 {
			var known []int
			for _, j := range m.things {
				if c.Things[j].Known {
					known = append(known, j)
				}
			}
			narrow(m, known)
		}
	}
	return slices.DeleteFunc(all, func(m mention) bool {
		if !m.weak || slices.Contains(clear, m.things[0]) || slices.Contains(c.askedOf, m.things[0]) {
			return false
		}
		return c.names.often[lang.Same(t.tokens[m.from].word)] > len(c.names.heads[lang.Same(t.tokens[m.from].word)])
	})
}

// mention reads the longest name that begins at a token.
func (c *checker) mention(t *text, i int) (best mention) {
	most := 0
	small := book().list("small")
	for _, thing := range c.names.heads[lang.Same(t.tokens[i].word)] {
		name := c.names.words[thing]
		n, next, end := 1, 1, i+1
		for j, skipped := i+1, 0; j < len(t.tokens) && next < len(name) && skipped < 3; j++ {
			k := t.tokens[j]
			if k.unit != t.tokens[i].unit || k.breaks && !strings.Contains(c.Things[thing].Name, ",") && !strings.Contains(c.Things[thing].Name, "-") {
				break
			}
			if at := slices.Index(name[next:], lang.Same(k.word)); at >= 0 {
				n, next, end, skipped = n+1, next+at+1, j+1, 0
			} else if isIn(small, k.word) {
				skipped++
			} else {
				break
			}
		}
		whole := n == len(name)
		switch {
		case n > most || n == most && whole && !best.whole:
			most, best = n, mention{i, end, []int{thing}, n == 1 && !whole, whole}
		case n == most && whole == best.whole:
			best.things = append(best.things, thing)
		}
	}
	if best.weak && !t.stands(i) {
		return mention{}
	}
	return best
}

// stands reports whether a word is where a name is: after an article, or at the
// beginning of a sentence, a line or something set off.
func (t *text) stands(i int) bool {
	if i == t.units[t.tokens[i].unit].first || strings.ContainsAny(t.before(i), `*"“«`) {
		return true
	}
	_, article := t.at("article", i-1)
	_, numeral := t.number(i - 1)
	return (article || numeral) && !t.tokens[i].breaks && !t.has("beside", i-1, i)
}

// about returns what the card says of a thing, its name first.
func (c *checker) about(i int) string {
	if s, ok := c.food[i]; ok {
		return s
	}
	t := c.Things[i]
	s := t.Name
	if t.Text != "" {
		s += "\n" + strings.TrimPrefix(t.Text, t.Name+"\n")
	} else {
		for _, text := range c.Texts {
			if strings.Contains(text, t.Name) && strings.ContainsAny(text, "{[") {
				var v any
				if json.Unmarshal([]byte(text), &v) == nil {
					s += described(v, t.Name)
				}
			}
		}
	}
	c.food[i] = s
	return s
}

// described returns the texts of the objects of that name, a line each.
func described(v any, name string) (s string) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			s += described(x, name)
		}
	case map[string]any:
		own := v["name"] == name
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if own && k != "name" && k != "allergens" && k != "left_out" && k != "without" {
				s += texts(v[k])
			}
			if !own {
				s += described(v[k], name)
			}
		}
	}
	return s
}

func texts(v any) (s string) {
	switch v := v.(type) {
	case string:
		return "\n" + v
	case []any:
		for _, x := range v {
			s += texts(x)
		}
	}
	return s
}

// invented looks for names that nobody told of.
func (c *checker) invented(v *findings, found []mention) {
	covered := make([]bool, len(v.tokens))
	for _, m := range found {
		for i := m.from; i < m.to; i++ {
			covered[i] = true
		}
		c.altered(v, m)
	}
	small, known := book().list("small"), book().list("known")
	for i := 0; i < len(v.tokens); i++ {
		if k := v.tokens[i]; !k.capital || covered[i] || i == v.units[k.unit].first && (isIn(small, k.word) || c.common(v.raw[k.from:k.to], k.word)) {
			continue // a sentence begins
		}
		first, last, capitals, strange := i, i, 0, false
		for j := i; j < len(v.tokens) && !covered[j] && v.tokens[j].unit == v.tokens[i].unit && (j == i || !v.tokens[j].breaks); j++ {
			k := v.tokens[j]
			if k.capital {
				capitals, last = capitals+1, j
				if !isIn(known, k.word) && !c.told(k.word) && (j > v.units[k.unit].first || capitals > 1) {
					strange = strange || !c.common(v.raw[k.from:k.to], k.word)
				}
			} else if !isIn(small, k.word) {
				break
			}
		}
		kinds := v.find("kind", max(first-1, 0), last)
		name := v.raw[v.tokens[first].from:v.tokens[last].to]
		if capitals > 1 && !strange && !unitNames(v, found, v.tokens[first].unit) && first > v.units[v.tokens[first].unit].first {
			strange = edible(name) && !c.toldAll(v.tokens[first:last+1]) && !c.translates(name)
		}
		if strange && (capitals > 1 || len(kinds) > 0) && !(capitals == 1 && first == v.units[v.tokens[first].unit].first) {
			v.wrong(Name, first, last+1, "nobody told of %q", name)
		}
		i = last
	}
	c.listedNames(v, found)
}

// unitNames reports whether a unit names a thing.
func unitNames(v *findings, found []mention, unit int) bool {
	return slices.ContainsFunc(found, func(m mention) bool { return v.tokens[m.from].unit == unit })
}

// listedNames looks at what stands where lists and prices have the names of
// dishes: "- Risoto de funghi — R$ 58".
func (c *checker) listedNames(v *findings, found []mention) {
	for n, u := range v.units {
		if unitNames(v, found, n) || u.last-u.first < 2 || !u.list {
			continue
		}
		first := u.first
		for first < u.last && v.tokens[first].digits {
			first++
		}
		last := first
		for last < u.last && (last == first || !v.tokens[last].breaks) && !v.tokens[last].digits {
			last++
		}
		priced := last < u.last && strings.Contains(v.raw[v.tokens[max(last-1, first)].to:u.to], "$")
		if last-first < 1 || last-first > 8 || !priced || v.has("sum", first, last) || v.has("tip", first, last) || v.has("each", first, last) || v.has("limit", first, last) || v.has("times", first, last) {
			continue
		}
		name := v.raw[v.tokens[first].from:v.tokens[last-1].to]
		if edible(name) && !c.toldAll(v.tokens[first:last]) && !c.translates(name) {
			v.wrong(Name, first, last, "there is no %q on the card", name)
		}
	}
}

// altered looks whether a name goes on with what is not in the thing: bobó de
// frango.
func (c *checker) altered(v *findings, m mention) {
	if m.whole || m.to+1 >= len(v.tokens) || v.tokens[m.to].breaks || v.tokens[m.to+1].breaks || v.tokens[m.to].unit != v.tokens[m.from].unit || v.tokens[m.to+1].unit != v.tokens[m.from].unit {
		return
	}
	if of := v.tokens[m.to].word; of != "de" && of != "of" && of != "com" || v.has("wish", m.to+1, m.to+2) {
		return
	}
	word := v.tokens[m.to+1].word
	if v.tokens[m.to].word == "com" && len(m.things) > 0 { // what it is served with is wording
		return
	}
	if v.has("article", m.to+1, m.to+2) || v.has("small", m.to+1, m.to+2) || !edible(word) {
		return
	}
	name := v.raw[v.tokens[m.from].from:v.tokens[m.to+1].to]
	for _, i := range m.things {
		if contains(c.about(i), word) {
			return
		}
	}
	if !c.phrase(name) {
		v.wrong(Name, m.from, m.to+2, "there is no %q on the card", name)
	}
}

// told reports whether a word stands in what was said or in a name.
func (c *checker) told(word string) bool {
	return c.words()[word] || c.words()[lang.Same(word)] || c.names.often[lang.Same(word)] > 0 ||
		slices.ContainsFunc(c.Table, func(p hook.Person) bool { return slices.Contains(strings.Fields(lang.Fold(p.Name)), word) })
}

func (c *checker) toldAll(words []token) bool {
	small := book().list("small")
	return !slices.ContainsFunc(words, func(k token) bool { return !isIn(small, k.word) && !c.told(k.word) })
}

// phrase reports whether words were said in a row.
func (c *checker) phrase(words string) bool {
	words = lang.Fold(words)
	return slices.ContainsFunc(c.Texts, func(s string) bool { return strings.Contains(lang.Fold(s), words) })
}

// common reports whether a word that begins with a capital is one that anybody
// may use: of a language or about food and drink.
func (c *checker) common(raw, word string) bool {
	if _, ok := lang.Detect(strings.ToLower(raw)); ok {
		return true
	}
	return len(ontology.Default().Read(word)) > 0
}

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
func edible(words string) bool {
	if len(ontology.Default().Read(words)) == 0 {
		return false
	}
	d := ontology.Default().Describe(words)
	return slices.ContainsFunc(foods(), d.Has)
}

// contains reports whether what a text describes has a food.
func contains(text, food string) bool {
	o := ontology.Default()
	d := o.Describe(text)
	found := o.Read(food)
	return len(found) > 0 && !slices.ContainsFunc(found, func(m ontology.Mention) bool { return !d.Has(m.Concept) })
}

// translates reports whether a name says in other words what a thing on the
// card is.
func (c *checker) translates(name string) bool {
	for i, t := range c.Things {
		if t.Known && contains(c.about(i), name) {
			return true
		}
	}
	return false
}
