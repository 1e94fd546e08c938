package question_test

import (
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
)

func TestTodayIsTheDayWhereTheHouseStands(t *testing.T) {
	zone := time.FixedZone("", -3*60*60)
	for _, hour := range []int{0, 12, 23} {
		now := time.Date(2026, 3, 5, hour, 30, 0, 0, zone)
		if got, want := question.Today(now), time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC); !got.Equal(want) {
			t.Errorf("Today(%v) = %v, want %v", now, got, want)
		}
	}
}
