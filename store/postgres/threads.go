package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/thread"
)

// Open implements thread.Store.
func (s *Store) Open(ctx context.Context, id, guest string) (t thread.Thread, err error) {
	const insert = `
		INSERT INTO threads (id, guest, created, updated) VALUES ($1, $2, $3, $3)
		ON CONFLICT (id) DO NOTHING`
	if err := thread.CheckID(id); err != nil {
		return thread.Thread{}, err
	}
	read := func(ctx context.Context, c *pgx.Conn) (err error) {
		t, err = owned(ctx, c, id, guest)
		return err
	}
	if err := s.read(ctx, read); !errors.Is(err, thread.ErrNotFound) {
		return t, s.fail(ctx, "reading a thread", err)
	}
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		if _, err := c.Exec(ctx, insert, id, guest, time.Now()); err != nil {
			return err
		}
		return read(ctx, c) // of whoever was first
	})
	return t, s.fail(ctx, "opening a thread", err)
}

// owned returns a guest's thread.
func owned(ctx context.Context, c *pgx.Conn, id, guest string) (thread.Thread, error) {
	const query = `SELECT id, guest, title, created, updated FROM threads WHERE id = $1 AND guest = $2`
	t, err := collect(ctx, c, scanThread, query, id, guest)
	if err == nil && len(t) == 0 {
		err = thread.ErrNotFound
	}
	if err != nil {
		return thread.Thread{}, err
	}
	return t[0], nil
}

// List implements thread.Store.
func (s *Store) List(ctx context.Context, guest string, limit int) ([]thread.Thread, error) {
	const query = `
		SELECT id, guest, title, created, updated FROM threads
		WHERE guest = $1 ORDER BY updated DESC, id DESC LIMIT $2`
	ts, err := list(ctx, s, scanThread, query, guest, orAll(limit))
	return ts, s.fail(ctx, "listing threads", err)
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) (ms []thread.Message, err error) {
	const query = `
		SELECT id, role, text, time FROM (
			SELECT seq, id, role, text, time FROM messages
			WHERE thread = $1 ORDER BY seq DESC LIMIT $2) AS newest
		ORDER BY seq`
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		if _, err := owned(ctx, c, id, guest); err != nil {
			return err
		}
		ms, err = collect(ctx, c, scanMessage, query, id, orAll(last))
		return err
	})
	return ms, s.fail(ctx, "reading messages", err)
}

// say adds messages to the thread of whoever owner selects, if it is theirs.
// The thread is locked, by a statement before this one, so that the last seq
// is still the last.
const say = `,
	told AS (
		UPDATE threads AS t
		SET updated = GREATEST(t.updated, @newest), title = CASE t.title WHEN '' THEN @title ELSE t.title END
		FROM owner WHERE t.id = owner.thread AND t.guest = owner.guest
		RETURNING t.id),
	said AS (
		INSERT INTO messages (thread, seq, id, role, text, time)
		SELECT told.id, COALESCE((SELECT MAX(seq) FROM messages WHERE thread = told.id), 0) + m.n, m.id, m.role, m.text, m.time
		FROM told, unnest(@ids::text[], @roles::text[], @texts::text[], @times::timestamptz[])
			WITH ORDINALITY AS m (id, role, text, time, n)`

// sayArgs adds the parameters of say.
func sayArgs(args map[string]any, ms []thread.Message) {
	var newest *time.Time
	var ids, roles, texts []string
	var times []time.Time
	for _, m := range ms {
		if newest == nil || m.Time.After(*newest) {
			newest = &m.Time
		}
		ids, roles, texts, times = append(ids, m.ID), append(roles, string(m.Role)), append(texts, m.Text), append(times, m.Time)
	}
	args["newest"], args["title"] = newest, thread.Title(ms)
	args["ids"], args["roles"], args["texts"], args["times"] = ids, roles, texts, times
}

var (
	insertMessages = newStatement(`WITH owner AS (SELECT @thread::text AS thread, @guest::text AS guest)` + say + `)
		SELECT COUNT(*) FROM told`)
	countMessages = newStatement(`
		SELECT COUNT(*) FROM messages JOIN unnest(@ids::text[], @roles::text[], @texts::text[], @times::timestamptz[])
			AS m (id, role, text, time) USING (id, role, text, time)
		WHERE thread = @thread`)
)

// Append implements thread.Store.
func (s *Store) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	ms, err := thread.Complete(ms, time.Now())
	if err != nil {
		return err
	}
	args := map[string]any{"thread": id, "guest": guest}
	sayArgs(args, ms)
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, again bool) error {
		batch := &pgx.Batch{}
		lock(batch, id)
		insertMessages.queue(batch, args)
		n, err := one(ctx, c, batch)
		if again && code(err) == uniqueViolation {
			// Perhaps they are the ones whose answer was lost.
			batch = &pgx.Batch{}
			countMessages.queue(batch, args)
			if n, lost := one(ctx, c, batch); lost == nil && n == len(ms) {
				return nil
			}
		}
		if err == nil && n == 0 {
			return thread.ErrNotFound
		}
		return err
	})
	return s.fail(ctx, "saving messages", err)
}

func scanThread(row pgx.CollectableRow) (t thread.Thread, err error) {
	err = row.Scan(&t.ID, &t.Guest, &t.Title, &t.Created, &t.Updated)
	t.Created, t.Updated = t.Created.UTC(), t.Updated.UTC()
	return t, err
}

func scanMessage(row pgx.CollectableRow) (m thread.Message, err error) {
	err = row.Scan(&m.ID, &m.Role, &m.Text, &m.Time)
	m.Time = m.Time.UTC()
	return m, err
}

// list returns the rows of a query.
func list[T any](ctx context.Context, s *Store, scan pgx.RowToFunc[T], query string, args ...any) (all []T, err error) {
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) (err error) {
		all, err = collect(ctx, c, scan, query, args...)
		return err
	})
	return all, err
}

func collect[T any](ctx context.Context, c *pgx.Conn, scan pgx.RowToFunc[T], query string, args ...any) ([]T, error) {
	rows, err := c.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.AppendRows([]T(nil), rows, scan)
}

// orAll makes a LIMIT of a number whose zero means no limit.
func orAll(n int) *int {
	if n <= 0 {
		return nil
	}
	return &n
}
