// Package storetest holds what every store must do, whatever it is made of:
// run its suites on yours.
package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Store is all that a database keeps.
type Store interface {
	MemoryStore
	TailStore
	TokenStore
	llm.Ledger
	retrieve.Store
	semcache.Store
	Secrets
	Releases
}

// TestStore runs the suites on a store that does everything. Each call of open
// returns two workers on a database with nothing in it; they may be one. What one
// of them writes the other mostly reads.
func TestStore(t *testing.T, open func(t *testing.T) (here, there Store)) {
	shared := func(t *testing.T) Store { return share(open(t)) }
	TestThreads(t, func(t *testing.T) thread.Store { return shared(t) })
	TestLedger(t, func(t *testing.T) llm.Ledger { return shared(t) })
	TestRuns(t, func(t *testing.T) RunStore { return shared(t) })
	TestForget(t, func(t *testing.T) ForgetStore { return shared(t) })
	TestMemories(t, func(t *testing.T) MemoryStore { return shared(t) })
	TestDocs(t, func(t *testing.T) retrieve.Store { return shared(t) })
	TestCache(t, func(t *testing.T) semcache.Store { return shared(t) })
	TestReleases(t, func(t *testing.T) Releases { return shared(t) })
	TestTokens(t, func(t *testing.T) TokenStore { return shared(t) })
	TestTail(t, func(t *testing.T) (here, there TailStore) { return open(t) })
}

// Names for what share puts together: each is a Store of its package.
type (
	threads  = thread.Store
	runs     = graph.Store
	memories = memory.Store
	docs     = retrieve.Store
	answers  = semcache.Store
	tokens   = token.Store
	forgets  interface {
		Forget(ctx context.Context, guest string) error
	}
)

// share returns a store of which one worker does a part, and another the rest.
func share(here, there Store) Store {
	return struct {
		threads
		event.Log
		memories
		answers
		Secrets
		llm.Ledger

		runs
		event.Tail
		forgets
		docs
		tokens
		Releases
	}{here, here, here, here, here, here, there, there, there, there, there, there}
}

// ended returns a context that has ended.
func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// wantErr wants all of some calls to have failed with an error.
func wantErr(t *testing.T, want error, calls map[string]error) {
	t.Helper()
	for call, err := range calls {
		if !errors.Is(err, want) {
			t.Errorf("%s: error = %v, want %v", call, err, want)
		}
	}
}

func wantNoRun(t *testing.T, s graph.Store, run string) {
	t.Helper()
	_, err := s.Load(t.Context(), run)
	wantErr(t, graph.ErrNotFound, map[string]error{"Load of " + run: err})
}
