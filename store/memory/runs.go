package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// words are what a run says, apart from where it stands, which graph.Memory
// keeps: so they can be forgotten while the order of events stays.
type words struct {
	guest     string
	data      []json.RawMessage // of each event
	state     json.RawMessage
	question  *graph.Question
	err       string
	forgotten bool

	lesson bool     // of memories, and no run
	about  []string // the memory that each event of a lesson is about
}

var forgottenData = json.RawMessage(`{"forgotten":true}`)

// Save implements graph.Store.
func (s *Store) Save(ctx context.Context, cp *graph.Checkpoint, events []event.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tell(cp.Run, events, func(mute []event.Event) error {
		bare := *cp
		bare.State, bare.Question, bare.Err = nil, nil, ""
		if err := s.Memory.Save(ctx, &bare, mute); err != nil {
			return err
		}
		cp.Updated = bare.Updated
		if cp.Version == 1 {
			s.words[cp.Run] = &words{guest: cp.Guest}
		}
		w := s.words[cp.Run]
		w.state, w.question, w.err = cp.State, cp.Question, cp.Err
		return nil
	})
}

// Extend implements graph.Store.
func (s *Store) Extend(ctx context.Context, run string, version int64, events []event.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tell(run, events, func(mute []event.Event) error { return s.Memory.Extend(ctx, run, version, mute) })
}

// tell writes events without their words, keeps those, and adds what was said
// to the thread. Whoever has seen one of them then sees the others.
func (s *Store) tell(run string, events []event.Event, write func(mute []event.Event) error) error {
	ms, err := event.Messages(events)
	if err != nil {
		return err
	}
	if w := s.words[run]; w != nil && w.lesson {
		return graph.ErrConflict
	}
	var c *conversation
	if len(ms) > 0 {
		if c, err = s.find(events[0].Thread, events[0].Guest); err != nil {
			return err
		}
	}
	mute := slices.Clone(events)
	for i := range mute {
		if mute[i].Data = nil; mute[i].Run != run {
			return graph.ErrConflict
		}
	}
	if err := write(mute); err != nil {
		return err
	}
	for _, e := range events {
		w := s.words[run]
		w.data = append(w.data, e.Data)
	}
	for _, m := range ms {
		if !c.ids[m.ID] {
			c.add(m)
		}
	}
	return nil
}

// Load implements graph.Store. A run whose guest was forgotten is not found.
func (s *Store) Load(ctx context.Context, run string) (*graph.Checkpoint, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cp, err := s.Memory.Load(ctx, run)
	if err != nil {
		return nil, err
	}
	w := s.words[run]
	if w.lesson {
		return nil, graph.ErrNotFound
	}
	if w.forgotten {
		return nil, fmt.Errorf("%w: its guest was forgotten", graph.ErrNotFound)
	}
	cp.State, cp.Question, cp.Err = w.state, w.question, w.err
	return cp, nil
}

// Events implements event.Log.
func (s *Store) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, err := s.Memory.Events(ctx, run, after, limit)
	return s.speak(events), err
}

// All implements event.Log.
func (s *Store) All(ctx context.Context, after string, limit int) ([]event.Event, string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, cursor, err := s.Memory.All(ctx, after, limit)
	return s.speak(events), cursor, err
}

// speak gives events their words.
func (s *Store) speak(events []event.Event) []event.Event {
	for i := range events {
		e := &events[i]
		e.Data = s.words[e.Run].data[e.Seq-1]
	}
	return events
}

// Prune implements event.Log. What memory has learnt belongs to no run that is
// over, and stays.
func (s *Store) Prune(ctx context.Context, before time.Time) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.Memory.Prune(ctx, before)
	for run := range s.words {
		if _, gone := s.Memory.Load(ctx, run); errors.Is(gone, graph.ErrNotFound) {
			delete(s.words, run)
		}
	}
	return n, err
}

// Forget removes the guest's threads, messages and memories, ends their runs,
// which cannot be loaded any more, and makes {"forgotten":true} of all that the
// log says of them, in its order. Nothing of another guest changes. A guest who
// comes back begins anew.
func (s *Store) Forget(ctx context.Context, guest string) error {
	if guest == "" {
		return errors.New("nobody is to be forgotten: the guest has no name")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	for id, c := range s.threads {
		if c.Guest == guest {
			delete(s.threads, id)
		}
	}
	for run, w := range s.words {
		if w.guest != guest {
			continue
		}
		cp, err := s.Memory.Load(ctx, run)
		if err == nil && !cp.Status.Over() && !w.lesson {
			cp.Version, cp.Status, cp.Deadline = cp.Version+1, graph.Cancelled, time.Time{}
			err = s.Memory.Save(ctx, cp, nil)
		}
		if err != nil {
			return err
		}
		for i, data := range w.data {
			if data != nil {
				w.data[i] = forgottenData
			}
		}
		*w = words{guest: guest, data: w.data, forgotten: true, lesson: w.lesson, about: w.about}
	}
	s.forgetMemories(guest)
	return nil
}
