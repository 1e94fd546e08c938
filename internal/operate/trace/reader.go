package trace

import (
	"encoding/json"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

// Facts is what an event says, of whatever type it is; what its type does not have is empty.
type Facts struct {
	ID, Text                 string // of a message; a call of a tool has an ID too
	Graph, Node, Status, Err string // of runs and steps
	Name, Model, Kind        string // of a component, of a call of a model, of an opinion
	Of                       string `json:"run"` // which an opinion is about
	Forgotten                bool   // the guest is, and what was said

	// Of a decision.
	Task, By, Why string
	MS, Sure      float64
	Usage         llm.Usage
	Cost          *llm.USD // nil: unknown

	// Of a call of a tool, and of what it returned.
	Tool, Error string
	Input       any
	Output      json.RawMessage
	ToolMS      float64 `json:"execution_time_ms"`
	Cache       string  `json:"cache_status"`

	// Of an answer that was held to the facts.
	Outcome, Unsent string
	Kinds, What     []string

	// Of a question, and of what came of it.
	Data     Asked
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

// Asked is what package agent asks before it calls a tool.
type Asked struct {
	Call            struct{ Name string } `json:"toolCall"`
	SilenceMeansYes bool
}

// Read returns what an event says.
func Read(e event.Event) Facts { return event.Read[Facts](e) }

// declined reports whether an answer is a no to a tool.
func (d Facts) declined() bool {
	var v struct{ Approved *bool }
	return json.Unmarshal(d.Value, &v) == nil && v.Approved != nil && !*v.Approved
}

// Reader reads a log as a whole: it hands on the events that count. What happens in a step counts when the
// step is over, for one that is begun again has not happened. The zero value is ready.
type Reader struct {
	steps map[string][]event.Event // what a step under way has appended, by run
}

// Read takes one event, in the order of the log, and has hear hear of those that count now.
func (r *Reader) Read(e event.Event, hear func(event.Event, Facts)) {
	if r.steps == nil {
		r.steps = map[string][]event.Event{}
	}
	step, open := r.steps[e.Run]
	starts := e.Type == event.StepStart
	if !starts && e.Type != event.StepEnd && e.Type != event.RunEnd {
		if open {
			r.steps[e.Run] = append(step, e)
		} else {
			hear(e, Read(e))
		}
		return
	}
	if !starts || !open || step[0].Step != e.Step {
		for _, e := range step {
			hear(e, Read(e))
		}
	}
	if delete(r.steps, e.Run); starts {
		r.steps[e.Run] = []event.Event{e}
		return
	}
	hear(e, Read(e))
}
