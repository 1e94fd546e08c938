package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// traced is a run with its figures, and the events of memories around it.
type traced struct {
	trace.Trace
	Metrics trace.Metrics `json:"metrics"`
	Memory  []event.Event `json:"memory,omitempty"`

	// Read is what the reader read, as the task takes it; nil: a model decided, or it is not known.
	Read *understand.In `json:"read,omitempty"`
}

func traceRuns(ctx context.Context, a *app, in struct{ Run string }) (any, error) {
	runs, err := a.runs(ctx, in.Run)
	if err != nil {
		return nil, err
	}
	var all []traced
	for _, events := range runs {
		t := traced{Trace: trace.Of(events), Metrics: trace.Sum(events, a.searchCost())}
		if t.Memory, err = a.lessons(ctx, events); err != nil {
			return nil, err
		}
		t.Read = a.readIn(ctx, t.Trace)
		all = append(all, t)
	}
	return all, nil
}

// runs loads the events of the run of a name, or of all runs of the thread.
func (a *app) runs(ctx context.Context, name string) (all [][]event.Event, err error) {
	ids := []string{name}
	_, err = a.db.Load(ctx, name)
	if errors.Is(err, graph.ErrNotFound) {
		ids, err = a.db.Runs(ctx, name)
	}
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("there is no run and no thread %q in %v", name, a.config.DB)
	}
	for _, id := range ids {
		events, unread := a.db.Events(ctx, id, 0, 0)
		if err = errors.Join(err, unread); len(events) > 0 {
			all = append(all, events)
		}
	}
	return all, err
}

// readIn returns what the reader read in a run.
func (a *app) readIn(ctx context.Context, t trace.Trace) *understand.In {
	if !slices.ContainsFunc(t.Spans, func(s trace.Span) bool { return s.Name == concierge.Decide.Name && s.Status == task.ByRule }) {
		return nil
	}
	k, err := a.ownState(ctx, t.Run)
	if err != nil {
		return nil // the rest of the trace says enough
	}
	return &understand.In{Message: t.Message, Last: k.Did, House: k.Scene.Last}
}

// lessons returns the events of memories around a run: in its own log, and in those
// that package memory names after it, such as "RUN~memory".
func (a *app) lessons(ctx context.Context, events []event.Event) (all []event.Event, err error) {
	first, names := events[0], []string{}
	for _, l := range []string{"memory", "ask", "positive", "negative", "correction", "preference"} {
		names = append(names, first.Run+"~"+l)
	}
	end := len(trace.Answering(events))
	for i, e := range events {
		if i >= end && e.Type != event.Text || e.Type == event.MemoryRetrieved || e.Type == event.HookError {
			all = append(all, e)
		}
		if e.Type == event.PostResponse {
			names = append(names, first.Thread+"~end~"+event.Read[event.Said](e).ID) // the last thing said before the session ended
		}
	}
	for _, name := range names {
		more, err := a.db.Events(ctx, name, 0, 0)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// inOrder are the spans by when they began: a call of a model is in the log when it has ended.
func (t traced) inOrder() []trace.Span {
	return slices.SortedStableFunc(slices.Values(t.Spans), func(a, b trace.Span) int { return cmp.Compare(a.At, b.At) })
}

// again is the line of a shell that reads the message again.
func (t traced) again() string {
	in, _ := json.Marshal(map[string]any{"in": t.Read}) // strings
	return fmt.Sprintf("printf %%s '%s' | maitre task run read", strings.ReplaceAll(string(in), "'", `\u0027`))
}

// told says of a step what was asked of a tool, or how sure the reader was of a message: " {"wish":"peixe"}".
func told(data json.RawMessage) string {
	var d struct {
		Input json.RawMessage
		Sure  float64
		Acts  []string
	}
	switch _ = json.Unmarshal(data, &d); {
	case len(d.Input) > 0:
		return " " + string(d.Input)
	case d.Sure > 0:
		return fmt.Sprintf(", sure %.2f: %s", d.Sure, strings.Join(d.Acts, ", "))
	}
	return ""
}

func metrics(ctx context.Context, a *app, in struct{ OpenMetrics bool }) (any, error) {
	if a.json && in.OpenMetrics {
		return nil, wrong("choose one", "--json and --openmetrics are two ways to say the same")
	}
	m := &trace.Metrics{SearchCost: a.searchCost()}
	if err := a.eachEvent(ctx, m.Add); err != nil {
		return nil, err
	}
	if in.OpenMetrics {
		return nil, m.WriteOpenMetrics(a.Stdout)
	}
	return m, nil
}

// searchCost returns what one web search costs by the configured prices, or
// zero when there is none.
func (a *app) searchCost() llm.USD {
	for _, m := range a.config.Models {
		if p := a.config.Price(m); p != nil && p.Search > 0 {
			return p.Cost(llm.Usage{Searches: 1})
		}
	}
	return 0
}

// spent writes a sum of money, or that no price is known of the decisions that it is for.
func spent(usd float64, unpriced int) string {
	if usd == 0 && unpriced > 0 {
		return "at no known price"
	}
	return fmt.Sprintf("$%.5f", usd)
}
