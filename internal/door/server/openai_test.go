package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// Clients of OpenAI read errors in one shape, whoever found what is wrong.
func TestErrorsOfTheHouseAreOfOpenAIsShape(t *testing.T) {
	h := opened(t, func(o *Options) { o.Tokens = true })
	h.say("ana", "thread-da-ana", "Olá!")
	const says = `{"model":"maitre","metadata":{"session_id":"thread-da-ana"},"messages":[{"role":"user","content":"TEXT"}]}`
	for name, tt := range map[string]struct {
		guest, text string
		status      int
		code        string
	}{
		"a message of a MB": {"ana", strings.Repeat("a", 1<<20), 400, "long_message"},
		"a body of 9 MB":    {"ana", strings.Repeat("a", 9<<20), 413, "too_large"},
	} {
		a := h.ask(request{method: http.MethodPost, path: "/v1/chat/completions", body: strings.Replace(says, "TEXT", tt.text, 1), guest: tt.guest})
		var got struct {
			Error struct{ Message, Type, Code string }
		}
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || a.status != tt.status || got.Error.Code != tt.code || got.Error.Message == "" {
			t.Errorf("%s: %d %.300s", name, a.status, a.body)
		}
	}
}

func TestWhatAgentsAskIsForWhoSignedIn(t *testing.T) {
	h := opened(t, func(o *Options) {
		o.Tokens = true
		o.MCP = func(w http.ResponseWriter, _ *http.Request, guest string) error {
			return writeJSON(w, http.StatusOK, map[string]string{"guest": guest})
		}
	})
	if a := h.ask(request{method: http.MethodPost, path: "/mcp", body: "{}", guest: "bia"}); a.status != http.StatusOK || !strings.Contains(a.body, `"bia"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}
