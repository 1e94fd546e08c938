package guard

import (
	"math"
	"slices"
	"time"
)

// later reports whether a date is some days after one that was said: as many as
// nights were said, or on a day of the week within the next seven.
func (s *sums) later(f figure) bool {
	from := func(m, d int) int { return int(math.Round(30.44*float64(m-1))) + d }
	return f.day > 0 && s.c.says(func(t *said) bool {
		return slices.ContainsFunc(t.dates, func(d [2]int) bool {
			gap := (from(f.month, f.day) - from(d[0], d[1]) + 365) % 365
			return gap <= 8 && !t.result && s.says(f, "day") || gap <= 31 && slices.ContainsFunc(s.counts, func(n float64) bool { return math.Abs(float64(gap)-n) <= 1 })
		})
	})
}

// weekday reports whether the day of the week that stands with a date is right
// in a year of which the facts speak.
func (s *sums) weekday(f figure) bool {
	days := s.daysBefore(f)
	dated := s.c.says(func(t *said) bool { return len(t.years) > 0 })
	return len(days) == 0 || !dated || s.c.says(func(t *said) bool {
		return slices.ContainsFunc(t.years, func(y int) bool {
			return slices.ContainsFunc([][2]int{{f.month, f.day}, {f.day, f.month}}, func(d [2]int) bool {
				t := time.Date(y, time.Month(d[0]), d[1], 0, 0, 0, 0, time.UTC)
				return int(t.Month()) == d[0] && slices.Contains(days, int(t.Weekday())) && (d[0] == f.month || f.values == nil)
			})
		})
	})
}

// daysBefore returns the day of the week that stands before a figure, and also the first
// of a range: "Friday, March 12", "de sexta a segunda, 8 a 11".
func (s *sums) daysBefore(f figure) (days []int) {
	first := f.first
	for first > s.unit(f).first && f.first-first < 3 && !s.v.tokens[first-1].digits {
		first--
	}
	at := -1
	for i := f.first - 1; i >= max(first, 0); i-- {
		if day, to := s.v.weekdayAt(i); day >= 0 && f.first-to <= 2 {
			days, at = []int{day}, i
		}
	}
	for i := at - 3; at >= 0 && i >= s.unit(f).first && i < at; i++ {
		if day, to := s.v.weekdayAt(i); i >= 0 && day >= 0 && to == at-1 && s.v.has("to", to, at) {
			days = append(days, day)
		}
	}
	return days
}

// weekdayAt returns the day of the week at a token, or -1, and its end.
func (t *text) weekdayAt(i int) (day, to int) {
	b := book()
	for _, id := range b.under("weekday") {
		if to, ok := t.at(b.lists[id], i); ok {
			return b.number(id), to
		}
	}
	return -1, i
}

// coming reports whether a number is the day of the month on which the day of the week
// before it falls within two weeks from a date that was said: "sábado, dia 21".
func (s *sums) coming(f figure) bool {
	days := s.daysBefore(f)
	return len(days) > 0 && s.c.says(func(t *said) bool {
		return !t.result && slices.ContainsFunc(t.years, func(y int) bool {
			return slices.ContainsFunc(t.dates, func(d [2]int) bool {
				for n := range 14 {
					day := time.Date(y, time.Month(d[0]), d[1]+n, 0, 0, 0, 0, time.UTC)
					if float64(day.Day()) == f.values[0] && slices.Contains(days, int(day.Weekday())) {
						return true
					}
				}
				return false
			})
		})
	})
}
