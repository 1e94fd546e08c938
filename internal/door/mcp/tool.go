package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/ui"
)

// patience is how long a call may take. The slowest is a search of the web,
// which has as long in a conversation.
const patience = time.Minute

// longest is how many characters an argument has at most: more is a file, not
// something asked.
const longest = 2000

// offered adds a tool to the server of a guest.
type offered func(s *sdk.Server, o *Options, guest string)

// desk is where a call of a guest's is answered.
type desk struct {
	*Options
	guest string
	req   *sdk.CallToolRequest
}

// result is what a tool came to: a component and its words, or a question that
// the guest has to answer first.
type result struct {
	shown ui.Component
	said  string // empty: the component's text
	ask   *sdk.ElicitParams
}

// offer describes a tool that shows one kind of component; outside says that it may ask
// somebody on the web. An error that is not for the client's eyes is logged, and the client
// hears that there is one. It panics where a type has no schema, which is a mistake in the program.
func offer[In any](name, title, about string, kind ui.Any, outside bool, do func(*desk, context.Context, In) (result, error)) offered {
	tool := &sdk.Tool{
		Name: name, Title: title, Description: about, InputSchema: arguments[In](), OutputSchema: envelope(kind),
		Annotations: &sdk.ToolAnnotations{Title: title, ReadOnlyHint: name != detailsTool, IdempotentHint: true, OpenWorldHint: &outside},
		// Where hosts look for it now, and where they did at first.
		Meta: sdk.Meta{"ui": map[string]any{"resourceUri": cardsURI}, "ui/resourceUri": cardsURI},
	}
	return func(s *sdk.Server, o *Options, guest string) {
		sdk.AddTool(s, tool, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, ui.Component, error) {
			ctx, cancel := context.WithTimeout(semcache.Asking(ctx, guest), patience)
			defer cancel()
			if o.Budget != nil {
				ctx = o.Budget.Begin(ctx)
			}
			res, err := do(&desk{o, guest, req}, ctx, in)
			if err != nil {
				why, expected := told(err)
				if !expected {
					o.Log.ErrorContext(ctx, "tool failed", "tool", name, "err", err)
				}
				return nil, ui.Component{}, why
			}
			if res.ask != nil {
				return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{approved: res.ask}}, ui.Component{}, nil
			}
			said := &sdk.TextContent{Text: cmp.Or(res.said, res.shown.Text)}
			return &sdk.CallToolResult{Content: []sdk.Content{said}}, res.shown, nil
		})
	}
}

// arguments is the schema of a tool's arguments.
func arguments[In any]() *jsonschema.Schema {
	in, err := jsonschema.For[In](nil)
	if err != nil {
		panic("mcp: " + err.Error())
	}
	for field, s := range in.Properties {
		switch s.Type {
		case "string":
			s.MaxLength = jsonschema.Ptr(longest)
		case "integer":
			s.Minimum, s.Maximum = jsonschema.Ptr(1.0), jsonschema.Ptr(99.0)
		}
		if slices.Contains(in.Required, field) {
			s.Pattern = `\S`
		}
	}
	return in
}

// envelope is the schema of a component of a kind.
func envelope(kind ui.Any) *jsonschema.Schema {
	props := &jsonschema.Schema{}
	if err := json.Unmarshal(kind.Schema(), props); err != nil {
		panic("mcp: " + err.Error())
	}
	props.ID, props.Schema = "", "" // it is a part of another
	text := func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }
	return &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"v":     {Type: "integer", Const: jsonschema.Ptr[any](kind.Version())},
			"name":  {Type: "string", Const: jsonschema.Ptr[any](kind.Name())},
			"props": props, "id": text(), "text": text(), "toolCallId": text(),
		},
		Required: []string{"v", "id", "name", "props", "text"},
	}
}

// refusal is an error whose words are for the client.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

// told returns what a client is told of an error, and whether that is all there
// is to it.
func told(err error) (*refusal, bool) {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r, true
	}
	if u, ok := errors.AsType[*trip.Unclear](err); ok {
		return &refusal{u.Why}, true
	}
	if errors.Is(err, brewery.ErrQuery) {
		return &refusal{err.Error()}, true
	}
	return &refusal{"that could not be found out just now: try again in a moment"}, errors.Is(err, context.Canceled)
}
