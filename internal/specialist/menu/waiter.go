// Package menu knows the card of a house and what guests must not have: its tools
// ([Waiter.Tools]) find what a guest means, leave out in code what somebody at the
// table must not have, tell what is in a dish, and add up a bill.
//
// The choice among candidates is a task, [Rerank]. [Waiter.Recommend] answers one
// wish outside a conversation.
//
// A card is read with [Read] from a file that a restaurant has anyway, and
// written back with [WriteJSONL] or [WriteCSV]; [Sample] is the one the house
// shows when it has no other. What an item may do to a guest is in its
// Allergens, which the restaurant states, and its Inferred, which the words of
// the item suggest.
package menu

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

// A Waiter is what the graph needs.
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

// wanted is what a search is for, and for whom.
type wanted struct {
	Message     string // in the guest's words
	Query       string // as readWish understands it
	Intent      Intent
	Constraints hook.Constraints
	Seen        []string // ids that are not offered again
}

// An Intent is how a search is meant.
type Intent string

// The intents.
const (
	Wish    Intent = "wish"    // something to eat or drink
	Pairing Intent = "pairing" // what goes with something
)

// A Pick is an item that is recommended.
type Pick struct {
	ID string `json:"id"`
}

func (w *Waiter) now() time.Time {
	if w.Now == nil {
		return time.Now()
	}
	return w.Now()
}

// Limits of a search and of an answer.
const (
	pool    = 25 // candidates that are ranked
	offered = 4  // that are recommended
)

// once searches for the words as they are.
var once = &retrieve.Refiner{Paraphrases: -1, Iterations: -1, NoGlobal: true}

// found is what a search found and the guest may have: what is to be ranked,
// what is served at another hour, and what has in it nobody knows what.
type found struct {
	fit, closed, unsure RerankIn

	hits []retrieve.Hit
	did  retrieve.Refinement
}

// look searches the card for the wish of s. Other words are tried only if
// nothing fits by the guest's own: they cost a model's time.
func (card *Card) look(ctx context.Context, safe *guard, s wanted, refiner *retrieve.Refiner) (f found, err error) {
	query := s.Query
	if s.Intent == Pairing {
		query = pairing(query)
	}
	wanted := retrieve.Search{Text: strings.ReplaceAll(unjoined(query), " para ", ". Para "), K: 2 * pool, Keep: safe.keep()}
	w := readWish(query)
	anything := w.price != 0 && len(w.facets) == 0 // that costs least, or most
	if anything {
		wanted.K = len(card.byID)
	}
	for _, r := range slices.Compact([]*retrieve.Refiner{once, refiner}) {
		res, did, err := r.Search(ctx, card.items, wanted)
		if err != nil {
			return f, err
		}
		if anything {
			res.Hits = slices.DeleteFunc(res.Hits, func(h retrieve.Hit) bool { return w.rulesOut(card.candidate(card.byID[h.Doc.ID])) })
			slices.SortStableFunc(res.Hits, func(a, b retrieve.Hit) int {
				return w.price * cmp.Compare(card.brief[a.Doc.ID].price, card.brief[b.Doc.ID].price)
			})
		}
		if w.open {
			res.Hits = card.some(res.Hits)
		}
		f = sift(card, safe, s, res.Hits)
		if f.did = did; len(rerankByRule(f.fit).IDs) > 0 || len(rerankByRule(f.closed).IDs) > 0 {
			break
		}
	}
	return f, nil
}

// some returns hits and, behind them, the rest of the card, a few of each course:
// for who leaves it to the waiter.
func (card *Card) some(hits []retrieve.Hit) []retrieve.Hit {
	met := map[string]int{}
	seen := map[string]bool{}
	all := slices.Clone(hits)
	for _, id := range card.items.IDs() {
		if d, ok := card.items.Get(id); ok {
			all = append(all, retrieve.Hit{Doc: d})
		}
	}
	return slices.DeleteFunc(all, func(h retrieve.Hit) bool {
		course := card.byID[h.Doc.ID].Course
		met[course]++
		again := seen[h.Doc.ID]
		seen[h.Doc.ID] = true
		return again || met[course] > pool/offered
	})
}

func sift(card *Card, safe *guard, s wanted, hits []retrieve.Hit) found {
	f := found{fit: RerankIn{Query: s.Query, Limit: offered}, closed: RerankIn{Query: s.Query, Limit: 2}, unsure: RerankIn{Query: s.Query, Limit: 3}, hits: hits}
	for _, h := range hits {
		it, ok := card.byID[h.Doc.ID]
		if !ok || !safe.allows(it) || slices.Contains(s.Seen, it.ID) {
			continue
		}
		to := &f.fit
		switch {
		case it.Unknown && safe.strict():
			to = &f.unsure
		case !safe.now.IsZero() && !it.Available(safe.now):
			to = &f.closed
		}
		if to.Candidates = append(to.Candidates, card.candidate(it)); len(f.fit.Candidates) == pool {
			break
		}
	}
	return f
}

// picks returns at most so many candidates among ids, each once: what is not on the list
// was made up. What the guest does not like is left out if anything else is
// there.
func picks(in RerankIn, ids []string, disliked func(id string) bool, most int) []Pick {
	var liked, other []Pick
	for _, id := range ids {
		i := slices.IndexFunc(in.Candidates, func(c Candidate) bool { return c.ID == id })
		if i < 0 || slices.ContainsFunc(slices.Concat(liked, other), func(p Pick) bool { return p.ID == id }) {
			continue
		}
		if disliked(id) {
			other = append(other, Pick{ID: id})
		} else {
			liked = append(liked, Pick{ID: id})
		}
	}
	if len(liked) == 0 {
		liked = other
	}
	return liked[:min(len(liked), most)]
}
