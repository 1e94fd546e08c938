package ui

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// Kind is a kind of component, with props of type P. It is safe for concurrent
// use.
type Kind[P any] struct {
	name  string
	v     int
	text  func(P) string
	shape func() shape // made when it is first wanted: a program that shows nothing starts faster
}

// shape is what props must be.
type shape struct {
	raw      json.RawMessage
	schema   *jsonschema.Schema
	resolved *jsonschema.Resolved
}

var _ Any = (*Kind[struct{}])(nil)

// Define makes a kind of component. Its name is in kebab-case; v counts from 1
// and changes when the props change so that a client of old would be wrong.
// text tells the props in words; it gets them clean.
//
// P is a struct of structs, slices, texts, numbers and booleans; a pointer
// needs omitempty. Define panics when the name is something else, and the kind
// when P is, the first time it is used: mistakes in the program.
func Define[P any](name string, v int, text func(P) string) *Kind[P] {
	wrong := func(err error) {
		if err != nil {
			panic(fmt.Sprintf("ui: component %q v%d: %v", name, v, err))
		}
	}
	wrong((&Component{V: v, Name: name, ID: "-", Text: "-"}).check())
	if text == nil {
		wrong(errors.New("it has no text"))
	}
	return &Kind[P]{name, v, text, sync.OnceValue(func() shape {
		s, err := define[P](name, v)
		wrong(err)
		return s
	})}
}

func define[P any](name string, v int) (shape, error) {
	s, err := jsonschema.For[P](&jsonschema.ForOptions{TypeSchemas: valueSchemas()})
	if err != nil {
		return shape{}, err
	}
	if s.Type != "object" {
		return shape{}, errors.New("its props are not a struct")
	}
	if err := strict(s); err != nil {
		return shape{}, err
	}
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.ID = fmt.Sprintf("urn:maitre:ui:%s:v%d", name, v)
	s.Title = fmt.Sprintf("%s v%d", name, v)
	resolved, err := s.Resolve(nil)
	if err != nil {
		return shape{}, err
	}
	raw, err := json.Marshal(s)
	return shape{raw, s, resolved}, err
}

// strict takes null out of a schema derived from a type, and returns an error
// where the type leaves open what there may be.
func strict(s *jsonschema.Schema) error {
	if nullable(s) {
		s.Type, s.Types = s.Types[1], nil
	}
	switch {
	case s.Type == "":
		return errors.New("any does not say what it holds")
	case s.Type == "array":
		return strict(s.Items)
	case s.Type == "object" && s.AdditionalProperties.Not == nil: // not the schema "false"
		return errors.New("a map does not say what it holds")
	}
	for name, field := range s.Properties {
		if nullable(field) && field.Types[1] != "array" && slices.Contains(s.Required, name) {
			return fmt.Errorf("%s may be nil, so it needs omitempty", name)
		}
		if err := strict(field); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func nullable(s *jsonschema.Schema) bool { return len(s.Types) == 2 && s.Types[0] == "null" }

// Name returns the kind's name.
func (k *Kind[P]) Name() string { return k.name }

// Version returns the major version of the schema.
func (k *Kind[P]) Version() int { return k.v }

// Schema returns the JSON Schema of the props. It must not be changed.
func (k *Kind[P]) Schema() json.RawMessage { return k.shape().raw }

// New makes a component. It cleans every text in the props, makes nil slices
// empty ones, and fails when the props then do not fit the schema, hold a
// [Date] or a [URL] that is none, or have more than 256 KB as JSON. The caller
// may set the component's ToolCallID.
func (k *Kind[P]) New(id string, props P) (Component, error) {
	c := Component{V: k.v, ID: id, Name: k.name}
	raw, err := json.Marshal(props)
	if err == nil {
		c.Props, props, err = k.read(raw)
	}
	if err == nil {
		c.Text = Clean(k.text(props))
		err = c.check()
	}
	if err != nil {
		return Component{}, fmt.Errorf("component %s v%d: %w", k.name, k.v, err)
	}
	return c, nil
}

// read returns props as canonical JSON and as a value, clean and checked.
func (k *Kind[P]) read(raw json.RawMessage) (_ json.RawMessage, props P, err error) {
	doc, err := parse(raw)
	if err != nil {
		return nil, props, fmt.Errorf("its props are no JSON: %w", err)
	}
	if raw, err = jsonl.Marshal(tidy(k.shape().schema, doc)); err != nil {
		return nil, props, err
	}
	if len(raw) > maxProps {
		return nil, props, fmt.Errorf("its props have %d bytes, more than %d", len(raw), maxProps)
	}
	// The types are first to object, for they do not quote a URL that holds a
	// password. The validator takes numbers as float64 only.
	var plain any
	if err := cmp.Or(json.Unmarshal(raw, &props), json.Unmarshal(raw, &plain)); err != nil {
		return nil, props, fmt.Errorf("its props do not fit: %w", err)
	}
	if err := k.shape().resolved.Validate(plain); err != nil {
		return nil, props, errors.New("its props do not fit the schema: " + clean(err.Error(), 300))
	}
	return raw, props, nil
}

// tidy cleans the texts in a document and makes null an empty list where the
// schema wants a list. A text with a format is left for its type to refuse: a
// URL with a sign less would be another one.
func tidy(s *jsonschema.Schema, v any) any {
	switch v := v.(type) {
	case nil:
		if s.Type == "array" {
			return []any{}
		}
	case string:
		if s.Format == "" {
			return Clean(v)
		}
	case []any:
		for i := range v {
			if s.Items != nil {
				v[i] = tidy(s.Items, v[i])
			}
		}
	case map[string]any:
		for name, field := range s.Properties {
			if _, ok := v[name]; ok {
				v[name] = tidy(field, v[name])
			}
		}
	}
	return v
}

// valueSchemas has what the types of this package look like.
func valueSchemas() map[reflect.Type]*jsonschema.Schema {
	money, _ := jsonschema.For[Money](nil) // a struct of two fields has a schema
	amount := money.Properties["amount"]
	amount.Minimum, amount.Maximum = jsonschema.Ptr[float64](-maxAmount), jsonschema.Ptr[float64](maxAmount)
	money.Properties["currency"].Pattern = `^[A-Z]{3}$`
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[Money]():  money,
		reflect.TypeFor[Date]():   {Type: "string", Format: "date", Pattern: `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`},
		reflect.TypeFor[URL]():    {Type: "string", Format: "uri", Pattern: `^https://`, MaxLength: jsonschema.Ptr(maxURL)},
		reflect.TypeFor[Source](): {Type: "string", Pattern: `^[a-z][a-z0-9-]*$`},
	}
}
