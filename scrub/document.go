package scrub

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// match is what a number turns out to be.
type match struct {
	kind       Type
	start, end int
	sure       bool // beyond doubt, though it may start in the middle of a row
}

// first returns the match of the first g groups.
func (r *run) first(g int, t Type) match {
	return match{kind: t, start: r.groups[0].start, end: r.groups[g-1].end}
}

// identify decides what the number is, or that it is none of ours.
func (c *scanner) identify(r *run) (match, bool) {
	const shortest = 5 // an old RG
	if r.sum(r.k) < shortest {
		return match{}, false
	}
	r.named = c.labelAfter(r.groups[r.k-1].end)
	if m, ok := c.international(r); ok {
		return m, true
	}
	if t, g := c.sure(r); g > 0 {
		m := r.first(g, t)
		m.sure = true
		return m, true
	}
	if m, ok := c.document(r); ok {
		return m, true
	}
	if c.ssn(r) {
		return r.first(r.exactly(9, loose), SSN), true
	}
	phone, isPhone := c.phone(r)
	if isPhone && !r.shape(1, 1, 1, 1) { // spaced out, it may be anything
		return phone, true
	}
	for g := r.k; g > 0 && r.sum(g) >= 11; g-- { // the longest, so that nothing of it is left
		if t := r.valid(g); t != "" && !c.glued(r, g) {
			return r.first(g, t), true
		}
	}
	if isPhone {
		return phone, true
	}
	if m, ok := c.labelledCard(r); ok {
		return m, true
	}
	return c.labelledPhone(r)
}

// fraction reports whether the number is what follows a decimal point:
// 0.4901161193847656. Cards and CPFs have no such point.
func (c *scanner) fraction(r *run) bool {
	i := r.groups[0].start
	return r.len(0) >= 11 && i >= 2 && (c.s[i-1] == '.' || c.s[i-1] == ',') && isDigit(c.s[i-2]) && c.last < i-1
}

// amount returns how many groups of the number are an amount of money, as it is written in
// Brazil or in English: R$ 529.982.247,25 or $529,982,247.25. No digits follow that a CPF may have.
func (c *scanner) amount(r *run) int {
	before := strings.TrimRight(c.s[max(0, r.groups[0].start-8):r.groups[0].start], " \u00a0\u202f")
	if !strings.HasSuffix(before, "$") && !strings.HasSuffix(before, "€") && !strings.HasSuffix(before, "£") {
		return 0
	}
	g, thousands := 1, r.groups[min(1, r.k-1)].gap
	for g < r.k && r.len(g) == 3 && r.groups[g].gap == thousands {
		g++
	}
	cents := g < r.k && r.len(g) < 3 && r.groups[g].gap == (dot|comma)&^thousands
	if cents {
		g++
	}
	if g == 1 || r.len(0) > 3 || thousands&^(dot|comma) != 0 || g < r.k && (!cents || r.groups[g].gap != space) {
		return 0
	}
	return g
}

// surerWithin reports whether a later group, before end, starts a number that
// is beyond doubt: in "mesa 12 529.982.247-25" the 12 is no part of it.
func (c *scanner) surerWithin(r *run, end int) bool {
	for g := 1; g < r.k && r.groups[g].start < end; g++ {
		var later run
		later.collect(c.s, r.groups[g].start, false)
		if later.k > 0 {
			if _, n := c.sure(&later); n > 0 {
				return true
			}
		}
	}
	return false
}

// sure returns the type of a number whose check digits hold and whose digits
// are grouped as usual or not at all, and how many groups it has.
func (c *scanner) sure(r *run) (Type, int) {
	d, start := r.digits[:], r.groups[0].start
	if (r.shape(11) || r.shape(9, 2) || r.shape(3, 3, 3, 2)) && validCPF(d[:11]) {
		t := CPF
		if c.labelled(cnhWord, start, numberReach) {
			t = CNH
		} else if c.labelled(phoneWord, start, numberReach) && isMobile(d[:11]) {
			t = Phone
		}
		return t, r.exactly(11, ^gap(0))
	}
	if (r.shape(14) || r.shape(2, 3, 3, 4, 2) || r.shape(8, 4, 2)) && validCNPJ(d[:14]) {
		return CNPJ, r.exactly(14, ^gap(0))
	}
	if g := cardShape(r); g > 0 && validCard(d[:r.sum(g)]) && !(r.shape(13) && c.stays(r)) {
		return Card, g
	}
	return "", 0
}

// valid returns what the first g groups are by their check digits, however
// they are grouped.
func (r *run) valid(g int) Type {
	gaps, d := r.groups[g-1].gaps, r.digits[:r.sum(g)]
	decimal := g == 2 && gaps == dot
	pairs := r.shape(2, 2, 2, 2, 2, 2) // as other numbers in a row
	switch {
	case gaps&^(loose|slash) != 0 || decimal || pairs:
		return ""
	case validCNPJ(d):
		return CNPJ
	case gaps&slash == 0 && validCPF(d):
		return CPF
	case (gaps&slash == 0 || r.len(0) == 4) && validCard(d) && evenGroups(r, g):
		return Card
	default:
		return ""
	}
}

// document finds a document by its label, whatever its check digits are.
func (c *scanner) document(r *run) (match, bool) {
	cpf, cnpj := c.named(r, cpfWord), c.named(r, cnpjWord)
	rg, cnh := c.named(r, rgWord), c.named(r, cnhWord)
	g, t := 0, Type("")
	switch {
	case !cpf && !cnpj && !rg && !cnh && !c.named(r, documentWord):
	case r.shape(3, 3, 3, 2):
		g, t = 4, CPF
	case r.shape(2, 3, 3, 4, 2):
		g, t = 5, CNPJ
	case cpf || cnpj:
		if g, t = r.exactly(14, loose|slash), CNPJ; g > 0 {
			break
		}
		if g, t = r.exactly(11, loose|slash|comma), CPF; g > 0 {
			if c.used && isMobile(r.digits[:11]) {
				g = 0 // the label had its number; this is the phone
			}
			break
		}
		// A digit too few or too many, right after the label.
		if c.beside(c.label.end, r.groups[0].start, true) {
			if g, t = r.longest(13, 15, loose|slash), CNPJ; g == 0 || !cnpj {
				g, t = r.longest(9, 12, loose), CPF
			}
		}
	case cnh:
		g, t = r.longest(9, 11, loose), CNH
	case (rg || r.shape(2, 3, 3, 1)) && !r.date():
		g, t = r.longest(5, 11, loose), RG
	}
	if g == 0 {
		return match{}, false
	}
	m := r.first(g, t)
	if t == RG {
		m = c.wholeRG(m)
	}
	return m, true
}

// ssn reports whether nine digits are a Social Security number: those after
// that name, or 123-45-6789 in dashes, where no longer number goes on.
func (c *scanner) ssn(r *run) bool {
	g := r.exactly(9, loose)
	if g == 0 || c.named(r, ssnWord) {
		return g > 0
	}
	dashed := r.shape(3, 2, 4) && r.groups[1].gap&^invisible == dash && r.groups[2].gap&^invisible == dash
	before, _ := c.before(r.groups[0].start)
	longer := before == '-' || before == '.' || r.k > g && r.groups[g].gap&^(space|comma) != 0
	return dashed && !longer && validSSN(r.digits[:9]) && !c.stays(r) && !c.glued(r, g)
}

// date reports whether the number starts like a date: 28.07.2026.
func (r *run) date() bool {
	return (r.shape(2, 2, 4) || r.shape(4, 2, 2)) && r.groups[1].gap == r.groups[2].gap && r.groups[1].gap != space
}

// wholeRG takes in the letters of an identity card: MG-12.345.678, 1.234.567-X.
func (c *scanner) wholeRG(m match) match {
	s, i := c.s, m.end
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i]|0x20 == 'x' && (i+1 == len(s) || !isLetter(s[i+1])) {
		m.end = i + 1
	}
	i = m.start
	if i > 0 && (s[i-1] == '-' || s[i-1] == ' ') {
		i--
	}
	if w, end := fold(s, max(0, i-2)); i >= 2 && end == i && w.n == 2 && !w.is("rg") && !hasSmall(s[i-2:i]) && (i == 2 || !isLetter(s[i-3])) {
		m.start = i - 2
	}
	return m
}

// letteredCNPJ finds a CNPJ with letters at i: 12.ABC.345/01DE-35. Small
// letters count when it is written in one piece or with its punctuation.
func (c *scanner) letteredCNPJ(i int) int {
	if !endsInTwoDigits(c.s, i) {
		return i
	}
	r := &c.run
	r.collect(c.s, i, true)
	g := r.exactly(14, loose|slash)
	if g == 0 || !isDigit(r.digits[12]) || !isDigit(r.digits[13]) || countWhile(string(r.digits[:14]), isDigit, 14) == 14 {
		return i
	}
	end := r.groups[g-1].end
	label := c.labelled(cnpjWord, i, documentReach)
	usual := g == 1 || r.shape(2, 3, 3, 4, 2) || r.shape(8, 4, 2)
	if !usual && !r.shape(1, 1, 1, 1) {
		return i
	}
	if hasSmall(c.s[i:end]) && !label && (r.groups[g-1].gaps&space != 0 || !hasDigit(string(r.digits[:11]))) {
		return i // words
	}
	if !validCNPJ(r.digits[:14]) && !(label && usual) {
		return i
	}
	c.add(CNPJ, i, end)
	return end
}

// endsInTwoDigits spares most words a closer look: of the next 14 letters and
// digits the last two must be digits.
func endsInTwoDigits(s string, i int) bool {
	n, digits := 0, 0
	for ; i < len(s) && n < 14; i++ {
		switch b := s[i]; {
		case isDigit(b):
			n++
			digits++
		case isLetter(b):
			n++
			digits = 0
		case b == 0xC3, b < utf8.RuneSelf && b > '/' && b != '_' && b != '\\':
			return false // an accent, or a sign that parts
		case b >= utf8.RuneSelf:
			return true // a full-width character, perhaps
		}
	}
	return n == 14 && digits >= 2 && digits < 14
}

func hasSmall(s string) bool {
	return countWhile(s, func(b byte) bool { return b < 'a' || b > 'z' }, len(s)) < len(s)
}

// validCPF reports whether d are the 11 digits of a CPF. All digits equal pass
// the sums but are given to nobody.
func validCPF(d []byte) bool {
	return len(d) == 11 && !allEqual(d) && mod11(d[:9], 10, 2) == d[9] && mod11(d[:10], 11, 2) == d[10]
}

// validCNPJ reports whether d are the 14 places of a CNPJ. Since July 2026 the
// first twelve may be letters, which count as their ASCII code less 48.
func validCNPJ(d []byte) bool {
	return len(d) == 14 && !allEqual(d) && mod11(d[:12], 5, 9) == d[12] && mod11(d[:13], 6, 9) == d[13]
}

// validSSN reports whether d may have been given to somebody: no area is 000,
// 666 or above 899, no group 00 and no serial number 0000.
func validSSN(d []byte) bool {
	area := string(d[:3])
	return area != "000" && area != "666" && area < "900" && string(d[3:5]) != "00" && string(d[5:9]) != "0000"
}

// mod11 returns the check digit of d: weights go down from first to 2, then
// from again.
func mod11(d []byte, first, again int) byte {
	sum, w := 0, first
	for _, b := range d {
		sum += int(b-'0') * w
		if w--; w < 2 {
			w = again
		}
	}
	if sum %= 11; sum < 2 {
		return '0'
	}
	return byte(11-sum) + '0'
}

func allEqual(d []byte) bool { return bytes.Count(d, d[:1]) == len(d) }
