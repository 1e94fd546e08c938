package understand

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed states.txt
var statesText string

// limits are what states ask of what somebody has, by concept, in the three languages.
var limits = sync.OnceValue(func() map[uint32][]string {
	all := map[uint32][]string{}
	for concepts, texts := range wordfile.Entries(statesText) {
		said := strings.Split(texts, " | ")
		for c := range strings.FieldsSeq(concepts) {
			all[hash(c)] = said
		}
	}
	return all
})

// IsState reports whether words say how somebody is or eats ("grávida", "celíaca", "em tratamento"), and name no food:
// nobody goes without "grávida".
func IsState(text string) bool {
	all := tokens(text)
	means := sensesOf(all)
	food := slices.ContainsFunc(means, isFood) && !slices.ContainsFunc(words().of(phrase(all)), isState) // "açúcar no sangue"
	return !food && slices.ContainsFunc(means, isState)
}

// isState reports whether a meaning is a state or an illness of somebody, isFood whether it is something to eat.
func isState(m meaning) bool {
	c := cluesOf(m)
	return slices.Contains(c, "state") || slices.Contains(c, "ill")
}

func isFood(m meaning) bool { return m.class == classAllergen || m.class == classFoodGroup }

// IsObject reports whether words may name what somebody does without: not a person, a verb, a pronoun or a word such as
// "everything".
func IsObject(words string) bool {
	h := hear(words, nil)
	return slices.ContainsFunc(h.things, func(t thing) bool { return !h.is(t.from, "kin") && !h.empty(&t) }) ||
		slices.ContainsFunc(h.tokens, func(t token) bool {
			means := clues().forms[t.word]
			return t.shape != mark && (len(means) == 0 || slices.Contains(means, "drinks") && !slices.Contains(means, "drink")) // "vinho"
		})
}

// Limit returns what a state asks of what somebody has, in a language: "pouco sal" of "hipertensa". It is "" of what is no
// state, and of one that says so itself.
func Limit(words string, l lang.Language) string {
	at := slices.Index([]lang.Language{lang.Portuguese, lang.English, lang.Spanish}, l)
	if at < 0 || !IsState(words) {
		return ""
	}
	for _, m := range sensesOf(tokens(words)) {
		if said := limits()[m.concept]; len(said) > at && !strings.Contains(lang.Fold(words), lang.Fold(said[at])) {
			return said[at]
		}
	}
	return ""
}

// Alike reports whether two needs are the same word, or of one concept: "celíaca", "coeliac".
func Alike(a, b string) bool {
	others := sensesOf(tokens(b))
	return lang.Same(lang.Fold(a)) == lang.Same(lang.Fold(b)) || slices.ContainsFunc(sensesOf(tokens(a)), func(m meaning) bool {
		return slices.ContainsFunc(others, func(o meaning) bool { return o.concept == m.concept })
	})
}

// sensesOf returns what the thesaurus knows of all forms in some words.
func sensesOf(all []token) (found []meaning) {
	eachForm(all, func(_, _ int, _ string, means []meaning) { found = append(found, means...) })
	return found
}

// eachForm calls do for all tokens in a row that may be a form of the thesaurus, with what it knows of them.
func eachForm(all []token, do func(from, size int, form string, means []meaning)) {
	for i := range all {
		for size := 1; size <= min(longestForm, len(all)-i); size++ {
			form := phrase(all[i : i+size])
			do(i, size, form, words().of(form))
		}
	}
}
