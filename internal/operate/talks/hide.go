package talks

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
)

// Hidden stands for what an owner is not shown without a reason.
const Hidden = "▒▒▒"

var sentence = regexp.MustCompile(`[^.!?;\n]+[.!?;\n]*\s*`)

// Hide takes names and health out of a conversation: sentences that say who must not have
// what, and, wherever they stand, the names and the foods that were told so. known are
// further words to hide, such as what the house remembers of the guest.
func Hide(said []thread.Message, known ...string) []thread.Message {
	private := stems(known...)
	for _, m := range said {
		if m.Role != thread.RoleUser {
			continue
		}
		for _, n := range understand.Needs(m.Text) {
			private = append(private, stems(n.What)...)
		}
		for _, s := range understand.Read(m.Text, understand.Before{}).Spans {
			if s.Kind == "name" {
				private = append(private, stems(s.Text)...)
			}
		}
		for from, to := range lang.Words(m.Text) { // a capital within a sentence, of a word that nobody knows
			first, _ := utf8.DecodeRuneInString(m.Text[from:])
			within := strings.TrimRight(m.Text[:from], " \"'“¿¡(-") == strings.TrimRight(m.Text[:from], " \"'“¿¡(-.!?;:\n") && from > 0
			if w := m.Text[from:to]; within && unicode.IsUpper(first) && w != strings.ToUpper(w) && !understand.IsWord(lang.Fold(w)) {
				private = append(private, stems(w)...)
			}
		}
	}
	hidden := make([]thread.Message, len(said))
	for i, m := range said {
		hidden[i] = m
		hidden[i].Text = sentence.ReplaceAllStringFunc(m.Text, func(s string) string {
			if len(understand.Needs(s)) > 0 {
				return Hidden + s[len(strings.TrimRight(s, " \n")):]
			}
			return hideWords(s, private)
		})
	}
	return hidden
}

// hideWords puts Hidden in the place of words with some stems.
func hideWords(text string, private []string) string {
	var b strings.Builder
	done := 0
	for from, to := range lang.Words(text) {
		if w := lang.Fold(text[from:to]); slices.Contains(private, lang.Stem(w)) {
			b.WriteString(text[done:from] + Hidden)
			done = to
		}
	}
	b.WriteString(text[done:])
	return b.String()
}

// stems are those of the words of some texts that are long enough to tell something.
func stems(texts ...string) (all []string) {
	for _, t := range texts {
		t = lang.Fold(t)
		for from, to := range lang.Words(t) {
			if to-from > 2 {
				all = append(all, lang.Stem(t[from:to]))
			}
		}
	}
	return all
}
