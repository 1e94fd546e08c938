package table

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
)

// isMissing reports whether a value, without space around it, says that there
// is none.
func isMissing(b []byte) bool {
	switch len(b) {
	case 0:
		return true
	case 1:
		return b[0] == '-' || b[0] == '?'
	case 2, 3, 4:
		switch {
		case '0' <= b[0] && b[0] <= '9':
			return false
		case string(b) == "--" || string(b) == "—":
			return true
		}
		return slices.ContainsFunc(noValue, func(word []byte) bool { return bytes.EqualFold(b, word) })
	}
	return false
}

// noValue are words for what is missing.
var noValue = [][]byte{[]byte("na"), []byte("n/a"), []byte("#n/a"), []byte("nan"), []byte("null")}

// parseBool reads a yes or a no. Single letters are those that are no
// abbreviation of much else: F is also female.
func parseBool(b []byte) (value, ok bool) {
	if len(b) > len("verdadeiro") {
		return false, false
	}
	switch strings.ToLower(string(b)) {
	case "sim", "s", "yes", "y", "true", "verdadeiro", "sí", "verdadero":
		return true, true
	case "não", "nao", "n", "no", "false", "falso":
		return false, true
	}
	return false, false
}

// units are what numbers are written with, before or after them, and the unit
// that means. Longer ones come before those they contain.
var units = []struct{ written, unit string }{
	{"R$", "R$"},
	{"US$", "US$"},
	{"$", "$"},
	{"€", "€"},
	{"£", "£"},
	{"¥", "¥"},
	{"%", "%"},
	{"BRL", "R$"},
	{"USD", "US$"},
	{"EUR", "€"},
	{"GBP", "£"},
}

// numeral is how the numbers of a column are written.
type numeral struct {
	comma bool // 1.234,56 and not 1,234.56
	loose bool // a person said these are numbers: 007 and 20-digit codes too
}

// parse reads a number, and the unit it is written with. A number in
// parentheses is negative, as bookkeepers write it. 12% is 12, in %.
//
// What has a leading zero or more than 15 digits before its decimal mark is
// the number of a thing and not a quantity, unless n is loose.
func (n numeral) parse(b []byte) (v float64, unit string, ok bool) {
	negative := false
	if len(b) > 2 && b[0] == '(' && b[len(b)-1] == ')' {
		b, negative = bytes.TrimSpace(b[1:len(b)-1]), true
	}
	b, minus := cutSign(b)
	if len(b) == 0 {
		return 0, "", false
	}
	if !isDigit(b[0]) || !isDigit(b[len(b)-1]) {
		b, unit = cutUnit(b)
		if !minus {
			b, minus = cutSign(b)
		}
	}
	if v, ok = n.digits(b); !ok {
		return 0, "", false
	}
	if negative != minus {
		v = -v
	}
	return v, unit, true
}

// read is parse, but a number that can only be meant with the other decimal
// mark is read with that one: people and programs write into the same column.
func (n numeral) read(b []byte) (v float64, unit string, ok bool) {
	if v, unit, ok = n.parse(b); ok {
		return v, unit, ok
	}
	n.comma = !n.comma
	return n.parse(b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func cutSign(b []byte) (rest []byte, minus bool) {
	if rest, minus = bytes.CutPrefix(b, []byte("−")); minus {
		return bytes.TrimSpace(rest), true
	}
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		return bytes.TrimSpace(b[1:]), b[0] == '-'
	}
	return b, false
}

func cutUnit(b []byte) (rest []byte, unit string) {
	for _, u := range units {
		if rest, ok := bytes.CutPrefix(b, []byte(u.written)); ok {
			return bytes.TrimSpace(rest), u.unit
		}
		if rest, ok := bytes.CutSuffix(b, []byte(u.written)); ok {
			return bytes.TrimSpace(rest), u.unit
		}
	}
	return b, ""
}

// pow10 are those that a float64 holds exactly.
var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// digits reads a number without sign and unit.
func (n numeral) digits(b []byte) (float64, bool) {
	point, group := byte('.'), byte(',')
	if n.comma {
		point, group = group, point
	}
	var (
		mantissa uint64
		whole    = 0  // digits before the decimal mark
		decimals = -1 // after it; -1 when there is none
		grouped  = -1 // digits since the last group mark; -1 when there is none
		space    byte // the group mark, when it is not group
	)
	if len(b) > 100 {
		return 0, false
	}
	exponent := len(b)
scan:
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case isDigit(c):
			if whole+max(decimals, 0) < 18 {
				mantissa = mantissa*10 + uint64(c-'0')
			}
			if decimals >= 0 {
				decimals++
				continue
			}
			whole++
			if grouped >= 0 {
				grouped++
			}
		case c == point && decimals < 0 && (grouped < 0 || grouped == 3):
			decimals = 0
		case c == 0xc2 && i+1 < len(b) && b[i+1] == 0xa0: // a space that does not break
			continue
		case (c == group || c == ' ' || c == '\'' || c == 0xa0) && decimals < 0 && whole > 0 && (grouped == 3 || grouped < 0 && whole <= 3) && (grouped < 0 || c == space):
			grouped, space = 0, c
		case (c == 'e' || c == 'E') && whole > 0:
			exponent = i
			break scan
		default:
			return 0, false
		}
	}
	switch {
	case whole == 0 && decimals <= 0, grouped >= 0 && grouped != 3:
		return 0, false
	case !n.loose && (whole > 15 && decimals < 0 && exponent == len(b) || whole > 1 && b[0] == '0'):
		return 0, false
	case exponent == len(b) && whole+max(decimals, 0) <= 15:
		return float64(mantissa) / pow10[max(decimals, 0)], true
	}
	return parseLong(b, point, exponent)
}

// parseLong reads a number that digits has found well-formed up to its
// exponent.
func parseLong(b []byte, point byte, exponent int) (float64, bool) {
	plain := make([]byte, 0, len(b))
	for i, c := range b {
		switch {
		case i >= exponent, isDigit(c):
			plain = append(plain, c)
		case c == point:
			plain = append(plain, '.')
		}
	}
	v, err := strconv.ParseFloat(string(plain), 64)
	return v, err == nil && !math.IsInf(v, 0)
}
