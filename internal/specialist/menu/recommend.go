package menu

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// Recommend answers a wish outside a conversation, as for another program's
// agent: with what find_dishes finds on the house's card that the guest may have,
// and with what there is to say of it. The component is there even when nothing
// fits; then it has no items.
func (w *Waiter) Recommend(ctx context.Context, wish string, l lang.Language, c hook.Constraints) (ui.Component, string, error) {
	items, said, err := w.Find(ctx, wish, l, c)
	if err != nil {
		return ui.Component{}, "", err
	}
	card, err := w.Card(ctx)
	if err != nil {
		return ui.Component{}, "", err
	}
	props := dishesOf(l, items, card.Source)
	if len(items) > 0 {
		shown, err := Dishes.New(thread.NewID(), props)
		return shown, said, err
	}
	raw, err := json.Marshal(props) // a list of nothing has no text of its own
	return ui.Component{V: Dishes.Version(), ID: thread.NewID(), Name: Dishes.Name(), Props: raw, Text: ui.Clean(said)}, said, err
}

// Find returns the items that find_dishes offers to a guest alone, and what is
// said of them. What the wish tells of the guest binds it too.
func (w *Waiter) Find(ctx context.Context, wish string, l lang.Language, c hook.Constraints) (items []Item, said string, err error) {
	if l == "" {
		l = lang.Portuguese
		if spoken, sure := lang.Detect(wish); sure {
			l = spoken
		}
	}
	t := tell(wish)
	own, theirs, freed := t.own, t.theirs, t.freed
	guest := hook.Person{Allergies: less(c.Allergies, freed), Diets: less(c.Diets, freed), Dislikes: c.Dislikes}
	for _, told := range []hook.Constraints{own, theirs} {
		guest.Allergies, guest.Diets = add(guest.Allergies, told.Allergies), add(guest.Diets, told.Diets)
	}
	guest.Diets = add(guest.Diets, t.health) // said to be what no card can be judged by
	s := &scene.Scene{Language: l, Now: w.now(), Message: wish, Table: []hook.Person{guest}, Budget: c.Budget, Party: c.Party, Unknown: c.Unknown || own.Unknown}
	card, err := w.Card(ctx)
	if err != nil {
		return nil, "", err
	}
	if word := card.unclear(guest); word != "" { // it must not be said that something was kept in mind that nobody understood
		return nil, fmt.Sprintf(texts.In(l).Menu.Unclear, shorten(word, aboutChars)), nil
	}
	out, err := w.findDishes(scene.With(ctx, s), findDishesIn{Wish: wishOf(wish)})
	if err != nil {
		return nil, "", err
	}
	for _, d := range out.Dishes {
		if d.Fits && len(items) < offered && out.AskFirst == "" && d.Closed == "" {
			items = append(items, card.byID[d.ID])
		}
	}
	return slices.Clip(items), sayFound(out, l), nil
}

// unclear returns the first word of what somebody must not have that nobody
// understands, if there is one.
func (card *Card) unclear(p hook.Person) string {
	for _, word := range slices.Concat(p.Allergies, p.Diets) {
		folded := lang.Fold(word)
		if means, judged := meaning(folded); judged && len(means) == 0 && !isWay(folded) && !card.knows(word) && card.near(folded) == "" {
			return word
		}
	}
	return ""
}
