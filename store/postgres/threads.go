package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/store/internal/seal"
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
	const query = `SELECT ` + threadColumns + ` FROM ` + threadTables + ` WHERE t.id = $1 AND t.guest = $2`
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
		SELECT ` + threadColumns + ` FROM ` + threadTables + `
		WHERE t.guest = $1 ORDER BY t.updated DESC, t.id DESC LIMIT $2`
	ts, err := list(ctx, s, scanThread, query, guest, orAll(limit))
	return ts, s.fail(ctx, "listing threads", err)
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) (ms []thread.Message, err error) {
	const query = `
		SELECT m.id, m.role, m.time, m.text, m.text_sealed, m.thread, t.guest, k.ID, k.key
		FROM (SELECT * FROM messages WHERE thread = $1 ORDER BY seq DESC LIMIT $2) AS m
		JOIN threads AS t ON t.id = m.thread LEFT JOIN guest_keys AS k ON k.guest = t.guest
		ORDER BY m.seq`
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		if _, err := owned(ctx, c, id, guest); err != nil {
			return err
		}
		var o seal.Opener
		scan := func(row pgx.CollectableRow) (thread.Message, error) { return scanMessage(row, &o) }
		ms, err = collect(ctx, c, scan, query, id, orAll(last))
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
		SET updated = GREATEST(t.updated, @newest),
			title = CASE WHEN t.title_sealed IS NULL AND t.title = '' THEN @title ELSE t.title END,
			title_sealed = CASE WHEN t.title_sealed IS NULL AND t.title = '' THEN @titlesealed ELSE t.title_sealed END
		FROM owner WHERE t.id = owner.thread AND t.guest = owner.guest
		RETURNING t.id),
	said AS (
		INSERT INTO messages (thread, seq, id, role, text, text_sealed, time)
		SELECT told.id, COALESCE((SELECT MAX(seq) FROM messages WHERE thread = told.id), 0) + m.n, m.id, m.role, m.text, m.sealed, m.time
		FROM told, unnest(@ids::text[], @roles::text[], @texts::text[], @textssealed::bytea[], @times::timestamptz[])
			WITH ORDINALITY AS m (id, role, text, sealed, time, n)`

// sayArgs adds the parameters of say.
func sayArgs(args map[string]any, k *seal.Key, id string, ms []thread.Message) {
	var newest *time.Time
	var ids, roles, texts []string
	var sealed [][]byte
	var times []time.Time
	for _, m := range ms {
		if newest == nil || m.Time.After(*newest) {
			newest = &m.Time
		}
		plain, text := k.SealText(m.Text, "message", id, m.ID)
		ids, roles, times = append(ids, m.ID), append(roles, string(m.Role)), append(times, m.Time)
		texts, sealed = append(texts, plain), append(sealed, text)
	}
	args["newest"], args["ids"], args["roles"], args["times"] = newest, ids, roles, times
	args["texts"], args["textssealed"] = texts, sealed
	args["title"], args["titlesealed"] = k.SealText(thread.Title(ms), "title", id)
}

var (
	insertMessages = newStatement(`
		WITH owner AS (
			SELECT thread, guest FROM (SELECT @thread::text AS thread, @guest::text AS guest) AS given WHERE ` + keyIsOf("given") + `)` + say + `)
		SELECT COUNT(*) FROM told`)
	countMessages = newStatement(`
		SELECT COUNT(*) FROM messages AS s
		JOIN unnest(@ids::text[], @roles::text[], @texts::text[], @textssealed::bytea[], @times::timestamptz[])
			AS m (id, role, text, sealed, time) USING (id, role, text, time)
		WHERE s.thread = @thread AND s.text_sealed IS NOT DISTINCT FROM m.sealed`)
)

// Append implements thread.Store.
func (s *Store) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	ms, err := thread.Complete(ms, time.Now())
	if err != nil {
		return err
	}
	args := map[string]any{"thread": id, "guest": guest}
	w := &sealing{guest: guest, thread: id, statement: insertMessages, args: args, seal: func(k *seal.Key) { sayArgs(args, k, id, ms) }}
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, again bool) error {
		n, err := s.sealed(ctx, c, w)
		if again && code(err) == uniqueViolation {
			// Perhaps they are the ones whose answer was lost.
			batch := &pgx.Batch{}
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

const (
	threadColumns = `t.id, t.created, t.updated, t.title, t.title_sealed, t.guest, k.ID, k.key`
	threadTables  = `threads AS t LEFT JOIN guest_keys AS k ON k.guest = t.guest`
)

func scanThread(row pgx.CollectableRow) (t thread.Thread, err error) {
	var sealed []byte
	var o seal.Opener
	into := []any{&t.ID, &t.Created, &t.Updated, &t.Title, &sealed}
	if err := row.Scan(append(into, o.Into()...)...); err != nil {
		return t, err
	}
	t.Guest, t.Created, t.Updated = o.Guest, t.Created.UTC(), t.Updated.UTC()
	t.Title, err = o.OpenText(t.Title, sealed, "title", t.ID)
	return t, err
}

func scanMessage(row pgx.CollectableRow, o *seal.Opener) (m thread.Message, err error) {
	var in string
	var sealed []byte
	into := []any{&m.ID, &m.Role, &m.Time, &m.Text, &sealed, &in}
	if err := row.Scan(append(into, o.Into()...)...); err != nil {
		return m, err
	}
	m.Time = m.Time.UTC()
	m.Text, err = o.OpenText(m.Text, sealed, "message", in, m.ID)
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
