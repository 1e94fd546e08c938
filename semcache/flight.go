package semcache

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/maitre-dev/maitre/llm"
)

// A flight is an answer being made. When done is closed, the rest is there.
// One that failed stays for a while in the place of the next.
type flight struct {
	done    chan struct{}
	made    Entry
	unsaved error // why made could not be kept
	err     error
	until   time.Time // failed; with Cache.mu
}

const (
	// A claim is short and renewed while its owner works, so that others need
	// not wait long for one that died.
	lease = 10 * time.Second
	// How often those who wait look, at first and in the end.
	firstLook, lastLook = 50 * time.Millisecond, time.Second
)

// join returns the flight of an entry's key, which it starts if there is none.
func (c *Cache) join(ctx context.Context, e Entry, refresh Refresh) *flight {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.flights[e.Key]; f != nil && (f.until.IsZero() || c.o.Now().Before(f.until)) {
		return f
	}
	f := &flight{done: make(chan struct{})}
	c.flights[e.Key] = f
	go c.fly(context.WithoutCancel(ctx), f, e, refresh)
	return f
}

func (c *Cache) fly(ctx context.Context, f *flight, e Entry, refresh Refresh) {
	defer close(f.done)
	f.made, f.err = c.claimed(ctx, e.Key, func() (Entry, error) {
		var err error
		if e.Value, err = c.work(ctx, e.Key, refresh); err != nil {
			return e, err
		}
		e.Made = c.o.Now()
		f.unsaved = c.save(ctx, e)
		return e, nil
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.err == nil {
		delete(c.flights, e.Key)
		return
	}
	now := c.o.Now()
	f.until = now.Add(c.o.Pause)
	for k, old := range c.flights {
		if !old.until.IsZero() && !now.Before(old.until) {
			delete(c.flights, k)
		}
	}
}

// claimed returns the entry that another worker has just made, or else what
// make returns while the key is claimed for this one.
func (c *Cache) claimed(ctx context.Context, key string, make func() (Entry, error)) (Entry, error) {
	waiting, cancel := context.WithTimeout(ctx, c.o.Limit+lease)
	defer cancel()
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		mine, err := c.claim(waiting, key)
		if err != nil {
			return Entry{}, fmt.Errorf("claiming the work: %w", err)
		}
		if mine {
			defer c.release(ctx, key)
		}
		// Also after the claim: its last owner may have been quicker.
		e, err := c.store.CacheGet(waiting, c.space, key)
		switch {
		case err == nil && c.answer(e).State == Hit:
			return e, nil
		case err != nil && !errors.Is(err, ErrNone):
			return Entry{}, err
		case mine:
			return make()
		}
		select {
		case <-time.After(pause):
		case <-waiting.Done():
			return Entry{}, fmt.Errorf("waiting for another worker: %w", waiting.Err())
		}
	}
}

func (c *Cache) claim(ctx context.Context, key string) (bool, error) {
	now := c.o.Now()
	return c.store.CacheClaim(ctx, c.space, key, c.owner, now, now.Add(lease))
}

// release lets others work on the key. If it fails, they wait for the end of
// the claim.
func (c *Cache) release(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(ctx, lease)
	defer cancel()
	_ = c.store.CacheRelease(ctx, c.space, key, c.owner)
}

// work calls refresh and holds on to the claim meanwhile. A refresh that does
// not heed the end of its context is left to itself.
func (c *Cache) work(ctx context.Context, key string, refresh Refresh) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Limit)
	defer cancel()
	type result struct {
		value []byte
		err   error
	}
	done := make(chan result, 1)
	go func() {
		r := result{err: errors.New("the refresh did not return")} // runtime.Goexit
		defer func() {
			if p := recover(); p != nil {
				r.err = &llm.PanicError{What: "the refresh", Value: p, Stack: debug.Stack()}
			}
			done <- r
		}()
		r.value, r.err = refresh(ctx)
	}()
	hold := time.NewTicker(lease / 4)
	defer hold.Stop()
	for {
		select {
		case r := <-done:
			if r.err == nil && len(r.value) > c.o.Max {
				return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(r.value))
			}
			return r.value, r.err
		case <-hold.C:
			// Without the claim the work goes on: at worst it is done twice.
			_, _ = c.claim(ctx, key)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *Cache) save(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, lease)
	defer cancel()
	e.Guest, _ = ctx.Value(asking{}).(string)
	if err := c.store.CachePut(ctx, c.space, e, c.o.Keep); err != nil {
		return fmt.Errorf("saving the answer: %w", err)
	}
	return nil
}
