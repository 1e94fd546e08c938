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

// listFacts is what both lists tell.
type listFacts struct {
	More          int           `json:"more,omitempty"` // that fit and are not listed
	LeftOut       []leftFact    `json:"left_out,omitempty"`
	UnknownWishes []string      `json:"unknown_wishes,omitempty"` // nobody knows whether places have it
	NoMore        bool          `json:"no_others,omitempty"`
	Cheap         bool          `json:"cheapest_first,omitempty"`
	NoPrices      bool          `json:"prices_unknown,omitempty"`
	Sample        bool          `json:"sample,omitempty"` // made-up places
	Notice        places.Notice `json:"source_is,omitempty"`
	Credit        string        `json:"credit,omitempty"`

	Least []string `json:"least,omitempty"` // the cheapest of the list, with what they cost: for Say, a model has the items
	card  ui.Component
}

// leastNamed is how many of a list are named before it.
const leastNamed = 2

// cheapestOf returns the cheapest of a list whose price is known.
func cheapestOf[T places.Lodging | places.Restaurant](all []T, price func(T) *ui.Money) []T {
	all = best(order{cheap: true, most: leastNamed}, all, price)
	return slices.DeleteFunc(all, func(x T) bool { return price(x) == nil })
}

// newSample reports whether the places are made up and nobody has said so yet.
func (f listFacts) newSample(said []string) bool {
	return f.Sample && !slices.Contains(said, sampleNote)
}

// from tells where the places come from, if that is to be said.
func (f *listFacts) from(n places.Notice, attribution, credit string) {
	if n == places.Stale || n == places.Down {
		f.Notice = n
	}
	f.Credit = credits(attribution, credit)
}

// narrowed returns what is shown of what was found, the best first, and the ids that the guest
// has seen by then: of others than before, those of the last list too.
func narrowed[T places.Lodging | places.Restaurant](f *listFacts, found places.Result[T], last list, others bool, o order, price func(T) *ui.Money) (places.Result[T], []string) {
	var seen []string
	if others {
		news := slices.DeleteFunc(slices.Clone(found.Places), func(x T) bool { return slices.Contains(last.Seen, idOf(x)) })
		if f.NoMore = len(news) == 0; !f.NoMore {
			found.Places, seen = news, slices.Clone(last.Seen)
		}
	}
	fit := len(found.Places)
	found.Places = best(o, found.Places, price)
	for _, x := range found.Places {
		seen = append(seen, idOf(x))
	}
	f.More = fit - len(found.Places)
	return found, seen
}

func idOf[T places.Lodging | places.Restaurant](x T) string {
	if l, ok := any(x).(places.Lodging); ok {
		return l.ID
	}
	return any(x).(places.Restaurant).ID
}

// best returns the places to show. What has no price comes after what has one.
func best[T places.Lodging | places.Restaurant](o order, all []T, price func(T) *ui.Money) []T {
	all = slices.Clone(all)
	most := shownAtMost
	if o.most > 0 {
		most = min(o.most, most)
	}
	if o.cheap {
		slices.SortStableFunc(all, func(a, b T) int {
			x, y := price(a), price(b)
			if x == nil || y == nil {
				return one(x == nil) - one(y == nil)
			}
			return cmp.Compare(x.Amount, y.Amount)
		})
	}
	if !o.cheap && len(all) > most { // the cheapest is always among them
		cheapest := cheapestOf(all, price)
		if shown := func(x T) bool { return idOf(x) == idOf(cheapest[0]) }; len(cheapest) > 0 && !slices.ContainsFunc(all[:most], shown) {
			all[most-1] = cheapest[0]
		}
	}
	return all[:min(len(all), most)]
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
