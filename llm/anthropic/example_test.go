package anthropic_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func Example() {
	answer, err := os.ReadFile("testdata/streams/text.txt")
	if err != nil {
		panic(err)
	}
	claude := httptest.NewServer(llmtest.Events(string(answer))) // in place of api.anthropic.com
	defer claude.Close()

	m := anthropic.New("claude-sonnet-4-5", "the key", anthropic.Options{BaseURL: claude.URL})
	resp, err := llm.Stream(context.Background(), m, &llm.Request{
		System:   "You are a waiter. Be brief.",
		Messages: []llm.Message{llm.Text(llm.RoleUser, "Olá!")},
	}, func(text string) { fmt.Printf("%q\n", text) })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Finish, resp.Model, resp.Usage.Output)
	// Output:
	// "Olá, "
	// "mundo!"
	// stop claude-sonnet-4-5 7
}
