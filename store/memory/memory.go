// Package memory keeps threads, runs and their events, memories, documents and
// answers in the memory of one process: for tests, benchmarks and a try without
// a database.
package memory

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/token"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/internal/tail"
	"github.com/maitre-dev/maitre/thread"
)

// Store is a thread.Store, a graph.Store, an event.Log, an event.Tail, a
// memory.Store, a retrieve.Store, a semcache.Store and a token.Store. It is safe
// for concurrent use.
type Store struct {
	*graph.Memory
	tail tail.Tail

	mu          sync.Mutex        // held first
	words       map[string]*words // of runs
	threads     map[string]*conversation
	memories    map[string]*memories // of owners
	owners      map[string]string    // of memories
	collections map[string]*collection
	spaces      map[string]*space
	secrets     map[string][]byte
	attended    map[string]time.Time // runs
	tokens      []hashed
}

var (
	_ thread.Store   = (*Store)(nil)
	_ graph.Store    = (*Store)(nil)
	_ event.Log      = (*Store)(nil)
	_ event.Tail     = (*Store)(nil)
	_ retrieve.Store = (*Store)(nil)
	_ semcache.Store = (*Store)(nil)
	_ memory.Store   = (*Store)(nil)
	_ token.Store    = (*Store)(nil)
)

type conversation struct {
	thread.Thread
	messages []thread.Message
	ids      map[string]bool // of messages
}

// New returns an empty store.
func New() *Store {
	s := &Store{
		Memory: graph.NewMemory(), words: map[string]*words{}, threads: map[string]*conversation{},
		memories: map[string]*memories{}, owners: map[string]string{},
		collections: map[string]*collection{}, spaces: map[string]*space{}, secrets: map[string][]byte{},
		attended: map[string]time.Time{},
	}
	s.tail.Look, s.tail.Missing, s.tail.Told = s.lastEvents, graph.ErrNotFound, true
	return s
}

// Open implements thread.Store.
func (s *Store) Open(ctx context.Context, id, guest string) (thread.Thread, error) {
	if err := errors.Join(ctx.Err(), thread.CheckID(id)); err != nil {
		return thread.Thread{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.threads[id] == nil {
		now := time.Now().UTC().Truncate(time.Microsecond)
		s.threads[id] = &conversation{Thread: thread.Thread{ID: id, Guest: guest, Created: now, Updated: now}, ids: map[string]bool{}}
	}
	c, err := s.find(id, guest)
	if err != nil {
		return thread.Thread{}, err
	}
	return c.Thread, nil
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) ([]thread.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.find(id, guest)
	if err := errors.Join(ctx.Err(), err); err != nil {
		return nil, err
	}
	from := 0
	if last > 0 {
		from = max(0, len(c.messages)-last)
	}
	return slices.Clone(c.messages[from:]), nil
}

// Append implements thread.Store.
func (s *Store) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	ms, err := thread.Complete(ms, time.Now())
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.find(id, guest)
	if err := errors.Join(ctx.Err(), err); err != nil {
		return err
	}
	for i, m := range ms {
		if c.ids[m.ID] || slices.ContainsFunc(ms[:i], func(o thread.Message) bool { return o.ID == m.ID }) {
			return errors.New("the thread has a message with this id")
		}
	}
	c.add(ms...)
	return nil
}

// List implements thread.Store.
func (s *Store) List(ctx context.Context, guest string, limit int) ([]thread.Thread, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ts []thread.Thread
	for _, c := range s.threads {
		if c.Guest == guest {
			ts = append(ts, c.Thread)
		}
	}
	slices.SortFunc(ts, func(a, b thread.Thread) int {
		if c := b.Updated.Compare(a.Updated); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	if limit > 0 {
		ts = ts[:min(limit, len(ts))]
	}
	return ts, ctx.Err()
}

// Rename implements thread.Store.
func (s *Store) Rename(ctx context.Context, id, guest, title string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.find(id, guest)
	if err := errors.Join(ctx.Err(), err); err != nil {
		return err
	}
	c.Title = thread.CleanTitle(title)
	return nil
}

// Delete implements thread.Store.
func (s *Store) Delete(ctx context.Context, id, guest string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.find(id, guest)
	if err := errors.Join(ctx.Err(), err); err != nil {
		return err
	}
	delete(s.threads, id)
	return s.remove(context.WithoutCancel(ctx), id, guest) // all of it
}

func (s *Store) find(id, guest string) (*conversation, error) {
	c := s.threads[id]
	if c == nil || c.Guest != guest {
		return nil, thread.ErrNotFound
	}
	return c, nil
}

func (c *conversation) add(ms ...thread.Message) {
	c.messages = append(c.messages, ms...)
	if c.Title == "" {
		c.Title = thread.Title(ms)
	}
	for _, m := range ms {
		c.ids[m.ID] = true
		if m.Time.After(c.Updated) {
			c.Updated = m.Time
		}
	}
}
