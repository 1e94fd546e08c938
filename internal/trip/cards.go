package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Kinds are the components this package shows. To add one, define it here.
var Kinds = []ui.Any{Accommodations, Restaurants, Summary}

// Accommodations is a list of where to stay.
var Accommodations = ui.Define("accommodations-list", 1, func(p AccommodationsProps) string {
	words := texts[p.Language]
	var b strings.Builder
	for i, l := range p.Items {
		fmt.Fprintf(&b, "%d. %s (%s)", i+1, l.Name, words.kinds[l.Kind])
		switch {
		case l.Total != nil:
			fmt.Fprintf(&b, ": %s, %s", fmt.Sprintf(words.perNight, l.Night.Text(p.Language)), fmt.Sprintf(words.inAll, l.Total.Text(p.Language)))
		case l.Night != nil:
			b.WriteString(": " + fmt.Sprintf(words.perNight, l.Night.Text(p.Language)))
		default:
			b.WriteString(": " + words.noPrice)
		}
		b.WriteString(badge(l.Source, words) + "\n")
	}
	if len(p.Items) == 0 {
		b.WriteString(words.noLodging + "\n")
	}
	return ending(&b, words, p.Notice, p.LeftOut, p.Attribution)
})

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
	LeftOut     []LeftOut      `json:"leftOut,omitempty"`
}

// LeftOut says what was not listed, and why.
type LeftOut struct {
	Place  string        `json:"place,omitempty"`
	Reason places.Reason `json:"reason"`
	Word   string        `json:"word,omitempty" jsonschema:"the guest's own, of a diet or an allergy"`
}

func leftOut(notes []places.Note) (all []LeftOut) {
	for _, n := range notes {
		all = append(all, LeftOut(n))
	}
	return all
}

// LodgingProps is somewhere to stay. A price that is not known is not there.
type LodgingProps struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Kind    places.Kind `json:"kind"`
	Address string      `json:"address,omitempty"`
	Phone   string      `json:"phone,omitempty"`
	Site    ui.URL      `json:"site,omitempty"`
	Stars   int         `json:"stars,omitempty"`
	Rooms   int         `json:"rooms,omitempty" jsonschema:"how many the party takes"`
	Night   *ui.Money   `json:"night,omitempty" jsonschema:"of one room"`
	Total   *ui.Money   `json:"total,omitempty" jsonschema:"of the whole stay of the whole party"`
	Source  ui.Source   `json:"source"`
}

func accommodationsOf(id string, s State, found places.Result[places.Lodging]) AccommodationsProps {
	d := *s.Details
	p := AccommodationsProps{
		ToolCallID: id, Location: d.Location, StartDate: d.StartDate, EndDate: d.EndDate, Nights: d.Nights(),
		Guests: d.NumberOfGuests, Language: s.Language, Items: []LodgingProps{},
		Source: found.Source, Attribution: found.Attribution, Notice: found.Notice, LeftOut: leftOut(found.Notes),
	}
	for _, l := range found.Places {
		rooms, _ := l.Rooms(d.NumberOfGuests)
		p.Items = append(p.Items, LodgingProps{
			l.ID, l.Name, l.Kind, l.Address, l.Phone, l.Site, l.Stars, rooms, l.Night, l.Total(d.NumberOfGuests, d.Nights()), l.Source,
		})
	}
	return p
}

// Restaurants is a list of where to eat.
var Restaurants = ui.Define("restaurants-list", 1, func(p RestaurantsProps) string {
	words := texts[p.Language]
	var b strings.Builder
	for i, r := range p.Items {
		fmt.Fprintf(&b, "%d. %s", i+1, r.Name)
		if len(r.Cuisines) > 0 {
			b.WriteString(" (" + strings.Join(r.Cuisines, ", ") + ")")
		}
		if r.Person != nil {
			b.WriteString(": " + fmt.Sprintf(words.perPerson, r.Person.Text(p.Language)))
		} else {
			b.WriteString(": " + words.noPrice)
		}
		b.WriteString(badge(r.Source, words) + "\n")
	}
	if len(p.Items) == 0 {
		b.WriteString(words.noRestaurant + "\n")
	}
	return ending(&b, words, p.Notice, p.LeftOut, p.Attribution)
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
	LeftOut     []LeftOut         `json:"leftOut,omitempty"`
}

// RestaurantProps is somewhere to eat.
type RestaurantProps struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Address  string    `json:"address,omitempty"`
	Phone    string    `json:"phone,omitempty"`
	Site     ui.URL    `json:"site,omitempty"`
	Cuisines []string  `json:"cuisines,omitempty"`
	Diets    []string  `json:"diets,omitempty"`
	Hours    string    `json:"hours,omitempty"`
	Person   *ui.Money `json:"person,omitempty"`
	Source   ui.Source `json:"source"`
}

func restaurantsOf(id string, s State, found places.Result[places.Restaurant]) RestaurantsProps {
	p := RestaurantsProps{
		ToolCallID: id, TripDetails: *s.Details, Language: s.Language, Items: []RestaurantProps{},
		Avoid: slices.Concat(s.Constraints.Allergies, s.Constraints.Diets), Source: found.Source, Attribution: found.Attribution,
		Notice: found.Notice, LeftOut: leftOut(found.Notes),
	}
	for _, r := range found.Places {
		p.Items = append(p.Items, RestaurantProps{r.ID, r.Name, r.Address, r.Phone, r.Site, r.Cuisines, r.Diets, r.Hours, r.Person, r.Source})
	}
	return p
}

// Summary is the trip as it was understood.
var Summary = ui.Define("trip-summary", 1, func(p SummaryProps) string {
	return texts[p.Language].summary(p)
})

// SummaryProps are what a client draws of Summary.
type SummaryProps struct {
	TripDetails Details       `json:"tripDetails"`
	Nights      int           `json:"nights"`
	Assumed     []string      `json:"assumed,omitempty" jsonschema:"the fields of tripDetails that the guest did not say"`
	Language    lang.Language `json:"language"`
}

func summaryOf(id string, s State) (ui.Component, error) {
	return Summary.New(id, SummaryProps{*s.Details, s.Details.Nights(), s.Assumed, s.Language})
}

// ending adds to a list what is to be said of it.
func ending(b *strings.Builder, words phrases, n places.Notice, left []LeftOut, attribution string) string {
	if text := words.notices[n]; text != "" {
		b.WriteString(text + "\n")
	}
	var without []string
	for _, l := range left {
		if l.Reason == places.Allergen || l.Reason == places.WrongDiet {
			without = append(without, fmt.Sprintf("%s (%s)", l.Place, l.Word))
		}
	}
	if len(without) > 0 {
		fmt.Fprintf(b, words.leftOut+"\n", strings.Join(without, ", "))
	}
	return strings.TrimSpace(b.String() + attribution)
}

// badge marks what is not real.
func badge(s ui.Source, words phrases) string {
	if s == ui.Sample {
		return " [" + words.sample + "]"
	}
	return ""
}
