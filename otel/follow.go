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

// eventsPerRead is how many events one call of Tell reads from the log.
const eventsPerRead = 1000

// Tell reads the next events of the log and has the teller make spans and figures of each run
// that ended among them. It moves f.After on, so that the next call goes on behind them, and
// reports whether there may be more to read now. When it fails f.After stays as it was, and
// the next call tells of the same runs again.
func (f *Follower) Tell(ctx context.Context, t *Teller) (more bool, err error) {
	events, next, err := f.Log.All(ctx, f.After, eventsPerRead)
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
	return len(events) == eventsPerRead, nil
}

// upTo leaves out what is learnt after a run: it belongs to no span.
func upTo(events []event.Event, seq int64) []event.Event {
	return events[:min(int64(len(events)), seq)]
}
