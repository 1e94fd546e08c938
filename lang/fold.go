package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold makes spellings of the same words equal: lower case, accents removed
// from Latin letters, everything that is neither letter nor digit a space, and
// one space between words. Folding twice is folding once.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		case 'A' <= r && r <= 'Z':
			r += 'a' - 'A'
		case r < utf8.RuneSelf:
			gap = true
			continue
		case unicode.Is(unicode.Mn, r) || r == '\u200d' || r == '\u00ad':
			continue // an accent of its own, a joiner, a soft hyphen: inside a word
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			r = unicode.ToLower(r)
		default: // also utf8.RuneError
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
		} else {
			writePlain(&b, r)
		}
	}
	return b.String()
}

// plain has the letter under the accent for U+00E0 to U+017F, one byte each;
// a dot where there is none, or where it takes two letters.
const plain = "aaaaaa.ceeeeiiiidnooooo.ouuuuy.y" +
	"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllllllllll" +
	"nnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"

func writePlain(b *strings.Builder, r rune) {
	switch r {
	case 'æ':
		b.WriteString("ae")
	case 'œ':
		b.WriteString("oe")
	case 'ß':
		b.WriteString("ss")
	case 'ĳ':
		b.WriteString("ij")
	case 'ª':
		b.WriteByte('a')
	case 'º':
		b.WriteByte('o')
	default:
		if i := int(r) - 0xe0; i >= 0 && i < len(plain) && plain[i] != '.' {
			b.WriteByte(plain[i])
		} else {
			b.WriteRune(r)
		}
	}
}

// Squeeze shortens every letter drawn out over three or more places to one:
// "oiiii" is "oi", but "hello" stays. It expects folded text.
func Squeeze(folded string) string {
	const drawn = 3
	var b strings.Builder
	for i := 0; i < len(folded); {
		n := 1
		for i+n < len(folded) && folded[i+n] == folded[i] {
			n++
		}
		if n >= drawn && isLower(folded[i]) {
			b.WriteByte(folded[i])
		} else {
			b.WriteString(folded[i : i+n])
		}
		i += n
	}
	return b.String()
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
