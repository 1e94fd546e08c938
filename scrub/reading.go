package scrub

import (
	"unicode"
	"unicode/utf8"
)

// reading is a text as it is searched: each character in one byte of ASCII,
// without accents, digits and signs of all
// scripts as our own, and marks where something was found before.
type reading struct {
	text  string // the original
	plain string
	at    []int // where in the original each byte of plain begins, and where the last ends
}

// Signs of plain that stand for several of the original.
const (
	someSign   = '\x01' // one that means nothing
	arrow      = '\x02'
	someLetter = 'z' // of another alphabet
)

func read(text string, found []Finding) reading {
	plain, at := make([]byte, 0, len(text)), make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		if len(found) > 0 && found[0].Start == i {
			for _, b := range []byte(found[0].Type.Mark()) {
				plain, at = append(plain, b), append(at, i)
			}
			i, found = found[0].End, found[1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if b := plainOf(r); b != 0 {
			plain, at = append(plain, b), append(at, i)
		}
		i += size
	}
	return reading{text, string(plain), append(at, len(text))}
}

// original returns where in the text a piece of plain begins and ends. It takes
// in the whole of a mark that it touches.
func (t *reading) original(start, end int) (from, to int) {
	for end < len(t.plain) && t.at[end] == t.at[end-1] {
		end++
	}
	return t.at[start], t.at[end]
}

// accented reports whether the letter at i has an accent: "é" is not "e".
func (t *reading) accented(i int) bool { return t.text[t.at[i]] != t.plain[i] }

// alike are characters that are read as another.
var alike = func() map[rune]byte {
	all := map[rune]byte{}
	for sign, others := range map[byte]string{
		'-': "−⁃˗➖ー", '.': "·•․‧∙⋅・。｡", '/': "⁄∕", '"': "“”„«»", '\'': "‘’´", arrow: "→➡", '\n': "\r\u0085\u2028\u2029", ' ': "\t\u115f",
		'a': "àáâãäåæª", 'c': "ç", 'd': "ð", 'e': "èéêë", 'i': "ìíîï", 'n': "ñ", 'o': "òóôõöøº", 'p': "þ", 's': "ß", 'u': "ùúûü", 'y': "ýÿ",
		'A': "ÀÁÂÃÄÅÆ", 'C': "Ç", 'D': "Ð", 'E': "ÈÉÊË", 'I': "ÌÍÎÏ", 'N': "Ñ", 'O': "ÒÓÔÕÖØ", 'P': "Þ", 'U': "ÙÚÛÜ", 'Y': "Ý",
	} {
		for _, r := range others {
			all[r] = sign
		}
	}
	return all
}()

// plainOf returns a character in ASCII, 0 for an accent.
func plainOf(r rune) byte {
	if '！' <= r && r <= '～' { // full width
		r -= '！' - '!'
	}
	b, known := alike[r]
	switch {
	case known:
		return b
	case r < ' ' && r != '\n':
		return someSign
	case r < utf8.RuneSelf:
		return byte(r)
	case unicode.IsDigit(r):
		return decimal(r)
	case unicode.Is(unicode.M, r):
		return 0
	case unicode.IsLetter(r):
		return someLetter
	case unicode.IsSpace(r), unicode.In(r, unicode.Z, unicode.Cf):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	case unicode.Is(unicode.Sc, r):
		return '$'
	}
	return someSign
}

// decimal returns the ASCII digit of the same value: the digits of a script
// are in order, and those of several scripts may follow each other.
func decimal(r rune) byte {
	n := rune(0)
	for unicode.IsDigit(r - n - 1) {
		n++
	}
	return byte(n%10) + '0'
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isAlnum(b byte) bool  { return isLetter(b) || isDigit(b) }

// byteAt returns the byte at i of a text, and 0 beyond its ends.
func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

// isFree reports whether neither a letter nor a digit touches the piece of a text.
func isFree(s string, start, end int) bool {
	return !isAlnum(byteAt(s, start-1)) && !isAlnum(byteAt(s, end))
}
