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
	b := book()
	first := f.first // "Friday, March 12"
	for first > s.unit(f).first && f.first-first < 3 && !s.v.tokens[first-1].digits {
		first--
	}
	day := -1
	for _, id := range b.under("weekday") {
		for _, m := range s.v.find(b.lists[id], first, f.first) {
			if f.first-m.to <= 2 {
				day = b.number(id)
			}
		}
	}
	dated := s.c.says(func(t *said) bool { return len(t.years) > 0 })
	return day < 0 || !dated || s.c.says(func(t *said) bool {
		return slices.ContainsFunc(t.years, func(y int) bool {
			return slices.ContainsFunc([][2]int{{f.month, f.day}, {f.day, f.month}}, func(d [2]int) bool {
				t := time.Date(y, time.Month(d[0]), d[1], 0, 0, 0, 0, time.UTC)
				return int(t.Month()) == d[0] && int(t.Weekday()) == day && (d[0] == f.month || f.values == nil)
			})
		})
	})
}
