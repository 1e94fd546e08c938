package brewery

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/retrieve"
)

// Collection is where the breweries of the catalogue are stored.
const Collection = "breweries"

// Store keeps the catalogue: see retrieve.Store.
type Store interface {
	DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]retrieve.Row, error)
	PutDocs(ctx context.Context, collection, embedder string, rows []retrieve.Row) error
}

// Catalogue finds breweries among those that were stored or, as long as there
// are none, in the sample. It has them in memory, and reads what any worker
// stores before each answer. Do not change its fields once it is in use.
type Catalogue struct {
	Store  Store // nil: only the sample
	Sample []Brewery

	mu     sync.Mutex
	after  int64
	stored map[string]*entry
}

var _ Finder = (*Catalogue)(nil)

// Find implements Finder. The nearest come first if the query is near a
// point, else they come by name.
func (c *Catalogue) Find(ctx context.Context, q Query) (Found, error) {
	q, err := q.Clean()
	if err != nil {
		return Found{}, err
	}
	all, err := c.read(ctx)
	if err != nil {
		return Found{}, fmt.Errorf("reading the catalogue of breweries: %w", err)
	}
	found := Found{Source: OwnCatalogue, Asked: time.Now()}
	if len(all) == 0 {
		found.Source = Sample
		for _, b := range c.Sample {
			all = append(all, index(b))
		}
	}
	w := q.want()
	all = slices.DeleteFunc(all, func(e *entry) bool { return !w.fits(e) })
	away := map[*entry]float64{}
	for _, e := range all {
		if q.Near != nil {
			away[e] = q.Near.To(e.Brewery)
		}
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(away[a], away[b]), strings.Compare(a.text, b.text), strings.Compare(a.ID, b.ID))
	})
	for _, e := range all[:min(q.Limit, len(all))] {
		found.Breweries = append(found.Breweries, e.Brewery)
	}
	return found, nil
}

// read returns what is stored by now.
func (c *Catalogue) read(ctx context.Context) ([]*entry, error) {
	if c.Store == nil {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	rows, err := c.Store.DocsAfter(ctx, Collection, "", c.after, 0)
	if err != nil {
		return nil, err
	}
	if c.stored == nil {
		c.stored = make(map[string]*entry, len(rows))
	}
	for _, r := range rows {
		var b Brewery
		delete(c.stored, r.ID)
		if !r.Gone && json.Unmarshal([]byte(r.Fields[field]), &b) == nil && b.ID == r.ID && b.Name != "" {
			c.stored[r.ID] = index(b)
		}
		c.after = max(c.after, r.Seq)
	}
	return slices.Collect(maps.Values(c.stored)), nil
}

// To returns how far a brewery is, in kilometres; one that lies nobody knows
// where is farther than all others.
func (p Point) To(b Brewery) float64 {
	if b.Lat == nil || b.Lon == nil {
		return math.Inf(1)
	}
	const rad, diameter = math.Pi / 180, 12742
	sin2 := func(degrees float64) float64 { s := math.Sin(degrees * rad / 2); return s * s }
	h := sin2(*b.Lat-p.Lat) + math.Cos(p.Lat*rad)*math.Cos(*b.Lat*rad)*sin2(*b.Lon-p.Lon)
	return diameter * math.Asin(math.Sqrt(min(h, 1)))
}

const field = "brewery" // of a row, with all of it as JSON

// Keeper brings the stored catalogue up to date, and does only what changed.
// It is for one goroutine.
type Keeper struct {
	store Store
	was   map[string]string // as stored, by id
}

// NewKeeper reads what is stored. A nil store has nothing, and keeps nothing:
// then Keep only tells what it would do.
func NewKeeper(ctx context.Context, store Store) (*Keeper, error) {
	k := &Keeper{store: store, was: map[string]string{}}
	if store == nil {
		return k, nil
	}
	rows, err := store.DocsAfter(ctx, Collection, "", 0, 0)
	for _, r := range rows {
		k.was[r.ID] = r.Fields[field]
	}
	return k, err
}

// Dry returns a Keeper that knows the same and keeps nothing.
func (k *Keeper) Dry() *Keeper { return &Keeper{was: k.was} }

// Empty reports whether nothing was ever kept.
func (k *Keeper) Empty() bool { return len(k.was) == 0 }

// Keep stores breweries, and tells how many of them are new and how many have
// changed. The others it leaves alone, also those that are not among them.
func (k *Keeper) Keep(ctx context.Context, all []Brewery) (fresh, changed int, err error) {
	var rows []retrieve.Row
	for _, b := range all {
		data, err := json.Marshal(b)
		if err != nil {
			return 0, 0, err
		}
		was, known := k.was[b.ID]
		switch {
		case !known:
			fresh++
		case was != string(data):
			changed++
		default:
			continue
		}
		place := slices.DeleteFunc([]string{b.City, b.State, b.Country}, func(s string) bool { return s == "" })
		rows = append(rows, retrieve.Row{Doc: retrieve.Doc{
			ID: b.ID, Title: b.Name, Text: strings.Join(place, ", "), Fields: map[string]string{field: string(data)},
		}})
	}
	if k.store == nil || len(rows) == 0 {
		return fresh, changed, nil
	}
	if err := k.store.PutDocs(ctx, Collection, "", rows); err != nil {
		return 0, 0, err
	}
	for _, r := range rows {
		k.was[r.ID] = r.Fields[field]
	}
	return fresh, changed, nil
}
