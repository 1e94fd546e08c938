package staydate

import (
	"slices"
	"time"
)

// fixed are the holidays that have a day of their own: month and day.
var fixed = map[string][2]int{
	"newday": {1, 1}, "valentine": {2, 14}, "tiradentes": {4, 21}, "labour": {5, 1}, "lovers": {6, 12},
	"stjohn": {6, 24}, "july4": {7, 4}, "independence": {9, 7}, "aparecida": {10, 12}, "halloween": {10, 31},
	"dead": {11, 2}, "republic": {11, 15}, "conscience": {11, 20}, "eve": {12, 24}, "christmas": {12, 25},
}

// movable are those that Easter moves: first and last day, counted from it.
var movable = map[string][2]int{
	"carnival": {-50, -47}, "ash": {-46, -46}, "holyweek": {-3, 0}, "goodfriday": {-2, -2}, "easter": {0, 0}, "eastermonday": {1, 1}, "corpus": {60, 60},
}

// weekly are those on the nth weekday of a month: month, weekday, n, and how many days before
// it they begin.
var weekly = map[string][4]int{
	"mothers": {5, 0, 2}, "memorial": {5, 1, 5}, "fathers": {8, 0, 2}, "laborday": {9, 1, 1}, "thanksgiving": {11, 4, 4},
	"nazare": {10, 0, 2, 2},
}

// long are the seasons: first and last month and day. In English they are
// those of the north.
var long = map[string][4]int{
	"newyear": {12, 31, 1, 1}, "june": {6, 1, 6, 30}, "summer": {12, 21, 3, 20}, "autumn": {3, 21, 6, 20},
	"winter": {6, 21, 9, 22}, "spring": {9, 23, 12, 20}, "north summer": {6, 21, 9, 22}, "north winter": {12, 21, 3, 20},
}

// feast returns the days of a holiday or a season that starts in a year.
func feast(name string, y int) span {
	if f, ok := fixed[name]; ok {
		return on(date(y, time.Month(f[0]), f[1]))
	}
	if f, ok := movable[name]; ok {
		return span{plus(easter(y), f[0]), plus(easter(y), f[1])}
	}
	if f, ok := weekly[name]; ok {
		last := nth(y, time.Month(f[0]), time.Weekday(f[1]), f[2])
		return span{plus(last, -f[3]), last}
	}
	f := long[name]
	s := span{date(y, time.Month(f[0]), f[1]), date(y, time.Month(f[2]), f[3])}
	if s.to.Before(s.from) {
		s.to = s.to.AddDate(1, 0, 0)
	}
	return s
}

// national are the holidays that all of Brazil has.
var national = []string{
	"newday", "carnival", "goodfriday", "tiradentes", "labour", "corpus", "independence",
	"aparecida", "dead", "republic", "conscience", "christmas",
}

// nextHoliday returns the first national holiday later than t.
func nextHoliday(t time.Time) span {
	var next span
	for _, name := range national {
		for y := t.Year(); y < t.Year()+2; y++ {
			if f := feast(name, y); f.from.After(t) && (next.zero() || f.from.Before(next.from)) {
				next = f
			}
		}
	}
	return next
}

// prolonged joins a holiday to the weekend beside it, if a day off between
// them makes it one run.
func prolonged(s span) span {
	if s.from != s.to {
		return s
	}
	switch s.from.Weekday() {
	case time.Monday:
		s.from = plus(s.from, -2)
	case time.Tuesday:
		s.from = plus(s.from, -3)
	case time.Thursday:
		s.to = plus(s.to, 3)
	case time.Friday:
		s.to = plus(s.to, 2)
	case time.Saturday:
		s.to = plus(s.to, 1)
	case time.Sunday:
		s.from = plus(s.from, -1)
	}
	return s
}

// holiday reads "feriado de 7 de setembro", "feriadão", "próximo feriado".
func (r *reader) holiday(i int) (point, int, bool) {
	long := r.is(i, "long")
	j := r.skip(i+1, "next")
	k := r.skip(j, "of", "the", "in", "day")
	if k > j || r.is(k, "number", "feast") {
		if p, next, ok := r.point(k, true); ok && !p.bare {
			if p.holds && p.from.After(r.today) { // "feriadão de novembro"
				p = point{span: nextHoliday(plus(p.from, -1))}
			} else if p.holds {
				p = point{span: nextHoliday(r.today)}
			}
			s, ok := r.resolve(p, r.today, span{})
			if long {
				p = point{span: r.coming(prolonged(s), false)}
			}
			return p, next, ok
		}
	}
	s := nextHoliday(r.today)
	if long {
		s = r.coming(prolonged(s), false)
	}
	return point{span: s}, j, long || j > i+1 || r.is(i-1, "next", "this", "in")
}

// feast reads a holiday by its name, but not the cities of Natal and Tiradentes.
func (r *reader) feast(i int) (point, int, bool) {
	t, before := r.at(i), r.at(i-1)
	if t.raw == "natal" || t.raw == "tiradentes" {
		named := slices.Contains([]string{"no", "do", "o", "ao", "pelo", "pre", "pos", "este", "esse", "neste", "nesse", "proximo", "um"}, before.raw) ||
			before.raw == "de" && (r.is(i-2, "holiday", "long", "day", "week") || slices.Contains([]string{"festas", "ferias", "noite", "ceia", "recesso", "mercado", "mercados"}, r.at(i-2).raw))
		next := r.skip(i+1, "and", "the", "-")
		feasts := r.is(next, "feast") || r.is(i+1, "in") && !r.is(i+2, "month", "feast", "number", "week", "weekend") && i+2 < len(r.toks) && i == 0
		if !named && !feasts && !r.is(i-1, "between", "holiday", "long") {
			return point{}, i, false
		}
	}
	y, next := r.year(i + 1)
	p := point{soft: t.class == "season"}
	if y > 0 {
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
