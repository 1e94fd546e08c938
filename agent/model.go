package agent

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

// ByModel thinks with a model, and with rule when there is none (a nil model)
// or when it fails. With a nil rule the model's error is the run's; with
// neither there is nobody to think, ByModel is nil, and Graph says so.
//
// decided hears of each thought who had it, and why if it was not the model. If
// it is nil the log is told, as of a task: by params.Label, or "think".
func ByModel(m llm.Model, params llm.Request, rule Think, decided func(ctx context.Context, resp *llm.Response, why error)) Think {
	if m == nil && rule == nil {
		return nil
	}
	return func(ctx context.Context, s State, tools []llm.ToolSpec, say func(event.Words)) (Thought, error) {
		decided := decided
		if decided == nil {
			decided = logged(cmp.Or(params.Label, "think"), time.Now(), m == nil)
		}
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
		if rule == nil {
			return Thought{}, err
		}
		decided(ctx, resp, err)
		if said {
			say(event.Words{Restart: true})
		}
		return rule(ctx, s, tools, say)
	}
}

// logged emits who thought, and what it cost.
func logged(label string, start time.Time, free bool) func(context.Context, *llm.Response, error) {
	return func(ctx context.Context, resp *llm.Response, why error) {
		d := llm.Decision{Task: label, By: llm.ByRule, MS: float64(time.Since(start)) / float64(time.Millisecond), Cost: new(llm.USD)}
		if !free {
			d.Cost = llm.Spent(resp, why)
		}
		if why != nil {
			d.Why = event.Brief(why.Error())
		}
		if resp != nil {
			d.Usage = resp.Usage
		}
		if resp != nil && why == nil {
			d.By = resp.Model
		}
		event.Emit(ctx, event.Decision, d)
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
