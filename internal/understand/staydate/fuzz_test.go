package staydate_test

import (
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
)

func FuzzAStayIsNeverPastAndNeverEndsBeforeItStarts(f *testing.F) {
	for _, name := range []string{"stays.tsv", "unseen.tsv"} {
		for i, p := range corpus(f, name) {
			f.Add(p.text, i*37)
		}
	}
	first := time.Date(2024, time.January, 1, 15, 4, 5, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string, days int) {
		now := first.AddDate(0, 0, days%20000)
		today := now.Truncate(24 * time.Hour)
		s, ok := staydate.Dates(text, now)
		if ok == (s == staydate.Stay{}) {
			t.Errorf("Dates(%q, %s) = %v, %v", text, day(now), s, ok)
		}
		if !s.Start.IsZero() && s.Start.Before(today) || !s.End.IsZero() && s.End.Before(today) {
			t.Errorf("Dates(%q, %s) = %s, %s: past", text, day(now), day(s.Start), day(s.End))
		}
		if !s.Start.IsZero() && !s.End.IsZero() && !s.End.After(s.Start) {
			t.Errorf("Dates(%q, %s) = %s, %s: ends before a night has passed", text, day(now), day(s.Start), day(s.End))
		}
		if s, ok = s.Next(text, now.AddDate(0, 0, 5)); ok && (!s.Start.IsZero() && s.Start.Before(today.AddDate(0, 0, 5)) || !s.End.IsZero() && s.End.Before(today.AddDate(0, 0, 5)) || !s.Start.IsZero() && !s.End.IsZero() && !s.End.After(s.Start)) {
			t.Errorf("after itself, %q is %s, %s on day 5 from %s", text, day(s.Start), day(s.End), day(now))
		}
		if n, ok := staydate.Party(text); ok != (n > 0) {
			t.Errorf("Party(%q) = %d, %v", text, n, ok)
		}
		if n, ok := staydate.Nights(text); ok != (n > 0) {
			t.Errorf("Nights(%q) = %d, %v", text, n, ok)
		}
	})
}
