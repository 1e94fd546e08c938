package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/thread"
)

var rename = newStatement(`
	WITH named AS (
		UPDATE threads AS t SET title = @title, title_sealed = @titlesealed
		WHERE t.id = @thread AND t.guest = @guest AND ` + keyIsOf("t") + ` RETURNING id)
	SELECT COUNT(*) FROM named`)

// Rename implements thread.Store.
func (s *Store) Rename(ctx context.Context, id, guest, title string) error {
	title = thread.CleanTitle(title)
	args := map[string]any{"thread": id, "guest": guest}
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

// Delete implements thread.Store. What memory has learnt belongs to no run, and
// stays. The bytes of what was deleted, which is sealed, are in PostgreSQL's
// files until it vacuums: the guest's key is what Forget makes sure of.
func (s *Store) Delete(ctx context.Context, id, guest string) error {
	const (
		noThread = `DELETE FROM threads WHERE id = $1 AND guest = $2` // and, with it, messages
		noRuns   = `
			WITH gone AS (DELETE FROM runs WHERE thread = $1 AND guest = $2 RETURNING run),
			unlogged AS (DELETE FROM agent_events AS e USING gone WHERE e.run = gone.run RETURNING e.id),
			unsaid AS (DELETE FROM event_payloads AS p USING unlogged WHERE p.event = unlogged.id)
			SELECT FROM gone`
	)
	found := false // by an earlier try, whose answer may have been lost
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
			b := &pgx.Batch{}
			lock(b, id) // steps in the thread are done, or not begun
			b.Queue(allowRemoval)
			b.Queue(noRuns, id, guest) // in the order of Save and Forget, so that none waits for the other
			if err := tx.SendBatch(ctx, b).Close(); err != nil {
				return err
			}
			done, err := tx.Exec(ctx, noThread, id, guest)
			switch {
			case err != nil:
				return err
			case done.RowsAffected() > 0:
				found = true
			case !found:
				return thread.ErrNotFound
			}
			return nil
		})
	})
	if err != nil {
		return s.fail(ctx, "deleting a thread", err)
	}
	s.tail.Removed(ctx)
	return nil
}
