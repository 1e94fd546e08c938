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
		said := strings.Split(texts, "|")
		for i := range said {
			said[i] = strings.TrimSpace(said[i])
		}
		for c := range strings.FieldsSeq(concepts) {
			all[hash(c)] = said
		}
	}
	return all
})

// IsState reports whether words say how somebody is or eats ("grávida", "celíaca", "em
// tratamento"), and name no food: nobody goes without "grávida".
func IsState(text string) bool {
	all := tokens(text)
	if isStateForm(phrase(all)) {
		return true // "açúcar no sangue"
	}
	state, food := false, false
	for _, m := range sensesOf(all) {
		r := roleOf(m)
		state = state || r&stateOrIll != 0
		food = food || m.class == classAllergen || m.class == classFoodGroup
	}
	return state && !food
}

func isStateForm(form string) bool {
	known := words()
	return slices.ContainsFunc(known.of(form), func(m meaning) bool { return roleOf(m)&stateOrIll != 0 })
}

// IsObject reports whether words may name what somebody does without: not a person, a
// verb, a pronoun or a word such as "everything".
func IsObject(words string) bool {
	h := hear(words, nil)
	for i := range h.tokens {
		w := h.tokens[i].word
		if t := h.thingAt(i); t != nil && h.has[i]&kin == 0 && !h.empty(t) {
			return true
		}
		if h.tokens[i].shape != mark && !h.isKin(i) && !owning[w] && !determining[w] && !vague[w] && !eating[w] && !pronouns[w] && !first[w] && !third[w] && !linking[w] && !counting[w] {
			return true
		}
	}
	return false
}

const stateOrIll = state | ill

// Limit returns what a state asks of what somebody has, in a language: "pouco sal" of
// "hipertensa". It is "" of what is no state, and of one that says so itself.
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
	if lang.Same(lang.Fold(a)) == lang.Same(lang.Fold(b)) {
		return true
	}
	others := sensesOf(tokens(b))
	return slices.ContainsFunc(sensesOf(tokens(a)), func(m meaning) bool {
		return slices.ContainsFunc(others, func(o meaning) bool { return o.concept == m.concept })
	})
}

// sensesOf returns what the thesaurus knows of all forms in some words.
func sensesOf(all []token) (found []meaning) {
	known, said := words(), phrasesOf(all)
	for i := range all {
		for size := min(longestForm, len(all)-i); size > 0; size-- {
			form := said.of(i, i+size)
			found = append(append(found, known.of(form)...), known.otherwise(form)...)
		}
	}
	return found
}
