package scrub

import (
	"regexp"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// area matches the area codes of Brazil that are in use.
const area = `(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])`

var mobile = pattern.Of(`^` + area + `9\d{8}$`)

func isMobile(d string) bool { return mobile().MatchString(d) }

// phones are telephone numbers that are known by their digits and by how these are
// grouped. A bracket opens the shape of what is in brackets.
var phones = []struct{ digits, shape func() *regexp.Regexp }{
	{pattern.Of(`^(?:55)?0?` + area + `9\d{8}$`), pattern.Of(`^\(|^0+$|[^0](?:0{4}|0{8,9}|000[^0]000)$`)}, // a mobile of Brazil
	{pattern.Of(`^(?:55)?0?` + area + `[2-5]\d{7}$`), pattern.Of(`^\(.*[^0](?:0{4}|0{8})$|-0000$`)},
	{pattern.Of(`^9\d{8}$`), pattern.Of(`^(?:00000|0[^0]0000)[-.]0000$`)},                                       // without its area
	{pattern.Of(`^[6-9]\d{8}$`), pattern.Of(`^000([ -])000$|^000 000 000$|^000-000-000$`)},                      // of Spain or Portugal
	{pattern.Of(`^[2-9]\d\d[2-9]\d{6}$`), pattern.Of(`^\(000[^0]000[^0]0000$|^000-000-0000$|^000\.000\.0000$`)}, // of North America
}

// phone knows a telephone number by its form alone.
func (s *scanner) phone(n number, c context) found {
	bracket := byteAt(s.plain, n.start()-1) == '('
	opened := bracket && len(n.groups) > 1 && strings.Contains(n.gap(0), ")")
	if n.count < 9 || n.count > 13 || len(n.groups) > 6 || !opened && c.stays || !n.has(dialled) || s.isGlued(n) {
		return found{}
	}
	d, shape := n.digits(), n.shape()
	if opened {
		shape = "(" + shape
	}
	for _, p := range phones {
		if p.digits().MatchString(d) && p.shape().MatchString(shape) {
			return s.opened(n)
		}
	}
	return found{}
}

// opened is a telephone number with the bracket before it, if it closes within.
func (s *scanner) opened(n number) found {
	f := n.as(Phone)
	if byteAt(s.plain, f.start-1) == '(' && !n.has(loose) {
		f.start--
	}
	return f
}

// international knows a number that has a + before it.
func (s *scanner) international(n number, c context) found {
	i := len(strings.TrimRight(s.plain[max(0, n.start()-2):n.start()], " (")) + max(0, n.start()-2) - 1
	if byteAt(s.plain, i) != '+' || isAlnum(byteAt(s.plain, i-1)) || isLetter(byteAt(s.plain, n.end())) || n.count < 8 || c.date || !n.has(dialled) {
		return found{}
	}
	d, most := n.digits(), 13 // so that "+351 912 345 678 12 pessoas" is kept apart
	if d[0] == '1' {
		most = 11
	}
	if d[0] == '0' || n.count > most {
		return found{}
	}
	f := n.as(Phone)
	if f.start = i; byteAt(s.plain, i-1) == '(' && !n.has(loose) {
		f.start--
	}
	return f
}

// named knows a card by its name, though a digit is wrong, and what is called a
// telephone number and may be one.
func (s *scanner) named(n number, c context) found {
	near := c.words <= numberReach
	if c.label == "card" && near && n.count >= 13 && n.has(loose) && n.isEven() {
		return n.as(Card)
	}
	called := c.label == "phone" && near || c.after == "phone" && n.end() == c.end
	if !called || n.count < 8 || n.count > 15 || c.date || !n.has(dialled) {
		return found{}
	}
	d, shape := n.digits(), n.shape()
	abroad := strings.HasPrefix(d, "00") // as dialled: 0044
	if n.count > 13 && !abroad || publicLine().MatchString(d) || years().MatchString(shape+d) || thousands().MatchString(shape) {
		return found{}
	}
	return s.opened(n)
}

var (
	publicLine = pattern.Of(`^(?:0[3589]00|400[34]|3003|4020)`)
	years      = pattern.Of(`^0000.0000(?:19|20)\d\d(?:19|20)`) // 2019-2024
	thousands  = pattern.Of(`^0{1,3}(?:\.000)+$`)               // 12.345.678
)
