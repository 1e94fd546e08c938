package maitre

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/graph"
)

// A guest who needs longer for a question gets moreTime each time they ask,
// until it has been open for longestWait.
const (
	moreTime    = time.Minute
	longestWait = 5 * time.Minute
)

// Extend gives a guest more time for the question that a run waits with, and
// returns the run with its new deadline. A question that waits no more, has no
// deadline or has had all its time is graph.ErrNoAsk.
func (m *Maitre) Extend(ctx context.Context, guest, run string) (*graph.Checkpoint, error) {
	for {
		cp, err := m.runOf(ctx, guest, run)
		if err != nil {
			return nil, err
		}
		if cp.Status != graph.Waiting || !time.Now().Before(cp.Deadline) || cp.Question.Timeout >= longestWait {
			return nil, graph.ErrNoAsk
		}
		more := min(moreTime, longestWait-cp.Question.Timeout)
		cp.Deadline, cp.Question.Timeout = cp.Deadline.Add(more), cp.Question.Timeout+more
		cp.Version++
		if err := m.o.Store.Save(ctx, cp, nil); !errors.Is(err, graph.ErrConflict) { // else it was answered, or extended, just now
			return cp, err
		}
	}
}

// Cancel ends a run of a guest that is not over, on whichever worker it is. That
// it is over already is no error.
func (m *Maitre) Cancel(ctx context.Context, guest, run string, why error) error {
	cp, err := m.runOf(ctx, guest, run)
	if err != nil || cp.Status.Over() {
		return err
	}
	name, err := m.specialistOf(cp)
	if err != nil {
		name = conciergeName // whoever began it is gone; ending it needs nobody else
	}
	return m.runners[name].Cancel(ctx, run, why)
}
