package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/store/internal/seal"
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
	const query = `SELECT ` + threadColumns + ` FROM ` + threadTables + ` WHERE t.id = ? AND t.guest = ?`
	t, err := scanThread(s.reader.QueryRowContext(ctx, query, id, guest))
	if errors.Is(err, sql.ErrNoRows) {
		err = thread.ErrNotFound
	}
	return t, err
}

// List implements thread.Store.
func (s *Store) List(ctx context.Context, guest string, limit int) ([]thread.Thread, error) {
	const query = `
		SELECT ` + threadColumns + ` FROM ` + threadTables + `
		WHERE t.guest = ? ORDER BY t.updated DESC, t.id DESC LIMIT ?`
	ts, err := collect(ctx, s.reader, scanThread, query, guest, orAll(limit))
	return ts, s.fail(ctx, "listing the threads of", err)
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) ([]thread.Message, error) {
	const query = `
		SELECT m.id, m.role, m.time, m.text, m.text_sealed, m.thread, t.guest, k.ID, k.key
		FROM (SELECT * FROM messages WHERE thread = ? ORDER BY seq DESC LIMIT ?) AS m
		JOIN threads AS t ON t.id = m.thread LEFT JOIN guest_keys AS k ON k.guest = t.guest
		ORDER BY m.seq`
	_, err := s.thread(ctx, id, guest)
	if err != nil {
		return nil, s.fail(ctx, "reading a thread of", err)
	}
	var o seal.Opener
	scan := func(r row) (thread.Message, error) { return scanMessage(r, &o) }
	ms, err := collect(ctx, s.reader, scan, query, id, orAll(last))
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
		INSERT INTO messages (thread, seq, id, role, text, text_sealed, time)
		SELECT ?1, COALESCE(MAX(seq), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM messages WHERE thread = ?1`
	insertUnlessThere = insertMessage + `
		ON CONFLICT (thread, id) DO NOTHING`
)

func (t *tx) say(id, guest string, ms []thread.Message, insert string) error {
	const update = `
		UPDATE threads SET updated = MAX(updated, ?1),
			title = CASE WHEN title_sealed IS NULL AND title = '' THEN ?2 ELSE title END,
			title_sealed = CASE WHEN title_sealed IS NULL AND title = '' THEN ?3 ELSE title_sealed END
		WHERE id = ?4 AND guest = ?5`
	var newest int64
	for _, m := range ms {
		newest = max(newest, m.Time.UnixMicro())
	}
	k, err := t.key(guest)
	if err != nil {
		return err
	}
	title, sealed := k.SealText(thread.Title(ms), "title", id)
	changed, err := t.exec(update, newest, title, sealed, id, guest)
	if err != nil {
		return err
	}
	if changed == 0 {
		return thread.ErrNotFound
	}
	for _, m := range ms {
		text, sealed := k.SealText(m.Text, "message", id, m.ID)
		if _, err := t.exec(insert, id, m.ID, string(m.Role), text, sealed, m.Time.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}

type row interface{ Scan(...any) error }

const (
	threadColumns = `t.id, t.created, t.updated, t.title, t.title_sealed, t.guest, k.ID, k.key`
	threadTables  = `threads AS t LEFT JOIN guest_keys AS k ON k.guest = t.guest`
)

func scanThread(r row) (t thread.Thread, err error) {
	var created, updated int64
	var sealed []byte
	var o seal.Opener
	into := []any{&t.ID, &created, &updated, &t.Title, &sealed}
	if err := r.Scan(append(into, o.Into()...)...); err != nil {
		return t, err
	}
	t.Guest, t.Created, t.Updated = o.Guest, time.UnixMicro(created).UTC(), time.UnixMicro(updated).UTC()
	t.Title, err = o.OpenText(t.Title, sealed, "title", t.ID)
	return t, err
}

func scanMessage(r row, o *seal.Opener) (m thread.Message, err error) {
	var in string
	var when int64
	var sealed []byte
	into := []any{&m.ID, &m.Role, &when, &m.Text, &sealed, &in}
	if err := r.Scan(append(into, o.Into()...)...); err != nil {
		return m, err
	}
	m.Time = time.UnixMicro(when).UTC()
	m.Text, err = o.OpenText(m.Text, sealed, "message", in, m.ID)
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
