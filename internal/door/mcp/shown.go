package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/semcache"
)

// Between two calls only the store knows what a guest was shown. Details are
// fetched of nothing else, as in a conversation.
const (
	space = "mcp.shown"
	keep  = 10_000 // breweries, of all guests, the newest
)

func (d *desk) key(id string) string { return d.guest + " " + id }

func (d *desk) remember(ctx context.Context, items []brewery.Brewery) error {
	for _, i := range items {
		raw, err := json.Marshal(i)
		if err == nil {
			err = d.Shown.CachePut(ctx, space, semcache.Entry{Key: d.key(i.ID), Value: raw, Guest: d.guest, Made: time.Now()}, keep)
		}
		if err != nil {
			return fmt.Errorf("keeping what was shown: %w", err)
		}
	}
	return nil
}

// recall returns a brewery that the guest was shown, or semcache.ErrNone.
func (d *desk) recall(ctx context.Context, id string) (i brewery.Brewery, err error) {
	e, err := d.Shown.CacheGet(ctx, space, d.key(id))
	if err != nil {
		return i, err
	}
	if err := json.Unmarshal(e.Value, &i); err != nil {
		return i, fmt.Errorf("reading what was shown: %w", err)
	}
	return i, nil
}
