package menu

import (
	"math"
	"slices"
	"strings"

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

// likeness reads what words that begin with a pointer say a dish is like, and how many words that takes; 0: they say
// nothing of the kind. Behind a mere article only a taste or a strength does, and at its end: "la fuerte, por favor".
func likeness(text string, words []placed) (n int, like string) {
	pointer := words[0].folded
	if !pointers[pointer] && !articles[pointer] {
		return 0, ""
	}
	noun := !thisThat[pointer] // "is this spicy?" points at nothing
	for k := 1; k < min(len(words), longestPointed); k++ {
		w, before := words[k].folded, words[k-1].folded
		ofThing := thisThat[pointer] && isThing(w) && k+1 < len(words) && isNoun(words[k+1].folded) // "those mango beers"
		switch names := isNoun(w); {
		case strings.ContainsAny(text[words[k-1].to:words[k].from], ".,;:!?()\n"):
			k = longestPointed
		case joinsIt[before] && isThing(w), ofThing, tasteStems[lang.Stem(w)], strengths[w] != 0: // "com manga", "azeda", "fraca"
			n, like = k+1, like+" "+w
		case names && pointers[pointer] && n == 0, joinsIt[w] && pointers[pointer]:
			noun, like = true, like+" "+w
		case names && n == k:
			noun, n = true, k+1
		case articles[pointer] && n == k && !ends[w]:
			return 0, ""
		default:
			k = longestPointed
		}
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

// alike are the items that are as words say: the strongest or weakest of the drinks, or those that meet a wish best.
func (card *Card) alike(items []Item, like string) (some []Item) {
	if by := slices.IndexFunc(wordsOf(like), func(w string) bool { return strengths[w] != 0 }); by >= 0 {
		least := math.Inf(1)
		for _, it := range items {
			if percent, ok := abv(it); ok && percent > 0 && -strengths[wordsOf(like)[by]]*percent < least {
				some, least = []Item{it}, -strengths[wordsOf(like)[by]]*percent
			}
		}
		return some
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

const (
	longestPointed = 6    // words
	nearly         = 0.15 // by how much less than the best an item may meet what is pointed at
)

var (
	pointers = lang.Set("aquela aquele aquelas aqueles daquela daquele daquelas daqueles essa esse essas esses dessa desse dessas desses esta este desta deste aquella aquel aquellas aquellos esa ese esas esos that this those these")
	thisThat = lang.Set("that this those these")
	articles = lang.Set("a o as os la el las los the da do das dos na no")
	joinsIt  = lang.Set("com con with de of")
	ends     = lang.Set("e y and por please then entao entonces pra para for mesmo tambem too tambien")
)

// tasteStems are the stems of words of taste: "azedinha" is one as "azeda" is.
var tasteStems = func() map[string]bool {
	all := map[string]bool{}
	for w := range book.Set("taste") {
		all[lang.Stem(w)] = true
	}
	return all
}()

// strengths are words for a drink with much alcohol (1) and with little (-1).
var strengths = func() map[string]float64 {
	all := map[string]float64{}
	for _, w := range strings.Fields("forte fortes fortona fortao fuerte fuertes strong stronger strongest") {
		all[w] = 1
	}
	for _, w := range strings.Fields("fraca fraco fracas fracos fraquinha fraquinho floja flojo flojita flojito weak weaker weakest") {
		all[w] = -1
	}
	return all
}()
