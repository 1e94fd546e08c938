// Package brewery knows breweries: what one is, how to find some in a place,
// whether two are the same one, and which of those found a guest has yet to
// try.
//
// Start with a [Finder]: a [Catalogue] of our own, package obdb below this one
// for Open Brewery DB, or both with [WithFallback].
package brewery

import (
	"context"
	"errors"
	"time"
)

// Brewery is one as the catalogue or the API knows it; unknown fields are "".
// Its texts are clean if it comes from a Finder of ours.
type Brewery struct {
	ID         string   `json:"id,omitempty"`
	Name       string   `json:"name"`
	Type       string   `json:"brewery_type,omitempty"` // as Open Brewery DB names it: micro, brewpub, closed
	Address    string   `json:"address,omitempty"`
	City       string   `json:"city,omitempty"`
	State      string   `json:"state,omitempty"`
	PostalCode string   `json:"postal_code,omitempty"`
	Country    string   `json:"country,omitempty"`
	Phone      string   `json:"phone,omitempty"`
	Website    string   `json:"website_url,omitempty"`
	Lat        *float64 `json:"latitude,omitempty"` // both or neither
	Lon        *float64 `json:"longitude,omitempty"`
}

// Open reports whether a guest can go there: it is neither closed nor still
// being planned.
func (b Brewery) Open() bool { return b.Type != "closed" && b.Type != "planning" }

// Point is a place on the map, in degrees.
type Point struct{ Lat, Lon float64 }

// Query is what to find. Fields that are empty do not matter; a Query must
// have one that is not. Texts are compared whole, however they are spelt:
// Virginia does not find West Virginia. Only Name is found within a name.
type Query struct {
	City    string
	State   string // its name or code, in Portuguese or English
	Country string
	Type    string
	Name    string
	Near    *Point // the nearest first; those with no coordinates last
	Limit   int    // at most so many; 0: MaxFound
}

// MaxFound is how many breweries are found at most.
const MaxFound = 200

// The sources of what is found.
const (
	OpenBreweryDB = "openbrewerydb"
	OwnCatalogue  = "catalogue"
	Sample        = "sample"
)

// Found is what a Finder knows. Finding nothing is no error.
type Found struct {
	Source    string    `json:"source"`          // OpenBreweryDB, OwnCatalogue or Sample
	Stale     bool      `json:"stale,omitempty"` // older than its source wants it to be
	Note      string    `json:"note,omitempty"`  // why it is not from the API, for the operator
	Asked     time.Time `json:"asked"`
	Breweries []Brewery `json:"breweries"`
}

// Finder finds breweries. It is safe for concurrent use.
type Finder interface {
	Find(ctx context.Context, q Query) (Found, error)
}

// WithFallback returns a Finder that asks api and, when that cannot answer,
// the catalogue; then the Note says why.
func WithFallback(api, catalogue Finder) Finder { return fallback{api, catalogue} }

type fallback struct{ api, catalogue Finder }

func (f fallback) Find(ctx context.Context, q Query) (Found, error) {
	found, err := f.api.Find(ctx, q)
	if err == nil || errors.Is(err, ErrQuery) || ctx.Err() != nil {
		return found, err
	}
	found, also := f.catalogue.Find(ctx, q)
	if also != nil {
		return Found{}, errors.Join(err, also)
	}
	found.Note = err.Error()
	return found, nil
}
