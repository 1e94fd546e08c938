package concierge

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

//go:embed words/menu.txt
var menuText string

// menuWords are the stems of words/menu.txt by their use, and the words behind "=".
var menuWords = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for use, list := range wordfile.Entries(menuText) {
		for w := range strings.FieldsSeq(list) {
			if strings.Contains(w, "_") { // words that stand together
				all["_"+use] = append(all["_"+use], strings.ReplaceAll(w, "_", " "))
				continue
			}
			if thing, kind, of := strings.Cut(use, "."); of {
				all[thing+" "+lang.Stem(w)] = []string{kind}
			}
			all[use], all["="+use] = append(all[use], lang.Stem(w)), append(all["="+use], w)
		}
	}
	return all
})

// is reports whether a folded word is of a use. Short words are compared as they are: "com" is no form of "come".
func is(word, use string) bool {
	if len(word) <= shortWord {
		return slices.Contains(menuWords()["="+use], word)
	}
	if slices.Contains(menuWords()[use], lang.Stem(word)) {
		return true
	}
	for _, pronoun := range clitics {
		if verb, ok := strings.CutSuffix(word, pronoun); ok && len(verb) > shortWord && slices.Contains(menuWords()["="+use], verb) {
			return true
		}
	}
	return false
}

// kindOf returns which kind of a thing a word names, by the lines "thing.kind" of words/menu.txt: "inn" is the lodging "pousada".
func kindOf(thing, word string) string {
	return strings.Join(menuWords()[thing+" "+lang.Stem(word)], "")
}

// kindSaid is the first kind of a thing that a message names.
func (a asked) kindSaid(thing string) (kind string) {
	for _, w := range spots(a.text) {
		kind = cmp.Or(kind, kindOf(thing, w.word))
	}
	return kind
}

// clitics are pronouns at the end of a verb: "cámbiele", "tráeme".
var clitics = strings.Fields("me le les nos lo la los las selo mela")

const shortWord = 4

// says reports whether a message has a word of a use.
func (a asked) says(use string) bool {
	for w := range strings.FieldsSeq(words(a.text)) {
		if is(w, use) {
			return true
		}
	}
	return a.hasPhrase(use)
}

// saysJust reports whether a message has a word of a use as it is written: "cerveja" is no "cervejaria".
func (a asked) saysJust(use string) bool {
	return slices.ContainsFunc(spots(a.text), func(w spot) bool { return slices.Contains(menuWords()["="+use], w.word) })
}

// count is how many words of a message are of a use.
func (a asked) count(use string) (n int) {
	for _, w := range spots(a.text) {
		if is(w.word, use) {
			n++
		}
	}
	return n
}

// hasPhrase reports whether a message has several words of a use that stand together.
func (a asked) hasPhrase(use string) bool {
	text := words(a.text)
	return slices.ContainsFunc(menuWords()["_"+use], func(phrase string) bool { return strings.Contains(text, " "+phrase+" ") })
}

// near reports whether a word of a use is among the last n before a place.
func (a asked) near(at, n int, use string) bool {
	before := spots(a.text[:at])
	return slices.ContainsFunc(before[max(0, len(before)-n):], func(w spot) bool { return is(w.word, use) })
}

// spot is a folded word with its place in a text.
type spot struct {
	word     string
	from, to int
}

// spots cuts a text into words.
func spots(text string) (all []spot) {
	for from, to := range lang.Words(text) {
		word := lang.Fold(text[from:to])
		if strings.HasPrefix(text[to:], "%") {
			word += "%" // no number of things
		}
		all = append(all, spot{word, from, to})
	}
	return all
}

// joinWords puts folded words together.
func joinWords(words []spot) string {
	var all []string
	for _, w := range words {
		all = append(all, w.word)
	}
	return strings.Join(all, " ")
}

// wordBehind is the first word behind a place of a text.
func wordBehind(text string, at int) string {
	if all := spots(text[min(at, len(text)):]); len(all) > 0 {
		return all[0].word
	}
	return ""
}

// numeral is a number of things, in figures or words; 0 is none.
func numeral(word string) int {
	switch lang.Fold(word) {
	case "um", "uma", "un", "una", "uno", "one", "a", "an":
		return 1
	case "couple", "par", "pair", "casal":
		return 2
	}
	if n, ok := understand.Amount(word); ok && n >= 1 && n < 100 && !strings.ContainsAny(word, "%$") {
		return int(n)
	}
	return 0
}

// times is how many, behind a thing: "mate x2".
var times = pattern.Of(`^\s*(?:\(\s*)?[x×](\d+)\b`)

// mentions are where a text names dishes of the card.
func (a asked) mentions(text string) []scene.Mention {
	if a.onCard == nil || text == "" {
		return nil
	}
	return a.onCard(text)
}

// saidBefore is what the guest said before this message.
func (a asked) saidBefore() string {
	if n := len(a.at.Said); n > 0 {
		return a.at.Said[n-1]
	}
	return ""
}
