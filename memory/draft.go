package memory

import (
	"maps"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// A draft is what a lesson makes of a set, and what it is to write.
type draft struct {
	*Set
	now     time.Time
	mine    bool // the set is a copy
	entries []Entry
	changed map[string]*Memory
	dropped []string
	taken   int    // candidates that were decided on
	lastID  string // that was made
}

func newDraft(s *Set, now time.Time) *draft {
	return &draft{Set: s, now: now.UTC().Truncate(time.Microsecond), changed: map[string]*Memory{}}
}

// own makes the set one that may be changed.
func (d *draft) own() *Set {
	if !d.mine {
		d.Set, d.mine = d.clone(), true
	}
	return d.Set
}

// save records a new memory.
func (d *draft) save(m *Memory) { d.change(event.MemorySaved, Change{ID: m.ID, Memory: m}) }

// change records that something happened to a memory.
func (d *draft) change(t event.Type, c Change) {
	m := Memory{}
	if was := d.all[c.ID]; was != nil {
		m = *was
	}
	m.apply(t, c, d.now)
	d.own().put(&m)
	d.changed[c.ID] = &m
	d.entries = append(d.entries, Entry{Memory: c.ID, Type: t, Time: d.now, Data: encode(c)})
}

// supersede records that something else is true instead of a memory, if there is one.
func (d *draft) supersede(m *Memory) {
	if m != nil {
		d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded"})
	}
}

// tell records something that is about no memory that is kept.
func (d *draft) tell(t event.Type, data any) {
	d.entries = append(d.entries, Entry{Type: t, Time: d.now, Data: event.Payload(t, data)})
}

// drop records that memories are over, and returns how many.
func (d *draft) drop(over func(*Memory) bool) int {
	for _, m := range d.which(over) {
		d.dropped = append(d.dropped, m.ID)
		d.own().remove(m.ID)
	}
	slices.Sort(d.dropped)
	return len(d.dropped)
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

// fresh makes a memory of a candidate.
func (d *draft) fresh(c Candidate, t hook.Turn) *Memory {
	alpha := int64(c.Confidence*1000+.5) * (prior / 1000)
	return &Memory{
		ID: d.newID(), For: ForUser, Kind: c.Kind, Key: c.Key, Value: c.Value, Subject: c.Subject, Person: c.Person, Count: c.Count,
		Source: FromGuest, Thread: t.Thread, Run: t.Run, Since: d.now, Last: d.now,
		Evidence: 1, Sessions: []string{mark(t.Thread)}, Alpha: alpha, Beta: prior - alpha,
	}
}

// note records what the house has asked, or what the guest answered: see Asked.
func (d *draft) note(key, person, value string, t hook.Turn) {
	c := Candidate{Kind: Asked, Key: key, Value: value, Subject: User, Person: person, Confidence: 1}
	if person != "" {
		c.Subject = Companion
	}
	d.save(d.fresh(c, t))
}

// newID makes an id that sorts after those made before in one lesson, and that no log strikes
// out: one in thirty thousand looks like a document's number.
func (d *draft) newID() string {
	for {
		if id := thread.NewID(); id > d.lastID && scrub.Text(id) == id {
			d.lastID = id
			return id
		}
	}
}
