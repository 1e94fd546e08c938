package menu

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

var (
	//go:embed data/words.txt
	wordsText string
	//go:embed data/courses.txt
	coursesText string
)

var book = wordfile.Sets(wordsText)

// namedCourse is a course with the words for it, or only for drinks of it.
type namedCourse struct {
	course string
	only   bool
	words  []string
}

var courses = sync.OnceValue(func() (all []namedCourse) {
	for key, list := range wordfile.Entries(coursesText) {
		course, only := strings.CutPrefix(key, "named ")
		all = append(all, namedCourse{course, only, wordfile.List(list)})
	}
	return all
})

// courseOf returns the course that a wish names, or nothing, and whether it
// names it by a drink of it.
func courseOf(query string) (course string, only bool) {
	folded := " " + strings.Join(wordsOf(query), " ") + " "
	for _, c := range courses() {
		if slices.ContainsFunc(c.words, func(w string) bool { return strings.Contains(folded, " "+w+" ") }) {
			return c.course, c.only
		}
	}
	return "", false
}

// generic are the words that name a course and no dish.
var generic = func() map[string]bool {
	all := map[string]bool{"principal": true}
	for _, c := range courses() {
		for _, w := range c.words {
			if !c.only {
				all[w] = true
			}
		}
	}
	return all
}()

func fitsCourse(have, want string, only bool) bool {
	switch want {
	case "drink":
		return have == "drink" || have == "beer" && !only
	case "starter":
		return have == "starter" || have == "snack"
	}
	return have == want
}

// wrongKind reports whether something to drink is offered to who wants to eat,
// or the other way round.
func wrongKind(kinds ontology.Kinds, course string) bool {
	drink := course == "drink" || course == "beer"
	switch kinds & (ontology.Comida | ontology.Bebida) {
	case ontology.Comida:
		return drink
	case ontology.Bebida:
		return !drink && course != ""
	}
	return false
}

// dropWords returns a text without some of its words.
func dropWords(text string, words map[string]bool) string {
	fields := strings.Fields(text)
	kept := slices.DeleteFunc(slices.Clone(fields), func(w string) bool { return words[lang.Fold(w)] })
	if len(kept) == len(fields) {
		return text
	}
	return strings.Join(kept, " ")
}

var (
	praise = book.Set("praise")
	claims = book.Set("claims")
	asking = book.Set("asking")
)
