package oracle

import (
	"encoding/json"
	"testing"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/llm/openai"
)

const openaiStream = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760486400,"model":"gpt-test","choices":[{"index":0,"delta":{"role":"assistant","content":"Oi"},"finish_reason":null}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760486400,"model":"gpt-test","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760486400,"model":"gpt-test","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}

data: [DONE]

`

const openaiVectors = `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,0.25]},{"object":"embedding","index":1,"embedding":[0.125,1]}],"model":"gpt-test","usage":{"prompt_tokens":4,"total_tokens":4}}`

// Chat Completions has no field for a tool result that is an error.
func TestOpenAI(t *testing.T) {
	var schema shared.FunctionParameters
	if err := json.Unmarshal([]byte(llmtest.Params), &schema); err != nil {
		t.Fatal(err)
	}
	tools := []sdk.ChatCompletionToolUnionParam{
		sdk.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: "list_rooms", Description: sdk.String("Rooms in a city"), Parameters: schema}),
		sdk.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: "list_bars", Description: sdk.String("Bars in a city"), Parameters: schema}),
	}
	said := func(text string, calls ...string) sdk.ChatCompletionMessageParamUnion {
		m := sdk.AssistantMessage(text)
		for i := 0; i < len(calls); i += 3 {
			m.OfAssistant.ToolCalls = append(m.OfAssistant.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{
				OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
					ID:       calls[i],
					Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{Name: calls[i+1], Arguments: calls[i+2]},
				},
			})
		}
		return m
	}
	user := func(text string) []sdk.ChatCompletionMessageParamUnion {
		return []sdk.ChatCompletionMessageParamUnion{sdk.UserMessage(text)}
	}
	for name, params := range map[string]sdk.ChatCompletionNewParams{
		"chat": {
			Messages: []sdk.ChatCompletionMessageParamUnion{
				sdk.SystemMessage("You are a waiter. <Be brief> & kind."),
				sdk.UserMessage("Olá"), said("Boa noite!"), sdk.UserMessage("O que há de bom?"),
			},
			Temperature: sdk.Float(0.3), TopP: sdk.Float(0.9), MaxTokens: sdk.Int(512),
		},
		"plain": {Messages: user("oi")},
		"tools": {
			Messages: []sdk.ChatCompletionMessageParamUnion{
				sdk.SystemMessage("s"), sdk.UserMessage("Quero ir a Recife"),
				said("Vou ver.", "c1", "list_rooms", `{"city":"Recife"}`, "c2", "list_bars", `{"city":"Recife"}`),
				sdk.ToolMessage(`["Pousada"]`, "c1"), sdk.ToolMessage("no such city", "c2"),
			},
			Tools: tools, Temperature: sdk.Float(0), MaxTokens: sdk.Int(100),
		},
		"forced": {
			Messages: user("u"), Tools: tools, MaxTokens: sdk.Int(100),
			ToolChoice: sdk.ToolChoiceOptionFunctionToolChoice(sdk.ChatCompletionNamedToolChoiceFunctionParam{Name: "list_bars"}),
		},
		"any-tool": {
			Messages: user("u"), Tools: tools, MaxTokens: sdk.Int(100),
			ToolChoice: sdk.ChatCompletionToolChoiceOptionUnionParam{OfAuto: sdk.String("required")},
		},
		"structured": {
			Messages: user("u"), MaxTokens: sdk.Int(100),
			ResponseFormat: sdk.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
				JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "trip", Strict: sdk.Bool(true), Schema: schema},
			}},
		},
		"grounding": {
			Messages: user("Cervejarias em Ohio?"), MaxTokens: sdk.Int(100),
			WebSearchOptions: param.Override[sdk.ChatCompletionNewParamsWebSearchOptions](json.RawMessage("{}")),
		},
	} {
		params.Model = "gpt-test"
		params.StreamOptions = sdk.ChatCompletionStreamOptionsParam{IncludeUsage: sdk.Bool(true)}
		compare(t, "openai", name, "text/event-stream", openaiStream, func(base string) error {
			stream := openaiSDK(base).Chat.Completions.NewStreaming(t.Context(), params)
			for stream.Next() {
			}
			return stream.Err()
		}, func(base string) error {
			return complete(t, openaiOurs(base), name)
		})
	}
	compare(t, "openai", "embed", "application/json", openaiVectors, func(base string) error {
		_, err := openaiSDK(base).Embeddings.New(t.Context(), sdk.EmbeddingNewParams{
			Model: "gpt-test", Dimensions: sdk.Int(2),
			Input: sdk.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"caju", "graviola & <mel>"}},
		})
		return err
	}, func(base string) error {
		_, err := openaiOurs(base).Embed(t.Context(), &llm.EmbedRequest{Texts: []string{"caju", "graviola & <mel>"}, Dim: 2})
		return err
	})
}

func openaiSDK(base string) *sdk.Client {
	c := sdk.NewClient(option.WithAPIKey(llmtest.Key), option.WithBaseURL(base))
	return &c
}

func openaiOurs(base string) *openai.Model {
	return openai.New("gpt-test", llmtest.Key, openai.Options{BaseURL: base})
}
