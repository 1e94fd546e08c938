// Package server is the door over HTTP: one concierge for any client and any
// number of workers. A conversation is AG-UI over server-sent events at /agui;
// what surrounds it is REST under /api/v1, described by the OpenAPI document
// that is served there.
//
// Begin at [New]. Every route is a row of the table in routes.go. A request
// passes the guard (guard.go: where may it come from, how large and how slow
// may it be), then identity.go says who asks and whether too often, then its
// handler returns an answer, or an error, which errors.go turns into a status.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/operate/talks"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/ui"
)

// Options are what a Server is made of. Maitre, Book and Store are required.
type Options struct {
	Maitre *maitre.Maitre
	Book   *memory.Book
	Store  Store

	Version    string        // of the program
	Language   lang.Language // of the house; Portuguese if empty
	Kinds      []ui.Any      // the components that may be shown
	Keep       memory.Keep   // how long memories are kept
	SearchCost llm.USD       // of one web search, for the metrics
	Log        *slog.Logger  // nil: silent

	// Tokens asks every request for a bearer token. Without it the server is a
	// demonstration: who has none is the guest that they say they are, and Serve
	// listens on loopback only.
	Tokens bool

	// Guests finds the sample customers that a demonstration may sign in as: the
	// one with an id, or some to choose from if id is empty. Nil: there are none.
	Guests func(ctx context.Context, id string) ([]Guest, error)

	// MCP answers what other programs' agents ask at /mcp; nil: there is nothing.
	MCP func(w http.ResponseWriter, r *http.Request, guest string) error

	// Desk is where the house's card is changed; nil: it is not changed here.
	Desk *editor.Desk

	// Operator is the guest whose tokens may do what only owners may, whatever their role.
	Operator string

	Hosts   []string // the names, without port, that the server goes by besides localhost
	Origins []string // of other sites whose pages may ask, such as https://example.com

	// Rate is how many requests a second a guest may make for long, and an
	// address that is no guest; 20 if zero. It is a hundred times that on
	// loopback.
	Rate float64
}

// Store is where everything is kept, as the server needs it.
type Store interface {
	maitre.Store
	token.Store
	editor.Store

	// Attend says that somebody listens to a run; Attended when that was last.
	Attend(ctx context.Context, run string) error
	Attended(ctx context.Context, run string) (time.Time, error)

	// Wait returns when a run may have events after a number.
	Wait(ctx context.Context, run string, after int64) error

	// Secret returns random bytes, the same for all processes.
	Secret(ctx context.Context, name string) ([]byte, error)
}

// kept is what the house keeps in the store.
type kept struct {
	Inbox    *staff.Inbox   // what guests asked of the staff
	Links    *staff.Links   // by which guests come in without a token
	Journal  *staff.Journal // who changed what in the house
	School   *learn.School  // where the reader learns what owners teach it
	Tables   *data.Tables   // the operator's data
	Pictures data.Pictures  // that were drawn for guests
}

func keptIn(s Store) kept {
	return kept{
		Inbox: &staff.Inbox{Store: s, Threads: s}, Links: &staff.Links{Store: s}, Journal: &staff.Journal{Store: s},
		School: &learn.School{Store: s}, Tables: &data.Tables{Store: s}, Pictures: data.Pictures{Store: s},
	}
}

// Guest is somebody to sign in as.
type Guest struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	City string `json:"city"`
}

// Server answers requests. Any number of them may share a store.
type Server struct {
	o        Options
	kept     kept
	hub      *hub
	signer   signer
	origins  *http.CrossOriginProtection
	limits   limiter
	bodies   bodies
	totals   totals
	talks    talks.Book
	probe    probed
	sessions sessions
	failing  time.Time   // when it was last told that runs cannot be tended
	closing  atomic.Bool // it takes no more work
}

// New makes a Server.
func New(o Options) (*Server, error) {
	if o.Maitre == nil || o.Book == nil || o.Store == nil {
		return nil, errors.New("a server needs a maitre, a book and a store")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Language == "" {
		o.Language = lang.Portuguese
	}
	if o.Rate == 0 {
		o.Rate = 20
	}
	secret, err := o.Store.Secret(context.Background(), "session")
	if err != nil {
		return nil, fmt.Errorf("reading the secret for sessions: %w", err)
	}
	srv := &Server{o: o, kept: keptIn(o.Store), hub: newHub(o.Store.Attended), signer: signer(secret), origins: http.NewCrossOriginProtection()}
	srv.totals.metrics.SearchCost = o.SearchCost
	for _, origin := range o.Origins {
		if err := srv.origins.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("the origin %q: %w", origin, err)
		}
	}
	return srv, nil
}

// How long a connection may take.
const (
	headTime  = 5 * time.Second  // to say what it wants
	bodyTime  = 30 * time.Second // to send what belongs to it
	idleTime  = 2 * time.Minute  // until the next request
	drainTime = 20 * time.Second // to end what it does when the server shuts down
	maxHead   = 64 << 10
)

// Serve answers requests, and tends what nobody asks for, until ctx ends. Then
// it accepts no more, lets runs end for up to 20 seconds, and returns nil. It
// closes the listener.
func (srv *Server) Serve(ctx context.Context, l net.Listener) error {
	if !srv.o.Tokens && len(srv.o.Hosts) > 0 {
		return errors.Join(fmt.Errorf("a demonstration takes everybody for the operator, so it goes by no public name (%s): serve with --auth token, or without --public-host", strings.Join(srv.o.Hosts, ", ")), l.Close())
	}
	if !srv.o.Tokens && !isLoopback(l.Addr()) {
		return errors.Join(fmt.Errorf("without tokens a server listens on loopback only, not on %s", l.Addr()), l.Close())
	}
	web := srv.web()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	work, end := context.WithCancel(context.WithoutCancel(ctx)) // goes on while the server drains
	defer end()
	var tending sync.WaitGroup
	tending.Go(func() { every(ctx, time.Second, func() { srv.tend(work) }) })
	tending.Go(func() { every(ctx, sweepTime, func() { srv.sweep(work) }) })

	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	srv.closing.Store(true)
	limit, cancel := context.WithTimeout(work, drainTime)
	defer cancel()
	var last sync.WaitGroup
	last.Go(func() {
		srv.hub.drain(limit)    // meanwhile /readyz says that it closes, and new work is refused
		_ = web.Shutdown(limit) // what is left is closed below
	})
	last.Go(func() {
		context.AfterFunc(limit, end)
		tending.Wait()
	})
	last.Wait()
	_ = web.Close()
	return nil
}

// web takes care of connections. Streams last, so there is no limit for writing
// here: see stream.
func (srv *Server) web() *http.Server {
	return &http.Server{
		Handler: srv.Handler(), ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(srv.o.Log.Handler(), slog.LevelDebug), // strangers' broken requests
	}
}

// Handler answers requests without the care that Serve takes of connections
// and of runs.
func (srv *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range srv.routes() {
		mux.HandleFunc(rt.method+" "+rt.path, func(w http.ResponseWriter, r *http.Request) {
			if err := srv.serve(w, r, rt); err != nil {
				srv.fail(w, r, err)
			}
		})
	}
	return srv.guard(mux)
}

// serve answers a request by a route.
func (srv *Server) serve(w http.ResponseWriter, r *http.Request, rt route) error {
	by, err := srv.admit(r, rt.may)
	if err != nil {
		return err
	}
	c := &call{Request: r, w: w, by: by}
	if c.body, err = srv.bodies.read(w, r, cmp.Or(by.guest, network(addressOf(r)))); err != nil {
		return err
	}
	if by.guest != "" {
		ctx, done := srv.whileGood(r, by.guest)
		defer done()
		c.Request = r.WithContext(ctx)
	}
	found, err := rt.do(c)
	if err != nil {
		return err
	}
	if rt.may >= people && rt.method != http.MethodGet {
		srv.journal(c, staff.Entry{Did: rt.method + " " + rt.path, Of: c.PathValue("id"), Note: c.note})
	}
	return c.write(found)
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
