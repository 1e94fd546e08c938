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
// who watches from elsewhere need not wait for it.
type log struct {
	store Store
	watch Watch
	o     Options

	// ctx is what the store is called with. It does not end with the caller's:
	// what happened, happened. It ends when the store takes longer than the
	// lease: then the run is as good as lost.
	ctx    context.Context
	giveUp *time.Timer

	// writing is held while the store is written to and watch hears of it, mu
	// only while the fields below are touched, so that a node never waits for
	// the store in order to emit. writing is locked first.
	writing sync.Mutex
	mu      sync.Mutex
	cp      Checkpoint              // as it is stored, or after steps that may be repeated
	ahead   bool                    // it is after such steps
	pending []event.Event           // not stored yet
	timer   *time.Timer             // flushes while a step is under way
	lost    context.CancelCauseFunc // of that step, else nil
	err     error                   // why this worker has lost its lease
}

func newLog(ctx context.Context, store Store, o Options, cp *Checkpoint, watch Watch) log {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	giveUp := time.AfterFunc(o.Lease, func() {
		cancel(fmt.Errorf("the store did not answer within %s", o.Lease))
	})
	giveUp.Stop()
	return log{store: store, watch: watch, o: o, ctx: ctx, giveUp: giveUp, cp: *cp}
}

// emitter is what one function of a graph emits through, until it returns.
type emitter struct {
	log  *log
	over bool
}

func (e *emitter) emit(t event.Type, data any) {
	payload := event.Payload(t, data)
	e.log.mu.Lock()
	defer e.log.mu.Unlock()
	if !e.over {
		e.log.add(t, payload)
	}
}

func (e *emitter) close() {
	e.log.mu.Lock()
	defer e.log.mu.Unlock()
	e.over = true
}

// append is for what the runner itself has to say.
func (l *log) append(t event.Type, payload json.RawMessage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(t, payload)
}

func (l *log) add(t event.Type, payload json.RawMessage) {
	if len(l.pending) == 0 && l.lost != nil {
		l.timer.Reset(l.o.Flush)
	}
	l.pending = append(l.pending, event.Event{
		Run: l.cp.Run, Thread: l.cp.Thread, Guest: l.cp.Guest,
		Seq:  l.cp.Seq + int64(len(l.pending)) + 1,
		Step: l.cp.Step, Type: t, Time: now(), Data: payload,
	})
}

// commit saves what is to follow the checkpoint, with what is pending. When
// that fails nobody knows what the store has, so the lease is lost.
func (l *log) commit(next Checkpoint) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	next.Version++
	next.Seq += int64(len(l.pending))
	l.giveUp.Reset(l.o.Lease)
	err := l.store.Save(l.ctx, &next, l.pending)
	l.giveUp.Stop()
	if err != nil {
		l.err = fmt.Errorf("saving it: %w", l.explain(err))
		return l.err
	}
	l.mu.Lock()
	stored := l.pending
	l.cp, l.ahead, l.pending = next, false, l.pending[:0]
	l.mu.Unlock()
	l.err = l.tell(stored)
	return l.err
}

// begin starts to flush while a node works, and every so often even when there
// is nothing to flush. When the lease is lost meanwhile, it calls lost.
func (l *log) begin(lost context.CancelCauseFunc) {
	l.writing.Lock() // a tick of the step before may be late
	defer l.writing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = lost
	wait := l.o.Flush
	if len(l.pending) > 0 { // maybe since a step before
		wait = max(0, wait-time.Since(l.pending[0].Time))
	}
	if l.timer == nil {
		l.timer = time.AfterFunc(wait, l.tick)
	} else {
		l.timer.Reset(wait)
	}
}

// end ends what begin began.
func (l *log) end() {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = nil
	l.timer.Stop()
}

func (l *log) tick() {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.lost == nil || l.err != nil {
		return
	}
	err := l.flush()
	if l.err != nil {
		l.lost(l.err)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	beat := max(l.o.Lease/3, l.o.Flush)
	switch {
	case err != nil: // the store may be back in a while
		l.timer.Reset(max(beat/10, l.o.Flush))
	case len(l.pending) > 0:
		l.timer.Reset(l.o.Flush)
	default:
		l.timer.Reset(beat)
	}
}

// flush appends what is pending, or saves it with the checkpoint if that is ahead: the log
// has the ends of steps, and who takes the run over does not repeat those. What cannot be
// stored stays pending, unless the lease is lost.
func (l *log) flush() (err error) {
	l.mu.Lock()
	n := len(l.pending)
	batch, next, ahead := l.pending[:n:n], l.cp, l.ahead
	l.mu.Unlock()
	next.Seq += int64(n)
	l.giveUp.Reset(l.o.Lease)
	if ahead {
		next.Version++
		err = l.store.Save(l.ctx, &next, batch)
	} else {
		err = l.store.AppendEvents(l.ctx, l.cp.Run, l.cp.Version, batch)
	}
	l.giveUp.Stop()
	if err != nil {
		if errors.Is(err, ErrConflict) || l.ctx.Err() != nil {
			l.err = l.explain(err)
		}
		return err
	}
	l.mu.Lock()
	l.cp, l.ahead = next, false
	l.pending = l.pending[n:]
	l.mu.Unlock()
	l.err = l.tell(batch)
	return l.err
}

// explain says why a call was cut short, if it was.
func (l *log) explain(err error) error {
	if l.ctx.Err() != nil {
		return fmt.Errorf("%w: %w", context.Cause(l.ctx), err)
	}
	return err
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
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
