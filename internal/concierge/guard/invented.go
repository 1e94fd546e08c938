package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// invented looks for names that nobody told of: of what is marked, and elsewhere by their capitals.
func (c *checker) invented(v *findings) {
	for _, k := range c.Marks {
		c.inventedMark(v, k)
	}
	for i := 0; i < len(v.tokens); i++ {
		k := v.tokens[i]
		begins := i == v.units[k.unit].first && (isIn("small", k.word) || isIn("known", k.word) || c.common(i, v)) // a sentence
		if k.capital && !v.within(i) && !begins {
			i = c.inventedName(v, i)
		}
	}
}

// inventedMark looks whether a marked name is of nothing that was told of, or goes on with what is not in its thing:
// "[Bobó de frango](Ana)".
func (c *checker) inventedMark(v *findings, k Mark) {
	first, _ := slices.BinarySearchFunc(v.tokens, k.From, func(t token, at int) int { return t.from - at })
	last, strange := first, false
	for ; last < len(v.tokens) && v.tokens[last].from < k.To; last++ {
		w := v.tokens[last]
		if v.within(last) || isIn("small", w.word) || w.digits {
			continue
		}
		n := slices.IndexFunc(v.found, func(m mention) bool { return m.first >= first && m.last <= last })
		if n < 0 {
			strange = strange || (w.capital || edible(w.word)) && !c.heard(w.word)
			continue
		}
		strange = strange || edible(w.word) && !slices.ContainsFunc(v.found[n].things, func(i int) bool { return describes(c.profile(i).text, w.word) })
	}
	if strange && !k.Not {
		v.wrong(Name, first, last, "nobody told of %q", v.raw[k.From:k.To])
	}
}

// inventedName looks at the name with capitals that begins at a token, and returns its last. It is wrong where one of
// its words is nobody's and it is called a house, offered, priced, or goes on with the name of a dish.
func (c *checker) inventedName(v *findings, first int) (last int) {
	u, capitals, strange := v.units[v.tokens[first].unit], 0, false
	last = first
	for j := first; j < u.last && !v.within(j) && (j == first || !v.tokens[j].breaks); j++ {
		if k := v.tokens[j]; k.capital {
			capitals, last = capitals+1, j
			starts := j == u.first && !(j+1 < u.last && v.tokens[j+1].capital && !c.heard(v.tokens[j+1].word))
			strange = strange || !starts && !isIn("known", k.word) && !c.heard(k.word) && !c.common(j, v)
		} else if !isIn("small", k.word) || v.has("place", j, j+1) || k.word == "o" && c.Language == lang.Spanish || v.has("and", j, j+1) && c.phrase(v.words(first, last+1)) {
			break
		}
	}
	kinds := v.find("kind", max(first-1, u.first), last)
	for _, k := range kinds { // "Restaurante Mar Aberto": a name, whatever its words
		strange = strange || v.tokens[k.to].capital && !v.tokens[k.to].breaks && !c.phrase(v.words(k.to, last+1))
	}
	offered := v.has("offer", max(first-3, u.first), first+1)
	known := func(list string) bool { return v.has(list, first, first+1) || v.has(list, last, last+1) } // to all: a law, a sight
	before := first - 1
	for before > u.first && isIn("small", v.tokens[before].word) {
		before--
	}
	goesOn := before >= u.first && v.within(before) && !v.tokens[first].breaks
	priced := strings.Contains(v.raw[u.from:u.to], "$")
	named := len(kinds) > 0 || (offered || capitals > 1 && (priced || goesOn || edible(v.words(first, last+1)))) && !known("law") && !known("sight")
	if strange && named && (capitals > 1 || first > u.first) {
		v.wrong(Name, first, last+1, "nobody told of %q", v.words(first, last+1))
	}
	return last
}

// heard reports whether a word stands in what was said or in a name.
func (c *checker) heard(word string) bool {
	return c.says(func(t *said) bool { return t.words[word] || t.words[sameWord(word)] }) || len(c.index.things[sameWord(word)]) > 0 ||
		slices.ContainsFunc(c.Table, func(p hook.Person) bool { return slices.Contains(strings.Fields(lang.Fold(p.Name)), word) })
}

// phrase reports whether words were said in a row.
func (c *checker) phrase(words string) bool {
	return slices.ContainsFunc(c.Texts, func(s string) bool { return strings.Contains(lang.Fold(s), lang.Fold(words)) })
}

// common reports whether a word that begins with a capital is one that anybody
// may use: of a language or about food and drink.
func (c *checker) common(i int, v *findings) bool {
	_, ok := lang.Detect(strings.ToLower(v.words(i, i+1)))
	return ok || len(ontology.Default().Read(v.tokens[i].word)) > 0
}
