package openai_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// job is a request as Open WebUI makes it beside a conversation.
func job(asks, format string, said ...string) string {
	var history strings.Builder
	for i, text := range said {
		history.WriteString([...]string{"USER: ", "ASSISTANT: "}[i%2] + text + "\n")
	}
	return body("### Task:\n" + asks + "\n### Output:\nJSON format: " + format + "\n### Chat History:\n<chat_history>\n" + history.String() + "</chat_history>")
}

func TestAConversationInOpenWebUI(t *testing.T) {
	h := open(t, nil)
	chat := []string{"X-OpenWebUI-Chat-Id", "5d3a7b1e-chat", "X-OpenWebUI-User-Id", "someone"}
	const first = "Sou alérgico a camarão. O que tem de moqueca?"
	said, _ := h.ask(body(first), chat...)
	if len(said.Choices) != 1 || strings.Contains(said.text(), "Moqueca de camarão") {
		t.Fatalf("the guest was told %+v", said)
	}
	before := h.left()
	for name, tt := range map[string]struct{ body, want string }{
		"a title":           {job("Generate a concise title", `{ "title": "your concise title here" }`, first, said.text()), `{"title":"` + first + `"}`},
		"tags":              {job("Generate 1-3 broad tags", `{ "tags": ["tag1", "tag2"] }`, "oi", "Olá!"), `{"tags":["General"]}`},
		"follow-ups":        {job("Suggest 3-5 questions", `{ "follow_ups": ["Question 1?"] }`, first, said.text()), `{"follow_ups":[]}`},
		"queries":           {job("Analyze the chat history", `{ "queries": ["query1"] }`, "sou vegano, ama \"title\"", "ok"), `{"queries":[]}`},
		"completing words":  {job("You are an autocompletion system", `{ "text": "<completion>" }`, "odeio coentro"), `{"text":""}`},
		"one of the future": {job("Sing", `{ "song": "…" }`, "sou alérgico a amendoim"), `{}`},
	} {
		got, _ := h.ask(tt.body, chat...)
		if len(got.Choices) != 1 || got.text() != tt.want || got.Usage == nil || got.Usage.Total != 0 {
			t.Errorf("%s: %+v, want %s", name, got, tt.want)
		}
	}
	if diff := cmp.Diff(before, h.left()); diff != "" {
		t.Errorf("the jobs have left something (-before +after):\n%s", diff)
	}
}

// left is what the house has of the guest: what was said, and what it has
// learnt from that.
func (h *house) left() (all []string) {
	h.t.Helper()
	threads, err := h.store.List(h.t.Context(), guest, 0)
	must(h.t, err)
	for _, th := range threads {
		said, err := h.store.Messages(h.t.Context(), th.ID, guest, 0)
		must(h.t, err)
		for _, m := range said {
			all = append(all, th.ID+": "+m.Text)
		}
	}
	events, _, err := h.store.All(h.t.Context(), "", 10_000)
	must(h.t, err)
	for _, e := range events {
		all = append(all, e.Run+" "+string(e.Type))
	}
	return all
}
