package llm_test

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/maitre-dev/maitre/llm"
)

// A Model is anything that streams chunks, and middleware wraps any Model.
func Example() {
	waiter := llm.ModelFunc(func(_ context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			for _, word := range []string{"Boa noite, ", "mesa para dois?"} {
				if !yield(llm.Chunk{Part: llm.Part{Text: word}}, nil) {
					return
				}
			}
			yield(llm.Chunk{Finish: llm.Stop, Model: "waiter", Usage: llm.Usage{Input: 12, Output: 6}}, nil)
		}
	})
	budget := &llm.Budget{Day: llm.Dollars(1)}
	m := llm.Wrap(waiter,
		llm.Rest(30*time.Second),
		llm.Retry(2, time.Second),
		budget.Middleware("waiter", &llm.Price{Input: 0.30, Output: 2.50}),
		llm.Timeout(30*time.Second, 10*time.Second),
		llm.Logged("waiter"),
	)

	resp, err := llm.Complete(context.Background(), m, &llm.Request{
		System:    "You are a waiter. Be brief.",
		Messages:  []llm.Message{llm.Text(llm.RoleUser, "Boa noite!")},
		MaxTokens: 100,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Text())
	fmt.Println(resp.Model, resp.Finish, resp.Cost)
	// Output:
	// Boa noite, mesa para dois?
	// waiter stop $0.000019
}

// An answer that does not fit is shown to the model once.
func ExampleObject() {
	type Party struct {
		Guests int  `json:"guests" jsonschema:"how many come"`
		Inside bool `json:"inside,omitempty"`
	}
	schema, err := llm.SchemaOf[Party]()
	if err != nil {
		fmt.Println(err)
		return
	}
	answers := []string{"Four guests!", "```json\n{\"guests\": 4, \"inside\": null}\n```"}
	m := llm.ModelFunc(func(_ context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			fmt.Println("asked:", req.Messages[len(req.Messages)-1].Parts[0].Text)
			yield(llm.Chunk{Part: llm.Part{Text: answers[0]}, Finish: llm.Stop}, nil)
			answers = answers[1:]
		}
	})
	party, _, err := llm.Object(context.Background(), m, &llm.Request{
		Messages: []llm.Message{llm.Text(llm.RoleUser, "A table for four, please.")},
	}, schema, nil)
	fmt.Printf("%+v %v\n", party, err)
	// Output:
	// asked: A table for four, please.
	// asked: That answer was rejected: not JSON: invalid character 'F' looking for beginning of value. Answer again, with the answer only.
	// {Guests:4 Inside:false} <nil>
}

// A tool checks what the model wrote before the function sees it.
func ExampleNewTool() {
	type In struct {
		Style string `json:"style" jsonschema:"a style of beer"`
	}
	tool, err := llm.NewTool("find_beer", "Beers of a style", func(_ context.Context, in In) ([]string, error) {
		return []string{in.Style + " of the house"}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, args := range []string{`{"style":"porter"}`, `{"style":7}`} {
		call := llm.ToolCall{ID: "call_1", Name: tool.Name, Args: args}
		reply := call.Reply(tool.Run(context.Background(), call.Args))
		fmt.Println(reply.Result.IsError, reply.Result.Content)
	}
	// Output:
	// false ["porter of the house"]
	// true arguments: does not fit the schema: validating root: validating /properties/style: type: 7 has type "integer", want "string"
}
