// Package scene is what a tool may know of the conversation in which it is used:
// who is at the table and what each of them must not have, the language, the
// day, what the guest was shown, and what a specialist noted in an earlier turn.
//
// A tool takes it from its context:
//
//	func findDishes(ctx context.Context, in findIn) (findOut, error) {
//		s := scene.From(ctx)
//		never := s.MustNots(in.For)
//		…
//		s.Show(ctx, things...)
//	}
//
// Outside a conversation, as when another program calls the tool, From returns
// an empty scene, so that a tool never asks whether there is one.
package scene

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// Scene is the state of a conversation that tools share. It survives JSON. Its
// methods are safe for concurrent use: the tools of one decision run at once.
type Scene struct {
	Language lang.Language              `json:"language"`
	Currency string                     `json:"currency,omitempty"` // of the house, as BRL
	Now      time.Time                  `json:"now"`
	Message  string                     `json:"message"`           // the guest's, of this turn
	Said     []string                   `json:"said,omitempty"`    // by the guest before, oldest first
	Last     string                     `json:"last,omitempty"`    // what the house said last, which the message may answer
	Table    []hook.Person              `json:"table,omitempty"`   // who is there; the guest, with no name, comes first
	Budget   hook.Budget                `json:"budget,omitzero"`   // the guest's standing one
	Party    int                        `json:"party,omitempty"`   // people; 0: unknown
	Unknown  bool                       `json:"unknown,omitempty"` // what is dangerous for the guest could not be found out
	Shown    []Thing                    `json:"shown,omitempty"`   // what was shown last comes first
	Found    []Thing                    `json:"found,omitempty"`   // by tools of this turn, to be named in the answer or not
	Notes    map[string]json.RawMessage `json:"notes,omitempty"`   // of the specialists, by a key of theirs

	// Later says that a model answers with what the tools find: lists are held until its
	// answer tells what of them is shown.
	Later bool `json:"-"`

	// Names finds in a text what it names of the card, in any language of the house's; nil: nobody can.
	Names func(text string) []Mention `json:"-"`

	mu    sync.Mutex
	added map[string]pending // in this step, by the key of the call
}

type sceneKey struct{}

// With returns a context for tools that are used in a scene.
func With(ctx context.Context, s *Scene) context.Context {
	return context.WithValue(ctx, sceneKey{}, s)
}

// From returns the scene of a tool's context.
func From(ctx context.Context) *Scene {
	if s, ok := ctx.Value(sceneKey{}).(*Scene); ok {
		return s
	}
	return &Scene{Now: time.Now(), Language: lang.Portuguese}
}

// Of returns the scene that an agent's state carries, for who asks the guest
// something before a tool runs.
func Of(own json.RawMessage) *Scene {
	var state struct{ Scene *Scene }
	if json.Unmarshal(own, &state) != nil || state.Scene == nil {
		return &Scene{Now: time.Now(), Language: lang.Portuguese}
	}
	return state.Scene
}

// Save keeps a note for a later call, also of a later turn.
func (s *Scene) Save(key string, note any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keep(key, note)
}

// Load reads a note into a pointer and reports whether there is one.
func (s *Scene) Load(key string, note any) bool {
	s.mu.Lock()
	raw := s.Notes[key]
	s.mu.Unlock()
	return raw != nil && json.Unmarshal(raw, note) == nil
}

// Change reads a note into a pointer, if there is one, and keeps what change makes of it there,
// in one step: tools that run at once do not undo what the other has noted. change must not use
// the scene.
func (s *Scene) Change(key string, note any, change func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if raw := s.Notes[key]; raw != nil {
		if err := json.Unmarshal(raw, note); err != nil {
			return fmt.Errorf("reading what is kept of %s: %w", key, err)
		}
	}
	change()
	return s.keep(key, note)
}

func (s *Scene) keep(key string, note any) error {
	raw, err := json.Marshal(note)
	if err != nil {
		return fmt.Errorf("keeping %s for later: %w", key, err)
	}
	if s.Notes == nil {
		s.Notes = map[string]json.RawMessage{}
	}
	s.Notes[key] = raw
	return nil
}

// Figures are the rows of the answer given last, for a chart of them.
type Figures struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
	Money   string   `json:"money,omitempty"`
}
