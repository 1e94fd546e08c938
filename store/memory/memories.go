package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/semcache"
)

// memories are what is known of one owner, who has none at first.
type memories struct {
	rev, purged int64
	rows        map[string]remembered
}

// remembered is one memory as of a revision.
type remembered struct {
	rev  int64
	body json.RawMessage
}

// lessons is the graph that the log keeps what was learnt under: runs of none
// that there is, which are never over, so that they are never pruned.
const lessons = "\x00memory"

// page returns what Memories does.
func (s *Store) page(owner string, after int64) memory.Page {
	of := s.memories[owner]
	if of == nil {
		return memory.Page{All: true}
	}
	p := memory.Page{Rev: of.rev, All: after <= 0 || after < of.purged || after > of.rev}
	for _, id := range slices.Sorted(maps.Keys(of.rows)) {
		if r := of.rows[id]; p.All || r.rev > after {
			p.Rows = append(p.Rows, memory.Row{ID: id, Body: slices.Clone(r.body)})
		}
	}
	return p
}

// Memories implements memory.Store.
func (s *Store) Memories(ctx context.Context, owner string, after int64) (memory.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return memory.Page{}, err
	}
	return s.page(owner, after), nil
}

// Learn implements memory.Store. Nobody else can use the store meanwhile.
func (s *Store) Learn(ctx context.Context, l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return memory.Page{}, err
	}
	if w := s.words[l.Run]; w != nil && len(w.data) > 0 {
		return memory.Page{}, memory.ErrLearnt
	}
	page := s.page(l.Owner, l.After)
	notes, err := decide(page)
	if err != nil {
		return memory.Page{}, err
	}
	if len(notes.Entries)+len(notes.Rows)+len(notes.Drop) == 0 {
		return page, nil
	}
	if err := s.claim(l.Owner, notes); err != nil {
		return memory.Page{}, err
	}
	if err := s.note(l, notes.Entries); err != nil {
		return memory.Page{}, err
	}
	s.put(l.Owner, notes.Rows)
	if len(notes.Drop) > 0 {
		s.purge(l.Owner, notes.Drop)
		return memory.Page{}, nil
	}
	return s.page(l.Owner, l.After), nil
}

// claim makes all memories that notes are about the owner's, or none.
func (s *Store) claim(owner string, notes memory.Notes) error {
	var ids []string
	for _, e := range notes.Entries {
		if e.Memory != "" {
			ids = append(ids, e.Memory)
		}
	}
	for _, r := range notes.Rows {
		if r.ID == "" || len(r.Body) == 0 {
			return errors.New("a memory has no id or no body")
		}
		ids = append(ids, r.ID)
	}
	for _, id := range ids {
		if of, taken := s.owners[id]; taken && of != owner {
			return fmt.Errorf("the memory %q is of another owner", id)
		}
	}
	for _, id := range ids {
		s.owners[id] = owner
	}
	return nil
}

func (s *Store) owns(owner, id string) bool {
	of, taken := s.owners[id]
	return taken && of == owner
}

// note appends a lesson's entries to the log.
func (s *Store) note(l memory.Lesson, entries []memory.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	w := &words{guest: l.Owner, lesson: true}
	mute := make([]event.Event, len(entries))
	for i, e := range entries {
		mute[i] = event.Event{Run: l.Run, Seq: int64(i) + 1, Thread: l.Thread, Guest: l.Owner, Type: e.Type, Time: e.Time}
		w.data, w.about = append(w.data, slices.Clone(e.Data)), append(w.about, e.Memory)
	}
	cp := &graph.Checkpoint{Run: l.Run, Graph: lessons, Version: 1, Seq: int64(len(mute)), Status: graph.Running}
	err := s.Memory.Save(context.Background(), cp, mute)
	if err == nil {
		s.words[l.Run] = w
	}
	return err
}

// put writes rows at a new revision.
func (s *Store) put(owner string, rows []memory.Row) {
	now := time.Now().UnixMicro()
	of := s.memories[owner]
	if of == nil { // who knows a revision of them knows it of a guest who was forgotten
		of = &memories{rev: now - 1, purged: now, rows: map[string]remembered{}}
		s.memories[owner] = of
	}
	of.rev = max(of.rev+1, now)
	for _, r := range rows {
		of.rows[r.ID] = remembered{of.rev, slices.Clone(r.Body)}
	}
}

// Purge implements memory.Store.
func (s *Store) Purge(ctx context.Context, owner string, ids []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	s.purge(owner, ids)
	return nil
}

func (s *Store) purge(owner string, ids []string) {
	some := map[string]bool{}
	for _, id := range ids {
		some[id] = true
	}
	gone := func(id string) bool { return s.owns(owner, id) && (ids == nil || some[id]) }
	if of := s.memories[owner]; of != nil {
		of.rev = max(of.rev+1, time.Now().UnixMicro())
		of.purged = of.rev
		maps.DeleteFunc(of.rows, func(id string, _ remembered) bool { return gone(id) })
	}
	for _, w := range s.words {
		for i, id := range w.about {
			if w.guest == owner && gone(id) && w.data[i] != nil {
				w.data[i] = forgottenData
			}
		}
	}
	maps.DeleteFunc(s.owners, func(id, _ string) bool { return gone(id) })
}

// forgetMemories removes what Forget does of memories and of answers.
func (s *Store) forgetMemories(guest string) {
	delete(s.memories, guest)
	maps.DeleteFunc(s.owners, func(_, of string) bool { return of == guest })
	for _, sp := range s.spaces {
		maps.DeleteFunc(sp.entries, func(_ string, e semcache.Entry) bool { return e.Guest == guest })
	}
}

// Owners implements memory.Store. After "" come the guests: the house is none.
func (s *Store) Owners(ctx context.Context, after string, limit int) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var owners []string
	for owner, of := range s.memories {
		if owner > after && len(of.rows) > 0 {
			owners = append(owners, owner)
		}
	}
	slices.Sort(owners)
	if limit > 0 {
		owners = owners[:min(limit, len(owners))]
	}
	return owners, ctx.Err()
}

// Rebuild implements memory.Store. A fold that returns no row makes none.
func (s *Store) Rebuild(ctx context.Context, fold func(owner, id string, events []event.Event) (memory.Row, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	log, _, err := s.Memory.All(ctx, "", maxEvents)
	if err != nil {
		return err
	}
	said := map[string][]event.Event{} // of memories
	for _, e := range s.speak(log) {
		if w := s.words[e.Run]; w.lesson && string(e.Data) != string(forgottenData) {
			if id := w.about[e.Seq-1]; s.owns(w.guest, id) {
				said[id] = append(said[id], e)
			}
		}
	}
	rows := map[string][]memory.Row{} // of owners
	for _, id := range slices.Sorted(maps.Keys(said)) {
		owner := s.owners[id]
		row, err := fold(owner, id, said[id])
		if err != nil {
			return err
		}
		if row.ID != "" && (row.ID != id || len(row.Body) == 0) {
			return errors.New("a fold made another memory than it was to")
		}
		if row.ID != "" {
			rows[owner] = append(rows[owner], row)
		}
	}
	for owner, of := range s.memories {
		clear(of.rows)
		s.put(owner, rows[owner])
		of.purged = of.rev
	}
	return nil
}

// maxEvents is more than a process has memory for.
const maxEvents = 1 << 40
