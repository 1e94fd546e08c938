package staydate

import (
	"slices"
	"sync"
	"time"
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

func (r *reader) is(i int, classes ...string) bool {
	return slices.Contains(classes, r.at(i).class)
}

// skip steps over tokens of the classes.
func (r *reader) skip(i int, classes ...string) int {
	for r.is(i, classes...) && i < len(r.toks) {
		i++
	}
	return i
}

// article steps over the articles at i.
func (r *reader) article(i int) int {
	if i = r.skip(i, "the"); r.at(i).raw == "a" {
		i++
	}
	return i
}

// counted reports whether the token at i is a thing that is counted, so that
// the number before it is no day: "10 pessoas", "10 da manhã", "10 ou 12 dias".
func (r *reader) counted(i int) bool {
	if r.is(i, "or", "of") && !r.at(i).gap {
		i++
		if raw := r.at(i).raw; raw == "manha" || raw == "tarde" || raw == "noite" {
			return true
		}
		if r.is(i-1, "of") || !r.is(i, "number") {
			return false
		}
		i++
	}
	i = r.skip(i, "small")
	return !r.at(i).gap && !r.dates(i) && r.is(i, "person", "adult", "kin", "couple", "day", "night", "week", "weekend", "months", "age", "count", "room", "bed", "us", ":", "fortnight", "pet")
}

// dates reports whether the day of a date follows the token at i, so that a number before it
// counts something else: "mesa para 2 dia 28", "table for 2 november 28".
func (r *reader) dates(i int) bool {
	day := r.at(i + 1).digits
	return (r.at(i).raw == "dia" || r.isMonth(i)) && (day == 1 || day == 2) && !r.at(i+1).gap && !r.counted(i+2)
}

// point reads the point that starts at i, and returns where it ends. Where a
// point is expected, a number alone is one.
func (r *reader) point(i int, expected bool) (p point, next int, ok bool) {
	t := r.at(i)
	switch t.class {
	case "number":
		if q, next, ok := r.hence(i, i); ok {
			return q, next, true
		}
		if t.ord && r.is(i+1, "week", "weekend", "fortnight") {
			return r.within(i)
		}
		return r.day(i, expected)
	case "ordinal":
		if t.n == 1 && !r.is(i+1, "week", "weekend", "fortnight") {
			p, next, ok = r.day(i, expected)
			return p, next, ok && p.m > 0
		}
		return r.within(i)
	case "day":
		j := r.skip(i+1, "the", "in")
		if r.is(j, "number", "ordinal") && !r.at(j).gap {
			p, next, ok = r.day(j, true)
			p.bare = false
			return p, next, ok
		}
	case "month":
		return r.month(i)
	case "weekday":
		if r.is(i+1, "week", "weekend", "fortnight") && t.raw == "segunda" || t.raw == "quarta" && r.is(i+1, "week") {
			return r.within(i)
		}
		return r.weekday(i, expected)
	case "today", "tomorrow": // and the day after it
		day := plus(r.today, t.n)
		if next = i + 1; r.is(next, "weekday") && r.at(next).n == int(day.Weekday()) { // "hoje, sexta"
			next = r.weekdayToo(next)
		}
		return point{span: on(day), soft: t.class == "today" && !expected}, next, true
	case "this", "next", "weekend", "week", "months":
		return r.relative(i)
	case "": // a month from now
		return r.hence(i, i)
	case "hence", "in":
		j := r.skip(i+1, "of")
		if raw := r.at(j).raw; raw == "a" || raw == "ha" {
			j++
		}
		return r.hence(i, j)
	case "part":
		j := r.skip(i+1, "of", "the")
		m, next, ok := r.monthSpan(j)
		if !ok && r.before.Vague && r.is(i-1, "in") { // "em julho", then "no começo"
			m, next, ok = point{span: monthOf(r.before.Start.Year(), r.before.Start.Month())}, i+1, true
		}
		if ok {
			first := plus(m.to, 1-m.to.Day())
			days := [...]span{{}, {first, plus(first, 9)}, {plus(first, 10), plus(first, 19)}, {plus(first, 20), m.to}}
			return point{span: r.coming(days[t.n], m.y == 0)}, next, true
		}
	case "holiday", "long":
		return r.holiday(i)
	case "feast", "season":
		return r.feast(i)
	}
	return point{}, i, false
}

// coming cuts off the days of a span that have passed; if all have and it
// repeats, it is next year's. What is past for good comes out empty.
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

// resolve finds the days of a point that are not before ref, in the span where
// it is said to be, if there is one.
func (r *reader) resolve(p point, ref time.Time, in span) (span, bool) {
	fits := func(t time.Time) bool { return t.Day() == p.d }
	far := span{ref, plus(ref, 62)}
	switch p.kind {
	case aSpan:
		return p.span, !p.zero()
	case aWeekday:
		fits = func(t time.Time) bool { return int(t.Weekday()) == p.d }
		far = span{plus(ref, 1), plus(ref, 7)}
	case aWeekend:
		fits = func(t time.Time) bool { return t.Weekday() == time.Saturday }
		far = span{plus(ref, 1), plus(ref, 7)}
	case aDay:
		if p.m == 0 {
			break
		}
		if p.y > 0 {
			t := date(p.y, time.Month(p.m), p.d)
			switch {
			case t.Day() != p.d: // 29 February
				r.doubt = NoSuchDay
			case t.Before(r.today):
				r.doubt = Past
			default:
				return on(t), true
			}
			return span{}, false
		}
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
	s := on(t)
	if p.kind == aWeekend {
		s.to = plus(t, 1)
	}
	return s, ok
}
