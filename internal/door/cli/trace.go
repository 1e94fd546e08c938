package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/operate/trace"
)

func traceCommand() command {
	return command{
		name: "trace", args: "RUN", about: "what happened in a run, step by step",
		help: `RUN is the id of a run, or of a thread: then all its runs are shown, each with what was known of the guest
and what was learnt from it.

  maitre trace 01jd2x7k`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON object a run")
			return func(ctx context.Context, a *app, args []string) error {
				runs, err := a.runs(ctx, args)
				if err != nil {
					return err
				}
				for _, events := range runs {
					t := traced{Trace: trace.Of(answering(events)), Metrics: trace.Metrics{SearchCost: a.searchCost()}}
					for _, e := range events {
						t.Metrics.Add(e)
					}
					if t.Memory, err = a.lessons(ctx, events); err != nil {
						return err
					}
					if *asJSON {
						err = writeJSON(a.Stdout, t)
					} else {
						err = writeTrace(a, t)
					}
					if err != nil {
						return err
					}
				}
				return nil
			}
		},
	}
}

// runs loads the events of the run, or of all runs of the thread, that the one
// argument names.
func (a *app) runs(ctx context.Context, args []string) ([][]event.Event, error) {
	if len(args) != 1 {
		return nil, &usageError{"name one run or thread", `"maitre ask --json" tells both`}
	}
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	ids := []string{args[0]}
	if _, err := db.Load(ctx, args[0]); errors.Is(err, graph.ErrNotFound) {
		if ids, err = db.Runs(ctx, args[0]); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("there is no run and no thread %q in %v", args[0], a.config.DB)
	}
	var all [][]event.Event
	for _, id := range ids {
		events, err := db.Events(ctx, id, 0, 0)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			all = append(all, events)
		}
	}
	return all, nil
}

// traced is a run, what it came to, and what was known and learnt around it.
type traced struct {
	trace.Trace
	Metrics trace.Metrics `json:"metrics"`
	Memory  []event.Event `json:"memory,omitempty"`
}

// lessons returns what happened around a run: in its own log, and in the logs
// of what was learnt from it, which package memory names after it.
func (a *app) lessons(ctx context.Context, events []event.Event) ([]event.Event, error) {
	first := events[0]
	var all []event.Event
	var names []string
	for _, l := range []string{"memory", "ask", "positive", "negative", "correction", "preference"} {
		names = append(names, first.Run+"~"+l)
	}
	end := len(answering(events))
	for i, e := range events {
		if i >= end && e.Type != event.Text || e.Type == event.MemoryRetrieved || e.Type == event.HookError {
			all = append(all, e)
		}
		var said event.Said
		if e.Type == event.PostResponse && json.Unmarshal(e.Data, &said) == nil {
			names = append(names, first.Thread+"~end~"+said.ID) // the last thing said before the session ended
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

// gist says in a few words what the data of an event around a run are.
func gist(data json.RawMessage) string {
	var d map[string]any
	_ = json.Unmarshal(data, &d)
	if made, ok := d["memory"].(map[string]any); ok {
		return fmt.Sprintf("%v %v: %v", made["kind"], made["key"], made["value"])
	}
	if d["forgotten"] == true {
		return "forgotten"
	}
	if text, ok := d["text"].(string); ok {
		return text
	}
	var words []string
	for _, name := range []string{"hook", "stage", "problem", "model", "kind", "key", "memory", "id", "ids", "why", "reason"} {
		switch v := d[name].(type) {
		case string:
			words = append(words, v)
		case []any:
			words = append(words, strings.Trim(fmt.Sprint(v), "[]"))
		}
	}
	return strings.Join(words, " ")
}

func writeTrace(a *app, t traced) error {
	fmt.Fprintf(a.Stdout, "run %s of thread %s, guest %s: %s, %s in %.1f ms\n", t.Run, t.Thread, t.Guest, t.Graph, t.Status, t.MS)
	if t.Err != "" {
		fmt.Fprintf(a.Stdout, "  error: %s\n", plain(t.Err))
	}
	if t.Message != "" {
		fmt.Fprintf(a.Stdout, "  %s%s\n", prompt, plain(oneLine(t.Message)))
	}
	tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, s := range t.Spans {
		status := strings.TrimSpace(s.Status + " " + s.Cache)
		if s.Why != "" {
			status += ": " + s.Why
		}
		fmt.Fprintf(tw, "  %8.1f ms\t%s\t%s\t%.1f ms\t%s\n", s.At, s.Kind, plain(oneLine(s.Name)), s.MS, plain(oneLine(status)))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if m := &t.Metrics; m.ModelCalls > 0 {
		p := m.PerMessage
		fmt.Fprintf(a.Stdout, "  models: %d calls, %.0f tokens in (%.0f of them cached), %.0f out, %s\n", m.ModelCalls, p.Input, p.Cached, p.Output, spent(m, m.Cost))
	}
	if len(t.Metrics.Guarded) > 0 {
		fmt.Fprintf(a.Stdout, "  answers: %s\n", guarded(&t.Metrics))
	}
	if t.Metrics.ToolCalls > 0 {
		fmt.Fprintf(a.Stdout, "  tool calls: %s\n", toolCalls(&t.Metrics))
	}
	if t.Metrics.Grounding != (trace.Grounding{}) {
		fmt.Fprintf(a.Stdout, "  web searches: %s\n", groundingCalls(&t.Metrics))
	}
	fmt.Fprintf(a.Stdout, "  %s\n", plain(oneLine(t.Reply)))
	for _, e := range t.Memory {
		fmt.Fprintf(tw, "  %s\t%s\n", e.Type, plain(oneLine(gist(e.Data))))
	}
	return tw.Flush()
}
