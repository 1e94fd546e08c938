package maitre

import (
	"context"
	"slices"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/scene"
)

// Menu is the specialist that knows the card of the house.
func Menu(w *menu.Waiter) Specialist {
	s := Specialist{Name: "menu", About: "dishes and drinks of the house"}
	s.Tools, s.err = w.Tools()
	s.sense.card, s.sense.named = w.Cards, w.Named
	s.sense.things = func(ctx context.Context, at *scene.Scene) []guard.Thing {
		return dishes(scene.With(ctx, at), w, at.People())
	}
	return s
}

// dishes are the items of the card as the guard knows them: what is in each, and
// who at the table must not have it. The card is read once.
func dishes(ctx context.Context, w *menu.Waiter, table []hook.Person) []guard.Thing {
	card := w.OnTable(ctx)
	if card == nil {
		return nil
	}
	harms := make([]func(menu.Item) string, len(table))
	for i, p := range table {
		harms[i] = card.HarmTo(hook.Constraints{Allergies: p.Allergies, Diets: p.Diets})
	}
	var all []guard.Thing
	for _, it := range card.Items() {
		t := guard.Thing{Kind: "dish", ID: it.ID, Name: it.Name, Contains: it.Allergens, Likely: slices.Concat(it.Inferred, it.May), Unknown: it.Unknown, Says: slices.Concat(it.Tags, it.Ingredients), Text: it.Text()}
		if it.Price != nil {
			t.Price = it.Price.Amount
		}
		for i, p := range table {
			if why := harms[i](it); why != "" {
				t.NotFor = append(t.NotFor, guard.NotFor{Who: p.Name, Why: why})
			}
		}
		all = append(all, t)
	}
	return all
}
