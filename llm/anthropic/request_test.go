package anthropic_test

import (
	"encoding/json"
	"testing"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestConversationsTakeTheFormTheAPIAccepts(t *testing.T) {
	user := llm.Text(llm.RoleUser, "oi")
	call := func(id, args string) llm.Part {
		return llm.Part{Call: &llm.ToolCall{ID: id, Name: "f", Args: args}}
	}
	result := func(id, content string, failed bool) llm.Part {
		return llm.Part{Result: &llm.ToolResult{CallID: id, Name: "f", Content: content, IsError: failed}}
	}
	says := func(role llm.Role, parts ...llm.Part) llm.Message { return llm.Message{Role: role, Parts: parts} }

	tests := []struct {
		name string
		from []llm.Message
		want string
	}{
		{
			"a tool's result and the user's next words are one message",
			[]llm.Message{user, says(llm.RoleAssistant, call("a", `{"x":1}`)), says(llm.RoleTool, result("a", "ok", false)), llm.Text(llm.RoleUser, "e?")},
			`[{"role":"user","content":[{"type":"text","text":"oi"}]},` +
				`{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"ok"}]},{"type":"text","text":"e?"}]}]`,
		},
		{
			"results come first, in their order",
			[]llm.Message{user, says(llm.RoleAssistant, call("a", "{}"), call("b", "{}")), llm.Text(llm.RoleUser, "e?"), says(llm.RoleTool, result("a", "1", false), result("b", "2", true))},
			`[{"role":"user","content":[{"type":"text","text":"oi"}]},` +
				`{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}},{"type":"tool_use","id":"b","name":"f","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"1"}]},` +
				`{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"2"}],"is_error":true},{"type":"text","text":"e?"}]}]`,
		},
		{
			"nothing blank is sent",
			[]llm.Message{user, says(llm.RoleAssistant, llm.Part{Text: " \n"}, llm.Part{}), says(llm.RoleUser), llm.Text(llm.RoleUser, "e?")},
			`[{"role":"user","content":[{"type":"text","text":"oi"},{"type":"text","text":"e?"}]}]`,
		},
		{
			"arguments that are no object, and a result without words",
			[]llm.Message{user, says(llm.RoleAssistant, call("a", `{"x":`)), says(llm.RoleTool, result("a", " ", true))},
			`[{"role":"user","content":[{"type":"text","text":"oi"}]},` +
				`{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"(nothing)"}],"is_error":true}]}]`,
		},
		{
			"thinking that is unsigned, or signed by another provider, is not sent",
			[]llm.Message{user, says(llm.RoleAssistant, llm.Part{Thinking: "hm"}, llm.Part{Thinking: "hm", Sig: []byte{1, 2, 3}}, llm.Part{Thinking: "hm", Sig: []byte(`{"type":"text","text":"x"}`)}, llm.Part{Text: "Oi", Sig: []byte("c2ln")})},
			`[{"role":"user","content":[{"type":"text","text":"oi"}]},{"role":"assistant","content":[{"type":"text","text":"Oi"}]}]`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := sent(t, &llm.Request{Messages: tt.from, System: " "}); string(got["messages"]) != tt.want || got["system"] != nil {
				t.Errorf("messages =\n%s\nwant\n%s", got["messages"], tt.want)
			}
		})
	}
}

func TestWhichToolIsForced(t *testing.T) {
	tools := llmtest.Requests()["forced"].Tools
	schema := json.RawMessage(llmtest.Params)
	tests := []struct {
		name string
		req  llm.Request
		want string
	}{
		{"tools alone: none", llm.Request{Tools: tools}, ""},
		{"a schema alone: its tool", llm.Request{Schema: schema}, `{"type":"tool","name":"answer"}`},
		{"a schema beside tools: any", llm.Request{Schema: schema, Tools: tools}, `{"type":"any"}`},
		{"a schema beside web search: any", llm.Request{Schema: schema, WebSearch: true}, `{"type":"any"}`},
		{"a forced tool goes before a schema", llm.Request{Schema: schema, Tools: tools, ForceTool: "list_bars"}, `{"type":"tool","name":"list_bars"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Messages = question().Messages
			if got := sent(t, &tt.req); string(got["tool_choice"]) != tt.want {
				t.Errorf("tool_choice = %s, want %s", got["tool_choice"], tt.want)
			}
		})
	}
}

func TestALimitIsAlwaysSent(t *testing.T) {
	if got := sent(t, question()); string(got["max_tokens"]) != "4096" {
		t.Errorf("max_tokens = %s, want llm.DefaultMaxTokens", got["max_tokens"])
	}
}

// sent returns the fields of the request that req becomes.
func sent(t *testing.T, req *llm.Request) map[string]json.RawMessage {
	t.Helper()
	base, all := llmtest.Server(t, "text/event-stream", llmtest.Stream(t, "text"))
	if _, err := llm.Complete(t.Context(), open(base, llmtest.Key), req); err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	must(t, json.Unmarshal(all()[0].Body, &fields))
	return fields
}
