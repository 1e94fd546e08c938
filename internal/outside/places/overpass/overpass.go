// Package overpass finds places in OpenStreetMap, by the Overpass API. It needs
// no key. What it returns is to be shown with its [Attribution].
package overpass

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/ui"
)

const (
	// Endpoint is the public instance. Whoever asks much runs their own.
	Endpoint = "https://overpass-api.de/api/interpreter"

	// Source is the source of all its places.
	Source ui.Source = "osm"
	// Attribution is what the licence, ODbL, wants to be shown.
	Attribution = "© OpenStreetMap contributors"
)

const (
	near, far = 3000, 8000 // metres from the middle of a city
	few       = 8          // places near it, below which it looks far
	most      = 120        // places of an answer: a guest sees ten, a filter leaves fewer
	scan      = 1000       // elements the server may send, to choose these from
)

// Client asks an Overpass server, at most once a second; a program has one. It
// is safe for concurrent use.
type Client struct {
	endpoint string
	client   webclient.Client
}

var _ places.Finder = (*Client)(nil)

// New returns a client of a server, or of the public one if endpoint is empty.
func New(endpoint string, hc *http.Client) *Client {
	return &Client{endpoint: cmp.Or(endpoint, Endpoint), client: webclient.Client{HTTP: hc}}
}

var filters = map[string]string{
	places.Lodging:    `"tourism"~"^(hotel|hostel|guest_house|apartment)$"`,
	places.Restaurant: `"amenity"="restaurant"`,
}

// Find returns places that can be reached by phone or on the web first, and then the
// nearest. OpenStreetMap has no prices, and a diet that nobody has entered for a restaurant
// is neither in its Diets nor in its Lacks. It looks near the middle of an area and, if there
// are few, further out; if only that fails, few are better than none.
func (c *Client) Find(ctx context.Context, sort string, a places.Area) (all []places.Listing, err error) {
	if !a.Located() {
		return nil, errors.New("asking Overpass: the area has no coordinates")
	}
	ctx, cancel := context.WithTimeout(ctx, webclient.Patience)
	defer cancel()
	found, err := c.around(ctx, a, sort, near)
	if err == nil && len(found) < few {
		if more, failed := c.around(ctx, a, sort, far); failed == nil {
			found = more
		} else if len(found) == 0 {
			err = failed
		}
	}
	if err != nil {
		return nil, fmt.Errorf("asking Overpass for a %s: %w", sort, err)
	}
	for _, e := range found {
		all = append(all, e.listing(sort))
	}
	return all, nil
}

func (c *Client) around(ctx context.Context, a places.Area, sort string, radius int) ([]element, error) {
	query := fmt.Sprintf(`[out:json][timeout:15];nwr[%s]["name"](around:%d,%.5f,%.5f);out center %d;`, filters[sort], radius, a.Lat, a.Lon, scan)
	var got answer
	if err := c.client.JSON(ctx, c.endpoint, url.Values{"data": {query}}, &got); err != nil {
		return nil, err
	}
	// The server says 200 and then, at the end, that it gave up.
	if strings.Contains(got.Remark, "error") {
		return nil, errors.New("the server gave up in mid-answer")
	}
	if got.Elements == nil {
		return nil, errors.New("answer has no elements")
	}
	return got.choose(a), nil
}
