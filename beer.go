package maitre

import "github.com/maitre-dev/maitre/internal/specialist/beer"

// Beer is the specialist that finds breweries and answers about purchases.
func Beer(a *beer.Advisor) Specialist {
	s := Specialist{Name: "beer", About: "breweries, and what the guest buys"}
	s.Tools, s.err = a.Tools()
	s.sense.offer, s.sense.schema = beer.Offer, a.Schema
	return s
}
