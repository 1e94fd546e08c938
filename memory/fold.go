package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// A Change is what an event says happened to one memory. Which fields it has
// goes by the event's type.
type Change struct {
	ID      string  `json:"id"`
	Memory  *Memory `json:"memory,omitempty"`  // memory_saved, when it is new
	Session string  `json:"session,omitempty"` // in which it was said again
	Run     string  `json:"run,omitempty"`     // in which it was said again, or taken back
	Count   int     `json:"count,omitempty"`   // of how many it is said now
	Alpha   int64   `json:"alpha,omitempty"`   // memory_voted
	Beta    int64   `json:"beta,omitempty"`
	Why     string  `json:"why,omitempty"`
}

// What moves confidence, in millionths: see the package's learning.go.
const (
	unit        = 1_000_000
	prior       = 4 * unit // α+β of a new memory
	restated    = unit     // to α, once a session
	praise      = 6 * unit / 10
	blame       = unit
	correctedBy = 4 * unit // to β
)

// maxSessions is how many sessions can make a memory surer. Nothing is surer
// than what was said in so many.
const maxSessions = 64

// apply makes of m what it is after an event at a time. Changes of different
// events can be applied in any order after the one that made it, and the sum
// is the same.
func (m *Memory) apply(t event.Type, c Change, at time.Time) {
	switch t {
	case event.MemorySaved:
		if c.Memory != nil {
			*m = *c.Memory
			return
		}
		if c.Count > 0 && !at.Before(m.Last) {
			m.Count = c.Count
		}
		if c.Run != "" && (c.Run == m.Run || c.Run == m.Again) {
			return // two listeners heard it in one turn
		}
		m.Again = c.Run
		m.Evidence++
		if at.After(m.Last) {
			m.Last = at
		}
		s := mark(c.Session)
		i, counted := slices.BinarySearch(m.Sessions, s)
		if counted {
			return
		}
		m.Sessions = slices.Insert(slices.Clone(m.Sessions), i, s)
		switch {
		case len(m.Sessions) > maxSessions:
			m.Sessions = m.Sessions[:maxSessions] // which they are does not depend on the order
		case !m.fixed():
			m.Alpha += restated
		}
	case event.MemoryVoted:
		m.Alpha += c.Alpha
		m.Beta += c.Beta
	case event.MemoryKept:
		m.Session, m.Pending = "", false
	case event.MemoryRetired:
		m.Retired = c.Why
		if c.Run != "" {
			m.Again = c.Run
		}
		m.Beta += c.Beta
	}
}

// mark stands for a session. It is enough to tell it from others.
func mark(session string) string {
	sum := sha256.Sum256([]byte(session))
	return hex.EncodeToString(sum[:6])
}

// Fold makes a memory's row of its events: see Store.Rebuild. It reads what was
// decided and decides nothing again.
func Fold(_, id string, events []event.Event) (Row, error) {
	var m Memory
	for _, e := range events {
		var c Change
		if err := json.Unmarshal(e.Data, &c); err != nil {
			return Row{}, fmt.Errorf("event %d of %s: %w", e.Seq, e.Run, err)
		}
		m.apply(e.Type, c, e.Time)
	}
	if m.ID != id {
		return Row{}, fmt.Errorf("the log does not say how memory %s began", id)
	}
	return m.row()
}

func (m *Memory) row() (Row, error) {
	body, err := json.Marshal(m)
	return Row{m.ID, body}, err
}

// Add notes a new memory: for who fills a book with what was known elsewhere.
func (n *Notes) Add(m *Memory, at time.Time) error {
	r, err := m.row()
	if err != nil {
		return err
	}
	n.Entries = append(n.Entries, Entry{Memory: m.ID, Type: event.MemorySaved, Time: at, Data: encode(Change{ID: m.ID, Memory: m})})
	n.Rows = append(n.Rows, r)
	return nil
}

// encode makes an event's data of a change. Its texts have passed the policy, which keeps out
// what scrub would strike.
func encode(c Change) json.RawMessage {
	raw, err := json.Marshal(c)
	if err != nil {
		panic(err) // it holds texts and numbers
	}
	return raw
}
