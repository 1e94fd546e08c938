package trip

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// plan is what a conversation's tools have noted of its trip. What was not said
// is filled in as the document says, and named in Assumed.
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

	Lists  []list         `json:"lists,omitempty"` // what was shown last comes first
	Chosen []option       `json:"chosen,omitempty"`
	Last   string         `json:"last,omitempty"`   // id of the place that was chosen or told of last
	Said   map[string]int `json:"saidIn,omitempty"` // in which turn was said what need not be again: sample, next, and fields that were assumed
	Told   string         `json:"told,omitempty"`   // the trip as the summary showed it last
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

// The kinds of things shown, as in scene.Thing.
const (
	lodging    = "lodging"
	restaurant = "restaurant"
)

// list is one that the guest was shown, of one place.
type list struct {
	Kind        string              `json:"kind"`
	Spot        spot                `json:"spot"`
	Lodgings    []places.Lodging    `json:"lodgings,omitempty"`
	Restaurants []places.Restaurant `json:"restaurants,omitempty"`
	For         []string            `json:"for,omitempty"`  // whose needs restaurants were looked at
	Seen        []string            `json:"seen,omitempty"` // ids, of the lists before it too
	Cuisine     string              `json:"cuisine,omitempty"`
	Day         ui.Date             `json:"day,omitempty"` // of a meal
	Turn        int                 `json:"turn,omitempty"`
	People      int                 `json:"people,omitempty"` // for whom lodgings were listed,
	Rooms       int                 `json:"rooms,omitempty"`
	Nights      int                 `json:"nights,omitempty"` // and for how long; 0: nobody had said all of it
	Kinds       []places.Kind       `json:"kinds,omitempty"`
}

// option is a place that the guest chooses or may: a lodging or a restaurant.
type option struct {
	Spot       spot               `json:"spot"`
	Lodging    *places.Lodging    `json:"lodging,omitempty"`
	Restaurant *places.Restaurant `json:"restaurant,omitempty"`
	For        []string           `json:"for,omitempty"`
	Day        ui.Date            `json:"day,omitempty"`
}

func (c option) kind() string {
	if c.Lodging != nil {
		return lodging
	}
	return restaurant
}

// place is what it has in common with the other kind.
func (c option) place() places.Place {
	if c.Lodging != nil {
		return c.Lodging.Place
	}
	return c.Restaurant.Place
}

func (c option) id() string        { return c.place().ID }
func (c option) name() string      { return c.place().Name }
func (c option) source() ui.Source { return c.place().Source }

// options are the places of a list.
func (l list) options() (all []option) {
	for _, x := range l.Lodgings {
		all = append(all, option{Spot: l.Spot, Lodging: &x})
	}
	for _, x := range l.Restaurants {
		all = append(all, option{Spot: l.Spot, Restaurant: &x, For: l.For, Day: l.Day})
	}
	return all
}

func readPlan(raw json.RawMessage) (t plan) {
	t.Said = map[string]int{}
	if json.Unmarshal(raw, &t) != nil {
		return plan{Said: map[string]int{}}
	}
	return t
}

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
	Ask          string   `json:"ask,omitempty"`        // place, which_place, town, town_near, dates
	Which        []string `json:"which,omitempty"`      // places of that name, or towns of that region
	PlaceUnknown string   `json:"place_unknown,omitempty"`
	Towns        string   `json:"towns,omitempty"` // to choose from, more than are asked about
	DatesWrong   string   `json:"dates_wrong,omitempty"`
	Today        string   `json:"today,omitempty"`
	NoLonger     []gone   `json:"no_longer_chosen,omitempty"`
	Said         []string `json:"said_before,omitempty"` // sample, next: need not be said again
}

// gone is an earlier choice that does not hold any more.
type gone struct {
	Name string `json:"name"`
	Why  string `json:"why"` // too_small, over_budget, not_listed, other_place, or what somebody must not have
}

// errParty asks for a party that can be.
var errParty = fmt.Errorf("people must be 1 to %d: ask how many travel", maxGuests)

// hear notes what a call says of the trip and returns the plan as it is then.
// If facts.Ask is set there is nothing to look for yet.
func (p *Planner) hear(ctx context.Context, s *scene.Scene, in told) (t plan, facts Plan, err error) {
	if in.people < 0 || max(in.people, in.rooms) > maxGuests {
		return t, facts, errParty
	}
	now := dayOf(today(s.Now))
	var before plan
	s.Load(planKey, &before)
	where, ask, err := p.whereTo(ctx, s, in.place, before)
	if err != nil {
		return t, facts, err
	}
	dates, wrong := readDates(in, before.stay(), now)
	if days := dates.start.Sub(now); wrong == "" && before.Guess && !dates.start.IsZero() && days <= week && dates.start.Year() == now.Year() && slices.ContainsFunc(s.Said, staydate.NextYear) {
		wrong = nextYear // "de sexta a segunda"
	}
	earlier := earlierSaid(s, now)
	if err := s.Update(planKey, func(raw json.RawMessage) any {
		t = readPlan(raw)
		own, from := true, ""
		again := t.look(turnOf(s))
		t.leave(in.instead)
		switch {
		case ask.Ask == "which_place":
			t.Which = ask.Which
		case len(ask.Which) > 0:
			t.Region, t.Offered, t.Asked = ask.Place, ask.Which, turnOf(s)
		case where != nil:
			dates.follow(t, *where, in.after, turnOf(s))
			if t.Place != nil && in.after == "" && !again {
				from = t.Place.Key
			}
			own = t.goTo(*where)
			t.Stops = slices.DeleteFunc(t.Stops, func(s stop) bool { return sameTown(s.Spot.Name, in.instead) })
			t.Lists = slices.DeleteFunc(t.Lists, func(l list) bool { return l.Turn != t.Seen && sameTown(l.Spot.Name, in.instead) })
		}
		if t.Start == "" || t.Guess {
			dates.complete(earlier().dates())
		}
		if start, end := t.Start, t.End; wrong == "" {
			wrong = t.setDates(dates, now)
			if own {
				t.move(start, end)
			}
		}
		if in.nights > 0 {
			t.Turn = turnOf(s)
		}
		if in.people == 0 && (t.People == 0 || t.assumed("people")) {
			in.people = earlier().guests
		}
		t.setPeople(in.people, in.rooms, s.Party)
		if in.change != nil {
			in.change(&t)
		}
		facts.NoLonger = append(t.elsewhere(from), t.recheck(s.Budget)...)
		return t
	}); err != nil {
		return t, facts, err
	}
	switch {
	case ask.Ask != "":
		ask.NoLonger = facts.NoLonger
		return t, ask, nil
	case len(t.Which) > 0:
		return t, Plan{Ask: "which_place", Which: t.Which}, nil
	case t.Place == nil && len(t.Offered) > 0:
		ask := "town"
		if len(landscapes()[lang.Fold(t.Region)]) > 0 {
			ask = "landscape"
		}
		return t, Plan{Ask: ask, Place: t.Region, Which: t.Offered}, nil
	case t.Place == nil:
		return t, Plan{Ask: "place"}, nil
	case wrong != "":
		return t, Plan{Place: t.Place.Name, Ask: "dates", DatesWrong: wrong, Today: today(now), NoLonger: facts.NoLonger}, nil
	}
	said := t.facts(s.Language)
	said.NoLonger = facts.NoLonger
	return t, said, nil
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
	return staydate.Stay{Start: dayIf(t.Start), End: dayIf(t.End), Open: t.assumed("end_date") && !t.assumed("start_date")}
}

// open reports whether nobody has said when, nor for how long.
func (t plan) open() bool { return t.Guess && t.Nights == 0 }

func (t plan) party() places.Wish { return places.Wish{Guests: t.People, Rooms: t.Rooms} }

// details is the trip as cards show it.
func (t plan) details() Details {
	return Details{t.Place.Name, t.Start, t.End, t.People}
}

// whereTo finds the place that a call names: nil if it names none, and what to
// ask if there are several, or none that anybody knows.
func (p *Planner) whereTo(ctx context.Context, s *scene.Scene, name string, before plan) (*spot, Plan, error) {
	name = strings.TrimSpace(ui.Clean(name))
	if name == "" {
		return nil, Plan{}, nil
	}
	if towns := landscapes()[lang.Fold(name)]; len(towns) > 0 { // "na praia"
		return nil, Plan{Ask: "landscape", Place: name, Which: towns}, nil
	}
	if one := chosen(name, before.Which); one != "" { // "a da Bolívia"
		name = one
	}
	all := gazetteer.Find(name)
	if len(all) > 1 {
		all = meant(name, append(slices.Clone(s.Said), s.Message))
	}
	if len(all) == 0 { // "no centro de Maceió"
		if found := gazetteer.Read(name); len(found) == 1 && !found[0].Guess {
			all = found[0].Places
		}
	}
	if len(all) > 1 {
		return nil, Plan{Ask: "which_place", Which: namesOf(all)}, nil
	}
	var credit string
	var failed error
	if len(all) == 0 && p.Locate != nil {
		all, failed = p.Locate(ctx, name)
		if ctx.Err() != nil {
			return nil, Plan{}, context.Cause(ctx)
		}
		credit = p.Credit
	}
	switch {
	case len(all) == 0 && failed == nil, len(name) > maxPlace:
		return nil, Plan{Ask: "place", PlaceUnknown: name, Towns: townsAtHome()}, nil
	case len(all) == 0: // it is somewhere, even if who could tell where cannot be asked
		bare, _, _ := strings.Cut(name, ",")
		return &spot{Name: bare, Key: lang.Fold(bare), Area: places.Area{Name: bare}}, Plan{}, nil
	}
	to := all[0]
	if near := to.Near(); nearTo(name) && len(near) > 0 {
		return nil, Plan{Ask: "town_near", Place: to.Name, Which: townNames(near)}, nil
	}
	if towns := to.Towns(); len(towns) > 0 { // nobody sleeps "in Bahia"
		return nil, Plan{Ask: "town", Place: to.Name, Which: townNames(towns), Towns: someTowns(towns)}, nil
	}
	where := &spot{Name: to.Name, Key: to.String(), Credit: credit, Area: places.Area{Name: to.Name, Country: to.Country, Lat: to.Lat, Lon: to.Lon}}
	switch {
	case len(gazetteer.Find(to.Name)) > 1: // the name alone would not tell which
		where.Name = to.String()
	case to.Country != "BR" && s.Language != lang.Portuguese: // Lisbon is Lisboa only to some
		where.Name, _, _ = strings.Cut(name, ",")
	}
	return where, Plan{}, nil
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
	t.Assumed = slices.DeleteFunc(t.Assumed, func(f string) bool { return f == field })
	if yes {
		t.Assumed = append(t.Assumed, field)
	}
}

func (t plan) assumed(field string) bool { return slices.Contains(t.Assumed, field) }

// recheck drops the choices that the party, the dates or the limits rule out by
// now.
func (t *plan) recheck(b hook.Budget) (lost []gone) {
	t.Chosen = slices.DeleteFunc(t.Chosen, func(c option) bool {
		if c.Lodging == nil || t.Place == nil {
			return false
		}
		why := t.in(c.Spot).unfit(*c.Lodging, b)
		if why != "" {
			lost = append(lost, gone{c.name(), why})
		}
		return why != ""
	})
	return lost
}

// unfit returns why a lodging is not for the party; empty: it is.
func (t plan) unfit(l places.Lodging, b hook.Budget) string {
	w := t.stayWish(b)
	w.Kinds = nil
	if _, notes := w.Lodgings([]places.Lodging{l}); len(notes) > 0 {
		return string(notes[0].Reason)
	}
	return ""
}

// stayWish is what the party asks of a lodging. Of a guest's standing budget only that
// for a night is meant for it: what an evening may cost is not what a bed may.
func (t plan) stayWish(b hook.Budget) places.Wish {
	nights := float64(max(1, t.details().Nights()))
	w := places.Wish{Guests: t.People, Rooms: t.Rooms, Nights: int(nights), Kinds: t.Kinds, BudgetNight: max(0, t.MaxNight), BudgetRoom: max(0, t.MaxRoom)}
	if total := t.MaxTotal / nights; total > 0 && (w.BudgetNight == 0 || total < w.BudgetNight) {
		w.BudgetNight = total
	}
	if t.MaxNight == 0 && t.MaxTotal == 0 && t.MaxRoom == 0 {
		w.BudgetNight = b.Night
	}
	return w
}

// listed puts a new list before the others. Of one kind and place the last is
// kept, and of all a few: what was shown is chosen from soon.
func (t *plan) listed(l list) {
	t.Lists = slices.DeleteFunc(t.Lists, func(old list) bool { return old.Kind == l.Kind && old.Spot.Key == l.Spot.Key })
	l.Turn = t.Seen
	t.Lists = append([]list{l}, t.Lists...)
	t.Lists = t.Lists[:min(len(t.Lists), mostLists)]
}

// mostLists are two kinds in three places that a guest compares.
const mostLists = 6

// last returns the list of a kind that was shown last where the trip goes.
func (t plan) last(kind string) (l list) {
	i := slices.IndexFunc(t.Lists, func(l list) bool { return l.Kind == kind && t.Place != nil && l.Spot.Key == t.Place.Key })
	if i >= 0 {
		l = t.Lists[i]
	}
	return l
}

// chosenOf returns what was chosen of a kind.
func (t plan) chosenOf(kind string) []option {
	return slices.DeleteFunc(slices.Clone(t.Chosen), func(c option) bool { return c.kind() != kind })
}

// chosenIn returns what was chosen of a kind in a place.
func (t plan) chosenIn(kind string, where spot) []option {
	return slices.DeleteFunc(t.chosenOf(kind), func(c option) bool { return c.Spot.Key != where.Key })
}

// fieldNames are those of Details, by what the plan calls them.
var fieldNames = map[string]string{"start_date": "startDate", "end_date": "endDate", "people": "numberOfGuests"}

// tellSummary shows the trip as it was understood, unless it was shown so, with
// what was assumed, each once.
func (t plan) tellSummary(ctx context.Context, s *scene.Scene) error {
	d := t.details()
	props := SummaryProps{TripDetails: d, Nights: d.Nights(), Language: texts.In(s.Language).Language, Open: t.open()}
	raw, err := json.Marshal(props)
	if err != nil {
		return err
	}
	news := false
	err = s.Update(planKey, func(before json.RawMessage) any {
		now := readPlan(before)
		news, now.Told = now.Told != string(raw), string(raw)
		for _, f := range t.Assumed {
			if now.sayOnce(f, turnOf(s)) {
				props.Assumed = append(props.Assumed, fieldNames[f])
			}
		}
		return now
	})
	if err != nil || !news {
		return err
	}
	props.Trip = t.trip()
	card, err := Summary.New(cmp.Or(graph.Key(ctx), thread.NewID())+"-trip", props)
	if err != nil {
		return err
	}
	event.Emit(ctx, event.UI, card)
	return nil
}

// sayOnce reports whether something was not said yet, and notes that it is.
func (t *plan) sayOnce(what string, turn int) bool {
	if _, had := t.Said[what]; had {
		return false
	}
	t.Said[what] = turn
	return true
}

// saidBefore returns which of some notes the guest has had, and notes the others. What a model
// was told counts from the next turn on: of what it says in this one nothing is known yet.
func saidBefore(s *scene.Scene, notes ...string) (before []string, err error) {
	err = s.Update(planKey, func(raw json.RawMessage) any {
		now := readPlan(raw)
		turn := turnOf(s)
		before = slices.DeleteFunc(slices.Clone(notes), func(n string) bool {
			return now.sayOnce(n, turn) || s.Later && turn > 0 && now.Said[n] == turn
		})
		return now
	})
	return before, err
}

// onceOf is saidBefore for the notes of a list.
func onceOf(s *scene.Scene, sample, some bool) ([]string, error) {
	var notes []string
	if sample {
		notes = append(notes, sampleNote)
	}
	if some {
		notes = append(notes, nextNote)
	}
	return saidBefore(s, notes...)
}

// The notes that are said once in a conversation.
const (
	sampleNote     = "sample"
	samplePickNote = "sample_cannot_be_booked"
	nextNote       = "next"
)
