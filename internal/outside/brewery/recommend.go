package brewery

import "slices"

// MaxPicks is how many breweries are recommended at most: as many as a guest
// reads.
const MaxPicks = 5

// Pick is a brewery to recommend, and why.
type Pick struct {
	Brewery
	Why Why
}

// Why says what speaks for a brewery, for others to put into words.
type Why struct {
	Type    bool   // of a type the guest buys most from
	Rank    int    // of that type among the guest's, from 1
	NewType bool   // of a type the guest has had nothing from
	Likely  string // the guest may have had it, under this name
}

// What counts in the choice. The first type is worth more than a repetition
// costs, so that it comes first and again, but not alone.
const (
	perRank     = 1.0  // of the guest's types, the better the more
	perSameType = 1.25 // for each one chosen before
	perSameCity = 0.5
	forSite     = 0.25 // there is more to tell of it
	maybeHad    = 10.0 // only where there is nothing else
)

// Recommend returns at most n breweries (0, or too many: MaxPicks) of those
// found that are open and that the guest has not had, the best first: of the
// guest's top types, in the order of topTypes, and then as different as can be
// in type and city. Where all else is equal the order of found decides. What
// the guest may have had comes last, and says so.
func Recommend(found []Brewery, had *History, topTypes []string, n int) []Pick {
	if n <= 0 || n > MaxPicks {
		n = MaxPicks
	}
	left := candidates(found, had, topTypes)
	var picks []Pick
	types, cities := map[string]int{}, map[string]int{}
	for len(picks) < n && len(left) > 0 {
		worth := func(c candidate) float64 {
			return c.worth - perSameType*float64(types[c.Type]) - perSameCity*float64(cities[c.place()])
		}
		best := 0
		for i, c := range left {
			if worth(c) > worth(left[best]) {
				best = i
			}
		}
		c := left[best]
		picks = append(picks, Pick{c.Brewery, c.why})
		types[c.Type]++
		cities[c.place()]++
		left = slices.DeleteFunc(left, func(o candidate) bool { return o.seen == c.seen || compare(o.seen, c.seen) == Same })
	}
	return picks
}

type candidate struct {
	*seen
	why   Why
	worth float64
}

func candidates(found []Brewery, had *History, topTypes []string) []candidate {
	var all []candidate
	for _, b := range found {
		if !b.Open() || b.Name == "" {
			continue
		}
		verdict, as := had.Had(b)
		if verdict == Same {
			continue
		}
		c := candidate{seen: known(b)}
		if i := slices.Index(topTypes, b.Type); i >= 0 && b.Type != "" {
			c.why.Type, c.why.Rank = true, i+1
			c.worth += perRank * float64(max(len(topTypes)-i, 1))
		}
		if had != nil {
			c.why.NewType = len(had.types) > 0 && b.Type != "" && !had.types[b.Type]
		}
		if c.host != "" {
			c.worth += forSite
		}
		if verdict == Likely {
			c.why.Likely = as.Name
			c.worth -= maybeHad
		}
		all = append(all, c)
	}
	return all
}
