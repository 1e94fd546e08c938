// Package trace reads the event log: what happened in a run, step by step, and
// what all runs together cost and took. Begin at [Of] and [Metrics]; [Reader] is for who counts something else.
package trace

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Trace is a run as a person looks at it.
type Trace struct {
	Run     string      `json:"run"`
	Thread  string      `json:"thread"`
	Guest   string      `json:"guest"`
	Graph   string      `json:"graph"`
	Status  string      `json:"status"` // running or waiting while it is not over
	Err     string      `json:"error,omitempty"`
	Start   time.Time   `json:"start"`
	MS      float64     `json:"ms"`
	Message string      `json:"message,omitempty"`
	Reply   string      `json:"reply,omitempty"`
	Spans   []Span      `json:"spans"`
	Tools   []Execution `json:"execution_log"`

	open map[string]int // what is under way → its span
}

// Span is a stretch of a run: a step, a decision, a tool call, a question.
type Span struct {
	Name   string          `json:"name"`
	Kind   string          `json:"kind"` // step, decision, tool, model, question, retrieval, ui, guard
	Step   int             `json:"step"`
	At     float64         `json:"at_ms"` // since the run's start
	MS     float64         `json:"ms"`
	Status string          `json:"status,omitempty"`
	Why    string          `json:"why,omitempty"`          // of a decision that the model did not take, of a tool that failed; what was wrong with an answer
	Cache  string          `json:"cache_status,omitempty"` // of a tool that has a cache
	Data   json.RawMessage `json:"data,omitempty"`
	Result json.RawMessage `json:"result,omitempty"` // what a tool returned, as the log has it
}

// Execution is one tool call by the names of document 000's execution log.
type Execution struct {
	Tool      string    `json:"tool"`
	Timestamp time.Time `json:"timestamp"`
	Input     any       `json:"input"`
	MS        float64   `json:"execution_time_ms"`
	Status    string    `json:"status"` // success or error
	Cache     string    `json:"cache_status"`
}

// Answering returns the events of a run up to its end. What is learnt from a run comes after
// it, and takes none of its time.
func Answering(events []event.Event) []event.Event {
	if i := slices.IndexFunc(events, func(e event.Event) bool { return e.Type == event.RunEnd }); i >= 0 {
		return events[:i+1]
	}
	return events
}

// Of folds the events of one run, up to its end. There must be at least one.
func Of(events []event.Event) Trace {
	events = Answering(events)
	first, last := events[0], events[len(events)-1]
	t := Trace{
		Run: first.Run, Thread: first.Thread, Guest: first.Guest, Status: "running", Start: first.Time, Spans: []Span{}, Tools: []Execution{},
		open: map[string]int{},
	}
	t.MS = t.at(last)
	inputs := map[string]any{}
	for _, e := range event.Fold(slices.Clone(events)) {
		d := Read(e)
		switch e.Type {
		case event.RunStart:
			t.Graph = d.Graph
		case event.PreQuery:
			t.Message = d.Text
		case event.PostResponse:
			t.Reply = d.Text
		case event.StepStart:
			t.open["step"] = t.add(e, Span{Kind: "step", Name: d.Node})
		case event.StepEnd:
			t.end("step", e, "ok")
		case event.Decision:
			t.add(e, Span{Kind: "decision", Name: d.Task, MS: d.MS, Status: d.By, Why: d.Why, Data: e.Data})
		case event.ModelCall:
			t.add(e, Span{Kind: "model", Name: d.Model})
		case event.ToolCall:
			inputs[d.ID] = d.Input
			t.open["tool "+d.ID] = t.add(e, Span{Kind: "tool", Name: d.Tool, Data: e.Data})
		case event.ToolResult, event.ToolError:
			x := Execution{Tool: d.Tool, Timestamp: e.Time, Input: inputs[d.ID], MS: d.ToolMS, Status: "success", Cache: d.Cache}
			if e.Type == event.ToolError {
				x.Status = "error"
			}
			if s := t.end("tool "+d.ID, e, x.Status); s != nil {
				s.Cache, s.Why, s.Result = d.Cache, d.Error, d.Output
			}
			if x.Cache == "" {
				x.Cache = "N/A" // document 000: only the web explorer has a cache
			}
			t.Tools = append(t.Tools, x)
		case event.Retrieved:
			status := "weak"
			if d.Success {
				status = "found"
			}
			t.add(e, Span{Kind: "retrieval", Name: d.Stage, MS: d.Elapsed * 1000, Status: status, Data: e.Data})
		case event.Question:
			t.Status = "waiting"
			t.open["question"] = t.add(e, Span{Kind: "question", Name: d.Text})
		case event.Answer:
			t.Status = "running"
			status := "answered"
			if d.TimedOut {
				status = "timed out"
			} else if d.declined() {
				status = "declined"
			}
			t.end("question", e, status)
		case event.UI:
			t.add(e, Span{Kind: "ui", Name: d.Name})
		case event.Guarded:
			s := Span{Kind: "guard", Name: "answer", Status: d.Outcome, Why: strings.Join(append(d.Kinds, d.What...), ", ")}
			if d.Unsent != "" {
				s.Result, _ = json.Marshal(d.Unsent)
			}
			t.add(e, s)
		case event.RunEnd:
			t.Status, t.Err = d.Status, d.Err
			t.end("step", e, d.Status)
		}
	}
	return t
}

// add adds a span that ends with an event, or begins with it if it takes no time yet, and returns its index.
func (t *Trace) add(e event.Event, s Span) int {
	s.Step, s.At = e.Step, max(0, t.at(e)-s.MS)
	t.Spans = append(t.Spans, s)
	return len(t.Spans) - 1
}

// end ends a span that is under way, if it is, and returns it.
func (t *Trace) end(key string, e event.Event, status string) *Span {
	i, ok := t.open[key]
	if !ok {
		return nil
	}
	delete(t.open, key)
	s := &t.Spans[i]
	s.MS, s.Status = t.at(e)-s.At, status
	return s
}

// at is when an event happened, in milliseconds since the run's start.
func (t *Trace) at(e event.Event) float64 {
	return float64(e.Time.Sub(t.Start)) / float64(time.Millisecond)
}
