package guard

import (
	"math"
	"slices"
	"time"
)

// later reports whether a date is some days after one that was said: as many as
// nights were said, or on a day of the week within the next seven.
func (s *sums) later(f figure) bool {
	if f.day == 0 {
		return false
	}
	from := func(m, d int) int { return int(math.Round(30.44*float64(m-1))) + d }
	for _, d := range s.c.texts().dates {
		gap := (from(f.month, f.day) - from(d[0], d[1]) + 365) % 365
		if gap <= 8 && s.says(f, "day") || gap <= 31 && slices.ContainsFunc(s.counts, func(n float64) bool { return math.Abs(float64(gap)-n) <= 1 }) {
			return true
		}
	}
	return false
}

// weekday reports whether the day of the week that stands with a date is right
// in a year of which the facts speak, or the next.
func (s *sums) weekday(f figure) bool {
	day, told := -1, false
	u := s.unit(f)
	b := book()
	first := f.first // "Friday, March 12"
	for first > u.first && f.first-first < 3 && !s.v.tokens[first-1].digits {
		first--
	}
	for _, id := range b.under("weekday") {
		for _, m := range s.v.find(b.lists[id], first, f.first) {
			if f.first-m.to <= 2 {
				day, told = b.number(id), true
			}
		}
	}
	years := s.c.texts().years
	if !told || len(years) == 0 {
		return true
	}
	for _, y := range years {
		for _, d := range [][2]int{{f.month, f.day}, {f.day, f.month}} {
			if t := time.Date(y, time.Month(d[0]), d[1], 0, 0, 0, 0, time.UTC); int(t.Month()) == d[0] && int(t.Weekday()) == day && (d[0] == f.month || f.values == nil) {
				return true
			}
		}
	}
	return false
}
