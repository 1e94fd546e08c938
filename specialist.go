package maitre

import (
	"context"
	"encoding/json"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
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

	reply string // of a hook
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

// Specialist answers one kind of message. Make one with NewSpecialist.
//
// Which messages reach the specialists menu, beer, trip and data is in the lists
// and the prompt of internal/route. Any other is reached by what it is About: a
// model is told it, and with no model it must share a word with the message. So
// write it in the words, and all the languages, of your guests: "books, novels,
// livros, libros". The only specialist of a house gets all but small talk.
type Specialist struct {
	Name    string // one word: see thread.CheckID
	About   string // what it is for
	compile func(graph.Store, func(graph.Checkpoint) graph.Watch) (runner, error)
}

// NewSpecialist makes a specialist of a graph: begin makes the state in which a
// query starts, reply finds the answer in the state in which it ended. It takes
// over the graph's Close, which puts the answer into the thread. What is wrong
// with any of it is reported by New.
func NewSpecialist[S any](name, about string, g *graph.Graph[S], begin func(Query) S, reply func(S) string) Specialist {
	g.Close(func(s S, how graph.Status, emit graph.Emit) {
		if text := reply(s); how == graph.Ended && text != "" {
			emit(event.PostResponse, event.Said{ID: thread.NewID(), Text: text})
		}
	})
	return Specialist{name, about, func(store graph.Store, tended func(graph.Checkpoint) graph.Watch) (runner, error) {
		r, err := g.Compile(store, graph.Options{Lease: lease, MaxSteps: maxSteps, Tended: tended})
		return &running[S]{r, begin}, err
	}}
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
	Tend(context.Context) (int, error)
}

// outcome is a graph.Outcome without its type.
type outcome struct {
	question *graph.Question
	deadline time.Time
}

type running[S any] struct {
	*graph.Runner[S]
	begin func(Query) S
}

func (r *running[S]) graph() string { return r.Name() }

func (r *running[S]) run(ctx context.Context, run graph.Run, q Query, w graph.Watch) (outcome, error) {
	return untyped(r.Run(ctx, run, r.begin(q), w))
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
