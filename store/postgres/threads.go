package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/thread"
)

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
func sayArgs(args pgx.NamedArgs, k *seal.Key, id string, ms []thread.Message) {
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
	insertMessages = `
		WITH owner AS (
			SELECT thread, guest FROM (SELECT @thread::text AS thread, @guest::text AS guest) AS given WHERE ` + keyIsOf("given", "thread") + `)` + say + `)
		SELECT COUNT(*) FROM told`
	countMessages = `
		SELECT COUNT(*) FROM messages AS s
		JOIN unnest(@ids::text[], @roles::text[], @texts::text[], @textssealed::bytea[], @times::timestamptz[])
			AS m (id, role, text, sealed, time) USING (id, role, text, time)
		WHERE s.thread = @thread AND s.text_sealed IS NOT DISTINCT FROM m.sealed`
)

// Append implements thread.Store.
func (s *Store) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	ms, err := thread.Complete(ms, time.Now())
	if err != nil {
		return err
	}
	args := pgx.NamedArgs{"thread": id, "guest": guest}
	w := &sealing{guest: guest, thread: id, statement: insertMessages, args: args, seal: func(k *seal.Key) { sayArgs(args, k, id, ms) }}
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, again bool) error {
		n, err := s.sealed(ctx, c, w)
		if again && code(err) == uniqueViolation {
			// Perhaps they are the ones whose answer was lost.
			batch := &pgx.Batch{}
			batch.Queue(countMessages, args)
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

var rename = `
	WITH named AS (
		UPDATE threads AS t SET title = @title, title_sealed = @titlesealed
		WHERE t.id = @thread AND t.guest = @guest AND ` + keyIsOf("t", "id") + ` RETURNING id)
	SELECT COUNT(*) FROM named`

// Rename implements thread.Store.
func (s *Store) Rename(ctx context.Context, id, guest, title string) error {
	title = thread.CleanTitle(title)
	args := pgx.NamedArgs{"thread": id, "guest": guest}
	w := &sealing{guest: guest, thread: id, statement: rename, args: args, seal: func(k *seal.Key) {
		args["title"], args["titlesealed"] = k.SealText(title, "title", id)
	}}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		n, err := s.sealed(ctx, c, w)
		if err == nil && n == 0 {
			return thread.ErrNotFound
		}
		return err
	})
	return s.fail(ctx, "renaming a thread", err)
}
