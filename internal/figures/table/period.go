package table

import (
	"maps"
	"slices"
	"time"
)

// maxMonths is how many months a column of dates is shown by: beyond it those
// without a date are left out.
const maxMonths = 1200

// monthStart returns when the month that a time is in began.
func monthStart(seconds int64) int64 {
	midnight := seconds - (seconds%day+day)%day
	return midnight - int64(time.Unix(midnight, 0).UTC().Day()-1)*day
}

// monthsOf returns the starts of all months from the first of some to the last,
// or, if they are too many, of those alone.
func monthsOf(counts map[int64]int) []int64 {
	some := slices.Sorted(maps.Keys(counts))
	if len(some) == 0 {
		return nil
	}
	var all []int64
	for at := some[0]; at <= some[len(some)-1]; at = time.Unix(at, 0).UTC().AddDate(0, 1, 0).Unix() {
		if all = append(all, at); len(all) > maxMonths {
			return some
		}
	}
	return all
}
