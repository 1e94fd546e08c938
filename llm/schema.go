package llm

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is the JSON Schema of T, ready to be sent to a model and to check
// what the model answers.
type Schema[T any] struct {
	raw      json.RawMessage
	schema   *jsonschema.Schema
	resolved *jsonschema.Resolved
}

// SchemaOf derives the schema of T, a struct, from its fields and their json
// and jsonschema tags. edit may add what tags cannot say: enums, bounds.
func SchemaOf[T any](edit ...func(*jsonschema.Schema)) (*Schema[T], error) {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		return nil, fmt.Errorf("schema of %T: %w", *new(T), err)
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("schema of %T: a model answers with an object, not %q", *new(T), s.Type)
	}
	for _, e := range edit {
		e(s)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		return nil, fmt.Errorf("schema of %T: %w", *new(T), err)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("schema of %T: %w", *new(T), err)
	}
	return &Schema[T]{raw: raw, schema: s, resolved: resolved}, nil
}

// JSON returns the schema as it is sent.
func (s *Schema[T]) JSON() json.RawMessage { return s.raw }

// Decode reads what a model wrote: it takes off a code fence, lets null stand
// for an absent optional field, fills in defaults, validates, and only then
// decodes.
func (s *Schema[T]) Decode(text string) (T, error) {
	var value T
	var doc any
	if err := json.Unmarshal([]byte(unfence(text)), &doc); err != nil {
		return value, fmt.Errorf("not JSON: %w", err)
	}
	object, ok := doc.(map[string]any)
	if !ok {
		return value, fmt.Errorf("not a JSON object")
	}
	dropNulls(s.schema, object)
	if err := s.resolved.ApplyDefaults(&object); err != nil {
		return value, fmt.Errorf("does not fit the schema: %w", err)
	}
	if err := s.resolved.Validate(object); err != nil {
		return value, fmt.Errorf("does not fit the schema: %w", err)
	}
	b, err := json.Marshal(object)
	if err != nil {
		return value, err
	}
	return value, json.Unmarshal(b, &value)
}

// dropNulls removes null where a field is optional: providers whose schemas
// know no optional field write null for it.
func dropNulls(s *jsonschema.Schema, v any) {
	switch v := v.(type) {
	case map[string]any:
		required := map[string]bool{}
		for _, name := range s.Required {
			required[name] = true
		}
		for name, field := range v {
			if fs := s.Properties[name]; field == nil && !required[name] {
				delete(v, name)
			} else if fs != nil {
				dropNulls(fs, field)
			}
		}
	case []any:
		if s.Items != nil {
			for _, item := range v {
				dropNulls(s.Items, item)
			}
		}
	}
}

// unfence takes off the Markdown code fence that models like to put around
// JSON and SQL.
func unfence(text string) string {
	text = strings.TrimSpace(text)
	body, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	if _, rest, ok := strings.Cut(body, "\n"); ok {
		body = rest
	}
	body, _, _ = strings.Cut(body, "```")
	return strings.TrimSpace(body)
}
