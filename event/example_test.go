package event_test

import (
	"fmt"

	"github.com/maitre-dev/maitre/event"
)

// Whatever is put into an event loses what nobody should keep.
func ExamplePayload() {
	fmt.Println(string(event.Payload(event.ToolCall, event.Call{
		ID: "c1", Tool: "book", Input: map[string]string{"cpf": "529.982.247-25", "prato": "moqueca"},
	})))
	// Output: {"id":"c1","tool":"book","input":{"cpf":"[CPF]","prato":"moqueca"}}
}

// A worker died in the middle of step 2, and another began the step again.
func ExampleFold() {
	for _, e := range event.Fold([]event.Event{
		{Seq: 1, Step: 1, Type: event.StepStart},
		{Seq: 2, Step: 1, Type: event.StepEnd},
		{Seq: 3, Step: 2, Type: event.StepStart},
		{Seq: 4, Step: 2, Type: event.Text},
		{Seq: 5, Step: 2, Type: event.StepStart},
		{Seq: 6, Step: 2, Type: event.StepEnd},
	}) {
		fmt.Println(e.Seq, e.Step, e.Type)
	}
	// Output:
	// 1 1 step_start
	// 2 1 step_end
	// 5 2 step_start
	// 6 2 step_end
}
