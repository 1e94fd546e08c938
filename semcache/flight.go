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
	limit = time.Minute      // of making an answer
	pause = 30 * time.Second // after one could not be made, until the next try
	keep  = 1000             // answers, the newest made

	// A claim is short and renewed while its owner works, so that others need not wait long for one that was killed.
	lease = 10 * time.Second
	// How often those who wait look, at first and in the end.
	firstLook, lastLook = 50 * time.Millisecond, time.Second
)

// join returns the flight of an entry's key, which it starts if there is none.
func (c *Cache) join(ctx context.Context, e Entry, refresh Refresh) *flight {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, f := range c.flights {
		if !f.until.IsZero() && !c.now().Before(f.until) {
			delete(c.flights, key)
		}
	}
	f := c.flights[e.Key]
	if f == nil {
		f = &flight{done: make(chan struct{})}
		c.flights[e.Key] = f
		go c.fly(context.WithoutCancel(ctx), f, e, refresh)
	}
	return f
}

func (c *Cache) fly(ctx context.Context, f *flight, e Entry, refresh Refresh) {
	defer close(f.done)
	f.made, f.err = c.claimed(ctx, e.Key, func() (Entry, error) {
		var err error
		if e.Value, err = work(ctx, refresh); err != nil {
			return e, err
		}
		e.Made = c.now()
		e.Guest, _ = ctx.Value(asking{}).(string)
		if err := c.store.CachePut(ctx, c.space, e, keep); err != nil {
			f.unsaved = fmt.Errorf("saving the answer: %w", err)
		}
		return e, nil
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.err == nil {
		delete(c.flights, e.Key)
	} else {
		f.until = c.now().Add(pause)
	}
}

// work calls refresh, and makes an error of its panic.
func work(ctx context.Context, refresh Refresh) (value []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = &llm.PanicError{What: "the refresh", Value: p, Stack: debug.Stack()}
		}
	}()
	return refresh(ctx)
}

// claimed returns the entry that another worker has just made, or else what
// make returns while the key is claimed for this one.
func (c *Cache) claimed(ctx context.Context, key string, make func() (Entry, error)) (Entry, error) {
	waiting, cancel := context.WithTimeout(ctx, limit+lease)
	defer cancel()
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		now := c.now()
		mine, err := c.store.CacheClaim(waiting, c.space, key, c.owner, now, now.Add(lease))
		if err != nil {
			return Entry{}, fmt.Errorf("claiming the work: %w", err)
		}
		if mine { // if the release fails, others wait for the end of the claim
			defer func() { _ = c.store.CacheRelease(ctx, c.space, key, c.owner) }()
			defer c.holding(ctx, key)()
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

// holding renews the claim of a key until the function that it returns is called.
func (c *Cache) holding(ctx context.Context, key string) (done func()) {
	working, done := context.WithCancel(ctx)
	go func() {
		for tick := time.NewTicker(lease / 4); ; {
			select {
			case <-tick.C:
				_, _ = c.store.CacheClaim(working, c.space, key, c.owner, c.now(), c.now().Add(lease)) // if it fails, the next tick tries again
			case <-working.Done():
				tick.Stop()
				return
			}
		}
	}()
	return done
}
