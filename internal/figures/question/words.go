package question

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words/*.txt
var wordFiles embed.FS

func wordFile(name string) string {
	b, err := wordFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// generalWords are those of any table, houseWords those of purchases too.
var (
	generalWords = sync.OnceValue(func() *lexicon { return newLexicon(wordFile("groups") + wordFile("general")) })
	houseWords   = sync.OnceValue(func() *lexicon {
		l := newLexicon(wordFile("groups") + wordFile("house") + wordFile("general"))
		l.conjugate(wordFile("verbs"))
		return l
	})
)

// lexicon is what words mean that do not depend on the table: the concepts of each form.
type lexicon struct {
	exact, loose map[string][]string // by a form, and by it without plural and gender
	groups       map[string][]string // by a concept
	longest      int                 // words of a form
}

// newLexicon reads "concepts: forms". A line "is group: concepts" adds the group to each of them.
func newLexicon(text string) *lexicon {
	l := &lexicon{exact: map[string][]string{}, loose: map[string][]string{}, groups: map[string][]string{}}
	for key, value := range wordfile.Entries(text) {
		if group, ok := strings.CutPrefix(key, "is "); ok {
			for c := range strings.FieldsSeq(value) {
				l.groups[c] = append(l.groups[c], group)
			}
			continue
		}
		for _, form := range wordfile.List(value) {
			l.add(form, strings.Fields(key))
		}
	}
	return l
}

// add adds a form, unless another line has it. What tells who did something counts only as it is
// written: "compro" is the guest's purchase, "compra" another's.
func (l *lexicon) add(form string, concepts []string) {
	if l.exact[form] != nil {
		return
	}
	for _, c := range concepts {
		concepts = append(concepts, l.groups[c]...)
	}
	l.exact[form] = concepts
	if key := loosely(form); l.loose[key] == nil && !slices.Contains(concepts, "own") && !slices.Contains(concepts, "plain") {
		l.loose[key] = concepts
	}
	l.longest = max(l.longest, strings.Count(form, " ")+1)
}

// loosely is a form without plural and gender.
func loosely(form string) string {
	words := strings.Fields(form)
	for i, w := range words {
		words[i] = lang.Same(w)
	}
	return strings.Join(words, " ")
}

// of returns the concepts of a form.
func (l *lexicon) of(form string) []string {
	if c := l.exact[form]; c != nil {
		return c
	}
	if c := l.loose[loosely(form)]; c != nil {
		return c
	}
	if one, ok := strings.CutSuffix(form, "es"); ok && len(one) > 4 && !slices.Contains(l.exact[one], "own") { // ciudades
		return l.exact[one]
	}
	return nil
}

// near returns the concepts of a word that is a slip of the finger away, if it can be no other.
func (l *lexicon) near(said string) (concepts []string) {
	if len(said) < 7 || len(said) > 20 { // batata is no slip for barata
		return nil
	}
	for form, c := range l.exact {
		if len(form) < 6 || form[0] != said[0] || strings.Contains(form, " ") || lang.Distance(said, form) > 1 {
			continue
		}
		if concepts != nil && !slices.Equal(c, concepts) || slices.Contains(c, "refused") {
			return nil
		}
		concepts = c
	}
	return concepts
}

// conjugate adds forms of verbs, in Portuguese and Spanish: "concepts of what somebody does: verbs".
// What the guest does is own besides.
func (l *lexicon) conjugate(text string) {
	ends := map[string][]string{}
	for key, value := range wordfile.Entries(text) {
		if kind, ok := strings.CutPrefix(key, "end "); ok {
			ends[kind] = strings.Fields(value)
			continue
		}
		concepts := strings.Fields(key)
		own := append(slices.Clone(concepts), "own")
		for verb := range strings.FieldsSeq(value) {
			stem, kind := verb[:len(verb)-2], "er"
			if strings.HasSuffix(verb, "ar") {
				kind = "ar"
			}
			for _, e := range ends[kind+" own"] {
				l.add(stem+e, own)
			}
			for _, e := range ends[kind] {
				l.add(stem+e, concepts)
			}
		}
	}
}

var digitsOf = pattern.Of(`^p?(\d+)(st|nd|rd|th|o|a|k|mil)?$`)

// numberIn reads a number in digits or as a word.
func numberIn(said string) (float64, bool) {
	if strings.ContainsAny(said, ".,") {
		return understand.Number(said)
	}
	if !strings.ContainsAny(said, "0123456789") {
		n, ok := understand.Amount(said)
		return n, ok && n > 1 && said != "dos"
	}
	m := digitsOf().FindStringSubmatch(said)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if m[2] == "k" || m[2] == "mil" {
		n *= 1000
	}
	return n, err == nil && n < 1e12
}
