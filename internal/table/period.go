package table

import (
	"maps"
	"slices"
	"time"
)

// Period is how long the steps of a trend are.
type Period string

// The periods. A week starts on Monday.
const (
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
	Year  Period = "year"
)

// maxSpans is the most steps of a trend that are there for their date only:
// beyond it those without a value are left out.
const maxSpans = 1200

// periodFor returns a period that shows a span of time in some dozens of steps.
func periodFor(from, to int64) Period {
	switch days := (to - from) / day; {
	case days <= 62:
		return Day
	case days <= 182:
		return Week
	case days <= 10*366:
		return Month
	default:
		return Year
	}
}

// start returns when the period that a time is in began.
func (p Period) start(seconds int64) int64 {
	midnight := seconds - (seconds%day+day)%day
	t := time.Unix(midnight, 0).UTC()
	switch p {
	case Day:
		return midnight
	case Week:
		return midnight - int64(t.Weekday()+6)%7*day
	case Month:
		return midnight - int64(t.Day()-1)*day
	default:
		return midnight - int64(t.YearDay()-1)*day
	}
}

// next returns when the period after the one that begins at start does.
func (p Period) next(start int64) int64 {
	t := time.Unix(start, 0).UTC()
	switch p {
	case Day:
		return start + day
	case Week:
		return start + 7*day
	case Month:
		return t.AddDate(0, 1, 0).Unix()
	default:
		return t.AddDate(1, 0, 0).Unix()
	}
}

// spans returns the starts of all periods from the first of some to the last,
// or, if they are too many, of those alone.
func (p Period) spans(counts map[int64]int) []int64 {
	some := slices.Sorted(maps.Keys(counts))
	if len(some) == 0 {
		return nil
	}
	var all []int64
	for at := some[0]; at <= some[len(some)-1]; at = p.next(at) {
		if all = append(all, at); len(all) > maxSpans {
			return some
		}
	}
	return all
}
