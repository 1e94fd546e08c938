package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Open implements thread.Store.
func (s *Store) Open(ctx context.Context, id, guest string) (thread.Thread, error) {
	const insert = `
		INSERT INTO threads (id, guest, created, updated) VALUES (?, ?, ?, ?)
		ON CONFLICT (id) DO NOTHING`
	if err := thread.CheckID(id); err != nil {
		return thread.Thread{}, err
	}
	t, err := s.thread(ctx, id, guest)
	if !errors.Is(err, thread.ErrNotFound) {
		return t, s.fail(ctx, "reading a thread of", err)
	}
	err = s.write(ctx, func(t *tx) error {
		now := time.Now().UnixMicro()
		_, err := t.exec(insert, id, guest, now, now)
		return err
	})
	if err == nil {
		t, err = s.thread(ctx, id, guest) // of whoever was first
	}
	return t, s.fail(ctx, "opening a thread in", err)
}

func (s *Store) thread(ctx context.Context, id, guest string) (thread.Thread, error) {
	const query = `SELECT id, guest, title, created, updated FROM threads WHERE id = ? AND guest = ?`
	t, err := scanThread(s.reader.QueryRowContext(ctx, query, id, guest))
	if errors.Is(err, sql.ErrNoRows) {
		err = thread.ErrNotFound
	}
	return t, err
}

// List implements thread.Store.
func (s *Store) List(ctx context.Context, guest string, limit int) ([]thread.Thread, error) {
	const query = `
		SELECT id, guest, title, created, updated FROM threads
		WHERE guest = ? ORDER BY updated DESC, id DESC LIMIT ?`
	ts, err := collect(ctx, s.reader, scanThread, query, guest, orAll(limit))
	return ts, s.fail(ctx, "listing the threads of", err)
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) ([]thread.Message, error) {
	const query = `
		SELECT id, role, text, time FROM (
			SELECT seq, id, role, text, time FROM messages
			WHERE thread = ? ORDER BY seq DESC LIMIT ?)
		ORDER BY seq`
	_, err := s.thread(ctx, id, guest)
	if err != nil {
		return nil, s.fail(ctx, "reading a thread of", err)
	}
	ms, err := collect(ctx, s.reader, scanMessage, query, id, orAll(last))
	return ms, s.fail(ctx, "reading messages of", err)
}

// Append implements thread.Store.
func (s *Store) Append(ctx context.Context, id, guest string, ms ...thread.Message) error {
	ms, err := thread.Complete(ms, time.Now())
	if err != nil {
		return err
	}
	err = s.write(ctx, func(t *tx) error { return t.say(id, guest, ms, insertMessage) })
	return s.fail(ctx, "saving messages to", err)
}

const (
	insertMessage = `
		INSERT INTO messages (thread, seq, id, role, text, time)
		SELECT ?1, COALESCE(MAX(seq), 0) + 1, ?2, ?3, ?4, ?5 FROM messages WHERE thread = ?1`
	insertUnlessThere = insertMessage + `
		ON CONFLICT (thread, id) DO NOTHING`
)

func (t *tx) say(id, guest string, ms []thread.Message, insert string) error {
	const update = `
		UPDATE threads SET updated = MAX(updated, ?), title = CASE title WHEN '' THEN ? ELSE title END
		WHERE id = ? AND guest = ?`
	var newest int64
	for _, m := range ms {
		newest = max(newest, m.Time.UnixMicro())
	}
	changed, err := t.exec(update, newest, thread.Title(ms), id, guest)
	if err != nil {
		return err
	}
	if changed == 0 {
		return thread.ErrNotFound
	}
	for _, m := range ms {
		if _, err := t.exec(insert, id, m.ID, string(m.Role), m.Text, m.Time.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}

type row interface{ Scan(...any) error }

func scanThread(r row) (t thread.Thread, err error) {
	var created, updated int64
	err = r.Scan(&t.ID, &t.Guest, &t.Title, &created, &updated)
	t.Created, t.Updated = time.UnixMicro(created).UTC(), time.UnixMicro(updated).UTC()
	return t, err
}

func scanMessage(r row) (m thread.Message, err error) {
	var at int64
	err = r.Scan(&m.ID, &m.Role, &m.Text, &at)
	m.Time = time.UnixMicro(at).UTC()
	return m, err
}

func collect[T any](ctx context.Context, db *sql.DB, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// orAll makes a LIMIT of a number whose zero means no limit.
func orAll(n int) int {
	if n <= 0 {
		return -1
	}
	return n
}
