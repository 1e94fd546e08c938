package trip

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

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
