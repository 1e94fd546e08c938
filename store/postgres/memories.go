package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

const (
	everyOwner = `1835100533` // the lock that Rebuild has alone
	clock      = `(EXTRACT(epoch FROM statement_timestamp()) * 1000000)::bigint`
)

// lockOwner makes what else a transaction does to an owner's memories wait until
// no other does, and no Rebuild.
func lockOwner(b *pgx.Batch, owner string) {
	const query = `SELECT pg_advisory_xact_lock_shared(` + everyOwner + `), pg_advisory_xact_lock(hashtextextended($1, 1))`
	b.Queue(query, owner)
}

// Learn implements memory.Store. It asks the server three times: for the lock
// and the page, for the salts, and to write and commit.
func (s *Store) Learn(ctx context.Context, l memory.Lesson, decide func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	t := &learning{Lesson: l, decide: decide}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error { return t.try(ctx, c) })
	if err != nil {
		return memory.Page{}, s.fail(ctx, "saving memories", err)
	}
	return t.page, nil
}

// learning is a Learn under way.
type learning struct {
	memory.Lesson
	decide func(memory.Page) (memory.Notes, error)
	tried  []int64 // the transactions that may have done it
	page   memory.Page

	// As the last of them found it.
	now    int64     // microseconds of the server's clock
	learnt *int64    // the transaction that has done it
	key    *seal.Key // of the owner
}

func (l *learning) try(ctx context.Context, c *pgx.Conn) error {
	defer func() { // also when decide panics
		if !c.IsClosed() && c.PgConn().TxStatus() != 'I' {
			_, _ = c.Exec(ctx, `ROLLBACK`) // or the pool does away with the connection
		}
	}()
	if err := l.begin(ctx, c); err != nil {
		return err
	}
	if l.learnt != nil {
		if slices.Contains(l.tried, *l.learnt) {
			return nil // by us: only the answer was lost
		}
		return memory.ErrLearnt
	}
	notes, err := l.decide(l.page)
	if err != nil {
		return &sqlstore.CallersError{Err: err}
	}
	if len(notes.Entries)+len(notes.Rows)+len(notes.Drop) == 0 {
		return nil
	}
	keys, err := l.keys(ctx, c, notes)
	if err != nil {
		return err
	}
	err = l.commit(ctx, c, notes, keys)
	if constraint(err) == "agent_events_pkey" { // another owner has just had a lesson of that name
		return memory.ErrLearnt
	}
	return err
}

// begin begins a transaction in which nobody else changes the owner's memories,
// and reads what is to be known. Forget waits for the lock too, so that the key
// stays.
func (l *learning) begin(ctx context.Context, c *pgx.Conn) error {
	const (
		put   = `INSERT INTO guest_keys (guest, id, key) VALUES ($1, $2, $3) ON CONFLICT (guest) DO NOTHING`
		key   = `SELECT id, key FROM guest_keys WHERE guest = $1`
		stand = `
			SELECT (SELECT tx_base FROM maitre_schema) + pg_current_xact_id()::text::bigint,
				` + clock + `, (SELECT tx FROM agent_events WHERE run = $1 ORDER BY seq LIMIT 1)`
	)
	b := &pgx.Batch{}
	b.Queue(`BEGIN`)
	lockOwner(b, l.Owner)
	if l.Owner != "" {
		k, err := seal.Make() // for a new guest
		if err != nil {
			return err
		}
		b.Queue(put, l.Owner, k.ID, k.Raw)
		b.Queue(key, l.Owner).QueryRow(func(row pgx.Row) (err error) {
			var id int64
			var raw []byte
			if err := row.Scan(&id, &raw); err != nil {
				return err
			}
			l.key, err = seal.New(id, raw)
			return err
		})
	}
	var tx int64
	b.Queue(stand, l.Run).QueryRow(func(row pgx.Row) error { return row.Scan(&tx, &l.now, &l.learnt) })
	page := sqlstore.NewPage(l.After)
	b.Queue(sqlstore.ReadPage, l.Owner, l.After).Query(func(rows pgx.Rows) error { return each(rows, page.Scan) })
	err := c.SendBatch(ctx, b).Close()
	if err == nil {
		l.tried, l.page = append(l.tried, tx), page.Sorted()
	}
	return err
}

// keys returns the keys of the memories that notes are about. A new one gets a
// salt.
func (l *learning) keys(ctx context.Context, c *pgx.Conn, n memory.Notes) (map[string]*seal.Key, error) {
	const (
		put = `
			INSERT INTO memory_salts (memory, guest, salt) SELECT memory, $1, salt FROM unnest($2::text[], $3::bytea[]) AS m (memory, salt)
			ON CONFLICT (memory) DO NOTHING`
		read = `SELECT memory, guest, salt FROM memory_salts WHERE memory = ANY($1)`
	)
	keys := map[string]*seal.Key{}
	for _, e := range n.Entries {
		if e.Memory != "" {
			keys[e.Memory] = nil
		}
	}
	for _, r := range n.Rows {
		if r.ID == "" || len(r.Body) == 0 {
			return nil, &sqlstore.CallersError{Err: errors.New("a memory has no id or no body")}
		}
		keys[r.ID] = nil
	}
	if len(keys) == 0 {
		return nil, nil
	}
	ids := slices.Sorted(maps.Keys(keys))
	salts := make([][]byte, len(ids))
	for i := range salts {
		salts[i] = seal.Salt()
	}
	b := &pgx.Batch{}
	b.Queue(put, l.Owner, ids, salts)
	b.Queue(read, ids).Query(func(rows pgx.Rows) error {
		var id, owner string
		var salt []byte
		_, err := pgx.ForEachRow(rows, []any{&id, &owner, &salt}, func() (err error) {
			if owner != l.Owner {
				return &sqlstore.CallersError{Err: fmt.Errorf("the memory %q is of another owner", id)}
			}
			keys[id], err = l.key.Of(salt)
			return err
		})
		return err
	})
	return keys, c.SendBatch(ctx, b).Close()
}

const (
	insertEntries = `
		WITH happened AS MATERIALIZED (
			SELECT nextval('agent_events_id_seq') AS id, e.*
			FROM unnest(@types::text[], @at::timestamptz[], @memories::text[], @bodies::bytea[])
				WITH ORDINALITY AS e (type, time, memory, body, seq)),
		logged AS (
			INSERT INTO agent_events (id, tx, run, seq, thread, step, type, time)
			SELECT id, @tx, @run, seq, @thread, 0, type, time FROM happened)
		INSERT INTO event_payloads (event, guest, memory, body) SELECT id, @owner, memory, body FROM happened`
	upsertMemories = `
		INSERT INTO memories (id, guest, rev, body) SELECT id, @owner, @rev, body FROM unnest(@ids::text[], @rows::bytea[]) AS m (id, body)
		ON CONFLICT (id) DO UPDATE SET rev = EXCLUDED.rev, body = EXCLUDED.body`

	// Of an owner who is new nobody has read anything, or was forgotten since.
	upsertOwner = `
		INSERT INTO memory_owners (guest, rev, purged) VALUES (@owner, @rev, @rev)
		ON CONFLICT (guest) DO UPDATE SET rev = EXCLUDED.rev`

	noMemories = `DELETE FROM memories WHERE guest = $1 AND id = ANY($2)`
	noSalts    = `DELETE FROM memory_salts WHERE guest = $1 AND memory = ANY($2)`
	dropped    = `UPDATE memory_owners SET purged = rev WHERE guest = $1`
)

// commit writes notes and makes page what it is with them.
func (l *learning) commit(ctx context.Context, c *pgx.Conn, n memory.Notes, keys map[string]*seal.Key) error {
	rev := max(l.page.Rev+1, l.now)
	args := pgx.NamedArgs{"owner": l.Owner, "run": l.Run, "thread": l.Thread, "tx": l.tried[len(l.tried)-1], "rev": rev}
	b := &pgx.Batch{}
	if len(n.Entries) > 0 {
		var types, about []string
		var at []time.Time
		var bodies [][]byte
		for i, e := range n.Entries {
			k := l.key
			if e.Memory != "" {
				k = keys[e.Memory]
			}
			types, about, at = append(types, string(e.Type)), append(about, e.Memory), append(at, e.Time)
			bodies = append(bodies, sqlstore.OrNull(k.Seal(e.Data, "event", l.Run, strconv.Itoa(i+1))))
		}
		args["types"], args["memories"], args["at"], args["bodies"] = types, about, at, bodies
		b.Queue(insertEntries, args)
	}
	changed := sqlstore.Latest(n.Rows)
	if len(changed) > 0 {
		var ids []string
		var rows [][]byte
		for _, r := range changed {
			ids, rows = append(ids, r.ID), append(rows, keys[r.ID].Seal(r.Body, "memory", r.ID))
		}
		args["ids"], args["rows"] = ids, rows
		b.Queue(upsertMemories, args)
	}
	b.Queue(upsertOwner, args)
	if len(n.Drop) > 0 {
		b.Queue(noMemories, l.Owner, n.Drop)
		b.Queue(noSalts, l.Owner, n.Drop)
		b.Queue(dropped, l.Owner)
	}
	b.Queue(`COMMIT`)
	if err := c.SendBatch(ctx, b).Close(); err != nil {
		return err
	}
	if len(n.Drop) > 0 {
		l.page = memory.Page{}
		return nil
	}
	l.page.Rev, l.page.Rows = rev, sqlstore.Latest(l.page.Rows, changed)
	return nil
}
