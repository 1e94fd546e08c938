package menu

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

var (
	//go:embed data/words.txt
	wordsText string
	//go:embed data/courses.txt
	coursesText string
)

var book = wordfile.Sets(wordsText)

// is reports whether a folded word is of a use, as data/words.txt has it: is("sem", "without").
func is(word, use string) bool { return book.Set(use)[word] }

// allAre reports whether a folded text has words, and all of them are of some uses.
func allAre(text string, uses ...string) bool { return text != "" && len(besides(text, uses...)) == 0 }

// besides returns the words of a text, folded, that are of none of some uses.
func besides(text string, uses ...string) []string {
	return slices.DeleteFunc(wordsOf(text), func(w string) bool {
		return slices.ContainsFunc(uses, func(use string) bool { return is(w, use) })
	})
}

// wordsOf are the words of a text, folded.
func wordsOf(text string) []string {
	return strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// spaced folds a text to words with a space around each.
func spaced(text string) string { return " " + strings.Join(wordsOf(text), " ") + " " }

// says reports whether a folded text with spaces around it has one of some phrases, from the beginning of a word.
func says(folded string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(folded, " "+p) })
}

// distinct are the words that tell a text from others, folded.
func distinct(text string) []string {
	return slices.DeleteFunc(wordsOf(text), func(w string) bool { return len(w) <= 2 || is(w, "common") })
}

// stems are the stems of the words that tell a text from others.
func stems(text string) []string {
	all := distinct(text)
	for i, w := range all {
		all[i] = lang.Stem(w)
	}
	return all
}

// courses are data/courses.txt: the words that ask for a course, in the order in which they count.
var courses = sync.OnceValue(func() (all []struct {
	course string
	only   bool // for drinks by their names alone
	words  []string
},
) {
	for key, list := range wordfile.Entries(coursesText) {
		course, only := strings.CutPrefix(key, "named ")
		all = append(all, struct {
			course string
			only   bool
			words  []string
		}{course, only, wordfile.List(list)})
	}
	return all
})

// courseOf returns the course that a wish names, or nothing, and whether it names it by a drink of it.
func courseOf(query string) (course string, only bool) {
	folded := spaced(query)
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

// courseCalled returns the course that a model means.
func courseCalled(name string) string {
	folded := lang.Fold(name)
	for _, c := range Courses {
		if folded == c || folded == c+"s" {
			return c
		}
	}
	course, _ := courseOf(name)
	return course
}

// fitsCourse reports whether what is of one course is asked for by another.
func fitsCourse(have, want string, only bool) bool {
	switch want {
	case "drink":
		return have == "drink" || have == "beer" && !only
	case "starter":
		return have == "starter" || have == "snack"
	}
	return have == want
}
