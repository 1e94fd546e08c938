package table

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// isMissing reports whether a value, without space around it, says that there
// is none.
func isMissing(b []byte) bool { return len(b) <= 4 && missing[string(b)] }

var missing = func() map[string]bool {
	all := map[string]bool{"": true, "NaN": true, "Null": true, "Na": true}
	for _, said := range strings.Fields("- -- — ? na n/a #n/a nan null") {
		all[said], all[strings.ToUpper(said)] = true, true
	}
	return all
}()

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

// wholes are the digits before a decimal mark, in groups or not.
const wholes = `(\d+|\d{1,3}(?:GROUP\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+|\d{1,3}(?:\x{a0}\d{3})+)?`

// numbers are those with a decimal point, and with a decimal comma.
var numbers = map[bool]*regexp.Regexp{
	false: regexp.MustCompile(`^` + strings.Replace(wholes, "GROUP", ",", 1) + `(\.\d*)?([eE][-+]?\d+)?$`),
	true:  regexp.MustCompile(`^` + strings.Replace(wholes, "GROUP", `\.`, 1) + `(,\d*)?([eE][-+]?\d+)?$`),
}

// digits reads a number without sign and unit.
func (n numeral) digits(b []byte) (float64, bool) {
	if len(b) == 0 || len(b) > 100 || b[0] > '9' {
		return 0, false
	}
	s := string(b)
	if !n.comma && s[0] != '0' && len(s) < 16 && strings.Trim(s, "0123456789.") == "" { // as most are
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			return v, true
		}
	}
	m := numbers[n.comma].FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	whole := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, m[1])
	decimals, exponent := strings.Replace(m[2], ",", ".", 1), m[3]
	switch {
	case whole == "" && (len(decimals) < 2 || exponent != ""):
		return 0, false
	case !n.loose && (len(whole) > 15 && decimals == "" && exponent == "" || len(whole) > 1 && whole[0] == '0'):
		return 0, false
	}
	v, err := strconv.ParseFloat(whole+decimals+exponent, 64)
	return v, err == nil && !math.IsInf(v, 0)
}
