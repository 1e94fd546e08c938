package concierge

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words/menu.txt
var menuText string

// uses is a word list: by the name of a use its words as they are written, their stems, and its phrases.
type uses struct{ words, stems, phrases map[string][]string }

// menuWords are the words of words/menu.txt.
var menuWords = sync.OnceValue(func() uses {
	all := uses{map[string][]string{}, map[string][]string{}, map[string][]string{}}
	for use, list := range wordfile.Entries(menuText) {
		for w := range strings.FieldsSeq(list) {
			if strings.Contains(w, "_") {
				all.phrases[use] = append(all.phrases[use], strings.ReplaceAll(w, "_", " "))
				continue
			}
			all.words[use], all.stems[use] = append(all.words[use], w), append(all.stems[use], lang.Stem(w))
		}
	}
	return all
})

const shortWord = 4

// clitics are pronouns at the end of a verb: "cámbiele", "tráeme".
var clitics = strings.Fields("me le les nos lo la los las selo mela")

// is reports whether a folded word is of a use. Short words are compared as they are: "com" is no form of "come".
func is(word, use string) bool {
	w := menuWords()
	if len(word) <= shortWord {
		return slices.Contains(w.words[use], word)
	}
	return slices.Contains(w.stems[use], lang.Stem(word)) || slices.ContainsFunc(clitics, func(pronoun string) bool {
		verb, ok := strings.CutSuffix(word, pronoun)
		return ok && len(verb) > shortWord && slices.Contains(w.words[use], verb)
	})
}

// isAny reports whether a folded word is of one of some uses.
func isAny(word string, uses ...string) bool {
	return slices.ContainsFunc(uses, func(use string) bool { return is(word, use) })
}

// says reports whether a text has a word or a phrase of one of some uses.
func says(text string, uses ...string) bool {
	folded := words(text)
	return slices.ContainsFunc(uses, func(use string) bool {
		return slices.ContainsFunc(strings.Fields(folded), func(w string) bool { return is(w, use) }) || hasPhrase(folded, use)
	})
}

func hasPhrase(folded, use string) bool {
	return slices.ContainsFunc(menuWords().phrases[use], func(p string) bool { return strings.Contains(folded, " "+p+" ") })
}

// kindSaid returns the first kind of a thing that a text names, by the lines "thing.kind" of words/menu.txt: "inn" is the lodging "pousada".
func kindSaid(text, thing string) string {
	for _, w := range spots(text) {
		for use := range menuWords().words {
			if kind, ok := strings.CutPrefix(use, thing+"."); ok && is(w.word, use) {
				return kind
			}
		}
	}
	return ""
}

// courseWords are the courses of a card, each a use.
var courseWords = strings.Fields("starter snack main side dessert drink beer breakfast")

// courseNamed returns the course that a word names, or "".
func courseNamed(word string) string {
	if slices.Contains(menuWords().words["brewhouse"], word) { // "cervejaria" is no cerveja
		return ""
	}
	if i := slices.IndexFunc(courseWords, func(c string) bool { return is(word, c) }); i >= 0 {
		return courseWords[i]
	}
	return ""
}

// spot is a folded word with its place in a text.
type spot struct {
	word     string
	from, to int
}

// spots cuts a text into words. A percentage keeps its mark, for it is no number of things.
func spots(text string) (all []spot) {
	for from, to := range lang.Words(text) {
		word := lang.Fold(text[from:to])
		if strings.HasPrefix(text[to:], "%") {
			word += "%"
		}
		all = append(all, spot{word, from, to})
	}
	return all
}

// numeral is a number of things, in figures or words; 0 is none.
func numeral(word string) int {
	switch word {
	case "um", "uma", "un", "una", "uno", "one", "an":
		return 1
	case "couple", "par", "pair", "casal":
		return 2
	}
	if n, ok := understand.Amount(word); ok && n >= 1 && n < 100 && n == float64(int(n)) && !strings.ContainsAny(word, "%$") {
		return int(n)
	}
	return 0
}

// bare is a sentence without the marks around it and the words that join it to the one before.
func bare(sentence string) string {
	all := strings.Fields(strings.Trim(sentence, " .,;:!?¿¡\n"))
	for len(all) > 1 && joining[lang.Fold(all[0])] {
		all = all[1:]
	}
	return strings.Join(all, " ")
}

var joining = lang.Set("e y and mas but pero ah oh entao then so pues aproveita alias btw che")

// vague reports whether words name no food: "principal", "cada um".
func vague(text string) bool {
	return !slices.ContainsFunc(spots(text), func(w spot) bool {
		return courseNamed(w.word) == "" && !isAny(w.word, "of", "this", "everyone", "one", "both", "own", "generic") && numeral(w.word) == 0
	})
}
