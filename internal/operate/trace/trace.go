// Package trace reads the event log: what happened in a run, step by step, and
// what all runs together cost and took.
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
	t := Trace{Run: first.Run, Thread: first.Thread, Guest: first.Guest, Status: "running", Start: first.Time, MS: ms(last.Time.Sub(first.Time)), Spans: []Span{}, Tools: []Execution{}}
	open := map[string]int{} // what is under way → its span
	begin := func(key string, s Span, at time.Time) {
		s.At = ms(at.Sub(t.Start))
		t.Spans = append(t.Spans, s)
		open[key] = len(t.Spans) - 1
	}
	end := func(key string, at time.Time, status string) {
		if i, ok := open[key]; ok {
			t.Spans[i].MS, t.Spans[i].Status = ms(at.Sub(t.Start))-t.Spans[i].At, status
			delete(open, key)
		}
	}
	inputs := map[string]event.Call{}
	for _, e := range event.Fold(slices.Clone(events)) {
		switch e.Type {
		case event.RunStart:
			t.Graph = event.Read[struct{ Graph string }](e).Graph
		case event.PreQuery:
			t.Message = event.Read[event.Said](e).Text
		case event.PostResponse:
			t.Reply = event.Read[event.Said](e).Text
		case event.StepStart:
			begin("step", Span{Name: event.Read[struct{ Node string }](e).Node, Kind: "step", Step: e.Step}, e.Time)
		case event.StepEnd:
			end("step", e.Time, "ok")
		case event.Decision:
			d := event.Read[task.Decision](e)
			t.Spans = append(t.Spans, Span{Name: d.Task, Kind: "decision", Step: e.Step, At: max(0, ms(e.Time.Sub(t.Start))-d.MS), MS: d.MS, Status: d.By, Why: d.Why, Data: e.Data})
		case event.ModelCall:
			t.Spans = append(t.Spans, Span{Name: event.Read[struct{ Model string }](e).Model, Kind: "model", Step: e.Step, At: ms(e.Time.Sub(t.Start))})
		case event.ToolCall:
			c := event.Read[event.Call](e)
			inputs[c.ID] = c
			begin("tool "+c.ID, Span{Name: c.Tool, Kind: "tool", Step: e.Step, Data: e.Data}, e.Time)
		case event.ToolResult, event.ToolError:
			c := event.Read[event.Call](e)
			if i, ok := open["tool "+c.ID]; ok {
				t.Spans[i].Cache, t.Spans[i].Why, t.Spans[i].Result = c.Cache, c.Err, event.Read[struct{ Output json.RawMessage }](e).Output
			}
			end("tool "+c.ID, e.Time, toolStatus(e.Type))
			t.Tools = append(t.Tools, execution(e, c, inputs[c.ID]))
		case event.Retrieved:
			r := event.Read[search](e)
			t.Spans = append(t.Spans, Span{Name: r.Stage, Kind: "retrieval", Step: e.Step, At: max(0, ms(e.Time.Sub(t.Start))-r.Elapsed*1000), MS: r.Elapsed * 1000, Status: r.status(), Data: e.Data})
		case event.Question:
			t.Status = "waiting"
			begin("question", Span{Name: event.Read[struct{ Text string }](e).Text, Kind: "question", Step: e.Step}, e.Time)
		case event.Answer:
			t.Status = "running"
			end("question", e.Time, event.Read[answer](e).status())
		case event.UI:
			t.Spans = append(t.Spans, Span{Name: event.Read[struct{ Name string }](e).Name, Kind: "ui", Step: e.Step, At: ms(e.Time.Sub(t.Start))})
		case event.Guarded:
			g := event.Read[event.Guard](e)
			s := Span{Name: "answer", Kind: "guard", Step: e.Step, At: ms(e.Time.Sub(t.Start)), Status: g.Outcome, Why: strings.Join(append(g.Kinds, g.What...), ", ")}
			if g.Unsent != "" {
				s.Result, _ = json.Marshal(g.Unsent)
			}
			t.Spans = append(t.Spans, s)
		case event.RunEnd:
			d := event.Read[struct{ Status, Err string }](e)
			t.Status, t.Err = d.Status, d.Err
			end("step", e.Time, d.Status)
		}
	}
	return t
}

// search is what is read of a search and its tries: see package retrieve.
type search struct {
	Stage      string
	Success    bool
	Elapsed    float64 `json:"elapsed_time"`
	Used       bool    `json:"paraphrase_used"`
	Tested     int     `json:"num_paraphrases_tested"`
	Paraphrase float64 `json:"best_paraphrase_similarity"`
	Tries      []struct {
		Stage      string
		Similarity float64
	}
}

func (s search) status() string {
	if s.Success {
		return "found"
	}
	return "weak"
}

func execution(e event.Event, result, call event.Call) Execution {
	x := Execution{Tool: result.Tool, Timestamp: e.Time, Input: call.Input, MS: result.MS, Status: toolStatus(e.Type), Cache: result.Cache}
	if x.Cache == "" {
		x.Cache = "N/A" // document 000: only the web explorer has a cache
	}
	return x
}

func toolStatus(t event.Type) string {
	if t == event.ToolError {
		return "error"
	}
	return "success"
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
