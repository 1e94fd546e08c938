package trip

import (
	"cmp"
	"slices"

	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/ui"
)

// shownAtMost is how long a list is.
const shownAtMost = 6

// order is how the guest wants a list to be.
type order struct {
	cheap bool            // the cheapest first
	seen  map[string]bool // names of places to be shown last, for others are asked for
}

// How words begin that ask for cheaper places, and for others than those shown.
var (
	cheaper = []string{"barat", "econom", "mais em conta", "em conta", "menos caro", "cheap", "less expensive", "affordable", "low cost", "budget", "menos car"}
	others  = []string{
		"mais opc", "outras opc", "outra opc", "outros ", "outras ", "ver mais", "mostra mais", "mostre mais", "tem mais", "mais algum",
		"more option", "other option", "show me more", "see more", "any other", "anything else", "others ", "mas opcion", "otras opcion", "otros ", "ver mas",
	}
)

// order reads it from the last message.
func (s State) order() (o order) {
	text, _ := lastSaid(s.Messages)
	words := plainWords(text)
	o.cheap = containsAny(words, cheaper)
	if containsAny(words, others) {
		o.seen = map[string]bool{}
		for _, x := range s.Listed.all() {
			o.seen[x.Name] = true
		}
	}
	return o
}

// best returns the places to show. What has no price comes after what has one.
func best[T places.Lodging | places.Restaurant](o order, all []T, name func(T) string, price func(T) *ui.Money) []T {
	all = slices.Clone(all)
	if o.cheap {
		slices.SortStableFunc(all, func(a, b T) int {
			x, y := price(a), price(b)
			if x == nil || y == nil {
				return cmp.Compare(known(y), known(x))
			}
			return cmp.Compare(x.Amount, y.Amount)
		})
	}
	slices.SortStableFunc(all, func(a, b T) int {
		return cmp.Compare(one(o.seen[name(a)]), one(o.seen[name(b)]))
	})
	return all[:min(len(all), shownAtMost)]
}

func known(m *ui.Money) int { return one(m != nil) }

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
