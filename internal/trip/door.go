package trip

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
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
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == name })
	if i < 0 {
		return ui.Component{}, ErrNoTool
	}
	w := voice.In(l)
	l = w.Language
	now := p.now()
	out := ExtractOut{Location: &d.Location, StartDate: string(d.StartDate), EndDate: string(d.EndDate), NumberOfGuests: d.NumberOfGuests}
	if err := checkExtracted(ExtractIn{Now: today(now)}, out); err != nil {
		return ui.Component{}, &Unclear{err.Error()}
	}
	if all := meant(d.Location, nil); len(all) > 1 {
		return ui.Component{}, &Unclear{fmt.Sprintf(w.Trip.Which, w.Either(namesOf(all)))}
	}
	out = out.complete(now)
	s := State{Timestamp: now, Language: l, Constraints: c, Details: &Details{d.Location, ui.Date(out.StartDate), ui.Date(out.EndDate), out.NumberOfGuests}}
	r := request{State: s, id: thread.NewID(), wish: s.wish()}
	var err error
	if r.where, r.credit, err = p.locate(ctx, s); err != nil && !errors.Is(err, errNoPlace) {
		return ui.Component{}, err
	}
	res := tools[i].do(ctx, p, r)
	return res.shown, res.err
}
