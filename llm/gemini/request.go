package gemini

import (
	"encoding/json"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// body is what streamGenerateContent takes.
type body struct {
	Contents []content   `json:"contents"`
	System   *content    `json:"systemInstruction,omitempty"`
	Tools    []tool      `json:"tools,omitempty"`
	Choice   *toolConfig `json:"toolConfig,omitempty"`
	Config   config      `json:"generationConfig,omitzero"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

// part is a part of a question or of an answer.
type part struct {
	Text    string  `json:"text,omitempty"`
	Thought bool    `json:"thought,omitempty"`
	Call    *call   `json:"functionCall,omitempty"`
	Result  *result `json:"functionResponse,omitempty"`
	Sig     []byte  `json:"thoughtSignature,omitempty"`
}

type call struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
}

type result struct {
	ID       string            `json:"id,omitempty"`
	Name     string            `json:"name"`
	Response map[string]string `json:"response"`
}

// tool is either a list of functions or Google's own search.
type tool struct {
	Functions []function `json:"functionDeclarations,omitempty"`
	Search    *struct{}  `json:"googleSearch,omitempty"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Params      json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

type toolConfig struct {
	Calling struct {
		Mode    string   `json:"mode"`
		Allowed []string `json:"allowedFunctionNames,omitempty"`
	} `json:"functionCallingConfig"`
}

type config struct {
	Temperature *float64        `json:"temperature,omitempty"`
	TopP        *float64        `json:"topP,omitempty"`
	MaxTokens   int             `json:"maxOutputTokens,omitempty"`
	MIMEType    string          `json:"responseMimeType,omitempty"`
	Schema      json.RawMessage `json:"responseJsonSchema,omitempty"`
}

func newBody(req *llm.Request) *body {
	b := &body{Config: config{Temperature: req.Temperature, TopP: req.TopP, MaxTokens: req.MaxTokens}}
	for _, m := range req.Messages {
		c := newContent(m)
		if len(c.Parts) > 0 { // a message of thoughts alone
			b.Contents = append(b.Contents, c)
		}
	}
	if req.System != "" {
		b.System = &content{Role: "user", Parts: []part{{Text: req.System}}}
	}
	if len(req.Schema) > 0 {
		b.Config.MIMEType, b.Config.Schema = "application/json", req.Schema
	}
	if len(req.Tools) > 0 {
		var t tool
		for _, spec := range req.Tools {
			t.Functions = append(t.Functions, function(spec))
		}
		b.Tools = append(b.Tools, t)
	}
	if req.WebSearch {
		b.Tools = append(b.Tools, tool{Search: &struct{}{}})
	}
	if req.ForceTool != "" {
		b.Choice = &toolConfig{}
		b.Choice.Calling.Mode = "ANY"
		if req.ForceTool != llm.AnyTool {
			b.Choice.Calling.Allowed = []string{req.ForceTool}
		}
	}
	return b
}

// newContent leaves thoughts out: Gemini wants back only its signatures, and
// they are on the texts and the calls.
func newContent(m llm.Message) content {
	c := content{Role: "user"}
	if m.Role == llm.RoleAssistant {
		c.Role = "model"
	}
	for _, p := range m.Parts {
		switch {
		case p.Call != nil:
			c.Parts = append(c.Parts, part{Sig: p.Sig, Call: &call{ID: p.Call.ID, Name: p.Call.Name, Args: wire.Object(p.Call.Args)}})
		case p.Result != nil:
			said := "output"
			if p.Result.IsError {
				said = "error"
			}
			c.Parts = append(c.Parts, part{Result: &result{ID: p.Result.CallID, Name: p.Result.Name, Response: map[string]string{said: p.Result.Content}}})
		case p.Text != "":
			c.Parts = append(c.Parts, part{Sig: p.Sig, Text: p.Text})
		}
	}
	return c
}
