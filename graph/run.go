package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Options change how a graph runs. The zero value is the default.
type Options struct {
	MaxSteps int           // a run that takes more fails; 50
	Flush    time.Duration // how long an event may wait for its step to end before it is appended; 20 ms
	Lease    time.Duration // a running run of which nothing is heard for so long has lost its worker; 30 s

	// Within, if set, makes the context in which a node runs, of one that names its run: see Of.
	Within func(context.Context) context.Context

	// Recovered, if set, returns who watches a run that RecoverAll goes on with.
	Recovered func(Checkpoint) Watch
}

func (o Options) withDefaults() Options {
	if o.MaxSteps == 0 {
		o.MaxSteps = 50
	}
	if o.Flush == 0 {
		o.Flush = 20 * time.Millisecond
	}
	if o.Lease == 0 {
		o.Lease = 30 * time.Second
	}
	return o
}

// Runner runs a compiled graph. It is safe for concurrent use, and any number
// of runners, in any number of processes, may share a store.
type Runner[S any] struct {
	g     *Graph[S]
	store Store
	o     Options
}

// Name returns the graph's name@version.
func (r *Runner[S]) Name() string { return r.g.name }

// Run says which run it is, and whose. An ID that was used before is
// ErrConflict. What a store keeps sealed it seals for Guest: with none, the
// state lies open. Begin, which may be nil, appends what happened before the
// first step.
type Run struct {
	ID, Thread, Guest string
	Begin             func(Emit)
}

// Outcome is how a run stands when the runner lets go of it. Beside an error
// it is what this runner stored last, and its Status is empty if that is
// nothing.
type Outcome[S any] struct {
	State    S
	Status   Status
	Step     int
	Question *Question // while it waits
	Deadline time.Time // of Question; zero: none
}

// Watch hears events once they are stored, in order and one at a time. It must
// not block long: the next ones are not stored before it returns.
type Watch func(event.Event)

// PanicError is a bug in a function of a graph, or in who watches.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// catch makes an error of a panic.
func catch(err *error) {
	if p := recover(); p != nil {
		*err = &PanicError{p, debug.Stack()}
	}
}

type keyKey struct{}

type key struct {
	run    string
	step   int
	guest  string
	thread string
}

// Key returns a name for the step that ctx belongs to, the same when the step
// is run again after a crash: the idempotency key for what a node does outside
// the program. It is empty outside a node.
func Key(ctx context.Context) string {
	k, ok := ctx.Value(keyKey{}).(key)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s.%d", k.run, k.step)
}

// Guest returns whose the run is that ctx belongs to, from its checkpoint and
// so whatever was said in it. It is empty outside a node.
func Guest(ctx context.Context) string {
	k, _ := ctx.Value(keyKey{}).(key)
	return k.guest
}

// Of returns the run that ctx belongs to: its ID, Thread and Guest, from its
// checkpoint. They are empty outside a node.
func Of(ctx context.Context) Run {
	k, _ := ctx.Value(keyKey{}).(key)
	return Run{ID: k.run, Thread: k.thread, Guest: k.guest}
}

// Run begins a run and goes on until it ends, fails, is cancelled or waits.
// A failed run is an error, and so is a cancelled one. If ctx has ended, or
// the thread is busy, nothing happens at all; if it ends later, the run is
// cancelled.
func (r *Runner[S]) Run(ctx context.Context, run Run, s S, watch Watch) (out Outcome[S], err error) {
	defer name(run.ID, &err)
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if run.ID == "" {
		return out, fmt.Errorf("graph %s: a run needs an id", r.g.name)
	}
	state, err := encode(s)
	if err != nil {
		return out, err
	}
	d := r.lease(ctx, &Checkpoint{Run: run.ID, Thread: run.Thread, Guest: run.Guest, Graph: r.g.name, Step: 1, State: state}, watch)
	d.s = s
	d.append(event.RunStart, r.g.started)
	if run.Begin != nil {
		if err := d.emitting(func(emit Emit) error { run.Begin(emit); return nil }); err != nil {
			return out, err
		}
	}
	to, err := r.g.start.next(s)
	if err != nil {
		err = d.finish(d.cp, s, Failed, fmt.Errorf("start: %w", err))
	} else {
		err = d.goTo(to, s, state)
	}
	if errors.Is(err, ErrConflict) {
		return out, fmt.Errorf("there is one of that id already: %w", err)
	}
	return d.loop(ctx, err)
}

// Answer goes on with a run that waits. Of several answers and the deadline
// exactly one wins; the others get ErrNoAsk or ErrConflict. An answer that
// comes after the deadline counts as silence. A value that the question does
// not take is an error, and the question stays open.
func (r *Runner[S]) Answer(ctx context.Context, id string, a Answer, watch Watch) (out Outcome[S], err error) {
	defer name(id, &err)
	d, err := r.load(ctx, id, watch)
	if err != nil {
		return out, err
	}
	return d.answer(ctx, a)
}

// Recover goes on with a run whose worker is gone. It fails with ErrConflict
// when that worker, or another, was faster. A run that waits or is over is
// returned as it stands.
func (r *Runner[S]) Recover(ctx context.Context, id string, watch Watch) (out Outcome[S], err error) {
	defer name(id, &err)
	d, err := r.load(ctx, id, watch)
	if err != nil {
		return out, err
	}
	return d.resume(ctx)
}

// Cancel ends a run that is not over, wherever it is, and even if another
// version of the graph began it; what Close appends is then missing. A worker
// that is in the middle of a step learns of it when it next stores an event.
func (r *Runner[S]) Cancel(ctx context.Context, id string, why error) (err error) {
	defer name(id, &err)
	for {
		d, err := r.read(ctx, id, nil)
		if err != nil || d.cp.Status.Over() {
			return err
		}
		d.foreign = d.decode() != nil
		err = d.finish(d.cp, d.s, Cancelled, why)
		switch {
		case d.cp.Status == Cancelled:
			return nil
		case !errors.Is(err, ErrConflict) || ctx.Err() != nil:
			return err
		}
		// Its worker has stored something meanwhile.
	}
}

func (r *Runner[S]) load(ctx context.Context, id string, watch Watch) (*lease[S], error) {
	d, err := r.read(ctx, id, watch)
	if err == nil {
		err = d.decode()
	}
	return d, err
}

func (r *Runner[S]) read(ctx context.Context, id string, watch Watch) (*lease[S], error) {
	cp, err := r.store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.lease(ctx, cp, watch), nil
}

func (r *Runner[S]) lease(ctx context.Context, cp *Checkpoint, watch Watch) *lease[S] {
	return &lease[S]{r: r, log: log{store: r.store, watch: watch, o: r.o, ctx: context.WithoutCancel(ctx), cp: *cp}}
}

// name says which run an error is about.
func name(run string, err *error) {
	if *err != nil {
		*err = fmt.Errorf("run %s: %w", run, *err)
	}
}

func encode(state any) (raw json.RawMessage, err error) {
	defer catch(&err)
	if raw, err = json.Marshal(state); err != nil {
		err = fmt.Errorf("its state cannot be written: %w", err)
	}
	return raw, err
}
