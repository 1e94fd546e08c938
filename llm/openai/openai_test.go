package openai_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/llm/openai"
)

func open(base, key string) llm.Model {
	return openai.New("test-model", key, openai.Options{BaseURL: base})
}

// ask lets a server answer req with events.
func ask(t *testing.T, events string, req *llm.Request) (*llm.Response, error) {
	t.Helper()
	base, _ := llmtest.Server(t, "text/event-stream", events)
	return llm.Complete(t.Context(), open(base, ""), req)
}

func oi() *llm.Request {
	return &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}}
}

func TestModel(t *testing.T) {
	llmtest.TestModel(t, llmtest.Provider{
		New: open,
		Error: func(message string) string {
			b, _ := json.Marshal(message)
			return `{"error":{"message":` + string(b) + `,"type":"invalid_request_error","param":null,"code":null}}`
		},
	})
}

func TestRequestsAreTheVendors(t *testing.T) {
	llmtest.TestRequests(t, llmtest.Stream(t, "text"), func(base, key string) llm.Model {
		return openai.New("gpt-test", key, openai.Options{BaseURL: base})
	})
}

func TestTheKeyGoesInAHeaderIfThereIsOne(t *testing.T) {
	for key, want := range map[string]string{"": "", llmtest.Key: "Bearer " + llmtest.Key} {
		got := "no request came"
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = r.Header.Get("Authorization")
			if strings.Contains(r.URL.String(), llmtest.Key) {
				t.Error("the key is in the URL")
			}
			llmtest.Events(llmtest.Stream(t, "text"))(w, r)
		}))
		defer srv.Close()
		if _, err := llm.Complete(t.Context(), open(srv.URL, key), oi()); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("Authorization = %q, want %q", got, want)
		}
	}
}

func TestTheProviderIsNamedInErrors(t *testing.T) {
	m := openai.New("m", "", openai.Options{Provider: "groq", BaseURL: "http://localhost:1"})
	if _, err := llm.Complete(t.Context(), m, oi()); err == nil || !strings.HasPrefix(err.Error(), "groq: ") {
		t.Errorf("error = %v, want it to begin with groq:", err)
	}
}

func TestAModelThatFixesItsSampling(t *testing.T) {
	// picky refuses the fields it is given, one at a time.
	picky := func(t *testing.T, param string, refused ...string) (m llm.Model, asked func() int) {
		n := 0
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n++
			var body map[string]any
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
				t.Error(err)
			}
			for _, field := range refused {
				if _, ok := body[field]; ok {
					w.WriteHeader(400)
					fmt.Fprintf(w, `{"error":{"message":"Unsupported value: '%s' does not support 0.3 with this model.","type":"invalid_request_error","param":%q,"code":"unsupported_value"}}`, field, param+field)
					return
				}
			}
			llmtest.Events(llmtest.Stream(t, "text"))(w, r)
		}))
		t.Cleanup(srv.Close)
		return open(srv.URL, ""), func() int { return n }
	}
	req := func() *llm.Request {
		r := oi()
		r.Temperature, r.TopP = new(0.3), new(0.9)
		return r
	}
	without := func(field string) string {
		return "openai: test-model does not take " + field + ", which was left out"
	}
	for _, tt := range []struct {
		name    string
		refused []string
		asked   int
		notes   []string
	}{
		{"takes both: it is asked once", nil, 1, nil},
		{"no temperature: it is asked again without", []string{"temperature"}, 2, []string{without("temperature")}},
		{"no top_p: it is asked again without", []string{"top_p"}, 2, []string{without("top_p")}},
		{"neither: it is asked without both", []string{"top_p", "temperature"}, 3, []string{without("top_p"), without("temperature")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, asked := picky(t, "", tt.refused...)
			r := req()
			resp, err := llm.Complete(t.Context(), m, r)
			must(t, err)
			if diff := cmp.Diff(tt.notes, resp.Notes); diff != "" || asked() != tt.asked || resp.Text() != "Olá, mundo!" {
				t.Errorf("asked %d times, want %d; text %q; notes (-want +got):\n%s", asked(), tt.asked, resp.Text(), diff)
			}
			if r.Temperature == nil || r.TopP == nil {
				t.Error("the caller's request was changed")
			}
		})
	}
	t.Run("a complaint about another field is final", func(t *testing.T) {
		m, asked := picky(t, "not_", "temperature")
		if _, err := llm.Complete(t.Context(), m, req()); err == nil || asked() != 1 {
			t.Errorf("error = %v after %d requests, want one after 1", err, asked())
		}
	})
	for _, tt := range []struct {
		name   string
		status int
		param  string
		asked  int
	}{
		{"refuses temperature even when it is not there: it is not asked forever", 400, "temperature", 2},
		{"refuses top_p even when it is not there: it is not asked forever", 400, "top_p", 2},
		{"is too busy, whatever the field: that is for Retry", 429, "temperature", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := 0
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				n++
				w.WriteHeader(tt.status)
				fmt.Fprintf(w, `{"error":{"message":"no","param":%q}}`, tt.param)
			}))
			defer srv.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			if _, err := llm.Complete(ctx, open(srv.URL, ""), req()); err == nil || n != tt.asked {
				t.Errorf("error = %v after %d requests, want one after %d", err, n, tt.asked)
			}
		})
	}
}

func TestArgumentsThatWereNoObjectGoBackAsOne(t *testing.T) {
	base, sent := llmtest.Server(t, "text/event-stream", llmtest.Stream(t, "text"))
	req := &llm.Request{Messages: []llm.Message{
		llm.Text(llm.RoleUser, "u"),
		{Role: llm.RoleAssistant, Parts: []llm.Part{
			{Thinking: "hm"},
			{Call: &llm.ToolCall{ID: "c1", Name: "list_bars", Args: `{"city":`}},
		}},
		{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{CallID: "c1", Content: "arguments: not JSON", IsError: true}}}},
	}}
	if _, err := llm.Complete(t.Context(), open(base, ""), req); err != nil {
		t.Fatal(err)
	}
	want := llmtest.Sent{Method: "POST", Path: "/chat/completions", Body: json.RawMessage(`{"model":"test-model","stream":true,"stream_options":{"include_usage":true},"messages":[
		{"role":"user","content":"u"},
		{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"list_bars","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"c1","content":"arguments: not JSON"}]}`)}
	if got := sent()[0]; !got.Equal(want) {
		t.Errorf("sent %s\nwant %s", got.Body, want.Body)
	}
}

func TestCheck(t *testing.T) {
	const list = `{"object":"list","data":[{"id":"qwen3:8b","object":"model"},{"id":"gemma3:latest","object":"model"}]}`
	for _, tt := range []struct {
		name    string
		model   string
		answers map[string]string // by path
		status  int               // of a path without an answer; 404 when zero
		want    string            // in the error; empty for none
		kind    llm.Kind
	}{
		{name: "the server knows it", model: "gpt-x", answers: map[string]string{"/models/gpt-x": `{"id":"gpt-x","object":"model"}`}},
		{name: "a name with a slash is one name", model: "openai/gpt-oss-20b", answers: map[string]string{"/models/openai%2Fgpt-oss-20b": `{"id":"openai/gpt-oss-20b"}`}},
		{name: "the server has only a list, and it is there", model: "qwen3:8b", answers: map[string]string{"/models": list}},
		{name: "the list has it as latest", model: "gemma3", answers: map[string]string{"/models": list}},
		{name: "the list has it as latest only if it has no tag", model: "gemma3:27b", answers: map[string]string{"/models": list}, want: `there is no model "gemma3:27b"; the server has 2: gemma3:latest, qwen3:8b`},
		{name: "it is not in the list", model: "gpt-x", answers: map[string]string{"/models": list}, want: `there is no model "gpt-x"`},
		{name: "the list is empty", model: "gpt-x", answers: map[string]string{"/models": `{"object":"list","data":[]}`}, want: "the server has 0"},
		{name: "an answer that names no model does not count", model: "gpt-x", answers: map[string]string{"/models/gpt-x": `{}`, "/models": list}, want: "there is no model"},
		{name: "there is neither", model: "gpt-x", want: "404"},
		{name: "the key is refused", model: "gpt-x", status: 401, want: "401", kind: llm.Auth},
		{name: "the server is down", model: "gpt-x", status: 503, want: "503", kind: llm.Transient},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.status == 0 {
				tt.status = 404
			}
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, ok := tt.answers[r.URL.EscapedPath()]
				switch {
				case r.Method != http.MethodGet:
					t.Errorf("%s %s, want only GET", r.Method, r.URL)
				case ok:
					_, _ = io.WriteString(w, body)
				default:
					w.WriteHeader(tt.status)
				}
			}))
			defer srv.Close()
			err := openai.New(tt.model, llmtest.Key, openai.Options{BaseURL: srv.URL}).Check(t.Context())
			if tt.want == "" {
				if err != nil {
					t.Errorf("Check = %v, want nil", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || llm.KindOf(err) != tt.kind {
				t.Errorf("Check = %v, want %q of kind %v", err, tt.want, tt.kind)
			}
		})
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
