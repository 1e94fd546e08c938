package anthropic_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestTheAdapterBehavesAsAnyModel(t *testing.T) {
	llmtest.TestModel(t, llmtest.Provider{
		New:   open,
		Error: complaint,
	})
}

func TestRequestsAreThoseOfTheVendorsClient(t *testing.T) {
	llmtest.TestRequests(t, llmtest.Stream(t, "text"), open)
}

func TestRequestsCarryTheKeyAndTheVersion(t *testing.T) {
	var got http.Header
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		llmtest.Events(llmtest.Stream(t, "text"))(w, r)
	})
	if _, err := llm.Complete(t.Context(), open(base, llmtest.Key), question()); err != nil {
		t.Fatal(err)
	}
	if got.Get("X-Api-Key") != llmtest.Key || got.Get("Anthropic-Version") != "2023-06-01" || got.Get("Authorization") != "" {
		t.Errorf("headers = %v", got)
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		want   string // of the error
		kind   llm.Kind
	}{
		{"a model that is there", 200, `{"type":"model","id":"test-model-20260101","display_name":"Test"}`, "", 0},
		{"no such model", 404, complaint("model: a/b?c"), `anthropic: there is no model "a/b?c", or the key may not use it`, llm.Permanent},
		{"a bad key", 401, complaint("invalid x-api-key " + llmtest.Key), "anthropic: 401 invalid x-api-key [key]", llm.Auth},
		{"a server that answers with something else", 200, `{}`, "anthropic: answer not understood: it describes no model", llm.Transient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet || r.RequestURI != "/v1/models/a%2Fb%3Fc" {
					t.Errorf("asked %s %s", r.Method, r.RequestURI)
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			})
			err := anthropic.New("a/b?c", llmtest.Key, anthropic.Options{BaseURL: base}).Check(t.Context())
			if tt.want == "" {
				if err != nil {
					t.Errorf("Check = %v, want nil", err)
				}
				return
			}
			if err == nil || err.Error() != tt.want || llm.KindOf(err) != tt.kind {
				t.Errorf("Check = %v (%v), want %s (%v)", err, llm.KindOf(err), tt.want, tt.kind)
			}
		})
	}
}

// The words are those of the API.
func TestWhatAModelRefusesIsLeftOutAndRemembered(t *testing.T) {
	const (
		both       = "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
		deprecated = "`temperature` is deprecated for this model."
		unforced   = `tool_choice: type "tool" and "any" are not supported for this model.`
		thinks     = "Thinking may not be enabled when tool_choice forces tool use."
		bound      = "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
	)
	sampled := question()
	sampled.Temperature, sampled.TopP = new(0.3), new(0.9)
	forced := llmtest.Requests()["forced"]
	structured := llmtest.Requests()["structured"]
	structured.Temperature = new(0.0)
	thought := question()
	thought.Messages = append(thought.Messages,
		llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Thinking: "hm", Sig: []byte(`{"type":"thinking","thinking":"hm","signature":"c2ln"}`)}, {Text: "Oi"}}},
		llm.Text(llm.RoleUser, "e?"))

	tests := []struct {
		name    string
		req     *llm.Request
		refuse  []string // one 400 each, then an answer
		missing []string // fields that are not in the last request
		present []string // and what is
		again   int      // how many requests the same question takes the next time
	}{
		{"top_p beside temperature", sampled, []string{both}, []string{"top_p"}, []string{`"temperature":0.3`}, 1},
		{"any temperature", sampled, []string{deprecated}, []string{"top_p", "temperature"}, nil, 1},
		{"a forced tool", forced, []string{unforced}, []string{"tool_choice"}, []string{"call of the tool list_bars"}, 1},
		{"a forced tool, to a model that thinks", forced, []string{thinks}, []string{"tool_choice"}, nil, 1},
		{"several things, one after the other", structured, []string{deprecated, unforced}, []string{"temperature", "tool_choice"}, []string{"call of the tool trip", `"input_schema"`}, 1},
		{"thinking out of its place, which another conversation need not have", thought, []string{bound}, []string{"signature"}, []string{`"text":"Oi"`}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var bodies []string
			refusals := tt.refuse
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				bodies = append(bodies, string(b))
				if len(refusals) == 0 {
					llmtest.Events(llmtest.Stream(t, "text"))(w, r)
					return
				}
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, complaint(refusals[0]))
				refusals = refusals[1:]
			})
			m := open(base, llmtest.Key)
			resp, err := llm.Complete(t.Context(), m, tt.req)
			if err != nil || len(bodies) != len(tt.refuse)+1 {
				t.Fatalf("error %v after %d requests, want an answer after %d", err, len(bodies), len(tt.refuse)+1)
			}
			last := bodies[len(bodies)-1]
			for _, field := range tt.missing {
				if strings.Contains(last, `"`+field+`"`) || !strings.Contains(bodies[0], `"`+field+`"`) {
					t.Errorf("%s is to be in the first request only:\n%s\n%s", field, bodies[0], last)
				}
			}
			for _, words := range tt.present {
				if !strings.Contains(last, words) {
					t.Errorf("the last request lacks %s:\n%s", words, last)
				}
			}
			if len(resp.Notes) != len(tt.refuse) || resp.Notes[0] != "anthropic: 400 "+tt.refuse[0] {
				t.Errorf("notes = %q, want what was refused", resp.Notes)
			}

			bodies = nil
			if tt.again > 1 {
				refusals = tt.refuse
			}
			if _, err := llm.Complete(t.Context(), m, tt.req); err != nil || len(bodies) != tt.again {
				t.Errorf("asked again: error %v after %d requests, want an answer after %d", err, len(bodies), tt.again)
			}
		})
	}
}

func TestOtherRefusalsStand(t *testing.T) {
	req := llmtest.Requests()["forced"]
	req.Temperature, req.TopP = new(1.5), new(0.9)
	for _, message := range []string{
		"temperature: Input should be less than or equal to 1",
		"tool_choice: Tool 'list_bars' not found in provided tools",
		"messages: at least one message is required",
	} {
		asked := 0
		base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, complaint(message))
		})
		_, err := llm.Complete(t.Context(), open(base, llmtest.Key), req)
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.Permanent || asked != 1 {
			t.Errorf("%s: error %v after %d requests, want a permanent one after 1", message, err, asked)
		}
	}
}

func TestAModelThatRefusesEverythingIsAskedOnlyAFewTimes(t *testing.T) {
	req := llmtest.Requests()["forced"]
	req.Temperature, req.TopP = new(0.3), new(0.9)
	asked := 0
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, complaint("both temperature and top_p and tool_choice and thinking are not supported"))
	})
	if _, err := llm.Complete(t.Context(), open(base, llmtest.Key), req); err == nil || asked != 4 {
		t.Errorf("error %v after %d requests, want one after 4", err, asked)
	}
}

func open(base, key string) llm.Model {
	return anthropic.New("test-model", key, anthropic.Options{BaseURL: base})
}

func question() *llm.Request {
	return &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}}
}

// ask lets a model answer req with a stream.
func ask(t *testing.T, events string, req *llm.Request) (*llm.Response, error) {
	t.Helper()
	return llm.Complete(t.Context(), open(serve(t, llmtest.Events(events)), llmtest.Key), req)
}

func serve(t testing.TB, h http.HandlerFunc) string {
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

func complaint(message string) string {
	b, _ := json.Marshal(map[string]any{"type": "error", "error": map[string]string{"type": "invalid_request_error", "message": message}, "request_id": "req_1"})
	return string(b)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	must(t, enc.Encode(v))
	return strings.TrimSpace(b.String())
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
