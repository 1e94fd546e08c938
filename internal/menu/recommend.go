package menu

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// Recommend answers a wish outside a conversation, as for another program's
// agent: with what fits on the house's card and the guest may have, and with
// what there is to say of it, in the card's own words. The component is there
// even when nothing fits; then it has no items.
func (w *Waiter) Recommend(ctx context.Context, wish string, l lang.Language, c hook.Constraints) (ui.Component, string, error) {
	s := w.Begin(nil, wish, nil, "", l, c)
	s.Intent, s.Query = Wish, wishOf(wish)
	if _, _, ok := paired(wish); ok {
		s.Intent = Pairing
	}
	card, err := w.card(ctx, s)
	if err != nil {
		return ui.Component{}, "", err
	}
	if s, err = w.search(ctx, card.understand(s), nil); err != nil {
		return ui.Component{}, "", err
	}
	in := saying{
		Message: wish, Intent: s.Intent, Language: s.Language, House: w.House, Unsure: s.Unsure, Nearest: card.byID[s.Nearest].Name,
		Avoid: s.Avoid, Heard: s.News, Unclear: s.Unclear, Unknown: s.Constraints.Unknown, Health: s.Health,
	}
	for _, p := range s.Picked {
		in.Items = append(in.Items, card.byID[p.ID])
	}
	for _, p := range s.Harmful {
		in.Harmful = append(in.Harmful, Harmful{card.byID[p.ID], strings.Join(p.Why, ", ")})
	}
	for _, id := range s.Later {
		in.Later = append(in.Later, card.byID[id])
	}
	said, props := answerOf(in), dishesOf(s, in.Items, card.Source)
	if len(in.Items) > 0 {
		shown, err := Dishes.New(thread.NewID(), props)
		return shown, said, err
	}
	raw, err := json.Marshal(props) // a list of nothing has no text of its own
	return ui.Component{V: Dishes.Version(), ID: thread.NewID(), Name: Dishes.Name(), Props: raw, Text: ui.Clean(said)}, said, err
}
