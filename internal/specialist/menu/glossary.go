package menu

import (
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A glossary has what phrases mean, each word without plural and gender.
type glossary[V any] struct {
	means   map[string]V
	longest map[string]int // by its first word, how many words an entry has at most
}

func newGlossary[V any]() glossary[V] { return glossary[V]{map[string]V{}, map[string]int{}} }

// add changes the meaning of each phrase of a list.
func (g glossary[V]) add(list string, change func(V) V) {
	for phrase := range strings.SplitSeq(list, ",") {
		if words := strings.Fields(phrase); len(words) > 0 {
			key, first := alike(words), same(words[0])
			g.means[key] = change(g.means[key])
			g.longest[first] = max(g.longest[first], len(words))
		}
	}
}

// at returns what the longest phrase means that words begin with, and its length; 0 if there is none.
func (g glossary[V]) at(words []string) (v V, n int) {
	if len(words) == 0 {
		return v, 0
	}
	for n := min(g.longest[same(words[0])], len(words)); n > 0; n-- {
		if v, ok := g.means[alike(words[:n])]; ok {
			return v, n
		}
	}
	return v, 0
}

func alike(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = same(w)
	}
	return strings.Join(all, " ")
}

// same is [lang.Same] of English words too: it takes the s of prawns, which is no plural in Portuguese,
// and leaves that of lentejas and swiss to others.
func same(w string) string {
	if n := len(w); n > 4 && w[n-1] == 's' && !strings.ContainsRune("aeious", rune(w[n-2])) {
		w = w[:n-1]
	}
	return lang.Same(w)
}
