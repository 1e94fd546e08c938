package house

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Courier tells another program of every request that is filed: at least once, whatever
// crashes, for the request itself says whether it was sent. Of several workers one tries
// at a time. A program that hangs or fails is tried again, later and later, for a week,
// and nobody waits for it.
type Courier struct {
	Inbox *Inbox
	Send  func(ctx context.Context, id string, body []byte) error
	Log   *slog.Logger

	Every time.Duration // between looks for new requests; 0: a second

	mu    sync.Mutex
	after int64
	due   map[string]*errand
	busy  int
	wg    sync.WaitGroup
}

// errand is a request to be sent.
type errand struct {
	at    time.Time
	tries int
	now   bool // it is being sent
}

const (
	courierSpace = "inbox.courier"
	atOnce       = 4                // are sent by one worker
	claimTime    = 30 * time.Second // more than a try takes
	firstRetry   = 2 * time.Second
	longestRetry = 10 * time.Minute
	giveUp       = 7 * 24 * time.Hour
)

// Run goes on until ctx ends.
func (c *Courier) Run(ctx context.Context) {
	tick := time.NewTicker(cmp.Or(c.Every, time.Second))
	defer tick.Stop()
	defer c.wg.Wait()
	for {
		if err := c.round(ctx); err != nil && ctx.Err() == nil && c.Log != nil {
			c.Log.WarnContext(ctx, "looking for requests to send", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// round looks what is new, and begins to send what is due.
func (c *Courier) round(ctx context.Context) error {
	news, next, err := c.Inbox.Since(ctx, c.after)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.due == nil {
		c.due = map[string]*errand{}
	}
	c.after = next
	now := c.Inbox.now()
	for _, r := range news {
		if !r.Sent.IsZero() || now.Sub(r.Made) > giveUp {
			delete(c.due, r.ID)
		} else if c.due[r.ID] == nil {
			c.due[r.ID] = &errand{}
		}
	}
	for id, e := range c.due {
		if c.busy == atOnce {
			break
		}
		if e.now || e.at.After(now) {
			continue
		}
		e.now = true
		c.busy++
		c.wg.Go(func() { c.run(ctx, id, e) })
	}
	return nil
}

// run tries to send one request, and notes when to try again.
func (c *Courier) run(ctx context.Context, id string, e *errand) {
	sent, err := c.try(ctx, id)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy--
	e.now = false
	if sent {
		delete(c.due, id)
		return
	}
	wait := longestRetry
	if e.tries < 9 {
		wait = min(longestRetry, firstRetry<<e.tries)
	}
	e.tries++
	e.at = c.Inbox.now().Add(wait)
	if err != nil && ctx.Err() == nil && c.Log != nil {
		c.Log.WarnContext(ctx, "a request was not sent", "id", id, "tries", e.tries, "again_in", wait, "err", err)
	}
}

// try sends a request unless another worker does, and reports whether nothing is left
// to be done about it.
func (c *Courier) try(ctx context.Context, id string) (sent bool, err error) {
	owner, now := thread.NewID(), c.Inbox.now()
	mine, err := c.Inbox.Store.CacheClaim(ctx, courierSpace, id, owner, now, now.Add(claimTime))
	if err != nil || !mine {
		return false, err
	}
	defer func() { _ = c.Inbox.Store.CacheRelease(context.WithoutCancel(ctx), courierSpace, id, owner) }()
	r, err := c.Inbox.Get(ctx, id)
	switch {
	case errors.Is(err, ErrNoRequest): // gone with its guest
		return true, nil
	case err != nil || !r.Sent.IsZero():
		return err == nil, err
	}
	what, message, at := "request.filed", id, r.Made
	if r.Undone {
		what, message, at = "request.withdrawn", id+"-withdrawn", r.Changed
	}
	body, err := json.Marshal(map[string]any{"type": what, "timestamp": at, "data": r})
	if err != nil {
		return false, err
	}
	if err := c.Send(ctx, message, body); err != nil {
		return false, err
	}
	_, err = c.Inbox.set(context.WithoutCancel(ctx), r.Guest, id, func(now *Request, _ []Request) error {
		if now.Undone != r.Undone { // withdrawn meanwhile
			return errSame
		}
		now.Sent = c.Inbox.now()
		return nil
	})
	return err == nil || errors.Is(err, ErrNoRequest), err
}
