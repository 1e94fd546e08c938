package menu

import (
	"context"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

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

// Find searches a card as the waiter does, for nobody in particular and at any
// hour: most is how many items at most may fit.
func (c *Card) Find(ctx context.Context, tasks *task.Runner, wish string, most int) (Found, error) {
	s := wanted{Query: wish, Intent: Wish}
	if _, _, ok := paired(wish); ok {
		s.Intent = Pairing
	}
	f, err := c.look(ctx, newGuard(c, s, time.Time{}), s, &retrieve.Refiner{Tasks: tasks})
	out := Found{Items: []FoundItem{}, Pool: []FoundItem{}, Refinement: f.did}
	for _, h := range f.hits {
		if slices.ContainsFunc(f.fit.Candidates, func(x Candidate) bool { return x.ID == h.Doc.ID }) {
			out.Pool = append(out.Pool, FoundItem{c.byID[h.Doc.ID], h.Cosine, c.items.Why(wish, h.Doc.ID)})
		}
	}
	if err != nil || len(out.Pool) == 0 {
		return out, err
	}
	f.fit.Limit = most
	ranked, err := Rerank.Do(ctx, tasks, f.fit)
	if err != nil {
		return out, err
	}
	for _, p := range picks(f.fit, ranked.Out.IDs, func(string) bool { return false }, most) {
		i := slices.IndexFunc(out.Pool, func(it FoundItem) bool { return it.ID == p.ID })
		out.Items = append(out.Items, out.Pool[i])
	}
	return out, nil
}
