// Package customer knows a client of the house by what they bought: who they
// are, which kinds of brewery they like, what they drank last, and every
// brewery they have bought from. [Find] computes it from the operator's tables.
package customer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// DB reads the operator's database, SQLite or PostgreSQL. Parameters are
// written $1, $2, in the order of args, which both understand. Text comes as
// string or []byte, counts as int64. It must not be able to write.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) ([][]any, error)
}

// Caller is who asks, from the session and never from the conversation: an id
// or a name that somebody types authenticates nobody.
type Caller struct {
	ClientID string // who is signed in; "" is nobody
	Operator bool   // may look up anyone
}

// Lookup is whom to find. Spelling is forgiven: case, accents, spaces and
// hyphens, the rest of a ZIP+4, words left out of a name or added to it.
type Lookup struct {
	ClientID   string `json:"client_id,omitempty"`
	PostalCode string `json:"postal_code,omitempty"`
	Name       string `json:"client_name,omitempty"`
}

// Profile is a client. Its lists are never nil. Recently means last bought
// first, each name once.
type Profile struct {
	ClientID              string   `json:"client_id"`
	ClientName            string   `json:"client_name"`
	Location              string   `json:"client_location_city_state"` // "San Diego, CA"
	PostalCode            string   `json:"postal_code"`
	Top3BreweryTypes      []string `json:"top3_brewery_types"` // by purchases
	Top5BeersRecently     []string `json:"top5_beers_recently"`
	Top3BreweriesRecently []string `json:"top3_breweries_recently"`
	BreweryHistory        []string `json:"brewery_history"` // all of them, the last bought first
	SearchMetadata        Search   `json:"search_metadata"`
}

// Search says how a profile was found, or why not.
type Search struct {
	Status string   `json:"status"`               // "found" or "not_found"
	Method string   `json:"method,omitempty"`     // by which it was found
	Tried  []string `json:"tried"`                // the methods, in order
	Match  string   `json:"name_match,omitempty"` // of ByPostalCode: "exact" or "partial"
	Reason string   `json:"reason,omitempty"`     // why it was not found
}

// The status of a search.
const (
	Found    = "found"
	NotFound = "not_found"
)

// Methods of finding.
const (
	BySession    = "session" // nobody was asked for: the caller's own
	ByClientID   = "client_id"
	ByPostalCode = "postal_code+client_name"
)

// Why somebody was not found.
const (
	NoMatch     = "no_match"
	Ambiguous   = "ambiguous" // several clients fit
	Incomplete  = "incomplete_lookup"
	NotSignedIn = "not_signed_in"
	NotYours    = "only_your_own_profile" // whether or not the other exists
)

// Find returns the profile of a client: by id, else by postal code and name,
// else one whose status is NotFound. A caller who is not the operator finds
// nobody but themselves, and no row of others is read for them.
func Find(ctx context.Context, db DB, as Caller, who Lookup) (Profile, error) {
	p := Profile{
		Top3BreweryTypes: []string{}, Top5BeersRecently: []string{}, Top3BreweriesRecently: []string{}, BreweryHistory: []string{},
		SearchMetadata: Search{Status: NotFound, Tried: []string{}},
	}
	search := &p.SearchMetadata
	var c *client
	var err error
	if as.Operator && (as.ClientID == "" || who != (Lookup{})) {
		c, err = search.anyone(ctx, db, who)
	} else {
		c, err = search.self(ctx, db, as.ClientID, who)
	}
	if err != nil {
		return Profile{}, fmt.Errorf("finding a client: %w", err)
	}
	if c == nil {
		return p, nil
	}
	p.ClientID, p.ClientName, p.PostalCode = c.id, c.name, c.postal
	p.Location = strings.Join(slices.DeleteFunc([]string{c.city, c.state}, func(s string) bool { return s == "" }), ", ")
	if err := p.addPurchases(ctx, db); err != nil {
		return Profile{}, fmt.Errorf("reading what a client bought: %w", err)
	}
	return p, nil
}

// addPurchases reads one row for each beer that was bought, not for each
// purchase.
func (p *Profile) addPurchases(ctx context.Context, db DB) error {
	const query = `
		SELECT beers.name, breweries.name, breweries.brewery_type, COUNT(*)
		FROM purchases
		JOIN beers ON beers.id = purchases.beer_id
		LEFT JOIN breweries ON breweries.id = beers.brewery_id
		WHERE purchases.client_id = $1
		GROUP BY beers.id, beers.name, breweries.name, breweries.brewery_type
		ORDER BY MAX(purchases.purchased_at) DESC, COUNT(*) DESC, MAX(purchases.id) DESC`
	rows, err := db.Query(ctx, query, p.ClientID)
	if err != nil {
		return err
	}
	var beers, types []string
	bought := map[string]int64{} // by type
	for _, row := range rows {
		if len(row) != 4 {
			return fmt.Errorf("a row has %d columns", len(row))
		}
		kind := text(row[2])
		n, ok := row[3].(int64)
		if !ok {
			return fmt.Errorf("a count is a %T", row[3])
		}
		bought[kind] += n
		types = appendNew(types, kind)
		beers = appendNew(beers, text(row[0]))
		p.BreweryHistory = appendNew(p.BreweryHistory, text(row[1]))
	}
	slices.SortStableFunc(types, func(a, b string) int { return cmp.Compare(bought[b], bought[a]) })
	p.Top3BreweryTypes = append(p.Top3BreweryTypes, types[:min(3, len(types))]...)
	p.Top5BeersRecently = append(p.Top5BeersRecently, beers[:min(5, len(beers))]...)
	p.Top3BreweriesRecently = append(p.Top3BreweriesRecently, p.BreweryHistory[:min(3, len(p.BreweryHistory))]...)
	return nil
}

// appendNew appends what is not there yet.
func appendNew(all []string, s string) []string {
	if s == "" || slices.Contains(all, s) {
		return all
	}
	return append(all, s)
}

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	case string:
		return v
	}
	return fmt.Sprint(v)
}
