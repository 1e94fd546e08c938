package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/trace"
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
					t := traced{Trace: trace.Of(answering(events))}
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

// traced is a run, and what was known and learnt around it.
type traced struct {
	trace.Trace
	Memory []event.Event `json:"memory,omitempty"`
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
		fmt.Fprintf(tw, "  %8.1f ms\t%s\t%s\t%.1f ms\t%s\n", s.At, s.Kind, plain(oneLine(s.Name)), s.MS, plain(s.Status))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "  %s\n", plain(oneLine(t.Reply)))
	for _, e := range t.Memory {
		fmt.Fprintf(tw, "  %s\t%s\n", e.Type, plain(oneLine(gist(e.Data))))
	}
	return tw.Flush()
}

func metricsCommand() command {
	return command{
		name: "metrics", about: "what all runs together took and cost",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				m, err := a.metrics(ctx)
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, m)
				}
				return writeMetrics(a, m)
			}
		},
	}
}

func (a *app) metrics(ctx context.Context) (*trace.Metrics, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	m := &trace.Metrics{}
	p := a.progress("events")
	defer p.end()
	n, cursor := 0, ""
	for {
		var events []event.Event
		if events, cursor, err = db.All(ctx, cursor, 1000); err != nil || len(events) == 0 {
			return m, err
		}
		for _, e := range events {
			m.Add(e)
		}
		n += len(events)
		p.at(n, 0)
	}
}

func writeMetrics(a *app, m *trace.Metrics) error {
	tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "runs\t%s\n", counts(m.Runs))
	fmt.Fprintf(tw, "total time\t%.2f s\n", m.TotalSeconds)
	fmt.Fprintf(tw, "decisions\t%s, %d fell back\n", counts(m.Decisions), m.FellBack)
	fmt.Fprintf(tw, "tool calls\t%d: %s, %d failed, mean %.1f ms, cache hit rate %.2f\n", m.ToolCalls, counts(m.ToolsBreakdown), m.ToolFails, m.AvgToolMS, m.CacheHitRate)
	fmt.Fprintf(tw, "questions\t%d, %d timed out\n", m.Questions, m.TimedOut)
	fmt.Fprintf(tw, "memory\t%s\n", counts(m.Memories))
	fmt.Fprintf(tw, "feedback\t%s\n", counts(m.Feedback))
	fmt.Fprintf(tw, "tokens\t%d in, %d out\n", m.Usage.Input+m.Usage.CacheRead+m.Usage.CacheWrite, m.Usage.Output)
	fmt.Fprintf(tw, "cost\t$%.4f, and %d decisions of unknown cost\n", m.Cost, m.Unpriced)
	return tw.Flush()
}

func counts(m map[string]int) string {
	if len(m) == 0 {
		return "none"
	}
	var all []string
	for name, n := range m {
		all = append(all, fmt.Sprintf("%d %s", n, plain(name)))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
