package trip

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// heldKey is the key of the lists that wait for a model's answer.
const heldKey = "trip.held"

// hold keeps a list until a model's answer tells what of it is offered, and shows it at
// once where nobody else answers.
func hold(s *scene.Scene, card ui.Component) (ui.Component, error) {
	if !s.Later {
		return card, nil
	}
	var all []ui.Component
	return ui.Component{}, s.Change(heldKey, &all, func() {
		all = append(slices.DeleteFunc(all, func(c ui.Component) bool { return c.ID == card.ID }), card)
	})
}

// Held returns the lists that were held, each with those of some places that are on it; nil:
// with all of them. An answer that offers no place is about the last list, as a whole. They
// are held no longer.
func (p *Planner) Held(ctx context.Context, offered []scene.Thing) (cards []ui.Component, err error) {
	s := scene.From(ctx)
	var all []ui.Component
	if !s.Load(heldKey, &all) || len(all) == 0 {
		return nil, nil
	}
	place := func(t scene.Thing) bool { return t.Kind == lodging || t.Kind == restaurant }
	if offered != nil && !slices.ContainsFunc(offered, place) {
		offered, all = nil, all[len(all)-1:]
	}
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
	return cards, s.Save(heldKey, []ui.Component{})
}

// narrow returns a list with only some of its places: no component if it has none of them.
func narrow(c ui.Component, offered []scene.Thing) (ui.Component, error) {
	not := func(id string) bool {
		return !slices.ContainsFunc(offered, func(t scene.Thing) bool { return t.ID == id })
	}
	if c.Name == Restaurants.Name() {
		var props RestaurantsProps
		if err := json.Unmarshal(c.Props, &props); err != nil {
			return c, err
		}
		if props.Items = slices.DeleteFunc(props.Items, func(r RestaurantProps) bool { return not(r.ID) }); len(props.Items) == 0 {
			return ui.Component{}, nil
		}
		return Restaurants.New(c.ID, props)
	}
	var props AccommodationsProps
	if err := json.Unmarshal(c.Props, &props); err != nil {
		return c, err
	}
	if props.Items = slices.DeleteFunc(props.Items, func(l LodgingProps) bool { return not(l.ID) }); len(props.Items) == 0 {
		return ui.Component{}, nil
	}
	return Accommodations.New(c.ID, props)
}
