package memory

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words/lists.txt
var listsText string

// lists are those of words/lists.txt by their names, as they are written.
var lists = sync.OnceValue(func() map[string][]string { return wordfile.Lists(listsText) })

// sets are the same as sets of folded words.
var sets = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for name, words := range lists() {
		all[name] = map[string]bool{}
		for _, w := range words {
			all[name][lang.Fold(w)] = true
		}
	}
	return all
})

// is reports whether a folded word, or several, are in a list.
func is(word, list string) bool { return sets()[list][word] }

// indexOf returns the place of the first of some words that is in a list, or -1; also of a
// Spanish verb with the pronouns that hang on it: "apúntamelo".
func indexOf(words []string, list string) int {
	return slices.IndexFunc(words, func(w string) bool {
		for range 3 {
			if is(w, list) {
				return true
			}
			i := slices.IndexFunc(lists()["hungOn"], func(p string) bool { return strings.HasSuffix(w, p) })
			if i < 0 {
				return false
			}
			w = strings.TrimSuffix(w, lists()["hungOn"][i])
		}
		return false
	})
}

// hasAny reports whether one of some words is in a list.
func hasAny(words []string, list string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return is(w, list) })
}

// hasPhrase reports whether one of the phrases of a list stands in a text.
func hasPhrase(text, list string) bool {
	folded := spaced(text)
	return slices.ContainsFunc(lists()[list], func(p string) bool { return strings.Contains(folded, " "+p+" ") })
}

// begins reports whether a word of a text begins in one of the ways of a list.
func begins(text, list string) bool {
	folded := spaced(text)
	return slices.ContainsFunc(lists()[list], func(w string) bool { return strings.Contains(folded, " "+w) })
}

// wordsOf are the words of a text, folded, with the no of "don't" written out.
func wordsOf(text string) []string { return plainWords(shortNot.Replace(text)) }

var shortNot = strings.NewReplacer("n't", " not", "n’t", " not")

// plainWords are the words of a text, folded.
func plainWords(text string) []string {
	return strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// spaced are the same in a text with a space around each.
func spaced(text string) string { return " " + strings.Join(plainWords(text), " ") + " " }

// stemsIn are the stems of the words of a text.
func stemsIn(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range plainWords(text) {
		all[lang.Stem(w)] = true
	}
	return all
}

// sentences cuts a message where a mark ends a sentence, and leaves the mark. A point between
// digits is none.
func sentences(text string) (all []string) {
	from := 0
	for _, end := range fullStop().FindAllStringIndex(text, -1) {
		all, from = append(all, text[from:end[1]]), end[1]
	}
	if from < len(text) {
		all = append(all, text[from:])
	}
	return all
}

var fullStop = pattern.Of(`[!?;\n…]+|\.+(?:\s|$)`)

// clauses cuts a message at its marks, and before "but". A question keeps its mark.
func clauses(message string) []string {
	return strings.FieldsFunc(opposing.Replace(" "+message+" "), func(r rune) bool { return strings.ContainsRune(",;.:!\n", r) })
}

var opposing = strings.NewReplacer(" mas ", ",", " but ", ",", " pero ", ",", " porém ", ",", "?", "?,")

// asks reports whether a text ends, or a clause has, a question.
func asks(text string) bool { return strings.Contains(text, "?") }

// sure and clear are scores of an act from which on it counts: if nothing speaks against
// it, and if something may.
const sure, clear = 0.5, 0.8

// score is how likely an act is meant, or 0.
func score(r understand.Reading, act string) float64 {
	if i := slices.IndexFunc(r.Acts, func(a understand.Act) bool { return a.Name == act }); i >= 0 {
		return r.Acts[i].Score
	}
	return 0
}
