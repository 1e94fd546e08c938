package texts

import (
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/hours"
)

// Week says the hours of the week of a day without holidays, days with the same ones together.
func (w *Words) Week(h *hours.Hours, now time.Time) string {
	var parts []string
	monday := now.AddDate(0, 0, -(int(now.Weekday())+6)%7)
	for from := 0; from < 7; {
		said := w.Spans(h.On(monday.AddDate(0, 0, from), false))
		to := from
		for to < 6 && w.Spans(h.On(monday.AddDate(0, 0, to+1), false)) == said {
			to++
		}
		days := w.House.Weekdays[(from+1)%7]
		switch {
		case from == 0 && to == 6:
			days = w.House.EveryDay
		case to == from+1:
			days = w.List([]string{days, w.House.Weekdays[(to+1)%7]})
		case to > from:
			days = fmt.Sprintf(w.House.DaysTo, days, w.House.Weekdays[(to+1)%7])
		}
		parts = append(parts, days+" "+said)
		from = to + 1
	}
	return strings.Join(parts, "; ")
}

// Spans says times of a day: "das 12:00 às 15:00 e das 19:00 às 23:00".
func (w *Words) Spans(all []hours.Span) string {
	if len(all) == 0 {
		return w.House.Closed
	}
	var said []string
	for _, s := range all {
		from, to, _ := strings.Cut(s.String(), "-")
		if s.To-s.From >= 24*60 {
			return w.House.AllDay
		}
		said = append(said, fmt.Sprintf(w.House.FromTo, from, to))
	}
	return w.List(said)
}
