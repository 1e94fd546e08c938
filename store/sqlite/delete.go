package sqlite

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Rename implements thread.Store.
func (s *Store) Rename(ctx context.Context, id, guest, title string) error {
	const update = `UPDATE threads SET title = ?, title_sealed = ? WHERE id = ? AND guest = ?`
	title = thread.CleanTitle(title)
	err := s.write(ctx, func(t *tx) error {
		k, err := t.key(guest)
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

// How long a deletion waits for readers of the WAL: writers wait with it, and
// unlike Forget it is for every day.
const deletePatience = 200 * time.Millisecond

// Delete implements thread.Store. What was deleted is overwritten in the file,
// and the WAL is emptied, unless others read it for long: then what it holds,
// which is sealed, stays until the WAL is next written from its beginning.
func (s *Store) Delete(ctx context.Context, id, guest string) error {
	if err := s.write(ctx, func(t *tx) error { return t.remove(id, guest) }); err != nil {
		return s.fail(ctx, "deleting a thread of", err)
	}
	s.tail.Removed(ctx)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deletePatience)
	defer cancel()
	_, _ = s.checkpoint(ctx) // the thread is gone all the same
	return nil
}

// remove removes a guest's thread and its runs. What memory has learnt belongs
// to no run, and stays.
func (t *tx) remove(id, guest string) error {
	const (
		noThread   = `DELETE FROM threads WHERE id = ? AND guest = ?` // and, with it, messages
		list       = `SELECT run FROM runs WHERE thread = ? AND guest = ?`
		allow      = `INSERT INTO removal (allowed) VALUES (1)`
		noPayloads = `DELETE FROM event_payloads WHERE event IN (SELECT id FROM agent_events WHERE run IN (` + list + `))`
		noEvents   = `DELETE FROM agent_events WHERE run IN (` + list + `)`
		noRuns     = `DELETE FROM runs WHERE thread = ? AND guest = ?` // and, with them, attention
		forbid     = `DELETE FROM removal`
	)
	changed, err := t.exec(noThread, id, guest)
	if err == nil && changed == 0 {
		err = thread.ErrNotFound
	}
	if err != nil {
		return err
	}
	do := func(query string, args ...any) {
		if err == nil {
			_, err = t.exec(query, args...)
		}
	}
	do(allow)
	for _, query := range []string{noPayloads, noEvents, noRuns} {
		do(query, id, guest)
	}
	do(forbid)
	return err
}
