package anthropic

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// maxBlocks is more than any answer has: at most three searches, and a block
// of text for each piece that rests on other sources than the last.
const maxBlocks = 256

// event is any of the events of a stream, with what is read of it.
type event struct {
	Type    string
	Index   int
	Message struct{ Usage json.RawMessage }
	Block   *block `json:"content_block"`
	Delta   struct {
		Type, Text, Thinking, Signature string
		JSON                            string `json:"partial_json"`
		StopReason                      string `json:"stop_reason"`
		Citation                        llm.Source
	}
	Usage json.RawMessage
	Error struct{ Type, Message string }
}

// block is a part of the answer in the making.
type block struct {
	Type, ID, Name, Text, Thinking, Signature, Data string
	Input, Content                                  json.RawMessage

	said  strings.Builder // text, thinking or arguments
	cites []int           // indexes of sources
}

type usage struct {
	Input      int `json:"input_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
	Output     int `json:"output_tokens"`
	Details    struct {
		Thinking int `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
	Server struct {
		Searches int `json:"web_search_requests"`
	} `json:"server_tool_use"`
}

// answer is what has come of an answer so far.
type answer struct {
	wire   *wire.Client
	schema string // the tool that the answer comes in, if any

	blocks    [maxBlocks]*block
	words     strings.Builder // said beside a schema
	answered  bool            // by the schema's tool
	called    bool            // some other tool
	usage     usage
	grounding wire.Pages
	notes     []string
	finish    llm.Finish
	done      bool
}

// read takes in one event and returns what it adds to the answer, if anything.
func (a *answer) read(data []byte) (llm.Part, error) {
	var ev event
	if err := json.Unmarshal(data, &ev); err != nil {
		return llm.Part{}, a.wire.Bad(err)
	}
	switch ev.Type {
	case "message_start":
		return llm.Part{}, a.count(ev.Message.Usage)
	case "message_delta":
		if ev.Delta.StopReason != "" {
			a.finish = finish(ev.Delta.StopReason)
		}
		return llm.Part{}, a.count(ev.Usage)
	case "message_stop":
		a.done = true
	case "error":
		return llm.Part{}, a.wire.Said(kind(ev.Error.Type), cmp.Or(ev.Error.Message, ev.Error.Type))
	case "content_block_start", "content_block_delta", "content_block_stop":
		return a.grow(&ev)
	}
	return llm.Part{}, nil
}

// grow starts, continues or ends the block that ev is about.
func (a *answer) grow(ev *event) (llm.Part, error) {
	if ev.Index < 0 || ev.Index >= maxBlocks {
		return llm.Part{}, a.wire.Bad(errors.New("a block out of range"))
	}
	if ev.Type == "content_block_start" && ev.Block != nil {
		a.blocks[ev.Index] = ev.Block
		return a.start(ev.Block), nil
	}
	b := a.blocks[ev.Index]
	if b == nil {
		return llm.Part{}, a.wire.Bad(errors.New("a block that was not started"))
	}
	if ev.Type == "content_block_stop" {
		a.blocks[ev.Index] = nil
		return a.end(b), nil
	}
	switch d := ev.Delta; d.Type {
	case "text_delta":
		return a.say(b, d.Text), nil
	case "thinking_delta":
		return think(b, d.Thinking), nil
	case "signature_delta":
		b.Signature = d.Signature
	case "input_json_delta":
		b.said.WriteString(d.JSON)
	case "citations_delta":
		if i := a.grounding.Add(d.Citation); i >= 0 {
			b.cites = append(b.cites, i)
		}
	}
	return llm.Part{}, nil
}

func (a *answer) start(b *block) llm.Part {
	switch b.Type {
	case "text":
		return a.say(b, b.Text)
	case "thinking":
		return think(b, b.Thinking)
	case "web_search_tool_result":
		var pages []llm.Source
		var failed struct {
			Code string `json:"error_code"`
		}
		if json.Unmarshal(b.Content, &pages) != nil {
			_ = json.Unmarshal(b.Content, &failed)
			a.notes = append(a.notes, a.wire.Said(llm.Permanent, "web search: "+failed.Code).Error())
			break
		}
		for _, p := range pages {
			a.grounding.Add(p)
		}
	}
	return llm.Part{}
}

func (a *answer) end(b *block) llm.Part {
	switch b.Type {
	case "text":
		if len(b.cites) > 0 && a.schema == "" {
			slices.Sort(b.cites)
			a.grounding.Supports = append(a.grounding.Supports, llm.Support{Text: b.said.String(), Sources: slices.Compact(b.cites)})
		}
	case "thinking":
		if b.Signature != "" {
			return keep(b, map[string]string{"type": b.Type, "thinking": b.said.String(), "signature": b.Signature})
		}
	case "redacted_thinking":
		return keep(b, map[string]string{"type": b.Type, "data": b.Data})
	case "server_tool_use":
		var search struct{ Query string }
		if json.Unmarshal([]byte(b.args()), &search) == nil && b.Name == "web_search" && search.Query != "" {
			a.grounding.Queries = append(a.grounding.Queries, search.Query)
		}
	case "tool_use":
		if a.schema == "" || b.Name != a.schema {
			a.called = true
			return llm.Part{Call: &llm.ToolCall{ID: b.ID, Name: b.Name, Args: b.args()}}
		}
		if !a.answered {
			a.answered = true
			return llm.Part{Text: b.args()}
		}
	}
	return llm.Part{}
}

// say takes text. Beside a schema it is held back until it is known whether
// the answer comes in the schema's tool.
func (a *answer) say(b *block, text string) llm.Part {
	if a.schema != "" {
		a.words.WriteString(text)
		return llm.Part{}
	}
	b.said.WriteString(text)
	return llm.Part{Text: text}
}

func think(b *block, text string) llm.Part {
	b.said.WriteString(text)
	return llm.Part{Thinking: text}
}

// keep makes the part that carries a thought, to be sent back with the next
// request. Thinking that the provider does not show is shown as "…", since a
// part must hold something.
func keep(b *block, t map[string]string) llm.Part {
	sig, _ := json.Marshal(t) // a map of strings has no way to fail
	if b.said.Len() == 0 {
		return llm.Part{Thinking: "…", Sig: sig}
	}
	return llm.Part{Sig: sig}
}

// args returns what came in pieces, or else what came with the start.
func (b *block) args() string {
	return cmp.Or(b.said.String(), string(wire.Object(string(b.Input))))
}

// count takes figures over the ones before: they are totals, and those left
// out stand.
func (a *answer) count(figures json.RawMessage) error {
	if len(figures) == 0 {
		return nil
	}
	if err := json.Unmarshal(figures, &a.usage); err != nil {
		return a.wire.Bad(err)
	}
	return nil
}

// last returns the chunk that ends the answer.
func (a *answer) last() llm.Chunk {
	u := a.usage
	c := llm.Chunk{
		Finish:    a.finish,
		Notes:     a.notes,
		Grounding: a.grounding.Result(),
		Usage: llm.Usage{
			Input: u.Input, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite,
			Output: u.Output, Thinking: u.Details.Thinking, Searches: u.Server.Searches,
		},
	}
	if a.answered && !a.called && c.Finish == llm.ToolCalls {
		c.Finish = llm.Stop
	}
	if !a.answered && !a.called {
		c.Part.Text = a.words.String()
	}
	return c
}

func finish(reason string) llm.Finish {
	switch reason {
	case "end_turn", "stop_sequence":
		return llm.Stop
	case "tool_use":
		return llm.ToolCalls
	case "max_tokens", "model_context_window_exceeded", "pause_turn":
		return llm.Length
	}
	return llm.Filtered // a refusal, or a reason nobody has heard of
}

func kind(errorType string) llm.Kind {
	switch errorType {
	case "authentication_error", "permission_error", "billing_error":
		return llm.Auth
	case "invalid_request_error", "not_found_error":
		return llm.Permanent
	case "request_too_large":
		return llm.Overflow
	}
	return llm.Transient
}
