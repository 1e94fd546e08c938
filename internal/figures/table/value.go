package table

import (
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

// bools are yes and no. Single letters are those that are no abbreviation of much else: F is also female.
var bools = map[string]bool{
	"sim": true, "s": true, "yes": true, "y": true, "true": true, "verdadeiro": true, "sí": true, "verdadero": true,
	"não": false, "nao": false, "n": false, "no": false, "false": false, "falso": false,
}

// units are what numbers are written with, before or after them, and the unit
// that means.
var units = map[string]string{
	"R$": "R$", "US$": "US$", "$": "$", "€": "€", "£": "£", "¥": "¥", "%": "%", "BRL": "R$", "USD": "US$", "EUR": "€", "GBP": "£",
}

// numeral is how the numbers of a column are written.
type numeral struct {
	comma bool // 1.234,56 and not 1,234.56
	loose bool // a person said these are numbers: 007 and 20-digit codes too
}

// numbers are how numbers are written with a decimal point, and with a decimal comma: in
// brackets or with a sign, before or behind a unit, in groups or not.
var numbers = func() map[bool]*regexp.Regexp {
	const form = `^(\()?_([-+−])?_(UNIT)?_([-+−])?_(\d+|\d{1,3}(?:GROUP\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+|\d{1,3}(?:\x{a0}\d{3})+)?` +
		`(MARK\d*)?([eE][-+]?\d+)?_(UNIT)?_(\))?$`
	unit := `R\$|US\$|\$|€|£|¥|%|BRL|USD|EUR|GBP`
	return map[bool]*regexp.Regexp{
		false: regexp.MustCompile(strings.NewReplacer("_", `[\s\x{a0}]*`, "UNIT", unit, "GROUP", ",", "MARK", `\.`).Replace(form)),
		true:  regexp.MustCompile(strings.NewReplacer("_", `[\s\x{a0}]*`, "UNIT", unit, "GROUP", `\.`, "MARK", ",").Replace(form)),
	}
}()

// hugest is the largest number of a table: sums of squares of such are finite.
const hugest = 1e100

// parse reads a number, and the unit it is written with. A number in
// parentheses is negative, as bookkeepers write it. 12% is 12, in %.
//
// What has a leading zero or more than 15 digits before its decimal mark is
// the number of a thing and not a quantity, unless n is loose. What is beyond
// hugest is no number.
func (n numeral) parse(b []byte) (v float64, unit string, ok bool) {
	s := string(b)
	if s == "" || len(s) > 100 || s[0] > '9' && s[0] < 0x80 && !strings.ContainsRune("RUBEG", rune(s[0])) {
		return 0, "", false
	}
	if !n.comma && s[0] != '0' && len(s) < 16 && strings.Trim(s, "0123456789.") == "" { // as most are
		if v, err := strconv.ParseFloat(s, 64); err == nil {
			return v, "", true
		}
	}
	m := numbers[n.comma].FindStringSubmatch(s)
	if m == nil || (m[1] == "") != (m[9] == "") || m[3] != "" && m[8] != "" || m[2] != "" && m[4] != "" {
		return 0, "", false
	}
	whole := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, m[5])
	decimals, exponent, sign := strings.Replace(m[6], ",", ".", 1), m[7], m[2]+m[4]
	switch {
	case whole == "" && (len(decimals) < 2 || exponent != ""):
		return 0, "", false
	case !n.loose && (len(whole) > 15 && decimals == "" && exponent == "" || len(whole) > 1 && whole[0] == '0'):
		return 0, "", false
	}
	v, err := strconv.ParseFloat(whole+decimals+exponent, 64)
	if (m[1] != "") != (sign == "-" || sign == "−") {
		v = -v
	}
	return v, units[m[3]+m[8]], err == nil && math.Abs(v) <= hugest
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
