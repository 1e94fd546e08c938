package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// lease is one worker's lease of a run. It lasts until another worker saves, or
// the store fails: from then on, what the store has is not known.
type lease[S any] struct {
	r *Runner[S]
	s S // as it is stored
	log
	foreign bool // the state is not one of this graph
	letGo   bool // when ctx ends: leave the run to another worker
}

func (d *lease[S]) decode() error {
	if d.cp.Graph != d.r.g.name {
		return fmt.Errorf("%w: %s, not %s", ErrVersion, d.cp.Graph, d.r.g.name)
	}
	if err := json.Unmarshal(d.cp.State, &d.s); err != nil {
		return fmt.Errorf("its state cannot be read: %w", err)
	}
	return nil
}

func (d *lease[S]) outcome() Outcome[S] {
	return Outcome[S]{d.s, d.cp.Status, d.cp.Step, d.cp.Question, d.cp.Deadline}
}

// loop runs nodes until the run waits or is over.
func (d *lease[S]) loop(ctx context.Context, err error) (Outcome[S], error) {
	for err == nil && d.cp.Status == Running {
		err = d.once(ctx)
	}
	return d.outcome(), err
}

// resume claims a run that is under way and goes on with it.
func (d *lease[S]) resume(ctx context.Context) (Outcome[S], error) {
	if d.cp.Status != Running {
		return d.outcome(), nil
	}
	return d.loop(ctx, d.save(d.cp, d.s))
}

// maxClaims is how often a run may be taken up before it is given up: a step
// that kills its worker, for want of memory for instance, would kill them all.
// Every claim is a version; besides these a step takes one, a question two.
const maxClaims = 20

// once runs the next node and saves what came of it.
func (d *lease[S]) once(ctx context.Context) error {
	n := d.r.g.nodes[d.cp.Next]
	switch {
	case ctx.Err() != nil:
		return d.gone(ctx)
	case d.cp.Step > d.o.MaxSteps:
		return d.fail(fmt.Errorf("more than %d steps", d.o.MaxSteps))
	case d.cp.Version > int64(2*d.cp.Step+maxClaims):
		return d.fail(errors.New("its worker was lost too often"))
	case n == nil: // a checkpoint of a graph that changed and kept its version
		return d.fail(fmt.Errorf("there is no node %q", d.cp.Next))
	case n.ask != nil:
		return d.wait(n)
	}
	d.append(event.StepStart, n.name)
	s, err := d.step(ctx, n)
	if d.err != nil {
		return d.err
	}
	var to string
	var state json.RawMessage
	if err == nil {
		to, state, err = n.after(s)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return d.gone(ctx)
	case err != nil:
		return d.fail(fmt.Errorf("node %s: %w", d.cp.Next, err))
	}
	d.append(event.StepEnd, n.name)
	return d.goTo(to, s, state)
}

// step calls the node. While it works the store hears from us, so that nobody
// takes the run for abandoned; when another worker has taken it all the same,
// the node's context is cancelled, so that it spends nothing more.
func (d *lease[S]) step(ctx context.Context, n *node[S]) (out S, err error) {
	ctx, lost := context.WithCancelCause(context.WithValue(ctx, keyKey{}, key{d.cp.Run, d.cp.Step, d.cp.Guest, d.cp.Thread}))
	defer lost(nil)
	if d.o.Within != nil {
		ctx = d.o.Within(ctx)
	}
	defer d.working(lost)()
	err = d.emitting(func(emit Emit) (err error) {
		out, err = n.run(event.With(ctx, emit), d.s, emit)
		return err
	})
	return out, err
}

// wait saves the question and lets go of the run.
func (d *lease[S]) wait(n *node[S]) error {
	q, err := n.question(d.s)
	if err != nil {
		return d.fail(fmt.Errorf("question %s: %w", d.cp.Next, err))
	}
	next := d.cp
	next.Status, next.Question = Waiting, &q
	if q.Timeout > 0 {
		next.Deadline = now().Add(q.Timeout)
	}
	d.append(event.Question, event.Payload(event.Question, questionData{q, next.Deadline}))
	return d.save(next, d.s)
}

// late reports whether the run waits and its deadline has passed.
func (d *lease[S]) late() bool {
	return d.cp.Status == Waiting && !d.cp.Deadline.IsZero() && !time.Now().Before(d.cp.Deadline)
}

// answer goes on with a run that waits. Whoever saves first has won.
func (d *lease[S]) answer(ctx context.Context, a Answer) (Outcome[S], error) {
	n := d.r.g.nodes[d.cp.Next]
	switch {
	case d.cp.Status != Waiting || a.Step != 0 && a.Step != d.cp.Step:
		return d.outcome(), ErrNoAsk
	case n == nil || n.answer == nil: // as in once
		return d.loop(ctx, d.fail(fmt.Errorf("there is no question %q", d.cp.Next)))
	case d.late():
		a = Answer{TimedOut: true}
	case a.TimedOut:
		return d.outcome(), errors.New("the deadline has not passed")
	}
	s, err := n.fold(d.s, a)
	var to string
	var state json.RawMessage
	if err == nil {
		to, state, err = n.after(s)
	}
	switch {
	case err != nil && a.TimedOut:
		return d.loop(ctx, d.fail(fmt.Errorf("question %s: silence is not an answer: %w", d.cp.Next, err)))
	case err != nil:
		return d.outcome(), fmt.Errorf("question %s: not an answer: %w", d.cp.Next, err)
	}
	d.append(event.Answer, event.Payload(event.Answer, a))
	return d.loop(ctx, d.goTo(to, s, state))
}

// goTo saves the state with the node that follows, or ends the run.
func (d *lease[S]) goTo(to string, s S, state json.RawMessage) error {
	next := d.cp
	next.State, next.Question, next.Deadline = state, nil, time.Time{}
	if to == End {
		return d.finish(next, s, Ended, nil)
	}
	next.Status, next.Next = Running, to
	if next.Version > 0 {
		next.Step++
	}
	if next.Version > 0 && d.r.g.repeats != nil && d.r.g.repeats(s) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.cp, d.s, d.ahead = next, s, true
		return nil
	}
	return d.save(next, s)
}

func (d *lease[S]) fail(why error) error {
	return d.finish(d.cp, d.s, Failed, why)
}

// gone is what to do when ctx has ended.
func (d *lease[S]) gone(ctx context.Context) error {
	if d.letGo {
		return context.Cause(ctx)
	}
	return d.finish(d.cp, d.s, Cancelled, context.Cause(ctx))
}

// finish ends the run. It returns why, or that it could not be saved.
func (d *lease[S]) finish(next Checkpoint, s S, how Status, why error) error {
	if d.r.g.close != nil && !d.foreign {
		before := len(d.pending)
		err := d.emitting(func(emit Emit) error { d.r.g.close(s, how, emit); return nil })
		if err != nil {
			d.pending = d.pending[:before]
			how, why = Failed, both(why, fmt.Errorf("closing: %w", err))
		}
	}
	next.Status, next.Question, next.Deadline, next.Next = how, nil, time.Time{}, End
	if why != nil {
		next.Err = event.Brief(why.Error())
	}
	end, _ := json.Marshal(endData{how, next.Err}) // scrubbed already
	d.append(event.RunEnd, end)
	if err := d.save(next, s); err != nil {
		return both(why, err)
	}
	return why
}

func both(a, b error) error {
	if a == nil {
		return b
	}
	return fmt.Errorf("%w; %w", a, b)
}

func (d *lease[S]) save(next Checkpoint, s S) error {
	err := d.commit(next)
	if d.cp.Version > next.Version { // saved, even if who watches then panicked
		d.s = s
	}
	return err
}

// What events of the runner's own carry.
type (
	questionData struct {
		Question
		Deadline time.Time `json:"deadline,omitzero"`
	}
	endData struct {
		Status Status `json:"status"`
		Err    string `json:"err,omitempty"`
	}
)
