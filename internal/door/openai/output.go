package openai

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/thread"
)

// stuck is how long a client may take for what it is sent. A run waits for it,
// so it is less than the 30 s after which another worker would take the run
// over.
const stuck = 10 * time.Second

// output writes an answer: whole, or piece by piece.
type output struct {
	w      http.ResponseWriter
	stream bool
	usage  bool       // the client wants to know it at the end of a stream
	head   completion // what is the same in a completion and its chunks

	begun bool // something was sent
	gone  bool // nobody takes it any more
}

type completion struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Model   string `json:"model"`
	Choices []any  `json:"choices"`
	Usage   *usage `json:"usage,omitempty"`
	Maitre  *shown `json:"x_maitre,omitempty"` // what our own clients know beyond the protocol
}

type shown struct {
	UI []json.RawMessage `json:"ui"`
}

// usage is what models have read and written: nothing, where a rule decided.
type usage struct {
	Prompt     int            `json:"prompt_tokens"`
	Completion int            `json:"completion_tokens"`
	Total      int            `json:"total_tokens"`
	Read       map[string]int `json:"prompt_tokens_details"`
	Written    map[string]int `json:"completion_tokens_details"`
}

func usageOf(u llm.Usage) *usage {
	prompt := u.Input + u.CacheRead + u.CacheWrite
	return &usage{prompt, u.Output, prompt + u.Output, map[string]int{"cached_tokens": u.CacheRead}, map[string]int{"reasoning_tokens": u.Thinking}}
}

func newOutput(w http.ResponseWriter, in *request) *output {
	head := completion{ID: "chatcmpl-" + thread.NewID(), Object: "chat.completion", Created: time.Now().Unix(), Model: Model}
	if in.Stream {
		head.Object += ".chunk"
	}
	return &output{w: w, stream: in.Stream, usage: in.StreamOptions.IncludeUsage, head: head}
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
	c := o.chunk(delta, nil)
	if card != nil {
		c.Maitre = &shown{[]json.RawMessage{card}}
	}
	o.sendJSON(c)
}

// chunk is a completion that adds to the answer, or says why it ends.
func (o *output) chunk(delta map[string]string, finish any) completion {
	c := o.head
	c.Choices = []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}
	return c
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
	o.sendJSON(o.chunk(map[string]string{"role": "assistant", "content": ""}, nil))
}

// end sends what comes last, or the whole answer.
func (o *output) end(a *answer, used llm.Usage) error {
	c := o.head
	if o.stream {
		o.begin()
		o.sendJSON(o.chunk(map[string]string{}, "stop"))
		if o.usage {
			c.Choices, c.Usage = []any{}, usageOf(used)
			o.sendJSON(c)
		}
		o.send([]byte("[DONE]"))
		return nil
	}
	c.Usage = usageOf(used)
	c.Choices = []any{map[string]any{
		"index": 0, "finish_reason": "stop", "logprobs": nil,
		"message": map[string]any{"role": "assistant", "content": a.text(), "refusal": nil},
	}}
	if len(a.ui) > 0 {
		c.Maitre = &shown{a.ui}
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	o.w.Header().Set("Content-Type", "application/json")
	_, _ = o.w.Write(raw) // a client that is gone is no error of ours
	return nil
}

func (o *output) sendJSON(c completion) {
	if raw, err := json.Marshal(c); err == nil { // a component was JSON before
		o.send(raw)
	}
}

// send sends an event of a stream.
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
