package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

func traceCommand(ctx context.Context, a *app, args []string) error {
	runs, err := a.runs(ctx, args[0])
	if err != nil {
		return err
	}
	for _, events := range runs {
		t := traced{Trace: trace.Of(events), Metrics: trace.Sum(events, a.searchCost())}
		if t.Memory, err = a.lessons(ctx, events); err != nil {
			return err
		}
		t.Read = a.read(ctx, t.Trace)
		if err := a.show(t, func(w io.Writer) { writeTrace(w, t) }); err != nil {
			return err
		}
	}
	return nil
}

// runs loads the events of the run of a name, or of all runs of the thread.
func (a *app) runs(ctx context.Context, name string) ([][]event.Event, error) {
	ids := []string{name}
	_, err := a.db.Load(ctx, name)
	if errors.Is(err, graph.ErrNotFound) {
		ids, err = a.db.Runs(ctx, name)
	}
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("there is no run and no thread %q in %v", name, a.config.DB)
	}
	if err != nil {
		return nil, err
	}
	var all [][]event.Event
	for _, id := range ids {
		events, err := a.db.Events(ctx, id, 0, 0)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			all = append(all, events)
		}
	}
	return all, nil
}

// traced is a run with its figures, and the events of memories around it.
type traced struct {
	trace.Trace
	Metrics trace.Metrics `json:"metrics"`
	Memory  []event.Event `json:"memory,omitempty"`

	// Read is what the reader read, as the task takes it; nil: a model decided, or it is not known.
	Read *understand.In `json:"read,omitempty"`
}

// read returns what the reader read in a run.
func (a *app) read(ctx context.Context, t trace.Trace) *understand.In {
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
func (a *app) lessons(ctx context.Context, events []event.Event) ([]event.Event, error) {
	first := events[0]
	var all []event.Event
	var names []string
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

// gist sums up the data of an event of memories: "diet allergy: camarão".
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

func writeTrace(w io.Writer, t traced) {
	fmt.Fprintf(w, "run %s of thread %s, guest %s: %s, %s in %.1f ms\n", t.Run, t.Thread, t.Guest, t.Graph, t.Status, t.MS)
	if t.Err != "" {
		fmt.Fprintf(w, "  error: %s\n", t.Err)
	}
	if t.Message != "" {
		fmt.Fprintf(w, "  %s%s\n", prompt, oneLine(t.Message))
	}
	// A call of a model is in the log when it has ended, and so after its decision began.
	for _, s := range slices.SortedStableFunc(slices.Values(t.Spans), func(a, b trace.Span) int { return cmp.Compare(a.At, b.At) }) {
		status := strings.TrimSpace(s.Status + " " + s.Cache)
		if s.Why != "" {
			status += ": " + s.Why
		}
		if status += told(s.Data); len(s.Result) > 0 {
			result := fmt.Sprintf("%.160s", s.Result)
			status += " → " + result + strings.Repeat(" …", min(1, len(s.Result)-len(result)))
		}
		took := strings.TrimPrefix(fmt.Sprintf("%.1f ms", s.MS), "0.0 ms") // of some the log has only the end
		fmt.Fprintf(w, "  %8.1f ms\t%s\t%s\t%s\t%s\n", s.At, s.Kind, oneLine(s.Name), took, oneLine(status))
	}
	if m := &t.Metrics; m.ModelCalls > 0 {
		p := m.PerMessage
		fmt.Fprintf(w, "  models: %d calls, %.0f tokens in (%.0f of them cached), %.0f out, %s\n", m.ModelCalls, p.Input, p.Cached, p.Output, spent(m, m.Cost))
	}
	if len(t.Metrics.Guarded) > 0 {
		fmt.Fprintf(w, "  answers: %s\n", guarded(&t.Metrics))
	}
	if t.Metrics.ToolCalls > 0 {
		fmt.Fprintf(w, "  tool calls: %s\n", toolCalls(&t.Metrics))
	}
	if t.Metrics.Grounding != (trace.Grounding{}) {
		fmt.Fprintf(w, "  web searches: %s\n", groundingCalls(&t.Metrics))
	}
	if t.Read != nil {
		in, _ := json.Marshal(map[string]any{"in": t.Read}) // strings
		fmt.Fprintf(w, "  read: printf %%s '%s' | maitre task run read\n", strings.ReplaceAll(string(in), "'", `\u0027`))
	}
	fmt.Fprintf(w, "  %s\n", oneLine(t.Reply))
	for _, e := range t.Memory {
		fmt.Fprintf(w, "  %s\t%s\n", e.Type, oneLine(gist(e.Data)))
	}
}

func metricsCommand(ctx context.Context, a *app, _ []string) error {
	asText := a.is("openmetrics")
	m := &trace.Metrics{SearchCost: a.searchCost()}
	if err := a.eachEvent(ctx, m.Add); err != nil {
		return err
	}
	switch {
	case a.json && asText:
		return &usageError{"--json and --openmetrics are two ways to say the same", "choose one"}
	case asText:
		return m.WriteOpenMetrics(a.Stdout)
	}
	return a.show(m, func(w io.Writer) { writeMetrics(w, m) })
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

func writeMetrics(w io.Writer, m *trace.Metrics) {
	fmt.Fprintf(w, "runs\t%s\n", counts(m.Runs))
	fmt.Fprintf(w, "total time\t%.2f s\n", m.TotalSeconds)
	fmt.Fprintf(w, "decisions\t%s, %d fell back\n", counts(m.Decisions), m.FellBack)
	fmt.Fprintf(w, "tool calls\t%s\n", toolCalls(m))
	fmt.Fprintf(w, "questions\t%d, %d declined, %d timed out\n", m.Questions, m.Declined, m.TimedOut)
	fmt.Fprintf(w, "web searches\t%s\n", groundingCalls(m))
	fmt.Fprintf(w, "memory\t%s\n", counts(m.Memories))
	fmt.Fprintf(w, "feedback\t%s\n", counts(m.Feedback))
	fmt.Fprintf(w, "tokens\t%d in, %d out\n", m.Usage.Input+m.Usage.CacheRead+m.Usage.CacheWrite, m.Usage.Output)
	fmt.Fprintf(w, "cost\t$%.4f, and %d decisions of unknown cost\n", m.Cost, m.Unpriced)
	p := m.PerMessage
	fmt.Fprintf(w, "a message\t%.1f model calls, %.0f tokens in (%.0f of them cached), %.0f out, %s; of %d messages\n", p.ModelCalls, p.Input, p.Cached, p.Output, spent(m, p.Cost), m.Messages)
	fmt.Fprintf(w, "guard\t%s\n", guarded(m))
}

// spent writes a sum of money, or that no price is known.
func spent(m *trace.Metrics, usd float64) string {
	if usd == 0 && m.Unpriced > 0 {
		return "at no known price"
	}
	return fmt.Sprintf("$%.5f", usd)
}

// guarded counts what the guard did to answers of models: kept, repaired and so on.
func guarded(m *trace.Metrics) string {
	if len(m.Violations) == 0 {
		return counts(m.Guarded)
	}
	return counts(m.Guarded) + "; wrong: " + counts(m.Violations)
}

func toolCalls(m *trace.Metrics) string {
	return fmt.Sprintf("%d: %s, %d failed, mean %.1f ms, cache hit rate %.2f", m.ToolCalls, counts(m.ToolsBreakdown), m.ToolFails, m.AvgToolMS, m.CacheHitRate)
}

func groundingCalls(m *trace.Metrics) string {
	saved := fmt.Sprintf("$%.4f", m.Grounding.SavedUSD)
	if m.SearchCost == 0 {
		saved = "at no known price"
	}
	return fmt.Sprintf("%d for %d answers; %d answers saved, %s", m.Grounding.Searches, m.Grounding.Calls, m.Grounding.Saved, saved)
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
