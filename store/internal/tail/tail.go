// Package tail lets many wait for events of many runs, at the price of one
// query now and then. Who appends in this process tells of it; for what others
// append, one loop looks, for all who wait, and only while somebody does.
//
// PostgreSQL could send word (NOTIFY), but transactions that do so commit one by
// one: measured with 16 writers of small rows, 3,000 a second in place of 16,000.
package tail

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// Every is how often the loop looks: soon enough for a person who reads along.
const Every = 50 * time.Millisecond

// Tail is who waits. Look and Missing are required.
type Tail struct {
	// Look returns the number of the last event of runs; those that are not
	// there it leaves out.
	Look func(ctx context.Context, runs []string) (map[string]int64, error)

	// Missing is the error of a run that is not there.
	Missing error

	// Told says that whoever appends or removes always tells: nobody needs to
	// look.
	Told bool

	mu      sync.Mutex
	waiting map[string][]*waiter // by run
	looking bool
	closed  bool
}

type waiter struct {
	after int64
	done  chan error // gets the outcome, once
}

var errClosed = errors.New("the store is closed")

// Wait implements event.Tail.
func (t *Tail) Wait(ctx context.Context, run string, after int64) error {
	w := &waiter{after, make(chan error, 1)}
	if !t.join(run, w) {
		return errClosed
	}
	defer t.leave(run, w)
	// Only now: what is appended from here on is told.
	if err := t.look(ctx, []string{run}); err != nil {
		return err
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Tell gives the number of a run's last event, once it is committed.
func (t *Tail) Tell(run string, seq int64) {
	t.answer(run, func(w *waiter) (bool, error) { return seq > w.after, nil })
}

// Removed says that runs may not be there any more: who waits for one of those
// is told.
func (t *Tail) Removed(ctx context.Context) {
	if runs := t.awaited(); len(runs) > 0 {
		_ = t.look(context.WithoutCancel(ctx), runs)
	}
}

// Close ends the wait of all, and of who comes later.
func (t *Tail) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	for _, run := range t.awaited() {
		t.answer(run, func(*waiter) (bool, error) { return true, errClosed })
	}
}

// awaited returns the runs that somebody waits for.
func (t *Tail) awaited() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Keys(t.waiting))
}

// answer tells those who wait for a run what came of it, if something did.
func (t *Tail) answer(run string, outcome func(*waiter) (bool, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting[run]) == 0 { // nearly always
		return
	}
	t.keep(run, func(w *waiter) bool {
		done, err := outcome(w)
		if done {
			w.done <- err
		}
		return !done
	})
}

func (t *Tail) join(run string, w *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return false
	}
	if t.waiting == nil {
		t.waiting = map[string][]*waiter{}
	}
	t.waiting[run] = append(t.waiting[run], w)
	if !t.Told && !t.looking {
		t.looking = true
		go t.loop()
	}
	return true
}

func (t *Tail) leave(run string, w *waiter) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keep(run, func(o *waiter) bool { return o != w })
}

func (t *Tail) keep(run string, wanted func(*waiter) bool) {
	t.waiting[run] = slices.DeleteFunc(t.waiting[run], func(w *waiter) bool { return !wanted(w) })
	if len(t.waiting[run]) == 0 {
		delete(t.waiting, run)
	}
}

// loop looks until nobody waits. That it cannot now is no reason to stop: a
// database that is away comes back.
func (t *Tail) loop() {
	for {
		time.Sleep(Every)
		t.mu.Lock()
		runs := slices.Collect(maps.Keys(t.waiting))
		t.looking = len(runs) > 0
		t.mu.Unlock()
		if len(runs) == 0 {
			return
		}
		_ = t.look(context.Background(), runs)
	}
}

func (t *Tail) look(ctx context.Context, runs []string) error {
	found, err := t.Look(ctx, runs)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if seq, ok := found[run]; ok {
			t.Tell(run, seq)
		} else {
			t.answer(run, func(*waiter) (bool, error) { return true, t.Missing })
		}
	}
	return nil
}
