package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// An index finds things by the words of their names, without small ones, plural and gender.
type index struct {
	names  [][]string
	things map[string][]int
}

// indexes keeps the index of each card, by the names on it.
var indexes = recent.Table[string, *index]{Size: 16}

func indexOf(things []Thing) *index {
	var all strings.Builder
	for _, t := range things {
		all.WriteString(t.Name + "\n")
	}
	return indexes.Get(all.String(), func() *index {
		x := &index{make([][]string, len(things)), map[string][]int{}}
		for i, t := range things {
			x.names[i] = nameWords(t.Name)
			for _, w := range x.names[i] {
				x.things[w] = union(x.things[w], []int{i})
			}
		}
		return x
	})
}

func nameWords(name string) (words []string) {
	for _, part := range strings.Fields(name) {
		for _, w := range strings.Fields(lang.Fold(part)) {
			if len(w) > 4 || !isIn("small", w) || strings.Contains(part, "-") { // the "para" of "castanha-do-pará"
				words = append(words, sameWord(w))
			}
		}
	}
	return words
}

// A mention is where a text names a thing: one of things, if the name is not
// whole and several have these words.
type mention struct {
	span
	things []int
	whole  bool
	head   bool    // with the name's first word
	words  int     // of the name
	own    int     // of words, those that are not translated
	count  float64 // how many are said, or 0
}

// weak reports whether a mention is one word of a longer name: "o bobó".
func (m mention) weak() bool { return m.words == 1 && !m.whole }

// certain reports whether a mention can mean one thing only: by its whole name,
// or by the beginning of it.
func (m mention) certain() bool { return len(m.things) == 1 && (m.whole || m.head && m.words > 1) }

// score is higher the more of a name a mention has.
func (m mention) score() int {
	n := 100*m.words + 4*m.own
	if m.whole {
		n += 2
	}
	if m.head {
		n++
	}
	return n
}

// mentions returns where a text names things, in its words or in those of
// another language. Less than a name counts if it has the name's first word and
// another one. The first word alone counts where a name stands,
// if it tells the thing from others; "a moqueca" is the one that the text or the
// guest names in full.
func (c *checker) mentions(t *text) (all []mention) {
	other := c.translated(t)
	clear := c.askedOf
	for i := 0; i < len(t.tokens); {
		m := c.mention(t, i, other)
		if len(m.things) == 0 {
			i++
			continue
		}
		if m.count = t.countOf(m); m.certain() {
			clear = union(clear[:len(clear):len(clear)], m.things)
		}
		all, i = append(all, m), m.last
	}
	spoken := func(i int) bool { return slices.Contains(clear, i) }
	for i := range all {
		for _, of := range []func(int) bool{spoken, func(i int) bool { return c.Things[i].Known }} {
			some := slices.DeleteFunc(slices.Clone(all[i].things), func(i int) bool { return !of(i) })
			if len(all[i].things) > 1 && len(some) > 0 {
				all[i].things = some
			}
		}
	}
	return slices.DeleteFunc(all, func(m mention) bool { return m.weak() && !c.meant(t, m, spoken) })
}

// meant reports whether one word of a longer name names it: of a thing that is spoken of, or the first if no other name
// begins with it. What is said of any such thing needs an article, or a number: "dois cafés".
func (c *checker) meant(t *text, m mention, spoken func(int) bool) bool {
	i, one := m.first, len(m.things) == 1
	generic := isAny(t.tokens[i].word, "generic") || isIn("generic", c.index.names[m.things[0]][0])
	switch {
	case t.has("elliptic", i-2, i-1): // "a de legumes"
		return true
	case !t.stands(i), isIn("free_of", t.tokens[i].word), isAny(t.tokens[i].word, "anyone"):
		return false
	case one && spoken(m.things[0]):
		return (m.head || m.own > 0) && (!isAny(t.tokens[i].word, "generic") || i > 0 && !t.tokens[i].breaks && t.has("article", i-1, i))
	case one && m.head && m.own == 1 && i > 0 && t.numeral(i-1) > 1:
		return true
	}
	alike := func(i int) bool { return slices.Equal(c.Things[i].NotFor, c.Things[m.things[0]].NotFor) } // for the same people
	return m.head && !generic && (one || !slices.ContainsFunc(m.things, func(i int) bool { return !alike(i) }))
}

// isAny reports whether a word or its singular is in a list.
func isAny(word, list string) bool {
	return isIn(list, word) || isIn(list, strings.TrimSuffix(word, "s"))
}

// stands reports whether a word is where a name is: after an article or a number, where a
// sentence, a line or something set off begins, or in a row.
func (t *text) stands(i int) bool {
	if i == t.units[t.tokens[i].unit].first || t.tokens[i].breaks || strings.ContainsAny(t.before(i), `*"“«+`) {
		return true
	}
	_, number := t.number(i - 1)
	return number || t.has("article", i-1, i) || t.has("loose", i-1, i) || t.has("and", i-1, i)
}

// inside reports whether a word is among what something is made with: after the
// words that say so, and over commas if no article makes it something else.
func (t *text) inside(i int) bool {
	from := max(t.clause(i).first, i-16)
	return slices.ContainsFunc(t.find("made_of", from, i), func(m mark) bool {
		return m.to <= i && (!t.has("article", i-1, i) || i-m.to < 8 && !t.broken(m.from, i))
	})
}

// countOf returns how many of a thing are said where it is named: "duas
// porções de pão de queijo", "Pilsen × 2", or 0.
func (t *text) countOf(m mention) float64 {
	first := m.first - 1
	for first > 0 && first > m.first-4 && t.isOnly(first, first+1, "small", "anyone") && t.numeral(first) == 0 {
		first--
	}
	for _, i := range []int{first, m.last} {
		if i >= 0 && i < len(t.tokens) && !t.broken(min(i, m.last-1), max(i, m.first)) && t.numeral(i) > 1 {
			return t.numeral(i)
		}
	}
	return 0
}

// numeral returns how many a token says there are of something, or 0.
func (t *text) numeral(i int) float64 {
	if f, ok := t.number(i); ok && f.kind == plain && f.small() {
		return f.values[0]
	}
	return 0
}

// A wording is words of names for which tokens up to end may stand.
type wording struct {
	words []string
	end   int
}

// translated returns for each token of which words of names it is a translation.
func (c *checker) translated(t *text) [][]wording {
	out := make([][]wording, len(t.tokens))
	if len(c.Things) == 0 {
		return out
	}
	put := func(i, end, concept int) {
		for _, words := range formsOf(concept) { // "moqueca" alone is no moqueca capixaba
			if len(words) <= end-i && !slices.ContainsFunc(words, func(w string) bool { return c.index.things[w] == nil }) {
				out[i] = append(out[i], wording{words, end})
			}
		}
	}
	for _, u := range t.units {
		at := u.first
		for _, m := range conceptsOf(t.raw[u.from:u.to]) {
			words := strings.Fields(m.Words)
			for i := at; i+len(words) <= u.last; i++ {
				if slices.EqualFunc(t.tokens[i:i+len(words)], words, func(k token, w string) bool { return k.word == w }) {
					put(i, i+len(words), m.Concept)
					at = i
					break
				}
			}
		}
	}
	return out
}

// conceptsOf returns what words and sentences name: a stream reads each many times.
var conceptsOf = recent.Texts(4096, func(words string) []ontology.Mention { return ontology.Default().Read(words) })

// broad is how many forms a concept has that is no one thing, as "light".
const broad = 150

// wordings are the forms of concepts, without small words, plural and gender.
var wordings = recent.Table[int, [][]string]{Size: 4096}

func formsOf(concept int) [][]string {
	return wordings.Get(concept, func() (all [][]string) {
		forms := ontology.Default().Forms(concept)
		if len(forms) > broad {
			return nil
		}
		for _, form := range forms {
			words := slices.DeleteFunc(strings.Fields(lang.Fold(form)), func(w string) bool { return isIn("small", w) })
			for i, w := range words {
				words[i] = sameWord(w)
			}
			if len(words) > 0 {
				all = append(all, words)
			}
		}
		return all
	})
}

// mention reads the name that begins at a token: the one with the most words.
func (c *checker) mention(t *text, i int, other [][]wording) (best mention) {
	if t.tokens[i].digits || isIn("small", t.tokens[i].word) {
		return best
	}
	candidates := slices.Clone(c.index.things[t.tokens[i].same])
	for _, w := range other[i] {
		candidates = union(candidates, c.index.things[w.words[0]])
	}
	for _, thing := range candidates {
		switch m := c.match(t, i, thing, other); {
		case m.words == 0:
		case m.score() > best.score():
			best = m
		case m.score() == best.score():
			best.things, best.last = append(best.things, thing), max(best.last, m.last)
		}
	}
	allergen := func(id int) bool { return t.has(book().lists[id], i, best.last) }
	partly := !best.whole && (best.weak() || !best.head)
	switch {
	case best.words == 0, best.whole && best.own > 1:
	case t.inside(i), partly && slices.ContainsFunc(book().kinds["allergen"], allergen), partly && !best.weak() && !t.has("elliptic", i-2, i-1) && slices.ContainsFunc(best.things, c.dish):
		return mention{}
	}
	return best
}

// match reads as much of the name of a thing as stands at a token.
func (c *checker) match(t *text, i, thing int, other [][]wording) mention {
	m, left := mention{span: span{i, i}, things: []int{thing}}, slices.Clone(c.index.names[thing])
	use := func(words []string) bool {
		rest := slices.Clone(left)
		for _, w := range words {
			at := slices.Index(rest, w)
			if at < 0 {
				return false
			}
			m.head = m.head || w == c.index.names[thing][0]
			rest = slices.Delete(rest, at, at+1)
		}
		left = rest
		return true
	}
	for j, skipped := i, 0; j < len(t.tokens) && skipped < 4; {
		k := t.tokens[j]
		if k.unit != t.tokens[i].unit || j > i && k.breaks && !strings.ContainsAny(c.Things[thing].Name, ",-") {
			break
		}
		end := j
		if use([]string{k.same}) {
			end, m.own = j+1, m.own+1
		} else if w := slices.IndexFunc(other[j], func(w wording) bool { return use(w.words) }); w >= 0 {
			end = other[j][w].end
		}
		switch {
		case end > j:
			j, m.last, skipped = end, end, 0
		case j > i && isIn("small", k.word):
			j, skipped = j+1, skipped+1
		default:
			skipped = 4
		}
	}
	m.words = len(c.index.names[thing]) - len(left)
	m.whole = len(left) == 0
	return m
}

// within reports whether a token is of a name.
func (v *findings) within(token int) bool {
	return slices.ContainsFunc(v.found, func(m mention) bool { return m.first <= token && token < m.last })
}

// named returns the dishes and drinks that are named between two tokens, but for what is marked as for nobody beside others.
func (c *checker) named(v *findings, from, to int) (things []int) {
	for _, m := range v.found {
		if from <= m.first && m.first < to && c.dish(m.things[0]) {
			things = union(things, m.things[:1])
		}
	}
	return things
}

// unitNames reports whether a unit names a thing.
func (v *findings) unitNames(unit int) bool {
	return slices.ContainsFunc(v.found, func(m mention) bool { return v.tokens[m.first].unit == unit })
}

// row returns the first and the last of the names that stand in a row with one: "the soup, the rice and the jam".
func (v *findings) row(n int) (first, last int) {
	joined := func(i int) bool {
		return i >= 0 && i+1 < len(v.found) && v.tokens[v.found[i].first].unit == v.tokens[v.found[i+1].first].unit && v.joined(v.found[i].last, v.found[i+1].first)
	}
	for first = n; joined(first - 1); first-- {
	}
	for last = n; joined(last); last++ {
	}
	return first, last
}

// joined reports whether a stretch has nothing but what joins names in a row, and their prices.
func (v *findings) joined(from, to int) bool {
	for i := from; i < to; i++ {
		if _, number := v.number(i); !number && !v.isOnly(i, i+1, "article", "loose", "and", "neither", "also", "of") && v.tokens[i].word != "r" {
			return false
		}
	}
	return to < len(v.tokens) && !strings.ContainsAny(v.raw[v.tokens[from-1].to:v.tokens[to].from], ";:—–")
}

// Named returns the ids of the things that texts name, also by a part of the name that
// tells one from the others.
func Named(f Facts, texts ...string) (ids []string) {
	c := newChecker(f)
	for _, text := range texts {
		for _, m := range c.mentions(readText(text)) {
			if len(m.things) == 1 {
				ids = append(ids, c.Things[m.things[0]].ID)
			}
		}
	}
	return ids
}

// Means reports whether the first word of a name means the thing on the card after
// another word: "the salad" may, "salad" is any, and "beer" is always any.
func Means(before, word string) bool {
	return !isAny(word, "anyone") && (!isAny(word, "generic") || isIn("article", before))
}
