package openai

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// body is a request as Chat Completions wants it.
type body struct {
	Model         string          `json:"model"`
	Messages      []message       `json:"messages"`
	Tools         []tool          `json:"tools,omitempty"`
	ToolChoice    any             `json:"tool_choice,omitempty"`
	Format        *responseFormat `json:"response_format,omitempty"`
	WebSearch     *struct{}       `json:"web_search_options,omitempty"`
	Temperature   *float64        `json:"temperature,omitempty"`
	TopP          *float64        `json:"top_p,omitempty"`
	MaxTokens     int             `json:"max_tokens,omitempty"`
	MaxCompletion int             `json:"max_completion_tokens,omitempty"`
	Stream        bool            `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type message struct {
	Role    string  `json:"role"`
	Content *string `json:"content,omitempty"`
	Calls   []call  `json:"tool_calls,omitempty"`
	CallID  string  `json:"tool_call_id,omitempty"`
}

type call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// tool is one of ours, a function, or one of the server's own.
type tool struct {
	Type     string   `json:"type"`
	Function toolSpec `json:"function,omitzero"`
}

type toolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type responseFormat struct {
	Type   string `json:"type"`
	Schema struct {
		Name   string          `json:"name"`
		Strict bool            `json:"strict"`
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

func (m *Model) body(req *llm.Request) *body {
	b := &body{Model: m.model, Stream: true, Temperature: req.Temperature, TopP: req.TopP}
	b.StreamOptions.IncludeUsage = true
	if req.System != "" {
		b.Messages = append(b.Messages, message{Role: "system", Content: &req.System})
	}
	for _, msg := range req.Messages {
		b.Messages = append(b.Messages, messages(msg)...)
	}
	if m.newTokens {
		b.MaxCompletion = req.MaxTokens
	} else {
		b.MaxTokens = req.MaxTokens
	}
	for _, t := range req.Tools {
		b.Tools = append(b.Tools, tool{"function", toolSpec{t.Name, t.Description, t.Params}})
	}
	switch req.ForceTool {
	case "":
	case llm.AnyTool:
		b.ToolChoice = "required"
	default:
		b.ToolChoice = tool{"function", toolSpec{Name: req.ForceTool}}
	}
	if req.Schema != nil {
		b.Format = format(req.SchemaName, req.Schema)
	}
	if req.WebSearch {
		m.search(b)
	}
	return b
}

// search lets the server search the web, each in its own way. Groq knows no
// web_search_options and refuses them; its compound models search unasked.
func (m *Model) search(b *body) {
	switch {
	case m.groq && strings.Contains(m.model, "gpt-oss"):
		b.Tools = append(b.Tools, tool{Type: "browser_search"})
	case !m.groq:
		b.WebSearch = &struct{}{}
		// OpenAI's models that search refuse these, and do not name the field
		// in a way that drop could read.
		b.Temperature, b.TopP = nil, nil
	}
}

// messages is one message of ours in their words: each tool result is a
// message of its own, and thinking is not sent back.
func messages(msg llm.Message) []message {
	var results []message
	var text strings.Builder
	said := message{Role: string(msg.Role)}
	for _, p := range msg.Parts {
		switch {
		case p.Result != nil:
			results = append(results, message{Role: "tool", CallID: p.Result.CallID, Content: &p.Result.Content})
		case p.Call != nil:
			// Arguments that were no JSON object make some servers fail.
			said.Calls = append(said.Calls, call{p.Call.ID, "function", function{p.Call.Name, string(wire.Object(p.Call.Args))}})
		default:
			text.WriteString(p.Text)
		}
	}
	if msg.Role == llm.RoleTool {
		return results
	}
	if text.Len() > 0 || said.Calls == nil {
		said.Content = new(text.String())
	}
	return []message{said}
}

func format(name string, schema json.RawMessage) *responseFormat {
	f := &responseFormat{Type: "json_schema"}
	f.Schema.Name = schemaName(name)
	f.Schema.Schema = schema
	if s, ok := strict(schema); ok {
		f.Schema.Schema, f.Schema.Strict = s, true
	}
	return f
}

// schemaName makes of any name one the API takes: up to 64 letters, digits,
// dashes and underscores.
func schemaName(name string) string {
	if name == "" {
		return "answer"
	}
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
	return name[:min(len(name), 64)]
}

// drop takes the field that err complains of out of the request, when it is
// one that only tunes the answer.
func (b *body) drop(err error) (param string, ok bool) {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Status != 400 {
		return "", false
	}
	switch {
	case e.Param == "temperature" && b.Temperature != nil:
		b.Temperature = nil
	case e.Param == "top_p" && b.TopP != nil:
		b.TopP = nil
	default:
		return "", false
	}
	return e.Param, true
}
