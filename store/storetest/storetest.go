// Package storetest holds what every store must do, whatever it is made of:
// run its suites on yours.
package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Store is all that a database keeps.
type Store interface {
	thread.Store
	graph.Store
	event.Log
	event.Tail
	memory.Store
	retrieve.Store
	semcache.Store
	token.Store
	llm.Ledger
	rest
	Close() error
}

// rest is what no package has an interface for: a guest is forgotten, secrets are kept, which
// are made when they are first asked for, and releases, one version of each name.
type rest interface {
	Forget(ctx context.Context, guest string) error
	Secret(ctx context.Context, name string) ([]byte, error)
	Release(ctx context.Context, name, have string) (version string, data []byte, err error)
	PutRelease(ctx context.Context, name, version string, data []byte) error
}

// TestStore checks that a store does as the interfaces promise. Each call of open returns
// two workers on a database with nothing in it; they may be one. What one of them writes the
// other mostly reads.
func TestStore(t *testing.T, open func(t *testing.T) (here, there Store)) {
	for _, all := range []cases{threadCases, runCases, spokenCases, tailCases, forgetCases, memoryCases, docCases, cacheCases, tokenCases, smallCases} {
		all.run(t, open)
	}
}

// TestGraphs checks a graph.Store and event.Log whose threads know nothing of its runs: open
// returns a store that does the rest otherwise.
func TestGraphs(t *testing.T, open func(t *testing.T) Store) {
	runCases.run(t, func(t *testing.T) (here, there Store) {
		s := open(t)
		return s, s
	})
}

// cases are tests by the sentence that they prove.
type cases map[string]func(test)

func (c cases) run(t *testing.T, open func(t *testing.T) (here, there Store)) {
	for name, do := range c {
		t.Run(name, func(t *testing.T) {
			here, there := open(t)
			do(test{t, share(here, there), here, there})
		})
	}
}

// test is a test with the store that it is about, and its two workers.
type test struct {
	*testing.T
	Store
	here, there Store
}

// Names for what share puts together: each is a Store of its package.
type (
	threads  = thread.Store
	runs     = graph.Store
	memories = memory.Store
	docs     = retrieve.Store
	answers  = semcache.Store
	tokens   = token.Store
	closer   interface{ Close() error }
)

// share returns a store of which one worker does a part, and another the rest.
func share(here, there Store) Store {
	return struct {
		threads
		event.Log
		memories
		answers
		llm.Ledger
		closer

		runs
		event.Tail
		docs
		tokens
		rest
	}{here, here, here, here, here, here, there, there, there, there, there}
}

// morning is when most things were said.
var morning = time.Date(2026, 3, 14, 9, 26, 53, 589793000, time.UTC)

// pass lets the clock move on by more than the microsecond that stores keep.
func pass() { time.Sleep(100 * time.Microsecond) }

// ended returns a context that has ended.
func (t test) ended() context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// fails wants all of some calls to have failed with an error.
func (t test) fails(want error, calls map[string]error) {
	t.Helper()
	for call, err := range calls {
		if !errors.Is(err, want) {
			t.Errorf("%s: error = %v, want %v", call, err, want)
		}
	}
}

// hurried calls do again and again, with a context that ends sooner or later.
func (t test) hurried(times int, do func(ctx context.Context, n int)) {
	for n := range times {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n)*50*time.Microsecond)
		do(ctx, n)
		cancel()
	}
}

// same compares as JSON, where a time is an instant and its offset,
// however a store made it.
func (t test) same(what string, got, want any) {
	t.Helper()
	g, errG := json.Marshal(got)
	w, errW := json.Marshal(want)
	must.Do(t, errors.Join(errG, errW))
	if string(g) != string(w) {
		t.Errorf("%s: got  %.2000s\nwant %.2000s", what, g, w)
	}
}
