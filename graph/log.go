package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// log gathers the events of one worker's lease of a run. They are stored with
// the checkpoint when a step ends, or earlier when a step takes long, so that
// who watches from elsewhere need not wait for it. One goroutine at a time writes
// to the store.
type log struct {
	store Store
	watch Watch
	o     Options
	ctx   context.Context // does not end with the caller's: what happened, happened
	err   error           // why this worker has lost its lease

	// mu is held only while the fields below are touched, so that a node never waits
	// for the store in order to emit.
	mu      sync.Mutex
	cp      Checkpoint    // as it is stored, or after steps that may be repeated
	ahead   bool          // it is after such steps
	pending []event.Event // not stored yet
}

// emitting calls f with an Emit that works until f returns.
func (l *log) emitting(f func(Emit) error) (err error) {
	over := false
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		over = true
	}()
	defer catch(&err)
	return f(func(t event.Type, data any) {
		payload := event.Payload(t, data)
		l.mu.Lock()
		defer l.mu.Unlock()
		if !over {
			l.add(t, payload)
		}
	})
}

// append is for what the runner itself has to say.
func (l *log) append(t event.Type, payload json.RawMessage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(t, payload)
}

func (l *log) add(t event.Type, payload json.RawMessage) {
	l.pending = append(l.pending, event.Event{
		Run: l.cp.Run, Thread: l.cp.Thread, Guest: l.cp.Guest,
		Seq:  l.cp.Seq + int64(len(l.pending)) + 1,
		Step: l.cp.Step, Type: t, Time: now(), Data: payload,
	})
}

// working starts to flush while a node works, and to give a sign of life every so often even
// when there is nothing to flush, until stop. When the lease is lost meanwhile, it calls lost.
func (l *log) working(lost context.CancelCauseFunc) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		if l.flushUntil(done); l.err != nil {
			lost(l.err)
		}
	})
	return func() {
		close(done)
		wg.Wait()
	}
}

func (l *log) flushUntil(done <-chan struct{}) {
	beat := max(l.o.Lease/3, l.o.Flush)
	alive, retry := time.Now().Add(beat), time.Time{}
	l.mu.Lock()
	wait := l.o.Flush
	if len(l.pending) > 0 { // maybe since a step before
		wait = max(0, wait-time.Since(l.pending[0].Time))
	}
	l.mu.Unlock()
	for timer := time.NewTimer(wait); ; timer.Reset(l.o.Flush) {
		select {
		case <-done:
			timer.Stop()
			return
		case now := <-timer.C:
			l.mu.Lock()
			next, ahead, n := l.cp, l.ahead, len(l.pending)
			l.mu.Unlock()
			if n == 0 && now.Before(alive) || now.Before(retry) {
				continue
			}
			alive = now.Add(beat)
			// The log has the ends of steps that may be repeated, and who takes the run over does not
			// repeat those: the checkpoint goes with them.
			if err := l.write(next, n, ahead); l.err != nil {
				return
			} else if err != nil { // the store may be back in a while
				retry = now.Add(beat / 10)
			}
		}
	}
}

// commit saves what is to follow the checkpoint, with what is pending. When
// that fails nobody knows what the store has, so the lease is lost.
func (l *log) commit(next Checkpoint) error {
	if err := l.write(next, len(l.pending), true); err != nil && l.err == nil {
		l.err = err
	}
	return l.err
}

// write stores the first n pending events, with a checkpoint or without. What cannot be
// stored stays pending. The lease is lost when another worker has the run, or when the store
// takes longer than the lease: then the run is as good as lost.
func (l *log) write(next Checkpoint, n int, save bool) (err error) {
	l.mu.Lock()
	batch := l.pending[:n:n]
	l.mu.Unlock()
	next.Seq += int64(n)
	ctx, cancel := context.WithTimeoutCause(l.ctx, l.o.Lease, fmt.Errorf("the store did not answer within %s", l.o.Lease))
	defer cancel()
	if save {
		next.Version++
		err = l.store.Save(ctx, &next, batch)
	} else {
		err = l.store.AppendEvents(ctx, next.Run, next.Version, batch)
	}
	if err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
		if save {
			err = fmt.Errorf("saving it: %w", err)
		}
		if ctx.Err() != nil || errors.Is(err, ErrConflict) {
			l.err = err
		}
		return err
	}
	l.mu.Lock()
	l.cp, l.ahead, l.pending = next, false, l.pending[n:]
	l.mu.Unlock()
	l.err = l.tell(batch)
	return l.err
}

// tell tells who watches what was stored. If that panics, this worker lets go
// of the run, and another will finish it.
func (l *log) tell(stored []event.Event) (err error) {
	if l.watch == nil {
		return nil
	}
	defer catch(&err)
	for _, e := range stored {
		l.watch(e)
	}
	return nil
}

// now is the time as every store keeps it.
func now() time.Time { return micro(time.Now()) }

func micro(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
