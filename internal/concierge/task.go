package concierge

import (
	_ "embed"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/decide.md
var decidePrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Decide}

// Decide is what the concierge does next for a guest. Its prompt is the
// concierge's own; as a task, for the command line, it names the calls in JSON
// instead of making them.
var Decide = &task.Task[DecideIn, DecideOut]{
	Name:   "decide",
	About:  "what to do next for a guest: which tools to call, or what to answer",
	Prompt: decidePrompt,
	Params: task.Params{Temperature: temperature, Timeout: 30 * time.Second},
	History: func(in DecideIn) (said []llm.Message) {
		for _, l := range in.History {
			said = append(said, llm.Text(llm.Role(l.Role), l.Text))
		}
		return said
	},
	Rule: decideByRule,
}

// temperature leaves the wording some freedom; the facts are held by the guard.
const temperature = 0.3

// DecideIn is a message and what is known around it.
type DecideIn struct {
	Message  string   `json:"message"`
	History  []Line   `json:"history,omitempty"`
	Language string   `json:"language,omitempty"` // by its English name
	Today    string   `json:"today,omitempty"`
	Currency string   `json:"currency,omitempty"`
	Known    string   `json:"known,omitempty"`
	Table    []string `json:"table,omitempty"`   // a line a person, with what they must not have
	Shown    []string `json:"shown,omitempty"`   // a line a thing
	Bill     []string `json:"bill,omitempty"`    // a line a dish
	Unsent   string   `json:"unsent,omitempty"`  // what comes to, of the bill, that the kitchen does not have
	Waiting  string   `json:"waiting,omitempty"` // a request that the guest has not said yes to
	Filed    string   `json:"filed,omitempty"`   // what was passed on to the staff
	Trip     string   `json:"trip,omitempty"`    // that is planned
	House    House    `json:"house,omitzero"`
	Lacks    []string `json:"lacks,omitempty"` // topics of which the house offers nothing
	Schema   string   `json:"schema,omitempty"`

	WordsOnly bool `json:"words_only,omitempty"` // the guest sees no cards

	About string   `json:"about,omitempty"` // what specialists of the house's own making are for
	Tools []string `json:"tools,omitzero"`  // that are offered; nil: all of ours
}

// Prompted tells what of ours is offered: the prompt speaks of nothing else.
func (in DecideIn) Prompted() map[string]any {
	has := func(tool string) bool { return in.Tools == nil || slices.Contains(in.Tools, tool) }
	return map[string]any{"Card": has("find_dishes"), "Staff": has("ask_staff"), "Memory": has("remember")}
}

// DecideOut is what to do: calls, or an answer.
type DecideOut struct {
	Calls  []DecideCall `json:"calls,omitempty"`
	Answer string       `json:"answer,omitempty"`
}

// DecideCall is a call of a tool. Args are a JSON object, as text.
type DecideCall struct {
	Tool string `json:"tool"`
	Args string `json:"args"`
}
