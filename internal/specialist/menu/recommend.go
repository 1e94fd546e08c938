package menu

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// Recommend answers a wish outside a conversation, as for another program's agent: with what find_dishes finds on the
// house's card that the guest may have, and with what there is to say of it. The component is there even when nothing
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

// Find returns the items that find_dishes offers to a guest alone, and what is said of them. What the wish tells of the
// guest binds it too.
func (w *Waiter) Find(ctx context.Context, wish string, l lang.Language, c hook.Constraints) (items []Item, said string, err error) {
	if l == "" {
		l = lang.Portuguese
		if spoken, sure := lang.Detect(wish); sure {
			l = spoken
		}
	}
	t := tell(wish)
	guest := hook.Person{Allergies: less(c.Allergies, t.freed), Diets: less(c.Diets, t.freed), Dislikes: c.Dislikes}
	guest.Allergies = add(guest.Allergies, t.Allergies...)
	guest.Diets = add(add(guest.Diets, t.Diets...), t.health...) // said to be what no card can be judged by
	s := &scene.Scene{
		Language: l, Now: w.now(), Message: wish, Table: []hook.Person{guest}, Budget: c.Budget, Party: c.Party, Unknown: c.Unknown || t.Unknown,
	}
	card, err := w.Card(ctx)
	if err != nil {
		return nil, "", err
	}
	for _, word := range slices.Concat(guest.Allergies, guest.Diets) { // it must not be said that something was kept in mind that nobody understood
		_, judged := meaning(lang.Fold(word))
		if _, cannot := card.bind([]string{word}, nil); judged && len(cannot) > 0 {
			return nil, fmt.Sprintf(texts.In(l).Menu.Unclear, shorten(word, aboutChars)), nil
		}
	}
	out, q, err := w.findDishes(scene.With(ctx, s), card, findDishesIn{Wish: wishOf(wish)})
	if err != nil {
		return nil, "", err
	}
	out.caution = q.caution()
	for _, d := range out.Dishes {
		if d.Fits && len(items) < offered && out.AskFirst == "" && d.Closed == "" {
			items = append(items, card.byID[d.ID])
		}
	}
	return slices.Clip(items), sayFound(out, l), nil
}

// Found is what a wish finds on a card.
type Found struct {
	Items      []FoundItem         `json:"items"` // that fit, the best first; none rather than a wrong one
	Pool       []FoundItem         `json:"pool"`  // among which they were chosen, the nearest first
	Refinement retrieve.Refinement `json:"refinement"`
}

// A FoundItem is an item and the concepts that it was found by.
type FoundItem struct {
	Item

	Cosine float32  `json:"cosine"`
	Why    []string `json:"why,omitempty"`
}

// Find searches a card for nobody in particular and at any hour: what is nearest is ranked by a model, if there is one.
// most is how many items at most may fit.
func (card *Card) Find(ctx context.Context, tasks *task.Runner, wish string, most int) (Found, error) {
	res, did, err := (&retrieve.Refiner{Tasks: tasks}).Search(ctx, card.items, retrieve.Search{Text: wish, K: 2 * pool})
	out := Found{Items: []FoundItem{}, Pool: []FoundItem{}, Refinement: did}
	in, q := RerankIn{Query: wish, Limit: most}, &search{view: view{card: card, s: &scene.Scene{}}, read: readWish(wish)}
	for _, h := range res.Hits {
		c := q.offer(card.byID[h.Doc.ID], "")
		if c.off == 0 && !(c.Unknown && q.read.health) && len(out.Pool) < pool {
			out.Pool = append(out.Pool, FoundItem{c.Item, h.Cosine, card.items.Why(wish, c.ID)})
			in.Candidates = append(in.Candidates, candidate(c.Item))
		}
	}
	if err != nil || len(out.Pool) == 0 {
		return out, err
	}
	ranked, err := Rerank.Do(ctx, tasks, in)
	for _, id := range ranked.Out.IDs {
		i := slices.IndexFunc(out.Pool, func(it FoundItem) bool { return it.ID == id })
		again := slices.ContainsFunc(out.Items, func(it FoundItem) bool { return it.ID == id })
		if i >= 0 && !again && len(out.Items) < most {
			out.Items = append(out.Items, out.Pool[i])
		}
	}
	return out, err
}

//go:embed prompts/menu.rerank.md
var rerankPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Rerank}

// Rerank picks, strictly, the candidates that are really what was asked, the best first: none, if none is.
var Rerank = &task.Task[RerankIn, RerankOut]{
	Name:   "menu.rerank",
	About:  "which candidates really are what a guest asked for, or none",
	Prompt: rerankPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Check:  checkRanked,
	Rule:   func(_ context.Context, in RerankIn) (RerankOut, error) { return rerankByRule(in), nil },
}

// RerankIn is a wish and what may fulfil it.
type RerankIn struct {
	Query      string      `json:"query"`
	Candidates []Candidate `json:"candidates"`
	Limit      int         `json:"limit,omitempty"` // 0: 4
}

// A Candidate is an item as it is ranked.
type Candidate struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Ingredients []string `json:"ingredients,omitempty"`
	Course      string   `json:"course,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Price       string   `json:"price,omitempty"`
}

func candidate(it Item) Candidate {
	return Candidate{it.ID, it.Name, it.Description, it.Ingredients, it.Course, it.Tags, priceIn(it, lang.Portuguese)}
}

// RerankOut are ids of candidates.
type RerankOut struct {
	IDs []string `json:"ids" jsonschema:"of the candidates that fit, the best first; empty if none does"`
}

// checkRanked refuses ids of which none is a candidate's: that is not the same as that nothing fits. Where some are, the
// others are left out.
func checkRanked(in RerankIn, out RerankOut) error {
	known := func(id string) bool {
		return slices.ContainsFunc(in.Candidates, func(c Candidate) bool { return c.ID == id })
	}
	if len(out.IDs) > 0 && !slices.ContainsFunc(out.IDs, known) {
		return errors.New("none of these is the id of a candidate")
	}
	return nil
}

// rerankByRule ranks candidates as a search ranks the items of a card.
func rerankByRule(in RerankIn) RerankOut {
	var all []*offer
	most := readWish(in.Query).most
	for _, c := range in.Candidates {
		it := Item{ID: c.ID, Name: c.Name, Description: c.Description, Ingredients: c.Ingredients, Course: c.Course, Tags: c.Tags}
		it.Price, _ = parsePrice(c.Price, "", "") // as Money writes it
		if most == 0 || it.Price == nil || it.Price.Amount <= most {
			all = append(all, &offer{Item: it, is: describe(it), words: stems(it.Name)})
		}
	}
	out := RerankOut{IDs: []string{}}
	for _, c := range rank(in.Query, all) {
		if len(out.IDs) < cmp.Or(max(0, in.Limit), offered) {
			out.IDs = append(out.IDs, c.ID)
		}
	}
	return out
}
