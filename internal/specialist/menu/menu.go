// Package menu knows the card of a house and what guests must not have: its tools ([Waiter.Tools]) find what a guest
// means, leave out in code what somebody at the table must not have, tell what is in a dish, and add up a bill.
//
// A need removes a dish in these steps. Card.bind makes rules of what a person must not have ("leite", "gestante"), and
// rule.breaks judges one item by one rule, with hook.Constraints.Violates for its words. Card.broken finds the first rule
// of a person that an item breaks, and Card.bars a bar (who, why) for each person it is not for. newSearch gives such an
// offer the flag forbidden, which search.among drops from the candidates. search.leftOut collects the dropped dishes that
// the guest would have chosen, with leave, one leftOut for each person and reason, and phrases.leftOut tells them: "Ana
// (leite): pudim".
//
// The choice among candidates is a task, [Rerank]. [Waiter.Recommend] answers one wish outside a conversation.
//
// A card is read with [Read] from a file that a restaurant has anyway, and written back with [WriteJSONL] or [WriteCSV];
// [Sample] is the one the house shows when it has no other. What an item may do to a guest is in its Allergens, which the
// restaurant states, and its Inferred, which the words of the item suggest.
package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// A Waiter knows a card and answers about it.
type Waiter struct {
	Tasks  *task.Runner
	House  House
	Card   func(ctx context.Context) (*Card, error) // of the house, as it is now
	Others Cards                                    // nil: there is no other
	Now    func() time.Time                         // nil: time.Now
}

// House is who recommends.
type House struct {
	Name  string `json:"name,omitempty"`
	Order string `json:"order,omitempty"` // how to order here; empty: ask the staff
}

// Cards are those of other restaurants than the house, which a guest may choose for the conversation.
type Cards interface {
	// Names are whose cards there are now, sorted, without the house's.
	Names(ctx context.Context) ([]string, error)
	// Open returns the card of one of them.
	Open(ctx context.Context, restaurant string) (*Card, error)
}

func (w *Waiter) now() time.Time {
	if w.Now == nil {
		return time.Now()
	}
	return w.Now()
}

// Tools returns what an agent can do with the card. Nothing in them asks a model, and what somebody at the table must not
// have is left out in code.
func (w *Waiter) Tools() (all []agent.Tool, err error) {
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
	card, _ := w.onTable(ctx, scene.From(ctx), "")
	return card
}

// Named returns where a text names dishes of the card on the table.
func (w *Waiter) Named(ctx context.Context, text string) (all []scene.Mention) {
	s := scene.From(ctx)
	card := w.OnTable(ctx)
	if card == nil {
		return nil
	}
	for _, m := range card.Mentions(s, text) {
		called := func(it Item) bool { return !slices.Contains(m.made, it.ID) }
		all = append(all, scene.Mention{
			From: m.From, To: m.To, Things: things(m.Items, s.Language), Kind: m.Kind, Plain: m.plain, Within: !slices.ContainsFunc(m.Items, called),
		})
	}
	return all
}

// Cards returns the component that shows the dishes that an answer names: one without a name if it names none.
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
	return Dishes.New(keyOf(ctx), w.shownTo(card, s, items))
}

// keyOf is the id of a component that a call shows: the same if it is made again.
func keyOf(ctx context.Context) string {
	return cmp.Or(agent.Key(ctx), graph.Key(ctx), thread.NewID())
}

const dishKind = "dish" // of a scene.Thing

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

// onTable returns the card that a conversation looks at: the restaurant's that is named, which is looked at from then on,
// or the one that was last.
func (w *Waiter) onTable(ctx context.Context, s *scene.Scene, restaurant string) (*Card, error) {
	var at string
	if s.Load(cardNote, &at); restaurant == "" && at == "" || w.Others == nil {
		return w.Card(ctx)
	}
	names, err := w.Others.Names(ctx)
	if err != nil {
		return nil, err
	}
	if restaurant != "" {
		asked := strings.TrimSpace(spaced(restaurant))
		house := asked == strings.TrimSpace(spaced(w.House.Name)) || slices.Contains([]string{"house", "the house", "casa", "a casa", "la casa"}, asked)
		at = ""
		for _, n := range names { // by a part of its name, or the whole
			if strings.Contains(spaced(n), " "+asked+" ") && !house && (at == "" || strings.TrimSpace(spaced(n)) == asked) {
				at = n
			}
		}
		if at == "" && !house {
			list := strings.Join(names, ", ")
			return nil, fmt.Errorf("there is no card of %q; leave restaurant out for the house's, or name one of: %s", restaurant, list)
		}
		if err := s.Save(cardNote, at); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(names, at) { // the house's, or it is gone
		return w.Card(ctx)
	}
	return w.Others.Open(ctx, at)
}
