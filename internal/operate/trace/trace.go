// Package trace reads the event log: what happened in a run, step by step, and
// what all runs together cost and took. Begin at [Of] and [Metrics]; [Reader] is for who counts something else.
package trace

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/task"
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

// facts is what is read of events, whichever type they have.
type facts struct {
	Text, Graph, Node, Name, Model, Kind, Status, Err string

	Forgotten bool
	Output    json.RawMessage // of a tool

	// Of a question, and of what came of it.
	Data struct {
		Call            struct{ Name string } `json:"toolCall"`
		SilenceMeansYes bool
	}
	TimedOut bool
	Value    json.RawMessage

	// Of a search and its tries: see package retrieve.
	Stage      string
	Success    bool
	Elapsed    float64 `json:"elapsed_time"` // in seconds
	Used       bool    `json:"paraphrase_used"`
	Tested     int     `json:"num_paraphrases_tested"`
	Paraphrase float64 `json:"best_paraphrase_similarity"`
	Tries      []struct{ Similarity float64 }
}

// declined reports whether an answer is a no to a tool.
func (d facts) declined() bool {
	var v struct{ Approved *bool }
	return json.Unmarshal(d.Value, &v) == nil && v.Approved != nil && !*v.Approved
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
		d := event.Read[facts](e)
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
			by := event.Read[task.Decision](e)
			t.add(e, Span{Kind: "decision", Name: by.Task, MS: by.MS, Status: by.By, Why: by.Why, Data: e.Data})
		case event.ModelCall:
			t.add(e, Span{Kind: "model", Name: d.Model})
		case event.ToolCall:
			c := event.Read[event.Call](e)
			inputs[c.ID] = c.Input
			t.open["tool "+c.ID] = t.add(e, Span{Kind: "tool", Name: c.Tool, Data: e.Data})
		case event.ToolResult, event.ToolError:
			c := event.Read[event.Call](e)
			x := Execution{Tool: c.Tool, Timestamp: e.Time, Input: inputs[c.ID], MS: c.MS, Status: "success", Cache: c.Cache}
			if e.Type == event.ToolError {
				x.Status = "error"
			}
			if s := t.end("tool "+c.ID, e, x.Status); s != nil {
				s.Cache, s.Why, s.Result = c.Cache, c.Err, d.Output
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
			g := event.Read[event.Guard](e)
			s := Span{Kind: "guard", Name: "answer", Status: g.Outcome, Why: strings.Join(append(g.Kinds, g.What...), ", ")}
			if g.Unsent != "" {
				s.Result, _ = json.Marshal(g.Unsent)
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

// Reader reads a log as a whole: it hands on the events that count. What happens in a step counts when the
// step is over, for one that is begun again has not happened. The zero value is ready.
type Reader struct {
	steps map[string][]event.Event // what a step under way has appended, by run
}

// Read takes one event, in the order of the log, and has hear hear of those that count now.
func (r *Reader) Read(e event.Event, hear func(event.Event)) {
	if r.steps == nil {
		r.steps = map[string][]event.Event{}
	}
	step, open := r.steps[e.Run]
	starts := e.Type == event.StepStart
	if !starts && e.Type != event.StepEnd && e.Type != event.RunEnd {
		if open {
			r.steps[e.Run] = append(step, e)
		} else {
			hear(e)
		}
		return
	}
	if !starts || !open || step[0].Step != e.Step {
		for _, e := range step {
			hear(e)
		}
	}
	if delete(r.steps, e.Run); starts {
		r.steps[e.Run] = []event.Event{e}
		return
	}
	hear(e)
}
