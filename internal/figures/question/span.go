package question

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Span is a time from its first day to its last. A zero end is open.
type Span struct {
	From time.Time `json:"from,omitzero"`
	To   time.Time `json:"to,omitzero"`

	Month time.Month `json:"month,omitempty"` // that month of every year, and neither end
}

// Today is the day of a moment where it is told, as a plan has days: 23:00 of the 5th in Recife is
// the 5th, though it is the 6th in London.
func Today(now time.Time) time.Time { return day(now.Date()) }

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func months(y int, m time.Month, n int) Span {
	return Span{From: day(y, m, 1), To: day(y, m+time.Month(n), 0)}
}

func yearSpan(y int) Span { return months(y, 1, 12) }

// year returns the year that a span is, or 0.
func (s Span) year() int {
	if s == yearSpan(s.From.Year()) {
		return s.From.Year()
	}
	return 0
}

// quarter returns the quarter that a span is, such as 2025-Q3, or "".
func (s Span) quarter() string {
	if s != months(s.From.Year(), s.From.Month(), 3) || (s.From.Month()-1)%3 != 0 {
		return ""
	}
	return strings.Trim(edge("quarter", s.From), "'")
}

// unit is the period that a span is one of, or "period".
func (s Span) unit() string {
	switch {
	case s.year() > 0:
		return "year"
	case s.quarter() != "":
		return "quarter"
	case s.closed() && s.months() == 1:
		return "month"
	}
	return "period"
}

// whole reports whether a span begins and ends with a month; closed, whether it has both ends too.
func (s Span) whole() bool {
	return (s.From.IsZero() || s.From.Day() == 1) && (s.To.IsZero() || s.To.AddDate(0, 0, 1).Day() == 1)
}
func (s Span) closed() bool { return s.whole() && !s.From.IsZero() && !s.To.IsZero() }

// months is how many months a closed span has.
func (s Span) months() int {
	return (s.To.Year()-s.From.Year())*12 + int(s.To.Month()-s.From.Month()) + 1
}

// label returns a span as rows write it: 2025-01-01/2025-03-31; a month of every year is --03.
func (s Span) label() string {
	if s.Month > 0 {
		return fmt.Sprintf("--%02d", s.Month)
	}
	side := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(time.DateOnly)
	}
	return side(s.From) + "/" + side(s.To)
}

// labelled reads a span that label wrote.
func labelled(label string) (s Span) {
	from, to, _ := strings.Cut(label, "/")
	s.From, _ = time.Parse(time.DateOnly, from)
	s.To, _ = time.Parse(time.DateOnly, to)
	if month, ok := strings.CutPrefix(label, "--"); ok {
		s.Month = time.Month(atoi(month))
	}
	return s
}

// spanOf reads a period as rows have it: 2025, 2025-03, 2025-Q3 or 2025-03-14.
func spanOf(said string) (Span, bool) {
	if y, n, ok := strings.Cut(said, "-Q"); ok {
		return months(atoi(y), time.Month(3*atoi(n)-2), 3), true
	}
	if t, err := time.Parse(time.DateOnly, said); err == nil {
		return Span{From: t, To: t}, true
	}
	if t, err := time.Parse("2006-01", said); err == nil {
		return months(t.Year(), t.Month(), 1), true
	}
	return yearSpan(atoi(said)), len(said) == 4 && atoi(said) > 0
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// in is the same part of another year.
func (s Span) in(year int) Span {
	if s.closed() {
		return months(year, s.From.Month(), s.months())
	}
	return Span{From: s.From.AddDate(year-s.From.Year(), 0, 0), To: s.To.AddDate(year-s.From.Year(), 0, 0)}
}

// yearSoFar is the running year up to now.
func yearSoFar(now time.Time) Span { return Span{From: day(now.Year(), 1, 1), To: now} }

// beside is a time and what it is compared with if no other is said: the one after it, or the one
// before if it is not over yet. An open time, or one of days, has none.
func (s Span) beside(now time.Time) []Span {
	switch after := s.To.AddDate(0, 0, 1); {
	case !s.closed():
		return []Span{s}
	case !s.To.Before(now):
		return []Span{s, months(s.From.Year(), s.From.Month()-time.Month(s.months()), s.months())}
	default:
		return []Span{s, months(after.Year(), after.Month(), s.months())}
	}
}
