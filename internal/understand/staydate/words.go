package staydate

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// meaning is what a word says in any of the three languages: its class, and
// within the class which one it is.
type meaning struct {
	class string
	name  string
	n     int
}

// phrase is a meaning that takes more than one word.
type phrase struct {
	text string
	rest []string // the words after the first
	meaning
}

//go:embed words.txt
var wordsFile string

// lexicon is words.txt by (first) word.
type lexicon struct {
	words    map[string]meaning
	phrases  map[string][]phrase
	misspelt []string
}

var book = sync.OnceValue(func() *lexicon {
	b := &lexicon{words: map[string]meaning{}, phrases: map[string][]phrase{}}
	for key, said := range wordfile.Entries(wordsFile) {
		if key == "misspelt" {
			b.misspelt = wordfile.List(said)
			continue
		}
		class, name, _ := strings.Cut(key, " ")
		n, _ := strconv.Atoi(name)
		for _, one := range wordfile.List(said) {
			b.add(one, meaning{class, name, n})
		}
	}
	for _, list := range b.phrases {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.rest) - len(a.rest) })
	}
	return b
})

func (b *lexicon) add(said string, m meaning) {
	switch all := strings.Fields(said); {
	case len(all) > 1:
		b.phrases[all[0]] = append(b.phrases[all[0]], phrase{said, all[1:], m})
	case b.words[said].class == "":
		b.words[said] = m
	}
}
