package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// vendors are who runs models, with the settings of their keys and addresses.
// What a model may be called, to whom a found file may not send a key, and what the doctor
// looks at are read from it. Their adapters are made in internal/door/cli/models.go, and
// internal/door/agui/encoder.go knows their errors by their names.
var vendors = []struct {
	name, key, base string // key is empty for one that wants none
	of              func(*Config) *Provider
}{
	{"gemini", "google_api_key", "gemini_base_url", func(c *Config) *Provider { return &c.Gemini }},
	{"openai", "openai_api_key", "openai_base_url", func(c *Config) *Provider { return &c.OpenAI }},
	{"groq", "groq_api_key", "groq_base_url", func(c *Config) *Provider { return &c.Groq }},
	{"ollama", "", "ollama_base_url", func(c *Config) *Provider { return &c.Ollama }},
	{"anthropic", "anthropic_api_key", "anthropic_base_url", func(c *Config) *Provider { return &c.Anthropic }},
}

// Providers returns the names of who runs models.
func Providers() []string {
	var names []string
	for _, v := range vendors {
		names = append(names, v.name)
	}
	return names
}

// Provider returns how the named provider is reached.
func (c *Config) Provider(name string) Provider {
	for _, v := range vendors {
		if v.name == name {
			return *v.of(c)
		}
	}
	return Provider{}
}

// KeyVariable returns the environment variable in which people have the key of
// a provider, "" for one that wants none.
func KeyVariable(provider string) string {
	for _, v := range vendors {
		if v.name == provider && v.key != "" {
			env := rowOf(v.key).env()
			return env[len(env)-1]
		}
	}
	return ""
}

var providers = append(Providers(), "replay")

// Two are no models, and have no Name: with rule plain code decides, and local is
// the embedder inside.
var rule, local = Model{Provider: "rule"}, Model{Provider: "local"}

// Model names a model and who runs it. The provider replay answers from the
// recording in the file Name.
type Model struct{ Provider, Name string }

// IsRule reports whether m stands for no model at all.
func (m Model) IsRule() bool { return m == rule }

// IsLocal reports whether m stands for the embedder without a model.
func (m Model) IsLocal() bool { return m == local }

// String returns the model as it is written in configuration.
func (m Model) String() string {
	if m.Name == "" {
		return m.Provider
	}
	return m.Provider + ":" + m.Name
}

// ParseModels reads "rule", or one or more provider:model separated by commas.
// A model's name may hold colons (ollama:llama3.2:3b).
func ParseModels(text string) ([]Model, error) {
	var models []Model
	for part := range strings.SplitSeq(text, ",") {
		m, err := parseModel(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	if len(models) > 1 && slices.Contains(models, rule) {
		return nil, errors.New("rule stands alone; after models it is the last resort anyway, so leave it out")
	}
	return models, nil
}

func parseModel(text string) (Model, error) {
	if text == rule.Provider {
		return rule, nil
	}
	provider, name, _ := strings.Cut(text, ":")
	if !slices.Contains(providers, provider) || name == "" {
		return Model{}, fmt.Errorf("%q is no model; write provider:model, the provider one of %s, or rule", text, strings.Join(providers, ", "))
	}
	return Model{provider, name}, nil
}

func parseEmbedder(text string) (Model, error) {
	if text == local.Provider {
		return local, nil
	}
	m, err := parseModel(text)
	if err != nil || !slices.Contains(embedders, m.Provider) {
		return Model{}, fmt.Errorf("%q is no embedder; write provider:model, the provider one of %s, or local", text, strings.Join(embedders, ", "))
	}
	return m, nil
}

var embedders = []string{"openai", "gemini", "ollama"}
