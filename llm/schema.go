package llm

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

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
// decodes. Its error is one short line that says what is wrong, for the model
// to read; it may quote the model.
func (s *Schema[T]) Decode(text string) (T, error) {
	var value T
	doc, err := parse(unfence(text))
	if err != nil {
		return value, fmt.Errorf("not JSON: %w", err)
	}
	object, ok := doc.(map[string]any)
	if !ok {
		return value, errors.New("not a JSON object")
	}
	complete(s.schema, object)
	err = s.resolved.Validate(object)
	var b []byte
	if err == nil {
		b, err = json.Marshal(object)
	}
	if err == nil {
		err = json.Unmarshal(b, &value)
	}
	if err != nil {
		return *new(T), errors.New("does not fit the schema: " + brief(err))
	}
	return value, nil
}

func parse(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return exact(doc), nil
}

// exact makes Go numbers of a document's numbers: int64 where it can, since a
// float64 would change the last digits of a long id.
func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, _ := v.Float64() // out of range it is infinite, which nothing can decode
		return f
	case map[string]any:
		for name, field := range v {
			v[name] = exact(field)
		}
	case []any:
		for i, item := range v {
			v[i] = exact(item)
		}
	}
	return v
}

// complete removes null where a field is optional, since providers whose
// schemas know no optional field write null for it, and puts defaults where
// optional fields are absent. An absent object stays absent: the defaults in it
// would make half an object.
func complete(s *jsonschema.Schema, v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, fs := range s.Properties {
			optional := !slices.Contains(s.Required, name)
			if optional && v[name] == nil {
				delete(v, name)
				if fs.Default != nil {
					v[name], _ = parse(string(fs.Default)) // checked by SchemaOf
				}
			}
		}
		for name, field := range v {
			if fs := cmp.Or(s.Properties[name], s.AdditionalProperties); fs != nil {
				complete(fs, field)
			}
		}
	case []any:
		if s.Items != nil {
			for _, item := range v {
				complete(s.Items, item)
			}
		}
	}
}

// brief is an error on one line, cut where it starts to repeat the document.
func brief(err error) string {
	const most = 300
	text := strings.Join(strings.Fields(err.Error()), " ")
	if cut := []rune(text); len(cut) > most {
		text = string(cut[:most]) + "…"
	}
	return text
}

// unfence takes off the Markdown code fence that models like to put around
// JSON, and what they say after it.
func unfence(text string) string {
	text = strings.TrimSpace(text)
	body, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	body = strings.TrimLeftFunc(body, unicode.IsLetter) // the language
	if end := strings.LastIndex(body, "```"); end >= 0 {
		body = body[:end]
	}
	return strings.TrimSpace(body)
}
