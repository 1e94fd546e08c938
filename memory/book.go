package memory

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// A Book is what a house knows of its guests. It remembers what it has read of
// a store, and asks it only what has changed since. It is safe for concurrent
// use, and any number of them may share a store.
type Book struct {
	o    Options
	mu   sync.Mutex
	sets map[string]*Set // what was last read, by owner
}

// Options are what a Book is made of. Store and Log are required.
type Options struct {
	Store Store
	Log   event.Log
	Org   string // the house

	// Forget forgets a guest in all that the store keeps, for Book.Forget.
	Forget func(ctx context.Context, guest string) error
}

// NewBook opens a book.
func NewBook(o Options) *Book { return &Book{o: o, sets: map[string]*Set{}} }

// maxSets is how many owners a Book remembers.
const maxSets = 4000

// Of returns what is known of a guest ("": the house's own), now.
func (b *Book) Of(ctx context.Context, owner string) (*Set, error) {
	last := b.last(owner)
	p, err := b.o.Store.Memories(ctx, owner, last.rev)
	if err != nil {
		return nil, err
	}
	return b.keep(owner, last, p)
}

// last returns what is known of an owner in this process.
func (b *Book) last(owner string) *Set {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.sets[owner]; s != nil {
		return s
	}
	return nothing
}

func (b *Book) keep(owner string, last *Set, p Page) (*Set, error) {
	s, err := last.with(p)
	if err == nil {
		b.put(owner, last, s)
	}
	return s, err
}

// put remembers what has become of the last set. Of too many owners some are read again.
func (b *Book) put(owner string, last, s *Set) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := b.sets[owner]; now != nil && now != last && now.rev > s.rev {
		return // another was faster and knows more
	}
	for o := range b.sets {
		if len(b.sets) < maxSets {
			break
		}
		delete(b.sets, o)
	}
	b.sets[owner] = s
}

// drop forgets what this process knows of an owner.
func (b *Book) drop(owner string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.sets, owner)
}

// lesson names what is learnt in a turn, once for all: a Run of its own.
func lesson(t hook.Turn, why string) Lesson {
	return Lesson{Owner: t.Guest, Run: t.Run + "~" + why, Thread: t.Thread}
}

// learn writes what decide notes, once for a lesson. That it was learnt before
// is no error.
func (b *Book) learn(ctx context.Context, l Lesson, now time.Time, decide func(*draft)) error {
	last := b.last(l.Owner)
	l.After = last.rev
	var left *Set // if something is dropped
	page, err := b.o.Store.Learn(ctx, l, func(p Page) (Notes, error) {
		s, err := last.with(p)
		if err != nil {
			return Notes{}, err
		}
		d := newDraft(s, now)
		decide(d)
		if left = nil; len(d.dropped) > 0 { // of the revision before: who knows it reads all again, or, if they cannot, knows what is dangerous
			left = d.Set
		}
		return d.notes()
	})
	switch {
	case errors.Is(err, ErrLearnt):
		return nil
	case err != nil:
		return err
	case left != nil:
		b.put(l.Owner, last, left)
		return nil
	}
	_, err = b.keep(l.Owner, last, page)
	return err
}

// A draft is what a lesson makes of a set, and what it is to write.
type draft struct {
	*Set    // a copy, once something has changed
	now     time.Time
	entries []Entry
	changed map[string]*Memory
	dropped []string
	taken   int    // candidates that were decided on
	lastID  string // that was made
}

func newDraft(s *Set, now time.Time) *draft {
	return &draft{Set: &Set{s.rev, slices.Clone(s.all)}, now: now.UTC().Truncate(time.Microsecond), changed: map[string]*Memory{}}
}

// save records a new memory.
func (d *draft) save(m *Memory) { d.change(event.MemorySaved, Change{ID: m.ID, Memory: m}) }

// change records that something happened to a memory.
func (d *draft) change(t event.Type, c Change) {
	m := Memory{}
	if was := d.get(c.ID); was != nil {
		m = *was
	}
	m.apply(t, c, d.now)
	d.put(&m)
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
	d.dropped = append(d.dropped, ids(d.which(over))...)
	slices.Sort(d.dropped)
	d.all = slices.DeleteFunc(d.all, over)
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

// ids are those of some memories.
func ids(some []*Memory) (all []string) {
	for _, m := range some {
		all = append(all, m.ID)
	}
	return all
}
