package maitre

import (
	"context"
	"slices"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/memo"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
)

// Menu is the specialist that knows the card of the house.
func Menu(w *menu.Waiter) Specialist {
	s := Specialist{Name: "menu", About: "dishes and drinks of the house"}
	s.Tools, s.err = w.Tools()
	cards := recent.Table[*menu.Card, []guard.Thing]{Size: 4}
	things := func(ctx context.Context, at *scene.Scene) []guard.Thing {
		card := w.OnTable(scene.With(ctx, at))
		if card == nil {
			return nil
		}
		return forTable(card, slices.Clone(cards.Get(card, func() []guard.Thing { return dishes(card) })), at.People())
	}
	s.sense = func(c *concierge.Concierge) { c.Cards, c.Named, c.Things = w.Cards, w.Named, things }
	return s
}

// Beer is the specialist that finds breweries and answers about purchases.
func Beer(a *beer.Advisor) Specialist {
	s := Specialist{Name: "beer", About: "breweries, and what the guest buys"}
	s.Tools, s.err = a.Tools()
	s.sense = func(c *concierge.Concierge) { c.Offer, c.Schema = beer.Offer, a.Schema }
	return s
}

// Trip is the specialist that plans trips.
func Trip(p *trip.Planner) Specialist {
	s := Specialist{Name: "trip", About: "where to go, stay and eat on a trip"}
	s.Tools, s.err = p.Tools()
	s.sense = func(c *concierge.Concierge) { c.Held = p.Held; spares(c, trip.Spare) }
	return s
}

// Data is the specialist that answers about tables.
func Data(d *data.Statistician) Specialist {
	s := Specialist{Name: "data", About: "what is in a table, and its statistics"}
	s.Tools, s.err = d.Tools()
	s.sense = func(c *concierge.Concierge) { c.Tabled = d.Names; spares(c, d.Spare) }
	return s
}

// Facts is the specialist for what the house says of itself, and for its people.
func Facts(h *house.House) Specialist {
	s := Specialist{Name: "facts", About: "what the house says of itself, and its people"}
	s.Tools, s.err = h.Tools()
	s.sense = func(c *concierge.Concierge) { c.Told, c.Waiting, c.Lacks = h.Answers, house.Waiting, h.Lacks }
	return s
}

// Memory is the specialist that remembers what guests tell, says it when they ask, and keeps or
// forgets it. Nobody is the guest as whom those speak who do not say who they are, or "".
func Memory(b *memory.Book, nobody string) Specialist {
	s := Specialist{Name: "memory", About: "what is known of the guest", sense: func(*concierge.Concierge) {}}
	s.Tools, s.err = (&memo.Memo{Book: b, Nobody: nobody, Same: menu.SameNeed, Diet: menu.DietIn}).Tools()
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
