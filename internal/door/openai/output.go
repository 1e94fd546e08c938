package openai

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/maitre-dev/maitre/llm"
)

// stuck is how long a client may take for what it is sent. A run waits for it,
// so it is less than the 30 s after which another worker would take the run
// over.
const stuck = 10 * time.Second

// output writes an answer: whole, or piece by piece.
type output struct {
	w      http.ResponseWriter
	stream bool
	usage  bool // the client wants to know it at the end of a stream
	head   head

	begun bool // something was sent
	gone  bool // nobody takes it any more
}

// head is what is the same in a completion and its chunks.
type head struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Model   string `json:"model"`
}

// shown is what our own clients know beyond the protocol.
type shown struct {
	UI []json.RawMessage `json:"ui"`
}

type completion struct {
	head
	Choices []any  `json:"choices"`
	Usage   *usage `json:"usage,omitempty"`
	Maitre  *shown `json:"x_maitre,omitempty"`
}

// piece is what a chunk adds to the answer, or why it ends.
func piece(delta map[string]string, finish any) []any {
	return []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}
}

// usage is what models have read and written: nothing, where a rule decided.
type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
	Read       struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Written struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

func usageOf(u llm.Usage) *usage {
	out := &usage{Prompt: u.Input + u.CacheRead + u.CacheWrite, Completion: u.Output}
	out.Total = out.Prompt + out.Completion
	out.Read.Cached, out.Written.Reasoning = u.CacheRead, u.Thinking
	return out
}

// tell sends a piece of a stream.
func (o *output) tell(text string, card json.RawMessage) {
	if !o.stream {
		return
	}
	o.begin()
	delta := map[string]string{}
	if text != "" {
		delta["content"] = text
	}
	c := completion{Choices: piece(delta, nil)}
	if card != nil {
		c.Maitre = &shown{[]json.RawMessage{card}}
	}
	o.chunk(c)
}

// begin begins a stream, once.
func (o *output) begin() {
	if o.begun {
		return
	}
	o.begun = true
	h := o.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for proxies that would hold it back
	o.w.WriteHeader(http.StatusOK)
	o.chunk(completion{Choices: piece(map[string]string{"role": "assistant", "content": ""}, nil)})
}

// end sends what comes last, or the whole answer.
func (o *output) end(a *answer, used llm.Usage) error {
	const finish = "stop"
	if o.stream {
		o.begin()
		o.chunk(completion{Choices: piece(map[string]string{}, finish)})
		if o.usage {
			o.chunk(completion{Choices: []any{}, Usage: usageOf(used)})
		}
		o.send([]byte("[DONE]"))
		return nil
	}
	c := completion{head: o.head, Usage: usageOf(used), Choices: []any{map[string]any{
		"index": 0, "finish_reason": finish, "logprobs": nil,
		"message": map[string]any{"role": "assistant", "content": a.text(), "refusal": nil},
	}}}
	c.Object = "chat.completion"
	if len(a.ui) > 0 {
		c.Maitre = &shown{a.ui}
	}
	return writeJSON(o.w, http.StatusOK, c)
}

// fail ends a stream that cannot go on.
func (o *output) fail() {
	e := &Error{http.StatusInternalServerError, "internal", "", "something went wrong"}
	raw, _ := json.Marshal(map[string]any{"error": e.object()}) // texts alone
	o.send(raw)
}

func (o *output) chunk(c completion) {
	c.head = o.head
	c.Object = "chat.completion.chunk"
	if raw, err := json.Marshal(c); err == nil { // a component was JSON before
		o.send(raw)
	}
}

func (o *output) send(data []byte) {
	if o.gone {
		return
	}
	c := http.NewResponseController(o.w)
	_ = c.SetWriteDeadline(time.Now().Add(stuck)) // not every writer has one
	_, err := o.w.Write([]byte("data: " + string(data) + "\n\n"))
	if err == nil {
		err = c.Flush()
	}
	o.gone = err != nil
}
