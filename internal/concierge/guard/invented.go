package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// invented looks for names that nobody told of.
func (c *checker) invented(v *findings, found []mention) {
	covered := make([]bool, len(v.tokens))
	for _, m := range found {
		for i := m.from; i < m.to; i++ {
			covered[i] = true
		}
		c.altered(v, m)
	}
	small, usual := book().list("small"), book().list("known")
	for i := 0; i < len(v.tokens); i++ {
		if k := v.tokens[i]; !k.capital || covered[i] || i == v.units[k.unit].first && (isIn(small, k.word) || c.common(v.raw[k.from:k.to], k.word)) {
			continue // a sentence begins
		}
		first, last, capitals, strange := i, i, 0, false
		for j := i; j < len(v.tokens) && !covered[j] && v.tokens[j].unit == v.tokens[i].unit && (j == i || !v.tokens[j].breaks); j++ {
			k := v.tokens[j]
			if k.capital {
				capitals, last = capitals+1, j
				if !isIn(usual, k.word) && !c.told(k.word) && (j > v.units[k.unit].first || capitals > 1) {
					strange = strange || !c.common(v.raw[k.from:k.to], k.word)
				}
			} else if !isIn(small, k.word) || v.has("place", j, j+1) || k.word == "o" && c.Language == lang.Spanish || capitals > 1 && v.has("and", j, j+1) && c.phrase(v.raw[v.tokens[first].from:v.tokens[last].to]) {
				break // two names, of which one was told
			}
		}
		kinds := v.find("kind", max(first-1, 0), last)
		name := v.raw[v.tokens[first].from:v.tokens[last].to]
		for _, k := range kinds { // "Restaurante Mar Aberto": a name, whatever its words
			if at := max(k.to, first); at == k.to && at <= last && v.tokens[at].capital && !v.tokens[at].breaks {
				strange = strange || !c.phrase(v.raw[v.tokens[at].from:v.tokens[last].to])
			}
		}
		if k := v.tokens[first]; capitals > 1 && first == v.units[k.unit].first && v.tokens[first+1].capital && !c.told(k.word) && !c.told(v.tokens[first+1].word) {
			strange = strange || !c.common(v.raw[k.from:k.to], k.word)
		}
		if capitals > 1 && !strange && first > v.units[v.tokens[first].unit].first {
			strange = edible(name) && !c.toldAll(v.tokens[first:last+1])
		}
		offered := v.has("offer", max(first-offeredWithin, v.units[v.tokens[first].unit].first), first+1)        // "prove também o Xis"
		known := len(kinds) == 0 && (!offered && v.begins("law", first, last) || v.begins("sight", first, last)) // to all
		u := v.units[v.tokens[first].unit]
		priced := strings.Contains(v.raw[u.from:u.to], "$")
		before := first - 1 // "Escondidinho da Vovó Carmélia" of a card that has an Escondidinho
		if before > u.first && isIn(small, v.tokens[before].word) {
			before--
		}
		goesOn := before >= u.first && covered[before] && !v.tokens[first].breaks
		if strange && !known && (len(kinds) > 0 || offered || capitals > 1 && (priced || goesOn || edible(name))) && !(capitals == 1 && first == v.units[v.tokens[first].unit].first) {
			v.wrong(Name, first, last+1, "nobody told of %q", name)
		}
		i = last
	}
	c.listedNames(v, found)
}

// begins reports whether the first or the last token of a name is on a list: "Igreja do Rosário", "Ibirapuera Park".
func (v *findings) begins(list string, first, last int) bool {
	return v.has(list, first, first+1) || v.has(list, last, last+1)
}

// offeredWithin is how many words there may be from an offer to the name of what
// is offered.
const offeredWithin = 3

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
		if edible(name) && !c.toldAll(v.tokens[first:last]) && len(c.known(c.near(v.text, nil, first, last, 2))) == 0 {
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
	if of := v.tokens[m.to].word; of != "de" && of != "of" || v.has("wish", m.to+1, m.to+2) { // behind "com" stands what it is served with, which is wording
		return
	}
	word := v.tokens[m.to+1].word
	if v.has("article", m.to+1, m.to+2) || v.has("small", m.to+1, m.to+2) || !edible(word) {
		return
	}
	name := v.raw[v.tokens[m.from].from:v.tokens[m.to+1].to]
	for _, i := range m.things {
		if contains(c.profile(i).text, word) {
			return
		}
	}
	if !c.phrase(name) {
		v.wrong(Name, m.from, m.to+2, "there is no %q on the card", name)
	}
}

// told reports whether a word stands in what was said or in a name.
func (c *checker) told(word string) bool {
	return c.says(func(t *said) bool { return t.words[word] || t.words[sameWord(word)] }) || len(c.names.things[sameWord(word)]) > 0 ||
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
