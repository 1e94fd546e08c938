package graph

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Limits of one call of RecoverAll: how many runs it takes on, and how many of them at the
// same time, so that a slow run does not hold up the others.
const (
	maxRecovered    = 100
	recoveredAtOnce = 8
)

// RecoverAll lets overdue questions time out and goes on with runs that lost their
// worker. Call it now and then, in every process. It returns how many runs it
// moved, when they wait again or are over; those that failed are errors too.
// That may take long, but others may call it meanwhile. When ctx ends it leaves
// the runs to whoever tends them next.
func (r *Runner[S]) RecoverAll(ctx context.Context) (moved int, err error) {
	now := time.Now()
	due, err := r.store.Due(ctx, r.g.name, now, maxRecovered)
	if err != nil {
		return 0, err
	}
	stalled, err := r.store.Stalled(ctx, r.g.name, now.Add(-r.o.Lease), maxRecovered)
	if err != nil {
		return 0, err
	}
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		slot = make(chan struct{}, recoveredAtOnce)
	)
	for _, id := range append(due, stalled...) {
		slot <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slot }()
			out, e := r.tend(ctx, id)
			mu.Lock()
			defer mu.Unlock()
			if e == nil && out.Status != "" || out.Status.Over() {
				moved++
			}
			if e != nil && (out.Status.Over() || !errors.Is(e, ErrConflict)) {
				err = errors.Join(err, e)
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return moved, context.Cause(ctx)
	}
	return moved, err
}

// tend moves a run, if nobody has since it was found.
func (r *Runner[S]) tend(ctx context.Context, id string) (out Outcome[S], err error) {
	defer name(id, &err)
	d, err := r.load(ctx, id, nil)
	if err != nil {
		return out, err
	}
	d.letGo = true
	if r.o.Recovered != nil {
		d.watch = r.o.Recovered(d.cp)
	}
	switch {
	case d.late():
		return d.answer(ctx, Answer{TimedOut: true})
	case d.cp.Status == Running && time.Since(d.cp.Updated) > r.o.Lease:
		return d.resume(ctx)
	}
	return out, nil
}
