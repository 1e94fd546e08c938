// Package geocode finds where a place is by its name, with the geocoder of
// Open-Meteo. It needs no key. What it returns is to be shown with its
// [Attribution].
package geocode

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/semcache"
)

const (
	// Endpoint is the public service, free where it is not for profit.
	Endpoint = "https://geocoding-api.open-meteo.com/v1/search"
	// Attribution is what the licences, both CC BY 4.0, want to be shown.
	Attribution = "Open-Meteo.com, GeoNames"
)

// Client asks a geocoder, at most once a second; a program has one. It is safe
// for concurrent use.
type Client struct {
	endpoint string
	cache    *semcache.Cache
	client   webclient.Client
}

// New returns a client of a server, or of the public one if endpoint is empty.
// Answers are kept in the cache for as long as that says, by default 30 days;
// without one, each question is asked. hc may be nil.
func New(endpoint string, cache *semcache.Cache, hc *http.Client) *Client {
	return &Client{endpoint: cmp.Or(endpoint, Endpoint), cache: cache, client: webclient.Client{HTTP: hc}}
}

// Find returns the likeliest place of a name: nil if there is no such place. Its name is in
// the language where it has its own there. If the geocoder is down an answer of old serves.
func (c *Client) Find(ctx context.Context, name string, language lang.Language) (*places.Area, error) {
	name, language = webclient.Line(name, 80), cmp.Or(language, lang.Portuguese)
	if utf8.RuneCountInString(lang.Fold(name)) < 2 { // the service finds nothing by one letter
		return nil, nil
	}
	q := semcache.Question{Key: fmt.Sprintf("geocode/2/%s/%s", language, lang.Fold(name))}
	found, _, err := semcache.Value(ctx, c.cache, q, func(ctx context.Context) (*places.Area, error) { return c.ask(ctx, name, language) })
	return found, err
}

func (c *Client) ask(ctx context.Context, name string, language lang.Language) (*places.Area, error) {
	query := url.Values{"name": {name}, "count": {"30"}, "language": {string(language)}, "format": {"json"}}
	var got answer
	if err := c.client.JSON(ctx, c.endpoint+"?"+query.Encode(), nil, &got); err != nil {
		return nil, fmt.Errorf("asking the geocoder: %w", err)
	}
	return got.likeliest(name), nil
}

// answer is what the server sends; without results if there are none.
type answer struct {
	Results []struct {
		Name    string  `json:"name"`
		Lat     float64 `json:"latitude"`
		Lon     float64 `json:"longitude"`
		Feature string  `json:"feature_code"` // of GeoNames
		Code    string  `json:"country_code"`
	} `json:"results"`
}

// likeliest returns the first result that somebody can travel to, of just that name or, if
// there is none, like it.
func (a answer) likeliest(name string) (like *places.Area) {
	for _, r := range a.Results {
		found := places.Area{Name: webclient.Line(r.Name, 80), Country: country(r.Code), Lat: r.Lat, Lon: r.Lon}
		switch {
		case found.Name == "" || !found.Located() || !destination(r.Feature):
		case lang.Fold(found.Name) == lang.Fold(name):
			return &found
		case like == nil:
			like = &found
		}
	}
	return like
}

// destination reports whether a feature is a town, an area, an island or a
// beach, and not an airport or a lake.
func destination(feature string) bool {
	return feature == "" || slices.ContainsFunc([]string{"PPL", "ADM", "PCL", "ISL", "RGN", "BCH", "PRK"}, func(prefix string) bool {
		return strings.HasPrefix(feature, prefix)
	})
}

// country returns a code of two capitals, or none.
func country(code string) string {
	if len(code) != 2 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return code
}
