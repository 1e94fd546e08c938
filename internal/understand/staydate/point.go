package staydate

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

type kind int

const (
	aSpan    kind = iota // days already known
	aDay                 // of a month that may not be said
	aWeekday             // d is which
	aWeekend
)

// point is one thing said that stands on the calendar.
type point struct {
	kind    kind
	d, m, y int
	span
	holds bool // a week or a month, in which days are said: "dia 10 do mês que vem"
	soft  bool // "hoje", "verão": of use only if nothing better is said
	bare  bool // a number that only its surroundings make a day
	near  bool // "próximo": counted from today, whatever was said before
}

// reader reads the points of a text.
type reader struct {
	toks       []token
	today      time.Time
	before     Stay        // what was spoken of before the text
	doubt      Doubt       // what was wrong with a day on the way
	monthFirst func() bool // whether 3/10 is in March
}

func newReader(text string, now time.Time) *reader {
	r := &reader{toks: read(text), today: date(now.Year(), now.Month(), now.Day())}
	r.monthFirst = sync.OnceValue(r.isMonthFirst)
	return r
}

// at returns the token at i, or one that means nothing.
func (r *reader) at(i int) token {
	if i < 0 || i >= len(r.toks) {
		return token{gap: true}
	}
	return r.toks[i]
}

// is reports whether the token at i is of one of some classes, or if they begin with "=" one of some words.
func (r *reader) is(i int, classes ...string) bool {
	t := r.at(i)
	return slices.Contains(classes, t.class) || t.raw != "" && slices.Contains(classes, "="+t.raw)
}

// skip steps over tokens of the classes.
func (r *reader) skip(i int, classes ...string) int {
	for r.is(i, classes...) && i < len(r.toks) {
		i++
	}
	return i
}

// counted reports whether the token at i is a thing that is counted, so that the number before it is no day: "10 pessoas".
func (r *reader) counted(i int) bool {
	i = r.skip(i, "small")
	return !r.at(i).gap && !r.dates(i) && r.is(i, things...)
}

// things are what a number may count.
var things = strings.Fields("person adult kin couple day night week weekend months age count room bed us : fortnight pet")

// dates reports whether the day of a date follows the token at i, so that a number before it counts something else: "mesa para 2
// dia 28", "table for 2 november 28".
func (r *reader) dates(i int) bool {
	day := r.at(i + 1)
	return r.is(i, "=dia", "month") && (day.digits == 1 || day.digits == 2) && !day.gap && !r.counted(i+2)
}

// point reads the point that starts at i, and returns where it ends. Where a point is expected, a number alone is one.
func (r *reader) point(i int, expected bool) (p point, next int, ok bool) {
	t := r.at(i)
	nth := r.is(i+1, "week", "weekend", "fortnight")
	switch t.class {
	case "number":
		if p, next, ok = r.hence(i, i); ok {
			return p, next, true
		}
		if t.ord && nth {
			return r.within(i)
		}
		return r.day(i, expected)
	case "ordinal":
		if t.n == 1 && !nth {
			p, next, ok = r.day(i, expected)
			return p, next, ok && p.m > 0
		}
		return r.within(i)
	case "day":
		if j := r.skip(i+1, "the", "in"); r.is(j, "number", "ordinal") && !r.at(j).gap {
			p, next, ok = r.day(j, true)
			p.bare = false
			return p, next, ok
		}
	case "month":
		return r.month(i)
	case "weekday":
		if nth && t.raw == "segunda" || t.raw == "quarta" && r.is(i+1, "week") {
			return r.within(i)
		}
		return r.weekday(i, expected)
	case "today", "tomorrow": // and the day after it
		day := plus(r.today, t.n)
		if next = i + 1; r.is(next, "weekday") && r.at(next).n == int(day.Weekday()) { // "hoje, sexta"
			next++
		}
		return point{span: on(day), soft: t.class == "today" && !expected}, next, true
	case "this", "next", "weekend", "week", "months":
		return r.relative(i)
	case "": // a month from now
		return r.hence(i, i)
	case "hence", "in":
		return r.hence(i, r.skip(i+1, "of", "=a", "=ha"))
	case "part":
		m, next, ok := r.monthOr(i+1, r.is(i-1, "in"))
		if !ok {
			return p, i, false
		}
		first := plus(m.to, 1-m.to.Day())
		parts := [...]span{{}, days(first, 10), days(plus(first, 10), 10), {plus(first, 20), m.to}}
		return point{span: r.coming(parts[t.n], m.y == 0)}, next, true
	case "holiday", "long":
		return r.holiday(i)
	case "feast", "season":
		return r.feast(i)
	}
	return point{}, i, false
}

// monthOr reads the month that a part of one is of, or the one spoken of before: "em julho", then "no começo".
func (r *reader) monthOr(i int, before bool) (m point, next int, ok bool) {
	m, next, ok = r.monthSpan(r.skip(i, "of", "the", "in"))
	if !ok && before && r.before.Vague {
		return point{span: monthOf(r.before.Start.Year(), r.before.Start.Month())}, i, true
	}
	return m, next, ok
}

// day reads a day of a month: 10/03, 10 de março, 10, 2027-03-10.
func (r *reader) day(i int, expected bool) (p point, next int, ok bool) {
	a, sep, b, c := r.at(i), r.at(i+1).class, r.at(i+2), r.at(i+4)
	three := r.is(i+3, sep) && c.digits > 0
	if b.digits > 0 && !b.gap && (sep == "/" || sep == "-" || sep == ".") {
		switch ranged := r.counted(i+3) || r.is(i+3, "month") || r.is(i+3, "of") && r.is(i+4, "month"); { // 10-15 de março
		case three && a.digits == 4:
			return r.checked(point{kind: aDay, y: a.n, m: b.n, d: c.n}, i+5)
		case three:
			return r.numeric(a.n, b.n, c.n, i+5)
		case sep == "/" && b.digits < 3 && !ranged && !r.is(i+3, "/"), sep == "-" && b.digits == 2 && b.n < 10 && !ranged && !r.is(i+3, "/"),
			sep == "." && a.digits == 2 && b.digits == 2 && !ranged:
			return r.numeric(a.n, b.n, 0, i+3)
		case sep == ".", sep == "/" && b.digits == 4: // a month and its year
			return p, i, false
		}
	}
	p = point{kind: aDay, d: a.n}
	if j := r.skip(i+1, "of"); r.isMonth(j) && !r.at(j).gap && !(r.is(i-1, "para") && j == i+1 && r.dates(j)) {
		if p.m = r.at(j).n; r.is(j, "number") { // dez
			p.m = int(time.December)
		}
		p.y, next = r.year(j + 1)
		return r.checked(p, next)
	}
	if next = i + 1; r.counted(next) || r.is(next, ":") || a.digits > 2 {
		return p, i, false
	}
	led := func(i int) bool { return r.is(i, "in", "from", "until", "to") }
	if p.bare = true; a.ord && a.digits > 0 && (led(i-1) && a.n > 3 || r.is(i-1, "the") && (a.n > 3 || led(i-2)) || led(i-1) && led(i-2)) {
		p.bare = false
	}
	p, next, ok = r.checked(p, next)
	return p, next, ok && (expected || !p.bare)
}

func (r *reader) isMonth(i int) bool {
	return r.is(i, "month") || r.is(i, "=dez") && (r.is(i-1, "of") || r.at(i-1).digits > 0) && !r.counted(i+1)
}

// numeric reads the numbers of a date, the day first unless the text is in English or that makes no date.
func (r *reader) numeric(a, b, y, next int) (point, int, bool) {
	d, m := a, b
	if b > 12 || a <= 12 && r.monthFirst() {
		d, m = b, a
	}
	if 0 < y && y < 100 {
		y += 2000
	}
	return r.checked(point{kind: aDay, d: d, m: m, y: y}, next)
}

// isMonthFirst reports whether the text is clearly English, whatever it calls a check-in, or has a date that can be read in no
// other way.
func (r *reader) isMonthFirst() bool {
	var said []string
	for i, t := range r.toks {
		if t.class != "arrive" && t.class != "leave" {
			said = append(said, t.raw)
		}
		if b := r.at(i + 2); t.digits > 0 && !r.is(i-1, "/") && r.is(i+1, "/") && b.digits > 0 && t.digits < 3 && b.digits < 3 && max(t.n, b.n) > 12 {
			return b.n > 12
		}
	}
	l, ok := lang.Detect(strings.Join(said, " "))
	return ok && l == lang.English
}

func (r *reader) checked(p point, next int) (point, int, bool) {
	switch ok := 0 < p.d && p.d < 100 && p.m >= 0 && p.m <= 12 && (p.y == 0 || p.y >= 2000 && p.y <= 2100); {
	case !ok || p.m == 0:
		return p, next, ok && p.d <= 31
	case date(2024, time.Month(p.m), p.d).Day() != p.d: // 2024 is a leap year
		r.doubt = NoSuchDay
		return p, next, false
	}
	return p, next, true
}

// year reads the year after a month or a feast; 0 if there is none.
func (r *reader) year(i int) (y, next int) {
	j := r.skip(i, "of", "the", "in")
	switch t := r.at(j); {
	case t.class == "year":
		return r.today.Year() + 1, j + 1
	}
	if t := r.at(j); t.digits == 4 && t.n >= 2000 && t.n <= 2100 {
		return t.n, j + 1
	}
	if slices.ContainsFunc(r.toks[:min(i, len(r.toks))], isNextYear) { // "ano que vem, em maio"
		return r.today.Year() + 1, i
	}
	return 0, i
}

func isNextYear(t token) bool { return t.class == "year" }

// month reads a month and the day after it, or a whole month.
func (r *reader) month(i int) (p point, next int, ok bool) {
	t, j := r.at(i), r.skip(i+1, "the")
	if d := r.at(j); d.class == "number" && d.digits > 0 && d.digits < 3 && !d.gap && j < i+3 && !(r.is(i-1, "of") && r.is(i-2, "number", "day")) {
		if p, next, ok = r.checked(point{kind: aDay, d: d.n, m: t.n}, j+1); ok && !r.counted(next) && !r.is(next, "/", ":") {
			p.y, next = r.year(next)
			return p, next, true
		}
	}
	if r.is(i-1, "of") && r.at(i-2).digits > 0 {
		return p, i, false // of a day that it does not have
	}
	if named := r.is(i-1, "in", "of", "this", "next", "until", "from", "part", "to", "between", "instead", "=mes"); len(t.raw) == 3 || t.raw == "marco" || t.raw == "march" {
		if !r.is(i+1, "/") && (!named || t.raw == "mar" || t.raw == "set") {
			return p, i, false
		}
	}
	return r.monthSpan(i)
}

// monthSpan reads a whole month: "julho", "mês que vem", "July 2027".
func (r *reader) monthSpan(i int) (p point, next int, ok bool) {
	p.holds = true
	j := r.skip(i, "this", "next", "the")
	if r.is(j, "month") {
		p.m = r.at(j).n
		if p.y, next = r.year(j + 1); p.y > 0 {
			if p.span = r.coming(monthOf(p.y, time.Month(p.m)), false); p.zero() {
				r.doubt = Past
			}
			return p, next, true
		}
		if p.span = monthOf(r.today.Year(), time.Month(p.m)); p.to.Before(r.today) {
			p.span = monthOf(r.today.Year()+1, time.Month(p.m))
		}
		p.span = r.coming(p.span, false)
		return p, r.skip(next, "next"), true
	}
	later := 0
	switch {
	case !r.is(j, "months"):
		return p, i, false
	case r.is(j-1, "next") && j > i:
		later = 1
	case r.is(j+1, "next"):
		later, j = 1, j+1
	case j == i && !r.is(i-1, "of", "part"):
		return p, i, false
	}
	p.span = r.coming(monthOf(r.today.Year(), r.today.Month()+time.Month(later)), false)
	p.y = p.to.Year() // said, if not by its number
	return p, j + 1, true
}

// weekday reads a day of the week, and the date that explains it: "sexta, dia 20".
func (r *reader) weekday(i int, expected bool) (p point, next int, ok bool) {
	t := r.at(i)
	next = r.skip(i+1, "next")
	switch {
	case expected || next > i+1:
	case strings.Contains(" segunda terca quarta quinta sexta ", " "+t.raw+" "): // which count as well
		article := r.is(i-1, "=a", "=la", "=uma", "my", "=da", "=o", "=as") && !(t.raw == "sexta" && r.is(i-1, "=a"))
		timed := r.is(i+1, "of") && r.is(i+2, "=manha", "=tarde", "=noite")
		if r.counted(i+1) && r.at(i+1).digits == 0 && !timed || article && !r.ranged(i+1) {
			return p, i, false
		}
	case len(t.raw) == 3: // "sex", "sun"
		led := r.is(i-1, "in", "this", "next", "until", "from", "of", "arrive", "leave", "return")
		joined := r.is(i+1, "and") && r.is(i+2, "weekday") || r.is(i-1, "and") && r.is(i-2, "weekday")
		follows := joined || r.ranged(i+1) || r.is(i+1, "weekday") || r.at(i+1).digits > 0 && !r.counted(i+2)
		if !led && !follows || t.raw == "sun" && r.is(i-1, "of") {
			return p, i, false
		}
	}
	j := r.skip(next, "day", "the")
	if r.is(j, "month") || r.is(j, "number") && !r.is(next, "=as", "=las") && (j > next || !r.counted(j+1)) { // and not "terça as 21"
		is := func(d time.Time) bool { return d.Day() == r.at(j).n }
		day, _ := days(r.today, 32).first(is)
		if p, end, ok := r.point(j, j > next || r.is(j, "number") && int(day.Weekday()) == t.n); ok && p.kind == aDay && !(expected && r.ranged(end)) {
			p.bare = false
			return p, end, true
		}
	}
	return point{kind: aWeekday, d: t.n, near: next > i+1 || r.is(i-1, "this", "next")}, next, true
}

// ranged reports whether the token at i leads to the end of a range.
func (r *reader) ranged(i int) bool {
	return r.is(i, "to", "until", "-", "=a") && r.is(r.skip(i+1, "the", "=a"), "weekday", "day", "number", "tomorrow")
}

// relative reads what is counted from today by weeks and months, and the week or weekend of some day.
func (r *reader) relative(i int) (p point, next int, ok bool) {
	j := r.skip(i, "this", "next")
	this, coming := j > i && r.is(j-1, "this"), j > i && r.is(j-1, "next")
	weekend := r.is(j, "weekend")
	switch r.at(j).class {
	case "weekday":
		return r.weekday(j, true)
	case "month", "months":
		return r.monthSpan(i)
	case "holiday", "long", "feast", "season":
		return r.point(j, true)
	case "weekend", "week":
	default:
		return p, i, false
	}
	next = r.skip(j+1, "next")
	coming = coming || next > j+1
	k := r.skip(next+1, "of", "the", "=a")
	if weekend && r.is(next, "after") && r.is(k, "next") { // "depois do próximo"
		return point{span: weekendAfter(plus(r.today, 7))}, k + 1, true
	}
	if side := map[string]int{"after": 1, "before": -1}[r.at(next).class]; side != 0 || !coming && r.is(next, "of") && !r.is(k, "week", "weekend") {
		if q, end, ok := r.point(k, false); ok && (side != 0 || !r.ranged(end) && !r.is(end, "and")) {
			return r.weekBy(q, weekend, side, end)
		}
	}
	switch {
	case weekend && this && r.today.Weekday() == time.Saturday:
		return point{span: weekendNear(r.today)}, next, true
	case weekend:
		return point{kind: aWeekend, near: coming || this}, next, true
	case coming:
		return point{span: weekOf(plus(r.today, 7)), holds: true}, next, true
	case this:
		return point{span: r.coming(weekOf(r.today), false), holds: true}, next, true
	}
	return p, i, false
}

// weekBy returns the week, or the weekend, of a point, or if side is 1 or -1 the one after or before it.
func (r *reader) weekBy(q point, weekend bool, side, next int) (point, int, bool) {
	s, ok := r.resolve(q, r.today, span{})
	w := weekOf(plus(s.from, 7*side))
	switch {
	case weekend && side > 0:
		w = weekendAfter(s.to)
	case weekend && side < 0:
		w = weekendAfter(plus(s.from, -8))
	case weekend && q.holds:
		w = weekendAfter(plus(s.from, -1))
	case weekend:
		w = weekendNear(s.from)
	case side > 0:
		w = weekOf(plus(s.to, 7))
	case side == 0 && (q.holds || s.to.After(plus(s.from, 2))): // carnival is a week of its own
		w = s
	}
	return point{span: r.coming(w, false), holds: !weekend && q.kind != aSpan}, next, ok
}

// within reads a week, weekend or half of a month: "primeira semana de julho", "last two weeks of August".
func (r *reader) within(i int) (p point, next int, ok bool) {
	n := r.at(i).n
	if r.is(i, "weekday") {
		n++ // segunda is the second
	}
	what := r.at(i + 1)
	m, next, ok := r.monthOr(i+2, true)
	if !ok || n == 0 || n > 5 {
		return p, i, false
	}
	whole := monthOf(m.from.Year(), m.from.Month())
	var s span
	switch {
	case what.class == "week" && n < 0:
		s = span{plus(whole.to, -6), whole.to}
	case what.class == "week":
		s = days(plus(whole.from, 7*(n-1)), 7)
	case what.class == "fortnight" && n == 1:
		s = days(whole.from, 15)
	case what.class == "fortnight":
		s = span{plus(whole.from, 15), whole.to}
	case what.class == "weekend", what.class == "weekday":
		if n < 0 {
			n = 5
		}
		if s = on(nth(whole.from.Year(), whole.from.Month(), time.Weekday(what.n), n)); what.class == "weekend" {
			s = days(nth(whole.from.Year(), whole.from.Month(), time.Saturday, n), 2)
		}
	default:
		return p, i, false
	}
	return point{span: r.coming(s, m.y == 0), holds: what.class == "week"}, next, true
}

// hence reads "daqui a 2 semanas", "em 10 dias", "two weeks from now"; the number is at j.
func (r *reader) hence(i, j int) (p point, next int, ok bool) {
	n, unit := r.at(j).n, j+1
	if next = unit + 1; r.is(j, "=a", "=an") {
		n = 1
	} else if !r.is(j, "number") || n <= 0 || n > 400 {
		return p, i, false
	}
	if i == j {
		next++
	}
	if r.moves(j) != 0 || i == j && !r.is(unit+1, "hereafter") { // "adia em uma semana"
		return p, i, false
	}
	t := r.today
	switch r.at(unit).class {
	case "day", "week", "fortnight":
		t = plus(t, n*map[string]int{"day": 1, "week": 7, "fortnight": 15}[r.at(unit).class])
	case "months":
		if t = t.AddDate(0, n, 0); t.Day() != r.today.Day() { // there is no 31st
			t = plus(t, -t.Day())
		}
	default:
		return p, i, false
	}
	return point{span: on(t)}, next, true
}

// holiday reads "feriado de 7 de setembro", "feriadão", "próximo feriado".
func (r *reader) holiday(i int) (p point, next int, ok bool) {
	long := r.is(i, "long")
	j := r.skip(i+1, "next")
	s := nextHoliday(r.today)
	k := r.skip(j, "of", "the", "in", "day")
	next, ok = j, long || j > i+1 || r.is(i-1, "next", "this", "in")
	if q, end, found := r.point(k, true); found && !q.bare && (k > j || r.is(k, "number", "feast")) {
		next, ok = end, true
		switch {
		case !q.holds:
			s, ok = r.resolve(q, r.today, span{})
		case q.from.After(r.today): // "feriadão de novembro"
			s = nextHoliday(plus(q.from, -1))
		}
	}
	if long {
		s = r.coming(prolonged(s), false)
	}
	return point{span: s}, next, ok
}

// feast reads a holiday by its name, but not the cities of Natal and Tiradentes.
func (r *reader) feast(i int) (p point, next int, ok bool) {
	t := r.at(i)
	if t.raw == "natal" || t.raw == "tiradentes" {
		named := r.is(i-1, "=no", "=do", "=o", "=ao", "=pelo", "before", "after", "this", "next", "=um", "between", "holiday", "long") ||
			r.is(i-1, "=de") && r.is(i-2, "holiday", "long", "day", "week")
		beside := r.is(r.skip(i+1, "and", "the", "-"), "feast") || i == 0 && r.is(1, "in") && len(r.toks) > 2 && !r.is(2, "month", "feast", "number", "week", "weekend")
		if !named && !beside {
			return p, i, false
		}
	}
	y, next := r.year(i + 1)
	if p.soft = t.class == "season"; y > 0 {
		p.span = r.coming(feast(t.name, y), false)
	}
	for y := r.today.Year() - 1; next == i+1 && p.zero(); y++ {
		p.span = r.coming(feast(t.name, y), false)
	}
	if r.is(next, "week", "weekend") && !r.at(next).gap {
		return r.weekBy(p, r.is(next, "weekend"), 0, next+1)
	}
	return p, next, true
}

// coming cuts off the days of a span that have passed; if all have and it repeats, it is next year's. What is past for good
// comes out empty.
func (r *reader) coming(s span, yearly bool) span {
	if s.to.Before(r.today) {
		if !yearly {
			return span{}
		}
		s = span{s.from.AddDate(1, 0, 0), s.to.AddDate(1, 0, 0)}
	}
	if s.from.Before(r.today) {
		s.from = r.today
	}
	return s
}

// resolve finds the days of a point that are not before ref, in the span where it is said to be, if there is one.
func (r *reader) resolve(p point, ref time.Time, in span) (span, bool) {
	fits, far, long := func(t time.Time) bool { return t.Day() == p.d }, days(ref, 63), 1
	switch {
	case p.kind == aSpan:
		return p.span, !p.zero()
	case p.kind == aWeekday:
		fits, far = func(t time.Time) bool { return int(t.Weekday()) == p.d }, days(plus(ref, 1), 7)
	case p.kind == aWeekend:
		fits, far, long = func(t time.Time) bool { return t.Weekday() == time.Saturday }, days(plus(ref, 1), 7), 2
	case p.y > 0:
		t := date(p.y, time.Month(p.m), p.d)
		if t.Day() != p.d { // 29 February
			r.doubt = NoSuchDay
		} else if t.Before(r.today) {
			r.doubt = Past
		}
		return on(t), t.Day() == p.d && !t.Before(r.today)
	case p.m > 0:
		for y := ref.Year(); y < ref.Year()+9; y++ { // the next 29 February
			if t := date(y, time.Month(p.m), p.d); t.Day() == p.d && !t.Before(ref) {
				return on(t), true
			}
		}
		return span{}, false
	}
	t, ok := in.first(fits)
	if !ok || in.zero() || t.Before(ref) && p.kind != aWeekday {
		t, ok = far.first(fits)
	}
	return days(t, long), ok
}
