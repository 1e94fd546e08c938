package trip

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words.txt
var wordsText string

// meaning is a line of words.txt: what is meant, and how words begin that mean it.
type meaning struct {
	name  string
	words []string
}

// meanings are those of words.txt by their sorts, in the order of the file.
var meanings = sync.OnceValue(func() map[string][]meaning {
	all := map[string][]meaning{}
	for key, list := range wordfile.Entries(wordsText) {
		sort, name, _ := strings.Cut(key, " ")
		all[sort] = append(all[sort], meaning{name, strings.Split(list, ", ")})
	}
	return all
})

// named returns the names of a sort that a text means: the kinds of "uma pousada ou hotel".
func named(sort, text string) (names []string) {
	folded := plainWords(text)
	for _, m := range meanings()[sort] {
		if slices.ContainsFunc(m.words, func(w string) bool { return strings.Contains(folded, " "+w) }) {
			names = append(names, m.name)
		}
	}
	return names
}

// means reports whether a text means any name of a sort.
func means(sort, text string) bool { return len(named(sort, text)) > 0 }

// plainWords folds a text, but keeps its commas as words.
func plainWords(text string) string {
	clauses := strings.Split(strings.NewReplacer("-", " ", "_", " ").Replace(text), ",")
	for i, c := range clauses {
		clauses[i] = lang.Fold(c)
	}
	return " " + strings.Join(clauses, " , ") + " "
}

// townsOf returns the towns of a landscape, "praia"; none if a name is of none.
func townsOf(landscape string) []string {
	for _, m := range meanings()["landscape"] {
		if slices.Contains(strings.Fields(m.name), lang.Fold(landscape)) {
			return m.words
		}
	}
	return nil
}
