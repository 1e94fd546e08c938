// Package obdb finds breweries in Open Brewery DB, a public service that needs
// no key, by version 1 of its API.
package obdb

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
)

// Endpoint is the public instance.
const Endpoint = "https://api.openbrewerydb.org/v1/breweries"

const (
	// every keeps us below the service's 120 requests a minute.
	every    = 600 * time.Millisecond
	patience = 10 * time.Second // for one search

	pageSize = 50  // breweries a page, as document 000 has it,
	maxPage  = 200 // and what the service gives at most: above it, it says 422
	maxPages = 5   // of one search

	maxKept = 128 // pages, some ten megabytes
)

// Client asks Open Brewery DB. A program has one. It keeps answers in memory
// for as long as the service says. It is safe for concurrent use.
type Client struct {
	endpoint string
	client   webclient.Client

	mu    sync.Mutex
	pages map[string]page // by what was asked
}

var _ brewery.Finder = (*Client)(nil)

// New returns a client of a server, or of the public one if endpoint is empty.
func New(endpoint string, hc *http.Client) *Client {
	return &Client{endpoint: cmp.Or(endpoint, Endpoint), client: webclient.Client{HTTP: hc, Every: every, Patience: patience}, pages: map[string]page{}}
}

// Find implements brewery.Finder. When the service fails and the same was
// asked before, that answer is told again, as stale.
func (c *Client) Find(ctx context.Context, q brewery.Query) (brewery.Found, error) {
	q, err := q.Clean()
	if err != nil {
		return brewery.Found{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found := brewery.Found{Source: brewery.OpenBreweryDB}
	params, size := params(q)
	known := map[string]bool{}
	for n := 1; n <= maxPages && err == nil; n++ {
		var p page
		if p, err = c.page(ctx, params, n, size); err != nil {
			break
		}
		if found.Asked.IsZero() || p.asked.Before(found.Asked) {
			found.Asked = p.asked
		}
		if p.failed != nil {
			found.Stale, found.Note = true, p.failed.Error()
		}
		for _, b := range p.breweries {
			if !known[b.ID] && q.Fits(b) && len(found.Breweries) < q.Limit {
				known[b.ID] = true
				found.Breweries = append(found.Breweries, b)
			}
		}
		if p.rows < size || len(found.Breweries) == q.Limit {
			break
		}
	}
	if err != nil {
		return brewery.Found{}, fmt.Errorf("asking Open Brewery DB: %w", err)
	}
	return found, nil
}

// Page returns the n-th page, from 1, of all breweries of a country, or of all
// there are if it is empty, in an order that stays. It reports whether there
// may be more.
func (c *Client) Page(ctx context.Context, country string, n int) (all []brewery.Brewery, more bool, err error) {
	params := url.Values{"sort": {"name:asc"}}
	if name, ok := brewery.Country(country); ok {
		country = name
	}
	if country != "" {
		params.Set("by_country", country)
	}
	p, err := c.page(ctx, params, n, maxPage)
	if err == nil {
		err = p.failed
	}
	if err != nil {
		return nil, false, fmt.Errorf("asking Open Brewery DB for page %d: %w", n, err)
	}
	for _, b := range p.breweries {
		if country == "" || (brewery.Query{Country: country}).Fits(b) {
			all = append(all, b)
		}
	}
	return all, p.rows >= maxPage, nil
}

// params asks for at least what the query wants, for what comes is filtered
// again: the service looks for a text within a text, and does not take the
// hyphen of one that has it.
func params(q brewery.Query) (url.Values, int) {
	v, size := url.Values{}, pageSize
	if q.Limit > pageSize {
		size = maxPage
	}
	state := q.State
	if state != "" && (q.Country == "Australia" || q.Country == "Belgium") { // whose states it spells in several ways
		state, size = "", maxPage
	}
	city := saintly().ReplaceAllString(q.City, "$1")
	for name, value := range map[string]string{"by_city": longest(city), "by_state": longest(state), "by_country": longest(q.Country), "by_type": q.Type} {
		if value != "" {
			v.Set(name, value)
		}
	}
	if q.Name != "" {
		v.Set("by_name", brewery.Telling(q.Name))
	}
	if q.Near != nil {
		v.Set("by_dist", fmt.Sprintf("%.4f,%.4f", q.Near.Lat, q.Near.Lon))
	}
	return v, size
}

// saintly matches a city's name that begins with what is written in two ways: St. Louis, Saint Louis.
var saintly = pattern.Of(`(?i)^(?:st|saint|sankt|mt|mount|ft|fort)\.? (.{3,})$`)

// longest returns the longest piece of letters and spaces.
func longest(text string) (best string) {
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }) {
		if piece = strings.TrimSpace(piece); len(piece) > len(best) {
			best = piece
		}
	}
	return best
}

// page is one of an answer.
type page struct {
	breweries []brewery.Brewery
	rows      int // also those that were no breweries
	asked     time.Time
	until     time.Time // good, as the service says
	failed    error     // why it could not be had anew
}

// page returns the n-th page of an answer: one that is still good, or a new one, or else an old one.
func (c *Client) page(ctx context.Context, params url.Values, n, size int) (page, error) {
	params.Set("page", strconv.Itoa(n))
	params.Set("per_page", strconv.Itoa(size))
	asked := strings.ReplaceAll(params.Encode(), "+", "%20")
	c.mu.Lock()
	old, known := c.pages[asked]
	c.mu.Unlock()
	if time.Now().Before(old.until) {
		return old, nil
	}
	var rows []row
	good, err := c.client.Fresh(ctx, c.endpoint+"?"+asked, nil, &rows)
	if err == nil && rows == nil {
		err = errors.New("answer is no list")
	}
	if known && err != nil && !errors.Is(err, context.Canceled) {
		old.failed = err
		return old, nil
	}
	p := page{rows: len(rows), asked: time.Now()}
	for _, r := range rows[:min(len(rows), size)] {
		if b, err := brewery.FromColumns(r); err == nil {
			p.breweries = append(p.breweries, b)
		}
	}
	if p.until = p.asked.Add(good); good > 0 && err == nil {
		c.keep(asked, p)
	}
	return p, err
}

// keep holds on to pages, also when they are no longer good: old ones are better
// than none. The oldest go first.
func (c *Client) keep(asked string, p page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages[asked] = p
	if len(c.pages) > maxKept {
		delete(c.pages, slices.MinFunc(slices.Collect(maps.Keys(c.pages)), func(a, b string) int {
			return c.pages[a].asked.Compare(c.pages[b].asked)
		}))
	}
}

// row is a brewery as the service writes it. Values come as text, number or
// null; what is none of these is not read, and what is no object is empty.
type row map[string]string

// UnmarshalJSON implements json.Unmarshaler.
func (r *row) UnmarshalJSON(data []byte) error {
	*r = row{}
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if d.Decode(&fields) != nil {
		return nil // one bad row spoils no page
	}
	for name, value := range fields {
		switch v := value.(type) {
		case string:
			(*r)[name] = v
		case json.Number:
			(*r)[name] = v.String()
		}
	}
	return nil
}
