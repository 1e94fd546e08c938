package staydate

import (
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// day reads a day of a month: 10/03, 10 de março, 10, 2027-03-10.
func (r *reader) day(i int, expected bool) (point, int, bool) {
	a := r.at(i)
	sep, b := r.at(i+1).class, r.at(i+2)
	if b.digits > 0 && !b.gap && (sep == "/" || sep == "-" || sep == ".") {
		third := r.at(i+3).class == sep && r.at(i+4).digits > 0
		month := r.is(i+3, "month") || r.is(i+3, "of") && r.is(i+4, "month")
		switch {
		case third && a.digits == 4:
			return r.checked(point{kind: aDay, y: a.n, m: b.n, d: r.at(i + 4).n}, i+5)
		case third:
			return r.numeric(a.n, b.n, r.at(i+4).n, i+5)
		case r.counted(i+3) || month:
		case sep == "/" && b.digits == 4 && a.n <= 12:
			return point{}, i, false // a month and its year
		case sep == "/" && !r.is(i+3, "/"), sep == "-" && b.digits == 2 && b.n < 10 && !r.is(i+3, "/"), sep == "." && a.digits == 2 && b.digits == 2:
			return r.numeric(a.n, b.n, 0, i+3)
		}
		if sep == "." {
			return point{}, i, false
		}
	}
	p := point{kind: aDay, d: a.n}
	next := i + 1
	j := r.skip(next, "of")
	if r.isMonth(j) && !r.at(j).gap && !(r.is(i-1, "para") && j == next && r.dates(j)) {
		p.m, p.y, next = monthNumber(r.at(j)), 0, j+1
		p.y, next = r.year(next)
		return r.checked(p, next)
	}
	if r.counted(next) || r.is(next, ":") || a.digits > 2 {
		return point{}, i, false
	}
	p.bare = true
	if a.ord && a.digits > 0 && (r.is(i-1, "in", "from", "until", "to", "the") && (a.n > 3 || r.is(i-2, "in", "from", "until", "to"))) {
		p.bare = false
		next = r.weekdayToo(next)
	}
	p, next, ok := r.checked(p, next)
	return p, next, ok && (expected || !p.bare)
}

// weekdayToo steps over the weekday in "dia 20 (sexta)".
func (r *reader) weekdayToo(i int) int {
	if r.is(i, "weekday") && !r.is(i+1, "to", "until", "-", "week") && r.at(i+1).raw != "a" {
		return i + 1
	}
	return i
}

func (r *reader) isMonth(i int) bool {
	return r.is(i, "month") || r.at(i).raw == "dez" && (r.is(i-1, "of") || r.at(i-1).digits > 0) && !r.counted(i+1)
}

func monthNumber(t token) int {
	if t.class == "number" { // dez
		return int(time.December)
	}
	return t.n
}

// numeric reads the numbers of a date, the day first unless the text is in
// English or that makes no date.
func (r *reader) numeric(a, b, y, next int) (point, int, bool) {
	d, m := a, b
	if b > 12 || a <= 12 && r.monthFirst() {
		d, m = b, a
	}
	if 0 < y && y < 100 {
		y += 2000
	}
	return r.checked(point{kind: aDay, d: d, m: m, y: y}, r.weekdayToo(next))
}

// isMonthFirst reports whether the text is clearly English, whatever it calls
// a check-in, or has a date that can be read in no other way.
func (r *reader) isMonthFirst() bool {
	var said []string
	for i, t := range r.toks {
		if t.class != "arrive" && t.class != "leave" {
			said = append(said, t.raw)
		}
		second := r.at(i + 2)
		if t.n > 12 && t.digits == 2 && !r.is(i-1, "/") && r.is(i+1, "/") && second.digits > 0 && second.n <= 12 {
			return false
		}
		if t.digits > 0 && t.n <= 12 && !r.is(i-1, "/") && r.is(i+1, "/") && second.n > 12 && second.digits == 2 {
			return true
		}
	}
	l, ok := lang.Detect(strings.Join(said, " "))
	return ok && l == lang.English
}

func (r *reader) checked(p point, next int) (point, int, bool) {
	ok := 0 < p.d && p.d < 100 && p.m >= 0 && p.m <= 12 && (p.y == 0 || p.y >= 2000 && p.y <= 2100)
	switch {
	case !ok:
	case p.m == 0:
		ok = p.d <= 31
	case date(2024, time.Month(p.m), p.d).Day() != p.d: // 2024 is a leap year
		ok, r.doubt = false, NoSuchDay
	}
	return p, next, ok
}

// year reads the year after a month or a feast; 0 if there is none.
func (r *reader) year(i int) (y, next int) {
	j := r.skip(i, "of", "the", "in")
	if r.is(j, "/") {
		if j++; r.at(j).digits == 2 {
			return 2000 + r.at(j).n, j + 1
		}
	}
	switch t := r.at(j); {
	case t.class == "year":
		return r.today.Year() + 1, j + 1
	case t.digits == 4 && t.n >= 2000 && t.n <= 2100:
		return t.n, j + 1
	}
	isYear := func(t token) bool { return t.class == "year" }
	if slices.ContainsFunc(r.toks[:min(i, len(r.toks))], isYear) { // "ano que vem, em maio"
		return r.today.Year() + 1, i
	}
	return 0, i
}

// month reads a month and the day after it, or a whole month.
func (r *reader) month(i int) (point, int, bool) {
	t, d := r.at(i), r.at(i+1)
	if d.class == "the" {
		d = r.at(i + 2)
	}
	if d.class == "number" && d.digits > 0 && d.digits < 3 && !d.gap && !(r.is(i-1, "of") && r.is(i-2, "number", "day")) {
		next := i + 2
		if r.is(i+1, "the") {
			next++
		}
		if p, _, ok := r.checked(point{kind: aDay, d: d.n, m: t.n}, next); ok && !r.counted(next) && !r.is(next, "/", ":") {
			p.y, next = r.year(next)
			return p, next, true
		}
	}
	if r.is(i-1, "of") && r.at(i-2).digits > 0 {
		return point{}, i, false // of a day that it does not have
	}
	if len(t.raw) == 3 || t.raw == "marco" || t.raw == "march" {
		named := r.is(i-1, "in", "of", "this", "next", "until", "from", "part", "to", "between", "instead") || r.at(i-1).raw == "mes" || r.is(i+1, "/")
		if !named || (t.raw == "mar" || t.raw == "set") && !r.is(i+1, "/") {
			return point{}, i, false
		}
	}
	s, next, ok := r.monthSpan(i)
	return s, next, ok
}

// monthSpan reads a whole month: "julho", "mês que vem", "July 2027".
func (r *reader) monthSpan(i int) (p point, next int, ok bool) {
	p.holds = true
	j := r.skip(i, "this", "next", "the")
	if r.is(j, "month") {
		p.m = r.at(j).n
		p.y, next = r.year(j + 1)
		if p.y > 0 {
			if p.span = r.coming(monthOf(p.y, time.Month(p.m)), false); p.zero() {
				r.doubt = Past
			}
			return p, next, true
		}
		next = r.skip(next, "next")
		p.span = monthOf(r.today.Year(), time.Month(p.m))
		if p.to.Before(r.today) {
			p.span = monthOf(r.today.Year()+1, time.Month(p.m))
		}
		p.span = r.coming(p.span, true)
		return p, next, true
	}
	if !r.is(j, "months") {
		return p, i, false
	}
	switch {
	case r.is(j-1, "next") && j > i:
		p.span = monthOf(r.today.Year(), r.today.Month()+1)
	case r.is(j+1, "next"):
		p.span = monthOf(r.today.Year(), r.today.Month()+1)
		j++
	case j > i || r.is(i-1, "of", "part"):
		p.span = monthOf(r.today.Year(), r.today.Month())
	default:
		return p, i, false
	}
	p.y = p.from.Year() // said, if not by its number
	p.span = r.coming(p.span, false)
	return p, j + 1, true
}
