package maitre

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// heard passes on what happens in a run, tools to the hooks too.
func (m *Maitre) heard(ctx context.Context, r *report) graph.Watch {
	ctx = event.With(ctx, r.aside.emit)
	return func(e event.Event) {
		r.hear(e)
		switch e.Type {
		case event.ToolCall, event.ToolResult, event.ToolError:
			m.o.Hooks.Tool(ctx, r.turn, e)
		}
	}
}

// idle is how long a guest is silent before a new thread ends the session of
// the last one.
const idle = 30 * time.Minute

// endLast ends the session of the thread that the guest was in before.
func (m *Maitre) endLast(ctx context.Context, t Turn) {
	if len(m.o.Hooks) == 0 || t.Guest == "" {
		return
	}
	last, err := m.o.Store.List(ctx, t.Guest, 2)
	if err != nil {
		return // it will be ended by and by
	}
	for _, other := range last {
		if other.ID != t.Thread && time.Since(other.Updated) > idle {
			_ = m.End(ctx, t.Guest, other.ID)
		}
	}
}

// End ends a session: the hooks take what they can learn of it as a whole. The
// thread can be gone on with all the same.
func (m *Maitre) End(ctx context.Context, guest, name string) error {
	id, err := thread.Named(ctx, m.o.Store, name, guest)
	if err != nil {
		return err
	}
	all, err := m.o.Store.Messages(ctx, id, guest, 0)
	if err != nil || len(all) == 0 {
		return err
	}
	runs, err := m.o.Store.Runs(ctx, id)
	if err != nil {
		return err
	}
	var after pending
	after.emit(event.SessionEnd, nil)
	m.o.Hooks.SessionEnd(event.With(ctx, after.emit), hook.Turn{Thread: id, Guest: guest, History: all, Time: time.Now(), Listens: m.listens()})
	if len(runs) > 0 {
		m.keep(context.WithoutCancel(ctx), runs[len(runs)-1], &after)
	}
	return nil
}

// Feedback passes on what a guest thinks of the answer that a run gave them.
func (m *Maitre) Feedback(ctx context.Context, guest, run string, f hook.Feedback) error {
	cp, err := m.runOf(ctx, guest, run)
	if err != nil {
		return err
	}
	if f.Text = strings.ToValidUTF8(f.Text, "\uFFFD"); utf8.RuneCountInString(f.Text) > maxMessage {
		return ErrLongMessage
	}
	f.Text = scrub.Text(f.Text)
	var after pending
	err = m.o.Hooks.Feedback(event.With(ctx, after.emit), hook.Turn{Thread: cp.Thread, Guest: guest, Run: run, Time: time.Now()}, f)
	m.keep(context.WithoutCancel(ctx), run, &after)
	return err
}

// done ends a call that has moved a run. Who ends a run learns from it, even if
// it failed or the guest did not wait for it: what they said stands.
func (m *Maitre) done(ctx context.Context, r *report, out outcome, err error) (*Reply, error) {
	if len(m.o.Hooks) > 0 && r.over {
		m.learn(context.WithoutCancel(ctx), r)
	}
	return r.finish(out), err
}

// tended returns who watches the runs of a specialist that RecoverAll goes on with:
// they are learnt from too.
func (m *Maitre) tended(specialist string) func(graph.Checkpoint) graph.Watch {
	if len(m.o.Hooks) == 0 {
		return nil
	}
	return func(cp graph.Checkpoint) graph.Watch {
		ctx := context.Background() // it is nobody's turn
		r := rejoin(&cp, specialist, time.Now(), nil)
		hear := m.heard(ctx, r)
		return func(e event.Event) {
			hear(e)
			if e.Type == event.RunEnd {
				m.learn(ctx, r)
			}
		}
	}
}

// learn calls the hooks after a run and appends what they emit to its log, and
// what they have to say to its answer.
func (m *Maitre) learn(ctx context.Context, r *report) {
	if r.turn.Message == "" { // the turn began with another call
		m.reread(ctx, r)
	}
	more := m.o.Hooks.PostResponse(event.With(ctx, r.aside.emit), r.turn, hook.Response{Text: r.reply.Text, Specialist: r.reply.Specialist, Tools: r.tools})
	if more != "" && !r.silent {
		r.aside.emit(event.Text, event.Words{Text: "\n\n" + more})
		r.aside.emit(event.PostResponse, event.Said{ID: thread.NewID(), Text: more})
	}
	for _, e := range m.keep(ctx, r.reply.Run, &r.aside) {
		r.hear(e)
	}
}

// reread finds in the log how a turn began, and what has happened since. What
// cannot be read is not learnt from.
func (m *Maitre) reread(ctx context.Context, r *report) {
	events, err := m.o.Store.Events(ctx, r.reply.Run, 0, 0)
	if err != nil {
		return
	}
	asked := r.begun(event.Fold(events))
	// The question and an answer may have come after the history.
	all, err := m.o.Store.Messages(ctx, r.turn.Thread, r.turn.Guest, remembered+2)
	if i := slices.IndexFunc(all, func(said thread.Message) bool { return said.ID == asked }); err == nil && i >= 0 {
		r.turn.History = all[:i]
	}
}

// keep appends what hooks have emitted to the log of a run that is over, and
// returns the events. The answer is given and stored: that the log lacks what
// was learnt from it must not fail anything.
func (m *Maitre) keep(ctx context.Context, run string, p *pending) []event.Event {
	if p.none() {
		return nil
	}
	for range 3 { // what the guest thinks of it may be kept at the same time
		cp, err := m.o.Store.Load(ctx, run)
		if err != nil || !cp.Status.Over() {
			return nil
		}
		var events []event.Event
		p.replay(func(t event.Type, data any) {
			events = append(events, event.Event{
				Run: cp.Run, Thread: cp.Thread, Guest: cp.Guest, Seq: cp.Seq + int64(len(events)) + 1,
				Step: cp.Step, Type: t, Time: time.Now().UTC(), Data: event.Payload(t, data),
			})
		})
		err = m.o.Store.AppendEvents(ctx, cp.Run, cp.Version, events)
		switch {
		case err == nil:
			return events
		case !errors.Is(err, graph.ErrConflict):
			return nil
		}
	}
	return nil
}

// spokesman says what a hook replies.
func spokesman() Specialist {
	type state struct{ Text string }
	g := graph.New[state]("house@1")
	g.Start(nil, "say")
	g.Node("say", func(_ context.Context, s state, emit graph.Emit) (state, error) {
		if s.Text != "" { // a person has the conversation
			emit(event.Text, event.Words{Text: s.Text})
		}
		return s, nil
	}, nil, graph.End)
	return NewSpecialist(houseVoice, "what the house itself has to say", g, func(q Query) state { return state{q.reply} }, func(s state) string { return s.Text })
}
