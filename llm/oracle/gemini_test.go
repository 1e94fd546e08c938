package oracle

import (
	"encoding/json"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/gemini"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

// Gemini's own client is written by hand here, question for question, so that
// the adapter's reading of llm.Request is compared and not repeated.
func TestGemini(t *testing.T) {
	const ok = `data: {"candidates":[{"content":{"role":"model","parts":[{"text":"ok"}]},"finishReason":"STOP"}]}` + "\r\n\r\n"
	var schema any
	if err := json.Unmarshal([]byte(llmtest.Params), &schema); err != nil {
		t.Fatal(err)
	}
	user := func(text string) *genai.Content { return genai.NewContentFromText(text, genai.RoleUser) }
	tools := []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{
		{Name: "list_rooms", Description: "Rooms in a city", ParametersJsonSchema: schema},
		{Name: "list_bars", Description: "Bars in a city", ParametersJsonSchema: schema},
	}}}
	calling := func(allowed ...string) *genai.ToolConfig {
		return &genai.ToolConfig{FunctionCallingConfig: &genai.FunctionCallingConfig{Mode: genai.FunctionCallingConfigModeAny, AllowedFunctionNames: allowed}}
	}
	recife := map[string]any{"city": "Recife"}

	tests := []struct {
		name     string
		contents []*genai.Content
		config   *genai.GenerateContentConfig
	}{
		{
			"chat",
			[]*genai.Content{user("Olá"), genai.NewContentFromText("Boa noite!", genai.RoleModel), user("O que há de bom?")},
			&genai.GenerateContentConfig{
				SystemInstruction: user("You are a waiter. <Be brief> & kind."),
				Temperature:       new(float32(0.3)), TopP: new(float32(0.9)), MaxOutputTokens: 512,
			},
		},
		{"plain", genai.Text("oi"), nil},
		{
			"tools",
			[]*genai.Content{
				user("Quero ir a Recife"),
				{Role: genai.RoleModel, Parts: []*genai.Part{
					{Text: "Vou ver."},
					{FunctionCall: &genai.FunctionCall{ID: "c1", Name: "list_rooms", Args: recife}, ThoughtSignature: []byte{1, 2, 3}},
					{FunctionCall: &genai.FunctionCall{ID: "c2", Name: "list_bars", Args: recife}},
				}},
				{Role: genai.RoleUser, Parts: []*genai.Part{
					{FunctionResponse: &genai.FunctionResponse{ID: "c1", Name: "list_rooms", Response: map[string]any{"output": `["Pousada"]`}}},
					{FunctionResponse: &genai.FunctionResponse{ID: "c2", Name: "list_bars", Response: map[string]any{"error": "no such city"}}},
				}},
			},
			&genai.GenerateContentConfig{SystemInstruction: user("s"), Temperature: new(float32(0)), MaxOutputTokens: 100, Tools: tools},
		},
		{"forced", genai.Text("u"), &genai.GenerateContentConfig{MaxOutputTokens: 100, Tools: tools, ToolConfig: calling("list_bars")}},
		{"any-tool", genai.Text("u"), &genai.GenerateContentConfig{MaxOutputTokens: 100, Tools: tools, ToolConfig: calling()}},
		{"structured", genai.Text("u"), &genai.GenerateContentConfig{MaxOutputTokens: 100, ResponseMIMEType: "application/json", ResponseJsonSchema: schema}},
		{"grounding", genai.Text("Cervejarias em Ohio?"), &genai.GenerateContentConfig{MaxOutputTokens: 100, Tools: []*genai.Tool{{GoogleSearch: &genai.GoogleSearch{}}}}},
	}
	for _, tt := range tests {
		theirs := func(base string) error {
			c, err := geminiClient(t, base)
			if err != nil {
				return err
			}
			for _, err := range c.Models.GenerateContentStream(t.Context(), "test-model", tt.contents, tt.config) {
				if err != nil {
					return err
				}
			}
			return nil
		}
		ours := func(base string) error {
			return complete(t, gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: base}), tt.name)
		}
		compare(t, "gemini", tt.name, "text/event-stream", ok, theirs, ours)
	}

	vector := `{"embeddings":[{"values":[1` + strings.Repeat(",0", 767) + `]}]}`
	compare(t, "gemini", "embed", "application/json", vector, func(base string) error {
		c, err := geminiClient(t, base)
		if err != nil {
			return err
		}
		_, err = c.Models.EmbedContent(t.Context(), "test-model", genai.Text("cerveja escura"), &genai.EmbedContentConfig{TaskType: "RETRIEVAL_QUERY", OutputDimensionality: new(int32(768))})
		return err
	}, func(base string) error {
		_, err := gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: base}).Embed(t.Context(), &llm.EmbedRequest{Texts: []string{"cerveja escura"}, Kind: llm.Query, Dim: 768})
		return err
	})
}

func geminiClient(t *testing.T, base string) (*genai.Client, error) {
	return genai.NewClient(t.Context(), &genai.ClientConfig{APIKey: llmtest.Key, Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: base}})
}
