package server

import (
	"context"
	"errors"
	"runtime/debug"
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
// that began them: whoever comes back hears the rest, which the store has.
type hub struct {
	attended func(ctx context.Context, run string) (time.Time, error) // when somebody last listened elsewhere

	mu     sync.Mutex // also of what is in a live
	all    map[*live]bool
	runs   map[string]*live // by their ids
	closed bool
	wg     sync.WaitGroup
}

// live is a run under way.
type live struct {
	hub    *hub
	cancel context.CancelCauseFunc
	begun  chan struct{}   // closed when the run has its name
	over   context.Context // ends when no more is done for it, nor learnt from it

	run       string // its id, from begun on
	err       error
	listeners int
	timer     *time.Timer // runs while nobody listens
}

func newHub(attended func(context.Context, string) (time.Time, error)) *hub {
	return &hub{attended: attended, all: map[*live]bool{}, runs: map[string]*live{}}
}

// begin begins a run with its first listener, who must leave, and returns when it has its
// name in the log, or why it has none. ctx gives its values to the run, not its end.
func (h *hub) begin(ctx context.Context, do func(context.Context, func(event.Event)) (*maitre.Reply, error)) (*live, error) {
	l := h.start(ctx, do)
	if l == nil {
		return nil, errClosing
	}
	select {
	case <-l.begun:
	case <-l.over.Done():
	case <-ctx.Done():
	}
	h.mu.Lock()
	run, err := l.run, l.err
	h.mu.Unlock()
	if run != "" {
		return l, nil
	}
	l.leave()
	if err == nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = errInternal // it has done nothing
	}
	return nil, err
}

// start is nil when the server shuts down.
func (h *hub) start(parent context.Context, do func(context.Context, func(event.Event)) (*maitre.Reply, error)) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	over, end := context.WithCancel(context.Background())
	l := &live{hub: h, cancel: cancel, begun: make(chan struct{}), over: over, listeners: 1}
	h.all[l] = true
	h.wg.Go(func() {
		err := guarded(func() error {
			_, err := do(ctx, l.hear)
			return err
		})
		h.mu.Lock()
		l.err = err
		if delete(h.all, l); h.runs[l.run] == l {
			delete(h.runs, l.run)
		}
		h.mu.Unlock()
		cancel(nil)
		end()
	})
	return l
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
	if l == nil {
		return nil
	}
	if l.listeners++; l.timer != nil {
		l.timer.Stop()
	}
	return l
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
	defer l.hub.mu.Unlock()
	if l.run == "" {
		l.run, l.hub.runs[e.Run] = e.Run, l
		close(l.begun)
	}
}

// leave says that a listener is gone. When it was the last one the run is
// cancelled after a while, unless somebody listens by way of another worker.
func (l *live) leave() {
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	if l.listeners--; l.listeners == 0 && l.hub.all[l] {
		l.timer = time.AfterFunc(unheard, l.giveUp)
	}
}

func (l *live) giveUp() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	l.hub.mu.Lock()
	run := l.run
	l.hub.mu.Unlock()
	at, err := l.hub.attended(ctx, run)
	l.hub.mu.Lock()
	defer l.hub.mu.Unlock()
	switch rest := unheard - time.Since(at); {
	case l.listeners > 0: // somebody came back meanwhile
	case err == nil && rest > 0:
		l.timer = time.AfterFunc(rest, l.giveUp)
	default:
		l.cancel(errUnheard)
	}
}
