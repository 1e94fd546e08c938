package openai

import (
	"encoding/json"
	"testing"

	"github.com/maitre-dev/maitre/llm"
)

// This looks inside, since a test cannot reach OpenAI's own address.
func TestMaxTokensHasTheNameTheServerKnows(t *testing.T) {
	for base, want := range map[string]string{
		"":                                   "max_completion_tokens",
		"https://api.openai.com/v1/":         "max_completion_tokens",
		"https://eu.api.openai.com/v1":       "max_completion_tokens",
		"https://api.groq.com/openai/v1":     "max_tokens",
		"http://localhost:11434/v1":          "max_tokens",
		"https://not-api.openai.com/v1":      "max_tokens",
		"https://api.openai.com.example/v1":  "max_tokens",
		"https://proxy/https/api.openai.com": "max_tokens",
	} {
		b, err := json.Marshal(New("m", "", Options{BaseURL: base}).body(&llm.Request{MaxTokens: 100}))
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"max_tokens", "max_completion_tokens"} {
			if _, sent := got[name]; sent != (name == want) {
				t.Errorf("base %q: %s, want %s only", base, b, want)
			}
		}
	}
}

func TestASearchIsAskedForAsTheServerKnowsIt(t *testing.T) {
	const (
		sampled = `"temperature":0.5,"top_p":0.5,`
		groq    = "https://api.groq.com/openai/v1"
	)
	for _, tt := range []struct{ name, base, model, want string }{
		{"OpenAI, whose models that search take no sampling", "", "gpt-4o-search-preview", `"web_search_options":{},`},
		{"another server", "https://api.perplexity.ai", "sonar", `"web_search_options":{},`},
		{"a compound of Groq, which searches unasked", groq, "groq/compound", sampled},
		{"a model of Groq with a tool for it", groq, "openai/gpt-oss-120b", `"tools":[{"type":"browser_search"}],` + sampled},
		{"no server of Groq", "https://groq.com.example/v1", "groq/compound", `"web_search_options":{},`},
	} {
		half := 0.5
		b := New(tt.model, "", Options{BaseURL: tt.base}).body(&llm.Request{WebSearch: true, Temperature: &half, TopP: &half})
		b.Messages = []message{}
		want := `{"model":"` + tt.model + `","messages":[],` + tt.want + `"stream":true,"stream_options":{"include_usage":true}}`
		if got, err := json.Marshal(b); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, want)
		}
	}
}
