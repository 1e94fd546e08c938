package scrub

import "strings"

// validCard reports whether d is the number of a payment card: a length and a
// first part that some issuer has, and Luhn's check digit.
func validCard(d []byte) bool {
	return len(d) >= 13 && issued(d) && !allEqual(d) && luhn(d)
}

// issued reports whether cards of this length start like d. Beyond the brands
// of the world it covers Elo, Hipercard and the store cards of Brazil, which
// start with 3, 4, 5 or 6.
func issued(d []byte) bool {
	two := int(d[0]-'0')*10 + int(d[1]-'0')
	four := two*100 + int(d[2]-'0')*10 + int(d[3]-'0')
	visa := d[0] == '4'
	diners := four <= 3059 && two == 30 || two == 36 || two == 38 || two == 39
	maestro := two == 50 || two >= 56 && two <= 69 && two != 59
	switch len(d) {
	case 13:
		return visa
	case 14:
		return diners
	case 15:
		return two == 34 || two == 37 || four == 1800 || four == 2131
	case 16:
		return visa || maestro || diners || two >= 51 && two <= 55 || four >= 2221 && four <= 2720 || four >= 3528 && four <= 3589
	case 19:
		return visa || maestro
	default:
		return maestro
	}
}

func luhn(d []byte) bool {
	sum := 0
	for i := range d {
		v := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

// cardShape returns the number of groups of a card written as cards are: in
// one piece, or as on its face.
func cardShape(r *run) int {
	g := 0
	switch {
	case r.len(0) >= 13:
		g = 1
	case r.shape(4, 4, 4, 4, 3) && !validCard(r.digits[:16]):
		g = 5
	case r.shape(4, 4, 4, 4):
		g = 4
	case r.shape(4, 6, 5), r.shape(4, 6, 4):
		g = 3
	}
	if g > 0 && r.groups[g-1].gaps&^(loose|slash) != 0 {
		return 0
	}
	return g
}

// evenGroups reports whether of the first g groups none but the last is short,
// or all are single digits: other numbers in a row are seldom like that.
func evenGroups(r *run, g int) bool {
	large := true
	for i := range g - 1 {
		large = large && r.len(i) >= 4
	}
	return large || r.sum(g) == g
}

// labelledCard finds a card by its label, though a digit is wrong.
func (c *scanner) labelledCard(r *run) (match, bool) {
	if !c.labelled(cardWord, r.groups[0].start, numberReach) {
		return match{}, false
	}
	g := r.exactly(16, loose)
	if g == 0 {
		g = r.longest(13, maxDigits, loose)
	}
	if g == 0 || !evenGroups(r, g) {
		return match{}, false
	}
	return r.first(g, Card), true
}

// What may stand between a card's number, its expiry and its code.
var (
	beforeExpiry = set("val valido valida validade venc vencimento vence ate exp expira expires expiry valid thru vto data date de em e")
	beforeCode   = set("cvv cvc cod codigo seguranca security code de e y and")
)

// afterCard finds the expiry and the security code that follow a card's number
// at i, and returns where to go on. After an expiry may come another: its mark
// looks like the card's.
func (c *scanner) afterCard(i int) int {
	for {
		from := c.skipTo(i, beforeExpiry)
		end := expiry(c.s, from)
		if end == from {
			return i
		}
		c.add(Card, from, end)
		code := c.skipTo(end, beforeCode)
		last := code + countWhile(c.s[code:], isDigit, 5)
		if n := last - code; (n == 3 || n == 4) && (last == len(c.s) || !isLetter(c.s[last]) && c.s[last] != '/') {
			c.add(PIN, code, last)
			return last
		}
		i = end
	}
}

// skipTo passes over signs and the given words, as far as a digit.
func (c *scanner) skipTo(i int, words map[string]bool) int {
	for limit := i + numberReach; i < len(c.s) && i < limit && c.s[i] != '[' && !isDigit(c.s[i]); {
		w, end, isWord := step(c.s, i)
		if isWord && !w.in(words) {
			break
		}
		i = end
	}
	return i
}

// expiry returns the end of a month and year at i, 12/29 or 12/2029, or i.
func expiry(s string, i int) int {
	sep := i + countWhile(s[i:], isDigit, 3)
	if sep-i < 1 || sep-i > 2 || sep == len(s) || strings.IndexByte("/-| ", s[sep]) < 0 {
		return i
	}
	if month := s[i:sep]; len(month) == 2 && (month < "01" || month > "12") {
		return i
	}
	end := sep + 1 + countWhile(s[sep+1:], isDigit, 5)
	if n := end - sep - 1; n != 2 && n != 4 || end < len(s) && s[end] == '/' {
		return i
	}
	return end
}
