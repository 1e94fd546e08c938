package event

import (
	"context"
	"time"
)

// Tail lets any process follow a run, whichever carries it out, and lets that
// one know whether anybody does.
type Tail interface {
	// Wait returns when the run has events after a sequence number: at once when
	// this process appends them, soon when another does. A run that is over may
	// get some yet, of what was learnt in it. Should the database go away
	// meanwhile, Wait waits for it too. A run that is not there, or no more, is
	// graph.ErrNotFound.
	Wait(ctx context.Context, run string, after int64) error

	// Attend says that somebody follows the run now. A run that is not there is
	// graph.ErrNotFound.
	Attend(ctx context.Context, run string) error

	// Attended returns when somebody last did; the zero time is never.
	Attended(ctx context.Context, run string) (time.Time, error)
}
