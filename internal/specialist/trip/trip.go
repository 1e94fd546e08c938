// Package trip plans a trip with a guest: its tools list where to stay and where
// to eat, note what is chosen, and add up what it costs. They share one plan, a note
// of the conversation's scene.
//
// Begin at [Planner.Tools].
package trip

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// Details are what is known of a trip.
type Details struct {
	Location       string  `json:"location"`
	StartDate      ui.Date `json:"startDate"`
	EndDate        ui.Date `json:"endDate"`
	NumberOfGuests int     `json:"numberOfGuests"`
}

// Nights is how many nights there are between the dates.
func (d Details) Nights() int {
	return int(dayOf(string(d.EndDate)).Sub(dayOf(string(d.StartDate))) / day) // days of UTC have all their hours
}

// The tools that list places, in the order in which they are shown.
const (
	ListAccommodations = "list-accommodations"
	ListRestaurants    = "list-restaurants"
)

// ErrNoTool is about a name that no list has.
var ErrNoTool = errors.New("trip: no tool was chosen")

// A Planner has what the tools need.
type Planner struct {
	Places places.Fallback
	// Locate returns the likeliest place of a name that the gazetteer does not know, or nil;
	// nil: there are none. Credit is shown with what it led to.
	Locate   func(ctx context.Context, name string) (*places.Area, error)
	Credit   string
	Currency string           // of the prices; empty: BRL
	Now      func() time.Time // nil: time.Now
}

// Tools are what the concierge plans trips with. They share one plan, a note of
// the scene. Those that set it run before the others of their step and in the
// order of their calls, so that "the second one, and what is the total?" finds
// the choice made.
func (p *Planner) Tools() ([]agent.Tool, error) {
	stay, err1 := p.listAccommodationsTool()
	eat, err2 := p.listRestaurantsTool()
	choose, err3 := p.choosePlaceTool()
	total, err4 := p.tripTotalTool()
	return []agent.Tool{stay, eat, choose, total}, errors.Join(err1, err2, err3, err4)
}

// Spare names the tools that are of no use until places were listed in the scene: nothing
// can be chosen or added up.
func Spare(ctx context.Context, _ string) []string {
	if t := loadPlan(scene.From(ctx)); len(t.Lists)+len(t.Chosen) > 0 {
		return nil
	}
	return []string{"choose_place", "trip_total"}
}

// Unclear says what is wrong with the details of a trip, in words for whoever
// gave them.
type Unclear struct{ Why string }

// Error implements error.
func (u *Unclear) Error() string { return u.Why }

// List calls one of the tools, ListAccommodations or ListRestaurants, outside a
// conversation, as for another program's agent. Of the details only the place
// must be known; the rest is assumed as in a conversation. Details that cannot
// be, or a place of which there are several, are an *Unclear.
func (p *Planner) List(ctx context.Context, name string, d Details, l lang.Language, c hook.Constraints) (ui.Component, error) {
	if name != ListAccommodations && name != ListRestaurants {
		return ui.Component{}, ErrNoTool
	}
	if d.NumberOfGuests < 0 || d.NumberOfGuests > maxGuests {
		return ui.Component{}, &Unclear{errParty.Error()}
	}
	now := time.Now
	if p.Now != nil {
		now = p.Now
	}
	w := phrases{texts.In(l)}
	s := &scene.Scene{Now: now(), Language: w.Language, Budget: c.Budget, Unknown: c.Unknown}
	s.Table = []hook.Person{{Allergies: c.Allergies, Diets: c.Diets, Dislikes: c.Dislikes}}
	ctx = scene.With(ctx, s)
	_, facts, err := p.hear(ctx, s, told{place: d.Location, start: string(d.StartDate), end: string(d.EndDate), people: d.NumberOfGuests})
	if err != nil {
		return ui.Component{}, err
	}
	if facts.Ask != "" {
		return ui.Component{}, &Unclear{w.ask(facts)}
	}
	var f ListFacts
	if name == ListRestaurants {
		f, err = p.listRestaurants(ctx, restaurantsIn{})
	} else {
		f, err = p.listAccommodations(ctx, accommodationsIn{})
	}
	return f.card, err
}
