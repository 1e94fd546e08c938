package sqlstore

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Rebuild implements memory.Store. A fold that returns no row makes none, and may
// be called again when a connection breaks.
func (s *Store) Rebuild(ctx context.Context, fold func(owner, id string, events []event.Event) (memory.Row, error)) error {
	err := s.db.Write(ctx, func(t Tx) error {
		s.lock(t, Owners, "")
		return (&rebuilding{Tx: t, fold: fold}).all(s.now().UnixMicro())
	})
	return s.db.Fail(ctx, "making memories anew", err)
}

// rebuilding is a Rebuild under way.
type rebuilding struct {
	Tx
	fold func(owner, id string, events []event.Event) (memory.Row, error)
	rev  int64

	// The memory it has come to.
	owner, id string
	key       *seal.Key
	events    []event.Event
}

// all makes the rows of all memories.
func (r *rebuilding) all(now int64) error {
	const (
		next    = `SELECT GREATEST(COALESCE(MAX(rev), 0) + 1, $1) FROM memory_owners`
		none    = `DELETE FROM memories`
		revise  = `UPDATE memory_owners SET rev = $1, purged = $1`
		missing = `
			INSERT INTO memory_owners (guest, rev, purged) SELECT DISTINCT guest, CAST($1 AS bigint), CAST($1 AS bigint) FROM memories WHERE true
			ON CONFLICT (guest) DO NOTHING`

		// Of what is forgotten there is no salt.
		query = `
			SELECT ` + eventColumns + ` FROM ` + eventTables + `
			WHERE p.memory <> '' AND s.salt IS NOT NULL ORDER BY p.guest, p.memory, e.id`
	)
	if err := ask(r, func(row Row) error { return row.Scan(&r.rev) }, next, now); err != nil {
		return err
	}
	r.Do(none)
	var o seal.Opener
	err := ask(r, func(row Row) error {
		e, err := scanEvent(row, &o)
		if err != nil {
			return err
		}
		return r.add(e, &o)
	}, query)
	if err == nil {
		err = r.end()
	}
	r.Do(revise, r.rev)
	r.Do(missing, r.rev)
	return err
}

func (r *rebuilding) add(e event.Event, o *seal.Opener) (err error) {
	if o.Guest != r.owner || o.Memory != r.id {
		if err := r.end(); err != nil {
			return err
		}
		r.owner, r.id, r.events = o.Guest, o.Memory, nil
	}
	if string(e.Data) == string(seal.Forgotten) { // of an earlier salt
		return nil
	}
	r.events = append(r.events, e)
	r.key, err = o.Key()
	return err
}

// end makes the row of the memory that it has come to.
func (r *rebuilding) end() error {
	const put = `INSERT INTO memories (id, guest, rev, body) VALUES ($1, $2, $3, $4)`
	if len(r.events) == 0 {
		return nil
	}
	row, err := r.fold(r.owner, r.id, r.events)
	switch {
	case err != nil:
		return &CallersError{err}
	case row.ID == "":
		return nil
	case row.ID != r.id:
		return &CallersError{fmt.Errorf("a fold made another memory than %q", r.id)}
	}
	r.Do(put, row.ID, r.owner, r.rev, r.key.Seal(row.Body, "memory", row.ID))
	return nil
}
