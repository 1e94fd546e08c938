// Package gemini speaks to Google's models over the Gemini API (v1beta): text
// with tools, JSON and Google Search, and embeddings. [New] makes a model.
package gemini

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

const provider = "gemini"

// Options may be left empty.
type Options struct {
	BaseURL string       // https://generativelanguage.googleapis.com unless set
	HTTP    *http.Client // a client without a timeout unless set
}

// Model is one model of the Gemini API. It is safe for concurrent use.
type Model struct {
	name   string // as configured
	id     string // without "models/"
	path   string
	client *wire.Client
}

var _ llm.Model = (*Model)(nil)

// New makes the model of that name, which may start with "models/".
func New(model, key string, o Options) *Model {
	id := strings.TrimPrefix(model, "models/")
	base := cmp.Or(o.BaseURL, "https://generativelanguage.googleapis.com")
	return &Model{
		name: model,
		id:   id,
		path: "/v1beta/models/" + url.PathEscape(id),
		client: wire.New(provider, base, key, o.HTTP, func(h http.Header) {
			h.Set("X-Goog-Api-Key", key)
		}),
	}
}

// Generate asks the model and streams its answer.
func (m *Model) Generate(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		a := newAnswer(req)
		for data, err := range m.client.Events(ctx, m.path+":streamGenerateContent?alt=sse", newBody(req)) {
			var parts []llm.Part
			if err == nil {
				parts, err = m.read(a, data)
			}
			if err != nil {
				yield(llm.Chunk{}, err)
				return
			}
			for _, p := range parts {
				if !yield(llm.Chunk{Part: p}, nil) {
					return
				}
			}
		}
		if a.finish == "" {
			yield(llm.Chunk{}, m.client.Said(llm.Transient, "the answer was cut off"))
			return
		}
		yield(a.last(m.name), nil)
	}
}

// read adds one event to a and returns the parts that came with it.
func (m *Model) read(a *answer, data []byte) ([]llm.Part, error) {
	var ev event
	if err := json.Unmarshal(data, &ev); err != nil {
		return nil, m.client.Bad(err)
	}
	if e := ev.Error; e != nil {
		return nil, m.client.Said(kindOf(e.Code), fmt.Sprintf("%d %s", e.Code, e.Message))
	}
	parts := a.add(&ev)
	if a.broken != "" {
		return nil, m.client.Said(llm.Transient, "the model broke off: "+a.broken)
	}
	return parts, nil
}

// kindOf is what to do about an error that came inside an answer.
func kindOf(code int) llm.Kind {
	switch code {
	case 400, 404:
		return llm.Permanent
	case 401, 403:
		return llm.Auth
	}
	return llm.Transient
}

// Check asks whether the model is there and the key is good. It costs nothing.
func (m *Model) Check(ctx context.Context) error {
	var found struct{ Name string }
	err := m.client.JSON(ctx, m.path, nil, &found)
	if e, ok := errors.AsType[*llm.Error](err); ok && e.Status == http.StatusNotFound {
		e.Err = fmt.Errorf("there is no model %q", m.name)
		return e
	}
	if err == nil && found.Name == "" {
		return m.client.Bad(errors.New("it names no model; is the base URL right?"))
	}
	return err
}
