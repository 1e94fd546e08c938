package scrub

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// group is digits that stand together.
type group struct{ start, end int }

// number is some groups of a row that may be one number, as it was written.
type number struct {
	text       string
	start, end int
	last       int    // the index of its last group in the row
	digits     string // of all groups
	shape      string // with 0 for digits and the most telling sign of each gap: "(00) 00000-0000" is (00)00000-0000
	signs      signSet
}

// longest is the number of digits of the longest number there is to find, a card's.
const longest = 19

// signSet is the signs that stand in a number, or may.
type signSet uint16

// signs are all that may stand between two groups.
const (
	signs = " .-_~/\\,()"

	mostSigns, mostBlanks = 4, 12 // between two groups
)

func setOf(text string) (set signSet) {
	for i := range len(text) {
		set |= 1 << strings.IndexByte(signs, text[i])
	}
	return set
}

// Signs that may part the digits of a document or card wherever its writer
// likes, with and without slashes; and those of a telephone number.
var (
	anySign  = setOf(signs)
	loose    = setOf(" .-_~")
	slashed  = setOf(" .-_~/\\")
	commaed  = setOf(" .-_~/\\,")
	dialled  = setOf(" .-_~()")
	dashOnly = setOf("-")
)

// row reads the groups at i. A line break ends a row.
func row(s string, i int) (all []group) {
	for i < len(s) && isDigit(s[i]) {
		g := group{i, digitsEnd(s, i)}
		all = append(all, g)
		i = skip(s, g.end, signs, mostBlanks)
		if strings.Count(s[g.end:i], " ") < i-g.end-mostSigns {
			break
		}
	}
	return all
}

func digitsEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// from returns the numbers that begin with a group of a row, the longest first.
func from(text string, row []group, a int) (all []number) {
	var digits, shape strings.Builder
	n := number{text: text, start: row[a].start}
	for b := a; b < len(row) && digits.Len()+row[b].end-row[b].start <= longest; b++ {
		if b > a {
			gap := text[row[b-1].end:row[b].start]
			if b == a+1 && byteAt(text, n.start-1) == '(' && strings.Contains(gap, ")") {
				first := shape.String()
				shape.Reset()
				shape.WriteString("(" + first)
			}
			n.signs |= setOf(gap)
			shape.WriteByte(gap[max(0, strings.IndexAny(gap, ")-./"))])
		}
		digits.WriteString(text[row[b].start:row[b].end])
		shape.WriteString("0000000000000000000"[:row[b].end-row[b].start])
		n.digits, n.shape, n.end, n.last = digits.String(), shape.String(), row[b].end, b
		all = append(all, n)
	}
	slices.Reverse(all)
	return all
}

var (
	even       = pattern.Of(`^(?:0{4,}[^0])*0+$|^0(?:[^0]0)*$`)                     // other numbers in a row are seldom like that
	date       = pattern.Of(`^(?:00[^ 0]00[^ 0]0000|0000[^ 0]00[^ 0]00)(?:[^0]|$)`) // 28.07.2026
	pairs      = pattern.Of(`^00(?:[^0]00){5}|^0+\.0+$`)                            // 01 02 04 05 07 08, 529.98224725
	publicLine = pattern.Of(`^(?:0[3589]00|400[34]|3003|4020)`)
	years      = pattern.Of(`^0000.0000(?:19|20)\d\d(?:19|20)`) // 2019-2024
	thousands  = pattern.Of(`^0{1,3}(?:\.000)+$`)               // 12.345.678
)

func (n number) isEven() bool  { return even().MatchString(n.shape) }
func (n number) isDate() bool  { return date().MatchString(n.shape) }
func (n number) isPairs() bool { return pairs().MatchString(n.shape) }

// isPart reports whether a longer number goes on before or after it.
func (n number) isPart() bool {
	before, after := byteAt(n.text, n.start-1), byteAt(n.text, n.end)
	return before == '-' || before == '.' || (after == '-' || after == '.') && isDigit(byteAt(n.text, n.end+1))
}

// isCallable reports whether a number may be a person's: it is no public line, no span of years and no amount.
func (n number) isCallable() bool {
	return !publicLine().MatchString(n.digits) && !years().MatchString(n.shape+n.digits) && !thousands().MatchString(n.shape)
}

// numbers finds what is to be hidden in the row of groups at i, and returns its end.
func (s *scanner) numbers(i int) int {
	text := s.ahead()
	all := row(text, i)
	end := all[len(all)-1].end
	s.nth++
	c := s.context(i, end)
	for a := 0; a < len(all); a++ {
		if isFraction(text, all[a]) {
			continue
		}
		f, last := s.identify(from(text, all, a), c)
		if f.typ == "" || f.rank >= beyondDoubt && s.surerWithin(text, all[:last+1], a+1, c) {
			continue
		}
		s.add(f.typ, f.start, f.end)
		c, a = s.context(f.end, end), last
	}
	return end
}

// surerWithin reports whether a later group begins a number that is beyond
// doubt: in "mesa 12 529.982.247-25" the 12 is no part of it.
func (s *scanner) surerWithin(text string, row []group, a int, c context) bool {
	for ; a < len(row); a++ {
		for _, n := range from(text, row, a) {
			if slices.ContainsFunc(kinds[:beyondDoubt], func(k numeric) bool { return s.isOf(k, n, c) }) {
				return true
			}
		}
	}
	return false
}

// isFraction reports whether digits follow a decimal point: 0.4901161193847656.
func isFraction(text string, g group) bool {
	point := byteAt(text, g.start-1)
	return g.end-g.start >= 11 && (point == '.' || point == ',') && isDigit(byteAt(text, g.start-2))
}
