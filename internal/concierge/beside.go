package concierge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// beside takes the text that a model wrote in the same step in which it called remember as the
// answer, so that it need not be asked again. The guard checks the text now, with the facts that
// were noted. It is not taken for a question or a plain wish, unless another tool ran for
// it before, nor if a fact was refused.
func (c *Concierge) beside(ctx context.Context, s agent.State, o own, tools []llm.ToolSpec, say func(event.Words)) (agent.Thought, bool) {
	n := len(s.Messages)
	if n < o.From+3 || s.Messages[n-1].Role != llm.RoleTool {
		return agent.Thought{}, false
	}
	looked := slices.ContainsFunc(s.Messages[o.From:n-2], func(m llm.Message) bool {
		return slices.ContainsFunc(m.Parts, func(p llm.Part) bool { return p.Call != nil && p.Call.Name != "remember" })
	})
	var text string
	for _, p := range s.Messages[n-2].Parts {
		if p.Call != nil && (p.Call.Name != "remember" || strings.HasPrefix(p.Call.ID, readID) || strings.Contains(p.Call.Args, `"keep"`)) { // whether it is kept stands in the result
			return agent.Thought{}, false
		}
		text += p.Text
	}
	for _, p := range s.Messages[n-1].Parts {
		var out struct{ Rejected []any }
		if p.Result == nil || p.Result.IsError || json.Unmarshal([]byte(p.Result.Content), &out) != nil || len(out.Rejected) > 0 {
			return agent.Thought{}, false
		}
	}
	if strings.TrimSpace(text) == "" {
		return agent.Thought{}, false
	}
	asks := func(a understand.Act) bool { return a.Score >= surely && !telling[a.Name] }
	if !looked && (strings.Contains(o.Turn.Message, "?") || slices.ContainsFunc(understand.Read(o.Turn.Message, understand.Before{}).Acts, asks)) {
		return agent.Thought{}, false
	}
	v := judge(text, c.groundsOf(ctx, s, o), false)
	if v.outcome == refused {
		return agent.Thought{}, false
	}
	guarded(ctx, v)
	say(event.Words{Text: v.text})
	return c.settled(ctx, v.text, v.marks, o, tools), true
}

// telling are the acts of a message that asks for nothing, surely the score from which on the
// reader knows better than a model that answers beside remember.
var telling = lang.Set("tell yes no greet thanks bye smalltalk")

const surely = 0.8
