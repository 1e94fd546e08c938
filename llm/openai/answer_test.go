package openai_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/llm/openai"
)

// deltas makes a stream of deltas and a finish reason.
func deltas(finish string, deltas ...string) string {
	var b strings.Builder
	for _, d := range deltas {
		fmt.Fprintf(&b, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":null}]}\n\n", d)
	}
	fmt.Fprintf(&b, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":%q}]}\n\ndata: [DONE]\n\n", finish)
	return b.String()
}

func calls(fragments string) string { return `{"tool_calls":[` + fragments + `]}` }

func TestEachServersDialect(t *testing.T) {
	rooms := llm.ToolCall{Name: "list_rooms", Args: `{"city":"Recife"}`}
	bars := llm.ToolCall{Name: "list_bars", Args: `{}`}
	withID := func(c llm.ToolCall, id string) llm.ToolCall { c.ID = id; return c }
	for _, tt := range []struct {
		stream   string
		text     string
		thinking string
		calls    []llm.ToolCall // without an ID it may be any
		finish   llm.Finish
		usage    llm.Usage
	}{
		{stream: "text", text: "Olá, mundo!", finish: llm.Stop, usage: llm.Usage{Input: 7, CacheRead: 4, Output: 7, Thinking: 2}},
		{stream: "filtered", text: "Para ", finish: llm.Filtered, usage: llm.Usage{Input: 16, Output: 3}},
		{stream: "withheld", finish: llm.Filtered, usage: llm.Usage{Input: 16, Output: 11}},
		{stream: "groq", text: "Oi!", thinking: "Saudar de volta.", finish: llm.Stop, usage: llm.Usage{Input: 72, Output: 30, Thinking: 21}},
		{
			stream: "vllm", thinking: "Preciso dos quartos.", finish: llm.ToolCalls, usage: llm.Usage{Input: 151, Output: 39},
			calls: []llm.ToolCall{{ID: "chatcmpl-tool-31c0", Name: "list_rooms", Args: `{"city": "Recife"}`}},
		},
		{
			stream: "ollama", finish: llm.ToolCalls, usage: llm.Usage{Input: 212, Output: 44},
			calls: []llm.ToolCall{withID(rooms, "call_x8fj21ka"), withID(bars, "call_0s7ql3tz")},
		},
		{stream: "ollama-old", finish: llm.ToolCalls, usage: llm.Usage{Input: 212, Output: 44}, calls: []llm.ToolCall{rooms, bars}},
		{stream: "llamacpp", text: "Olá!", finish: llm.Stop, usage: llm.Usage{Input: 14, Output: 3}},
	} {
		t.Run(tt.stream, func(t *testing.T) {
			resp, err := ask(t, llmtest.Stream(t, tt.stream), oi())
			must(t, err)
			thinking := ""
			for _, p := range resp.Message.Parts {
				thinking += p.Thinking
			}
			if resp.Text() != tt.text || thinking != tt.thinking || resp.Finish != tt.finish {
				t.Errorf("text %q, thinking %q, finish %q; want %q, %q, %q", resp.Text(), thinking, resp.Finish, tt.text, tt.thinking, tt.finish)
			}
			if diff := cmp.Diff(tt.usage, resp.Usage); diff != "" {
				t.Errorf("usage (-want +got):\n%s", diff)
			}
			checkCalls(t, resp.Calls(), tt.calls)
		})
	}
}

// checkCalls compares calls; one that is wanted without an ID may have any.
func checkCalls(t *testing.T, got, want []llm.ToolCall) {
	t.Helper()
	seen := map[string]bool{}
	for i, c := range got {
		if c.ID == "" || seen[c.ID] {
			t.Errorf("call %d has the id %q, empty or used before", i, c.ID)
		}
		seen[c.ID] = true
		if i < len(want) && want[i].ID == "" {
			got[i].ID = ""
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestToolCallsAreJoined(t *testing.T) {
	for _, tt := range []struct {
		name   string
		deltas []string
		want   []llm.ToolCall
	}{
		{
			"pieces of two calls alternate",
			[]string{
				calls(`{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\""}}`),
				calls(`{"index":1,"id":"y","function":{"name":"g","arguments":"{\"b\""}}`),
				calls(`{"index":0,"function":{"arguments":":1}"}},{"index":1,"function":{"arguments":":2}"}}`),
			},
			[]llm.ToolCall{{ID: "x", Name: "f", Args: `{"a":1}`}, {ID: "y", Name: "g", Args: `{"b":2}`}},
		},
		{
			"one delta has two whole calls without index or id",
			[]string{calls(`{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"{}"}}`)},
			[]llm.ToolCall{{Name: "f", Args: `{}`}, {Name: "f", Args: `{}`}},
		},
		{
			"pieces without index go on with the last call",
			[]string{
				calls(`{"id":"x","function":{"name":"f","arguments":"{\"a\""}}`), calls(`{"function":{"arguments":":1}"}}`),
				calls(`{"id":"y","function":{"name":"g","arguments":"{"}}`), calls(`{"id":"y","function":{"name":"g","arguments":"}"}}`),
			},
			[]llm.ToolCall{{ID: "x", Name: "f", Args: `{"a":1}`}, {ID: "y", Name: "g", Args: `{}`}},
		},
		{
			"the id comes before the name",
			[]string{calls(`{"id":"x"}`), calls(`{"function":{"name":"f"}}`), calls(`{"function":{"arguments":"{}"}}`)},
			[]llm.ToolCall{{ID: "x", Name: "f", Args: `{}`}},
		},
		{
			"every call has index 0",
			[]string{
				calls(`{"index":0,"id":"x","function":{"name":"f","arguments":""}}`), calls(`{"index":0,"id":"","function":{"arguments":"{\"a\":1}"}}`),
				calls(`{"index":0,"id":"y","function":{"name":"f","arguments":""}}`), calls(`{"index":0,"id":"","function":{"arguments":"{\"a\":2}"}}`),
			},
			[]llm.ToolCall{{ID: "x", Name: "f", Args: `{"a":1}`}, {ID: "y", Name: "f", Args: `{"a":2}`}},
		},
		{
			"the name comes in pieces",
			[]string{calls(`{"index":0,"id":"x","function":{"name":"list_","arguments":""}}`), calls(`{"index":0,"function":{"name":"bars","arguments":"{}"}}`)},
			[]llm.ToolCall{{ID: "x", Name: "list_bars", Args: `{}`}},
		},
		{
			"no arguments are no fields",
			[]string{calls(`{"index":0,"id":"x","function":{"name":"f","arguments":null}}`)},
			[]llm.ToolCall{{ID: "x", Name: "f", Args: `{}`}},
		},
		{
			"arguments that are not JSON are passed on",
			[]string{calls(`{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":"}}`)},
			[]llm.ToolCall{{ID: "x", Name: "f", Args: `{"a":`}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, deltas("tool_calls", tt.deltas...), oi())
			must(t, err)
			checkCalls(t, resp.Calls(), tt.want)
		})
	}
}

func TestBadStreamsAreTransientErrors(t *testing.T) {
	many := strings.Repeat(calls(`{"function":{"name":"f","arguments":"{}"}}`)+"\n", 129)
	for _, tt := range []struct{ name, stream, want string }{
		{"an index far out", deltas("tool_calls", calls(`{"index":1073741824,"function":{"name":"f"}}`)), "more than 128 tool calls"},
		{"a negative index", deltas("tool_calls", calls(`{"index":-1,"function":{"name":"f"}}`)), "more than 128 tool calls"},
		{"an index that is no int", deltas("tool_calls", calls(`{"index":1e99,"function":{"name":"f"}}`)), "not understood"},
		{"129 calls", deltas("tool_calls", strings.Split(strings.TrimSpace(many), "\n")...), "more than 128 tool calls"},
		{"a call without a name", deltas("tool_calls", calls(`{"index":0,"id":"x"}`)), "without a name"},
		{"an unknown reason to stop", deltas("abort", `{"content":"Oi"}`), `finish reason "abort"`},
		{"[DONE] before a reason to stop", llmtest.Stream(t, "done-without-finish"), "cut off"},
		{"an error that is an object", llmtest.Stream(t, "failing"), "The server had an error"},
		{"an error that is a word", "data: {\"error\":\"llama runner\\u001bdied\"}\n\n", "llama runner died"},
		{"an error that says nothing", "data: {\"error\":{}}\n\n", "an error without a message"},
		{"an error of another shape", "data: {\"error\":[1]}\n\n", "not understood"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, tt.stream, oi())
			if err == nil || llm.KindOf(err) != llm.Transient || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %+v, error %v; want a transient error with %s", resp, err, tt.want)
			}
		})
	}
}

func TestGrounding(t *testing.T) {
	req := oi()
	req.WebSearch = true
	cited := func(start, end int, url string) string {
		return fmt.Sprintf(`{"annotations":[{"type":"url_citation","url_citation":{"start_index":%d,"end_index":%d,"url":%q,"title":"T"}}]}`, start, end, url)
	}
	jackie := llm.Source{URL: "https://jackieos.com/?utm_source=openai", Title: "Jackie O's Brewery"}
	lakes := llm.Source{URL: "https://www.greatlakesbrewing.com/?utm_source=openai", Title: "Great Lakes Brewing Co."}
	only := &llm.Grounding{Sources: []llm.Source{{URL: "https://u", Title: "T"}}}
	for _, tt := range []struct {
		name, stream string
		want         *llm.Grounding
	}{
		{"sources once each, words cut by character", llmtest.Stream(t, "search"), &llm.Grounding{
			Sources: []llm.Source{jackie, lakes},
			Supports: []llm.Support{
				{Text: "([jackieos.com](https://jackieos.com/?utm_source=openai))", Sources: []int{0}},
				{Text: "([greatlakesbrewing.com](https://www.greatlakesbrewing.com/?utm_source=openai))", Sources: []int{1}},
				{Text: "Athens, Ohio", Sources: []int{0}},
			},
		}},
		{"a citation up to the end", deltas("stop", `{"content":"Olá"}`, cited(2, 3, "https://u")), &llm.Grounding{
			Sources: only.Sources, Supports: []llm.Support{{Text: "á", Sources: []int{0}}},
		}},
		{"one past the end supports nothing", deltas("stop", `{"content":"Olá"}`, cited(2, 4, "https://u")), only},
		{"one before the beginning", deltas("stop", `{"content":"Olá"}`, cited(-1, 2, "https://u")), only},
		{"one backwards", deltas("stop", `{"content":"Olá"}`, cited(2, 1, "https://u")), only},
		{"one of no words", deltas("stop", `{"content":"Olá"}`, cited(1, 1, "https://u")), only},
		{"one of no page", deltas("stop", `{"content":"Olá"}`, cited(0, 1, "")), nil},
		{"another kind of annotation", deltas("stop", `{"content":"Olá","annotations":[{"type":"file_citation"}]}`), nil},
		{"no citations", llmtest.Stream(t, "text"), nil},
		{"pages beside the answer", `data: {"search_results":[{"title":"T","url":"https://u","date":"2026-01-01"},{"title":"no page"}],"choices":[{"delta":{"content":"Olá"},"finish_reason":"stop"}]}` + "\n\n", only},
	} {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, tt.stream, req)
			must(t, err)
			if diff := cmp.Diff(tt.want, resp.Grounding); diff != "" {
				t.Errorf("grounding (-want +got):\n%s", diff)
			}
			if resp.Usage.Searches != 1 {
				t.Errorf("%d searches, want 1", resp.Usage.Searches)
			}
		})
	}
}

func TestSearchesOfTheServerItself(t *testing.T) {
	begun := `{"executed_tools":[{"index":0,"type":"search","arguments":"{\"query\": \"caju\"}","output":null,"search_results":null}]}`
	over := `{"executed_tools":[{"index":0,"type":"search","arguments":"{\"query\": \"caju\"}","search_results":{"results":[{"title":"T","url":"https://u","content":"c","score":0.9},{"url":""}]}}]}`
	other := `{"executed_tools":[{"index":1,"type":"python","arguments":"1+1"},{"arguments":{"query":"graviola"}}]}`
	resp, err := ask(t, deltas("stop", begun, over, other, `{"content":"Olá"}`), oi())
	must(t, err)
	want := &llm.Grounding{Queries: []string{"caju", "graviola"}, Sources: []llm.Source{{URL: "https://u", Title: "T"}}}
	if diff := cmp.Diff(want, resp.Grounding); diff != "" || resp.Usage.Searches != 2 {
		t.Errorf("%d searches, grounding (-want +got):\n%s", resp.Usage.Searches, diff)
	}
}

func FuzzNoStreamPanics(f *testing.F) {
	llmtest.FuzzStream(f, func(c *http.Client) llm.Model {
		return openai.New("m", llmtest.Key, openai.Options{BaseURL: "http://localhost", HTTP: c})
	}, deltas("stop", calls(`{"index":1073741824}`), `{"content":"é","annotations":[{"type":"url_citation","url_citation":{"start_index":-1,"end_index":9,"url":"u"}}]}`))
}
