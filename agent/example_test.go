package agent_test

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
)

func Example() {
	type in struct {
		City string `json:"city"`
	}
	type out struct {
		Degrees int `json:"degrees"`
	}
	weather, err := agent.NewTool("weather", "The weather in a city", func(_ context.Context, i in) (out, error) {
		return out{28}, nil
	}, agent.Options[out]{})
	if err != nil {
		panic(err)
	}
	// The rule thinks twice: first it calls the tool, then it answers.
	rule := func(_ context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
		last := s.Messages[len(s.Messages)-1]
		if last.Role == llm.RoleUser {
			return agent.Thought{Calls: []llm.ToolCall{{ID: "1", Name: "weather", Args: `{"city":"Recife"}`}}}, nil
		}
		return agent.Thought{Text: "It is " + last.Parts[0].Result.Content}, nil
	}
	g, err := agent.Agent{Name: "weather@1", Tools: []agent.Tool{weather}, Think: agent.ByModel(nil, llm.Request{}, rule, nil)}.Graph()
	if err != nil {
		panic(err)
	}
	runner, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		panic(err)
	}
	end, err := runner.Run(context.Background(), graph.Run{ID: "r1"}, agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, "How warm is it in Recife?")}}, nil)
	fmt.Println(end.State.Text, err)
	// Output: It is {"degrees":28} <nil>
}
