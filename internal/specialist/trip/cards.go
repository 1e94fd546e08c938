package trip

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// Kinds are the components this package shows. To add one, define it here.
var Kinds = []ui.Any{Accommodations, Restaurants, Summary, Pick}

// Accommodations is a list of where to stay.
var Accommodations = ui.Define("accommodations-list", 1, func(p AccommodationsProps) string {
	words := phrases{texts.In(p.Language)}
	if len(p.Items) == 0 {
		return words.noted(words.Trip.NoLodging, p.Notice, p.LeftOut, p.Attribution)
	}
	text := fmt.Sprintf(words.Trip.Stay, p.Location, words.badge(p.Source == ui.Sample))
	for i, l := range p.Items {
		text += fmt.Sprintf("\n%d. %s (%s): %s", i+1, l.Name, words.Trip.Kinds[string(l.Kind)], words.cost(l.cost(p.Language)))
	}
	told := slices.DeleteFunc(slices.Clone(p.LeftOut), func(l places.Note) bool { return l.Reason == places.TooSmall }) // others are large enough
	return words.noted(text, p.Notice, told, p.Attribution)
})

// noted adds to a list what is to be said of it.
func (w phrases) noted(list string, n places.Notice, notes []places.Note, attribution string) string {
	left, unchecked := leftOut(notes, func(n places.Note) string { return n.Word })
	return w.ending(list, n, left, unchecked, attribution)
}

// AccommodationsProps are what a client draws of Accommodations.
type AccommodationsProps struct {
	ToolCallID  string         `json:"toolCallId"`
	Location    string         `json:"location"`
	StartDate   ui.Date        `json:"startDate"`
	EndDate     ui.Date        `json:"endDate"`
	Nights      int            `json:"nights"`
	Guests      int            `json:"numberOfGuests"`
	Language    lang.Language  `json:"language"`
	Items       []LodgingProps `json:"items"`
	Source      ui.Source      `json:"source,omitempty"`
	Attribution string         `json:"attribution,omitempty"`
	Notice      places.Notice  `json:"notice,omitempty" jsonschema:"sample: there is no live source; down: it is down and this is the sample; stale: it is down and this is old"`
	LeftOut     []places.Note  `json:"leftOut,omitempty"`
	Trip        *TripProps     `json:"trip,omitempty"`
}

// LodgingProps is somewhere to stay. A price that is not known is not there.
type LodgingProps struct {
	places.Place
	Kind  places.Kind `json:"kind"`
	Stars int         `json:"stars,omitempty"`
	Rooms int         `json:"rooms,omitempty" jsonschema:"how many the party takes"`
	Night *ui.Money   `json:"night,omitempty" jsonschema:"of one room"`
	Total *ui.Money   `json:"total,omitempty" jsonschema:"of the whole stay of the whole party"`
}

// cost is what a lodging costs, as it is said.
func (p LodgingProps) cost(l lang.Language) (c StayCost) {
	if p.Night == nil {
		return c
	}
	switch c.PerRoom = p.Night.Text(l); {
	case p.Rooms > 1 && p.Kind == places.Hostel:
		c.Beds, c.PerBed = p.Rooms, c.PerRoom
	case p.Rooms > 1:
		c.Rooms = p.Rooms
	}
	if p.Total != nil {
		c.Total = p.Total.Text(l)
	}
	return c
}

func (t plan) accommodations(ctx context.Context, s *scene.Scene, found places.Result) AccommodationsProps {
	d := t.details()
	p := AccommodationsProps{
		ToolCallID: toolCall(ctx), Location: d.Location, StartDate: d.StartDate, EndDate: d.EndDate, Nights: d.Nights(),
		Guests: d.NumberOfGuests, Language: texts.In(s.Language).Language, Items: []LodgingProps{},
		Source: found.Source, Attribution: credits(found.Attribution, t.Place.Credit), Notice: found.Notice, LeftOut: found.Notes, Trip: t.trip(),
	}
	for _, l := range found.Places {
		rooms, _ := l.Rooms(t.party())
		x := LodgingProps{Place: l.Place, Kind: l.Kind, Stars: l.Stars, Rooms: rooms, Night: l.Night}
		if !t.open() {
			x.Total = l.Total(t.party(), d.Nights())
		}
		p.Items = append(p.Items, x)
	}
	return p
}

// toolCall is the id of the call that a card is of.
func toolCall(ctx context.Context) string { return cmp.Or(agent.CallID(ctx), cardID(ctx)) }

// Restaurants is a list of where to eat.
var Restaurants = ui.Define("restaurants-list", 1, func(p RestaurantsProps) string {
	words := phrases{texts.In(p.Language)}
	if len(p.Items) == 0 {
		return words.noted(words.Trip.NoRestaurant, p.Notice, p.LeftOut, p.Attribution)
	}
	text := fmt.Sprintf(words.Trip.Eat, p.TripDetails.Location, words.badge(p.Source == ui.Sample))
	for i, r := range p.Items {
		text += fmt.Sprintf("\n%d. %s", i+1, r.Name)
		if len(r.Cuisines) > 0 {
			text += " (" + words.cuisines(r.Cuisines) + ")"
		}
		price := words.House.NoPrice
		if r.Person != nil {
			price = fmt.Sprintf(words.Trip.PerPerson, r.Person.Text(p.Language))
		}
		text += ": " + price
	}
	avoided := slices.DeleteFunc(slices.Clone(p.Avoid), func(word string) bool {
		return slices.Contains(p.LeftOut, places.Note{Reason: places.Unchecked, Word: word})
	})
	if len(avoided) > 0 {
		text += "\n" + fmt.Sprintf(words.House.Minded, words.List(avoided))
	}
	return words.noted(text, p.Notice, p.LeftOut, p.Attribution)
})

// RestaurantsProps are what a client draws of Restaurants.
type RestaurantsProps struct {
	ToolCallID  string            `json:"toolCallId"`
	TripDetails Details           `json:"tripDetails"`
	Language    lang.Language     `json:"language"`
	Avoid       []string          `json:"avoid,omitempty" jsonschema:"what must not be served to this party"`
	Items       []RestaurantProps `json:"items"`
	Source      ui.Source         `json:"source,omitempty"`
	Attribution string            `json:"attribution,omitempty"`
	Notice      places.Notice     `json:"notice,omitempty" jsonschema:"as of accommodations-list"`
	LeftOut     []places.Note     `json:"leftOut,omitempty"`
	Trip        *TripProps        `json:"trip,omitempty"`
}

// RestaurantProps is somewhere to eat.
type RestaurantProps struct {
	places.Place
	Cuisines []string  `json:"cuisines,omitempty"`
	Diets    []string  `json:"diets,omitempty"`
	Hours    string    `json:"hours,omitempty"`
	Person   *ui.Money `json:"person,omitempty"`
}

func (t plan) restaurants(ctx context.Context, s *scene.Scene, found places.Result, never hook.Constraints) RestaurantsProps {
	p := RestaurantsProps{
		ToolCallID: toolCall(ctx), TripDetails: t.details(), Language: texts.In(s.Language).Language, Items: []RestaurantProps{},
		Avoid: slices.Concat(never.Allergies, never.Diets), Source: found.Source,
		Attribution: credits(found.Attribution, t.Place.Credit), Notice: found.Notice, LeftOut: found.Notes, Trip: t.trip(),
	}
	for _, r := range found.Places {
		p.Items = append(p.Items, RestaurantProps{r.Place, r.Cuisines, r.Diets, r.Hours, r.Person})
	}
	return p
}

// Summary is the trip as it was understood.
var Summary = ui.Define("trip-summary", 1, func(p SummaryProps) string {
	return phrases{texts.In(p.Language)}.summary(p)
})

// SummaryProps are what a client draws of Summary.
type SummaryProps struct {
	TripDetails Details       `json:"tripDetails"`
	Nights      int           `json:"nights"`
	Assumed     []string      `json:"assumed,omitempty" jsonschema:"the fields of tripDetails that the guest did not say"`
	Language    lang.Language `json:"language"`
	Open        bool          `json:"datesOpen,omitempty" jsonschema:"nobody said when: the dates are those of a search, and the guest is asked"`
	Trip        *TripProps    `json:"trip,omitempty"`
}

// TripProps is the whole trip as it stands: where, when, and what was chosen.
type TripProps struct {
	Guests int         `json:"numberOfGuests"`
	Stops  []StopProps `json:"stops" jsonschema:"in the order of their dates"`
	Total  *ui.Money   `json:"total,omitempty" jsonschema:"of what was chosen and has a price"`
}

// StopProps is one place of a trip.
type StopProps struct {
	Location  string        `json:"location"`
	StartDate ui.Date       `json:"startDate"`
	EndDate   ui.Date       `json:"endDate"`
	Nights    int           `json:"nights"`
	Stay      *ChosenProps  `json:"stay,omitempty"`
	Meals     []ChosenProps `json:"meals,omitempty"`
}

// ChosenProps is a place that was chosen, and what it costs the whole party.
type ChosenProps struct {
	Name  string    `json:"name"`
	Day   ui.Date   `json:"day,omitempty" jsonschema:"of a meal, where the guest said it"`
	Total *ui.Money `json:"total,omitempty"`
}

// trip is the plan as a client draws it.
func (t plan) trip() *TripProps {
	all := &TripProps{Guests: t.People}
	for _, at := range t.stops() {
		s := StopProps{Location: at.Spot.Name, StartDate: at.Start, EndDate: at.End, Nights: t.in(at.Spot).details().Nights()}
		for _, c := range t.chosen("", at.Spot.Key) {
			one := ChosenProps{Name: c.Name, Day: c.Day, Total: c.Total(t.party(), s.Nights)}
			if each := c.Person; each != nil {
				one.Total = &ui.Money{Amount: each.Amount * int64(t.People), Currency: each.Currency}
			}
			if one.Total != nil {
				all.Total = &ui.Money{Amount: cmp.Or(all.Total, &ui.Money{}).Amount + one.Total.Amount, Currency: one.Total.Currency}
			}
			if c.Sort() == places.Lodging {
				s.Stay = &one
			} else {
				s.Meals = append(s.Meals, one)
			}
		}
		all.Stops = append(all.Stops, s)
	}
	return all
}

// fieldNames maps the plan's names of values to the fields of Details.
var fieldNames = map[string]string{"start_date": "startDate", "end_date": "endDate", "people": "numberOfGuests"}

// tellSummary shows the trip as it was understood, unless it was shown so, with
// what was assumed, once.
func (t *plan) tellSummary(ctx context.Context, s *scene.Scene) error {
	d := t.details()
	props := SummaryProps{TripDetails: d, Nights: d.Nights(), Language: texts.In(s.Language).Language, Open: t.open()}
	raw, err := json.Marshal(props)
	if err != nil || t.Told == string(raw) {
		return err
	}
	first := t.Told == ""
	t.Told = string(raw)
	for _, f := range t.Assumed {
		if first {
			props.Assumed = append(props.Assumed, fieldNames[f])
		}
	}
	props.Trip = t.trip()
	card, err := Summary.New(cmp.Or(graph.Key(ctx), thread.NewID())+"-trip", props)
	if err != nil {
		return err
	}
	event.Emit(ctx, event.UI, card)
	return nil
}

// Pick is a place that the guest has picked, and how to reach it.
var Pick = ui.Define("trip-pick", 1, func(p PickProps) string {
	words := phrases{texts.In(p.Language)}
	lines := []string{p.Name + words.badge(p.Source == ui.Sample), p.Address, p.Hours, string(p.Site), p.Phone}
	if p.Attribution != "" {
		lines = append(lines, fmt.Sprintf(words.Trip.Source, p.Attribution))
	}
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
})

// PickProps are what a client draws of Pick.
type PickProps struct {
	places.Place
	Hours    string        `json:"hours,omitempty"`
	Language lang.Language `json:"language"`
	Trip     *TripProps    `json:"trip,omitempty"`
}

// heldKey is the key of the lists that wait for a model's answer.
const heldKey = "trip.held"

// hold keeps a list until a model's answer tells what of it is offered, and shows it at
// once where nobody else answers.
func hold(ctx context.Context, s *scene.Scene, card ui.Component, things []scene.Thing) (ui.Component, error) {
	if !s.Later {
		s.Show(ctx, things...)
		return card, nil
	}
	s.Offer(ctx, things...)
	var all []ui.Component
	return ui.Component{}, s.Change(heldKey, &all, func() {
		all = append(slices.DeleteFunc(all, func(c ui.Component) bool { return c.ID == card.ID }), card)
	})
}

// Held returns the lists that were held, each with those of some places that are on it; nil:
// with all of them. An answer that offers no place is about the last list, as a whole. They
// are held no longer. Places of towns where the trip does not go any more are forgotten.
func (p *Planner) Held(ctx context.Context, offered []scene.Thing) (cards []ui.Component, err error) {
	s := scene.From(ctx)
	var all []ui.Component
	if !s.Load(heldKey, &all) || len(all) == 0 {
		return nil, nil
	}
	t := loadPlan(s)
	place := func(x scene.Thing) bool { return x.Kind == places.Lodging || x.Kind == places.Restaurant }
	if offered != nil && !slices.ContainsFunc(offered, place) {
		offered, all = nil, all[len(all)-1:]
		s.Named(slices.DeleteFunc(slices.Clone(s.Found), func(x scene.Thing) bool { return x.Kind != t.Lists[0].Kind || x.Note != t.Lists[0].Spot.Name }))
	}
	towns := map[string]bool{}
	for _, l := range t.Lists {
		towns[l.Spot.Name] = true
		inOrder(l.Places, offered, func(l places.Listing) string { return l.ID })
	}
	s.Shown = slices.DeleteFunc(slices.Clone(s.Shown), func(x scene.Thing) bool { return place(x) && !towns[x.Note] })
	for _, c := range all {
		if offered != nil {
			c, err = narrow(c, offered)
		}
		if err != nil {
			return nil, err
		}
		if c.Name != "" {
			cards = append(cards, c)
		}
	}
	return cards, errors.Join(t.save(s), s.Save(heldKey, []ui.Component{}))
}

// inOrder puts the places that an answer offers first, in its order, and returns them: of these
// "the second" is.
func inOrder[T any](all []T, offered []scene.Thing, id func(T) string) []T {
	n := 0
	for _, t := range offered {
		if i := slices.IndexFunc(all[n:], func(x T) bool { return id(x) == t.ID }); i >= 0 {
			x := all[n+i]
			copy(all[n+1:], all[n:n+i])
			all[n], n = x, n+1
		}
	}
	return all[:n]
}

// narrow returns a list with only some of its places, in their order: no component if it has
// none of them.
func narrow(c ui.Component, offered []scene.Thing) (ui.Component, error) {
	var stay AccommodationsProps
	var eat RestaurantsProps
	props := map[string]any{Accommodations.Name(): &stay, Restaurants.Name(): &eat}[c.Name]
	if err := json.Unmarshal(c.Props, props); err != nil {
		return c, err
	}
	stay.Items = inOrder(stay.Items, offered, func(l LodgingProps) string { return l.ID })
	eat.Items = inOrder(eat.Items, offered, func(r RestaurantProps) string { return r.ID })
	switch {
	case len(stay.Items) > 0:
		return Accommodations.New(c.ID, stay)
	case len(eat.Items) > 0:
		return Restaurants.New(c.ID, eat)
	}
	return ui.Component{}, nil
}
