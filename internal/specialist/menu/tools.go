package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// Tools returns what an agent can do with the card. Nothing in them asks a
// model, and what somebody at the table must not have is left out by the guard.
func (w *Waiter) Tools() ([]agent.Tool, error) {
	var all []agent.Tool
	for _, make := range []func() (agent.Tool, error){w.findDishesTool, w.dishDetailsTool, w.wholeCardTool, w.billTool} {
		t, err := make()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// OnTable returns the card on the table, nil if it cannot be read.
func (w *Waiter) OnTable(ctx context.Context) *Card {
	card, err := w.onTable(ctx, scene.From(ctx), "")
	if err != nil {
		return nil
	}
	return card
}

// Named returns where a text names dishes of the card on the table.
func (w *Waiter) Named(ctx context.Context, text string) []scene.Mention {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return nil
	}
	var all []scene.Mention
	for _, m := range card.withPointed(s, text) {
		called := func(it Item) bool { return !slices.Contains(m.made, it.ID) }
		all = append(all, scene.Mention{From: m.From, To: m.To, Things: things(m.Items, s.Language), Kind: m.Kind, Plain: m.plain, Within: !slices.ContainsFunc(m.Items, called)})
	}
	return all
}

// Cards returns the component that shows the dishes that an answer names: one
// without a name if it names none.
func (w *Waiter) Cards(ctx context.Context, named []scene.Thing) (ui.Component, error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return ui.Component{}, err
	}
	var items []Item
	for _, t := range named {
		if it, ok := card.byID[t.ID]; ok && t.Kind == dishKind {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return ui.Component{}, nil
	}
	return Dishes.New(keyOf(ctx), card.shownTo(s, items))
}

// keyOf is the id of a component that a call shows: the same if it is made again.
func keyOf(ctx context.Context) string {
	return cmp.Or(agent.Key(ctx), graph.Key(ctx), thread.NewID())
}

// HarmTo returns what an item of the card breaks of what somebody must not have:
// nothing, if it breaks nothing, and "unknown" if it cannot be told what is in it.
func (c *Card) HarmTo(somebody hook.Constraints) func(Item) string {
	bound, _ := c.bind(somebody)
	if len(bound.Allergies)+len(bound.Diets) == 0 {
		return func(Item) string { return "" }
	}
	return func(it Item) string {
		why := c.harm(it, bound)
		if why == "" && it.Unknown {
			return unknownContents
		}
		return why
	}
}

const (
	dishKind        = "dish" // of a scene.Thing
	unknownContents = "unknown"

	kitchenConfirms = "confirm" // whenever somebody must not have something
)

// things are items as a scene has them.
func things(items []Item, l lang.Language) []scene.Thing {
	all := make([]scene.Thing, len(items))
	for i, it := range items {
		all[i] = scene.Thing{Kind: dishKind, ID: it.ID, Name: it.called(l), Price: priceIn(it, l)}
	}
	return all
}

func priceIn(it Item, l lang.Language) string {
	if it.Price == nil {
		return ""
	}
	return it.Price.Text(l)
}

// cardNote is where a scene keeps whose card is on the table.
const cardNote = "menu.restaurant"

// onTable returns the card that a conversation looks at: the restaurant's that
// is named, which is looked at from then on, or the one that was last.
func (w *Waiter) onTable(ctx context.Context, s *scene.Scene, restaurant string) (*Card, error) {
	var at string
	s.Load(cardNote, &at)
	if restaurant == "" && at == "" || w.Others == nil {
		return w.Card(ctx)
	}
	names, err := w.Others.Names(ctx)
	if err != nil {
		return nil, err
	}
	if restaurant == "" {
		if !slices.Contains(names, at) {
			return w.Card(ctx) // it is gone
		}
		return w.Others.Open(ctx, at)
	}
	to := ""
	if asked := strings.TrimSpace(spaced(restaurant)); asked != strings.TrimSpace(spaced(w.House.Name)) && !slices.Contains([]string{"house", "the house", "casa", "a casa", "la casa"}, asked) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.TrimSpace(spaced(n)) == asked })
		if i < 0 {
			i = slices.IndexFunc(names, func(n string) bool { return strings.Contains(spaced(n), " "+asked+" ") })
		}
		if i < 0 {
			return nil, fmt.Errorf("there is no card of %q; leave restaurant out for the house's, or name one of: %s", restaurant, strings.Join(names, ", "))
		}
		to = names[i]
	}
	if err := s.Save(cardNote, to); err != nil {
		return nil, err
	}
	if to == "" {
		return w.Card(ctx)
	}
	return w.Others.Open(ctx, to)
}

// A bar is somebody at the table who must not have a dish, and why, in the
// guest's language.
type bar struct {
	Who string `json:"who"`
	Why string `json:"why"`
}

// bars returns who of some people must not have an item.
func (card *Card) bars(it Item, seats []seat, l lang.Language) (all []bar) {
	for _, p := range seats {
		if why := card.harm(it, p.c); why != "" {
			all = append(all, bar{p.who, reason(why, it, l)})
		} else if it.Unknown && len(p.c.Allergies)+len(p.c.Diets) > 0 {
			all = append(all, bar{p.who, unknownContents})
		}
	}
	return all
}

// cannotJudge returns what is said of some people that no card can be judged by.
func cannotJudge(seats ...seat) (all []bar) {
	for _, p := range seats {
		if len(p.cannot) > 0 {
			all = append(all, bar{p.who, strings.Join(p.cannot, ", ")})
		}
	}
	return all
}

// join returns the constraints of all of some people.
func join(c hook.Constraints, seats []seat) hook.Constraints {
	c.Allergies, c.Diets = nil, nil
	for _, p := range seats {
		c.Allergies, c.Diets = add(c.Allergies, p.c.Allergies), add(c.Diets, p.c.Diets)
	}
	return c
}

const cautionNote, kitchenNote = "menu.cautioned", "menu.kitchen"

// saidKitchen reports whether the house has said in its last answer, of the same people, that the kitchen is to be
// asked, and keeps of whom it is now. Searches of one turn, which may run at once, find the same.
func saidKitchen(s *scene.Scene) bool {
	var told struct {
		Turn        int
		Now, Before string // who is there, with their needs
	}
	s.Load(kitchenNote, &told)
	if told.Turn != len(s.Said)+1 {
		told.Turn, told.Before, told.Now = len(s.Said)+1, told.Now, fmt.Sprint(s.People())
		_ = s.Save(kitchenNote, told) // plain words
	}
	return told.Now == told.Before && strings.Contains(s.Last, texts.In(s.Language).Menu.Kitchen)
}

// cautioned reports whether the guest was told before that a card cannot be judged by some
// needs, and keeps that they are now. Of what a model says in this turn nothing is known yet.
func cautioned(s *scene.Scene, cannot []bar) bool {
	told := map[string]int{} // in which turn
	s.Load(cautionNote, &told)
	all := len(cannot) > 0
	for _, b := range cannot {
		turn, had := told[b.Why]
		if all = all && had && (!s.Later || turn < len(s.Said)); !had {
			told[b.Why] = len(s.Said)
		}
	}
	if !all && len(cannot) > 0 {
		_ = s.Save(cautionNote, told) // plain words
	}
	return all
}

// unlessTold leaves out needs that the guest was told of.
func unlessTold(cannot []bar, told bool) []bar {
	if told {
		return nil
	}
	return cannot
}
