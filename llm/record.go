package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Exchange is one call as it happened: enough to answer the same request the
// same way again. It is plain data that survives JSON.
type Exchange struct {
	Key     string         `json:"key"` // of the request: see Record
	Model   string         `json:"model"`
	Request *Request       `json:"request"`
	Chunks  []Chunk        `json:"chunks,omitempty"`
	Err     *RecordedError `json:"error,omitempty"`
}

// RecordedError is an error as an Exchange keeps it.
type RecordedError struct {
	Kind       Kind          `json:"kind"`
	Provider   string        `json:"provider,omitempty"`
	Status     int           `json:"status,omitempty"`
	Param      string        `json:"param,omitempty"`
	RetryAfter time.Duration `json:"retry_after,omitempty"`
	Text       string        `json:"text"`
}

// Record hands every call to save once it has ended. The request holds whatever
// the guest said: what save writes deserves the care of a conversation. Of an
// error it keeps kind and text, not what errors.Is would find in it.
func Record(model string, save func(context.Context, Exchange)) Middleware {
	return between(func(ctx context.Context, req *Request, next Model, yield func(Chunk, error) bool) {
		x := Exchange{Key: keyOf(req), Model: model, Request: new(*req)}
		defer func() { save(ctx, x) }()
		for c, err := range next.Generate(ctx, req) {
			if err != nil {
				x.Err = recorded(err)
			} else {
				x.Chunks = append(x.Chunks, c)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	})
}

// Logged puts each exchange with a model into the log of the run it belongs to, where maitre
// trace, metrics and replay find it: a request and its answer, scrubbed as all of the log. Give
// it the provider and the model as model: "openai:gpt-4o-mini". The pieces of a text are
// joined, so that a card number that two pieces share is struck out.
func Logged(model string) Middleware {
	return Record(model, func(ctx context.Context, x Exchange) {
		var joined []Chunk
		for _, c := range x.Chunks {
			if n := len(joined); n > 0 && c.onlyText() && joined[n-1].onlyText() {
				joined[n-1].Part.Text += c.Part.Text
				continue
			}
			joined = append(joined, c)
		}
		x.Chunks = joined
		event.Emit(ctx, event.ModelCall, x)
	})
}

func (c Chunk) onlyText() bool {
	return c.Part.Text != "" && c.Part.Call == nil && len(c.Part.Sig) == 0 && c.Finish == ""
}

// ErrNotRecorded is the error of a replay that is asked something new.
var ErrNotRecorded = errors.New("this request is not in the recording")

// Replay is a model that answers as it did when exchanges were recorded.
// Equal requests are answered in the order of their recording; a request that
// is not there, or not there so often, is ErrNotRecorded.
func Replay(exchanges []Exchange) Model {
	r := &replay{left: map[string][]Exchange{}}
	for _, x := range exchanges {
		key := x.Key
		if x.Request != nil { // an older recording has other keys
			key = keyOf(x.Request)
		}
		r.left[key] = append(r.left[key], x)
	}
	return r
}

type replay struct {
	mu   sync.Mutex
	left map[string][]Exchange
}

func (r *replay) Generate(_ context.Context, req *Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		x, ok := r.next(keyOf(req))
		if !ok {
			yield(Chunk{}, &Error{Provider: "replay", Err: ErrNotRecorded})
			return
		}
		for _, c := range x.Chunks {
			if !yield(c, nil) {
				return
			}
		}
		if e := x.Err; e != nil {
			yield(Chunk{}, &Error{Kind: e.Kind, Provider: e.Provider, Status: e.Status, Param: e.Param, RetryAfter: e.RetryAfter, Err: errors.New(e.Text)})
		}
	}
}

func (r *replay) next(key string) (Exchange, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	queue := r.left[key]
	if len(queue) == 0 {
		return Exchange{}, false
	}
	r.left[key] = queue[1:]
	return queue[0], true
}

// keyOf names a request by its content, so that a recording finds it again, also when the
// clock that a prompt tells has moved on.
func keyOf(req *Request) string {
	b, err := json.Marshal(req)
	if err != nil { // a Schema or Params that is not JSON: a bug of the caller
		b = fmt.Append(nil, err)
	}
	b = clock.ReplaceAll(b, []byte("00:00"))
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// clock is a time of day: "17:43".
var clock = regexp.MustCompile(`\b[0-2]\d:[0-5]\d\b`)

// recorded keeps an error so that a replay has the same text, wrapped or not.
func recorded(err error) *RecordedError {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return &RecordedError{Text: err.Error()}
	}
	r := &RecordedError{Kind: e.Kind, Provider: e.Provider, Status: e.Status, Param: e.Param, RetryAfter: e.RetryAfter}
	if r.Text, ok = strings.CutPrefix(err.Error(), e.Provider+": "); !ok {
		r.Provider = ""
	}
	return r
}
