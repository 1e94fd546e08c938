package anthropic_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestThinkingGoesBackAsItCame(t *testing.T) {
	resp, err := ask(t, llmtest.Stream(t, "thinking"), question())
	must(t, err)
	var shown []string
	for _, p := range resp.Message.Parts {
		shown = append(shown, p.Thinking)
	}
	if want := []string{"Recife <é praia>", "…", "…", "", ""}; fmt.Sprint(shown) != fmt.Sprint(want) {
		t.Errorf("thinking = %q, want %q", shown, want)
	}
	if resp.Text() != "Praia." || len(resp.Calls()) != 1 || resp.Usage.Thinking != 55 || resp.Usage.Output != 90 {
		t.Errorf("response = %+v", resp)
	}

	// A checkpoint lies between the two turns.
	var message llm.Message
	must(t, json.Unmarshal([]byte(asJSON(t, resp.Message)), &message))
	var sentMessages []struct{ Content json.RawMessage }
	raw := sent(t, &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi"), message}})["messages"]
	must(t, json.Unmarshal(raw, &sentMessages))
	var got, want []any
	_ = json.Unmarshal(sentMessages[1].Content, &got)
	_ = json.Unmarshal([]byte(`[{"type":"thinking","thinking":"Recife <é praia>","signature":"YXNzaW5hdHVyYS0x"},
		{"type":"redacted_thinking","data":"c2VncmVkbw=="},
		{"type":"thinking","thinking":"","signature":"YXNzaW5hdHVyYS0y"},
		{"type":"text","text":"Praia."},
		{"type":"tool_use","id":"toolu_01A","name":"list_rooms","input":{"city":"Recife"}}]`), &want)
	if asJSON(t, got) != asJSON(t, want) {
		t.Errorf("sent back\n%s\nwant\n%s", asJSON(t, got), asJSON(t, want))
	}
}

func TestWebSearchIsGrounding(t *testing.T) {
	req := question()
	req.WebSearch = true
	resp, err := ask(t, llmtest.Stream(t, "search"), req)
	must(t, err)
	want := `{"queries":["cervejarias Ohio","cervejarias Cleveland"],` +
		`"sources":[{"url":"https://fatheads.example/","title":"Fat Head's"},{"url":"https://greatlakes.example/","title":"Great Lakes"},{"url":"https://jackieos.example/","title":"Jackie O's"}],` +
		`"supports":[{"text":"Great Lakes e Fat Head's","sources":[0,1]},{"text":", e Jackie O's.","sources":[2]}]}`
	if got := asJSON(t, resp.Grounding); got != want {
		t.Errorf("grounding =\n%s\nwant\n%s", got, want)
	}
	if want := "Vou procurar.Há duas: Great Lakes e Fat Head's, e Jackie O's."; resp.Text() != want {
		t.Errorf("text = %q, want %q", resp.Text(), want)
	}
	if want := (llm.Usage{Input: 6120, CacheRead: 22, CacheWrite: 11, Output: 120, Searches: 2}); resp.Usage != want {
		t.Errorf("usage = %+v, want the later figures, %+v", resp.Usage, want)
	}
	if len(resp.Notes) != 1 || resp.Notes[0] != "anthropic: web search: max_uses_exceeded" {
		t.Errorf("notes = %q, want the search that failed", resp.Notes)
	}
}

func TestStructuredAnswers(t *testing.T) {
	tests := []struct {
		name, stream string
		text         string
		calls        int
		finish       llm.Finish
	}{
		{"the tool's input is the text", "structured", `{"city": "Recife"}`, 0, llm.Stop},
		{"words beside the tool and a second answer are dropped", "structured-search", `{"city":"Recife"}`, 0, llm.Stop},
		{"words alone are the text", "text", "Olá, mundo!", 0, llm.Stop},
		{"other tools are called, and words beside them dropped", "tools", "", 2, llm.ToolCalls},
		{"a withheld answer stays withheld", "withheld", "Não posso", 0, llm.Filtered},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, llmtest.Stream(t, tt.stream), llmtest.Requests()["structured"])
			must(t, err)
			if resp.Text() != tt.text || len(resp.Calls()) != tt.calls || resp.Finish != tt.finish {
				t.Errorf("got %q, %d calls, %s; want %q, %d calls, %s", resp.Text(), len(resp.Calls()), resp.Finish, tt.text, tt.calls, tt.finish)
			}
		})
	}
}

func TestStopReasons(t *testing.T) {
	for reason, want := range map[string]llm.Finish{
		"end_turn": llm.Stop, "stop_sequence": llm.Stop, "pause_turn": llm.Length,
		"tool_use":   llm.ToolCalls,
		"max_tokens": llm.Length, "model_context_window_exceeded": llm.Length,
		"refusal": llm.Filtered, "tired": llm.Filtered,
	} {
		events := strings.Replace(llmtest.Stream(t, "text"), "end_turn", reason, 1)
		if resp, err := ask(t, events, question()); err != nil || resp.Finish != want {
			t.Errorf("%s: got %+v, %v; want %s", reason, resp, err, want)
		}
	}
}

func TestErrorsInTheStreamHaveTheirKind(t *testing.T) {
	for name, want := range map[string]llm.Kind{
		"overloaded_error": llm.Transient, "rate_limit_error": llm.Transient, "api_error": llm.Transient, "unheard_of": llm.Transient,
		"authentication_error": llm.Auth, "permission_error": llm.Auth, "billing_error": llm.Auth,
		"invalid_request_error": llm.Permanent, "not_found_error": llm.Permanent,
		"request_too_large": llm.Overflow,
	} {
		_, err := ask(t, data(`{"type":"error","error":{"type":"`+name+`","message":"about `+llmtest.Key+`"}}`), question())
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != want || e.Error() != "anthropic: about [key]" {
			t.Errorf("%s: error = %v, want the words without the key, as %v", name, err, want)
		}
	}
}

func TestStrangeEvents(t *testing.T) {
	const (
		text = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Oi"}}`
		end  = `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`
		stop = `{"type":"message_stop"}`
	)
	tests := []struct {
		name   string
		events []string
		want   string // the text, or
		err    string
	}{
		{"unknown events, blocks and deltas are passed over", []string{`{"type":"nap","index":-1}`, `{"type":"content_block_start","index":3,"content_block":{"type":"dream"}}`, `{"type":"content_block_delta","index":3,"delta":{"type":"dream_delta"}}`, `{"type":"content_block_stop","index":3}`, text, end, stop}, "Oi", ""},
		{"what comes after the end is not read", []string{text, end, stop, `{"type":"error","error":{"message":"late"}}`}, "Oi", ""},
		{"an end without a stop is an end", []string{text, end}, "Oi", ""},
		{"a stop without an end is not", []string{text, stop}, "", "the answer was cut off"},
		{"a huge index", []string{`{"type":"content_block_start","index":1073741824,"content_block":{"type":"text"}}`}, "", "anthropic: answer not understood: a block out of range"},
		{"a negative index", []string{`{"type":"content_block_stop","index":-1}`}, "", "anthropic: answer not understood: a block out of range"},
		{"one block too many", []string{`{"type":"content_block_start","index":256,"content_block":{"type":"text"}}`}, "", "anthropic: answer not understood: a block out of range"},
		{"a delta for a block that was not started", []string{`{"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"Oi"}}`}, "", "anthropic: answer not understood: a block that was not started"},
		{"a start without a block", []string{`{"type":"content_block_start","index":0}`}, "", "anthropic: answer not understood: a block that was not started"},
		{"an error without words", []string{`{"type":"error","error":{"type":"api_error"}}`}, "", "anthropic: api_error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, data(tt.events...), question())
			if tt.err != "" {
				if err == nil || err.Error() != tt.err || llm.KindOf(err) != llm.Transient {
					t.Errorf("error = %v, want %s", err, tt.err)
				}
				return
			}
			if err != nil || resp.Text() != tt.want {
				t.Errorf("got %+v, %v; want %q", resp, err, tt.want)
			}
		})
	}
}

// FuzzNoStreamPanics feeds anything as an answer. Whatever comes of it can be
// sent back as a turn of the conversation.
func FuzzNoStreamPanics(f *testing.F) {
	llmtest.FuzzStream(f, func(c *http.Client) llm.Model {
		return anthropic.New("test-model", llmtest.Key, anthropic.Options{BaseURL: "http://127.0.0.1", HTTP: c})
	}, "data: {\"type\":\"content_block_stop\",\"index\":1073741824}\n\n")
}

// data makes a stream of events.
func data(events ...string) string {
	return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
}
