package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// bar is a house with all its specialists. It is reached through pipes, so
// that within synctest time is the test's.
type bar = house

// barOptions change what a bar is made of. The zero value is a bar without a
// model, in which overdue questions wait until somebody comes.
type barOptions struct {
	store  *sqlite.Store // another worker's
	model  llm.Model
	others []maitre.Specialist // instead of its own
	tends  bool
}

func openBar(t *testing.T, o barOptions) *bar {
	t.Helper()
	b := &bar{t: t, url: "http://127.0.0.1", store: o.store, log: &logged{}, tokens: map[string]string{}}
	if b.store == nil {
		b.store = storetest.Memory(t)
	}
	tasks := &task.Runner{}
	if o.model != nil {
		tasks.Models = []llm.Model{o.model}
	}
	if o.others == nil {
		o.others = specialists(t, b.store, tasks)
	}
	book := memory.NewBook(memory.Options{Store: b.store, Log: b.store, Org: "casa", Forget: b.store.Forget})
	m, err := maitre.New(maitre.Options{House: maitre.House{Name: "Casa", Language: "pt"}, Store: b.store, Tasks: tasks, Hooks: hook.Chain{book.Hook()}, Specialists: o.others})
	must(t, err)
	b.Server, err = New(Options{
		Maitre: m, Book: book, Store: b.store, Version: "test", Kinds: slices.Concat(beer.Kinds, menu.Kinds, trip.Kinds),
		Log: slog.New(slog.NewTextHandler(b.log, nil)),
	})
	must(t, err)
	b.serve(o.tends)
	return b
}

// inBar runs a test in a bar whose time is the test's.
func inBar(t *testing.T, o barOptions, do func(t *testing.T, b *bar)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { do(t, openBar(t, o)) })
}

// whole reads a stream, which must be whole and in order.
func whole(r io.Reader) ([]aguitest.Event, error) {
	events, err := aguitest.Read(r)
	if err == nil {
		err = aguitest.Check(events)
	}
	return events, err
}

// unlucky is a guest for whom tools fail.
const unlucky = "C013"

// specialists are wired as the program does it, with the catalogue of the
// sample and one of its customers.
func specialists(t *testing.T, db *sqlite.Store, tasks *task.Runner) []maitre.Specialist {
	t.Helper()
	catalogue := &brewery.Catalogue{}
	for _, b := range sample.Breweries() {
		catalogue.Sample = append(catalogue.Sample, brewery.Brewery{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Country: b.Country, Website: b.Website})
	}
	advisor := &beer.Advisor{
		Tasks: tasks.Logged(), Breweries: catalogue,
		Explorer: &websearch.Explorer{Cache: semcache.New(db, "explore", semcache.Options{}), Tasks: tasks.Logged()},
		Profile: func(_ context.Context, guest string, _ customer.Lookup) (customer.Profile, error) {
			if guest == unlucky {
				return customer.Profile{}, errors.New("the database is away")
			}
			return customer.Profile{
				ClientID: guest, ClientName: "Bar do João", Location: "San Diego, CA", Top3BreweryTypes: []string{"micro"},
				SearchMetadata: customer.Search{Status: customer.Found, Method: customer.BySession},
			}, nil
		},
		Ask:    func(context.Context, string, string) (*safesql.Result, error) { return &safesql.Result{}, nil },
		AskOwn: func(context.Context, string, string) (*safesql.Result, error) { return &safesql.Result{}, nil },
		Source: func(context.Context) ui.Source { return ui.Sample },
	}
	return []maitre.Specialist{
		maitre.Menu(&menu.Waiter{Tasks: tasks.Logged(), Card: sampleCard}), maitre.Beer(advisor),
		maitre.Trip(&trip.Planner{Places: places.Fallback{}}),
	}
}

var builtCard = sync.OnceValues(func() (*menu.Card, error) { return menu.NewCard(context.Background(), menu.Sample(), embed.Local()) })

// sampleCard is one card for all tests: to build it takes a tenth of a second.
func sampleCard(context.Context) (*menu.Card, error) { return builtCard() }

func (b *bar) serve(tends bool) {
	l := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	b.client = &http.Transport{DialContext: l.dial, DisableKeepAlives: true}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	web := b.web()
	go func() {
		defer close(over)
		if tends {
			_ = b.Serve(ctx, l)
		} else {
			_ = web.Serve(l)
		}
	}()
	b.stop = sync.OnceFunc(func() {
		cancel()
		if !tends {
			b.hub.drain(context.Background())
			_ = web.Close()
		}
		<-over
	})
	b.t.Cleanup(b.stop)
}

// near is a pipe that says where it comes from.
type near struct{ net.Conn }

func (near) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, far := net.Pipe()
	select {
	case p.conns <- near{far}:
		return client, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// input is what a client posts.
type input map[string]any

// said is a message in a thread. The client is of version 1.0.
func said(thread, text string) input {
	return input{
		"threadId": thread, "runId": "run of " + text, "protocolVersion": "1.0",
		"messages": []any{map[string]string{"id": "m-" + strings.ReplaceAll(text, " ", "-"), "role": "user", "content": text}},
	}
}

// with returns the input with another field.
func (in input) with(field string, value any) input {
	all := input{}
	for k, v := range in {
		all[k] = v
	}
	if all[field] = value; value == nil {
		delete(all, field)
	}
	return all
}

func (in input) request() request {
	body, err := json.Marshal(in)
	if err != nil {
		panic(err)
	}
	return request{method: "POST", path: "/agui", body: string(body)}
}

// post posts an input and reads the stream that answers, which must be whole
// and in order.
func (b *bar) post(in input) []aguitest.Event {
	b.t.Helper()
	return b.stream(in.request())
}

func (b *bar) stream(r request) []aguitest.Event {
	b.t.Helper()
	a := b.ask(r)
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "text/event-stream" {
		b.t.Fatalf("%s %s: %d %v %s", r.method, r.path, a.status, a.header, a.body)
	}
	events, err := whole(strings.NewReader(a.body))
	if err != nil {
		b.t.Errorf("%s %s: %v\n%s", r.method, r.path, err, a.body)
	}
	return events
}

// heard is what a client has after it has heard a stream.
func heard(t testing.TB, events []aguitest.Event) *aguitest.Client {
	t.Helper()
	c := &aguitest.Client{}
	must(t, c.Apply(events))
	return c
}

// end says how a stream ended: an outcome, or the code of an error.
func end(events []aguitest.Event) string {
	if len(events) == 0 {
		return "nothing came"
	}
	last := events[len(events)-1]
	if outcome, ok := last.Fields["outcome"].(map[string]any); ok {
		return fmt.Sprint(outcome["type"])
	}
	return last.Text("code")
}

// types returns what kinds of events came, each run of the same kind once.
func types(events []aguitest.Event) (all []string) {
	for _, e := range events {
		all = append(all, e.Type)
	}
	return slices.Compact(all)
}

// last returns the last run of a thread.
func (b *bar) last(thread string) string {
	b.t.Helper()
	runs, err := b.store.Runs(b.t.Context(), thread)
	if err != nil || len(runs) == 0 {
		b.t.Fatalf("the runs of %s: %v, %v", thread, runs, err)
	}
	return runs[len(runs)-1]
}

// runOf returns the run that a stream is of, as the log calls it.
func runOf(t testing.TB, events []aguitest.Event) string {
	t.Helper()
	run, _ := heard(t, events).State["run"].(string)
	if run == "" {
		t.Fatalf("the stream does not say which run it is of: %v", types(events))
	}
	return run
}

// teller is a model that answers word by word, with a pause before each.
func teller(pause time.Duration, words ...string) llm.Model {
	return llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			for _, w := range words {
				select {
				case <-time.After(pause):
				case <-ctx.Done():
					yield(llm.Chunk{}, context.Cause(ctx))
					return
				}
				if !yield(llm.Chunk{Part: llm.Part{Text: w + " "}}, nil) {
					return
				}
			}
			yield(llm.Chunk{Finish: llm.Stop, Model: "teller", Usage: llm.Usage{Input: 10, Output: len(words)}}, nil)
		}
	})
}
