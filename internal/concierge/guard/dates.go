package guard

import (
	"math"
	"slices"
	"strconv"
	"time"
)

// dated reports whether a date was said, lies some days from one that was, as many as nights were
// said or within a week, has a day that the guest gave, or lies as far from today as people said a time to be: "the last
// six months" begin half a year ago, or the day after.
func (s *sums) dated(f figure) bool {
	at := [2]int{f.month, f.day}
	return s.c.says(func(t *said) bool {
		return slices.ContainsFunc(t.dates, func(d [2]int) bool {
			gap := between(d, at)
			return d == at || d == [2]int{f.day, f.month} || (gap <= 8 || gap >= 365-8) && !t.result || gap <= 31 && slices.ContainsFunc(s.stays(), func(n float64) bool { return math.Abs(float64(gap)-n) <= 1 })
		}) || slices.ContainsFunc(t.spells, func(n int) bool {
			ago, on := s.c.Today.AddDate(0, -max(n, 0), min(n, 0)), s.c.Today.AddDate(0, max(n, 0), -min(n, 0))
			return slices.ContainsFunc([]time.Time{ago, ago.AddDate(0, 0, 1), on}, func(d time.Time) bool { return !d.IsZero() && at == [2]int{int(d.Month()), d.Day()} })
		}) || len(f.values) > 0 && !t.result && slices.Contains(t.days, float64(f.day))
	}) || f.day == 1 && s.c.asked.has("month "+strconv.Itoa(f.month), 0, len(s.c.asked.tokens))
}

// between returns the number of days from one day of the year (month, day) to the next occurrence of another,
// in a common year.
func between(from, to [2]int) int {
	day := func(d [2]int) int { return time.Date(2027, time.Month(d[0]), d[1], 0, 0, 0, 0, time.UTC).YearDay() }
	return (day(to) - day(from) + 365) % 365
}

// stays returns how many nights were spoken of.
func (s *sums) stays() (all []float64) {
	for _, t := range s.c.texts() {
		all = union(all, t.nights)
	}
	return slices.DeleteFunc(all, func(n float64) bool { return n > counted })
}

// nightsRight reports whether a number of nights lies between the two dates of its sentence, or if it has no two, was
// spoken of or lies between two of the answer. Where nobody spoke of nights, any may be right.
func (s *sums) nightsRight(f figure) bool {
	all := s.stays()
	var near, dates []figure
	for _, g := range s.all {
		if g.kind == date && g.month > 0 {
			if dates = append(dates, g); s.unit(g) == s.unit(f) {
				near = append(near, g)
			}
		}
	}
	apart := func(g, h figure) bool {
		return float64(between([2]int{g.month, g.day}, [2]int{h.month, h.day})) == f.values[0]
	}
	if len(near) == 2 {
		return apart(near[0], near[1])
	}
	for i, h := range dates {
		if slices.ContainsFunc(dates[:i], func(g figure) bool { return apart(g, h) }) {
			return true
		}
	}
	return len(all) == 0 || slices.Contains(all, f.values[0])
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
