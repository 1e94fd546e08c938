package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A mention is where a text names a thing, whole or in part: one of things, if several have these words.
type mention struct {
	span
	things []int
	words  int // of the name that stand there
	own    int // of words, those that are not translated
	whole  bool
	head   bool // with the name's first word
}

// weak reports whether one word stands for a longer name: "o bobó".
func (m mention) weak() bool { return m.words == 1 && !m.whole }

// certain reports whether a mention can mean one thing only: by its whole name, or by the beginning of it and no
// translated word.
func (m mention) certain() bool {
	return len(m.things) == 1 && (m.whole || m.head && m.own == m.words)
}

func within(named []mention, token int) bool {
	return slices.ContainsFunc(named, func(m mention) bool { return m.first <= token && token < m.last })
}

// An index finds things by the words of their names, without plural, gender and small words.
type index struct {
	names  [][]string
	things map[string][]int // by a word
	forms  func(phrase string) [][]string
}

var indexes = recent.Table[string, *index]{Size: 16}

// indexOf returns the index of a card, by the names on it.
func indexOf(things []Thing) *index {
	var names strings.Builder
	for _, t := range things {
		names.WriteString(t.Name + "\n")
	}
	return indexes.Get(names.String(), func() *index {
		x := &index{things: map[string][]int{}}
		x.forms = recent.Texts(4096, x.read)
		for i, t := range things {
			x.names = append(x.names, telling(t.Name))
			for j, w := range x.names[i] {
				if !slices.Contains(x.names[i][:j], w) {
					x.things[w] = append(x.things[w], i)
				}
			}
		}
		return x
	})
}

// telling returns the words of a name without small ones, if it has others, and without plural and gender.
func telling(name string) (all []string) {
	words := strings.Fields(lang.Fold(name))
	for _, w := range words {
		if len(words) == 1 || len(w) > 4 || !is(w, "small") {
			all = append(all, sameWord(w))
		}
	}
	return all
}

// headed returns how many names begin with a word, and whether all do that have it.
func (x *index) headed(word string) (n int, all bool) {
	for _, i := range x.things[word] {
		n += rank(x.names[i][0] == word)
	}
	return n, n == len(x.things[word])
}

// longest is how many words a phrase has at most that is one thing in another language, as "heart of palm".
const longest = 3

// keys returns for each token the words of names for which it may stand: its own, and those that name the same concept of
// the ontology, alone or in a phrase. Several words of a name are none that stands there itself: "arroz branco" is "white
// rice", and "moqueca capixaba" no "shrimp moqueca".
func (x *index) keys(t *text) [][]string {
	keys := make([][]string, len(t.tokens))
	for i, k := range t.tokens {
		keys[i] = append([]string{k.same}, keys[i]...)
		for n := 1; n <= longest && !k.digits && len(k.word) > 2 && i+n <= t.unitOf(i).last; n++ {
			phrase := t.tokens[i : i+n]
			for _, form := range x.forms(lang.Fold(t.words(span{i, i + n}))) {
				if len(form) > 1 && (len(form) > n || slices.ContainsFunc(phrase, func(k token) bool { return slices.Contains(form, k.same) })) {
					continue
				}
				for j := range phrase {
					if !is(phrase[j].word, "small") {
						keys[i+j] = append(keys[i+j], form...)
					}
				}
			}
		}
	}
	return keys
}

// read returns the ways to say what a phrase as a whole names, of those the ones that stand in a name.
func (x *index) read(phrase string) (all [][]string) {
	for _, m := range conceptsOf(phrase) {
		forms := ontology.Default().Forms(m.Concept)
		if m.Words != phrase || len(forms) > broad {
			continue
		}
		for _, form := range forms {
			words := telling(form)
			if len(words) > 0 && slices.ContainsFunc(x.things[words[0]], func(i int) bool {
				return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(x.names[i], w) })
			}) {
				all = append(all, words)
			}
		}
	}
	return all
}

// broad is how many forms a concept has that is no one thing, as "light".
const broad = 150

// conceptsOf returns the concepts that words or a sentence name. It keeps results, since a stream
// reads each many times.
var conceptsOf = recent.Texts(4096, func(words string) []concept { return ontology.Default().Read(words) })

type concept = ontology.Mention

// mentions returns where a text names things, in its words or in those of another language. A name counts as a whole;
// in part, if it has the name's first word and another, or follows "a de"; and one word of it, if it is the first and says
// no more than a name. A part that may be of several things is of those that the text or the guest names, or that were found.
func (c *checker) mentions(t *text) (all []mention) {
	if len(c.Things) == 0 {
		return nil
	}
	keys := c.index.keys(t)
	var clear []int
	for i := 0; i < len(t.tokens); i++ {
		m := c.mentionAt(t, keys, i)
		if m.words == 0 {
			continue
		}
		if all, i = append(all, m), m.last-1; !m.weak() && len(m.things) == 1 {
			clear = union(clear, m.things)
		}
	}
	spoken := func(i int) bool { return slices.Contains(clear, i) }
	asked := func(i int) bool { return slices.Contains(c.askedOf, i) }
	known := func(i int) bool { return c.Things[i].Known }
	for j, m := range all {
		for _, likely := range []func(int) bool{spoken, asked, known} {
			some := slices.DeleteFunc(slices.Clone(m.things), func(i int) bool { return !likely(i) })
			if len(m.things) > 1 && len(some) > 0 {
				m.things = some
			}
		}
		all[j] = m
	}
	return slices.DeleteFunc(all, func(m mention) bool {
		is := m.things[0]
		if c.Whole && !m.whole {
			return true
		}
		if len(c.Marks) > 0 && !m.whole && !c.marked(t, m.first) && !c.aims(t, m) && !slices.ContainsFunc(all, func(o mention) bool { return (o.whole || c.marked(t, o.first)) && slices.Contains(o.things, is) }) {
			return true // whoever marks the names writes in full what is meant: "a Session IPA" of a brewery is no beer of the house
		}
		return m.weak() && !c.meant(t, m, len(m.things) == 1 && (spoken(is) || asked(is)), len(m.things) == 1 && known(is))
	})
}

// aims reports whether a sentence that names a thing suggests it, or speaks of who may have it.
func (c *checker) aims(t *text, m mention) bool {
	a, u := &answer{checker: c, text: t}, t.unitOf(m.first)
	return t.has("offer", u.first, u.last) || t.has("you", u.first, u.last) || t.has("all", u.first, u.last) || len(a.people(u.span)) > 0
}

// mentionAt reads the name that begins at a token: the one with the most words.
func (c *checker) mentionAt(t *text, keys [][]string, i int) (best mention) {
	var candidates []int
	for _, w := range keys[i] {
		candidates = union(candidates, c.index.things[w])
	}
	for _, thing := range candidates {
		m := c.match(t, keys, i, thing)
		switch better := cmp.Or(m.words-best.words, m.own-best.own, rank(m.whole)-rank(best.whole), rank(m.head)-rank(best.head)); {
		case better > 0:
			best = m
		case better == 0:
			best.things, best.last = append(best.things, thing), max(best.last, m.last)
		}
	}
	place := best.words > 1 && t.tokens[i].capital && !c.edible(best.things[0]) // "Ilha do Farol"
	switch {
	case c.opens(t, i), best.whole && best.own > 1:
		return best
	case t.madeOf(i), !best.whole && t.has("with", i-1, i), !best.whole && !best.head && !place && !t.elliptic(i), best.own == 0 && !t.anchored(i):
		return mention{}
	}
	return best
}

// match reads how much of a thing's name begins at a token. Its first word may stand last, as in "the shrimp bobó".
func (c *checker) match(t *text, keys [][]string, i, thing int) mention {
	words := c.index.names[thing]
	m := mention{span: span{i, i}, things: []int{thing}}
	used := make([]bool, len(words))
	u := t.unitOf(i)
	own := func(w string) bool { // a word of the name that stands here itself is not translated
		return slices.ContainsFunc(t.tokens[i:min(u.last, i+8)], func(x token) bool { return x.same == w })
	}
	for j, skipped := i, 0; j < u.last && skipped < 4; j++ {
		k := t.tokens[j]
		if j > i && (c.edge(t, j) || k.breaks && !strings.ContainsAny(c.Things[thing].Name, ",-")) {
			break
		}
		at, again := -1, false
		for n, w := range words {
			switch {
			case w == k.same && !used[n]:
				at = n
			case w != k.same && !own(w) && slices.Contains(keys[j][1:], w):
				if again = again || used[n]; !used[n] && at < 0 {
					at = n
				}
			}
		}
		switch {
		case at == 0 && j > i && is(t.wordAt(j-1), "small"): // "the shrimp of the bobó": the name begins here
			skipped = 4
		case at >= 0:
			used[at], m.last, skipped = true, j+1, 0
			m.words, m.own, m.head = m.words+1, m.own+rank(words[at] == k.same), m.head || at == 0
		case again: // "heart of palm" is one word of the name
			m.last = j + 1
		case is(k.word, "small"):
			skipped++
		default:
			skipped = 4
		}
	}
	m.whole = m.words == len(words)
	return m
}

func rank(is bool) int {
	if is {
		return 1
	}
	return 0
}

// edge reports whether a mark begins or ends right before a token: no name goes on over it.
func (c *checker) edge(t *text, i int) bool {
	between := func(at int) bool { return t.tokens[i-1].to <= at && at <= t.tokens[i].from }
	return slices.ContainsFunc(c.Marks, func(k Mark) bool { return between(k.From) || between(k.To) })
}

// marked reports whether a token stands in a mark.
func (c *checker) marked(t *text, i int) bool {
	_, ok := c.markAt(t.tokens[i].from)
	return ok
}

// opens reports whether a token is the first of a mark that may begin a name.
func (c *checker) opens(t *text, i int) bool {
	k, ok := c.markAt(t.tokens[i].from)
	for j := i - 1; ok && j >= 0 && k.From <= t.tokens[j].from; j-- {
		ok = t.tokens[j].digits || is(t.tokens[j].word, "small")
	}
	return ok
}

// meant reports whether one word of a name stands for the thing: if no other name has it and it is not what
// one may say of any dish, as "soup"; so is "the soup" if the soup is spoken of or was found.
func (c *checker) meant(t *text, m mention, spoken, known bool) bool {
	word := t.tokens[m.first]
	before := func(list string) bool { return t.has(list, m.first-1, m.first) }
	head, _, _ := strings.Cut(lang.Fold(c.Things[m.things[0]].Name), " ")
	several := t.labelled("number", m.first-1) > 1
	heads, all := c.index.headed(word.same)
	switch {
	case c.opens(t, m.first):
		return true
	case before("not"), len(spelt(word.word)) > 0: // "no cake", "with milk"
		return false
	case is(strings.TrimSuffix(word.word, "s"), "generic"), is(head, "generic"):
		return spoken && before("loose") || (spoken || known && m.head) && before("article") || several && m.own > 0 && (known || heads == 1)
	}
	return spoken || m.head && all
}

// anchored reports whether a word stands where a name does: behind an article or a number, or where a sentence begins.
func (t *text) anchored(i int) bool {
	return t.labelled("number", i-1) > 0 || i == t.unitOf(i).first || t.has("article", i-1, i)
}

// madeOf reports whether a word is among what something is made with: after the
// words that say so, and over commas if no article makes it something else.
func (t *text) madeOf(i int) bool {
	article := t.has("article", i-1, i)
	return slices.ContainsFunc(t.find("made_of", max(t.unitOf(i).first, i-16), i), func(m span) bool {
		return t.clause(i) <= m.first && (!article && !t.has("offer", m.last, i) || i-m.last < 8 && !t.broken(m.first, i))
	})
}

// elliptic reports whether a word follows "a de", "la de", "the one with".
func (t *text) elliptic(i int) bool {
	return !t.tokens[i].breaks && t.has("elliptic", i-2, i-1)
}

// clause returns where the part of a sentence begins that a token stands in and that has a subject of its own.
func (t *text) clause(i int) int {
	starts := func(i int) bool {
		return strings.ContainsAny(t.gap(i), ";—–:") || t.has("contrast", i, i+1) || t.tokens[i].breaks && t.has("but", i, i+1)
	}
	for i > t.unitOf(i).first && !starts(i) {
		i--
	}
	return i
}

func union[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
