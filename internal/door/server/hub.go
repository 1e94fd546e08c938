package server

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// unheard is how long a run goes on with nobody listening.
const unheard = 15 * time.Second

// Why a run is cancelled.
var (
	errUnheard  = errors.New("nobody listened any more")
	errStopped  = errors.New("stopped by the guest")
	errShutdown = errors.New("the server shut down")
)

// hub has the runs that this process works on. They do not end with the request
// that began them: whoever comes back hears the rest.
type hub struct {
	attended func(ctx context.Context, run string) (time.Time, error) // when somebody last listened elsewhere

	mu     sync.Mutex
	runs   map[string]*live
	all    map[*live]bool
	slow   map[name]*live // those told slowly, by thread
	closed bool
	wg     sync.WaitGroup

	names map[name]named
	order []name // the oldest first
}

// name is what a guest's client calls a run, or a thread. It knows a run by that
// before it has heard what the log calls it. What others call theirs is another
// matter.
type name struct{ guest, id string }

// named is the run of a name, what the client calls its thread, and whether it
// hears when questions expire.
type named struct {
	run    string
	thread string
	expiry bool
}

const maxNames = 10_000 // a few megabytes

func newHub(attended func(context.Context, string) (time.Time, error)) *hub {
	return &hub{attended: attended, runs: map[string]*live{}, all: map[*live]bool{}, slow: map[name]*live{}, names: map[name]named{}}
}

// live is a run under way.
type live struct {
	hub     *hub
	cancel  context.CancelCauseFunc
	stopped <-chan struct{} // closed when it is cancelled
	slow    name            // the thread, if it is told slowly

	mu        sync.Mutex
	run       string // its id, known from the first event on
	events    []event.Event
	changed   chan struct{} // closed at the next change
	over      bool
	err       error
	listeners int
	timer     *time.Timer // runs while nobody listens
}

// start begins a run with its first listener, who must leave. parent gives its
// values, not its end. It is nil when the server shuts down.
//
// If slow is not empty it is the thread of a run that is told slowly. To the
// guest that run lasts until it is told, whenever it is over in the log: the
// thread is busy for as long, and the run can be cancelled.
func (h *hub) start(parent context.Context, slow name, do func(context.Context, func(event.Event)) (*maitre.Reply, error)) *live {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	l := &live{hub: h, cancel: cancel, stopped: ctx.Done(), slow: slow, changed: make(chan struct{}), listeners: 1}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		cancel(errShutdown)
		return nil
	}
	h.all[l] = true
	h.wg.Go(func() {
		defer cancel(nil)
		l.end(guarded(func() error {
			_, err := do(ctx, l.hear)
			return err
		}))
		if slow != (name{}) {
			l.linger()
		}
		h.remove(l)
	})
	return l
}

// telling reports whether a thread has a run that is told slowly.
func (h *hub) telling(thread name) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.slow[thread]
	if l == nil {
		return false
	}
	select {
	case <-l.stopped:
		return false
	default:
		return true
	}
}

// remove takes a run out that is over and told.
func (h *hub) remove(l *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(h.all, l)
	if h.runs[l.run] == l {
		delete(h.runs, l.run)
	}
	if h.slow[l.slow] == l {
		delete(h.slow, l.slow)
	}
}

// guarded returns a panic as an error: one run must not end all others.
func guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &graph.PanicError{Value: p, Stack: debug.Stack()}
		}
	}()
	return do()
}

// find returns a run of this process, with one more listener, or nil.
func (h *hub) find(run string) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.runs[run]
	if l != nil {
		l.join()
	}
	return l
}

// call gives a run a name. The last run of a name has it.
func (h *hub) call(n name, k named) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.names[n].run == "" {
		h.order = append(h.order, n)
	}
	h.names[n] = k
	if len(h.order) > maxNames {
		delete(h.names, h.order[0])
		h.order = h.order[1:]
	}
}

// called returns the run of a name, if there is one.
func (h *hub) called(n name) named {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.names[n]
}

// drain waits for the runs to end. Shortly before ctx does it cancels them, so
// that there is time to tell who listens.
func (h *hub) drain(ctx context.Context) {
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-grace))
		defer cancel()
	}
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	done := make(chan struct{})
	go func() { h.wg.Wait(); close(done) }()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	h.mu.Lock()
	for l := range h.all {
		l.cancel(errShutdown)
	}
	h.mu.Unlock()
	<-done
}

// hear takes an event. Who is told of the first one can find the run.
func (l *live) hear(e event.Event) {
	l.hub.mu.Lock()
	if l.hub.runs[e.Run] = l; l.slow != (name{}) {
		l.hub.slow[l.slow] = l
	}
	l.hub.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.run = e.Run
	l.events = append(l.events, e)
	l.wake()
}

func (l *live) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over, l.err = true, err
	l.wake()
}

// linger waits until nobody listens any more, or the run is cancelled.
func (l *live) linger() {
	for {
		l.mu.Lock()
		listeners, changed := l.listeners, l.changed
		l.mu.Unlock()
		if listeners == 0 {
			return
		}
		select {
		case <-changed:
		case <-l.stopped:
			return
		}
	}
}

// wake tells the listeners. l.mu is held.
func (l *live) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// after returns the events beyond the first seen, whether there will be more,
// and a channel that is closed when that changes.
func (l *live) after(seen int) (some []event.Event, over bool, changed <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.events[seen:], l.over, l.changed
}

// first waits until the run has begun, and returns its name in the log. If it
// does not begin it returns why.
func (l *live) first(ctx context.Context) (run string, err error) {
	err = l.wait(ctx, func([]event.Event) bool { return true })
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil && l.run == "" {
		err = l.err
	}
	return l.run, err
}

// stop cancels the run and waits until it has ended; what is learnt from it may
// take longer.
func (l *live) stop(ctx context.Context, why error) error {
	l.cancel(why)
	return l.wait(ctx, func(some []event.Event) bool {
		return slices.ContainsFunc(some, func(e event.Event) bool { return e.Type == event.RunEnd })
	})
}

// wait waits until some of the events are those that are waited for, or there
// are no more.
func (l *live) wait(ctx context.Context, enough func([]event.Event) bool) error {
	for {
		some, over, changed := l.after(0)
		if over || len(some) > 0 && enough(some) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (l *live) join() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listeners++; l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
}

// leave says that a listener is gone. When it was the last one the run is
// cancelled after a while, unless somebody listens by way of another worker.
func (l *live) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listeners--; l.listeners > 0 {
		return
	}
	l.wake()
	if !l.over {
		l.timer = time.AfterFunc(unheard, l.giveUp)
	}
}

func (l *live) giveUp() {
	l.mu.Lock()
	run, alone := l.run, l.listeners == 0 && !l.over
	l.mu.Unlock()
	if !alone {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if at, err := l.hub.attended(ctx, run); run != "" && err == nil && time.Since(at) < unheard {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.listeners == 0 && !l.over {
			l.timer = time.AfterFunc(unheard-time.Since(at), l.giveUp)
		}
		return
	}
	l.mu.Lock()
	alone = l.listeners == 0
	l.mu.Unlock()
	if alone { // nobody came back meanwhile
		l.cancel(errUnheard)
	}
}
