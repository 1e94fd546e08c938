package scrub

// plans has how many digits a number has at most, with its country's code, for
// the countries most guests come from. It keeps "+351 912 345 678 12 pessoas"
// apart.
var plans = []struct {
	code   string
	digits int
}{
	{"55", 13},
	{"1", 11},
	{"351", 12},
	{"34", 11},
	{"54", 13},
	{"598", 11},
	{"595", 12},
	{"56", 11},
	{"57", 12},
	{"51", 11},
	{"52", 13},
	{"44", 12},
	{"33", 11},
	{"39", 12},
	{"49", 13},
}

// international finds a number that has a + before it.
func (c *scanner) international(r *run) (match, bool) {
	i := r.groups[0].start
	sign, size := c.before(i)
	for n := 0; n < 2 && (sign == ' ' || sign == '('); n++ {
		i -= size
		sign, size = c.before(i)
	}
	if sign != '+' {
		return match{}, false
	}
	i -= size
	bracket, size := c.before(i)
	most := 15
	for _, p := range plans {
		if r.sum(r.k) >= len(p.code) && string(r.digits[:len(p.code)]) == p.code {
			most = p.digits
			break
		}
	}
	g := r.longest(8, most, dialled)
	if g == 0 || r.digits[0] == '0' || r.date() || c.glued(r, g) || bracket < 0x80 && isAlnum(byte(bracket)) {
		return match{}, false
	}
	if bracket == '(' && r.groups[g-1].gaps&paren != 0 {
		i -= size
	}
	m := r.first(g, Phone)
	m.start, m.sure = i, true
	return m, true
}

// phone finds a number that is a phone's by its form alone.
func (c *scanner) phone(r *run) (match, bool) {
	bracket, size := c.before(r.groups[0].start)
	opened := bracket == '(' && r.k > 1 && r.groups[1].gap&paren != 0
	if !opened && c.stays(r) {
		return match{}, false
	}
	for g := r.k; g > 0 && r.sum(g) >= 9; g-- {
		if r.sum(g) <= 13 && r.groups[g-1].gaps&^dialled == 0 && r.dials(g, opened) && !c.glued(r, g) {
			m := r.first(g, Phone)
			if opened {
				m.start -= size
			}
			return m, true
		}
	}
	return match{}, false
}

// dials reports whether the first g groups are written as phone numbers are: in
// Brazil with the area's code, or a mobile with its dash; in North America with
// brackets or dashes. opened says that the first group is in brackets.
func (r *run) dials(g int, opened bool) bool {
	d := r.digits[:r.sum(g)]
	tail := r.len(g - 1)
	dashed := g > 1 && tail == 4 && r.groups[g-1].gap&(dash|dot) != 0
	if len(d) == 10 && r.shape(3, 3, 4) && d[0] > '1' && d[3] > '1' && (opened || dashed && r.groups[1].gap == r.groups[2].gap) {
		return true
	}
	if len(d) >= 12 && d[0] == '5' && d[1] == '5' {
		d = d[2:]
	} else if len(d) > 10 && d[0] == '0' && (g == 1 || r.len(0) == 3) {
		d = d[1:] // as dialled across the country: 011
	}
	switch {
	case isMobile(d):
		return g == 1 || opened || tail == 4 || tail >= 8 || tail == 3 && r.len(g-2) == 3
	case isLandline(d):
		return opened && (tail == 4 || tail == 8) || dashed && r.groups[g-1].gap&dash != 0
	default: // with no area's code
		spain := r.shape(3, 3, 3) && d[0] >= '6' && r.groups[1].gap&dot == 0 && r.groups[1].gap == r.groups[2].gap // and Portugal: 600 123 456
		return len(d) == 9 && (d[0] == '9' && dashed && (g == 2 || r.shape(1, 4, 4)) || spain)
	}
}

// labelledPhone finds what is called a phone number and may be one.
func (c *scanner) labelledPhone(r *run) (match, bool) {
	if r.named != phoneWord && !c.labelled(phoneWord, r.groups[0].start, numberReach) {
		return match{}, false
	}
	most := 13
	if r.digits[0] == '0' && r.digits[1] == '0' { // as dialled abroad: 0044
		most = 15
	}
	g := r.longest(8, most, dialled)
	if g == 0 || r.date() || r.years() || r.thousands() || r.publicLine() {
		return match{}, false
	}
	m := r.first(g, Phone)
	if bracket, size := c.before(m.start); bracket == '(' && r.groups[g-1].gaps&paren != 0 {
		m.start -= size
	}
	return m, true
}

// publicLine reports whether anyone may call the number: 0800 and the like.
func (r *run) publicLine() bool {
	switch string(r.digits[:4]) {
	case "0800", "0300", "0500", "0900", "4003", "4004", "3003", "4020":
		return true
	}
	return false
}

// years reports whether the number is a span of years: 2019-2024.
func (r *run) years() bool {
	century := func(d []byte) bool { return string(d) == "19" || string(d) == "20" }
	return r.shape(4, 4) && century(r.digits[:2]) && century(r.digits[4:6])
}

// thousands reports whether the number is an amount: 12.345.678.
func (r *run) thousands() bool {
	for g := 1; g < r.k; g++ {
		if r.len(g) != 3 || r.groups[g].gap != dot {
			return false
		}
	}
	return r.k > 1
}

// glued reports whether a letter that is not its label's stands right before or
// after the first g groups: then they are part of a code.
func (c *scanner) glued(r *run, g int) bool {
	start, end := r.groups[0].start, r.groups[g-1].end
	b, _ := c.before(start)
	return b < 0x80 && isAlnum(byte(b)) && c.label.end != start || end < len(c.s) && isLetter(c.s[end])
}

// isMobile reports whether d are the digits of a Brazilian mobile phone, with
// its area's code.
func isMobile(d []byte) bool {
	return len(d) == 11 && areaCode(d) && d[2] == '9'
}

func isLandline(d []byte) bool {
	return len(d) == 10 && areaCode(d) && d[2] >= '2' && d[2] <= '5'
}

// areaCode reports whether d starts with an area's code that is in use: none
// has a 0, and a few of the rest were never given out.
func areaCode(d []byte) bool {
	switch string(d[:2]) {
	case "23", "25", "26", "29", "36", "39", "52", "56", "57", "58", "59", "72", "76", "78":
		return false
	}
	return d[0] != '0' && d[1] != '0'
}
