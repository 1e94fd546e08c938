package semcache

import (
	_ "embed"
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
// macaxeira" have one wording. A thing that the ontology knows stands for all its names, numbers
// are digits, fillers are left out. All other words must be the same, for a wrong answer costs
// more than one made in vain.
func wording(text string) string {
	said := " " + lang.Fold(text) + " "
	for _, m := range ontology.Default().Read(text) {
		thing := "#" + strconv.Itoa(m.Concept)
		if m.Negated {
			thing = "!" + thing
		}
		if !fillers[m.Words] {
			said = strings.Replace(said, " "+m.Words+" ", " "+thing+" ", 1)
		}
	}
	var all []string
	for word := range strings.FieldsSeq(said) {
		digits, isNumber := numerals[word]
		switch {
		case isNumber:
			all = append(all, digits)
		case negation[word]:
			all = append(all, "!")
		case strings.Contains(word, "#"):
			all = append(all, word)
		case !fillers[word]:
			all = append(all, lang.Stem(word))
		}
	}
	return strings.Join(all, " ")
}
