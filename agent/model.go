package agent

import (
	"context"
	"errors"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

// ByModel thinks with a model, and with rule when there is none (a nil model)
// or when it fails. decided, which may be nil, hears of each thought who had
// it, and why if it was not the model.
func ByModel(m llm.Model, params llm.Request, rule Think, decided func(ctx context.Context, resp *llm.Response, why error)) Think {
	if decided == nil {
		decided = func(context.Context, *llm.Response, error) {}
	}
	return func(ctx context.Context, s State, tools []llm.ToolSpec, say func(event.Words)) (Thought, error) {
		if m == nil {
			decided(ctx, nil, nil)
			return rule(ctx, s, tools, say)
		}
		req := params
		req.System, req.Messages, req.Tools = s.System, s.Messages, tools
		said := false
		resp, err := llm.Stream(ctx, m, &req, func(text string) {
			said = true
			say(event.Words{Text: text})
		})
		if err == nil {
			err = whole(resp)
		}
		if err == nil {
			decided(ctx, resp, nil)
			if said && len(resp.Calls()) > 0 {
				say(event.Words{Restart: true}) // thinking aloud before a call is not the answer
			}
			return Thought{Text: resp.Text(), Calls: resp.Calls(), Sent: &resp.Message}, nil
		}
		if ctx.Err() != nil {
			return Thought{}, context.Cause(ctx)
		}
		decided(ctx, resp, err)
		if said {
			say(event.Words{Restart: true})
		}
		return rule(ctx, s, tools, say)
	}
}

func whole(resp *llm.Response) error {
	switch {
	case resp.Finish == llm.Length:
		return errors.New("the answer is longer than the limit")
	case resp.Finish == llm.Filtered:
		return errors.New("the provider withheld the answer")
	case resp.Text() == "" && len(resp.Calls()) == 0:
		return errors.New("the model answered nothing")
	}
	return nil
}
