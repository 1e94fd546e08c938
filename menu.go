package maitre

import (
	"context"
	"slices"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/scene"
)

// Menu is the specialist that knows the card of the house.
func Menu(w *menu.Waiter) Specialist {
	s := Specialist{Name: "menu", About: "dishes and drinks of the house"}
	s.Tools, s.err = w.Tools()
	s.sense.card, s.sense.named = w.Cards, w.Named
	cards := recent.Table[*menu.Card, []guard.Thing]{Size: 4}
	s.sense.things = func(ctx context.Context, at *scene.Scene) []guard.Thing {
		card := w.OnTable(scene.With(ctx, at))
		if card == nil {
			return nil
		}
		return forTable(card, slices.Clone(cards.Get(card, func() []guard.Thing { return dishes(card) })), at.People())
	}
	return s
}

// dishes are the items of the card as the guard knows them.
func dishes(card *menu.Card) (all []guard.Thing) {
	for _, it := range card.Items() {
		t := guard.Thing{Kind: "dish", ID: it.ID, Name: it.Name, Contains: it.Allergens, Likely: slices.Concat(it.Inferred, it.May), Unknown: it.Unknown, Says: slices.Concat(it.Tags, it.Ingredients), Text: it.Text()}
		if it.Price != nil {
			t.Price = it.Price.Amount
		}
		all = append(all, t)
	}
	return all
}

// forTable says of each item who at the table must not have it.
func forTable(card *menu.Card, all []guard.Thing, table []hook.Person) []guard.Thing {
	for _, p := range table {
		harm := card.HarmTo(hook.Constraints{Allergies: p.Allergies, Diets: p.Diets})
		for i, it := range card.Items() {
			if why := harm(it); why != "" {
				all[i].NotFor = append(all[i].NotFor, guard.NotFor{Who: p.Name, Why: why})
			}
		}
	}
	return all
}
