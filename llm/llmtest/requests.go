package llmtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/llm"
)

// Params is the schema of the arguments and answers in Requests.
const Params = `{"type":"object","properties":{"city":{"type":"string","description":"where"}},"required":["city"],"additionalProperties":false}`

// Requests are the questions by which adapters are compared, byte for byte,
// with the vendors' own clients (llm/oracle does that and keeps what the
// vendors' clients sent in each adapter's testdata/requests).
func Requests() map[string]*llm.Request {
	user := func(text string) llm.Message { return llm.Text(llm.RoleUser, text) }
	tools := []llm.ToolSpec{
		{Name: "list_rooms", Description: "Rooms in a city", Params: json.RawMessage(Params)},
		{Name: "list_bars", Description: "Bars in a city", Params: json.RawMessage(Params)},
	}
	return map[string]*llm.Request{
		"chat": {
			System:      "You are a waiter. <Be brief> & kind.",
			Messages:    []llm.Message{user("Olá"), llm.Text(llm.RoleAssistant, "Boa noite!"), user("O que há de bom?")},
			Temperature: new(0.3), TopP: new(0.9), MaxTokens: 512,
		},
		"plain": {Messages: []llm.Message{user("oi")}},
		"tools": {
			System:      "s",
			Temperature: new(0.0),
			MaxTokens:   100,
			Tools:       tools,
			Messages: []llm.Message{
				user("Quero ir a Recife"),
				{Role: llm.RoleAssistant, Parts: []llm.Part{
					{Text: "Vou ver."},
					{Call: &llm.ToolCall{ID: "c1", Name: "list_rooms", Args: `{"city":"Recife"}`}, Sig: []byte{1, 2, 3}},
					{Call: &llm.ToolCall{ID: "c2", Name: "list_bars", Args: `{"city":"Recife"}`}},
				}},
				{Role: llm.RoleTool, Parts: []llm.Part{
					{Result: &llm.ToolResult{CallID: "c1", Name: "list_rooms", Content: `["Pousada"]`}},
					{Result: &llm.ToolResult{CallID: "c2", Name: "list_bars", Content: "no such city", IsError: true}},
				}},
			},
		},
		"forced":     {MaxTokens: 100, Tools: tools, ForceTool: "list_bars", Messages: []llm.Message{user("u")}},
		"any-tool":   {MaxTokens: 100, Tools: tools, ForceTool: llm.AnyTool, Messages: []llm.Message{user("u")}},
		"structured": {MaxTokens: 100, Schema: json.RawMessage(Params), SchemaName: "trip", Messages: []llm.Message{user("u")}},
		"grounding":  {MaxTokens: 100, WebSearch: true, Messages: []llm.Message{user("Cervejarias em Ohio?")}},
	}
}

// Sent is a request as it went over the wire.
type Sent struct {
	Method string          `json:"method"`
	Path   string          `json:"path"`
	Body   json.RawMessage `json:"body,omitempty"`
}

// Equal reports whether both are the same but for white space and the order of
// JSON fields.
func (s Sent) Equal(o Sent) bool {
	var a, b any
	_ = json.Unmarshal(s.Body, &a)
	_ = json.Unmarshal(o.Body, &b)
	return s.Method == o.Method && s.Path == o.Path && reflect.DeepEqual(a, b)
}

// Server answers everything with one body and keeps what it was sent.
func Server(t testing.TB, contentType, body string) (base string, sent func() []Sent) {
	var mu sync.Mutex
	var all []Sent
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		mu.Lock()
		all = append(all, Sent{r.Method, r.URL.String(), b})
		mu.Unlock()
		answer(200, contentType, body)(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() []Sent {
		mu.Lock()
		defer mu.Unlock()
		return all
	}
}

// TestRequests checks that an adapter sends what the vendor's own client sent
// for the same questions. ok is a whole answer in the vendor's event format.
func TestRequests(t *testing.T, ok string, open func(base, key string) llm.Model) {
	files, _ := filepath.Glob(filepath.Join("testdata", "requests", "*.json"))
	if len(files) == 0 {
		t.Fatal("no testdata/requests: make oracle records them from the vendor's client; where there is none write them by hand, after an adapter that has some")
	}
	all := Requests()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		req := all[name]
		if req == nil {
			continue // an embedding: the adapter's own test replays it
		}
		delete(all, name)
		t.Run(name, func(t *testing.T) {
			base, sent := Server(t, "text/event-stream", ok)
			if _, err := llm.Complete(t.Context(), open(base, Key), req); err != nil {
				t.Fatal(err)
			}
			CheckSent(t, file, sent())
		})
	}
	for name := range all {
		t.Errorf("there is no testdata/requests/%s.json", name)
	}
}

// CheckSent compares the one request in got with a recorded one.
func CheckSent(t *testing.T, file string, got []Sent) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want Sent
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(got) != 1 || !got[0].Equal(want) {
		t.Errorf("sent %d requests, the last:\n %s\nthe vendor's client sent:\n %s", len(got), show(got[len(got)-1]), show(want))
	}
}

func show(s Sent) string { return s.Method + " " + s.Path + " " + string(s.Body) }
