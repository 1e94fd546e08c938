package lang

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

//go:embed words.txt
var wordsFile string

// evidence is words.txt: what words and parts of them weigh.
type evidence struct {
	words, accented map[string]score
	letters, parts  []pattern
}

var weights = sync.OnceValue(func() *evidence {
	all := &evidence{words: make(map[string]score, 4096), accented: map[string]score{}}
	for key, list := range wordfile.Entries(wordsFile) {
		table, weight, _ := strings.Cut(key, " ")
		for w := range strings.FieldsSeq(list) {
			all.add(table, w, newScore(weight))
		}
	}
	return all
})

func (e *evidence) add(table, text string, s score) {
	p := pattern{strings.Trim(text, "^$"), text[0] == '^', strings.HasSuffix(text, "$"), s}
	switch table {
	case "word":
		s.add(e.words[text])
		e.words[text] = s
	case "accented":
		s.add(e.accented[text])
		e.accented[text] = s
	case "letters":
		e.letters = append(e.letters, p)
	case "part":
		e.parts = append(e.parts, p)
	}
}

// newScore reads weights: "pt3", "pt1 es1".
func newScore(weights string) (s score) {
	for w := range strings.FieldsSeq(weights) {
		switch n := int(w[2] - '0'); Language(w[:2]) {
		case Portuguese:
			s.pt = n
		case English:
			s.en = n
		case Spanish:
			s.es = n
		}
	}
	return s
}

// pattern is a part of a word and what it weighs.
type pattern struct {
	text       string
	start, end bool // where in the word it must be
	score
}

func (p *pattern) fits(word string) bool {
	switch {
	case p.start:
		return strings.HasPrefix(word, p.text)
	case p.end:
		return strings.HasSuffix(word, p.text)
	default:
		return strings.Contains(word, p.text)
	}
}
