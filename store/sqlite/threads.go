package sqlite

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

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
	k, err := t.threadKey(guest, id)
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

// Rename implements thread.Store.
func (s *Store) Rename(ctx context.Context, id, guest, title string) error {
	const update = `UPDATE threads SET title = ?, title_sealed = ? WHERE id = ? AND guest = ?`
	title = thread.CleanTitle(title)
	err := s.write(ctx, func(t *tx) error {
		k, err := t.threadKey(guest, id)
		if err != nil {
			return err
		}
		plain, sealed := k.SealText(title, "title", id)
		changed, err := t.exec(update, plain, sealed, id, guest)
		if err == nil && changed == 0 {
			return thread.ErrNotFound // and a key that was made for it is undone
		}
		return err
	})
	return s.fail(ctx, "renaming a thread of", err)
}
