package task_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
)

type seatIn struct {
	Message string `json:"message"`
}

type seatOut struct {
	Outside bool `json:"outside" jsonschema:"the guest wants a table outside"`
}

var seat = &task.Task[seatIn, seatOut]{
	Name:   "seat.choose",
	About:  "inside or outside",
	Prompt: "Does the guest want to sit outside?\n=== user ===\n{{json .Message}}",
	Rule: func(_ context.Context, in seatIn) (seatOut, error) {
		return seatOut{Outside: strings.Contains(in.Message, "terrace")}, nil
	},
}

func Example() {
	ctx, in := context.Background(), seatIn{"A table on the terrace, please"}

	byRule, _ := seat.Do(ctx, &task.Runner{}, in)
	fmt.Println(byRule.Out.Outside, "by", byRule.By)

	model := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(`{"outside":true}`), llmtest.Say("Sure!"), llmtest.Say("Yes!")}}
	byModel, _ := seat.Do(ctx, &task.Runner{Models: []llm.Model{model}}, in)
	fmt.Println(byModel.Out.Outside, "by", byModel.By)

	fellBack, _ := seat.Do(ctx, &task.Runner{Models: []llm.Model{model}}, in)
	fmt.Println(fellBack.Out.Outside, "by", fellBack.By+":", fellBack.Why)
	// Output:
	// true by rule
	// true by script
	// true by rule: two bad answers: not JSON: invalid character 'Y' looking for beginning of value
}
