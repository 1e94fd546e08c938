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
// keeps: so they can be forgotten while the order of events stays. A run that
// has none was deleted: of it graph.Memory keeps the bare bones until they are
// pruned, and nobody sees them.
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
		if cp.Version != 1 && s.words[cp.Run] == nil {
			return graph.ErrConflict
		}
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
	return s.tell(run, events, func(mute []event.Event) error {
		if s.words[run] == nil {
			return graph.ErrConflict
		}
		return s.Memory.Extend(ctx, run, version, mute)
	})
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
	s.tail.Tell(run, int64(len(s.words[run].data)))
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
	if w == nil || w.lesson {
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
	for {
		events, cursor, err := s.Memory.All(ctx, after, limit)
		spoken := s.speak(events)
		if err != nil || len(spoken) > 0 || len(events) == 0 {
			return spoken, cursor, err
		}
		after = cursor // all of these were deleted, and there may be more
	}
}

// Runs implements event.Log.
func (s *Store) Runs(ctx context.Context, thread string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	runs, err := s.Memory.Runs(ctx, thread)
	return slices.DeleteFunc(runs, func(run string) bool { return s.words[run] == nil }), err
}

// speak gives events their words, and leaves out those that were deleted.
func (s *Store) speak(events []event.Event) []event.Event {
	spoken := events[:0]
	for _, e := range events {
		if w := s.words[e.Run]; w != nil {
			e.Data = w.data[e.Seq-1]
			spoken = append(spoken, e)
		}
	}
	return spoken
}

// Prune implements event.Log. What memory has learnt belongs to no run that is
// over, and stays.
func (s *Store) Prune(ctx context.Context, before time.Time) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.Memory.Prune(ctx, before)
	n := 0
	for run, w := range s.words {
		if _, gone := s.Memory.Load(ctx, run); errors.Is(gone, graph.ErrNotFound) {
			n += len(w.data)
			s.drop(run)
		}
	}
	return n, err
}

// drop lets nobody see a run any more.
func (s *Store) drop(run string) {
	delete(s.words, run)
	delete(s.attended, run)
	s.tail.Gone(run)
}

// remove removes the runs of a thread that are the guest's. To whoever is at one
// of them it has moved on.
func (s *Store) remove(ctx context.Context, thread, guest string) error {
	runs, err := s.Memory.Runs(ctx, thread)
	for _, run := range runs {
		if w := s.words[run]; w == nil || w.guest != guest {
			continue
		}
		if err == nil {
			err = s.cancel(ctx, run)
		}
		s.drop(run)
	}
	return err
}

// cancel ends a run, unless it is over.
func (s *Store) cancel(ctx context.Context, run string) error {
	cp, err := s.Memory.Load(ctx, run)
	if err != nil || cp.Status.Over() {
		return err
	}
	cp.Version, cp.Status, cp.Deadline = cp.Version+1, graph.Cancelled, time.Time{}
	return s.Memory.Save(ctx, cp, nil)
}

// Forget removes the guest's threads, messages, memories and tokens, ends their runs,
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
		if !w.lesson {
			if err := s.cancel(ctx, run); err != nil {
				return err
			}
		}
		for i, data := range w.data {
			if data != nil {
				w.data[i] = forgottenData
			}
		}
		*w = words{guest: guest, data: w.data, forgotten: true, lesson: w.lesson, about: w.about}
		delete(s.attended, run)
		s.tail.Gone(run)
	}
	s.tokens = slices.DeleteFunc(s.tokens, func(t hashed) bool { return t.Guest == guest })
	s.forgetMemories(guest)
	return nil
}
