package menu

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

type dishDetailsIn struct {
	Dishes list `json:"dishes,omitempty" jsonschema:"ids, names or numbers shown; empty: those shown last"`
}

type dishDetailsOut struct {
	Dishes      []dishFacts `json:"dishes"`
	NotOnCard   []missing   `json:"not_on_card,omitempty"`
	CannotJudge []bar       `json:"cannot_judge,omitempty"`
	Silent      []string    `json:"card_says_nothing_about,omitempty"`
	Kitchen     string      `json:"kitchen,omitempty"`
}

// dishFacts is what the card says of a dish.
type dishFacts struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Price       string   `json:"price,omitempty"`
	Course      string   `json:"course,omitempty"`
	About       string   `json:"about,omitempty"`
	Ingredients []string `json:"ingredients,omitempty"`
	Contains    []string `json:"contains,omitempty"` // allergens that the card states
	Likely      []string `json:"likely,omitempty"`   // allergens by its ingredients
	Unknown     bool     `json:"unknown,omitempty"`  // the card does not say what is in it
	Tags        []string `json:"tags,omitempty"`
	Served      string   `json:"served,omitempty"`
	Now         *bool    `json:"now,omitempty"`
	NotFor      []bar    `json:"not_for,omitempty"`
}

// missing is what was asked for and is not on the card.
type missing struct {
	Asked   string   `json:"asked"`
	Nearest []string `json:"nearest,omitempty"`
}

func (w *Waiter) dishDetailsTool() (agent.Tool, error) {
	return agent.NewTool("dish_details", "Ingredients, allergens, hours, price, and who must not have it.", w.dishDetails, agent.Options[dishDetailsOut]{
		Schema: forgiving("dishes"),
		Say:    sayDetails,
	})
}

// mostDetailed is how many dishes are told of at once.
const mostDetailed = 8

func (w *Waiter) dishDetails(ctx context.Context, in dishDetailsIn) (out dishDetailsOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return out, err
	}
	seats, _ := card.seats(s, nil)
	var items []Item
	for _, ref := range in.Dishes {
		some := card.refer(s, ref)
		if len(some) == 0 {
			out.NotOnCard = append(out.NotOnCard, missing{ref, card.nearestNames(ref)})
		}
		items = append(items, some...)
	}
	if len(in.Dishes) == 0 {
		if items = card.lastShown(s); len(items) == 0 {
			return out, fmt.Errorf("no dish was shown yet: name the dishes")
		}
	}
	out.Dishes = []dishFacts{}
	var offered []scene.Thing
	for _, it := range items {
		if len(out.Dishes) == mostDetailed || slices.ContainsFunc(out.Dishes, func(d dishFacts) bool { return d.ID == it.ID }) {
			continue
		}
		d := dishFacts{
			ID: it.ID, Name: it.Name, Price: priceIn(it, s.Language), Course: it.Course, About: it.Description, Ingredients: it.Ingredients,
			Contains: allergensIn(it.Allergens, s.Language), Likely: allergensIn(it.Inferred, s.Language), Unknown: it.Unknown, Tags: it.Tags,
			NotFor: card.bars(it, seats, s.Language),
		}
		d.Served, d.Now = served(it, w.timeOf(s))
		out.Dishes = append(out.Dishes, d)
		t := things([]Item{it}, s.Language)[0]
		t.Note = noteOf(d.NotFor)
		offered = append(offered, t)
	}
	s.Offer(ctx, offered...)
	if len(out.Dishes) > 0 {
		out.Silent = []string{"traces", "portion size"}
	}
	out.CannotJudge = cannotJudge(seats...)
	if len(seats) > 0 || s.Unknown {
		out.Kitchen = kitchenConfirms
	}
	return out, nil
}

// sayDetails says what is in dishes, as the waiter does.
func sayDetails(out dishDetailsOut, l lang.Language) string {
	t := phrases{voice.In(l)}
	var lines []string
	for _, d := range out.Dishes {
		lines = append(lines, strings.TrimSpace(t.facts(d)+" "+t.notFor(d.Name, d.NotFor)))
	}
	for _, m := range out.NotOnCard {
		line := fmt.Sprintf(t.Menu.NotOnCard, m.Asked)
		if len(m.Nearest) > 0 {
			line += " " + fmt.Sprintf(t.Menu.Nearest, t.Either(m.Nearest))
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, t.caution(out.CannotJudge, out.Kitchen)...), "\n")
}

func (t phrases) facts(d dishFacts) string {
	var parts []string
	if len(d.Ingredients) == 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.NoIngredients, d.Name))
	} else {
		parts = append(parts, fmt.Sprintf(t.Menu.Has, d.Name, t.List(d.Ingredients)))
	}
	if len(d.Contains) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.Contains, t.List(d.Contains)))
	}
	if len(d.Likely) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.Inferred, t.List(d.Likely)))
	}
	if d.Served != "" {
		parts = append(parts, t.served([]Item{{Name: d.Name, Hours: d.Served}}))
	}
	if d.Price != "" {
		parts = append(parts, fmt.Sprintf(t.Menu.Costs, d.Price))
	}
	return strings.Join(parts, " ")
}
