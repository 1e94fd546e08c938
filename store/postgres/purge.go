package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Purge implements memory.Store. All of it is done or nothing; then the table of
// salts is written anew, as Forget does with that of keys. What is said there of
// errors, and of copies elsewhere, goes for it too.
func (s *Store) Purge(ctx context.Context, owner string, ids []string) error {
	const (
		revise = `
			UPDATE memory_owners SET rev = GREATEST(rev + 1, ` + clock + `), purged = GREATEST(rev + 1, ` + clock + `)
			WHERE guest = $1`

		// What is said of the house is sealed with nothing.
		empty = `
			WITH plain AS (
				DELETE FROM event_payloads
				WHERE guest = '' AND memory <> '' AND ($1::text[] IS NULL OR memory = ANY($1)) AND body <> '\x01'
				RETURNING event, guest, memory)
			INSERT INTO event_payloads (event, guest, memory, body) SELECT event, guest, memory, '\x01' FROM plain`
	)
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		b := &pgx.Batch{}
		lockOwner(b, owner)
		b.Queue(noMemories, owner, ids)
		b.Queue(noSalts, owner, ids)
		b.Queue(revise, owner)
		if owner == "" {
			b.Queue(allowRemoval)
			b.Queue(empty, ids)
		}
		return c.SendBatch(ctx, b).Close()
	})
	tables := []string{"memories"}
	if owner == "" {
		tables = append(tables, "event_payloads")
	}
	if err == nil {
		err = s.vacuum(ctx, []string{"memory_salts"}, tables)
	}
	return s.fail(ctx, "forgetting memories", err)
}

// Rebuild implements memory.Store. A fold that returns no row makes none. It may
// take its time; should the connection break, it is to be called again.
func (s *Store) Rebuild(ctx context.Context, fold func(owner, id string, events []event.Event) (memory.Row, error)) error {
	conn, err := s.acquire(ctx)
	if err == nil {
		defer conn.Release()
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return (&rebuilding{fold: fold}).all(ctx, tx.Conn()) })
	}
	return s.fail(ctx, "making memories anew", err)
}

// rebuilding is a Rebuild under way.
type rebuilding struct {
	fold func(owner, id string, events []event.Event) (memory.Row, error)

	// The memory it has come to.
	told   told
	events []event.Event

	// Rows that are to be written.
	ids, owners []string
	bodies      [][]byte
}

// told is an event about a memory, with what the memory is sealed with.
type told struct {
	event.Event
	memory    string
	key       *int64
	raw, salt []byte
}

// all makes the rows of all memories. Their events are read bit by bit, however
// many there are.
func (r *rebuilding) all(ctx context.Context, c *pgx.Conn) error {
	const (
		patient = `SET LOCAL statement_timeout = 0`
		alone   = `SELECT pg_advisory_xact_lock(` + everyOwner + `)`
		next    = `SELECT GREATEST(COALESCE(MAX(rev), 0) + 1, ` + clock + `) FROM memory_owners`
		none    = `DELETE FROM memories`

		// Of what is forgotten there is no salt.
		declare = `
			DECLARE told NO SCROLL CURSOR FOR
			SELECT ` + eventColumns + `, k.ID, k.key, s.salt FROM ` + eventTables + `
			WHERE p.memory <> '' AND s.salt IS NOT NULL ORDER BY p.guest, p.memory, e.tx, e.id`
		fetch = `FETCH 1000 FROM told`

		put = `
			INSERT INTO memories (id, guest, rev, body)
			SELECT id, guest, $1, body FROM unnest($2::text[], $3::text[], $4::bytea[]) AS m (id, guest, body)`
		revise  = `UPDATE memory_owners SET rev = $1, purged = $1`
		missing = `
			INSERT INTO memory_owners (guest, rev, purged) SELECT DISTINCT guest, $1::bigint, $1 FROM memories
			ON CONFLICT (guest) DO NOTHING`
	)
	var rev int64
	b := &pgx.Batch{}
	b.Queue(patient)
	b.Queue(alone)
	b.Queue(next).QueryRow(func(row pgx.Row) error { return row.Scan(&rev) })
	b.Queue(none)
	b.Queue(declare)
	if err := c.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	var o seal.Opener
	scan := func(row pgx.CollectableRow) (t told, err error) {
		t.Event, err = scanEvent(row, &o, &t.key, &t.raw, &t.salt)
		t.memory = o.Memory
		return t, err
	}
	for last := false; !last; {
		some, err := collect(ctx, c, scan, fetch)
		if err != nil {
			return err
		}
		for _, t := range some {
			if err := r.add(t); err != nil {
				return err
			}
		}
		if last = len(some) == 0; last {
			if err := r.end(); err != nil {
				return err
			}
		}
		if _, err := c.Exec(ctx, put, rev, r.ids, r.owners, r.bodies); err != nil {
			return err
		}
		r.ids, r.owners, r.bodies = nil, nil, nil
	}
	b = &pgx.Batch{}
	b.Queue(revise, rev)
	b.Queue(missing, rev)
	return c.SendBatch(ctx, b).Close()
}

func (r *rebuilding) add(t told) error {
	if t.Guest != r.told.Guest || t.memory != r.told.memory {
		if err := r.end(); err != nil {
			return err
		}
		r.told, r.events = t, nil
	}
	if string(t.Data) != string(seal.Forgotten) { // of an earlier salt
		r.events = append(r.events, t.Event)
	}
	return nil
}

// end makes the row of the memory that it has come to.
func (r *rebuilding) end() error {
	if len(r.events) == 0 {
		return nil
	}
	of := r.told
	row, err := r.fold(of.Guest, of.memory, r.events)
	if err == nil && row.ID != of.memory && row.ID != "" {
		err = fmt.Errorf("a fold made another memory than %q", of.memory)
	}
	if err != nil {
		return &callersError{err}
	}
	if row.ID == "" {
		return nil
	}
	var k *seal.Key
	if of.key != nil {
		if k, err = seal.New(*of.key, of.raw); err == nil {
			k, err = k.Of(of.salt)
		}
	}
	r.ids, r.owners = append(r.ids, row.ID), append(r.owners, of.Guest)
	r.bodies = append(r.bodies, k.Seal(row.Body, "memory", row.ID))
	return err
}
