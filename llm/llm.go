// Package llm is the vocabulary in which maitre talks to language models,
// whoever makes them: messages, tools, structured answers, usage, and a
// [Model] of one method that streams.
//
// The adapters llm/gemini, llm/openai and llm/anthropic make a Model;
// [Retry], [Timeout], [Observe], [Record] and [Budget.Middleware]
// wrap one; [Complete] and [Object] ask one. llm/llmtest has models for tests.
//
// Everything a model says is hostile input: nothing here executes, renders or
// trusts it.
package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
)

// Model answers requests. Generate starts the call when the sequence is
// ranged over, and the sequence can be ranged over once. It yields text as it
// comes; the last chunk has Finish set. An error ends the sequence.
type Model interface {
	Generate(ctx context.Context, req *Request) iter.Seq2[Chunk, error]
}

// ModelFunc makes a Model of a function.
type ModelFunc func(context.Context, *Request) iter.Seq2[Chunk, error]

// Generate calls f.
func (f ModelFunc) Generate(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
	return f(ctx, req)
}

// Role says who speaks in a message.
type Role string

// The three speakers. A RoleTool message carries the results of tool calls.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is plain data that survives JSON, so it can live in a checkpoint.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`
}

// Text makes a message of one text part.
func Text(role Role, text string) Message {
	return Message{Role: role, Parts: []Part{{Text: text}}}
}

// Part holds one of Text, Thinking, Call and Result.
type Part struct {
	Text     string      `json:"text,omitempty"`
	Thinking string      `json:"thinking,omitempty"`
	Call     *ToolCall   `json:"call,omitempty"`
	Result   *ToolResult `json:"result,omitempty"`

	// Sig is opaque data of the provider that must be sent back with the part:
	// Gemini's thoughtSignature, Anthropic's thinking signature.
	Sig []byte `json:"sig,omitempty"`
}

// ToolCall is a model's wish to call a tool. Args is what the model wrote: it
// may be anything, JSON or not, until [Tool.Run] has checked it.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args"`
}

// ToolResult is what a model is told of its call.
type ToolResult struct {
	CallID  string `json:"call_id"`
	Name    string `json:"name"`
	Content string `json:"content"` // what the model is told
	IsError bool   `json:"is_error,omitempty"`
	Data    string `json:"data,omitempty"` // the value as JSON, where Content tells it in another way; no model is told it
}

// Value is what the tool returned, as JSON.
func (r ToolResult) Value() string { return cmp.Or(r.Data, r.Content) }

// ToolSpec is what a model needs to know of a tool.
type ToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Params      json.RawMessage `json:"params"` // JSON Schema of an object
}

// AnyTool as ForceTool makes the model call some tool, whichever it likes.
const AnyTool = "*"

// Request is one question to a model. Messages must not be empty; everything
// else may be left out.
type Request struct {
	System   string    `json:"system,omitempty"`
	Messages []Message `json:"messages"`

	Tools     []ToolSpec `json:"tools,omitempty"`
	ForceTool string     `json:"force_tool,omitempty"` // a tool's name or AnyTool

	// Schema, when set, is the JSON Schema of an object the answer must be.
	Schema     json.RawMessage `json:"schema,omitempty"`
	SchemaName string          `json:"schema_name,omitempty"`

	// WebSearch lets the provider search the web itself; see Grounding.
	WebSearch bool `json:"web_search,omitempty"`

	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"top_p,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`

	// Label says who asks, for meters and traces: a task's name. It is not sent.
	Label string `json:"-"`
}

// Usage counts tokens as they are billed, the same way for every provider.
type Usage struct {
	Input      int `json:"input,omitempty"`       // read at full price
	CacheRead  int `json:"cache_read,omitempty"`  // read from the provider's cache
	CacheWrite int `json:"cache_write,omitempty"` // written to it
	Output     int `json:"output,omitempty"`      // written, thinking included
	Thinking   int `json:"thinking,omitempty"`    // the part of Output nobody sees
	Searches   int `json:"searches,omitempty"`    // web searches the provider ran
}

// Add returns the sum of both.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Input:      u.Input + v.Input,
		CacheRead:  u.CacheRead + v.CacheRead,
		CacheWrite: u.CacheWrite + v.CacheWrite,
		Output:     u.Output + v.Output,
		Thinking:   u.Thinking + v.Thinking,
		Searches:   u.Searches + v.Searches,
	}
}

// Finish says why a model stopped.
type Finish string

// The ways a model stops. Only Stop and ToolCalls are whole answers.
const (
	Stop      Finish = "stop"
	ToolCalls Finish = "tool_calls"
	Length    Finish = "length"   // MaxTokens or the context ran out
	Filtered  Finish = "filtered" // refused by the provider or the model
)

// Chunk is one step of a stream. Text and Thinking come in pieces, a Call
// comes whole. The last chunk has Finish set and carries the fields below it.
type Chunk struct {
	Part      Part       `json:"part,omitzero"`
	Finish    Finish     `json:"finish,omitempty"`
	Model     string     `json:"model,omitempty"` // as configured, not as the provider calls itself
	Usage     Usage      `json:"usage,omitzero"`
	Cost      *USD       `json:"cost,omitempty"` // nil: no price is known
	Grounding *Grounding `json:"grounding,omitempty"`
	Notes     []string   `json:"notes,omitempty"` // what went wrong on the way, such as a model that failed before this one
}

// Grounding is what the provider's own web search did for an answer.
type Grounding struct {
	Queries  []string  `json:"queries,omitempty"`
	Sources  []Source  `json:"sources,omitempty"`
	Supports []Support `json:"supports,omitempty"`
}

// Source is a page the provider read. Its URL and Title are hostile input.
type Source struct {
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
}

// Support ties words of the answer to the sources they rest on.
type Support struct {
	Text    string `json:"text"`
	Sources []int  `json:"sources"` // indexes into Grounding.Sources
}

// Response is a whole answer.
type Response struct {
	Message   Message
	Finish    Finish
	Model     string
	Usage     Usage
	Cost      *USD
	Grounding *Grounding
	Notes     []string
}

// Text returns the words of the answer, without the thinking.
func (r *Response) Text() string {
	var b strings.Builder
	for _, p := range r.Message.Parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Calls returns the tool calls of the answer in order.
func (r *Response) Calls() []ToolCall {
	var calls []ToolCall
	for _, p := range r.Message.Parts {
		if p.Call != nil {
			calls = append(calls, *p.Call)
		}
	}
	return calls
}

// Complete asks m and waits for the whole answer. A stream that ends without
// a finish is a Transient error: an answer cut off is not an answer. So is one
// that goes on far beyond MaxTokens, which is not read to its end.
func Complete(ctx context.Context, m Model, req *Request) (*Response, error) {
	return Stream(ctx, m, req, nil)
}

// Stream is Complete that hands the text to say, which may be nil, as it comes.
func Stream(ctx context.Context, m Model, req *Request, say func(text string)) (*Response, error) {
	resp := &Response{Message: Message{Role: RoleAssistant}}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	length, most, spent := 0, req.MaxTokens*longToken, (*USD)(nil)
	for c, err := range m.Generate(ctx, req) {
		if err != nil {
			return nil, err
		}
		if length += len(c.Part.Text); most > 0 && length > most {
			stop(tooLong(req))            // who is below stops, and says what it cost
			spent = cmp.Or(spent, c.Cost) // unless all of it had come
			continue
		}
		if say != nil && c.Part.Text != "" {
			say(c.Part.Text)
		}
		resp.Message.Parts = appendPart(resp.Message.Parts, c.Part)
		if c.Finish != "" {
			resp.Finish, resp.Model, resp.Usage, resp.Cost = c.Finish, c.Model, c.Usage, c.Cost
			resp.Grounding, resp.Notes = c.Grounding, c.Notes
		}
	}
	switch {
	case most > 0 && length > most && spent != nil:
		return nil, &SpentError{*spent, tooLong(req)}
	case most > 0 && length > most:
		return nil, tooLong(req)
	case resp.Finish == "":
		return nil, cutOff()
	}
	return resp, nil
}

// longToken is more bytes than the tokens of any answer have on average.
const longToken = 16

func tooLong(req *Request) error {
	return &Error{Kind: Transient, Err: fmt.Errorf("the answer goes on beyond its limit of %d tokens", req.MaxTokens)}
}

func cutOff() error { return &Error{Kind: Transient, Err: errors.New("the answer was cut off")} }

// appendPart joins the pieces of a text, and a signature to the words it
// follows. A signature ends its part and is never replaced: one that follows
// no words, or words that have theirs, is a part of its own.
func appendPart(parts []Part, p Part) []Part {
	words := p.Text != "" || p.Thinking != ""
	if !words && p.Call == nil && p.Result == nil && len(p.Sig) == 0 {
		return parts
	}
	if len(parts) == 0 || p.Call != nil || p.Result != nil {
		return append(parts, p)
	}
	last := &parts[len(parts)-1]
	open := (last.Text != "" || last.Thinking != "") && len(last.Sig) == 0
	if !open || words && (last.Thinking == "") != (p.Thinking == "") {
		return append(parts, p)
	}
	last.Text += p.Text
	last.Thinking += p.Thinking
	last.Sig = p.Sig
	return parts
}

// Kind says what a caller can do about an error.
type Kind int

// The kinds of failure.
const (
	Permanent Kind = iota // the request is wrong: asking again will not help
	Transient             // busy, broken or unreachable: ask again, then ask another
	Auth                  // the key is missing or refused: tell the operator
	Overflow              // the request is too long for the model
)

// String returns the kind as one word for logs. Like KindOf it takes what it
// does not know for permanent.
func (k Kind) String() string {
	switch k {
	case Transient:
		return "transient"
	case Auth:
		return "auth"
	case Overflow:
		return "overflow"
	default:
		return "permanent"
	}
}

// Error is a failed call. Its text never holds a key, and holds what a
// provider said only in a cut and cleaned form.
type Error struct {
	Kind       Kind
	Provider   string
	Status     int    // of HTTP; 0 when there was no answer
	Param      string // the request field the provider complained of, if it said
	RetryAfter time.Duration
	Err        error // never nil
}

func (e *Error) Error() string {
	if e.Provider == "" {
		return e.Err.Error()
	}
	return e.Provider + ": " + e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of err, Permanent for an error that has none, and of
// several errors joined the kind of the first that has one.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Permanent
}

// EmbedRequest asks an embedding model for one vector a text.
type EmbedRequest struct {
	Texts []string
	Kind  EmbedKind // for providers that embed questions and documents differently
	Dim   int       // 0: the model's own
}

// EmbedKind says what a text is embedded for.
type EmbedKind string

// A Query is looked up among Documents.
const (
	Query    EmbedKind = "query"
	Document EmbedKind = "document"
)

// EmbedResponse has Vectors in the order of the request's Texts, as the
// provider made them: not all providers normalise.
type EmbedResponse struct {
	Vectors [][]float32
	Usage   Usage
}
