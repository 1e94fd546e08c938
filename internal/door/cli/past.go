package cli

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/memory"
)

// past is what the log says happened to the memories of a guest and of the
// house, and how much of it before each run. What was forgotten since is not
// in it.
type past struct {
	events []event.Event
	before map[string]int // runs → how many of the events
}

// past reads the whole log.
func (a *app) past(ctx context.Context, guest string) (*past, error) {
	p := &past{before: map[string]int{}}
	progress := a.progress("events")
	defer progress.end()
	for n, cursor := 0, ""; ; {
		some, next, err := a.db.All(ctx, cursor, 1000)
		if err != nil || len(some) == 0 {
			return p, err
		}
		for _, e := range some {
			p.add(e, guest)
		}
		n, cursor = n+len(some), next
		progress.at(n, 0)
	}
}

func (p *past) add(e event.Event, guest string) {
	switch e.Type {
	case event.RunStart:
		p.before[e.Run] = len(p.events)
	case event.MemorySaved, event.MemoryVoted, event.MemoryKept, event.MemoryRetired:
		if e.Guest == guest || e.Guest == "" {
			p.events = append(p.events, e)
		}
	}
}

// asOf returns the memories that there were when a run began. What is written to
// them is read again in the same replay, and not kept.
func (p *past) asOf(run string) memory.Store {
	return &snapshot{events: p.events[:p.before[run]]}
}

type snapshot struct {
	memory.Store // nil
	events       []event.Event

	mu     sync.Mutex
	lesson int64
	learnt map[string][]memory.Row // by owner, in this replay, over what there was
}

// Memories implements memory.Store.
func (s *snapshot) Memories(_ context.Context, owner string, _ int64) (memory.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memories(owner)
}

func (s *snapshot) memories(owner string) (memory.Page, error) {
	var ids []string
	of := map[string][]event.Event{}
	for _, e := range s.events {
		var c memory.Change
		if e.Guest != owner || json.Unmarshal(e.Data, &c) != nil || c.ID == "" {
			continue // another's, or forgotten
		}
		ids = append(ids, c.ID)
		of[c.ID] = append(of[c.ID], e)
	}
	slices.Sort(ids)
	page := memory.Page{Rev: 1 + s.lesson, All: true}
	for _, id := range slices.Compact(ids) {
		row, err := memory.Fold(owner, id, of[id])
		if err != nil {
			return memory.Page{}, err
		}
		page.Rows = append(page.Rows, row)
	}
	for _, row := range s.learnt[owner] {
		page.Rows = slices.DeleteFunc(page.Rows, func(r memory.Row) bool { return r.ID == row.ID })
		page.Rows = append(page.Rows, row)
	}
	return page, nil
}

// Learn implements memory.Store: a tool that remembers looks at what became of it.
func (s *snapshot) Learn(_ context.Context, l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	page, err := s.memories(l.Owner)
	if err != nil {
		return page, err
	}
	notes, err := decide(page)
	if err != nil {
		return page, err
	}
	s.lesson++
	if s.learnt == nil {
		s.learnt = map[string][]memory.Row{}
	}
	s.learnt[l.Owner] = append(s.learnt[l.Owner], notes.Rows...)
	return s.memories(l.Owner)
}

// Purge implements memory.Store.
func (s *snapshot) Purge(context.Context, string, []string) error { return nil }
