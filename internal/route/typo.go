package route

import (
	"slices"

	"github.com/maitre-dev/maitre/lang"
)

// typos finds the word that a misspelt one stands for: it has the telling
// words of the lists under themselves and under what is left of them with any
// one letter out.
type typos map[string][]string

// A word is corrected only if it is long: of short ones too many are near.
const (
	typoLetters  = 6
	typoLongest  = 20
	typoDistance = 1
)

func typosOf(l *lexicon) typos {
	t := typos{}
	for _, known := range [...]map[string]*lexicon{l.words, l.stems} {
		for word, next := range known {
			telling := next.sense != nil && (slices.Max(next.sense.weight[:]) >= strong || next.sense.marks == place)
			if !telling || len(word) < typoLetters || len(word) > typoLongest {
				continue
			}
			t[word] = append(t[word], word)
			for i := range len(word) {
				less := word[:i] + word[i+1:]
				t[less] = append(t[less], word)
			}
		}
	}
	return t
}

// correct replaces words that no list knows by those they stand for, and
// reports whether there were any.
func (t *tables) correct(said []string) bool {
	corrected := false
	for i, word := range said {
		if len(word) < typoLetters || len(word) > typoLongest || t.knows(word) {
			continue
		}
		if right := t.typos().nearest(word); right != "" {
			said[i], corrected = right, true
		}
	}
	return corrected
}

// nearest returns the word that differs from word by one letter added,
// dropped, changed or swapped with its neighbour, or "". The first letter is
// seldom wrong.
func (t typos) nearest(word string) string {
	if w := t.under(word, word); w != "" {
		return w
	}
	for i := 1; i < len(word); i++ {
		if w := t.under(word[:i]+word[i+1:], word); w != "" {
			return w
		}
	}
	return ""
}

func (t typos) under(key, word string) string {
	best := ""
	for _, w := range t[key] {
		if w[0] == word[0] && (best == "" || w < best) && lang.Distance(w, word) == typoDistance {
			best = w
		}
	}
	return best
}
