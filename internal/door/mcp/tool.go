package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/ui"
)

// patience is how long a call may take. The slowest is a search of the web,
// which has as long in a conversation.
const patience = time.Minute

// longest is how many characters an argument has at most: more is a file, not
// something asked.
const longest = 2000

// describe describes a tool that only reads, and shows one kind of component,
// when it is first wanted. outside says that it may ask somebody on the web. It
// panics where a type has no schema, which is a mistake in the program.
func describe[In any](name, title, about string, kind ui.Any, outside bool) func() *sdk.Tool {
	return sync.OnceValue(func() *sdk.Tool {
		return &sdk.Tool{
			Name: name, Title: title, Description: about, InputSchema: arguments[In](name), OutputSchema: envelope(kind),
			Annotations: &sdk.ToolAnnotations{Title: title, ReadOnlyHint: name != detailsTool, IdempotentHint: true, OpenWorldHint: &outside},
			// Where hosts look for it now, and where they did at first.
			Meta: sdk.Meta{"ui": map[string]any{"resourceUri": cardsURI}, "ui/resourceUri": cardsURI},
		}
	})
}

// arguments is the schema of a tool's arguments.
func arguments[In any](tool string) *jsonschema.Schema {
	in, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("mcp: arguments of %s: %v", tool, err))
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
	var props jsonschema.Schema
	if err := json.Unmarshal(kind.Schema(), &props); err != nil {
		panic(fmt.Sprintf("mcp: schema of %s: %v", kind.Name(), err))
	}
	props.ID, props.Schema = "", "" // it is a part of another
	text := func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }
	return &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"v":          {Type: "integer", Const: jsonschema.Ptr[any](kind.Version())},
			"id":         text(),
			"name":       {Type: "string", Const: jsonschema.Ptr[any](kind.Name())},
			"props":      &props,
			"text":       text(),
			"toolCallId": text(),
		},
		Required: []string{"v", "id", "name", "props", "text"},
	}
}

// add adds a tool. An error that is not for the client's eyes is logged, and
// the client hears that there is one.
func add[In any](d *desk, s *sdk.Server, t func() *sdk.Tool, do func(context.Context, *sdk.CallToolRequest, In) (result, error)) {
	sdk.AddTool(s, t(), func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, ui.Component, error) {
		ctx, cancel := context.WithTimeout(semcache.Asking(ctx, d.guest), patience)
		defer cancel()
		if d.Budget != nil {
			ctx = d.Budget.Begin(ctx)
		}
		res, err := do(ctx, req, in)
		if err != nil {
			why, expected := told(err)
			if !expected {
				d.Log.ErrorContext(ctx, "tool failed", "tool", t().Name, "err", err)
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

// canAsk reports whether the client can put a form before its user. Over HTTP
// only clients of 2026-07-28 and later say so with each call; the older ones
// are not heard, for there is no session to answer in.
func canAsk(req *sdk.CallToolRequest) bool {
	c := req.ClientCapabilities()
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// question asks for a yes or a no.
func question(text string) *sdk.ElicitParams {
	return &sdk.ElicitParams{Mode: "form", Message: text, RequestedSchema: &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{approved: {Type: "boolean", Title: text}}, Required: []string{approved},
	}}
}
