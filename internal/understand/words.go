package understand

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/lang"
)

//go:embed words
var wordFiles embed.FS

// meaning is what the thesaurus knows of a word: words of one concept mean the
// same in the three languages, and concepts of one class are of a kind. Both are
// hashes of their names, 0 for none.
type meaning struct{ concept, class uint32 }

// longestForm is how many words a form of the thesaurus has at most.
const longestForm = 5

// senses is how many meanings of a form are kept: pepino is a vegetable and trouble.
const senses = 3

// thesaurus is words/*.txt: lines of
//
//	book_table < service_request : reservar, marcar mesa | book, save us a table | reservar, apartar mesa
var thesaurus = sync.OnceValue(func() map[string][]meaning {
	all := make(map[string][]meaning, 1<<16)
	files, _ := wordFiles.ReadDir("words") // embedded: a test reads them
	for _, f := range files {
		data, _ := wordFiles.ReadFile("words/" + f.Name())
		for line := range strings.Lines(string(data)) {
			head, forms, ok := strings.Cut(line, ":")
			name, class, ok2 := strings.Cut(head, "<")
			if !ok || !ok2 || strings.HasPrefix(line, "#") {
				continue
			}
			m := meaning{hash(strings.TrimSpace(name)), hash(strings.TrimSpace(class))}
			for form := range strings.FieldsFuncSeq(forms, func(r rune) bool { return r == ',' || r == '|' }) {
				form = lang.Squeeze(lang.Fold(form))
				if had := all[form]; form != "" && len(had) < senses && !slices.Contains(had, m) {
					all[form] = append(had, m)
				}
			}
		}
	}
	return all
})
