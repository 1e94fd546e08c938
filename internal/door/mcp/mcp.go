// Package mcp is the door for other programs' agents: what the specialists can
// do, as tools of the Model Context Protocol, over HTTP and over standard input
// and output.
//
// Begin at [New]. The tools are in tools.go and call the specialists' own
// functions; nobody talks, so there is no thread and nothing is learnt. What a
// tool shows is a component of package ui: its envelope is the structured
// content, its words are the text, and a host that draws MCP Apps draws it with
// the page's own cards (app.go).
package mcp

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/semcache"
)

// Options are what a Door is made of. All but Budget and Log are required.
type Options struct {
	Advisor  *beer.Advisor
	Waiter   *menu.Waiter
	Planner  *trip.Planner
	Hooks    hook.Chain     // that know what a guest must not be served
	Shown    semcache.Store // where it is kept what a guest was shown
	Budget   *llm.Budget    // nil: no cap per call
	Language lang.Language  // of the house, spoken where a guest's cannot be told
	Version  string         // of the program
	Log      *slog.Logger   // nil: silent
}

// Door serves the tools. It is safe for concurrent use, and keeps nothing
// between calls but what Shown has: any number of workers may take turns.
type Door struct {
	o       Options
	schemas *sdk.SchemaCache
	tools   []offered
	http    http.Handler
}

// New makes a Door.
func New(o Options) *Door {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	d := &Door{o: o, schemas: sdk.NewSchemaCache(), tools: tools()}
	d.http = sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		guest, _ := r.Context().Value(guestKey{}).(string)
		return d.server(guest)
	}, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true,
		DisableLocalhostProtection: true, // the server's guard knows by which names it goes
	})
	return d
}

type guestKey struct{}

// HTTP answers a request of a guest's client. But for a body that cannot be read, it writes its errors itself.
func (d *Door) HTTP(w http.ResponseWriter, r *http.Request, guest string) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) { // a thousand calls are not one request
		http.Error(w, "batches are not taken", http.StatusBadRequest)
		return nil
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	d.http.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), guestKey{}, guest)))
	return nil
}

// Serve serves one client, for a guest, until it closes in or ctx ends.
func (d *Door) Serve(ctx context.Context, guest string, in io.ReadCloser, out io.WriteCloser) error {
	return d.server(guest).Run(ctx, &sdk.IOTransport{Reader: in, Writer: out})
}

// instructions are for the model of whoever connects.
const instructions = `Tools of a concierge for beer, dishes and trips. They answer for the guest who is signed in, and heed what that guest must not eat.
Show what a tool returns as it is: prices, sources and notices such as "sample" are part of it.`

// server makes the server of one guest. Its tools know no other.
func (d *Door) server(guest string) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "maitre", Title: "maitre", Version: d.o.Version}, &sdk.ServerOptions{
		Instructions: instructions, SchemaCache: d.schemas,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}}, // neither ever changes
	})
	s.AddResource(&sdk.Resource{URI: cardsURI, Name: "cards", Title: "Cards", Description: "Draws what the tools show.", MIMEType: cardsType}, readCards)
	for _, offer := range d.tools {
		offer(s, &d.o, guest)
	}
	return s
}
