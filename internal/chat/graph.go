package chat

import (
	"context"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/scrub"
)

// State is one turn of small talk.
type State struct {
	In   ReplyIn `json:"in"`
	Text string  `json:"text,omitempty"` // the answer
}

// Graph is small talk as a graph: one step.
func Graph() *graph.Graph[State] {
	g := graph.New[State]("chat@1")
	g.Start(nil, "reply")
	g.Node("reply", func(_ context.Context, s State, emit graph.Emit) (State, error) {
		s.Text = scrub.Text(Reply(s.In))
		emit(event.Text, event.Words{Text: s.Text})
		return s, nil
	}, nil, graph.End)
	return g
}
