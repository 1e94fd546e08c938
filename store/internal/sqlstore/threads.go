package sqlstore

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/thread"
)

const ownThread = `SELECT 1 FROM threads WHERE id = $1 AND guest = $2`

// Open implements thread.Store.
func (s *Store) Open(ctx context.Context, id, guest string) (thread.Thread, error) {
	const insert = `
		INSERT INTO threads (id, guest, created, updated) VALUES ($1, $2, $3, $3)
		ON CONFLICT (id) DO NOTHING`
	if err := thread.CheckID(id); err != nil {
		return thread.Thread{}, err
	}
	t, err := s.thread(ctx, id, guest)
	if errors.Is(err, thread.ErrNotFound) {
		err = s.write(ctx, "opening a thread", func(t Tx) { t.Do(insert, id, guest, time.Now()) })
		if err == nil {
			t, err = s.thread(ctx, id, guest) // of whoever was first
		}
	}
	return t, err
}

const (
	threadColumns = `t.id, t.created, t.updated, t.title, t.title_sealed, ` + keyColumns
	keyColumns    = `t.guest, k.id, k.key, s.salt, '', NULL`
	threadTables  = `threads AS t LEFT JOIN guest_keys AS k ON k.guest = t.guest LEFT JOIN thread_salts AS s ON s.thread = t.id AND s.guest = t.guest`
)

func (s *Store) thread(ctx context.Context, id, guest string) (thread.Thread, error) {
	const read = `SELECT ` + threadColumns + ` FROM ` + threadTables + ` WHERE t.id = $1 AND t.guest = $2`
	t, err := one(ctx, s, thread.ErrNotFound, scanThread, read, id, guest)
	return t, s.db.Fail(ctx, "reading a thread", err)
}

// List implements thread.Store.
func (s *Store) List(ctx context.Context, guest string, limit int) ([]thread.Thread, error) {
	const query = `
		SELECT ` + threadColumns + ` FROM ` + threadTables + `
		WHERE t.guest = $1 ORDER BY t.updated DESC, t.id DESC LIMIT CAST($2 AS bigint)`
	ts, err := list(ctx, s, scanThread, query, guest, orAll(limit))
	return ts, s.db.Fail(ctx, "listing threads", err)
}

func scanThread(r Row) (t thread.Thread, err error) {
	var sealed []byte
	var o seal.Opener
	into := []any{&t.ID, Time{&t.Created}, Time{&t.Updated}, &t.Title, &sealed}
	if err := r.Scan(append(into, o.Into()...)...); err != nil {
		return t, err
	}
	t.Guest = o.Guest
	t.Title, err = o.OpenText(t.Title, sealed, "title", t.ID)
	return t, err
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) (ms []thread.Message, err error) {
	const read = `
		SELECT m.id, m.role, m.time, m.text, m.text_sealed, m.thread, ` + keyColumns + `
		FROM ` + threadTables + `
		JOIN (SELECT * FROM messages WHERE thread = $1 ORDER BY seq DESC LIMIT CAST($2 AS bigint)) AS m ON m.thread = t.id
		WHERE t.id = $1 ORDER BY m.seq`
	var o seal.Opener
	err = s.db.Read(ctx, func(query Query) error {
		found := false
		ms = nil
		err := query(func(Row) error { found = true; return nil }, ownThread, id, guest)
		if err == nil && !found {
			err = thread.ErrNotFound
		}
		if err != nil {
			return err
		}
		return query(collect(&ms, func(r Row) (thread.Message, error) { return scanMessage(r, &o) }), read, id, orAll(last))
	})
	return ms, s.db.Fail(ctx, "reading messages", err)
}

func scanMessage(r Row, o *seal.Opener) (m thread.Message, err error) {
	var in, role string
	var sealed []byte
	into := []any{&m.ID, &role, Time{&m.Time}, &m.Text, &sealed, &in}
	if err := r.Scan(append(into, o.Into()...)...); err != nil {
		return m, err
	}
	m.Role = thread.Role(role)
	m.Text, err = o.OpenText(m.Text, sealed, "message", in, m.ID)
	return m, err
}

// Append implements thread.Store.
func (s *Store) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	const there = `SELECT 1 FROM messages WHERE thread = $1 AND id = $2 AND role = $3 AND time = $4`
	ms, err := thread.Complete(ms, time.Now())
	if err != nil {
		return err
	}
	err = s.inThread(ctx, id, guest, func(t Tx, k *seal.Key) error {
		if t.Again() && len(ms) > 0 { // perhaps an earlier try has done it, whose answer was lost
			done := has(t, there, id, ms[0].ID, string(ms[0].Role), ms[0].Time)
			if err := t.Now(); err != nil || *done {
				return err
			}
		}
		say(t, id, guest, k, ms, insertMessage)
		return nil
	})
	return s.db.Fail(ctx, "saving messages", err)
}

// Rename implements thread.Store.
func (s *Store) Rename(ctx context.Context, id, guest, title string) error {
	const update = `UPDATE threads SET title = $1, title_sealed = $2 WHERE id = $3`
	err := s.inThread(ctx, id, guest, func(t Tx, k *seal.Key) error {
		plain, sealed := k.SealText(thread.CleanTitle(title), "title", id)
		t.Do(update, plain, sealed, id)
		return nil
	})
	return s.db.Fail(ctx, "renaming a thread", err)
}

// inThread writes in a thread that must be the guest's.
func (s *Store) inThread(ctx context.Context, id, guest string, do func(t Tx, k *seal.Key) error) error {
	return s.db.Write(ctx, func(t Tx) error {
		held := s.hold(t, guest, id)
		theirs := has(t, ownThread, id, guest)
		if err := t.Now(); err != nil {
			return err
		}
		if !*theirs {
			return thread.ErrNotFound
		}
		k, err := held.key(t)
		if err != nil {
			return err
		}
		return do(t, k)
	})
}

const (
	insertMessage = `
		INSERT INTO messages (thread, seq, id, role, text, text_sealed, time)
		SELECT $1, COALESCE(MAX(seq), 0) + 1, $2, $3, $4, $5, $6 FROM messages WHERE thread = $1`
	insertUnlessThere = insertMessage + ` ON CONFLICT (thread, id) DO NOTHING`
)

// say adds messages to a thread.
func say(t Tx, id, guest string, k *seal.Key, ms []thread.Message, insert string) {
	const update = `
		UPDATE threads SET updated = GREATEST(updated, $1),
			title = CASE WHEN title_sealed IS NULL AND title = '' THEN $2 ELSE title END,
			title_sealed = CASE WHEN title_sealed IS NULL AND title = '' THEN $3 ELSE title_sealed END
		WHERE id = $4 AND guest = $5`
	var newest time.Time
	for _, m := range ms {
		if m.Time.After(newest) {
			newest = m.Time
		}
	}
	title, sealed := k.SealText(thread.Title(ms), "title", id)
	t.Do(update, newest, title, sealed, id, guest)
	for _, m := range ms {
		text, sealed := k.SealText(m.Text, "message", id, m.ID)
		t.Do(insert, id, m.ID, string(m.Role), text, sealed, m.Time)
	}
}
