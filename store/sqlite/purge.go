package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Purge implements memory.Store. What was deleted is overwritten in the file,
// and the WAL is emptied, as Forget does; the same goes for its errors.
func (s *Store) Purge(ctx context.Context, owner string, ids []string) error {
	err := s.write(ctx, func(t *tx) error { return t.purge(owner, ids) })
	if err == nil {
		err = s.emptyWAL(ctx)
	}
	return s.fail(ctx, "forgetting memories in", err)
}

func (t *tx) purge(owner string, ids []string) (err error) {
	const (
		revise = `
			UPDATE memory_owners SET rev = MAX(rev + 1, ?2), purged = MAX(rev + 1, ?2) WHERE guest = ?1`
		noRows  = `DELETE FROM memories WHERE guest = ?`
		noSalts = `DELETE FROM memory_salts WHERE guest = ?`

		// What is said of the house is sealed with nothing.
		allow  = `INSERT INTO removal (allowed) VALUES (1)`
		forbid = `DELETE FROM removal`
		empty  = `
			REPLACE INTO event_payloads (event, guest, memory, body)
			SELECT event, guest, memory, x'01' FROM event_payloads
			WHERE memory <> '' AND guest = ? AND body IS NOT NULL`
	)
	do := func(query string, args ...any) {
		if err == nil {
			_, err = t.exec(query, args...)
		}
	}
	do(revise, owner, time.Now().UnixMicro())
	do(allow)
	which := [][]any{{owner}}
	andRow, andMemory := "", ""
	if ids != nil {
		which, andRow, andMemory = nil, ` AND id = ?`, ` AND memory = ?`
	}
	for _, id := range ids {
		which = append(which, []any{owner, id})
	}
	for _, args := range which {
		do(noRows+andRow, args...)
		do(noSalts+andMemory, args...)
		if owner == "" {
			do(empty+andMemory, args...)
		}
	}
	do(forbid)
	return err
}

// Rebuild implements memory.Store. A fold that returns no row makes none.
func (s *Store) Rebuild(ctx context.Context, fold func(owner, id string, events []event.Event) (memory.Row, error)) error {
	err := s.writeCalling(ctx, func(t *tx) error { return t.rebuild(fold) })
	return s.fail(ctx, "making memories anew in", err)
}

func (t *tx) rebuild(fold func(owner, id string, events []event.Event) (memory.Row, error)) error {
	const (
		next    = `SELECT MAX(COALESCE(MAX(rev), 0) + 1, ?) FROM memory_owners`
		revise  = `UPDATE memory_owners SET rev = ?1, purged = ?1`
		missing = `
			INSERT INTO memory_owners (guest, rev, purged) SELECT DISTINCT guest, ?1, ?1 FROM memories WHERE true
			ON CONFLICT (guest) DO NOTHING`
		none = `DELETE FROM memories`

		// Of what is forgotten there is no salt.
		query = `
			SELECT ` + eventColumns + ` FROM ` + eventTables + `
			WHERE p.memory <> '' AND s.salt IS NOT NULL ORDER BY p.guest, p.memory, e.id`
	)
	rev, _, err := t.number(next, time.Now().UnixMicro())
	if err != nil {
		return err
	}
	if _, err := t.exec(none); err != nil {
		return err
	}
	var owner, id string // that events are of
	var events []event.Event
	put := func() error {
		if len(events) == 0 {
			return nil
		}
		row, err := fold(owner, id, events)
		if err != nil || row.ID == "" {
			return err
		}
		if row.ID != id {
			return errors.New("a fold made another memory than it was to")
		}
		notes := memory.Notes{Rows: []memory.Row{row}}
		keys, err := t.memoryKeys(owner, notes)
		if err != nil {
			return err
		}
		return t.putRows(owner, rev, notes.Rows, keys)
	}
	var o seal.Opener
	err = t.each(func(r row) error {
		e, err := scanEvent(r, &o)
		if err != nil {
			return err
		}
		if o.Guest != owner || o.Memory != id {
			if err := put(); err != nil {
				return err
			}
			owner, id, events = o.Guest, o.Memory, nil
		}
		if string(e.Data) != string(seal.Forgotten) { // of an earlier salt
			events = append(events, e)
		}
		return nil
	}, query)
	if err == nil {
		err = put()
	}
	for _, query := range []string{revise, missing} {
		if err == nil {
			_, err = t.exec(query, rev)
		}
	}
	return err
}
