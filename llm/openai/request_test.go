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
