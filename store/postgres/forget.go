package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Forget destroys the guest's key, and with it all that was sealed: what the
// log says of the guest becomes {"forgotten":true}, in its order. Their threads,
// messages, memories and tokens are removed, their runs are over and cannot be
// loaded.
// Nothing of another guest changes. A guest who comes back begins anew.
//
// Either all of it is done or nothing. The tables of keys and of salts are then
// written anew, and rows that were deleted are vacuumed away; if that fails
// Forget is an error, and is to be called again, as often as one likes.
//
// What PostgreSQL keeps elsewhere is not touched. Its WAL holds, until it is
// recycled, what was sealed and the key as it was when it was made; so do an
// archive of the WAL, a standby that lags, and a backup that was made before:
// their retention is the operator's. A transaction that began before and is
// still open keeps the old key in the table until a later Forget. Another
// process that wrote for the guest has the key in its memory for ten seconds,
// and uses it for nothing.
func (s *Store) Forget(ctx context.Context, guest string) error {
	if guest == "" {
		return errors.New("nobody is to be forgotten: the guest has no name")
	}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error { return tx.SendBatch(ctx, forget(guest)).Close() })
	})
	s.keys.drop(guest)
	if err == nil {
		err = s.vacuum(ctx, []string{"guest_keys", "memory_salts", "cache_entries"}, []string{"threads", "messages", "runs", "event_payloads", "memories", "tokens"})
	}
	return s.fail(ctx, "forgetting a guest", err)
}

// allowRemoval lets a transaction remove events, until it ends.
const allowRemoval = `SELECT set_config('maitre.removal', 'allowed', true)`

func forget(guest string) *pgx.Batch {
	const (
		alone     = `LOCK TABLE runs IN SHARE ROW EXCLUSIVE MODE` // steps that seal with the key are done, or not begun
		noKey     = `DELETE FROM guest_keys WHERE guest = $1`
		noThreads = `DELETE FROM threads WHERE guest = $1` // and, with them, messages
		noState   = `
			UPDATE runs SET state = '\x01', question = NULL, err = '', err_sealed = NULL WHERE guest = $1`
		noMemories = `DELETE FROM memories WHERE guest = $1`
		noSalts    = `DELETE FROM memory_salts WHERE guest = $1`
		noOwner    = `DELETE FROM memory_owners WHERE guest = $1`
		noAnswers  = `DELETE FROM cache_entries WHERE guest = $1` // who knew of them finds out
		noTokens   = `DELETE FROM tokens WHERE guest = $1`
		nobody     = `DELETE FROM attention WHERE run IN (SELECT run FROM runs WHERE guest = $1)`
		noRuns     = `
			UPDATE runs SET status = 'cancelled', version = version + 1, deadline = NULL, updated = $2
			WHERE guest = $1 AND status IN ('running', 'waiting')`

		// What was logged before there were keys.
		empty = `
			WITH plain AS (
				DELETE FROM event_payloads WHERE guest = $1 AND guest <> '' AND substr(body, 1, 1) <> '\x01'
				RETURNING event, guest)
			INSERT INTO event_payloads (event, guest, body) SELECT event, guest, '\x01' FROM plain`
	)
	b := &pgx.Batch{}
	lockOwner(b, guest)
	b.Queue(alone)
	b.Queue(allowRemoval)
	for _, query := range []string{noKey, noThreads, noMemories, noSalts, noOwner, noAnswers, noTokens, nobody, noState, empty} {
		b.Queue(query, guest)
	}
	b.Queue(noRuns, guest, time.Now())
	return b
}

// How long all who read or write a guest's words may wait for the copy of keys
// and salts, which waits for a dump of the database; and how often they are tried.
const (
	copyWait  = `SET lock_timeout = '200ms'`
	copyTries = 8
)

// vacuum removes what deleted rows have left, however long it takes. Only of
// keys and salts would it be a danger that the bytes of a row stay in the file:
// their tables, which are small, are copied.
func (s *Store) vacuum(ctx context.Context, copied, swept []string) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	do := func(statement string) {
		if err == nil {
			_, err = conn.Exec(ctx, statement)
		}
	}
	do(`SET statement_timeout = 0`)
	do(copyWait)
	for tries := copyTries; err == nil && len(copied) > 0; tries-- {
		do(`VACUUM FULL ` + copied[0])
		if code(err) != lockNotAvailable {
			copied = copied[1:]
		} else if tries > 1 {
			time.Sleep(50 * time.Millisecond)
			err = nil
		}
	}
	do(`RESET lock_timeout`)
	for _, table := range swept {
		do(`VACUUM ` + table)
	}
	do(`RESET statement_timeout`)
	if err != nil {
		_ = conn.Conn().Close(context.WithoutCancel(ctx)) // its settings are not those of the others
		return fmt.Errorf("it is done, but what was deleted is still in the files (try again): %w", err)
	}
	return nil
}
