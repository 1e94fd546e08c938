package staydate

import "time"

func date(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func plus(t time.Time, days int) time.Time { return t.AddDate(0, 0, days) }

// span is a run of days, both ends in it.
type span struct{ from, to time.Time }

func on(t time.Time) span { return span{t, t} }

// days is the span of so many days from one on.
func days(from time.Time, n int) span { return span{from, plus(from, n-1)} }

// monthOf returns the first and the last day of a month.
func monthOf(y int, m time.Month) span { return span{date(y, m, 1), date(y, m+1, 0)} }

func (s span) zero() bool { return s.from.IsZero() && s.to.IsZero() }

// first returns the first day of s that fits.
func (s span) first(fits func(time.Time) bool) (time.Time, bool) {
	for t := s.from; !t.After(s.to); t = plus(t, 1) {
		if fits(t) {
			return t, true
		}
	}
	return time.Time{}, false
}

// easter returns the Sunday, by the anonymous Gregorian computus.
func easter(y int) time.Time {
	a, b, c := y%19, y/100, y%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	n := h + l - 7*((a+11*h+22*l)/451) + 114
	return date(y, time.Month(n/31), n%31+1)
}

// nth returns the nth weekday of a month, or the last one if n is 5 and there are four.
func nth(y int, m time.Month, w time.Weekday, n int) time.Time {
	t := plus(after(date(y, m, 0), w), 7*(n-1))
	if t.Month() != m {
		t = plus(t, -7)
	}
	return t
}

// after returns the first such weekday later than t.
func after(t time.Time, w time.Weekday) time.Time { return plus(t, (int(w)-int(t.Weekday())+6)%7+1) }

// weekOf returns the Monday to Sunday that t is in, weekendAfter the next Saturday and Sunday, weekendNear the nearest.
func weekOf(t time.Time) span       { return days(plus(t, -(int(t.Weekday())+6)%7), 7) }
func weekendAfter(t time.Time) span { return days(after(t, time.Saturday), 2) }
func weekendNear(t time.Time) span  { return weekendAfter(plus(t, -4)) }

// fixed are the holidays that have days of their own, and the seasons, which in English are those of the north: first and last
// month and day.
var fixed = map[string][4]int{
	"newday": {1, 1, 1, 1}, "valentine": {2, 14, 2, 14}, "tiradentes": {4, 21, 4, 21}, "labour": {5, 1, 5, 1}, "lovers": {6, 12, 6, 12},
	"stjohn": {6, 24, 6, 24}, "july4": {7, 4, 7, 4}, "independence": {9, 7, 9, 7}, "aparecida": {10, 12, 10, 12}, "halloween": {10, 31, 10, 31},
	"dead": {11, 2, 11, 2}, "republic": {11, 15, 11, 15}, "conscience": {11, 20, 11, 20}, "eve": {12, 24, 12, 24}, "christmas": {12, 25, 12, 25},
	"newyear": {12, 31, 1, 1}, "june": {6, 1, 6, 30}, "summer": {12, 21, 3, 20}, "autumn": {3, 21, 6, 20},
	"winter": {6, 21, 9, 22}, "spring": {9, 23, 12, 20}, "north summer": {6, 21, 9, 22}, "north winter": {12, 21, 3, 20},
}

// movable are those that Easter moves: first and last day, counted from it.
var movable = map[string][2]int{
	"carnival": {-50, -47}, "ash": {-46, -46}, "holyweek": {-3, 0}, "goodfriday": {-2, -2}, "easter": {0, 0}, "eastermonday": {1, 1}, "corpus": {60, 60},
}

// weekly are those on the nth weekday of a month: month, weekday, n, and how many days before it they begin.
var weekly = map[string][4]int{
	"mothers": {5, 0, 2}, "memorial": {5, 1, 5}, "fathers": {8, 0, 2}, "laborday": {9, 1, 1}, "thanksgiving": {11, 4, 4}, "nazare": {10, 0, 2, 2},
}

// feast returns the days of a holiday or a season that starts in a year.
func feast(name string, y int) span {
	if f, ok := movable[name]; ok {
		return span{plus(easter(y), f[0]), plus(easter(y), f[1])}
	}
	if f, ok := weekly[name]; ok {
		last := nth(y, time.Month(f[0]), time.Weekday(f[1]), f[2])
		return span{plus(last, -f[3]), last}
	}
	f := fixed[name]
	s := span{date(y, time.Month(f[0]), f[1]), date(y, time.Month(f[2]), f[3])}
	if s.to.Before(s.from) {
		s.to = s.to.AddDate(1, 0, 0)
	}
	return s
}

// national are the holidays that all of Brazil has.
var national = []string{
	"newday", "carnival", "goodfriday", "tiradentes", "labour", "corpus", "independence", "aparecida", "dead", "republic", "conscience", "christmas",
}

// nextHoliday returns the first national holiday later than t.
func nextHoliday(t time.Time) (next span) {
	for _, name := range national {
		for y := t.Year(); y < t.Year()+2; y++ {
			if f := feast(name, y); f.from.After(t) && (next.zero() || f.from.Before(next.from)) {
				next = f
			}
		}
	}
	return next
}

// prolonged joins a holiday to the weekend beside it, if a day off between them makes it one run.
func prolonged(s span) span {
	if more := [...][2]int{{-1, 0}, {-2, 0}, {-3, 0}, {0, 0}, {0, 3}, {0, 2}, {0, 1}}[s.from.Weekday()]; s.from == s.to {
		return span{plus(s.from, more[0]), plus(s.to, more[1])}
	}
	return s
}
