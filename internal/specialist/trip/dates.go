package trip

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

const (
	day  = 24 * time.Hour
	week = 7 * day

	// maxStay is longer than any stay that is planned here.
	maxStay = 366 * day
)

// dates are what a call says of them; a zero day is one that it does not say.
type dates struct {
	start, end time.Time
	nights     int
	vague      bool      // days of ours in a month or week that was said
	until      time.Time // the end of that month or week
}

// The doubts that only a model's dates raise.
const (
	unclear = "unclear"
	tooLong = "too_long"
)

// readDates reads the dates of a call, after those of the plan before it, and says what is
// wrong with them: "de 11 a 14" of a trip in March is in March.
func readDates(in told, before staydate.Stay, now time.Time) (d dates, wrong string) {
	if d.nights = in.nights; d.nights < 0 || time.Duration(d.nights)*day > maxStay {
		return d, tooLong
	}
	first, wrong := readDay(in.start, before, now)
	last, wrong2 := readDay(in.end, before, now)
	d.start = first.Start
	const brief = 4 * day // a weekend, carnival: these are its days
	switch {
	case in.end != "":
		d.end = cmp.Or(last.End, last.Start)
	case first.Vague && first.End.Sub(first.Start) > brief:
		d.vague, d.until = true, first.End
	default:
		if d.vague = first.Loose; d.nights == 0 {
			d.end = first.End
		}
	}
	return d, cmp.Or(wrong, wrong2)
}

// setDates merges dates into the plan: a value that was not said stays as it was, as far as it
// still can, or is assumed. It returns the fault of the result, or "".
func (t *plan) setDates(d dates, now time.Time) (wrong string) {
	oldStart, oldEnd := dayIf(t.Start), dayIf(t.End)
	if oldEnd.Before(now) { // a trip that is over
		oldStart, oldEnd = time.Time{}, time.Time{}
	}
	knownStart, knownEnd := !oldStart.IsZero() && !t.assumed("start_date"), !oldEnd.IsZero() && !t.assumed("end_date")
	nights := time.Duration(cmp.Or(d.nights, t.Nights)) * day
	length := cmp.Or(nights, week)
	if nights == 0 && knownStart && knownEnd {
		length = oldEnd.Sub(oldStart)
	}
	start, end, guessStart, guessEnd := d.start, d.end, d.vague, d.vague
	switch {
	case d.vague && d.nights == 0 && !oldStart.Before(start) && oldStart.Before(d.until):
		return "" // "in July", of a stay in July
	case !start.IsZero() && !end.IsZero():
	case !start.IsZero():
		end = start.Add(length)
		// Who moves the first day by a few moves only that one.
		if nights == 0 && knownEnd && oldEnd.After(start) && start.After(oldStart.Add(-week)) {
			end = oldEnd
		}
		guessEnd = d.vague || nights == 0 && !knownEnd
	case !end.IsZero():
		start = end.Add(-length)
		if nights == 0 && knownStart && oldStart.Before(end) && end.Before(oldEnd.Add(week)) {
			start = oldStart
		}
		if guessStart = nights == 0 && !knownStart; start.Before(now) {
			start, guessStart = now, true
		}
	case d.nights > 0 || oldStart.IsZero(): // T4
		t.Guess = t.Guess || oldStart.IsZero()
		start = cmp.Or(oldStart, now.Add(4*week))
		end, guessStart, guessEnd = start.Add(length), !knownStart, !knownStart
	default:
		return ""
	}
	switch {
	case !start.Before(end):
		return string(staydate.Backwards)
	case end.Sub(start) > maxStay:
		return tooLong
	}
	t.Guess = t.Guess && d.start.IsZero() && d.end.IsZero()
	t.Start, t.End = ui.DateOf(start), ui.DateOf(end)
	if t.Nights = d.nights; d.nights == 0 && (d.start.IsZero() || d.end.IsZero()) {
		t.Nights = int(nights / day)
	}
	t.assume("start_date", guessStart)
	t.assume("end_date", guessEnd)
	return ""
}

// follow begins a stay on the day on which that at another place ends: at the place
// that is named, or else at that of which the nights were said in the same message.
func (d *dates) follow(t plan, where spot, after string, turn int) {
	if !d.start.IsZero() || !d.end.IsZero() || t.Place == nil || t.Start == "" {
		return
	}
	all := t.stops()
	i := slices.IndexFunc(all, func(s stop) bool { return sameTown(s.Spot.Name, after) })
	if i < 0 && turn > 0 && t.Turn == turn && d.nights > 0 {
		i = slices.IndexFunc(all, func(s stop) bool { return s.Spot.Key == t.Place.Key })
	}
	if i >= 0 && all[i].Spot.Key != where.Key {
		d.start, d.vague = dayIf(all[i].End), slices.Contains(all[i].Assumed, "end_date")
	}
}

// dayOf reads a day; what is none is today.
func dayOf(s string) time.Time {
	if d, err := time.Parse(time.DateOnly, s); err == nil {
		return d
	}
	return dayOf(today(time.Now()))
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
	if text = strings.TrimSpace(text); text == "" {
		return s, ""
	}
	for _, layout := range []string{"2006-1-2", "2006/1/2", time.RFC3339} {
		if d, err := time.Parse(layout, text); err == nil {
			if d = dayOf(today(d)); d.Before(now) {
				return s, string(staydate.Past)
			}
			return staydate.Stay{Start: d}, ""
		}
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

// stop is another place of a trip, with dates of its own: "4 nights in Salvador and 5 in
// Foz". The stays of a trip do not overlap; a place with the dates of another one is
// looked at instead of it.
type stop struct {
	Spot    spot     `json:"spot"`
	Start   ui.Date  `json:"start"`
	End     ui.Date  `json:"end"`
	Nights  int      `json:"nights,omitempty"`
	Assumed []string `json:"assumed,omitempty"` // of start_date, end_date
}

// here is the place where the guest looks, as a stop.
func (t plan) here() stop {
	assumed := slices.DeleteFunc(slices.Clone(t.Assumed), func(f string) bool { return f == "people" })
	return stop{*t.Place, t.Start, t.End, t.Nights, assumed}
}

// look notes, in a new turn, where the guest looked before it: "there" is that place. again
// says that it is no new turn.
func (t *plan) look(turn int) (again bool) {
	if t.Seen == turn {
		return true
	}
	if t.Seen, t.Was = turn, ""; t.Place != nil {
		t.Was = t.Place.Name
	}
	return false
}

// goTo makes a place the one that is looked at. One that has its own dates has them
// again; another one has those of the last, which are not its own.
func (t *plan) goTo(where spot) (own bool) {
	t.Which = nil
	if t.Place != nil && t.Place.Key == where.Key {
		return true
	}
	if t.Place != nil && t.Start != "" {
		t.Stops = append(t.Stops, t.here())
	}
	t.Place = &where
	i := slices.IndexFunc(t.Stops, func(s stop) bool { return s.Spot.Key == where.Key })
	if i < 0 {
		return false
	}
	back := t.Stops[i]
	t.Stops = slices.Delete(t.Stops, i, i+1)
	t.Start, t.End, t.Nights = back.Start, back.End, back.Nights
	for _, f := range []string{"start_date", "end_date"} {
		t.assume(f, slices.Contains(back.Assumed, f))
	}
	return true
}

// leave makes a place of the trip the one whose dates the next one has.
func (t *plan) leave(name string) {
	if i := slices.IndexFunc(t.Stops, func(s stop) bool { return sameTown(s.Spot.Name, name) }); i >= 0 {
		t.goTo(t.Stops[i].Spot)
	}
}

// forget drops a place where they do not go any more, and its lists of earlier turns.
func (t *plan) forget(name string) {
	t.Stops = slices.DeleteFunc(t.Stops, func(s stop) bool { return sameTown(s.Spot.Name, name) })
	t.Lists = slices.DeleteFunc(t.Lists, func(l list) bool { return l.Turn != t.Seen && sameTown(l.Spot.Name, name) })
}

// sameTown reports whether a guest's name for a town is that of a place: "Foz" is Foz do
// Iguaçu.
func sameTown(town, name string) bool {
	all := gazetteer.Find(name)
	return name != "" && (lang.Fold(town) == lang.Fold(name) || len(all) == 1 && all[0].Name == town)
}

// elsewhere drops the stops to which the place looked at is an alternative, and what was chosen
// there: those that overlap, that from which the guest came unless one begins as it ends, and
// those of which nobody said when or for how long.
func (t *plan) elsewhere(from string) (lost []gone) {
	if t.Place == nil {
		return nil
	}
	t.Stops = slices.DeleteFunc(t.Stops, func(s stop) bool {
		return s.Start < t.End && t.Start < s.End || len(s.Assumed) == 2 || s.Spot.Key == from && s.End != t.Start && s.Start != t.End
	})
	t.Chosen = slices.DeleteFunc(t.Chosen, func(c option) bool {
		if slices.ContainsFunc(t.stops(), func(s stop) bool { return s.Spot.Key == c.Spot.Key }) {
			return false
		}
		lost = append(lost, gone{c.Name, "other_place"})
		return true
	})
	return lost
}

// move moves the stays after that where the guest looks along with its end, which was
// another one, and the meals that would be outside of it along with its start.
func (t *plan) move(start, end ui.Date) {
	for i, c := range t.Chosen {
		if start != "" && c.Day != "" && c.Spot.Key == t.Place.Key && (c.Day < t.Start || c.Day > t.End) {
			t.Chosen[i].Day = ui.DateOf(dayIf(c.Day).Add(dayIf(t.Start).Sub(dayIf(start))))
		}
	}
	if end == "" || end == t.End {
		return
	}
	by := dayIf(t.End).Sub(dayIf(end))
	for i, s := range t.Stops {
		if s.Start >= end {
			t.Stops[i].Start, t.Stops[i].End = ui.DateOf(dayIf(s.Start).Add(by)), ui.DateOf(dayIf(s.End).Add(by))
		}
	}
}

// in is the plan with the dates of one of its places.
func (t plan) in(where spot) plan {
	t.Stops = slices.Clone(t.Stops)
	t.goTo(where)
	return t
}

// stops are the places of the trip in the order of their dates.
func (t plan) stops() []stop {
	all := append(slices.Clone(t.Stops), t.here())
	slices.SortStableFunc(all, func(a, b stop) int { return strings.Compare(string(a.Start), string(b.Start)) })
	return all
}
