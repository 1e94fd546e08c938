package providertest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// format is how one provider's requests and answers look.
type format struct {
	read   func(body []byte) (Ask, error)
	events func(Ask, Answer) []string
}

func formatOf(path string) *format {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return &format{readOpenAI, openAIEvents}
	case strings.HasSuffix(path, "/messages"):
		return &format{readAnthropic, anthropicEvents}
	case strings.HasSuffix(path, ":streamGenerateContent"):
		return &format{readGemini, geminiEvents}
	}
	return nil
}

// complains is how a house begins that did not send an answer. It asks for
// another to the same message.
const complains = "<notes>\nThe house did not send this answer."

// heard adds something said to an Ask.
func (a *Ask) heard(user bool, text string) {
	if text == "" {
		return
	}
	a.Prompt += text + "\n"
	a.refused = user && strings.HasPrefix(text, complains)
	switch {
	case a.refused: // what it said before a question stands
		a.told = a.toldBefore
	case user:
		a.Asked, a.Called, a.Results, a.told, a.toldBefore = text, nil, nil, 0, 0
	default:
		a.told, a.toldBefore = len(a.Results), a.told
	}
}

func (a *Ask) returned(result string) {
	a.Prompt += result + "\n"
	a.Results = append(a.Results, result)
}

func readOpenAI(body []byte) (a Ask, err error) {
	var in struct {
		Messages []struct {
			Role, Content string
			Calls         []struct{ Function struct{ Name string } } `json:"tool_calls"`
		}
		Tools  []struct{ Function struct{ Name string } }
		Format *struct{} `json:"response_format"`
	}
	err = json.Unmarshal(body, &in)
	for _, m := range in.Messages {
		if m.Role == "tool" {
			a.returned(m.Content)
			continue
		}
		a.heard(m.Role == "user", m.Content)
		for _, c := range m.Calls {
			a.Called = append(a.Called, c.Function.Name)
		}
	}
	for _, t := range in.Tools {
		a.Tools = append(a.Tools, t.Function.Name)
	}
	a.Schema = in.Format != nil
	return a, err
}

func openAIEvents(a Ask, ans Answer) (all []string) {
	say := func(delta map[string]any, finish any) {
		all = append(all, encode(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}}))
	}
	for piece := range pieces(ans.Text) {
		say(map[string]any{"content": piece}, nil)
	}
	for i, c := range ans.Calls {
		say(map[string]any{"tool_calls": []any{map[string]any{"index": i, "id": ids(a, i), "type": "function", "function": map[string]string{"name": c.Name, "arguments": c.Args}}}}, nil)
	}
	for _, url := range ans.Sources {
		say(map[string]any{"annotations": []any{map[string]any{"type": "url_citation", "url_citation": map[string]any{"start_index": 0, "end_index": 1, "url": url, "title": url}}}}, nil)
	}
	finish := "stop"
	switch {
	case ans.Refused:
		say(map[string]any{"refusal": "I can't help with that."}, nil)
	case len(ans.Calls) > 0:
		finish = "tool_calls"
	}
	say(map[string]any{}, finish)
	in, out := tokens(a, ans)
	return append(all, encode(map[string]any{"choices": []any{}, "usage": map[string]int{"prompt_tokens": in, "completion_tokens": out}}), "[DONE]")
}

func readAnthropic(body []byte) (a Ask, err error) {
	var in struct {
		System   []struct{ Text string }
		Messages []struct {
			Role    string
			Content []struct {
				Type, Text, Name string
				Content          []struct{ Text string }
			}
		}
		Tools  []struct{ Name, Description string }
		Choice struct{ Type, Name string } `json:"tool_choice"`
	}
	err = json.Unmarshal(body, &in)
	for _, s := range in.System {
		a.heard(false, s.Text)
	}
	for _, m := range in.Messages {
		for _, b := range m.Content {
			switch b.Type {
			case "tool_use":
				a.Called = append(a.Called, b.Name)
			case "tool_result":
				for _, c := range b.Content {
					a.returned(c.Text)
				}
			default:
				a.heard(m.Role == "user", b.Text)
			}
		}
	}
	for _, t := range in.Tools {
		if a.Tools = append(a.Tools, t.Name); strings.HasPrefix(t.Description, "Give the answer with this tool.") {
			a.Schema, a.answer = true, t.Name
		}
	}
	return a, err
}

func anthropicEvents(a Ask, ans Answer) []string {
	in, out := tokens(a, ans)
	all := []string{encode(map[string]any{"type": "message_start", "message": map[string]any{"role": "assistant", "usage": map[string]int{"input_tokens": in}}})}
	block := func(i int, start, delta map[string]any) {
		all = append(all,
			encode(map[string]any{"type": "content_block_start", "index": i, "content_block": start}),
			encode(map[string]any{"type": "content_block_delta", "index": i, "delta": delta}),
			encode(map[string]any{"type": "content_block_stop", "index": i}))
	}
	calls, n := ans.Calls, 0
	if a.Schema && ans.Text != "" {
		calls = append([]Call{{a.answer, ans.Text}}, calls...)
	} else if ans.Text != "" {
		block(0, map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": ans.Text})
		n++
	}
	for i, c := range calls {
		block(n+i, map[string]any{"type": "tool_use", "id": ids(a, i), "name": c.Name, "input": map[string]any{}}, map[string]any{"type": "input_json_delta", "partial_json": c.Args})
	}
	why := "end_turn"
	switch {
	case ans.Refused:
		why = "refusal"
	case len(calls) > 0:
		why = "tool_use"
	}
	return append(all, encode(map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": why}, "usage": map[string]int{"output_tokens": out}}), `{"type":"message_stop"}`)
}

func readGemini(body []byte) (a Ask, err error) {
	type content struct {
		Role  string
		Parts []struct {
			Text   string
			Call   *struct{ Name string }                `json:"functionCall"`
			Result *struct{ Response map[string]string } `json:"functionResponse"`
		}
	}
	var in struct {
		System   content `json:"systemInstruction"`
		Contents []content
		Tools    []struct {
			Functions []struct{ Name string } `json:"functionDeclarations"`
		}
		Config struct {
			MIME string `json:"responseMimeType"`
		} `json:"generationConfig"`
	}
	err = json.Unmarshal(body, &in)
	for _, p := range in.System.Parts {
		a.heard(false, p.Text)
	}
	for _, c := range in.Contents {
		for _, p := range c.Parts {
			switch {
			case p.Call != nil:
				a.Called = append(a.Called, p.Call.Name)
			case p.Result != nil:
				a.returned(p.Result.Response["output"] + p.Result.Response["error"])
			default:
				a.heard(c.Role == "user", p.Text)
			}
		}
	}
	for _, t := range in.Tools {
		for _, f := range t.Functions {
			a.Tools = append(a.Tools, f.Name)
		}
	}
	a.Schema = in.Config.MIME == "application/json"
	return a, err
}

func geminiEvents(a Ask, ans Answer) (all []string) {
	say := func(part map[string]any) {
		all = append(all, encode(map[string]any{"candidates": []any{map[string]any{"content": map[string]any{"role": "model", "parts": []any{part}}}}}))
	}
	for piece := range pieces(ans.Text) {
		say(map[string]any{"text": piece})
	}
	for _, c := range ans.Calls {
		var args any = map[string]any{}
		if json.Unmarshal([]byte(c.Args), &args) != nil {
			args = map[string]any{}
		}
		say(map[string]any{"functionCall": map[string]any{"name": c.Name, "args": args}})
	}
	in, out := tokens(a, ans)
	last := map[string]any{"content": map[string]any{"role": "model", "parts": []any{}}, "finishReason": "STOP"}
	if ans.Refused {
		last["finishReason"] = "SAFETY"
	}
	if len(ans.Sources) > 0 {
		var pages []any
		for _, url := range ans.Sources {
			pages = append(pages, map[string]any{"web": map[string]string{"uri": url, "title": url}})
		}
		last["groundingMetadata"] = map[string]any{"webSearchQueries": []string{"search"}, "groundingChunks": pages}
	}
	return append(all, encode(map[string]any{"candidates": []any{last}, "usageMetadata": map[string]int{"promptTokenCount": in, "candidatesTokenCount": out}}))
}

// pieces cuts a text as models stream it: into few, whatever its length.
func pieces(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		runes := []rune(text)
		size := max(7, len(runes)/40)
		for len(runes) > 0 {
			n := min(size, len(runes))
			if !yield(string(runes[:n])) {
				return
			}
			runes = runes[n:]
		}
	}
}

// ids names the calls of a conversation, each by another name.
func ids(a Ask, i int) string { return fmt.Sprintf("call_%d_%d", len(a.Called), i) }

// tokens counts roughly as providers do.
func tokens(a Ask, ans Answer) (in, out int) { return len(a.Prompt)/4 + 1, len(ans.Text)/4 + 1 }

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of strings
	}
	return string(b)
}
