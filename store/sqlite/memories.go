package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// Learn implements memory.Store. Its transaction is the only one that writes:
// all others wait for decide.
func (s *Store) Learn(ctx context.Context, l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	var page memory.Page
	err := s.writeCalling(ctx, func(t *tx) (err error) {
		page, err = t.learn(l, decide)
		return err
	})
	if err != nil {
		return memory.Page{}, s.fail(ctx, "learning in", err)
	}
	return page, nil
}

// writeCalling is write for a do that calls what the caller gave. If that
// panics, it is the caller who does, and not the goroutine that writes for all.
func (s *Store) writeCalling(ctx context.Context, do func(*tx) error) error {
	var panicked any
	err := s.write(ctx, func(t *tx) (err error) {
		defer func() {
			if panicked = recover(); panicked != nil {
				err = errors.New("it panicked")
			}
		}()
		return do(t)
	})
	if panicked != nil {
		panic(panicked)
	}
	return err
}

func (t *tx) learn(l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	const learnt = `SELECT 1 FROM agent_events WHERE run = ? LIMIT 1`
	if _, found, err := t.number(learnt, l.Run); err != nil {
		return memory.Page{}, err
	} else if found {
		return memory.Page{}, memory.ErrLearnt
	}
	read := sqlstore.NewPage(l.After)
	if err := t.each(read.Scan, sqlstore.ReadPage, l.Owner, l.After); err != nil {
		return memory.Page{}, err
	}
	page := read.Sorted()
	notes, err := decide(page)
	if err != nil || len(notes.Entries)+len(notes.Rows)+len(notes.Drop) == 0 {
		return page, err
	}
	keys, err := t.memoryKeys(l.Owner, notes)
	if err != nil {
		return memory.Page{}, err
	}
	rev, err := t.revise(l.Owner)
	if err != nil {
		return memory.Page{}, err
	}
	if err := t.note(l, notes.Entries, keys); err != nil {
		return memory.Page{}, err
	}
	if err := t.putRows(l.Owner, rev, notes.Rows, keys); err != nil {
		return memory.Page{}, err
	}
	if len(notes.Drop) > 0 {
		x := &sharedTx{tx: t}
		return memory.Page{}, x.end(sqlstore.PurgeMemories(x, l.Owner, notes.Drop, time.Now()))
	}
	return memory.Page{Rev: rev, All: page.All, Rows: sqlstore.Latest(page.Rows, notes.Rows)}, nil
}

// revise gives the owner a new revision. Whoever knows one of an owner that is
// new here knows it of a guest who was forgotten.
func (t *tx) revise(owner string) (rev int64, err error) {
	const next = `
		INSERT INTO memory_owners (guest, rev, purged) VALUES (?1, ?2, ?2)
		ON CONFLICT (guest) DO UPDATE SET rev = MAX(rev + 1, ?2)
		RETURNING rev`
	rev, _, err = t.number(next, owner, time.Now().UnixMicro())
	return rev, err
}

// memoryKeys returns the keys of all memories that notes are about; "" is that
// of the owner.
func (t *tx) memoryKeys(owner string, notes memory.Notes) (map[string]*seal.Key, error) {
	k, err := t.key(owner)
	if err != nil {
		return nil, err
	}
	keys := map[string]*seal.Key{"": k}
	need := func(id string) error {
		if _, done := keys[id]; done {
			return nil
		}
		salt, err := t.salt(owner, id)
		if err == nil {
			keys[id], err = k.Of(salt)
		}
		return err
	}
	for _, e := range notes.Entries {
		if err := need(e.Memory); err != nil {
			return nil, err
		}
	}
	for _, r := range notes.Rows {
		if r.ID == "" || len(r.Body) == 0 {
			return nil, errors.New("a memory has no id or no body")
		}
		if err := need(r.ID); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// salt returns the memory's salt, and makes it if there is none. A memory of
// another owner is an error.
func (t *tx) salt(owner, id string) (salt []byte, err error) {
	const (
		read = `SELECT guest, salt FROM memory_salts WHERE memory = ?`
		put  = `INSERT INTO memory_salts (memory, guest, salt) VALUES (?, ?, ?)`
	)
	of := owner
	if err := t.each(func(r sqlstore.Row) error { return r.Scan(&of, &salt) }, read, id); err != nil {
		return nil, err
	}
	if of != owner {
		return nil, fmt.Errorf("the memory %q is of another owner", id)
	}
	if salt == nil {
		salt = seal.Salt()
		_, err = t.exec(put, id, owner, salt)
	}
	return salt, err
}

// note appends a lesson's entries to the log.
func (t *tx) note(l memory.Lesson, entries []memory.Entry, keys map[string]*seal.Key) error {
	for i, e := range entries {
		noted := event.Event{Run: l.Run, Seq: int64(i) + 1, Thread: l.Thread, Guest: l.Owner, Type: e.Type, Time: e.Time, Data: e.Data}
		if err := t.insert(noted, e.Memory, keys[e.Memory]); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) putRows(owner string, rev int64, rows []memory.Row, keys map[string]*seal.Key) error {
	const put = `
		INSERT INTO memories (id, guest, rev, body) VALUES (?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, body = excluded.body`
	for _, r := range rows {
		if _, err := t.exec(put, r.ID, owner, rev, keys[r.ID].Seal(r.Body, "memory", r.ID)); err != nil {
			return err
		}
	}
	return nil
}
