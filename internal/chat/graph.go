package chat

import (
	"context"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/task"
)

// State is one turn of small talk.
type State struct {
	In   ReplyIn `json:"in"`
	Text string  `json:"text,omitempty"` // the answer
}

// Graph is small talk as a graph: one step.
func Graph(tasks *task.Runner) *graph.Graph[State] {
	g := graph.New[State]("chat@1")
	g.Start(nil, "reply")
	g.Node("reply", func(ctx context.Context, s State, emit graph.Emit) (State, error) {
		speech := event.Speak(emit)
		res, err := Reply.Stream(ctx, tasks, s.In, func(d task.Delta) { speech.Say(event.Words(d)) })
		speech.End()
		if text := speech.Text(); err != nil && text != "" {
			// Stopped in mid-answer: the thread keeps what the guest has heard.
			emit(event.PostResponse, event.Said{ID: graph.Key(ctx), Text: text})
		}
		s.Text = scrub.Text(res.Out)
		return s, err
	}, nil, graph.End)
	return g
}
