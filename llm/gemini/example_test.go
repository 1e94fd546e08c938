package gemini_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/gemini"
)

func Example() {
	// A server on this machine plays the Gemini API.
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"candidates":[{"content":{"role":"model","parts":[{"text":"A stout, "}]}}]}`+"\r\n\r\n")
		fmt.Fprint(w, `data: {"candidates":[{"content":{"role":"model","parts":[{"text":"then."}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":6,"candidatesTokenCount":5}}`+"\r\n\r\n")
	}))
	defer api.Close()

	m := gemini.New("gemini-2.5-flash", "your key", gemini.Options{BaseURL: api.URL})
	resp, err := llm.Complete(context.Background(), m, &llm.Request{
		System:   "You are a waiter.",
		Messages: []llm.Message{llm.Text(llm.RoleUser, "Something dark, please.")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Text())
	fmt.Println(resp.Finish, resp.Usage.Input, resp.Usage.Output)
	// Output:
	// A stout, then.
	// stop 6 5
}
