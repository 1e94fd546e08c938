package scrub

import (
	"unicode"
	"unicode/utf8"
)

// maxDigits is the length of the longest number there is to find, a card's.
const maxDigits = 19

// gap is the set of separators between two groups of digits.
type gap uint8

const (
	space gap = 1 << iota // of any kind or width; a line break ends a number
	dot
	dash // of any length
	slash
	comma
	paren
	invisible // zero width

	// loose may part the digits of a document or card wherever its writer likes.
	loose = space | dot | dash | invisible
	// dialled may part those of a phone number.
	dialled = loose | paren
)

// run is a number as it was written: digits in groups, with what is between
// them. It holds the groups that end within maxDigits. One run is filled again
// and again: what is past the last group is old.
type run struct {
	digits [maxDigits]byte // ASCII, also when they were full-width
	groups [maxDigits]group
	k      int  // groups
	named  kind // the label that follows the number
}

type group struct {
	start, end int  // bytes
	sum        int8 // digits up to its end
	gap        gap  // before it
	gaps       gap  // all gaps from the first group to it
}

// sum returns how many digits the first g groups have.
func (r *run) sum(g int) int { return int(r.groups[g-1].sum) }

// len returns how many digits group g has, from 0.
func (r *run) len(g int) int {
	if g == 0 {
		return r.sum(1)
	}
	return r.sum(g+1) - r.sum(g)
}

// shape reports whether the first groups have these lengths.
func (r *run) shape(lens ...int) bool {
	if r.k < len(lens) {
		return false
	}
	for g, n := range lens {
		if r.len(g) != n {
			return false
		}
	}
	return true
}

// longest returns the greatest number of groups that have least to most digits
// together and only such gaps between them, or 0.
func (r *run) longest(least, most int, allowed gap) int {
	for g := r.k; g > 0; g-- {
		if n := r.sum(g); n >= least && n <= most && r.groups[g-1].gaps&^allowed == 0 {
			return g
		}
	}
	return 0
}

// exactly is longest for one number of digits.
func (r *run) exactly(n int, allowed gap) int { return r.longest(n, n, allowed) }

// collect reads the number at i; with letters, also those of a CNPJ, as
// capitals.
func (r *run) collect(s string, i int, letters bool) {
	n := 0
	for r.k = 0; r.k < len(r.groups); r.k++ {
		g := group{start: i}
		if r.k > 0 {
			g.gap, g.start = readGap(s, i)
			g.gaps = r.groups[r.k-1].gaps | g.gap
		}
		for i = g.start; ; n++ {
			d, size := symbol(s, i, letters)
			if size == 0 {
				break
			}
			if n == len(r.digits) {
				return
			}
			r.digits[n] = d
			i += size
		}
		if i == g.start {
			return
		}
		g.end, g.sum = i, int8(n)
		r.groups[r.k] = g
	}
}

// readGap reads the separators at i. Where they are too many to be within one
// number, the place it returns is no digit's.
func readGap(s string, i int) (all gap, end int) {
	const most, mostSeen = 12, 4
	for n, seen := 0, 0; i < len(s) && n < most; n++ {
		g, size := separator(s, i)
		if g != invisible {
			seen++
		}
		if g == 0 || seen > mostSeen {
			break
		}
		all |= g
		i += size
	}
	return all, i
}

func separator(s string, i int) (gap, int) {
	r, size := rune(s[i]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(s[i:])
	}
	switch narrow(r) {
	case '\n', '\r', '\u0085', '\u2028', '\u2029':
		return 0, size
	case ' ', '\t', '\u00a0':
		return space, size
	case '.', '·', '•', '․', '‧', '∙', '⋅', '・', '。', '｡':
		return dot, size
	case '-', '_', '~', '–', '—', '−', '⁃', '˗', '➖', 'ー':
		return dash, size
	case '/', '\\', '⁄', '∕':
		return slash, size
	case ',':
		return comma, size
	case '(', ')':
		return paren, size
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u034f', '\u115f', '\ufe0f', '\u20e3':
		return invisible, size
	}
	switch {
	case r < utf8.RuneSelf:
		return 0, size
	case unicode.IsSpace(r) || unicode.Is(unicode.Z, r):
		return space, size
	case unicode.Is(unicode.Pd, r):
		return dash, size
	case unicode.Is(unicode.Cf, r):
		return invisible, size
	}
	return 0, size
}

// narrow returns the ASCII form of a full-width character.
func narrow(r rune) rune {
	if '！' <= r && r <= '～' {
		return r - '！' + '!'
	}
	return r
}

// symbol returns the digit at i, or the letter, and its size in bytes, 0 when
// there is none. Digits of all scripts count.
func symbol(s string, i int, letters bool) (byte, int) {
	if i >= len(s) {
		return 0, 0
	}
	b, size := s[i], 1
	if b >= utf8.RuneSelf {
		var r rune
		r, size = utf8.DecodeRuneInString(s[i:])
		if n := narrow(r); n < utf8.RuneSelf {
			b = byte(n)
		} else if unicode.IsDigit(r) {
			b = decimal(r)
		}
	}
	switch {
	case isDigit(b):
		return b, size
	case letters && isLetter(b):
		return b &^ 0x20, size
	default:
		return 0, 0
	}
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

func skipDigits(s string, i int) int {
	for {
		_, size := symbol(s, i, false)
		if size == 0 {
			return i
		}
		i += size
	}
}

// longCodes are the forms of numbers whose parts may look like cards or CPFs:
// the keys of electronic invoices, where 55, 57 or 65 is the kind of invoice,
// payment slips with and without dots, and court cases.
var longCodes = []string{
	"#### #### #### #### #### 55## #### #### #### #### ####",
	"#### #### #### #### #### 57## #### #### #### #### ####",
	"#### #### #### #### #### 65## #### #### #### #### ####",
	"#####.##### #####.###### #####.###### # ##############",
	"########## ########### ########### # ##############",
	"###########-# ###########-# ###########-# ###########-#",
	"#######-##.####.#.##.####",
}

// longCode returns the end of the long code that starts at i, or i.
func longCode(s string, i int) int {
	for _, code := range longCodes {
		n := 0
		for n < len(code) && i+n < len(s) && (code[n] == s[i+n] || code[n] == '#' && isDigit(s[i+n])) {
			n++
		}
		if n == len(code) && (i+n == len(s) || !isDigit(s[i+n])) {
			return i + n
		}
	}
	return i
}
