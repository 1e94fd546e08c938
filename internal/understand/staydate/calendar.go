package staydate

import "time"

func date(y int, m time.Month, d int) time.Time {
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func plus(t time.Time, days int) time.Time { return t.AddDate(0, 0, days) }

// monthOf returns the first and the last day of a month.
func monthOf(y int, m time.Month) span {
	return span{date(y, m, 1), date(y, m+1, 0)}
}

// span is a run of days, both ends in it.
type span struct{ from, to time.Time }

func on(t time.Time) span { return span{t, t} }

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

// nth returns the nth weekday of a month, or the last one if n is 5 and there
// are four.
func nth(y int, m time.Month, w time.Weekday, n int) time.Time {
	t := after(date(y, m, 0), w)
	t = plus(t, 7*(n-1))
	if t.Month() != m {
		t = plus(t, -7)
	}
	return t
}

// after returns the first such weekday later than t.
func after(t time.Time, w time.Weekday) time.Time {
	return plus(t, (int(w)-int(t.Weekday())+6)%7+1)
}

// weekOf returns the Monday to Sunday that t is in.
func weekOf(t time.Time) span {
	monday := plus(t, -(int(t.Weekday())+6)%7)
	return span{monday, plus(monday, 6)}
}

// weekendNear returns the Saturday and Sunday nearest to t.
func weekendNear(t time.Time) span {
	return weekendAfter(plus(t, -4))
}

func weekendAfter(t time.Time) span {
	saturday := after(t, time.Saturday)
	return span{saturday, plus(saturday, 1)}
}
