package anthropic

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

type body struct {
	Model       string    `json:"model"`
	MaxTokens   int       `json:"max_tokens"`
	System      []any     `json:"system,omitempty"`
	Messages    []message `json:"messages"`
	Tools       []tool    `json:"tools,omitempty"`
	ToolChoice  *choice   `json:"tool_choice,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	TopP        *float64  `json:"top_p,omitempty"`
	Stream      bool      `json:"stream"`
}

// message has blocks: a thought, or one of the types below.
type message struct {
	Role    string `json:"role"`
	Content []any  `json:"content"`
}

type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type toolUse struct {
	Type  string          `json:"type"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

type toolResult struct {
	Type      string      `json:"type"`
	ToolUseID string      `json:"tool_use_id"`
	Content   []textBlock `json:"content"`
	IsError   bool        `json:"is_error,omitempty"`
}

// tool is one of ours, with a schema, or with a type one of Anthropic's.
type tool struct {
	Type        string          `json:"type,omitempty"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema,omitempty"`
	MaxUses     int             `json:"max_uses,omitempty"`
}

type choice struct {
	Type string `json:"type"`
	Name string `json:"name,omitempty"`
}

func newBody(model string, req *llm.Request) *body {
	b := &body{
		Model:       model,
		MaxTokens:   cmp.Or(req.MaxTokens, llm.DefaultMaxTokens),
		Messages:    messages(req.Messages),
		Temperature: req.Temperature,
		TopP:        req.TopP,
		Stream:      true,
	}
	if !blank(req.System) {
		b.System = []any{text(req.System)}
	}
	for _, t := range req.Tools {
		b.Tools = append(b.Tools, tool{Name: t.Name, Description: t.Description, InputSchema: t.Params})
	}
	if req.WebSearch {
		b.Tools = append(b.Tools, tool{Type: "web_search_20250305", Name: "web_search", MaxUses: llm.MaxSearches})
	}
	if len(b.Tools) == 0 {
		b.Tools, b.ToolChoice = usedBefore(req.Messages)
	}
	name := schemaName(req)
	if name != "" {
		b.Tools = append(b.Tools, tool{Name: name, Description: "Give the answer with this tool. Nothing else you write is read.", InputSchema: req.Schema})
	}
	switch {
	case req.ForceTool == llm.AnyTool, req.ForceTool == "" && name != "" && len(b.Tools) > 1:
		b.ToolChoice = &choice{Type: "any"}
	case req.ForceTool != "" || name != "":
		b.ToolChoice = &choice{Type: "tool", Name: cmp.Or(req.ForceTool, name)}
	}
	return b
}

// usedBefore declares the tools that a conversation has called, to be called no
// more: the API refuses a conversation with calls of tools that it is not told of.
func usedBefore(said []llm.Message) (tools []tool, none *choice) {
	for _, m := range said {
		for _, p := range m.Parts {
			if p.Call != nil && !slices.ContainsFunc(tools, func(t tool) bool { return t.Name == p.Call.Name }) {
				tools = append(tools, tool{Name: p.Call.Name, InputSchema: json.RawMessage(`{"type":"object"}`)})
			}
		}
	}
	if tools != nil {
		none = &choice{Type: "none"}
	}
	return tools, none
}

// schemaName returns the name of the tool that a structured answer comes in,
// "" for an answer in words.
func schemaName(req *llm.Request) string {
	if req.Schema == nil {
		return ""
	}
	return cmp.Or(req.SchemaName, "answer")
}

// messages puts a conversation into the form the API accepts: user and
// assistant take turns, nothing is blank, and tool results come before what
// the user says with them.
func messages(from []llm.Message) []message {
	var to []message
	for _, m := range from {
		role := "user"
		if m.Role == llm.RoleAssistant {
			role = "assistant"
		}
		for _, p := range m.Parts {
			block := blockOf(p)
			if block == nil {
				continue
			}
			if len(to) == 0 || to[len(to)-1].Role != role {
				to = append(to, message{Role: role})
			}
			last := &to[len(to)-1]
			last.Content = append(last.Content, block)
		}
	}
	for _, m := range to {
		slices.SortStableFunc(m.Content, func(a, b any) int { return resultFirst(a) - resultFirst(b) })
	}
	return to
}

func resultFirst(block any) int {
	if _, ok := block.(toolResult); ok {
		return 0
	}
	return 1
}

// blockOf returns nil for a part that cannot be sent.
func blockOf(p llm.Part) any {
	switch {
	case p.Call != nil:
		return toolUse{"tool_use", p.Call.ID, p.Call.Name, wire.Object(p.Call.Args)}
	case p.Result != nil:
		said := p.Result.Content
		if blank(said) {
			said = "(nothing)"
		}
		return toolResult{"tool_result", p.Result.CallID, []textBlock{text(said)}, p.Result.IsError}
	case p.Thinking != "":
		if t := thoughtOf(p.Sig); t != nil {
			return t
		}
	case !blank(p.Text):
		return text(p.Text)
	}
	return nil
}

func text(s string) textBlock { return textBlock{"text", s} }

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// thought is a block of thinking as it came, to be sent back unchanged. It is
// what an answer's parts carry in Sig.
type thought = json.RawMessage

// thoughtOf returns nil for a signature that is not one of ours: the
// conversation may have begun with another provider.
func thoughtOf(sig []byte) thought {
	var b struct{ Type string }
	if json.Unmarshal(sig, &b) != nil || b.Type != "thinking" && b.Type != "redacted_thinking" {
		return nil
	}
	return sig
}

// omission is a set of things that some Claude versions refuse.
type omission uint32

const (
	topP     omission = 1 << iota // top_p beside temperature: refused since Opus 4.1
	sampling                      // both of them: refused since Opus 4.7
	force                         // tool_choice: refused since Fable 5.1 and Opus 5.5
	thoughts                      // thinking from before the conversation or the model changed
)

// refused returns what of b the model refuses, if that is what err says. There
// is nothing but the words to tell by.
func (b *body) refused(err error) omission {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Status != http.StatusBadRequest {
		return 0
	}
	says := func(words string) bool { return strings.Contains(strings.ToLower(e.Error()), words) }
	unsupported := says("not supported") || says("not compatible") || says("deprecated") || says("thinking")
	switch {
	case b.ToolChoice != nil && says("tool_choice") && unsupported:
		return force
	case b.Temperature != nil && b.TopP != nil && says("temperature") && says("top_p") && says("both"):
		return topP
	case (b.Temperature != nil && says("temperature") || b.TopP != nil && says("top_p")) && unsupported:
		return sampling
	case b.hasThoughts() && says("thinking"):
		return thoughts
	}
	return 0
}

// leaveOut takes out of b what is in o. Where a tool can no longer be forced
// the model is asked to use it.
func (b *body) leaveOut(o omission) {
	if o&sampling != 0 {
		b.Temperature, b.TopP = nil, nil
	}
	if o&topP != 0 && b.Temperature != nil {
		b.TopP = nil
	}
	if o&force != 0 && b.ToolChoice != nil {
		ask := "Answer with a tool call, not with words."
		if b.ToolChoice.Name != "" {
			ask = "Answer with a call of the tool " + b.ToolChoice.Name + ", not with words."
		}
		b.System, b.ToolChoice = append(b.System, text(ask)), nil
	}
	if o&thoughts != 0 {
		for i, m := range b.Messages {
			b.Messages[i].Content = slices.DeleteFunc(m.Content, isThought)
		}
		b.Messages = slices.DeleteFunc(b.Messages, func(m message) bool { return len(m.Content) == 0 })
	}
}

func (b *body) hasThoughts() bool {
	return slices.ContainsFunc(b.Messages, func(m message) bool { return slices.ContainsFunc(m.Content, isThought) })
}

func isThought(block any) bool {
	_, ok := block.(thought)
	return ok
}
