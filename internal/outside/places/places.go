// Package places finds where guests can stay and eat in a city: from a live
// source where there is one, from what it said before, or from a plainly
// fictional sample, and always says which.
//
// Start with a [Fallback]. The live sources are in the packages below this one.
package places

import (
	"context"

	"github.com/maitre-dev/maitre/ui"
)

// Area is a city or another place to go. Without coordinates (both 0) no live
// source knows where to look.
type Area struct {
	Name    string
	Country string // ISO 3166, empty: unknown
	Lat     float64
	Lon     float64
}

// Located reports whether the area has coordinates.
func (a Area) Located() bool {
	return (a.Lat != 0 || a.Lon != 0) && a.Lat >= -90 && a.Lat <= 90 && a.Lon >= -180 && a.Lon <= 180
}

// Kind is a kind of lodging, named as OpenStreetMap does.
type Kind string

// The kinds of lodging.
const (
	Hotel      Kind = "hotel"
	Hostel     Kind = "hostel"
	GuestHouse Kind = "guest_house"
	Apartment  Kind = "apartment"
)

// Place is what is said of anywhere to go. What the source does not say is empty, 0 or
// nil; of a real place nothing is made up. Its texts are clean.
type Place struct {
	ID      string `json:"id"` // unique in its source
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Site    ui.URL `json:"site,omitempty"`

	Lat float64 `json:"lat,omitempty" jsonschema:"in degrees, with lon; 0 and 0: not known"`
	Lon float64 `json:"lon,omitempty"`

	Source      ui.Source `json:"source"`
	Attribution string    `json:"attribution,omitempty"`
}

// The sorts of places.
const (
	Lodging    = "lodging"
	Restaurant = "restaurant"
)

// Listing is a place as a source lists it: a lodging, which has a Kind, or a restaurant.
type Listing struct {
	Place
	Kind  Kind `json:"kind,omitempty"`
	Stars int  `json:"stars,omitempty"`

	// Night is the price of a night in one room, in one bed of a hostel, in
	// the whole of an apartment; Sleeps is how many sleep there.
	Night  *ui.Money `json:"night,omitempty"`
	Sleeps int       `json:"sleeps,omitempty"`

	Cuisines []string  `json:"cuisines,omitempty"` // as OpenStreetMap names them: pizza, seafood
	Diets    []string  `json:"diets,omitempty"`    // that it caters for: vegan, vegetarian, gluten_free, lactose_free, halal, kosher
	Lacks    []string  `json:"lacks,omitempty"`    // diets that the source says it does not cater for
	Hours    string    `json:"hours,omitempty"`    // as the source writes them
	Person   *ui.Money `json:"person,omitempty"`   // what a person pays for a meal
}

// Sort is Lodging or Restaurant.
func (l Listing) Sort() string {
	if l.Kind != "" {
		return Lodging
	}
	return Restaurant
}

// Rooms returns how many rooms, or beds of a hostel, a party takes, and 0 if
// that is unknown. It reports false if the party does not fit: an apartment is
// one, whatever the party.
func (l Listing) Rooms(w Wish) (rooms int, fits bool) {
	if l.Sleeps > 0 {
		rooms = max(1, (w.Guests+l.Sleeps-1)/l.Sleeps)
	}
	if l.Kind == Apartment || l.Kind == Hostel {
		return rooms, rooms <= 1 || l.Kind == Hostel
	}
	return max(rooms, w.Rooms), true
}

// Total returns the price of a stay for the whole party, or nil if it is
// unknown.
func (l Listing) Total(w Wish, nights int) *ui.Money {
	rooms, fits := l.Rooms(w)
	if l.Night == nil || rooms == 0 || !fits || nights <= 0 {
		return nil
	}
	return &ui.Money{Amount: l.Night.Amount * int64(rooms) * int64(nights), Currency: l.Night.Currency}
}

// Finder knows the places of a sort in an area, the best first. Finding nothing is no
// error. No finder is told a guest's wish: one answer serves all guests.
type Finder interface {
	Find(ctx context.Context, sort string, a Area) ([]Listing, error)
}
