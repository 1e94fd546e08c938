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
func Recommend(found []Brewery, had *History, topTypes []string, n int) (picks []Pick) {
	if n <= 0 || n > MaxPicks {
		n = MaxPicks
	}
	var left []*candidate
	for _, b := range found {
		if c := had.candidate(b, topTypes); c != nil {
			left = append(left, c)
		}
	}
	for len(picks) < n && len(left) > 0 {
		best := left[0]
		for _, c := range left {
			if c.worth > best.worth {
				best = c
			}
		}
		picks = append(picks, Pick{best.Brewery, best.why})
		left = slices.DeleteFunc(left, func(c *candidate) bool { return compare(c.seen, best.seen) == Same || c == best })
		for _, c := range left {
			if c.Type == best.Type {
				c.worth -= perSameType
			}
			if c.place() == best.place() {
				c.worth -= perSameCity
			}
		}
	}
	return picks
}

type candidate struct {
	*seen
	why   Why
	worth float64
}

// candidate is nil for what cannot be recommended.
func (h *History) candidate(b Brewery, topTypes []string) *candidate {
	verdict, as := h.Had(b)
	if !b.Open() || b.Name == "" || verdict == Same {
		return nil
	}
	c := &candidate{seen: known(b)}
	if i := slices.Index(topTypes, b.Type); i >= 0 && b.Type != "" {
		c.why.Type, c.why.Rank = true, i+1
		c.worth += perRank * float64(len(topTypes)-i)
	}
	c.why.NewType = h != nil && len(h.types) > 0 && b.Type != "" && !h.types[b.Type]
	if c.host != "" {
		c.worth += forSite
	}
	if verdict == Likely {
		c.why.Likely = as.Name
		c.worth -= maybeHad
	}
	return c
}
