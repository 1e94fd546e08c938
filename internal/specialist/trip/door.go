package trip

import (
	"context"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

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
	w := phrases{texts.In(l)}
	s := &scene.Scene{Now: p.now(), Language: w.Language, Budget: c.Budget, Unknown: c.Unknown}
	s.Table = []hook.Person{{Allergies: c.Allergies, Diets: c.Diets, Dislikes: c.Dislikes}}
	ctx = scene.With(ctx, s)
	if d.NumberOfGuests < 0 || d.NumberOfGuests > maxGuests {
		return ui.Component{}, &Unclear{errParty.Error()}
	}
	_, facts, err := p.hear(ctx, s, told{place: d.Location, start: string(d.StartDate), end: string(d.EndDate), people: d.NumberOfGuests})
	if err != nil {
		return ui.Component{}, err
	}
	if facts.Ask != "" {
		return ui.Component{}, &Unclear{w.ask(facts)}
	}
	if name == ListRestaurants {
		f, err := p.listRestaurants(ctx, restaurantsIn{})
		return f.card, err
	}
	f, err := p.listAccommodations(ctx, accommodationsIn{})
	return f.card, err
}
