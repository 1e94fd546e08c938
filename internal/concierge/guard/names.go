package guard

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// An index finds things by the words of their names.
type index struct {
	names  []name
	things map[string][]int // by a word of their names
	heads  map[string]int   // how many names begin with a word
}

// A name is the words of a thing's name without small ones, plural and gender.
// Words joined by a hyphen are of one group: "banana-da-terra" tells as much as
// one word.
type name struct {
	words  []string
	groups []int
}

// indexes keeps the index of each card, by a hash of the names on it.
var (
	indexes = recent.Table[string, *index]{Size: 16}
	seed    = maphash.MakeSeed()
)

func indexOf(things []Thing) *index {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, t := range things {
		h.WriteString(t.Name)
		h.WriteByte('\n')
	}
	return indexes.Get(strconv.Itoa(len(things))+" "+strconv.FormatUint(h.Sum64(), 16), func() *index { return newIndex(things) })
}

func newIndex(things []Thing) *index {
	x := &index{make([]name, len(things)), make(map[string][]int, 2*len(things)), make(map[string]int, len(things))}
	small := book().list("small")
	for i, t := range things {
		parts := []string{t.Name}
		if strings.Contains(t.Name, "-") {
			parts = strings.Fields(t.Name)
		}
		n := &x.names[i]
		for g, part := range parts {
			for _, w := range strings.Fields(lang.Fold(part)) {
				if len(w) <= 4 && len(t.Name) > 4 && isIn(small, w) {
					continue
				}
				w = sameWord(w)
				if len(n.words) == 0 {
					x.heads[w]++
				}
				if !slices.Contains(n.words, w) {
					x.things[w] = append(x.things[w], i)
				}
				if len(parts) == 1 {
					g = len(n.words)
				}
				n.words, n.groups = append(n.words, w), append(n.groups, g)
			}
		}
	}
	return x
}

// isIn reports whether a single word is a phrase of a list.
func isIn(list int, word string) bool {
	return slices.ContainsFunc(book().starts[word], func(p phrase) bool { return p.list == list && len(p.words) == 1 })
}

// common reports whether a word or its singular is in a list.
func common(word, list string) bool {
	id := book().list(list)
	return isIn(id, word) || isIn(id, strings.TrimSuffix(word, "s"))
}

// A mention is where a text names a thing: one of things, if the name is not
// whole and several have these words.
type mention struct {
	from, to int // tokens
	things   []int
	weak     bool // one word of a longer name: "o bobó"
	whole    bool
	head     bool // with the name's first word
	groups   int
	words    int
	own      int     // of words, those that are not translated
	count    float64 // how many are said, or 0
}

// mentions returns where a text names things, in its words or in those of
// another language. Less than a name counts if it has the name's first word and
// another one, or follows "a de". One word of a longer name counts after an
// article or where a sentence begins, if it tells the thing from others; "a
// moqueca" is the one that the text or the guest names in full.
func (c *checker) mentions(t *text) []mention {
	var all []mention
	t.other = c.translated(t)
	for i := 0; i < len(t.tokens); {
		m := c.mention(t, i, t.other)
		if len(m.things) == 0 || c.beginsLater(t, m) {
			i++
			continue
		}
		m.count = c.countOf(t, m)
		all = append(all, m)
		i = m.to
	}
	var clear []int
	for _, m := range all {
		if !m.weak && len(m.things) == 1 {
			clear = union(clear, m.things)
		}
	}
	known := func(i int) bool { return c.Things[i].Known }
	spoken := func(i int) bool { return slices.Contains(clear, i) || slices.Contains(c.askedOf, i) }
	for i := range all {
		m := &all[i]
		for _, of := range []func(int) bool{func(i int) bool { return slices.Contains(clear, i) }, func(i int) bool { return slices.Contains(c.askedOf, i) }, known} {
			if some := slices.DeleteFunc(slices.Clone(m.things), func(i int) bool { return !of(i) }); len(m.things) > 1 && len(some) > 0 {
				m.things = some
			}
		}
	}
	t.named = slices.DeleteFunc(all, func(m mention) bool {
		if !m.weak {
			return false
		}
		word, set := t.tokens[m.from].word, m.from == t.units[t.tokens[m.from].unit].first || strings.Contains(t.before(m.from), "+")
		if m.from > 0 {
			set = set || t.has("article", m.from-1, m.from) || t.has("loose", m.from-1, m.from) || t.has("and", m.from-1, m.from) || t.tokens[m.from].breaks
		}
		if len(m.things) == 1 && spoken(m.things[0]) {
			_, article := t.at("article", max(0, m.from-1))
			return common(word, "generic") && !article && !(m.head && m.from > 0 && t.has("loose", m.from-1, m.from))
		}
		if set && m.own == 1 && len(c.known(slices.Clone(m.things))) == 1 && m.head && !common(word, "anyone") {
			return false
		}
		if first, _, _ := strings.Cut(lang.Fold(c.Things[m.things[0]].Name), " "); !m.head || common(word, "generic") || common(first, "generic") {
			return !t.elliptic(m.from) && !(m.head && m.from > 0 && t.numeral(m.from-1) && m.own > 0 && !common(word, "anyone")) // "dois cafés"
		}
		same := sameWord(word)
		return len(c.names.things[same]) > c.names.heads[same] // it is in names of other things
	})
	return t.named
}

// beginsLater reports whether the name that a mention reads in another order stands in its own order from
// one of its later words: in "the shrimp of the Bobó de camarão".
func (c *checker) beginsLater(t *text, m mention) bool {
	first := c.names.names[m.things[0]].words[0]
	if t.tokens[m.from].same == first {
		return false
	}
	for i := m.from + 1; i < m.to; i++ {
		if t.tokens[i].same == first {
			later := c.mention(t, i, t.other)
			return later.words >= m.words && slices.Equal(later.things, m.things)
		}
	}
	return false
}

// countOf returns how many of a thing are said where it is named: "duas
// caipirinhas", "Pilsen × 2", "for Ana and Bia, …, R$ 10 each".
func (c *checker) countOf(t *text, m mention) float64 {
	first := m.from - 1 // "duas porções de pão de queijo"
	for first > 0 && first > m.from-4 && !t.numeral(first) && (isIn(book().list("small"), t.tokens[first].word) || common(t.tokens[first].word, "anyone")) {
		first--
	}
	for _, i := range []int{first, m.from - 2, m.to} {
		if i < 0 || i >= len(t.tokens) || t.broken(min(i, m.to-1), max(i, m.from)) {
			continue
		}
		if t.numeral(i) {
			f, _ := t.number(i)
			return f.values[0]
		}
	}
	if u := t.units[t.tokens[m.from].unit]; t.has("each", m.to, u.last) {
		if who := c.people(t, span{u.first, u.last}); len(who) > 1 {
			return float64(len(who))
		}
	}
	return 0
}

// numeral reports whether a token says how many there are of something.
func (t *text) numeral(i int) bool {
	f, ok := t.number(i)
	return ok && f.kind == plain && f.values[0] > 1 && f.values[0] <= 50 && f.last-f.first == 1
}

// certain reports whether a mention can mean one thing only: by its whole name,
// or by the beginning of it and no translated word.
func (m mention) certain() bool {
	return len(m.things) == 1 && (m.whole || m.head && m.own == m.words)
}

// near returns the things that share at least so many words with a stretch of a
// text, also translated, outside of the names that are certain. A word that is
// said of any such thing counts for what tools returned.
func (c *checker) near(t *text, found []mention, from, to, least int) (things []int) {
	shared := map[int][]string{}
	note := func(w string) {
		any := common(w, "generic")
		for _, i := range c.names.things[w] {
			if !any || c.Things[i].Known {
				shared[i] = union(shared[i], []string{w})
			}
		}
	}
	for i := from; i < to; i++ {
		if slices.ContainsFunc(found, func(m mention) bool { return m.from <= i && i < m.to && m.certain() }) {
			continue
		}
		note(t.tokens[i].same)
		for _, o := range t.other[i] {
			for _, w := range o.words {
				note(w)
			}
		}
	}
	for i, words := range shared {
		if len(words) >= least {
			things = append(things, i)
		}
	}
	slices.Sort(things)
	return things
}

// known returns those of some things that a tool has returned.
func (c *checker) known(things []int) []int {
	return slices.DeleteFunc(things, func(i int) bool { return !c.Things[i].Known })
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
	small := book().list("small")
	put := func(i, end, concept int) {
		told := 0
		for _, k := range t.tokens[i:end] {
			if !isIn(small, k.word) {
				told++
			}
		}
		for _, words := range formsOf(concept) {
			// "moqueca" alone is no moqueca capixaba
			if len(words) <= told && !slices.ContainsFunc(words, func(w string) bool { return c.names.things[w] == nil }) {
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
		for i := u.first; i < u.last; i++ {
			if k := t.tokens[i]; !k.digits && len(k.word) > 3 {
				for _, m := range conceptsOf(k.word) {
					put(i, i+1, m.Concept)
				}
			}
		}
	}
	return out
}

// conceptsOf returns the concepts that words or a sentence name. It keeps results, since a stream
// reads each many times.
var conceptsOf = recent.Texts(4096, func(words string) []ontology.Mention { return ontology.Default().Read(words) })

// broad is how many forms a concept has that is no one thing, as "light".
const broad = 150

// wordings are the forms of concepts.
var wordings = recent.Table[int, [][]string]{Size: 4096}

// formsOf returns the forms of a concept, without small words, plural and gender.
func formsOf(concept int) [][]string {
	return wordings.Get(concept, func() (all [][]string) {
		forms := ontology.Default().Forms(concept)
		if len(forms) > broad {
			return nil
		}
		for _, form := range forms {
			words := slices.DeleteFunc(strings.Fields(lang.Fold(form)), func(w string) bool { return isIn(book().list("small"), w) })
			for i, w := range words {
				words[i] = sameWord(w)
			}
			if len(words) > 0 && !slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, words) }) {
				all = append(all, words)
			}
		}
		return all
	})
}

// mention reads the name that begins at a token: the one with the most words.
func (c *checker) mention(t *text, i int, other [][]wording) (best mention) {
	if t.tokens[i].digits {
		return best
	}
	small := book().list("small")
	candidates := slices.Clone(c.names.things[t.tokens[i].same])
	for _, w := range other[i] {
		candidates = union(candidates, c.names.things[w.words[0]])
	}
	for _, thing := range candidates {
		n := c.names.names[thing]
		used := make([]bool, len(n.words))
		use := func(words []string) bool {
			var at []int
			for _, w := range words {
				j := slices.IndexFunc(n.words, func(x string) bool { return x == w })
				if j < 0 || used[j] {
					return false
				}
				at = append(at, j)
			}
			for _, j := range at {
				used[j] = true
			}
			return true
		}
		end, own := i, 0
		for j, skipped := i, 0; j < len(t.tokens) && skipped < 4; {
			k := t.tokens[j]
			edge := j > i && slices.ContainsFunc(t.edges, func(at int) bool { return t.tokens[j-1].to <= at && at <= k.from })
			if k.unit != t.tokens[i].unit || edge || j > i && k.breaks && !strings.ContainsAny(c.Things[thing].Name, ",-") {
				break
			}
			next := j
			if use([]string{k.same}) {
				next, own = j+1, own+1
			} else {
				for _, w := range other[j] {
					if use(w.words) {
						next = w.end
						break
					}
				}
			}
			if next > j {
				j, end, skipped = next, next, 0
			} else if j > i && isIn(small, k.word) {
				j, skipped = j+1, skipped+1
			} else {
				break
			}
		}
		var groups []int
		whole, count := true, 0
		for j, u := range used {
			if whole = whole && u; u {
				count++
				groups = union(groups, n.groups[j:j+1])
			}
		}
		m := mention{i, end, []int{thing}, len(groups) == 1 && !whole, whole, len(used) > 0 && used[0], len(groups), count, own, 0}
		switch better := cmp.Or(m.groups-best.groups, m.own-best.own, m.words-best.words, rank(m.whole)-rank(best.whole), rank(m.head)-rank(best.head)); {
		case m.groups == 0:
		case better > 0:
			best = m
		case better == 0:
			best.things = append(best.things, thing)
			best.to = max(best.to, m.to)
		}
	}
	switch {
	case best.groups == 0:
	case best.whole && !((best.groups == 1 || best.own < 2) && t.inside(i)):
	case t.inside(i), best.weak && !c.stands(t, i, best), (best.weak || !best.head) && t.hasAllergen(i, best.to):
		return mention{}
	case !best.weak && !best.head && !t.elliptic(i) && slices.ContainsFunc(best.things, c.dish):
		return mention{}
	}
	return best
}

func (t *text) hasAllergen(from, to int) bool {
	for i := from; i < to; i++ {
		if t.allergen(i) > i {
			return true
		}
	}
	return false
}

func rank(is bool) int {
	if is {
		return 1
	}
	return 0
}

// inside reports whether a word is among what something is made with: after the
// words that say so, and over commas if no article makes it something else.
func (t *text) inside(i int) bool {
	from := i
	for from > t.units[t.tokens[i].unit].first && i-from < 16 && !t.ends(from) {
		from--
	}
	_, article := t.at("article", max(0, i-1))
	return slices.ContainsFunc(t.find("made_of", from, i), func(m mark) bool {
		return m.to <= i && (!article && !t.has("offer", m.to, i) || i-m.to < 8 && !t.broken(m.from, i))
	})
}

// stands reports whether one word of a name is where a name is: after an article,
// at the beginning of a sentence, a line or something set off; and after "um" or
// "do" if the thing was found.
func (c *checker) stands(t *text, i int, m mention) bool {
	if i == t.units[t.tokens[i].unit].first || strings.ContainsAny(t.before(i), `*"“«`) {
		return true
	}
	if listed := t.tokens[i].breaks || strings.Contains(t.before(i), "+") || i > 0 && t.has("and", i-1, i); listed && m.head && m.own > 0 && len(c.known(slices.Clone(m.things))) == 1 {
		return true
	}
	if t.tokens[i].breaks {
		return false
	}
	if _, article := t.at("article", i-1); article || t.elliptic(i) {
		return true
	}
	_, loose := t.at("loose", i-1)
	_, numeral := t.number(i - 1)
	return loose || numeral
}

// elliptic reports whether a word follows "a de", "la de", "the one with".
func (t *text) elliptic(i int) bool {
	_, ok := t.at("elliptic", max(0, i-2))
	return ok && i > 1 && !t.tokens[i].breaks
}
