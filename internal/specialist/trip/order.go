package trip

import (
	"cmp"
	"slices"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/ui"
)

// shownAtMost is how long a list is.
const shownAtMost = 6

// order is how the guest wants a list to be.
type order struct {
	cheap bool // the cheapest first
	most  int  // how many; 0: as many as are shown at most
}

// cheaper is how words begin that ask for cheaper places.
var cheaper = []string{"barat", "econom", "mais em conta", "em conta", "menos caro", "cheap", "less expensive", "affordable", "low cost", "budget", "menos car"}

// best returns the places to show. What has no price comes after what has one.
func best[T places.Lodging | places.Restaurant](o order, all []T, price func(T) *ui.Money) []T {
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
	most := shownAtMost
	if o.most > 0 {
		most = min(o.most, most)
	}
	return all[:min(len(all), most)]
}

func known(m *ui.Money) int { return one(m != nil) }

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
