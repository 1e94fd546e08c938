package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
	intern "unique"

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

// A Set is what is known of one owner at one time. It does not change.
type Set struct {
	rev   int64
	all   map[string]*Memory
	kinds map[Kind][]*Memory // the same: a guest may have ten thousand, of which few matter
}

var nothing = &Set{}

// with returns the set after a page.
func (s *Set) with(p Page) (*Set, error) {
	if p.Rev == s.rev && !p.All {
		return s, nil
	}
	if p.All {
		s = nothing
	}
	changed := make([]*Memory, len(p.Rows))
	for i, r := range p.Rows {
		m := &Memory{}
		if err := json.Unmarshal(r.Body, m); err != nil {
			return nil, fmt.Errorf("memory %s cannot be read: %w", r.ID, err)
		}
		for _, word := range []*string{(*string)(&m.Kind), &m.Key, &m.Subject, &m.For, &m.Source} {
			*word = intern.Make(*word).Value() // of ten thousand few are different
		}
		m.about = m.read()
		changed[i] = m
	}
	return s.next(p.Rev, changed, nil), nil
}

// next returns the set of a revision in which some memories have changed, or
// are new, and others are gone.
func (s *Set) next(rev int64, changed []*Memory, gone []string) *Set {
	n := &Set{rev, make(map[string]*Memory, len(s.all)+len(changed)), make(map[Kind][]*Memory, len(Keys))}
	maps.Copy(n.all, s.all)
	maps.Copy(n.kinds, s.kinds)
	others := map[Kind][]*Memory{}
	for _, m := range changed {
		n.all[m.ID] = m
		others[m.Kind] = append(others[m.Kind], m)
	}
	for _, id := range gone {
		if m := n.all[id]; m != nil {
			others[m.Kind] = append(others[m.Kind], m)
			delete(n.all, id)
		}
	}
	for k, some := range others {
		n.kinds[k] = slices.DeleteFunc(slices.Concat(s.kinds[k], some), func(m *Memory) bool { return n.all[m.ID] != m })
	}
	return n
}

// In returns what holds in a thread ("": beyond all), the oldest first.
func (s *Set) In(thread string) []*Memory {
	held := (&draft{set: s}).held(thread)
	slices.SortFunc(held, older)
	return held
}

func older(a, b *Memory) int {
	if since := a.Since.Compare(b.Since); since != 0 {
		return since
	}
	return strings.Compare(a.ID, b.ID)
}

// A draft collects what a lesson is to write.
type draft struct {
	set     *Set
	now     time.Time
	entries []Entry
	changed map[string]*Memory
	dropped []string
	lastID  string // that was made
}

func newDraft(s *Set, now time.Time) *draft {
	return &draft{set: s, now: now.UTC().Truncate(time.Microsecond), changed: map[string]*Memory{}}
}

// of returns a memory as the draft leaves it.
func (d *draft) of(id string) *Memory {
	if m := d.changed[id]; m != nil {
		return m
	}
	return d.set.all[id]
}

// each yields the memories of some kinds, or (none) of all, as the draft leaves
// them, kind by kind, and then those it has changed by their ids.
func (d *draft) each(kinds ...Kind) iter.Seq[*Memory] {
	return func(yield func(*Memory) bool) {
		for _, k := range slices.Sorted(maps.Keys(d.set.kinds)) {
			if len(kinds) > 0 && !slices.Contains(kinds, k) {
				continue
			}
			for _, m := range d.set.kinds[k] {
				if d.changed[m.ID] == nil && !yield(m) {
					return
				}
			}
		}
		for _, id := range slices.Sorted(maps.Keys(d.changed)) {
			if m := d.changed[id]; (len(kinds) == 0 || slices.Contains(kinds, m.Kind)) && !yield(m) {
				return
			}
		}
	}
}

// held returns what holds in a thread as the draft leaves it, in the order of
// each.
func (d *draft) held(thread string) []*Memory {
	held := make([]*Memory, 0, len(d.set.all)+len(d.changed))
	for m := range d.each() {
		if m.holds(thread) {
			held = append(held, m)
		}
	}
	return held
}

// save records a new memory.
func (d *draft) save(m *Memory) { d.change(event.MemorySaved, Change{ID: m.ID, Memory: m}) }

// change records that something happened to a memory.
func (d *draft) change(t event.Type, c Change) {
	m := Memory{}
	if was := d.of(c.ID); was != nil {
		m = *was
	}
	m.apply(t, c, d.now)
	m.about = nil
	d.changed[c.ID] = &m
	d.entries = append(d.entries, Entry{Memory: c.ID, Type: t, Time: d.now, Data: encode(c)})
}

// tell records something that is about no memory that is kept.
func (d *draft) tell(t event.Type, data any) {
	d.entries = append(d.entries, Entry{Type: t, Time: d.now, Data: event.Payload(t, data)})
}

// drop records that memories are over, and returns how many.
func (d *draft) drop(over func(*Memory) bool) int {
	for m := range d.each() {
		if over(m) {
			d.dropped = append(d.dropped, m.ID)
		}
	}
	slices.Sort(d.dropped)
	return len(d.dropped)
}

// left returns what is left after drops: of the revision before them, so that
// who knows it will read all again, but should they not be able to, they know
// what is dangerous for the guest.
func (d *draft) left() *Set {
	changed := slices.SortedFunc(maps.Values(d.changed), older)
	for _, m := range changed {
		m.about = m.read()
	}
	return d.set.next(d.set.rev, changed, d.dropped)
}

func (d *draft) notes() (Notes, error) {
	n := Notes{Entries: d.entries, Drop: d.dropped}
	for _, id := range slices.Sorted(maps.Keys(d.changed)) {
		r, err := d.changed[id].row()
		if err != nil {
			return Notes{}, err
		}
		n.Rows = append(n.Rows, r)
	}
	return n, nil
}

// encode makes an event's data of a change. Its texts have passed the policy,
// which keeps out what scrub would strike.
func encode(c Change) json.RawMessage {
	raw, err := json.Marshal(c)
	if err != nil {
		panic(err) // it holds texts and numbers
	}
	return raw
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
