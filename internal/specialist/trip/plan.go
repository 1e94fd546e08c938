package trip

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// plan is the note of a conversation's trip. A value that the guest has not said is filled in as
// the document says, and named in Assumed.
type plan struct {
	Place   *spot    `json:"place,omitempty"` // where the guest looks now
	Which   []string `json:"which,omitempty"` // places that the guest was asked to choose from
	Start   ui.Date  `json:"start,omitempty"`
	End     ui.Date  `json:"end,omitempty"`
	Nights  int      `json:"nights,omitempty"` // that were said, whatever the dates
	People  int      `json:"people,omitempty"`
	Rooms   int      `json:"rooms,omitempty"`   // that were asked for
	Assumed []string `json:"assumed,omitempty"` // of start_date, end_date, people
	Guess   bool     `json:"guess,omitempty"`   // nobody said when
	Region  string   `json:"region,omitempty"`  // a country or the like, of which
	Offered []string `json:"offered,omitempty"` // are towns that the guest was asked to choose from,
	Asked   int      `json:"asked,omitempty"`   // in this turn
	Was     string   `json:"was,omitempty"`     // the place where the guest looked before
	Seen    int      `json:"seen,omitempty"`    // this turn, in which they looked last
	Stops   []stop   `json:"stops,omitempty"`   // the other places of the trip
	Turn    int      `json:"turn,omitempty"`    // in which the nights at Place were said

	Kinds     []places.Kind `json:"kinds,omitempty"`
	MaxRoom   float64       `json:"maxRoom,omitempty"`  // a night
	MaxNight  float64       `json:"maxNight,omitempty"` // of the party; negative: no limit, whatever the guest's standing one
	MaxTotal  float64       `json:"maxTotal,omitempty"`
	MaxPerson float64       `json:"maxPerson,omitempty"`
	Each      bool          `json:"each,omitempty"` // MaxNight and MaxTotal are of every one of the party

	Lists  []list   `json:"lists,omitempty"` // what was shown last comes first
	Chosen []option `json:"chosen,omitempty"`
	Last   string   `json:"last,omitempty"` // id of the place that was chosen or told of last
	Told   string   `json:"told,omitempty"` // the trip as the summary showed it last
}

// planKey is the note of the scene that holds the plan.
const planKey = "trip"

// spot is where a trip goes.
type spot struct {
	Name   string      `json:"name"` // as it is said
	Key    string      `json:"key"`  // tells it from other places
	Area   places.Area `json:"area"`
	Credit string      `json:"credit,omitempty"`
}

// list is one that the guest was shown, of one place.
type list struct {
	Kind    string           `json:"kind"` // places.Lodging or places.Restaurant
	Spot    spot             `json:"spot"`
	Places  []places.Listing `json:"places,omitempty"`
	For     []string         `json:"for,omitempty"`  // whose needs restaurants were looked at
	Seen    []string         `json:"seen,omitempty"` // ids, of the lists before it too
	Cuisine string           `json:"cuisine,omitempty"`
	Day     ui.Date          `json:"day,omitempty"` // of a meal
	Turn    int              `json:"turn,omitempty"`

	Lodgings    []places.Listing `json:"lodgings,omitempty"`    // where releases before
	Restaurants []places.Listing `json:"restaurants,omitempty"` // had Places
}

// option is a place that the guest chooses or may.
type option struct {
	places.Listing
	Spot spot     `json:"spot"`
	For  []string `json:"for,omitempty"`
	Day  ui.Date  `json:"day,omitempty"`

	Lodging    *places.Listing `json:"lodging,omitempty"`    // where releases before
	Restaurant *places.Listing `json:"restaurant,omitempty"` // had the listing
}

// options are the places of a list.
func (l list) options() (all []option) {
	for _, x := range l.Places {
		all = append(all, option{Listing: x, Spot: l.Spot, For: l.For, Day: l.Day})
	}
	return all
}

func loadPlan(s *scene.Scene) (t plan) {
	if !s.Load(planKey, &t) {
		t = plan{}
	}
	for i, l := range t.Lists {
		t.Lists[i].Places, t.Lists[i].Lodgings, t.Lists[i].Restaurants = slices.Concat(l.Places, l.Lodgings, l.Restaurants), nil, nil
	}
	for i, c := range t.Chosen {
		if had := cmp.Or(c.Lodging, c.Restaurant); had != nil {
			t.Chosen[i].Listing, t.Chosen[i].Lodging, t.Chosen[i].Restaurant = *had, nil, nil
		}
	}
	return t
}

func (t plan) save(s *scene.Scene) error { return s.Save(planKey, t) }

// told is what a call says of the trip; what is empty it does not say.
type told struct {
	place      string
	after      string // the place from which they come here
	instead    string // the place where they do not go any more
	start, end string
	nights     int
	people     int
	rooms      int
	change     func(*plan) // wishes and limits
}

// Plan is the trip in the facts of a tool, and what the guest is to be asked
// before there is one.
type Plan struct {
	Place        string   `json:"place,omitempty"`
	StartDate    ui.Date  `json:"start_date,omitempty"`
	EndDate      ui.Date  `json:"end_date,omitempty"`
	When         string   `json:"when,omitempty"` // the dates as they are said
	Nights       int      `json:"nights,omitempty"`
	People       int      `json:"people,omitempty"`
	Rooms        int      `json:"rooms,omitempty"`
	Assumed      []string `json:"assumed,omitempty"`
	Stops        []string `json:"whole_trip,omitempty"` // where and when, if there are several places
	Ask          string   `json:"ask,omitempty"`        // place, which_place, town, town_near, landscape, dates
	Which        []string `json:"which,omitempty"`      // places of that name, or towns of that region
	PlaceUnknown string   `json:"place_unknown,omitempty"`
	DatesWrong   string   `json:"dates_wrong,omitempty"`
	Today        string   `json:"today,omitempty"`
	NoLonger     []gone   `json:"no_longer_chosen,omitempty"`
	First        bool     `json:"first,omitempty"` // nothing was listed before: what is said once is said now
}

// gone is an earlier choice that does not hold any more.
type gone struct {
	Name string `json:"name"`
	Why  string `json:"why"` // too_small, over_budget, other_place, or what somebody must not have
}

// maxGuests is more than anybody plans a trip for here.
const maxGuests = 99

// errParty asks for a party that can be.
var errParty = fmt.Errorf("people must be 1 to %d: ask how many travel", maxGuests)

// hear notes what a call says of the trip and returns the plan as it is then.
// If facts.Ask is set there is nothing to look for yet.
func (p *Planner) hear(ctx context.Context, s *scene.Scene, in told) (t plan, facts Plan, err error) {
	if in.people < 0 || max(in.people, in.rooms) > maxGuests {
		return t, facts, errParty
	}
	now, turn := dayOf(today(s.Now)), turnOf(s)
	t = loadPlan(s)
	where, ask, err := p.whereTo(ctx, s, in.place, t)
	if err != nil {
		return t, facts, err
	}
	before := t
	t.recall(s, now)
	dates, wrong := readDates(in, t.stay(), now)
	if wrong != "" { // nothing of it holds
		t = before
	}
	own, from, again := true, "", t.look(turn)
	t.leave(in.instead)
	switch {
	case ask.Ask == "which_place":
		t.Which = ask.Which
	case len(ask.Which) > 0:
		t.Region, t.Offered, t.Asked = ask.Place, ask.Which, turn
	case where != nil:
		dates.follow(t, *where, in.after, turn)
		if t.Place != nil && in.after == "" && !again {
			from = t.Place.Key
		}
		own = t.goTo(*where)
		t.forget(in.instead)
	}
	if start, end := t.Start, t.End; wrong == "" {
		wrong = t.setDates(dates, now)
		if own {
			t.move(start, end)
		}
	}
	if in.nights > 0 {
		t.Turn = turn
	}
	t.setPeople(in.people, in.rooms, s.Party)
	if in.change != nil {
		in.change(&t)
	}
	lost := append(t.elsewhere(from), t.recheck(s)...)
	if facts = ask; ask.Ask == "" {
		facts = t.asks(wrong, now)
	}
	if facts.Ask == "" {
		facts = t.facts(s.Language)
	}
	facts.NoLonger = lost
	return t, facts, t.save(s)
}

// asks is what the guest is to be asked before there is anything to look for.
func (t plan) asks(wrong string, now time.Time) Plan {
	switch {
	case len(t.Which) > 0:
		return Plan{Ask: "which_place", Which: t.Which}
	case t.Place == nil && townsOf(t.Region) != nil:
		return Plan{Ask: "landscape", Place: t.Region, Which: t.Offered}
	case t.Place == nil && len(t.Offered) > 0:
		return Plan{Ask: "town", Place: t.Region, Which: t.Offered}
	case t.Place == nil:
		return Plan{Ask: "place"}
	case wrong != "":
		return Plan{Place: t.Place.Name, People: t.People, Ask: "dates", DatesWrong: wrong, Today: today(now)}
	}
	return Plan{}
}

// facts tells the plan.
func (t plan) facts(l lang.Language) Plan {
	d := t.details()
	return Plan{
		Place: d.Location, StartDate: d.StartDate, EndDate: d.EndDate, Nights: d.Nights(), People: d.NumberOfGuests, Rooms: t.Rooms,
		When: texts.In(l).Days(dayOf(string(d.StartDate)), dayOf(string(d.EndDate))), Assumed: t.Assumed, Stops: t.wholeTrip(l),
	}
}

// stay is when the trip is, if the guest has said so, or at least the month.
func (t plan) stay() staydate.Stay {
	if t.Guess || t.Start == "" {
		return staydate.Stay{}
	}
	return staydate.Stay{Start: dayIf(t.Start), End: dayIf(t.End)}
}

// open reports whether nobody has said when, nor for how long.
func (t plan) open() bool { return t.Guess && t.Nights == 0 }

func (t plan) party() places.Wish { return places.Wish{Guests: t.People, Rooms: t.Rooms} }

// details is the trip as cards show it.
func (t plan) details() Details {
	return Details{t.Place.Name, t.Start, t.End, t.People}
}

// setPeople notes who travels. The rooms that were asked for are those of that party.
func (t *plan) setPeople(people, rooms, party int) {
	if t.Rooms = cmp.Or(rooms, t.Rooms); rooms == 0 && people > 0 && people != t.People {
		t.Rooms = 0
	}
	switch {
	case people > 0:
		t.People = people
		t.assume("people", false)
	case t.People == 0:
		t.People = cmp.Or(min(party, maxGuests), 2)
		t.assume("people", true)
	}
}

func (t *plan) assume(field string, yes bool) {
	t.Assumed = slices.DeleteFunc(slices.Clone(t.Assumed), func(f string) bool { return f == field })
	if yes {
		t.Assumed = append(t.Assumed, field)
	}
}

func (t plan) assumed(field string) bool { return slices.Contains(t.Assumed, field) }

// recheck drops the choices that the party, the dates, the limits or what somebody must not
// have rule out by now.
func (t *plan) recheck(s *scene.Scene) (lost []gone) {
	if t.Place == nil {
		return nil
	}
	t.Chosen = slices.DeleteFunc(t.Chosen, func(c option) bool {
		why := t.in(c.Spot).unfit(c.Listing, s)
		if c.Sort() == places.Restaurant {
			why = unsafe(c.Listing, c.For, s)
		}
		if why != "" {
			lost = append(lost, gone{c.Name, why})
		}
		return why != ""
	})
	return lost
}

// unfit returns why a lodging is not for the party; empty: it is.
func (t plan) unfit(l places.Listing, s *scene.Scene) string {
	w := t.stayWish(s)
	w.Kinds = nil
	if _, notes := w.Fit([]places.Listing{l}); len(notes) > 0 {
		return string(notes[0].Reason)
	}
	return ""
}

// stayWish is what the party asks of a lodging. Of a guest's standing budget only that
// for a night is meant for it: what an evening may cost is not what a bed may.
func (t plan) stayWish(s *scene.Scene) places.Wish {
	nights := max(1, t.details().Nights())
	w := t.party()
	w.Nights, w.Kinds, w.BudgetNight, w.BudgetRoom = nights, t.Kinds, max(0, t.forAll(t.MaxNight)), max(0, t.MaxRoom)
	if total := t.forAll(t.MaxTotal) / float64(nights); total > 0 && (w.BudgetNight == 0 || total < w.BudgetNight) {
		w.BudgetNight = total
	}
	if t.MaxNight == 0 && t.MaxTotal == 0 && t.MaxRoom == 0 {
		w.BudgetNight = s.Budget.Night
	}
	return w
}

// forAll is a limit of the whole party.
func (t plan) forAll(limit float64) float64 {
	if t.Each {
		return limit * float64(t.People)
	}
	return limit
}

// listed puts a new list before the others. Of one kind and place the last is
// kept, and of all a few: what was shown is chosen from soon.
func (t *plan) listed(l list) {
	const most = 6 // two kinds in three places that a guest compares
	l.Turn = t.Seen
	t.Lists = slices.DeleteFunc(t.Lists, func(old list) bool { return old.Kind == l.Kind && old.Spot.Key == l.Spot.Key })
	t.Lists = append([]list{l}, t.Lists...)
	t.Lists = t.Lists[:min(len(t.Lists), most)]
}

// last returns the list of a kind that was shown last where the trip goes.
func (t plan) last(kind string) (l list) {
	i := slices.IndexFunc(t.Lists, func(l list) bool { return l.Kind == kind && t.Place != nil && l.Spot.Key == t.Place.Key })
	if i >= 0 {
		l = t.Lists[i]
	}
	return l
}

// chosen returns what was chosen, of a kind and in a place if these are named.
func (t plan) chosen(kind, key string) []option {
	return slices.DeleteFunc(slices.Clone(t.Chosen), func(c option) bool {
		return kind != "" && c.Sort() != kind || key != "" && c.Spot.Key != key
	})
}

// turnOf numbers the messages of the guest, from 1; 0: outside a conversation.
func turnOf(s *scene.Scene) int {
	if s.Message == "" {
		return 0
	}
	return len(s.Said) + 1
}

func today(t time.Time) string { return t.Format(time.DateOnly) }

// wholeTrip says where the trip goes and when, if it goes to several places.
func (t plan) wholeTrip(l lang.Language) (all []string) {
	if len(t.Stops) == 0 {
		return nil
	}
	w := texts.In(l)
	for _, s := range t.stops() {
		nights := Details{StartDate: s.Start, EndDate: s.End}.Nights()
		all = append(all, fmt.Sprintf("%s: %s (%s)", s.Spot.Name, w.Days(dayIf(s.Start), dayIf(s.End)), w.Count(nights, w.House.Nights)))
	}
	return all
}

// credits joins those who are to be credited.
func credits(some ...string) string {
	return strings.Join(slices.DeleteFunc(some, func(c string) bool { return c == "" }), ", ")
}
