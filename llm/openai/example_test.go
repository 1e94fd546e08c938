package openai_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/openai"
)

// A model is asked by its base URL: here a small server of our own stands in
// for Ollama's http://localhost:11434/v1.
func ExampleNew() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Uma pilsen "},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{"content":"gelada."},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":5}}

data: [DONE]

`)
	}))
	defer srv.Close()

	m := openai.New("qwen3", "", openai.Options{Provider: "ollama", BaseURL: srv.URL})
	req := &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "Que cerveja combina com praia?")}}
	resp, err := llm.Stream(context.Background(), m, req, func(text string) { fmt.Print(text) })
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\n%s used %d tokens\n", resp.Model, resp.Usage.Output)
	// Output:
	// Uma pilsen gelada.
	// qwen3 used 5 tokens
}
