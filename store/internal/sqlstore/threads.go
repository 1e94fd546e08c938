package sqlstore

import (
	"context"
	"errors"
	"time"

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
	read := func(query Query) error {
		t, err = owned(query, id, guest)
		return err
	}
	if err := s.db.Read(ctx, read); !errors.Is(err, thread.ErrNotFound) {
		return t, s.db.Fail(ctx, "reading a thread", err)
	}
	err = s.db.Write(ctx, func(x Tx) error {
		x.Do(insert, id, guest, time.Now())
		return read(x.Each) // of whoever was first
	})
	return t, s.db.Fail(ctx, "opening a thread", err)
}

// owned returns a guest's thread.
func owned(query Query, id, guest string) (thread.Thread, error) {
	const read = `SELECT ` + threadColumns + ` FROM ` + threadTables + ` WHERE t.id = $1 AND t.guest = $2`
	t, err := collect(query, scanThread, read, id, guest)
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
		WHERE t.guest = $1 ORDER BY t.updated DESC, t.id DESC LIMIT CAST($2 AS bigint)`
	ts, err := List(ctx, s, scanThread, query, guest, OrAll(limit))
	return ts, s.db.Fail(ctx, "listing threads", err)
}

// Messages implements thread.Store.
func (s *Store) Messages(ctx context.Context, id, guest string, last int) (ms []thread.Message, err error) {
	const read = `
		SELECT m.id, m.role, m.time, m.text, m.text_sealed, m.thread, t.guest, k.ID, k.key, s.salt
		FROM (SELECT * FROM messages WHERE thread = $1 ORDER BY seq DESC LIMIT CAST($2 AS bigint)) AS m
		JOIN threads AS t ON t.id = m.thread LEFT JOIN guest_keys AS k ON k.guest = t.guest
		LEFT JOIN thread_salts AS s ON s.thread = t.id AND s.guest = t.guest
		ORDER BY m.seq`
	err = s.db.Read(ctx, func(query Query) error {
		if _, err := owned(query, id, guest); err != nil {
			return err
		}
		var o seal.Opener
		ms, err = collect(query, func(r Row) (thread.Message, error) { return scanMessage(r, &o) }, read, id, OrAll(last))
		return err
	})
	return ms, s.db.Fail(ctx, "reading messages", err)
}

const (
	threadColumns = `t.id, t.created, t.updated, t.title, t.title_sealed, t.guest, k.ID, k.key, s.salt`
	threadTables  = `threads AS t LEFT JOIN guest_keys AS k ON k.guest = t.guest LEFT JOIN thread_salts AS s ON s.thread = t.id AND s.guest = t.guest`
)

func scanThread(r Row) (t thread.Thread, err error) {
	var sealed []byte
	var o seal.Opener
	into := []any{&t.ID, Time{&t.Created}, Time{&t.Updated}, &t.Title, &sealed}
	if err := r.Scan(append(into, o.IntoThread()...)...); err != nil {
		return t, err
	}
	t.Guest = o.Guest
	t.Title, err = o.OpenText(t.Title, sealed, "title", t.ID)
	return t, err
}

func scanMessage(r Row, o *seal.Opener) (m thread.Message, err error) {
	var in, role string
	var sealed []byte
	into := []any{&m.ID, &role, Time{&m.Time}, &m.Text, &sealed, &in}
	if err := r.Scan(append(into, o.IntoThread()...)...); err != nil {
		return m, err
	}
	m.Role = thread.Role(role)
	m.Text, err = o.OpenText(m.Text, sealed, "message", in, m.ID)
	return m, err
}
