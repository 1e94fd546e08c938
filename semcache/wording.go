package semcache

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

//go:embed words.txt
var wordsText string

var (
	book     = wordfile.Sets(wordsText)
	fillers  = book.Set("filler")
	negation = book.Set("negation")
	numerals = func() map[string]string {
		all := map[string]string{}
		for digits, said := range book {
			if _, err := strconv.Atoi(digits); err == nil {
				for word := range said {
					all[word] = digits
				}
			}
		}
		return all
	}()
)

// wording returns what tells a question from others: "sopa de mandioca" and "quero sopa de
// macaxeira" have one wording. Things that the ontology knows stand for all their names, in any
// order where they stand side by side; numbers are digits; fillers are left out. All other words
// must be the same, for a wrong answer costs more than one made in vain.
func wording(text string) string {
	words, mentions := strings.Fields(lang.Fold(text)), ontology.Default().Read(text)
	var all, things []string
	flush := func() {
		slices.Sort(things)
		all, things = append(all, slices.Compact(things)...), nil
	}
	for len(words) > 0 {
		word, name := words[0], ""
		if len(mentions) > 0 {
			name = mentions[0].Words
		}
		n := len(strings.Fields(name))
		switch {
		case n > 0 && n <= len(words) && strings.Join(words[:n], " ") == name && !fillers[name]:
			for len(mentions) > 0 && mentions[0].Words == name {
				things = append(things, thingOf(mentions[0]))
				mentions = mentions[1:]
			}
			words = words[n:]
			continue
		case n > 0 && word == name: // a filler that is a thing as well
			mentions = mentions[1:]
		case negation[word]:
			flush()
			all = append(all, "!")
		case !fillers[word]:
			flush()
			digits, ok := numerals[word]
			if !ok {
				digits = lang.Stem(word)
			}
			all = append(all, digits)
		}
		words = words[1:]
	}
	flush()
	return strings.Join(all, " ")
}

func thingOf(m ontology.Mention) string {
	if m.Negated {
		return "!#" + strconv.Itoa(m.Concept)
	}
	return "#" + strconv.Itoa(m.Concept)
}
