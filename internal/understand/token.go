package understand

import (
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// token is a word, a number or a mark of a message.
type token struct {
	from, to int    // in the message, in bytes
	word     string // folded; a mark as it is
	stem     string
	shape    shape
	cues     []uint32  // what is known of it: concepts, kinds, a place
	means    []meaning // of the longest form it stands in, then its own
}

type shape uint8

const (
	word    shape = iota // coentro
	capital              // Ana, at whatever place
	caps                 // IPA
	number               // 1.200,50
	mark                 // , ? $
)

// maxTokens bounds what is read of a message.
const maxTokens = 400

// tokens cuts a message: letters that stand together are a word, digits a number
// with the points and commas between them, anything else a mark of its own.
func tokens(text string) []token {
	var all []token
	for i := 0; i < len(text) && len(all) < maxTokens; {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r), joins(text, i, r, n):
			i += n
		case unicode.IsDigit(r):
			end := numberEnd(text, i)
			all = append(all, token{from: i, to: end, word: text[i:end], stem: text[i:end], shape: number})
			i = end
		case unicode.IsLetter(r):
			end, upper, lower := i, 0, 0
			for end < len(text) {
				r, n := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsLetter(r) && !unicode.IsMark(r) {
					break
				}
				if unicode.IsUpper(r) {
					upper++
				} else {
					lower++
				}
				end += n
			}
			t := token{from: i, to: end, word: lang.Squeeze(lang.Fold(text[i:end]))}
			t.stem = lang.Stem(t.word)
			switch {
			case upper > 1 && lower == 0:
				t.shape = caps
			case unicode.IsUpper(r):
				t.shape = capital
			}
			all = append(all, t)
			i = end
		default:
			all = append(all, token{from: i, to: i + n, word: text[i : i+n], stem: text[i : i+n], shape: mark})
			i += n
		}
	}
	for i := 1; i < len(all); i++ {
		if all[i-1].word == "num" && afterNum[all[i].word] { // "ele num come": as many people say "não"
			all[i-1].word, all[i-1].stem = "nao", lang.Stem("nao")
		}
	}
	return all
}

// afterNum are the verbs before which the Portuguese "num" is a no, and not "in a".
var afterNum = lang.Set("come como comem comemos comia pode posso podem podemos podia gosta gosto gostam gostamos bebe bebo bebem bebemos toma tomo tomam tomamos quer quero querem " +
	"queremos queria tem tenho temos eh ta to tava sei sabe precisa preciso vai vou leva levam aguenta aguento tolera tolero consegue consigo suporta suporto curte curto faz")

// joins reports whether a mark stands between letters and parts no words: "don't"
// is don and t, as in the thesaurus, which is folded.
func joins(text string, i int, r rune, n int) bool {
	if r != '\'' && r != '\u2019' && r != '-' {
		return false
	}
	prev, _ := utf8.DecodeLastRuneInString(text[:i])
	next, _ := utf8.DecodeRuneInString(text[i+n:])
	return unicode.IsLetter(prev) && unicode.IsLetter(next)
}

// numberEnd returns where the number that begins at i ends.
func numberEnd(text string, i int) int {
	digit := func(k int) bool { return k < len(text) && '0' <= text[k] && text[k] <= '9' }
	_, n := utf8.DecodeRuneInString(text[i:])
	for i += n; digit(i) || i < len(text) && (text[i] == '.' || text[i] == ',') && digit(i+1); {
		i++
	}
	return i
}
