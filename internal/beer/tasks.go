package beer

import (
	"context"
	_ "embed"
	"strings"

	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/beer.plan.md
var planPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Plan}

// Plan is what the agent is told. As a task of its own it has no tools, and
// says what it could do with them.
var Plan = &task.Task[PlanIn, string]{
	Name:   "beer.plan",
	About:  "what to do next for a guest who asks about breweries or purchases",
	Prompt: planPrompt,
	Speaks: func(in PlanIn) lang.Language {
		language, _ := lang.Parse(in.Language)
		return language
	},
	Rule: func(_ context.Context, in PlanIn) (string, error) {
		language, ok := lang.Parse(in.Language)
		if !ok {
			language = lang.Portuguese
		}
		return voice.In(language).Beer.Help, nil
	},
}

// PlanIn is what the agent knows before it begins.
type PlanIn struct {
	Message  string   `json:"message"`
	Language string   `json:"language,omitempty"` // pt, en or es
	Known    string   `json:"known,omitempty"`    // of the guest
	Listed   []string `json:"listed,omitempty"`   // breweries shown before, as "id: name, town"
}

func (a *Advisor) system(o own, known string) (string, error) {
	in := PlanIn{Message: o.Message, Language: string(o.Language), Known: known}
	for _, b := range o.Listed {
		in.Listed = append(in.Listed, b.ID+": "+strings.Join([]string{b.Name, b.City}, ", "))
	}
	system, _, err := Plan.Render(a.Tasks, in)
	return system, err
}
