package maitre

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/thread"
)

// Query is what a specialist is asked.
type Query struct {
	Turn
	History []thread.Message // of the thread, oldest first
	Context string           // what the hooks know of the guest, for prompts

	// Language is what the guest wants to be answered in; empty: as they write.
	Language string

	// Constraints are what the specialist must obey whatever else it thinks of.
	Constraints hook.Constraints

	// People are those at the table, the guest first, as far as the hooks know.
	People []hook.Person

	reply string // of a hook
	acted bool   // the hook has done what the message asks
	held  bool   // a person of the house has the conversation
	last  func() json.RawMessage
}

// Last reads into state how the specialist's last run in this thread left it,
// and reports whether there was one that can still be read.
func (q Query) Last(state any) bool {
	if q.last == nil {
		return false
	}
	raw := q.last()
	return raw != nil && json.Unmarshal(raw, state) == nil
}

// Specialist knows one subject. Make one with NewSpecialist or NewToolset.
//
// With a model it is its tools: the concierge offers those of every specialist
// for every message. One that has a graph and no tools is offered as a tool of its
// own, ask_NAME, which takes a question.
//
// With no model the reader inside the binary calls the tools that it knows: ours. A
// specialist with a graph gets the messages that share a word with what it is About.
// So write that in the words, and all the languages, of your guests: "books, novels,
// livros, libros". The only specialist of a house gets all but courtesies.
type Specialist struct {
	Name  string // one word: see thread.CheckID
	About string // what it is for
	Tools []agent.Tool

	compile func(graph.Store, graph.Options) (runner, error) // nil: it has no graph
	sense   func(*concierge.Concierge)                       // what a specialist of ours tells it besides its tools
	err     error                                            // what is wrong with it, for New to report
}

// NewToolset makes a specialist of tools alone, which only a model can use.
func NewToolset(name, about string, tools ...agent.Tool) Specialist {
	return Specialist{Name: name, About: about, Tools: tools}
}

// NewSpecialist makes a specialist of a graph: begin makes the state in which a
// query starts, reply finds the answer in the state in which it ended. It takes
// over the graph's Close, which puts the answer into the thread. What is wrong
// with any of it is reported by New.
func NewSpecialist[S any](name, about string, g *graph.Graph[S], begin func(Query) S, reply func(S) string) Specialist {
	return specialistOf(name, about, g, func(_ context.Context, q Query) S { return begin(q) }, reply)
}

func specialistOf[S any](name, about string, g *graph.Graph[S], begin func(context.Context, Query) S, reply func(S) string) Specialist {
	if g == nil {
		return Specialist{Name: name, err: errors.New("it has no graph")}
	}
	g.Close(func(s S, how graph.Status, emit graph.Emit) {
		if text := reply(s); how == graph.Ended && text != "" {
			emit(event.PostResponse, event.Said{ID: thread.NewID(), Text: text})
		}
	})
	return Specialist{Name: name, About: about, compile: func(store graph.Store, o graph.Options) (runner, error) {
		o.MaxSteps = maxSteps
		r, err := g.Compile(store, o)
		return &running[S]{r, begin}, err
	}}
}

// once runs a graph as a tool of another run and returns the answer: what it shows and does
// is told in that run's log, and what it asks the guest that run asks.
func (s Specialist) once(ctx context.Context, q Query) (text string, err error) {
	store := graph.NewMemory()
	r, err := s.compile(store, graph.Options{})
	if err != nil {
		return "", err
	}
	hear := func(e event.Event) {
		switch e.Type {
		case event.PostResponse:
			text = event.Read[event.Said](e).Text
		case event.UI, event.ToolCall, event.ToolResult, event.ToolError, event.Decision, event.Retrieved:
			event.Emit(ctx, e.Type, e.Data)
		}
	}
	run := graph.Run{ID: cmp.Or(agent.Key(ctx), thread.NewID()), Guest: q.Guest}
	if paused, ok := agent.Resumed(ctx); !ok {
		_, err = r.run(ctx, run, q, hear)
	} else if run.ID, err = restore(ctx, store, paused); err == nil {
		paused.Answer.Step = 0 // of the other run's question
		_, err = r.answer(ctx, run.ID, paused.Answer, hear)
	}
	if cp, e := store.Load(ctx, run.ID); e == nil && cp.Status == graph.Waiting { // still, where that was no answer to it
		kept, e := json.Marshal(cp)
		return "", cmp.Or(e, error(agent.Paused{Question: *cp.Question, Kept: kept}))
	}
	return text, err
}

// restore puts the run that a call paused with into a store of its own. The other run has
// the deadline.
func restore(ctx context.Context, store graph.Store, p agent.Paused) (run string, err error) {
	var cp graph.Checkpoint
	if err := json.Unmarshal(p.Kept, &cp); err != nil {
		return "", err
	}
	cp.Version, cp.Seq, cp.Deadline = 1, 0, time.Time{}
	if p.Answer.TimedOut {
		cp.Deadline = cp.Updated // it has passed
	}
	return cp.Run, store.Save(ctx, &cp, nil)
}

// maxSteps is enough for an agent that thinks and acts fifty times.
const maxSteps = 100

// lease is how long a run may be silent before another worker takes it over.
const lease = 30 * time.Second

// runner is a graph.Runner without its type.
type runner interface {
	graph() string
	run(context.Context, graph.Run, Query, graph.Watch) (outcome, error)
	answer(context.Context, string, graph.Answer, graph.Watch) (outcome, error)
	resume(context.Context, string, graph.Watch) (outcome, error)
	Cancel(context.Context, string, error) error
	RecoverAll(context.Context) (int, error)
}

// outcome is a graph.Outcome without its type.
type outcome struct {
	question *graph.Question
	deadline time.Time
}

type running[S any] struct {
	*graph.Runner[S]
	begin func(context.Context, Query) S
}

func (r *running[S]) graph() string { return r.Name() }

func (r *running[S]) run(ctx context.Context, run graph.Run, q Query, w graph.Watch) (outcome, error) {
	return untyped(r.Run(ctx, run, r.begin(ctx, q), w))
}

func (r *running[S]) answer(ctx context.Context, id string, a graph.Answer, w graph.Watch) (outcome, error) {
	return untyped(r.Answer(ctx, id, a, w))
}

func (r *running[S]) resume(ctx context.Context, id string, w graph.Watch) (outcome, error) {
	return untyped(r.Recover(ctx, id, w))
}

func untyped[S any](o graph.Outcome[S], err error) (outcome, error) {
	return outcome{o.Question, o.Deadline}, err
}
