package gemini_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/gemini"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func open(base, key string) llm.Model {
	return gemini.New("test-model", key, gemini.Options{BaseURL: base})
}

// events makes a stream of some JSON.
func events(data ...string) string {
	return "data: " + strings.Join(data, "\r\n\r\ndata: ") + "\r\n\r\n"
}

// answer has the model answer req with that stream.
func answer(t *testing.T, body string, req *llm.Request) (*llm.Response, error) {
	t.Helper()
	base, _ := llmtest.Server(t, "text/event-stream", body)
	return llm.Complete(t.Context(), open(base, llmtest.Key), req)
}

var hello = &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}}

func TestModel(t *testing.T) {
	llmtest.TestModel(t, llmtest.Provider{
		New: open,
		Error: func(message string) string {
			b, _ := json.Marshal(message)
			return `[{"error":{"code":400,"message":` + string(b) + `,"status":"INVALID_ARGUMENT"}}]`
		},
	})
}

func TestRequests(t *testing.T) {
	llmtest.TestRequests(t, llmtest.Stream(t, "text"), open)
}

func TestHowAnAnswerEnds(t *testing.T) {
	ends := func(reason string) string {
		return events(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"` + reason + `"}]}`)
	}
	fails := func(code int) string {
		return events(fmt.Sprintf(`{"error":{"code":%d,"message":"about %s","status":"S"}}`, code, llmtest.Key))
	}
	called := `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]}}]}`
	tests := []struct {
		name   string
		stream string
		finish llm.Finish // "" wants an error of that kind
		kind   llm.Kind
	}{
		{"the question was blocked", llmtest.Stream(t, "blocked"), llm.Filtered, 0},
		{"recitation", ends("RECITATION"), llm.Filtered, 0},
		{"prohibited content", ends("PROHIBITED_CONTENT"), llm.Filtered, 0},
		{"a reason yet unknown is no whole answer", ends("NEW_REASON"), llm.Filtered, 0},
		{"the provider's own limit", ends("CONTINUATION"), llm.Length, 0},
		{"an unspecified reason is none", ends("FINISH_REASON_UNSPECIFIED"), "", llm.Transient},
		{"calls and then the token limit", events(called) + ends("MAX_TOKENS"), llm.Length, 0},
		{"calls and then nothing", events(called), "", llm.Transient},
		{"a call that cannot be read", llmtest.Stream(t, "malformed"), "", llm.Transient},
		{"a call of no tool", ends("UNEXPECTED_TOOL_CALL"), "", llm.Transient},
		{"overloaded", fails(503), "", llm.Transient},
		{"too many requests", fails(429), "", llm.Transient},
		{"an error without a code", fails(0), "", llm.Transient},
		{"a bad request", fails(400), "", llm.Permanent},
		{"a refused key", fails(403), "", llm.Auth},
		{"negative usage", events(`{"usageMetadata":{"candidatesTokenCount":-5}}`) + ends("STOP"), "", llm.Transient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := answer(t, tt.stream, hello)
			if tt.finish == "" {
				if err == nil || llm.KindOf(err) != tt.kind || strings.Contains(err.Error(), llmtest.Key) {
					t.Errorf("got %+v, error %v, want an error of kind %v without the key", resp, err, tt.kind)
				}
				return
			}
			if err != nil || resp.Finish != tt.finish {
				t.Errorf("got %+v, error %v, want finish %q", resp, err, tt.finish)
			}
		})
	}
}

func TestAMalformedCallDoesNotRepeatTheModelsWords(t *testing.T) {
	_, err := answer(t, llmtest.Stream(t, "malformed"), hello)
	if err == nil || !strings.Contains(err.Error(), "MALFORMED_FUNCTION_CALL") || strings.Contains(err.Error(), "default_api") {
		t.Errorf("error = %v, want the reason and no more", err)
	}
}

func TestUsageCountsEveryTokenOnce(t *testing.T) {
	tests := []struct {
		stream string
		want   llm.Usage
	}{
		{llmtest.Stream(t, "text"), llm.Usage{Input: 7, CacheRead: 4, Output: 7, Thinking: 2}},
		{llmtest.Stream(t, "thinking"), llm.Usage{Input: 8, Output: 25, Thinking: 21}},
		{llmtest.Stream(t, "grounding"), llm.Usage{Input: 153, Output: 35, Thinking: 15, Searches: 3}},
		{events(`{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"cachedContentTokenCount":9}}`), llm.Usage{CacheRead: 9}},
	}
	for _, tt := range tests {
		resp, err := answer(t, tt.stream, hello)
		must(t, err)
		if resp.Usage != tt.want {
			t.Errorf("usage = %+v, want %+v", resp.Usage, tt.want)
		}
	}
}

// Gemini 3 refuses a conversation whose calls come back without their
// signatures, or with those of another part.
func TestAnAnswerGoesBackAsItCame(t *testing.T) {
	tests := []struct{ name, stream, want string }{
		{
			"calls keep their signatures and get ids", llmtest.Stream(t, "tools"),
			`{"role":"model","parts":[
				{"functionCall":{"id":"call_1","name":"list_rooms","args":{"city":"Recife"}},"thoughtSignature":"c2lnLWNhbGw="},
				{"functionCall":{"id":"call_2","name":"list_bars","args":{}}}]}`,
		},
		{
			"the signature of a text comes after it", llmtest.Stream(t, "text"),
			`{"role":"model","parts":[{"text":"Olá, mundo!","thoughtSignature":"c2lnLXRleHQ="}]}`,
		},
		{
			"thoughts stay here", llmtest.Stream(t, "thinking"),
			`{"role":"model","parts":[{"text":"Uma pilsen.","thoughtSignature":"c2lnLXRleHQ="}]}`,
		},
		{
			"a signature that follows no text is dropped", events(`{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"","thoughtSignature":"AQID"},{"text":"a","thoughtSignature":"BAUG"},{"text":"","thoughtSignature":"AQID"}]},"finishReason":"STOP"}]}`),
			`{"role":"model","parts":[{"text":"a","thoughtSignature":"BAUG"}]}`,
		},
		{
			"arguments that are no object go back as an empty one", events(`{"candidates":[{"content":{"parts":[{"functionCall":{"id":"x","name":"f","args":[1]}}]},"finishReason":"STOP"}]}`),
			`{"role":"model","parts":[{"functionCall":{"id":"x","name":"f","args":{}}}]}`,
		},
		{
			"a message of thoughts alone is left out", events(`{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"thought":true,"thoughtSignature":"AQID"}]},"finishReason":"STOP"}]}`),
			`{"role":"user","parts":[{"text":"e agora?"}]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := answer(t, tt.stream, hello)
			must(t, err)
			for _, p := range resp.Message.Parts {
				if p.Text == "" && p.Thinking == "" && p.Call == nil {
					t.Errorf("a part without words: %+v", p)
				}
			}
			base, sent := llmtest.Server(t, "text/event-stream", llmtest.Stream(t, "text"))
			again := &llm.Request{Messages: []llm.Message{hello.Messages[0], resp.Message, llm.Text(llm.RoleUser, "e agora?")}}
			if _, err := llm.Complete(t.Context(), open(base, llmtest.Key), again); err != nil {
				t.Fatal(err)
			}
			var body struct{ Contents []any }
			var want any
			must(t, json.Unmarshal(sent()[0].Body, &body))
			must(t, json.Unmarshal([]byte(tt.want), &want))
			if diff := cmp.Diff(want, body.Contents[1]); diff != "" {
				t.Errorf("sent back (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCallIDsAreUniqueInTheConversation(t *testing.T) {
	req := &llm.Request{Messages: []llm.Message{
		hello.Messages[0],
		{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &llm.ToolCall{ID: "call_2", Name: "f", Args: "{}"}}}},
		{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{CallID: "call_2", Name: "f", Content: "ok"}}}},
	}}
	resp, err := answer(t, events(
		`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}},{"functionCall":{"id":"own","name":"f","args":null}}]}}]}`,
		`{"candidates":[{"content":{"parts":[{"functionCall":{"id":"own","name":"f"}},{"functionCall":{"name":"f"}}]},"finishReason":"STOP"}]}`,
	), req)
	must(t, err)
	var ids []string
	for _, c := range resp.Calls() {
		ids = append(ids, c.ID)
		if c.Args != "{}" {
			t.Errorf("arguments = %q, want {}", c.Args)
		}
	}
	if diff := cmp.Diff([]string{"call_3", "own", "call_4", "call_5"}, ids); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestGrounding(t *testing.T) {
	const page = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ"
	tests := []struct {
		name   string
		stream string
		want   *llm.Grounding
	}{
		{"gathered from several events; what is no page or out of range is dropped", llmtest.Stream(t, "grounding"), &llm.Grounding{
			Queries: []string{"cervejarias Ohio", "breweries Columbus Ohio", "breweries Cleveland Ohio"},
			Sources: []llm.Source{{URL: page + "a", Title: "landgrantbrewing.com"}, {URL: page + "b", Title: "greatlakesbrewing.com"}},
			Supports: []llm.Support{
				{Text: "Em Columbus há a Land-Grant.", Sources: []int{0}},
				{Text: "Em Cleveland, a Great Lakes é a mais antiga.", Sources: []int{1, 0}},
			},
		}},
		{"supports may come after their sources", events(
			`{"candidates":[{"groundingMetadata":{"groundingChunks":[{"web":{"uri":"u"}},{"web":{"uri":"v"}}]}}]}`,
			`{"candidates":[{"groundingMetadata":{"groundingSupports":[{"segment":{"text":"a"},"groundingChunkIndices":[1,2]}]},"finishReason":"STOP"}]}`,
		), &llm.Grounding{
			Sources:  []llm.Source{{URL: "u"}, {URL: "v"}},
			Supports: []llm.Support{{Text: "a", Sources: []int{1}}},
		}},
		{"none when nothing was searched", events(`{"candidates":[{"groundingMetadata":{},"finishReason":"STOP"}]}`), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := answer(t, tt.stream, hello)
			must(t, err)
			if diff := cmp.Diff(tt.want, resp.Grounding); diff != "" {
				t.Errorf("grounding (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheNameGoesIntoThePathAndTheKeyIntoAHeader(t *testing.T) {
	for name, want := range map[string]string{
		"gemini-2.5-flash":        "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
		"models/gemini-2.5-flash": "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
		"../x?key=1#y z":          "/v1beta/models/..%2Fx%3Fkey=1%23y%20z:streamGenerateContent?alt=sse",
	} {
		var uri, key string
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			uri, key = r.RequestURI, r.Header.Get("X-Goog-Api-Key")
			llmtest.Events(llmtest.Stream(t, "text"))(w, r)
		}))
		t.Cleanup(srv.Close)
		resp, err := llm.Complete(t.Context(), gemini.New(name, llmtest.Key, gemini.Options{BaseURL: srv.URL + "/"}), hello)
		must(t, err)
		if uri != want || key != llmtest.Key || resp.Model != name {
			t.Errorf("%s asked %q with key %q and answered as %q, want %q", name, uri, key, resp.Model, want)
		}
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		want   string // in the error; "" for none
		kind   llm.Kind
	}{
		{"the model is there", 200, `{"name":"models/test-model","displayName":"Test"}`, "", 0},
		{"no such model", 404, `{"error":{"code":404,"message":"models/test-model is not found for API version v1beta","status":"NOT_FOUND"}}`, `there is no model "test-model"`, llm.Permanent},
		{"a wrong key", 400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}`, "API key not valid", llm.Auth},
		{"something else at that address", 200, `{"models":[]}`, "is the base URL right?", llm.Transient},
		{"a page", 200, "<html>", "gemini: ", llm.Transient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asked string
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = r.Method + " " + r.RequestURI
				w.WriteHeader(tt.status)
				fmt.Fprint(w, tt.body)
			}))
			t.Cleanup(srv.Close)
			err := gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: srv.URL}).Check(t.Context())
			if asked != "GET /v1beta/models/test-model" {
				t.Errorf("asked %q", asked)
			}
			if tt.want == "" {
				if err != nil {
					t.Errorf("error = %v, want none", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || llm.KindOf(err) != tt.kind {
				t.Errorf("error = %v of kind %v, want %q of kind %v", err, llm.KindOf(err), tt.want, tt.kind)
			}
		})
	}
}

func FuzzNoStreamPanics(f *testing.F) {
	llmtest.FuzzStream(f, func(c *http.Client) llm.Model {
		return gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: "http://127.0.0.1", HTTP: c})
	})
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
