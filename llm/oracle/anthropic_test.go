package oracle

import (
	"encoding/json"
	"os"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestAnthropicRequests(t *testing.T) {
	answer, err := os.ReadFile("../anthropic/testdata/streams/text.txt")
	if err != nil {
		t.Fatal(err)
	}
	user := func(text string) sdk.MessageParam { return sdk.NewUserMessage(sdk.NewTextBlock(text)) }
	result := func(id, text string) *sdk.ToolResultBlockParam {
		return &sdk.ToolResultBlockParam{ToolUseID: id, Content: []sdk.ToolResultBlockParamContentUnion{{OfText: &sdk.TextBlockParam{Text: text}}}}
	}
	failed := result("c2", "no such city")
	failed.IsError = sdk.Bool(true)
	tools := []sdk.ToolUnionParam{anthropicTool(t, "list_rooms", "Rooms in a city"), anthropicTool(t, "list_bars", "Bars in a city")}

	for name, params := range map[string]sdk.MessageNewParams{
		"chat": {
			System:      []sdk.TextBlockParam{{Text: "You are a waiter. <Be brief> & kind."}},
			Messages:    []sdk.MessageParam{user("Olá"), sdk.NewAssistantMessage(sdk.NewTextBlock("Boa noite!")), user("O que há de bom?")},
			Temperature: sdk.Float(0.3), TopP: sdk.Float(0.9), MaxTokens: 512,
		},
		"plain": {Messages: []sdk.MessageParam{user("oi")}, MaxTokens: 4096},
		"tools": {
			System:      []sdk.TextBlockParam{{Text: "s"}},
			Temperature: sdk.Float(0),
			MaxTokens:   100,
			Tools:       tools,
			Messages: []sdk.MessageParam{
				user("Quero ir a Recife"),
				sdk.NewAssistantMessage(
					sdk.NewTextBlock("Vou ver."),
					sdk.NewToolUseBlock("c1", json.RawMessage(`{"city":"Recife"}`), "list_rooms"),
					sdk.NewToolUseBlock("c2", json.RawMessage(`{"city":"Recife"}`), "list_bars"),
				),
				sdk.NewUserMessage(
					sdk.ContentBlockParamUnion{OfToolResult: result("c1", `["Pousada"]`)},
					sdk.ContentBlockParamUnion{OfToolResult: failed},
				),
			},
		},
		"forced": {
			MaxTokens: 100, Tools: tools, Messages: []sdk.MessageParam{user("u")},
			ToolChoice: sdk.ToolChoiceParamOfTool("list_bars"),
		},
		"any-tool": {
			MaxTokens: 100, Tools: tools, Messages: []sdk.MessageParam{user("u")},
			ToolChoice: sdk.ToolChoiceUnionParam{OfAny: &sdk.ToolChoiceAnyParam{}},
		},
		"structured": {
			MaxTokens: 100, Messages: []sdk.MessageParam{user("u")},
			Tools:      []sdk.ToolUnionParam{anthropicTool(t, "trip", "Give the answer with this tool. Nothing else you write is read.")},
			ToolChoice: sdk.ToolChoiceParamOfTool("trip"),
		},
		"grounding": {
			MaxTokens: 100, Messages: []sdk.MessageParam{user("Cervejarias em Ohio?")},
			Tools: []sdk.ToolUnionParam{{OfWebSearchTool20250305: &sdk.WebSearchTool20250305Param{MaxUses: sdk.Int(3)}}},
		},
	} {
		params.Model = "test-model"
		compare(t, "anthropic", name, "text/event-stream", string(answer),
			func(base string) error {
				client := sdk.NewClient(option.WithAPIKey(llmtest.Key), option.WithBaseURL(base))
				stream := client.Messages.NewStreaming(t.Context(), params)
				for stream.Next() {
				}
				return stream.Err()
			},
			func(base string) error {
				return complete(t, anthropic.New("test-model", llmtest.Key, anthropic.Options{BaseURL: base}), name)
			})
	}
}

// anthropicTool has llmtest.Params as its schema.
func anthropicTool(t *testing.T, name, description string) sdk.ToolUnionParam {
	t.Helper()
	var schema struct {
		Properties any
		Required   []string
		Additional bool `json:"additionalProperties"`
	}
	if err := json.Unmarshal([]byte(llmtest.Params), &schema); err != nil {
		t.Fatal(err)
	}
	return sdk.ToolUnionParam{OfTool: &sdk.ToolParam{Name: name, Description: sdk.String(description), InputSchema: sdk.ToolInputSchemaParam{
		Properties: schema.Properties, Required: schema.Required, ExtraFields: map[string]any{"additionalProperties": schema.Additional},
	}}}
}
