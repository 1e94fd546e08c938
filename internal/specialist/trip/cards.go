package trip

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Kinds are the components this package shows. To add one, define it here.
var Kinds = []ui.Any{Accommodations, Restaurants, Summary, Pick}

// Accommodations is a list of where to stay.
var Accommodations = ui.Define("accommodations-list", 1, func(p AccommodationsProps) string {
	words := phrases{texts.In(p.Language)}
	if len(p.Items) == 0 {
		return words.ending(words.Trip.NoLodging, p.Notice, p.LeftOut, p.Attribution)
	}
	text := fmt.Sprintf(words.Trip.Stay, p.Location, words.badge(p.Source))
	for i, l := range p.Items {
		text += fmt.Sprintf("\n%d. %s (%s): %s", i+1, l.Name, words.Trip.Kinds[string(l.Kind)], words.price(l, p.Language))
	}
	told := slices.DeleteFunc(slices.Clone(p.LeftOut), func(l places.Note) bool { return l.Reason == places.TooSmall }) // others are large enough
	return words.ending(text, p.Notice, told, p.Attribution)
})

// price says what a lodging costs.
func (w phrases) price(l LodgingProps, language lang.Language) string {
	if l.Night == nil {
		return w.House.NoPrice
	}
	text := fmt.Sprintf(w.House.PerNight, l.Night.Text(language))
	switch {
	case l.Rooms > 1 && l.Kind == places.Hostel:
		text = fmt.Sprintf(w.Trip.Beds, l.Rooms, text)
	case l.Rooms > 1:
		text = fmt.Sprintf(w.Trip.Rooms, l.Rooms, text)
	}
	if l.Total != nil {
		text += ", " + fmt.Sprintf(w.Trip.InAll, l.Total.Text(language))
	}
	return text
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

func accommodationsOf(r request, found places.Result[places.Lodging]) AccommodationsProps {
	d := r.details
	p := AccommodationsProps{
		ToolCallID: r.id, Location: d.Location, StartDate: d.StartDate, EndDate: d.EndDate, Nights: d.Nights(),
		Guests: d.NumberOfGuests, Language: r.language, Items: []LodgingProps{},
		Source: found.Source, Attribution: credits(found.Attribution, r.credit), Notice: found.Notice, LeftOut: found.Notes, Trip: r.trip,
	}
	for _, l := range found.Places {
		rooms, _ := l.Rooms(r.party)
		p.Items = append(p.Items, LodgingProps{l.Place, l.Kind, l.Stars, rooms, l.Night, l.Total(r.party, d.Nights())})
	}
	return p
}

// Restaurants is a list of where to eat.
var Restaurants = ui.Define("restaurants-list", 1, func(p RestaurantsProps) string {
	words := phrases{texts.In(p.Language)}
	if len(p.Items) == 0 {
		return words.ending(words.Trip.NoRestaurant, p.Notice, p.LeftOut, p.Attribution)
	}
	text := fmt.Sprintf(words.Trip.Eat, p.TripDetails.Location, words.badge(p.Source))
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
	return words.ending(text, p.Notice, p.LeftOut, p.Attribution)
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

func restaurantsOf(r request, found places.Result[places.Restaurant]) RestaurantsProps {
	p := RestaurantsProps{
		ToolCallID: r.id, TripDetails: r.details, Language: r.language, Items: []RestaurantProps{},
		Avoid: slices.Concat(r.never.Allergies, r.never.Diets), Source: found.Source,
		Attribution: credits(found.Attribution, r.credit), Notice: found.Notice, LeftOut: found.Notes, Trip: r.trip,
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
	var sum bill
	for _, at := range t.stops() {
		s := StopProps{Location: at.Spot.Name, StartDate: at.Start, EndDate: at.End, Nights: t.in(at.Spot).details().Nights()}
		for _, c := range slices.Concat(t.chosenIn(lodging, at.Spot), t.chosenIn(restaurant, at.Spot)) {
			one := ChosenProps{Name: c.name(), Day: c.Day}
			if c.Lodging != nil {
				one.Total = c.Lodging.Total(t.party(), s.Nights)
				s.Stay = &one
			} else {
				if each := c.Restaurant.Person; each != nil {
					one.Total = &ui.Money{Amount: each.Amount * int64(t.People), Currency: each.Currency}
				}
				s.Meals = append(s.Meals, one)
			}
			if one.Total != nil {
				sum.add(*one.Total, false)
			}
		}
		all.Stops = append(all.Stops, s)
	}
	all.Total = sum.of(false)
	return all
}

// Pick is a place that the guest has picked, and how to reach it.
var Pick = ui.Define("trip-pick", 1, func(p PickProps) string {
	words := phrases{texts.In(p.Language)}
	lines := []string{p.Name + words.badge(p.Source), p.Address, p.Hours, string(p.Site), p.Phone}
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

// request is what a card is made for.
type request struct {
	details  Details
	party    places.Wish
	language lang.Language
	never    hook.Constraints
	id       string // of the call
	credit   string // for the place
	trip     *TripProps
}

func credits(some ...string) string {
	return strings.Join(slices.DeleteFunc(some, func(c string) bool { return c == "" }), ", ")
}

// ending adds to a list what is to be said of it.
func (w phrases) ending(list string, n places.Notice, left []places.Note, attribution string) string {
	lines := []string{list}
	count := map[places.Reason]int{}
	var forbidden, unchecked, without []string
	for _, l := range left {
		switch count[l.Reason]++; l.Reason {
		case places.Allergen, places.WrongDiet:
			forbidden = append(forbidden, fmt.Sprintf("%s (%s)", l.Place, l.Word))
		case places.Unchecked:
			unchecked = append(unchecked, l.Word)
		}
	}
	if most := 4; len(forbidden) > most { // a city by the sea
		forbidden = append(forbidden[:most-1], fmt.Sprintf(w.House.More, len(forbidden)-most+1))
	}
	without = append(without, forbidden...)
	if n := count[places.OverBudget]; n > 0 {
		without = append(without, fmt.Sprintf(w.Trip.OverBudget, n))
	}
	if n := count[places.TooSmall]; n > 0 {
		without = append(without, fmt.Sprintf(w.Trip.TooSmall, n))
	}
	if len(without) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.LeftOut, w.List(without)))
	}
	if len(unchecked) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.Unchecked, w.List(unchecked)))
	}
	if text := w.Trip.Notices[string(n)]; text != "" {
		lines = append(lines, text)
	}
	if attribution != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Source, attribution))
	}
	return strings.Join(lines, "\n")
}

// badge marks what is not real.
func (w phrases) badge(s ui.Source) string {
	if s == ui.Sample {
		return " [" + w.House.Sample + "]"
	}
	return ""
}

// cuisines says kinds of kitchen. One that is not in the list keeps its name.
func (w phrases) cuisines(some []string) string {
	said := make([]string, len(some))
	for i, c := range some {
		said[i] = cmp.Or(w.Trip.Kitchens[c], strings.ReplaceAll(c, "_", " "))
	}
	return strings.Join(said, ", ")
}
