package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
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
	var assumed []string
	for _, f := range []string{"start_date", "end_date"} {
		if t.assumed(f) {
			assumed = append(assumed, f)
		}
	}
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
	i := slices.IndexFunc(t.Stops, func(s stop) bool { return sameTown(s.Spot.Name, name) })
	if i >= 0 {
		t.goTo(t.Stops[i].Spot)
	}
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
		if t.Place.Key == c.Spot.Key || slices.ContainsFunc(t.Stops, func(s stop) bool { return s.Spot.Key == c.Spot.Key }) {
			return false
		}
		lost = append(lost, gone{c.name(), "other_place"})
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
	t.Stops, t.Assumed = slices.Clone(t.Stops), slices.Clone(t.Assumed)
	t.goTo(where)
	return t
}

// stops are the places of the trip in the order of their dates.
func (t plan) stops() []stop {
	all := append(slices.Clone(t.Stops), t.here())
	slices.SortStableFunc(all, func(a, b stop) int { return strings.Compare(string(a.Start), string(b.Start)) })
	return all
}

// wholeTrip says where the trip goes and when, if it goes to several places.
func (t plan) wholeTrip(l lang.Language) (all []string) {
	if len(t.Stops) == 0 {
		return nil
	}
	w := phrases{texts.In(l)}
	for _, s := range t.stops() {
		all = append(all, w.stay(s))
	}
	return all
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

// turnOf numbers the messages of the guest, from 1; 0: outside a conversation.
func turnOf(s *scene.Scene) int {
	if s.Message == "" {
		return 0
	}
	return len(s.Said) + 1
}

// mostTowns is how many towns a guest is offered.
const mostTowns = 5

// mostNamed is how many a model is told of, and mostOfState how many of one state if there
// are more.
const mostNamed, mostOfState = 45, 3

// homeCountry is where a trip goes to if nobody knows the place: "a town by the sea".
const homeCountry = "Brasil"

// townsAtHome names towns for a wish that is no place.
func townsAtHome() string {
	all := gazetteer.Find(homeCountry)
	if len(all) == 0 {
		return ""
	}
	return someTowns(all[0].Towns())
}

// someTowns names towns, the best known first: all, or some of each state.
func someTowns(towns []gazetteer.Place) string {
	if len(towns) <= mostTowns {
		return ""
	}
	met := map[string]int{}
	var names []string
	for _, t := range towns {
		if met[t.Region]++; len(names) < mostNamed && (len(towns) <= mostNamed || met[t.Region] <= mostOfState) {
			names = append(names, t.Name)
		}
	}
	text := strings.Join(names, ", ")
	if more := len(towns) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// nearTo reports whether a name is of what lies near a place, "near Recife", and not of a
// part of it, "perto do centro de Recife".
func nearTo(name string) bool {
	folded := lang.Fold(name)
	for _, w := range []string{"near ", "close to ", "around ", "perto de ", "perto do ", "proximo a ", "proximo de ", "cerca de ", "cerca del "} {
		if rest, ok := strings.CutPrefix(folded, w); ok {
			found := gazetteer.Read(name)
			return len(found) == 1 && strings.HasPrefix(rest, lang.Fold(found[0].Words))
		}
	}
	return false
}

// townNames names the first few towns.
func townNames(towns []gazetteer.Place) (names []string) {
	for _, p := range towns[:min(len(towns), mostTowns)] {
		names = append(names, p.Name)
	}
	return names
}
