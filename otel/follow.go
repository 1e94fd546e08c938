package otel

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// A Follower reads a log from cursor to cursor.
type Follower struct {
	Log   event.Log
	After string    // how far it was read; "" is the beginning
	Since time.Time // of runs that ended earlier nothing is told
}

// atOnce is how many events are read at a time.
const atOnce = 1000

// Tell tells of the next runs that ended, and reports whether there may be more.
func (f *Follower) Tell(ctx context.Context, t *Teller) (more bool, err error) {
	events, next, err := f.Log.All(ctx, f.After, atOnce)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		if e.Type != event.RunEnd || e.Time.Before(f.Since) {
			continue
		}
		all, err := f.Log.Events(ctx, e.Run, 0, 0)
		if err != nil {
			return false, err
		}
		t.Run(ctx, upTo(all, e.Seq))
	}
	f.After = next
	return len(events) == atOnce, nil
}

// upTo leaves out what is learnt after a run: it belongs to no span.
func upTo(events []event.Event, seq int64) []event.Event {
	return events[:min(int64(len(events)), seq)]
}
