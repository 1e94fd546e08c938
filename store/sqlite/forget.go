package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/store/internal/seal"
)

// key returns the guest's key, and makes it if there is none.
func (t *tx) key(guest string) (*seal.Key, error) {
	const (
		read = `SELECT id, key FROM guest_keys WHERE guest = ?`
		put  = `INSERT INTO guest_keys (guest, id, key) VALUES (?, ?, ?)`
	)
	if guest == "" {
		return nil, nil
	}
	if k := t.keys[guest]; k != nil {
		return k, nil
	}
	stmt, err := t.bind(read, []any{guest})
	if err != nil {
		return nil, err
	}
	var k *seal.Key
	if stmt.Step() {
		k, err = seal.New(stmt.ColumnInt64(0), stmt.ColumnBlob(1, nil))
	}
	if err := errors.Join(err, stmt.Reset()); err != nil {
		return nil, err
	}
	if k == nil {
		if k, err = seal.Make(); err != nil {
			return nil, err
		}
		if _, err := t.exec(put, guest, k.ID, k.Raw); err != nil {
			return nil, err
		}
	}
	t.keys[guest] = k
	return k, nil
}

// Forget destroys the guest's key, and with it all that was sealed: what the
// log says of the guest becomes {"forgotten":true}, in its order. Their threads,
// messages, memories and tokens, and answers kept of what they asked, are
// removed; their runs are over and cannot be loaded.
// Nothing of another guest changes. A guest who comes back begins anew.
//
// Either all of it is done or nothing. What was deleted is overwritten in the
// file and the WAL is emptied; if that has to wait too long for readers Forget
// is an error, and is to be called again, as often as one likes. A copy of the
// file that was made before is not touched.
func (s *Store) Forget(ctx context.Context, guest string) error {
	if guest == "" {
		return errors.New("nobody is to be forgotten: the guest has no name")
	}
	err := s.write(ctx, func(t *tx) error { return t.forget(guest) })
	if err == nil {
		s.tail.Removed(ctx)
		err = s.emptyWAL(ctx)
	}
	return s.fail(ctx, "forgetting a guest in", err)
}

func (t *tx) forget(guest string) (err error) {
	const (
		noKey     = `DELETE FROM guest_keys WHERE guest = ?`
		noThreads = `DELETE FROM threads WHERE guest = ?` // and, with them, messages
		noState   = `
			UPDATE runs SET state = x'01', question = NULL, err = '', err_sealed = NULL WHERE guest = ?`
		noMemories = `DELETE FROM memories WHERE guest = ?`
		noSalts    = `DELETE FROM memory_salts WHERE guest = ?`
		noOwner    = `DELETE FROM memory_owners WHERE guest = ?`
		noAnswers  = `DELETE FROM cache_entries WHERE guest = ?` // who knew of them finds out
		noTokens   = `DELETE FROM tokens WHERE guest = ?`
		nobody     = `DELETE FROM attention WHERE run IN (SELECT run FROM runs WHERE guest = ?)`
		noRuns     = `
			UPDATE runs SET status = 'cancelled', version = version + 1, deadline = NULL, updated = ?2
			WHERE guest = ?1 AND status IN ('running', 'waiting')`

		// What was logged before there were keys.
		plain  = `FROM event_payloads WHERE guest = ?1 AND guest <> '' AND substr(body, 1, 1) <> x'01'`
		allow  = `INSERT INTO removal (allowed) VALUES (1)`
		forbid = `DELETE FROM removal`
		empty  = `REPLACE INTO event_payloads (event, guest, body) SELECT event, guest, x'01' ` + plain
	)
	do := func(query string, args ...any) {
		if err == nil {
			_, err = t.exec(query, args...)
		}
	}
	do(noKey, guest)
	for _, query := range []string{noThreads, noMemories, noSalts, noOwner, noAnswers, noTokens, nobody, noState} {
		do(query, guest)
	}
	do(noRuns, guest, time.Now().UnixMicro())
	do(allow)
	do(empty, guest)
	do(forbid)
	delete(t.keys, guest)
	return err
}

// How long the WAL may wait for a reader that still needs it.
const walPatience = 10 * time.Second

// emptyWAL copies the WAL into the file and cuts it to nothing: what was
// overwritten in the file would else be in it for as long as nobody writes there.
func (s *Store) emptyWAL(ctx context.Context) error {
	for begin := time.Now(); ; {
		busy, err := s.checkpoint(ctx)
		if err != nil || !busy {
			return err
		}
		if time.Since(begin) > walPatience {
			return errors.New("it is done, but what was deleted is still in the WAL, which another program reads: try again")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// checkpoint tries to empty the WAL. It is busy when others read it.
func (s *Store) checkpoint(ctx context.Context) (busy bool, err error) {
	var pages, copied int
	err = s.reader.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	return busy, err
}
