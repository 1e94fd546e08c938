package trip

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

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
// another one. A meal outside of the stay has no day any more.
func (t *plan) move(end ui.Date) {
	for i, c := range t.Chosen {
		if c.Spot.Key == t.Place.Key && (c.Day < t.Start || c.Day > t.End) {
			t.Chosen[i].Day = ""
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
