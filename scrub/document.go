package scrub

import (
	"slices"
	"strings"
)

// identify decides what a row begins with, of the numbers that begin there: a
// finding, whose rank is 0 if there is no doubt, and the index of its last group.
func (s *scanner) identify(all []number, c context) (f found, last int) {
	slices.Reverse(all) // the longest first, so that nothing of it is left
	c.date = len(all) > 0 && all[0].isDate()
	for rank, is := range []func(number, context) found{s.international, sure, s.document, s.phone, s.valid, s.named} {
		for _, n := range all {
			if f := is(n, c); f.typ != "" {
				f.rank = max(0, rank-1)
				return f, n.last
			}
		}
	}
	return found{}, 0
}

func (n number) as(t Type) found { return found{typ: t, start: n.start(), end: n.end()} }

// sure knows a number whose check digits hold and whose digits are grouped as
// usual or not at all.
func sure(n number, c context) found {
	if n.count < 11 || len(n.groups) > 5 {
		return found{}
	}
	switch d := n.digits(); {
	case (n.is(11) || n.is(9, 2) || n.is(3, 3, 3, 2)) && validCPF(d):
		switch {
		case c.label == "cnh" && c.words <= numberReach:
			return n.as(CNH)
		case c.label == "phone" && c.words <= numberReach && isMobile(d):
			return n.as(Phone)
		}
		return n.as(CPF)
	case (n.is(14) || n.is(2, 3, 3, 4, 2) || n.is(8, 4, 2)) && validCNPJ(d):
		return n.as(CNPJ)
	case (len(n.groups) == 1 || n.is(4, 4, 4, 4) || n.is(4, 4, 4, 4, 3) || n.is(4, 6, 5) || n.is(4, 6, 4)) && n.has(loose+`/\`) && validCard(d) && !(n.is(13) && c.stays):
		return n.as(Card)
	}
	return found{}
}

// valid knows a number by its check digits, however it is grouped.
func (s *scanner) valid(n number, _ context) found {
	pairs, decimal := n.begins(2, 2, 2, 2, 2, 2), len(n.groups) == 2 && strings.TrimSpace(n.gap(0)) == "."
	if n.count < 11 || n.count == 12 || pairs || decimal || s.isGlued(n) || !n.has(loose+`/\`) {
		return found{}
	}
	d, slashed := n.digits(), !n.has(loose)
	switch {
	case validCNPJ(d):
		return n.as(CNPJ)
	case !slashed && validCPF(d):
		return n.as(CPF)
	case (!slashed || n.groups[0].end-n.groups[0].start == 4) && validCard(d) && n.isEven():
		return n.as(Card)
	}
	return found{}
}

// document knows a number by its name, whatever its check digits are.
func (s *scanner) document(n number, c context) found {
	named := func(k kind) bool { return c.label == k || c.after == k && n.end() == c.end }
	cpf, cnpj, rg, cnh := named("cpf"), named("cnpj"), named("rg"), named("cnh")
	typo := (cpf || cnpj) && c.label != "" && c.beside // a digit too few or too many, right after the label
	switch {
	case !cpf && !cnpj && !rg && !cnh && !named("document") && !named("ssn"):
		return s.ssn(n, c)
	case named("ssn"):
		if n.count == 9 && n.has(loose) {
			return n.as(SSN)
		}
	case n.is(3, 3, 3, 2):
		return n.as(CPF)
	case n.is(2, 3, 3, 4, 2):
		return n.as(CNPJ)
	case (cpf || cnpj) && n.count == 14 && n.has(loose+`/\`):
		return n.as(CNPJ)
	case (cpf || cnpj) && n.count == 11 && n.has(loose+`/\,`):
		if c.used && isMobile(n.digits()) {
			return found{} // the label had its number; this is the phone
		}
		return n.as(CPF)
	case typo && cnpj && n.count >= 13 && n.count <= 15 && n.has(loose+`/\`):
		return n.as(CNPJ)
	case typo && n.count >= 9 && n.count <= 12 && n.has(loose):
		return n.as(CPF)
	case cpf, cnpj:
	case cnh && n.count >= 9 && n.count <= 11 && n.has(loose):
		return n.as(CNH)
	case (rg || n.is(2, 3, 3, 1)) && n.count >= 5 && n.count <= 11 && n.has(loose) && !c.date:
		return s.wholeRG(n)
	}
	return found{}
}

// ssn knows a Social Security number of which nobody says so: 123-45-6789, where
// no longer number goes on.
func (s *scanner) ssn(n number, c context) found {
	if before := byteAt(s.plain, n.start()-1); !n.is(3, 2, 4) || n.gap(0) != "-" || n.gap(1) != "-" || before == '-' || before == '.' {
		return found{}
	}
	after := strings.TrimLeft(s.plain[n.end():min(len(s.plain), n.end()+mostSigns)], ".-_~/\\()")
	longer := len(after) > 0 && isDigit(after[0]) && after[0] != s.plain[n.end()]
	if longer || c.stays || s.isGlued(n) || !validSSN(n.digits()) {
		return found{}
	}
	return n.as(SSN)
}

// wholeRG takes in the letters of an identity card: MG-12.345.678, 1.234.567-X.
func (s *scanner) wholeRG(n number) found {
	f, p := n.as(RG), s.plain
	if x := skip(p, f.end, "-", 1); byteAt(p, x)|0x20 == 'x' && !isLetter(byteAt(p, x+1)) {
		f.end = x + 1
	}
	i := f.start
	if b := byteAt(p, i-1); b == '-' || b == ' ' {
		i--
	}
	if i >= 2 && wordEnd(p, i-2) == i && !isLetter(byteAt(p, i-3)) && p[i-2:i] == strings.ToUpper(p[i-2:i]) && p[i-2:i] != "RG" {
		f.start = i - 2
	}
	return f
}

// isGlued reports whether a letter that is not its label's stands right before or
// after a number: then it is part of a code.
func (s *scanner) isGlued(n number) bool {
	k := len(s.said)
	labelled := k > 0 && s.said[k-1].end == n.start()
	return isAlnum(byteAt(s.plain, n.start()-1)) && !labelled || isLetter(byteAt(s.plain, n.end()))
}
