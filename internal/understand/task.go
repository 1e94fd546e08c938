package understand

import (
	"context"
	_ "embed"
	"time"

	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/read.md
var readPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{ReadTask}

// ReadTask is what a message means. The rule is the reader.
var ReadTask = &task.Task[In, Reading]{
	Name:   "read",
	About:  "what a message asks for (acts), and the words that matter (spans)",
	Prompt: readPrompt,
	Params: task.Params{Timeout: 20 * time.Second},
	Rule: func(_ context.Context, in In) (Reading, error) {
		return Read(in.Message, Before{Last: in.Last, House: in.House}), nil
	},
}

// In is a message and what the house did before it.
type In struct {
	Message string `json:"message"`
	Last    string `json:"last,omitempty"`  // what it showed or asked last: menu, trip_stay, consent …; none
	House   string `json:"house,omitempty"` // its last words
	Now     string `json:"now,omitempty"`   // the day, which no act hangs on
}
