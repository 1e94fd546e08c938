// Package ui is what maitre shows a guest besides words: a [Component] has a
// name, props that a client draws as a card, and a text for a client that
// cannot.
//
// Define a kind of component once, as a package variable, from the struct of
// its props:
//
//	var Stays = ui.Define("accommodations-list", 1, func(p StaysProps) string { … })
//
// and make components with [Kind.New]. The kinds a program knows are a []Any,
// to serve their schemas from.
//
// Props are typed and safe to draw. Their JSON Schema allows no field that the
// struct does not have, and null never stands for absent. Money is in minor
// units, dates are ISO, URLs are https: see [Money], [Date] and [URL]. Every
// other text has been through [Clean]: it holds no HTML and is to be drawn as
// text, never as markup.
package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
)

// maxProps is how large props may be, in bytes of JSON: a list of fifty places
// with their descriptions has about 50,000.
const maxProps = 256 << 10

// Component is one thing to show. One made by New keeps the rules
// of this package.
type Component struct {
	V          int             `json:"v"`  // major version of the props' schema
	ID         string          `json:"id"` // 1 to 200 signs of ASCII, without spaces, < and >
	Name       string          `json:"name"`
	Props      json.RawMessage `json:"props"`
	Text       string          `json:"text"`                 // says the same in words; never empty
	ToolCallID string          `json:"toolCallId,omitempty"` // the call that made it; formed like ID
}

var (
	nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	idForm   = regexp.MustCompile(`^[!-;=?-~]{1,200}$`)
)

// check returns what is wrong with all but the props.
func (c *Component) check() error {
	switch {
	case c.V < 1:
		return errors.New("its version is not 1 or more")
	case !nameForm.MatchString(c.Name):
		return errors.New("its name is not in kebab-case")
	case !idForm.MatchString(c.ID):
		return errors.New("its id is malformed")
	case c.ToolCallID != "" && !idForm.MatchString(c.ToolCallID):
		return errors.New("its tool call's id is malformed")
	case c.Text == "":
		return errors.New("it has no text")
	default:
		return nil
	}
}

// Any is a kind of component whatever its props. Every *Kind is one.
type Any interface {
	Name() string
	Version() int

	// Schema returns the JSON Schema (2020-12) of the props.
	Schema() json.RawMessage
}

// parse reads JSON and keeps its numbers as they are written.
func parse(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}
