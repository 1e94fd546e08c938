// Package openai speaks Chat Completions and Embeddings: the dialect of OpenAI
// itself and, by base URL, of Groq, Ollama, vLLM and llama.cpp.
//
//	gpt := openai.New("gpt-4.1-mini", key, openai.Options{})
//	own := openai.New("qwen3", "", openai.Options{Provider: "ollama", BaseURL: "http://localhost:11434/v1"})
package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// Model is one model of one provider. It is safe for concurrent use, and
// printing it does not print the key.
type Model struct {
	c     *wire.Client
	model string

	// newTokens is set where max_tokens is called max_completion_tokens:
	// OpenAI's newer models refuse the old name, other servers ignore the new.
	newTokens bool
	groq      bool // Groq searches the web in a way of its own

	fixedTemperature, fixedTopP atomic.Bool // this model was found not to take them
}

var _ llm.Model = (*Model)(nil)

// Options are what New can do without.
type Options struct {
	Provider string       // its name in errors; "openai" when empty
	BaseURL  string       // https://api.openai.com/v1 when empty
	HTTP     *http.Client // a client without time limit when nil
}

// New makes a model. Servers that want no key take an empty one.
func New(model, key string, o Options) *Model {
	base := cmp.Or(o.BaseURL, "https://api.openai.com/v1")
	return &Model{
		c: wire.New(cmp.Or(o.Provider, "openai"), base, key, o.HTTP, func(h http.Header) {
			if key != "" {
				h.Set("Authorization", "Bearer "+key)
			}
		}),
		model:     model,
		newTokens: within(base, ".api.openai.com"),
		groq:      within(base, ".groq.com"),
	}
}

// within reports whether base is at a domain or below it: eu.api.openai.com is
// within .api.openai.com.
func within(base, domain string) bool {
	u, err := url.Parse(base)
	return err == nil && strings.HasSuffix("."+u.Hostname(), domain)
}

// Generate asks the model. A model that fixes its own sampling refuses
// temperature or top_p; it is asked again without, once and for all, and the
// Notes say so.
func (m *Model) Generate(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		b := m.body(req)
		if m.fixedTemperature.Load() {
			b.Temperature = nil
		}
		if m.fixedTopP.Load() {
			b.TopP = nil
		}
		var notes []string
		for {
			err := m.ask(ctx, b, notes, yield)
			if param, ok := b.drop(err); ok {
				m.fixedTemperature.Store(m.fixedTemperature.Load() || param == "temperature")
				m.fixedTopP.Store(m.fixedTopP.Load() || param == "top_p")
				notes = append(notes, fmt.Sprintf("%v: %s does not take %s, which was left out", m.c, m.model, param))
				continue
			}
			if err != nil {
				yield(llm.Chunk{}, err)
			}
			return
		}
	}
}

// ask yields the chunks of one answer. It returns nil when the reader stops.
func (m *Model) ask(ctx context.Context, b *body, notes []string, yield func(llm.Chunk, error) bool) error {
	var a answer
	for data, err := range m.c.Events(ctx, "/chat/completions", b) {
		if err != nil {
			return err
		}
		var ev event
		if err := json.Unmarshal(data, &ev); err != nil {
			return m.c.Bad(err)
		}
		if ev.Error != nil {
			return m.c.Said(llm.Transient, string(*ev.Error))
		}
		parts, err := a.add(&ev)
		if err != nil {
			return m.c.Bad(err)
		}
		for _, p := range parts {
			if !yield(llm.Chunk{Part: p}, nil) {
				return nil
			}
		}
	}
	finish, calls, err := a.end()
	if err != nil {
		return m.c.Bad(err)
	}
	if finish == "" { // cut off, with or without [DONE]: no last chunk, so no answer
		return nil
	}
	for _, c := range calls {
		if !yield(llm.Chunk{Part: llm.Part{Call: &c}}, nil) {
			return nil
		}
	}
	last := llm.Chunk{Finish: finish, Model: m.model, Usage: a.usage, Grounding: a.grounding(), Notes: notes}
	if last.Usage.Searches = len(a.queries); b.WebSearch != nil {
		last.Usage.Searches = 1 // billed by the request; the answer does not count them
	}
	yield(last, nil)
	return nil
}

// Check asks, at no cost, whether the server knows the model. Servers that
// cannot be asked for one model are asked for their list.
func (m *Model) Check(ctx context.Context) error {
	type known struct {
		ID string `json:"id"`
	}
	var one known
	err := m.c.JSON(ctx, "/models/"+url.PathEscape(m.model), nil, &one)
	if err == nil && one.ID != "" {
		return nil
	}
	if e, ok := errors.AsType[*llm.Error](err); err != nil && (!ok || e.Status != http.StatusNotFound) {
		return err
	}
	var list struct {
		Data []known `json:"data"`
	}
	if err := m.c.JSON(ctx, "/models", nil, &list); err != nil {
		return err
	}
	var names []string
	for _, k := range list.Data {
		if k.ID == m.model || k.ID == m.model+":latest" { // as Ollama lists a model without tag
			return nil
		}
		names = append(names, k.ID)
	}
	slices.Sort(names)
	return m.c.Said(llm.Permanent, fmt.Sprintf("there is no model %q; the server has %d: %s", m.model, len(names), strings.Join(names, ", ")))
}
