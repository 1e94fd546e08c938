// Package anthropic makes an [llm.Model] of a Claude model, over the Messages
// API of 2023-06-01: tools, web search, thinking, streaming. Start with [New].
//
// A Schema becomes a tool named SchemaName, and what the model puts into it is
// the text of the answer. Alone that tool is forced. Beside Tools or WebSearch
// the model must use some tool, so that it can look things up before it
// answers; ForceTool goes before both. Words beside the tool are dropped,
// unless they are all there is.
//
// Claude versions differ in what they accept: some refuse a temperature, some
// a forced tool. A Model that is refused leaves that out, asks again, says so
// in the answer's Notes and remembers it.
package anthropic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// Model is one Claude model. It is safe for concurrent use.
type Model struct {
	wire    *wire.Client
	model   string
	refused atomic.Uint32 // what this model was found not to accept: omissions
}

var _ llm.Model = (*Model)(nil)

// Options are what New can do without.
type Options struct {
	BaseURL string       // of a gateway; "" is https://api.anthropic.com
	HTTP    *http.Client // nil: a plain one
}

// New makes a model of a name such as "claude-sonnet-4-5". It calls nobody.
func New(model, key string, o Options) *Model {
	base := cmp.Or(o.BaseURL, "https://api.anthropic.com")
	return &Model{model: model, wire: wire.New("anthropic", base, key, o.HTTP, func(h http.Header) {
		h.Set("X-Api-Key", key)
		h.Set("Anthropic-Version", "2023-06-01")
	})}
}

// Generate asks the model; see [llm.Model].
func (m *Model) Generate(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		a := answer{wire: m.wire, schema: schemaName(req)}
		for data, err := range m.events(ctx, newBody(m.model, req), &a.notes) {
			var part llm.Part
			if err == nil {
				part, err = a.read(data)
			}
			if err != nil {
				yield(llm.Chunk{}, err)
				return
			}
			if (part.Text != "" || part.Thinking != "" || part.Call != nil || part.Sig != nil) && !yield(llm.Chunk{Part: part}, nil) {
				return
			}
			if a.done {
				break
			}
		}
		if a.finish != "" {
			last := a.last()
			last.Model = m.model
			yield(last, nil)
		}
	}
}

// events asks, and asks again without what the model turns out to refuse.
func (m *Model) events(ctx context.Context, b *body, notes *[]string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		b.leaveOut(omission(m.refused.Load()))
		for again := true; again; {
			again = false
			for data, err := range m.wire.Events(ctx, "/v1/messages", b) {
				// Leaving out shrinks the request, so this ends.
				if o := b.refused(err); o != 0 {
					again = true
					b.leaveOut(o)
					*notes = append(*notes, err.Error())
					m.refused.Or(uint32(o &^ thoughts)) // thoughts are refused with a conversation, not with a model
					break
				}
				if !yield(data, err) {
					return
				}
			}
		}
	}
}

// Check asks whether the key is good and the model there. It costs nothing.
func (m *Model) Check(ctx context.Context) error {
	var info struct{ ID string }
	err := m.wire.JSON(ctx, "/v1/models/"+url.PathEscape(m.model), nil, &info)
	if e, ok := errors.AsType[*llm.Error](err); ok && e.Status == http.StatusNotFound {
		e.Err = fmt.Errorf("there is no model %q, or the key may not use it", m.model)
	}
	if err == nil && info.ID == "" {
		return m.wire.Bad(errors.New("it describes no model"))
	}
	return err
}
