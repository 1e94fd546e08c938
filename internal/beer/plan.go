package beer

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/customer"
	"github.com/maitre-dev/maitre/llm"
)

// rule implements agent.Think: it looks at what the guest wants and at what was
// done for it, and does the next thing of the plan.
func (a *Advisor) rule(ctx context.Context, s agent.State, tools []llm.ToolSpec, say func(event.Words)) (agent.Thought, error) {
	thought := a.next(ctx, s)
	if len(tools) == 0 && len(thought.Calls) > 0 { // there is no time left for another step
		thought = agent.Thought{Text: a.words(s).summed(turnOf(s))}
	}
	if len(thought.Calls) == 0 {
		say(event.Words{Text: thought.Text})
	}
	return thought, nil
}

func (a *Advisor) next(ctx context.Context, s agent.State) agent.Thought {
	o, t, w := ownOf(s), turnOf(s), a.words(s)
	want := a.read(ctx, o)
	switch want.intent {
	case profiles:
		if who, ok := result[customer.Profile](t, profileTool); ok {
			return answer(w.profile(who))
		}
		if t.called(profileTool) {
			return answer(w.Again(w.Beer.Failed))
		}
		return call(ctx, profileTool, customer.Lookup{})
	case questions:
		if out, ok := result[queryOut](t, queryTool); ok {
			return answer(w.answered(out))
		}
		if t.called(queryTool) {
			return answer(w.Again(w.Beer.Failed))
		}
		return call(ctx, queryTool, queryIn{want.question, o.Language})
	case details:
		return a.explain(ctx, o, t, w, want)
	case recommend:
		return a.recommend(ctx, o, t, w, want)
	}
	return answer(w.Beer.Help)
}

// recommend follows the five steps.
func (a *Advisor) recommend(ctx context.Context, o own, t turn, w phrases, want wish) agent.Thought {
	if !t.called(profileTool) {
		return call(ctx, profileTool, customer.Lookup{})
	}
	who, _ := result[customer.Profile](t, profileTool)
	if !t.called(searchTool) {
		if want.city == "" && want.state == "" && who.Location == "" {
			return answer(w.Beer.Where)
		}
		in := searchIn{City: want.city, State: want.state, Type: want.kind, Language: o.Language}
		if want.others {
			in.History = o.Shown
		}
		return call(ctx, searchTool, in)
	}
	found, ok := result[searchOut](t, searchTool)
	switch {
	case !ok:
		return answer(w.Again(w.Beer.Failed))
	case len(found.Breweries) == 0 && want.others:
		return answer(fmt.Sprintf(w.Beer.NoOthers, place(found.Metadata.City, found.Metadata.State)))
	case len(found.Breweries) == 0:
		return answer(w.none(found.Metadata))
	case !t.called(detailsTool):
		return call(ctx, detailsTool, detailsIn{BreweryID: found.Breweries[0].ID, Listed: found.Breweries, Language: o.Language})
	}
	return answer(w.summed(t))
}

// explain tells of one brewery that the guest asked for themselves.
func (a *Advisor) explain(ctx context.Context, o own, t turn, w phrases, want wish) agent.Thought {
	listed := o.Listed
	if want.item == 0 { // named, but not shown yet
		found, ok := result[searchOut](t, searchTool)
		switch {
		case !t.called(searchTool):
			return call(ctx, searchTool, searchIn{Name: want.name, Language: o.Language})
		case !ok || len(found.Breweries) == 0:
			return answer(fmt.Sprintf(w.Beer.Unknown, want.name))
		case len(found.Breweries) > 1:
			return answer(w.which(found.Breweries))
		}
		listed, want.item = found.Breweries, 1
	}
	if !t.called(detailsTool) {
		return call(ctx, detailsTool, detailsIn{BreweryID: listed[want.item-1].ID, Listed: listed, Asked: true, Language: o.Language})
	}
	return answer(w.summed(t))
}

func answer(text string) agent.Thought { return agent.Thought{Text: text} }

// call makes a thought of one call. Its id is the same when the step is done
// again after a crash.
func call(ctx context.Context, tool string, args any) agent.Thought {
	b, _ := json.Marshal(args) // ours
	return agent.Thought{Calls: []llm.ToolCall{{ID: graph.Key(ctx), Name: tool, Args: string(b)}}}
}
