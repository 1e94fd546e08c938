package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	intern "unique"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
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

// A Set is what is known of one owner at one time, the oldest first. It does not change.
type Set struct {
	rev int64
	all []*Memory
}

var nothing = &Set{}

// with returns the set after a page.
func (s *Set) with(p Page) (*Set, error) {
	if p.Rev == s.rev && !p.All {
		return s, nil
	}
	changed := map[string]*Memory{}
	for _, r := range p.Rows {
		m := &Memory{}
		if err := json.Unmarshal(r.Body, m); err != nil {
			return nil, fmt.Errorf("memory %s cannot be read: %w", r.ID, err)
		}
		for _, word := range []*string{(*string)(&m.Kind), &m.Key, &m.Subject, &m.For, &m.Source} {
			*word = intern.Make(*word).Value() // of ten thousand few are different
		}
		m.about = m.read()
		changed[m.ID] = m
	}
	all := slices.Collect(maps.Values(changed))
	for _, m := range s.all {
		if !p.All && changed[m.ID] == nil {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, older)
	return &Set{p.Rev, all}, nil
}

// put adds a memory to a set that may be changed, or replaces the one of its id.
func (s *Set) put(m *Memory) {
	m.about = m.read()
	i := slices.IndexFunc(s.all, func(was *Memory) bool { return was.ID == m.ID })
	if i >= 0 {
		s.all[i] = m
		return
	}
	i, _ = slices.BinarySearchFunc(s.all, m, older)
	s.all = slices.Insert(s.all, i, m)
}

// older orders memories by when they were first said.
func older(a, b *Memory) int {
	if since := a.Since.Compare(b.Since); since != 0 {
		return since
	}
	return strings.Compare(a.ID, b.ID)
}

// get returns the memory of an id, or nil.
func (s *Set) get(id string) *Memory {
	if i := slices.IndexFunc(s.all, func(m *Memory) bool { return m.ID == id }); i >= 0 {
		return s.all[i]
	}
	return nil
}

// which returns those memories of some kinds, or (none) of all, that are.
func (s *Set) which(are func(*Memory) bool, kinds ...Kind) (some []*Memory) {
	for _, m := range s.all {
		if (len(kinds) == 0 || slices.Contains(kinds, m.Kind)) && are(m) {
			some = append(some, m)
		}
	}
	return some
}

// any reports whether there is a memory of some kinds that is.
func (s *Set) any(is func(*Memory) bool, kinds ...Kind) bool {
	return slices.ContainsFunc(s.all, func(m *Memory) bool { return (len(kinds) == 0 || slices.Contains(kinds, m.Kind)) && is(m) })
}

// In returns what holds in a thread ("": beyond all), the oldest first.
func (s *Set) In(thread string) []*Memory {
	return s.which(func(m *Memory) bool { return m.holds(thread) })
}

// standing returns the memory that holds in a thread and says what a candidate does: of two,
// what is kept for good.
func (s *Set) standing(thread string, c Candidate) (found *Memory) {
	for _, m := range s.which(func(m *Memory) bool {
		return m.holds(thread) && m.Key == c.Key && c.whose(m) && Same(m.Value, c.Value)
	}, c.Kind) {
		if found == nil || m.Session == "" {
			found = m
		}
	}
	return found
}

// asked returns what the guest was last asked, of themselves or of a person.
func (s *Set) asked(key, person string) *Memory {
	all := s.which(func(m *Memory) bool { return m.Key == key && hook.SameName(m.Person, person) && m.Retired == "" }, Asked)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// Health returns what the guest said to having their health, or what they tell of a person,
// remembered: yes, no, asked, or nothing.
func (s *Set) Health(person string) string {
	if m := s.asked("health", person); m != nil {
		return m.Value
	}
	return ""
}

// Retired returns what was known once and was put right or taken back since, oldest first:
// who has all forgotten has that forgotten too.
func (s *Set) Retired() []*Memory {
	return s.which(func(m *Memory) bool { return m.Retired != "" && m.Kind != Asked })
}

// OnlyToday are the companions of a thread whose needs are kept for this conversation
// alone: a yes to keeping the guest's own is none to theirs.
func (s *Set) OnlyToday(thread string) (names []string) {
	for _, m := range s.About(thread, "") {
		if m.Person != "" && m.Person != hook.Companion && m.Session != "" && m.Safety() && !m.sober() && !slices.Contains(names, m.Person) {
			names = append(names, m.Person)
		}
	}
	return names
}
