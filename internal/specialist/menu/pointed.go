package menu

import (
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// withPointed are the mentions of a text, and those of dishes that it points at and does not name.
func (card *Card) withPointed(s *scene.Scene, text string) []Mention {
	all := card.Mentions(s, text)
	for _, p := range card.pointed(s, text) {
		over := func(m Mention) bool { return m.From < p.To && p.From < m.To }
		if slices.ContainsFunc(all, func(m Mention) bool { return over(m) && m.sure }) {
			continue
		}
		all = append(slices.DeleteFunc(all, over), p)
	}
	slices.SortStableFunc(all, func(a, b Mention) int { return a.From - b.From })
	return all
}

// pointed finds where a text points at dishes that were shown by what they are like: "aquele azedo", "the bitter one",
// "esas cervezas con mango". Of those that it may be, the ones of the list shown last are meant.
func (card *Card) pointed(s *scene.Scene, text string) (all []Mention) {
	var listed, shown []Item
	for _, t := range s.Shown {
		if it, ok := card.byID[t.ID]; ok && t.Kind == dishKind {
			if shown = append(shown, it); t.Number > 0 {
				listed = append(listed, it)
			}
		}
	}
	words := place(text)
	for i := 0; i < len(words) && len(shown) > 0; i++ {
		n, like := likeness(text, words[i:])
		if n == 0 {
			continue
		}
		for _, among := range [][]Item{listed, shown} {
			if some := card.alike(among, like); len(some) > 0 {
				all = append(all, Mention{From: words[i].from, To: words[i+n-1].to, Items: some})
				break
			}
		}
		i += n - 1
	}
	return all
}

const (
	longestPointed = 6    // words
	nearly         = 0.15 // by how much less than the best an item may meet what is pointed at
)

// likeness reads what words that begin with a pointer say a dish is like, and how many words that takes; 0: they say nothing of
// the kind. Behind a mere article only a taste or a strength does, and at its end: "la fuerte, por favor".
func likeness(text string, words []placed) (n int, like string) {
	pointer := words[0].folded
	points, article, bare := is(pointer, "pointer"), is(pointer, "article"), is(pointer, "bare_pointer")
	if !points && !article {
		return 0, ""
	}
	noun := !bare // "is this spicy?" points at nothing
	for k := 1; k < min(len(words), longestPointed); k++ {
		if strings.ContainsAny(text[words[k-1].to:words[k].from], ".,;:!?()\n") {
			break
		}
		w := words[k].folded
		ofThing := bare && isThing(w) && k+1 < len(words) && isNoun(words[k+1].folded) // "those mango beers"
		within := is(words[k-1].folded, "joins_it") && isThing(w)                      // "com manga"
		switch {
		case within, ofThing, isTaste(w), is(w, "much_alcohol"), is(w, "little_alcohol"):
			n, like = k+1, like+" "+w
			continue
		case points && (isNoun(w) && n == 0 || is(w, "joins_it")):
			noun, like = true, like+" "+w
			continue
		case isNoun(w) && n == k:
			noun, n = true, k+1
			continue
		case article && n == k && !is(w, "ends_pointing"):
			return 0, ""
		}
		break
	}
	if !noun {
		return 0, ""
	}
	return n, strings.TrimSpace(strings.TrimSuffix(like, " one"))
}

// isNoun reports whether a word only says that a dish or a drink is meant: "one", "drinks", "cerveja".
func isNoun(word string) bool {
	return generic[word] || word == "one" || word == "ones" || namesDrink(word)
}

// isTaste reports whether a word is a form of one for a taste: "azedinha" is one as "azeda" is.
var isTaste = recent.Texts(256, func(word string) bool {
	stem := lang.Stem(word)
	for taste := range book.Set("taste") {
		if lang.Stem(taste) == stem {
			return true
		}
	}
	return false
})

// alike are the items that are as words say: the strongest or weakest of the drinks, or those that meet a wish best.
func (card *Card) alike(items []Item, like string) (some []Item) {
	for _, w := range wordsOf(like) {
		if most := is(w, "much_alcohol"); most || is(w, "little_alcohol") {
			return strongest(items, most)
		}
	}
	w, best := readWish(like), 0.0
	score := func(it Item) float64 {
		if c := (&offer{Item: it, is: card.read[it.ID](), words: card.words[it.ID]}); !w.rulesOut(c) {
			return w.score(c)
		}
		return 0
	}
	for _, it := range items {
		best = max(best, score(it))
	}
	return kept(items, func(it Item) bool { return score(it) >= max(enough, best-nearly) })
}

// strongest is the drink of some items that has the most alcohol, or the least.
func strongest(items []Item, most bool) (one []Item) {
	least := math.Inf(1)
	for _, it := range items {
		percent, ok := abv(it)
		if !ok || percent == 0 {
			continue
		}
		if most {
			percent = -percent
		}
		if percent < least {
			one, least = []Item{it}, percent
		}
	}
	return one
}
