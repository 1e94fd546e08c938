package house

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
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
}

// errand is a request to be sent: when next, and how often it was tried.
type errand struct {
	at    time.Time
	tries int
}

const (
	courierSpace = "inbox.courier"
	claimTime    = 30 * time.Second // more than a try takes
	firstRetry   = 2 * time.Second
	longestRetry = 10 * time.Minute
	giveUp       = 7 * 24 * time.Hour
)

// Run goes on until ctx ends.
func (c *Courier) Run(ctx context.Context) {
	tick := time.NewTicker(cmp.Or(c.Every, time.Second))
	defer tick.Stop()
	due, after := map[string]errand{}, int64(0)
	for {
		news, next, err := c.Inbox.Since(ctx, after)
		if err != nil {
			c.warn(ctx, "looking for requests to send", "err", err)
		}
		after = next
		for _, r := range news {
			if !r.Sent.IsZero() || c.Inbox.now().Sub(r.Made) > giveUp {
				delete(due, r.ID)
			} else if _, known := due[r.ID]; !known {
				due[r.ID] = errand{}
			}
		}
		for id, e := range due {
			if e.at.After(c.Inbox.now()) || ctx.Err() != nil {
				continue
			}
			sent, err := c.try(ctx, id)
			if sent {
				delete(due, id)
				continue
			}
			wait := min(longestRetry, firstRetry<<min(e.tries, 9))
			due[id] = errand{c.Inbox.now().Add(wait), e.tries + 1}
			if err != nil {
				c.warn(ctx, "a request was not sent", "id", id, "tries", e.tries+1, "again_in", wait, "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (c *Courier) warn(ctx context.Context, what string, args ...any) {
	if c.Log != nil && ctx.Err() == nil {
		c.Log.WarnContext(ctx, what, args...)
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
