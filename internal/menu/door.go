package menu

import (
	"context"
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
	safe := newGuard(c, State{Query: wish}, time.Now())
	refiner := retrieve.Refiner{Tasks: tasks}
	res, did, err := refiner.Search(ctx, c.items, retrieve.Search{Text: wish, K: 2 * pool, Keep: func(d *retrieve.Doc) bool {
		it, ok := c.byID[d.ID]
		return ok && safe.may(it)
	}})
	found := Found{Items: []FoundItem{}, Pool: []FoundItem{}, Refinement: did}
	in := RerankIn{Query: wish, Limit: most}
	for _, h := range res.Hits {
		it, ok := c.byID[h.Doc.ID]
		if !ok || !safe.allows(it) || it.Unknown && safe.strict() || len(found.Pool) == pool {
			continue
		}
		found.Pool = append(found.Pool, FoundItem{it, h.Cosine, c.items.Why(wish, it.ID)})
		in.Candidates = append(in.Candidates, c.candidate(it))
	}
	if err != nil || len(in.Candidates) == 0 {
		return found, err
	}
	ranked, err := Rerank.Do(ctx, tasks, in)
	if err != nil {
		return found, err
	}
	taken := map[string]bool{}
	for _, id := range ranked.Out.IDs {
		for _, it := range found.Pool {
			if it.ID == id && !taken[id] && len(found.Items) < most {
				taken[id] = true
				found.Items = append(found.Items, it)
			}
		}
	}
	return found, nil
}
