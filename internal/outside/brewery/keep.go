package brewery

import (
	"context"

	"github.com/maitre-dev/maitre/retrieve"
)

// Store keeps the catalogue: see retrieve.Store.
type Store interface {
	Rows
	PutDocs(ctx context.Context, collection, embedder string, rows []retrieve.Row) error
}

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
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		k.was[r.ID] = r.Fields[field]
	}
	return k, nil
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
		r, err := toRow(b)
		if err != nil {
			return 0, 0, err
		}
		was, ok := k.was[b.ID]
		switch {
		case !ok:
			fresh++
		case was != r.Fields[field]:
			changed++
		default:
			continue
		}
		rows = append(rows, r)
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
