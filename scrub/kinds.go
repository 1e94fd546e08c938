package scrub

import (
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// numeric is a kind of number: its digits, how they are grouped, and what must be said of it.
type numeric struct {
	typ         Type
	least, most int                   // digits
	signs       signSet               // that may stand between them
	shape       func() *regexp.Regexp // nil: any; see number
	valid       func(n number) bool   // nil: all are
	labels      []kind                // one of which must name it; nil: it needs no name
	reach       int                   // how many words behind its label it may be
	but         exception
}

// exception says when a number is not of a kind though all else fits.
type exception uint8

const (
	glued   exception = 1 << iota // a letter touches it: it is a part of a code
	ordered                       // it is named as an order or the like
	dated                         // it begins like a date
	apart                         // more than "nº" is between the label and it
	after                         // the label had its number, and this is a mobile phone
)

// area matches the area codes of Brazil that are in use.
const area = `(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])`

func byPattern(expr string) func(number) bool {
	digits := pattern.Of(expr)
	return func(n number) bool { return digits().MatchString(n.digits) }
}

func isCPF(n number) bool  { return validCPF(n.digits) }
func isCNPJ(n number) bool { return validCNPJ(n.digits) }
func isCard(n number) bool { return validCard(n.digits) }

var (
	isMobile  = byPattern(`^` + area + `9\d{8}$`)
	documents = []kind{"cpf", "cnpj", "rg", "cnh", "document"}
	taxes     = []kind{"cpf", "cnpj"}
	cpfShape  = pattern.Of(`^(?:0{11}|0{9}.00|000.000.000.00)$`)
)

// beyondDoubt is how many of the kinds of number, from the first, are so.
const beyondDoubt = 5

// kinds of number, the surest first.
var kinds = []numeric{
	// Check digits hold and the digits are grouped as usual or not at all.
	{CNH, 11, 11, anySign, cpfShape, isCPF, []kind{"cnh"}, numberReach, 0},
	{Phone, 11, 11, anySign, cpfShape, func(n number) bool { return isCPF(n) && isMobile(n) }, []kind{"phone"}, numberReach, 0},
	{CPF, 11, 11, anySign, cpfShape, isCPF, nil, 0, 0},
	{CNPJ, 14, 14, anySign, pattern.Of(`^(?:0{14}|00.000.000.0000.00|0{8}.0000.00)$`), isCNPJ, nil, 0, 0},
	{Card, 13, 19, slashed, pattern.Of(`^(?:0{13,19}|(?:0000.){3}0000(?:.000)?|0000.0{6}.0{4,5})$`), isCard, nil, 0, 0},

	// It is called so, whatever its check digits are.
	{SSN, 9, 9, loose, nil, nil, []kind{"ssn"}, documentReach, 0},
	{CPF, 11, 11, anySign, pattern.Of(`^000.000.000.00$`), nil, documents, documentReach, 0},
	{CNPJ, 14, 14, anySign, pattern.Of(`^00.000.000.0000.00$`), nil, documents, documentReach, 0},
	{CNPJ, 14, 14, slashed, nil, nil, taxes, documentReach, 0},
	{CPF, 11, 11, commaed, nil, nil, taxes, documentReach, after},
	{CNPJ, 13, 15, slashed, nil, nil, []kind{"cnpj"}, documentReach, apart}, // a digit too few or too many
	{CPF, 9, 12, loose, nil, nil, taxes, documentReach, apart | after},
	{CNH, 9, 11, loose, nil, nil, []kind{"cnh"}, documentReach, 0},
	{RG, 5, 11, loose, nil, nil, []kind{"rg"}, documentReach, dated},
	{RG, 9, 9, loose, pattern.Of(`^00.000.000.0$`), nil, documents, documentReach, dated},

	// It is written so.
	{SSN, 9, 9, dashOnly, pattern.Of(`^000-00-0000$`), func(n number) bool { return validSSN(n.digits) && !n.isPart() }, nil, 0, glued | ordered},
	{Phone, 10, 14, dialled, pattern.Of(`^\(|^0+$|[^0](?:0{4}|0{8,9}|000[^0]000)$`), byPattern(`^(?:55)?0?` + area + `9\d{8}$`), nil, 0, glued | ordered},
	{Phone, 10, 13, dialled, pattern.Of(`^\(.*[^0](?:0{4}|0{8})$|-0000$`), byPattern(`^(?:55)?0?` + area + `[2-5]\d{7}$`), nil, 0, glued | ordered},
	{Phone, 9, 9, dialled, pattern.Of(`^(?:00000|0[^0]0000)[-.]0000$`), byPattern(`^9`), nil, 0, glued | ordered},                                         // without its area
	{Phone, 9, 9, dialled, pattern.Of(`^000 000 000$|^000-000-000$`), byPattern(`^[6-9]`), nil, 0, glued | ordered},                                       // of Spain or Portugal
	{Phone, 10, 10, dialled, pattern.Of(`^\(000[^0]000[^0]0000$|^000-000-0000$|^000\.000\.0000$`), byPattern(`^[2-9]\d\d[2-9]`), nil, 0, glued | ordered}, // of North America
	{CNPJ, 14, 14, slashed, nil, func(n number) bool { return isCNPJ(n) && !n.isPairs() }, nil, 0, glued},
	{CPF, 11, 11, loose, nil, func(n number) bool { return isCPF(n) && !n.isPairs() }, nil, 0, glued},
	{Card, 13, 19, slashed, nil, func(n number) bool { return isCard(n) && n.isEven() && !n.isPairs() }, nil, 0, glued},

	// It is called so, and may be it.
	{Card, 13, 19, loose, nil, number.isEven, []kind{"card"}, numberReach, 0},
	{Phone, 8, 13, dialled, nil, number.isCallable, []kind{"phone"}, numberReach, dated},
	{Phone, 14, 15, dialled, nil, byPattern(`^00`), []kind{"phone"}, numberReach, dated}, // as dialled abroad: 0044
}

// identify decides what a row begins with, of the numbers that begin there, the longest first,
// so that nothing of it is left: a finding, its rank among the kinds, and the index of its last group.
func (s *scanner) identify(all []number, c context) (f found, last int) {
	c.date = len(all) > 0 && all[0].isDate()
	for _, n := range all {
		if f := s.international(n, c); f.typ != "" {
			return f, n.last
		}
	}
	for rank, k := range kinds {
		for _, n := range all {
			if s.isOf(k, n, c) {
				return s.whole(k.typ, n, rank), n.last
			}
		}
	}
	return found{}, 0
}

// isOf reports whether a number is of a kind.
func (s *scanner) isOf(k numeric, n number, c context) bool {
	if len(n.digits) < k.least || len(n.digits) > k.most || n.signs&^k.signs != 0 || k.labels != nil && !c.names(k, n) {
		return false
	}
	but := func(x exception) bool { return k.but&x != 0 }
	if but(dated) && c.date || but(apart) && !c.beside || but(glued) && s.isGlued(n) || but(ordered) && c.stays && !strings.HasPrefix(n.shape, "(") {
		return false
	}
	return (k.valid == nil || k.valid(n)) && (k.shape == nil || k.shape().MatchString(n.shape)) && !(but(after) && c.used && isMobile(n))
}

// names reports whether the words around a number name it as one of a kind.
func (c context) names(k numeric, n number) bool {
	return slices.Contains(k.labels, c.label) && c.words <= k.reach || slices.Contains(k.labels, c.after) && n.end == c.end
}

// whole takes in what belongs to a number: the bracket of an area's code, the letters of
// an identity card, MG-12.345.678, 1.234.567-X.
func (s *scanner) whole(t Type, n number, rank int) found {
	f, p := found{t, n.start, n.end, rank}, s.plain
	switch {
	case t == Phone && byteAt(p, f.start-1) == '(' && n.signs&^loose != 0:
		f.start--
	case t == RG:
		if x := skip(p, f.end, "-", 1); byteAt(p, x)|0x20 == 'x' && !isLetter(byteAt(p, x+1)) {
			f.end = x + 1
		}
		if m := state().FindString(p[max(0, f.start-4):f.start]); m != "" && !strings.HasPrefix(m, "RG") {
			f.start -= len(m)
		}
	}
	return f
}

var state = pattern.Of(`\b[A-Z]{2}[- ]?$`)

// international knows a number that has a + before it.
func (s *scanner) international(n number, c context) found {
	i := len(strings.TrimRight(s.plain[max(0, n.start-2):n.start], " (")) + max(0, n.start-2) - 1
	if byteAt(s.plain, i) != '+' || isAlnum(byteAt(s.plain, i-1)) || isLetter(byteAt(s.plain, n.end)) || len(n.digits) < 8 || c.date || n.signs&^dialled != 0 {
		return found{}
	}
	most := 13 // so that "+351 912 345 678 12 pessoas" is kept apart
	if n.digits[0] == '1' {
		most = 11
	}
	if n.digits[0] == '0' || len(n.digits) > most {
		return found{}
	}
	f := found{typ: Phone, start: i, end: n.end}
	if byteAt(s.plain, i-1) == '(' && n.signs&^loose != 0 {
		f.start--
	}
	return f
}

// isGlued reports whether a letter that is not its label's stands right before or
// after a number: then it is part of a code.
func (s *scanner) isGlued(n number) bool {
	k := len(s.said)
	labelled := k > 0 && s.said[k-1].end == n.start
	return isAlnum(byteAt(s.plain, n.start-1)) && !labelled || isLetter(byteAt(s.plain, n.end))
}
