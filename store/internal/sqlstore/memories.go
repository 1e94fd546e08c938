package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// readPage selects the memories of the owner $1 that are newer than revision $2.
// It is one statement, so that rows and revision belong together.
// Nobody has read up to a revision before the last purge, or to one that is not
// there yet: then all rows are new. Mostly there are few, which PostgreSQL cannot
// know: were the salts joined, it would read all of them.
const readPage = `
	SELECT o.rev, o.purged, m.body, o.guest, k.id, k.key, NULL, COALESCE(m.id, ''),
		(SELECT s.salt FROM memory_salts AS s WHERE s.memory = m.id AND s.guest = m.guest)
	FROM memory_owners AS o
		LEFT JOIN memories AS m ON m.guest = o.guest AND m.rev > CASE WHEN $2 BETWEEN o.purged AND o.rev THEN $2 ELSE -1 END
		LEFT JOIN guest_keys AS k ON k.guest = o.guest
	WHERE o.guest = $1`

// page is what the rows of readPage add up to. One that cannot be opened is left out.
type page struct {
	memory.Page
	after int64
	o     seal.Opener
}

func newPage(after int64) *page { return &page{Page: memory.Page{All: true}, after: after} }

func (p *page) scan(r Row) error {
	var purged int64
	var body []byte
	if err := r.Scan(append([]any{&p.Rev, &purged, &body}, p.o.Into()...)...); err != nil {
		return err
	}
	p.All = p.after < purged || p.after > p.Rev
	if p.o.Memory == "" {
		return nil // the owner has none that are newer
	}
	if plain, err := p.o.Open(body, "memory", p.o.Memory); err == nil {
		p.Rows = append(p.Rows, memory.Row{ID: p.o.Memory, Body: plain})
	}
	return nil
}

// latest returns the last row of each id, by id. Of many, a database would sort
// them on its disk.
func latest(lists ...[]memory.Row) []memory.Row {
	rows := map[string]memory.Row{}
	for _, r := range slices.Concat(lists...) {
		rows[r.ID] = r
	}
	return slices.SortedFunc(maps.Values(rows), func(a, b memory.Row) int { return cmp.Compare(a.ID, b.ID) })
}

// Memories implements memory.Store.
func (s *Store) Memories(ctx context.Context, owner string, after int64) (memory.Page, error) {
	p := newPage(after)
	err := s.db.Read(ctx, func(query Query) error {
		p = newPage(after)
		return query(p.scan, readPage, owner, after)
	})
	if err != nil {
		return memory.Page{}, s.db.Fail(ctx, "reading memories", err)
	}
	p.Rows = latest(p.Rows)
	return p.Page, nil
}

// Owners implements memory.Store. After "" come the guests: the house is none.
func (s *Store) Owners(ctx context.Context, after string, limit int) ([]string, error) {
	const query = `
		SELECT guest FROM memory_owners AS o
		WHERE guest > $1 AND EXISTS (SELECT 1 FROM memories AS m WHERE m.guest = o.guest)
		ORDER BY guest LIMIT $2`
	owners, err := list(ctx, s, scan[string], query, after, orAll(limit))
	return owners, s.db.Fail(ctx, "listing who has memories", err)
}

// Learn implements memory.Store.
func (s *Store) Learn(ctx context.Context, l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	lesson := &lesson{Lesson: l, s: s, decide: decide}
	err := s.writeOnce(ctx, lesson.learn)
	if err != nil {
		return memory.Page{}, s.db.Fail(ctx, "saving memories", err)
	}
	return lesson.page, nil
}

// lesson is a Learn under way.
type lesson struct {
	memory.Lesson
	s      *Store
	decide func(memory.Page) (memory.Notes, error)
	page   memory.Page
	notes  memory.Notes // that an earlier try may have written
}

// learn has the owner's memories to itself. So has Forget, so that the key stays.
func (l *lesson) learn(t Tx) error {
	const learnt = `SELECT time FROM agent_events WHERE run = $1 ORDER BY seq LIMIT 1`
	var first *time.Time
	l.s.lock(t, Owner, l.Owner)
	t.Ask(func(r Row) error {
		first = new(time.Time)
		return r.Scan(Time{first})
	}, learnt, l.Run)
	p := newPage(l.After)
	t.Ask(p.scan, readPage, l.Owner, l.After)
	held := &keys{of: l.Owner}
	held.ask(t)
	if err := t.Now(); err != nil {
		return err
	}
	p.Rows = latest(p.Rows)
	l.page = p.Page
	if first != nil {
		return l.again(t, *first)
	}
	var err error
	if l.notes, err = l.decide(l.page); err != nil {
		return &CallersError{err}
	}
	if len(l.notes.Entries)+len(l.notes.Rows)+len(l.notes.Drop) == 0 {
		return nil
	}
	guest, err := held.key(t)
	if err != nil {
		return err
	}
	sealed, err := l.keys(t, guest)
	if err != nil {
		return err
	}
	l.write(t, sealed)
	return nil
}

// again is of a lesson that was learnt: by us, if what an earlier try has written is there,
// or by another.
func (l *lesson) again(t Tx, first time.Time) error {
	if !t.Again() || len(l.notes.Entries) == 0 || !l.notes.Entries[0].Time.Truncate(time.Microsecond).Equal(first) {
		return memory.ErrLearnt
	}
	if len(l.notes.Drop) > 0 {
		l.page = memory.Page{}
	}
	return nil
}

// keys returns the keys of all memories that notes are about; "" is that of the owner. A
// new memory gets a salt.
func (l *lesson) keys(t Tx, guest *seal.Key) (map[string]*seal.Key, error) {
	const (
		read = `SELECT memory, guest, salt FROM memory_salts WHERE memory = ANY($1)`
		put  = `INSERT INTO memory_salts (memory, guest, salt) VALUES ($1, $2, $3)`
	)
	salts := map[string][]byte{}
	for _, e := range l.notes.Entries {
		if e.Memory != "" {
			salts[e.Memory] = nil
		}
	}
	for _, r := range l.notes.Rows {
		if r.ID == "" || len(r.Body) == 0 {
			return nil, &CallersError{errors.New("a memory has no id or no body")}
		}
		salts[r.ID] = nil
	}
	ids := slices.Sorted(maps.Keys(salts))
	if len(ids) > 0 {
		if err := ask(t, func(r Row) error {
			var id, owner string
			var salt []byte
			err := r.Scan(&id, &owner, &salt)
			if err == nil && owner != l.Owner {
				err = &CallersError{fmt.Errorf("the memory %q is of another owner", id)}
			}
			salts[id] = salt
			return err
		}, read, ids); err != nil {
			return nil, err
		}
	}
	keys := map[string]*seal.Key{"": guest}
	for _, id := range ids {
		if salts[id] == nil {
			salts[id] = seal.Salt()
			t.Do(put, id, l.Owner, salts[id])
		}
		k, err := guest.Of(salts[id])
		if err != nil {
			return nil, err
		}
		keys[id] = k
	}
	return keys, nil
}

// write writes notes, and makes page what it is with them.
func (l *lesson) write(t Tx, keys map[string]*seal.Key) {
	const (
		put = `
			INSERT INTO memories (id, guest, rev, body) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, body = excluded.body`

		// Of an owner who is new nobody has read anything, or was forgotten since.
		revise = `
			INSERT INTO memory_owners (guest, rev, purged) VALUES ($1, $2, $2)
			ON CONFLICT (guest) DO UPDATE SET rev = excluded.rev`
	)
	rev := max(l.page.Rev+1, l.s.now().UnixMicro())
	t.Do(revise, l.Owner, rev)
	for i, e := range l.notes.Entries {
		noted := event.Event{Run: l.Run, Seq: int64(i) + 1, Thread: l.Thread, Guest: l.Owner, Type: e.Type, Time: e.Time, Data: e.Data}
		l.s.appendEvent(t, noted, e.Memory, keys[e.Memory])
	}
	for _, r := range l.notes.Rows {
		t.Do(put, r.ID, l.Owner, rev, keys[r.ID].Seal(r.Body, "memory", r.ID))
	}
	if len(l.notes.Drop) > 0 {
		noMemories(t, l.Owner, rev, l.notes.Drop)
		l.page = memory.Page{}
		return
	}
	l.page.Rev, l.page.Rows = rev, latest(l.page.Rows, l.notes.Rows)
}

// noMemories removes memories of an owner, or all of them if ids is nil.
func noMemories(t Tx, owner string, rev int64, ids []string) {
	const (
		revise  = `UPDATE memory_owners SET rev = GREATEST(rev, $2), purged = GREATEST(rev, $2) WHERE guest = $1`
		noRows  = `DELETE FROM memories WHERE guest = $1`
		noSalts = `DELETE FROM memory_salts WHERE guest = $1`
		noRow   = noRows + ` AND id = ANY($2)`
		noSalt  = noSalts + ` AND memory = ANY($2)`
	)
	t.Do(revise, owner, rev)
	if ids == nil {
		t.Do(noRows, owner)
		t.Do(noSalts, owner)
		return
	}
	t.Do(noRow, owner, ids)
	t.Do(noSalt, owner, ids)
}

// Purge implements memory.Store. All of it is done or nothing. What was deleted
// is erased as Forget does; the same goes for its errors.
func (s *Store) Purge(ctx context.Context, owner string, ids []string) error {
	const (
		last  = `SELECT rev FROM memory_owners WHERE guest = $1`
		house = `SELECT event, guest, memory FROM event_payloads WHERE guest = '' AND memory <> '' AND body <> '\x01'` // which is sealed with nothing
		of    = house + ` AND memory = ANY($1)`
	)
	err := s.db.Write(ctx, func(t Tx) error {
		var rev int64
		s.lock(t, Owner, owner)
		if err := ask(t, func(r Row) error { return r.Scan(&rev) }, last, owner); err != nil {
			return err
		}
		noMemories(t, owner, max(rev+1, s.now().UnixMicro()), ids)
		switch {
		case owner != "":
			return nil
		case ids == nil:
			return s.empty(t, house)
		default:
			return s.empty(t, of, ids)
		}
	})
	swept := []string{"memories"}
	if owner == "" {
		swept = append(swept, "event_payloads")
	}
	if err == nil {
		err = s.db.Erase(ctx, []string{"memory_salts"}, swept)
	}
	return s.db.Fail(ctx, "forgetting memories", err)
}

// empty leaves of what events say nothing but that it is forgotten. An event is
// never updated.
func (s *Store) empty(t Tx, which string, args ...any) error {
	const (
		remove = `DELETE FROM event_payloads WHERE event = $1`
		put    = `INSERT INTO event_payloads (event, guest, memory, body) VALUES ($1, $2, $3, '\x01')`
	)
	type payload struct {
		event         int64
		guest, memory string
	}
	var ps []payload
	if err := ask(t, collect(&ps, func(r Row) (p payload, err error) {
		err = r.Scan(&p.event, &p.guest, &p.memory)
		return p, err
	}), which, args...); err != nil {
		return err
	}
	t.Do(s.dialect.Allow)
	for _, p := range ps {
		t.Do(remove, p.event)
		t.Do(put, p.event, p.guest, p.memory)
	}
	t.Do(s.dialect.Forbid)
	return nil
}
