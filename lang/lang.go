// Package lang knows the three languages a guest may write in: [Detect] tells
// which one a short message is in, and [Fold] makes its words comparable
// however they are spelt.
//
// Detection counts telling words and spellings, typed in for short messages at
// a table or a desk: it is no judge of long texts or of other languages.
package lang

import (
	"strings"
	"unicode"
)

// Language is one of the languages a guest is answered in, by its ISO 639-1
// code. The empty Language is one that is not known.
type Language string

// The languages of the house.
const (
	Portuguese Language = "pt"
	English    Language = "en"
	Spanish    Language = "es"
)

// Parse returns the language of a code such as "pt", "pt-BR" or "EN_us", and
// false for one that the house does not speak.
func Parse(code string) (Language, bool) {
	code, _, _ = strings.Cut(strings.ReplaceAll(code, "_", "-"), "-")
	switch l := Language(strings.ToLower(strings.TrimSpace(code))); l {
	case Portuguese, English, Spanish:
		return l, true
	default:
		return "", false
	}
}

// English returns the name of a language for prompts, which are in English: Portuguese, the
// house's own, if it does not speak it.
func (l Language) English() string {
	switch l {
	case English:
		return "English"
	case Spanish:
		return "Spanish"
	}
	return "Portuguese"
}

// detectBytes is how much of a message Detect reads: a language shows early,
// and a guest may paste a book.
const detectBytes = 2000

// The least evidence that counts: one word that a neighbouring language might
// have too is not enough, two of them are. With no word we know, a spelling
// must be unmistakable: "rock" is said everywhere, "informação" is not.
const (
	enough       = 2
	enoughByForm = 3
)

// Detect tells which language a short message is in. It is false when that
// cannot be told: "ok", "?", a number, a name, or words that two of the
// languages share.
func Detect(text string) (Language, bool) {
	if len(text) > detectBytes {
		text = text[:detectBytes]
	}
	var sum score
	least := enoughByForm
	if strings.ContainsAny(text, "¿¡") {
		sum.es += 3
	}
	for field := range strings.FieldsSeq(text) {
		if strings.Contains(field, "://") || strings.ContainsAny(field, "@<>") {
			continue // an address or markup says nothing of who sent it
		}
		for word := range strings.FieldsFuncSeq(field, notInWord) {
			s, known := scoreOf(word)
			sum.add(s)
			if known {
				least = enough
			}
		}
	}
	if d := sum.pt - sum.es; sum.pt > 2*enoughByForm && (d == 1 || d == -1) && sum.en < sum.pt {
		return "", false // many words of both, and one that is of either
	}
	switch {
	case sum.pt >= least && sum.pt > max(sum.en, sum.es):
		return Portuguese, true
	case sum.en >= least && sum.en > max(sum.pt, sum.es):
		return English, true
	case sum.es >= least && sum.es > max(sum.pt, sum.en):
		return Spanish, true
	default:
		return "", false
	}
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) }

// score is evidence for each language.
type score struct{ pt, en, es int }

func (s *score) add(o score) { s.pt, s.en, s.es = s.pt+o.pt, s.en+o.en, s.es+o.es }

// scoreOf weighs one word: by its accents when they decide ("é", "qué"), by
// the word, or by how it is spelt when it is not a word we know.
func scoreOf(word string) (s score, known bool) {
	key := Fold(word)
	if len(key) != len(word) { // some of it was not ASCII
		if s, ok := weights().accented[strings.ToLower(word)]; ok {
			return s, true
		}
		if len(key) == 1 {
			return score{}, false
		}
	}
	if strings.ContainsAny(word, "ãõçêôâ") && key[0] == word[0] && 'a' <= key[0] && word[0] >= 'a' { // but not São
		return score{pt: 3}, true
	}
	if s, ok := weights().words[key]; ok {
		return s, true
	}
	if s, ok := weights().words[Squeeze(key)]; ok {
		return s, true
	}
	if strings.Trim(key, "k") == "" && len(key) > 2 {
		return score{pt: 3}, true // so laughs a Brazilian
	}
	s = spelling(word, key)
	if first := word[0]; 'A' <= first && first <= 'Z' {
		s = score{s.pt / 2, s.en / 2, s.es / 2} // João and Begoña may speak anything
	}
	return s, false
}

// spelling weighs a word we do not know: of all that is telling in it, the
// heaviest for each language.
func spelling(word, key string) score {
	var best score
	weigh := func(word string, patterns []pattern) {
		for i := range patterns {
			if p := &patterns[i]; p.fits(word) {
				best = score{max(best.pt, p.pt), max(best.en, p.en), max(best.es, p.es)}
			}
		}
	}
	if len(key) != len(word) {
		weigh(word, weights().letters)
	}
	if len(key) >= 4 {
		weigh(key, weights().parts)
	}
	return best
}
