// Package memo is the house's notebook as tools: what a guest tells is
// remembered, recalled and forgotten, and kept for good only with their leave.
//
// Give a [Memo] the book and offer its Tools to whoever talks to the guest:
//
//	tools, err := (&memo.Memo{Book: book}).Tools()
package memo

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
)

// Memo is a notebook. Its tools are safe for concurrent use.
type Memo struct {
	Book *memory.Book

	// Nobody is the guest as whom those speak who do not say who they are. What
	// they tell holds for the conversation. So it does for a guest without an id.
	Nobody string

	// Diet returns the way to eat that a state of somebody stands for, as pregnancy
	// does, or "", in the words of the text; nil: none does.
	Diet func(text string) string

	// Same reports whether two words name one need; nil: memory.Same.
	Same func(a, b string) bool
}

// Tools returns remember, recall, forget and consent.
func (m *Memo) Tools() ([]agent.Tool, error) {
	var tools []agent.Tool
	for _, tool := range []func() (agent.Tool, error){m.rememberTool, m.recallTool, m.forgetTool, m.consentTool} {
		t, err := tool()
		if err != nil {
			return nil, err
		}
		tools = append(tools, t)
	}
	return tools, nil
}

// turn returns the turn in which a tool is used, by its scene and its run.
func turn(ctx context.Context) hook.Turn {
	s, run := scene.From(ctx), graph.Of(ctx)
	t := hook.Turn{Thread: run.Thread, Guest: run.Guest, Run: run.ID, Message: s.Message, Time: s.Now}
	if t.Time.IsZero() {
		t.Time = time.Now()
	}
	for _, said := range s.Said {
		t.History = append(t.History, thread.Message{Role: thread.RoleUser, Text: said, Time: t.Time})
	}
	if s.Last != "" {
		t.History = append(t.History, thread.Message{Role: thread.RoleAssistant, Text: s.Last, Time: t.Time})
	}
	return t
}

// of returns what is known of the guest of a turn: of one without an id, nothing.
func (m *Memo) of(ctx context.Context, t hook.Turn) (*memory.Set, error) {
	if t.Guest == "" || m.Book == nil {
		return &memory.Set{}, nil
	}
	return m.Book.Of(ctx, t.Guest)
}

func (m *Memo) same(a, b string) bool {
	if m.Same == nil {
		return memory.Same(a, b)
	}
	return m.Same(a, b)
}
