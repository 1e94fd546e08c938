package trip

import (
	"cmp"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/ui"
)

// dates are what a call says of them; a zero day is one that it does not say.
type dates struct {
	start, end time.Time
	nights     int
	vague      bool      // days of ours in a month or week that was said
	until      time.Time // the end of that month or week
}

// complete adds what was said earlier to what a call says; a stay of its own stays.
func (d *dates) complete(earlier dates) {
	if !d.start.IsZero() || !d.end.IsZero() {
		return
	}
	nights := d.nights
	*d = earlier
	if nights > 0 {
		d.nights, d.end = nights, time.Time{}
		if d.start.IsZero() {
			d.end = earlier.end
		}
	}
}

// nextYear is the doubt about days of this week where next year was spoken of.
const nextYear = "next_year"

// The doubts that only a model's dates raise.
const (
	unclear = "unclear"
	tooLong = "too_long"
)

// readDates reads the dates of a call, after those of the plan before it, and says what is
// wrong with them: "de 11 a 14" of a trip in March is in March.
func readDates(in told, before staydate.Stay, now time.Time) (d dates, wrong string) {
	if in.nights < 0 || in.nights > maxNights {
		return d, tooLong
	}
	d.nights = in.nights
	first, wrong := readDay(in.start, before, now)
	if wrong != "" {
		return d, wrong
	}
	last, wrong := readDay(in.end, before, now)
	if wrong != "" {
		return d, wrong
	}
	const brief = 4 * day // a weekend, carnival: these are its days
	d.start = cmp.Or(first.Start, first.End)
	if first.Start.IsZero() && in.end == "" && before.Start.Before(first.End) { // "até o dia 15"
		d.start = time.Time{}
	}
	switch {
	case in.end != "":
		d.end = last.Start
		if !last.End.IsZero() {
			d.end = last.End
		}
	case first.End.IsZero():
	case !first.Vague || first.End.Sub(first.Start) <= brief:
		if d.vague = first.Loose; d.nights == 0 {
			d.end = first.End
		}
	default:
		d.vague, d.until = true, first.End
	}
	if !d.start.IsZero() && !d.end.IsZero() {
		switch nights := d.end.Sub(d.start) / day; {
		case nights <= 0:
			return d, "backwards"
		case nights > maxNights:
			return d, tooLong
		}
	}
	return d, ""
}

// maxNights is longer than any stay that is planned here.
const maxNights = 366

// setDates merges dates into the plan: what is not said stays as it was, as far
// as it still can, or is assumed. It says what is wrong with the result.
func (t *plan) setDates(d dates, now time.Time) (wrong string) {
	start, end := d.start, d.end
	oldStart, oldEnd := dayIf(t.Start), dayIf(t.End)
	if oldEnd.Before(now) { // a trip that is over
		oldStart, oldEnd = time.Time{}, time.Time{}
	}
	nights := time.Duration(cmp.Or(d.nights, t.Nights)) * day
	length := cmp.Or(nights, week)
	assumedStart, assumedEnd := false, false
	if d.vague && d.nights == 0 && !oldStart.Before(start) && !d.until.IsZero() && oldStart.Before(d.until) {
		return "" // "in July", of a stay in July
	}
	if !oldStart.IsZero() && !t.assumed("start_date") && !t.assumed("end_date") {
		length = cmp.Or(nights, oldEnd.Sub(oldStart))
	}
	switch {
	case !start.IsZero() && !end.IsZero():
		assumedStart, assumedEnd = d.vague, d.vague
	case !start.IsZero():
		end = start.Add(length)
		// Who moves the first day by a few moves only that one.
		if nights == 0 && !oldEnd.IsZero() && !t.assumed("end_date") && oldEnd.After(start) && start.After(oldStart.Add(-week)) {
			end = oldEnd
		}
		assumedStart = d.vague
		assumedEnd = d.vague || nights == 0 && (oldEnd.IsZero() || t.assumed("end_date"))
	case !end.IsZero():
		start = end.Add(-length)
		if nights == 0 && !oldStart.IsZero() && !t.assumed("start_date") && oldStart.Before(end) && end.Before(oldEnd.Add(week)) {
			start = oldStart
		}
		assumedStart = nights == 0 && (oldStart.IsZero() || t.assumed("start_date"))
		if start.Before(now) {
			start, assumedStart = now, true
		}
		if !start.Before(end) {
			return "backwards"
		}
	case d.nights > 0:
		t.Guess = t.Guess || oldStart.IsZero()
		assumedStart = oldStart.IsZero() || t.assumed("start_date")
		assumedEnd = assumedStart
		start = now.Add(4 * week)
		if !oldStart.IsZero() {
			start = oldStart
		}
		end = start.Add(nights)
	case !oldStart.IsZero():
		return ""
	default: // T4
		t.Guess = true
		start, end = now.Add(4*week), now.Add(4*week).Add(length)
		assumedStart, assumedEnd = true, true
	}
	t.Guess = t.Guess && d.start.IsZero() && d.end.IsZero()
	t.Start, t.End = ui.DateOf(start), ui.DateOf(end)
	if t.Nights = d.nights; d.nights == 0 && (d.start.IsZero() || d.end.IsZero()) {
		t.Nights = int(nights / day)
	}
	t.assume("start_date", assumedStart)
	t.assume("end_date", assumedEnd)
	return ""
}

func dayIf(d ui.Date) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// mealDay is the one day that was said, as a card has it, or nothing.
func mealDay(said staydate.Stay) ui.Date {
	if said.Start.IsZero() || said.Vague || said.Loose {
		return ""
	}
	return ui.DateOf(said.Start)
}

// readDay reads a day as a model writes it, 2027-03-05 or 2027-03, or as people do: "5/3",
// "sábado", "next weekend". In a field for a day "May" can only be the month.
func readDay(text string, before staydate.Stay, now time.Time) (s staydate.Stay, wrong string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return s, ""
	}
	for _, layout := range []string{"2006-1-2", "2006/1/2", time.RFC3339} {
		d, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if d = dayOf(today(d)); d.Before(now) {
			return s, string(staydate.Past)
		}
		return staydate.Stay{Start: d}, ""
	}
	if month, err := time.Parse("2006-1", text); err == nil {
		text = month.Format("January 2006")
	}
	if doubt := before.Doubt(text, now); doubt != "" {
		return s, string(doubt)
	}
	s, ok := before.Next(text, now)
	if !ok {
		s, ok = before.Next("in "+text, now)
	}
	if !ok {
		return s, unclear
	}
	return s, ""
}
