package sqlstore

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Forget destroys the guest's key, and with it all that was sealed: what the
// log says of the guest becomes {"forgotten":true}, in its order. Their threads,
// messages, memories and tokens, and answers kept of what they asked, are
// removed; their runs are over and cannot be loaded.
// Nothing of another guest changes. A guest who comes back begins anew.
//
// Either all of it is done or nothing. Then what was deleted is erased from the
// files of the database, as its package says; if that fails Forget is an error,
// and is to be called again, as often as one likes.
func (s *Store) Forget(ctx context.Context, guest string) error {
	const (
		noKey     = `DELETE FROM guest_keys WHERE guest = $1`
		noThreads = `DELETE FROM threads WHERE guest = $1` // and, with them, messages
		noState   = `
			UPDATE runs SET state = '\x01', question = NULL, err = '', err_sealed = NULL WHERE guest = $1`
		noMemories    = `DELETE FROM memories WHERE guest = $1`
		noSalts       = `DELETE FROM memory_salts WHERE guest = $1`
		noThreadSalts = `DELETE FROM thread_salts WHERE guest = $1`
		noOwner       = `DELETE FROM memory_owners WHERE guest = $1`
		noAnswers     = `DELETE FROM cache_entries WHERE guest = $1` // who knew of them finds out
		noTokens      = `DELETE FROM tokens WHERE guest = $1`
		nobody        = `DELETE FROM attention WHERE run IN (SELECT run FROM runs WHERE guest = $1)`
		noRuns        = `
			UPDATE runs SET status = 'cancelled', version = version + 1, deadline = NULL, updated = $2
			WHERE guest = $1 AND status IN ('running', 'waiting')`
	)
	if guest == "" {
		return errors.New("nobody is to be forgotten: the guest has no name")
	}
	err := s.db.Write(ctx, func(t Tx) error {
		t.Lock(Guest, guest)
		for _, statement := range []string{noKey, noThreads, noMemories, noSalts, noThreadSalts, noOwner, noAnswers, noTokens, nobody, noState} {
			t.Do(statement, guest)
		}
		t.Do(noRuns, guest, s.db.Clock().Stored(time.Now()))
		return nil
	})
	if err == nil {
		s.tail.Removed(ctx)
		err = s.db.Erase(ctx, []string{"guest_keys", "memory_salts", "thread_salts", "cache_entries"}, []string{"threads", "messages", "runs", "event_payloads", "memories", "tokens"})
	}
	return s.db.Fail(ctx, "forgetting a guest", err)
}

// empty leaves of what events say nothing but that it is forgotten. An event is
// never updated.
func empty(t Tx, which string, args ...any) error {
	const (
		remove = `DELETE FROM event_payloads WHERE event = $1`
		put    = `INSERT INTO event_payloads (event, guest, memory, body) VALUES ($1, $2, $3, '\x01')`
	)
	type payload struct {
		event         int64
		guest, memory string
	}
	ps, err := collect(t.Each, func(r Row) (p payload, err error) {
		err = r.Scan(&p.event, &p.guest, &p.memory)
		return p, err
	}, `SELECT event, guest, memory FROM event_payloads WHERE `+which, args...)
	if err != nil || len(ps) == 0 {
		return err
	}
	t.AllowRemoval()
	for _, p := range ps {
		t.Do(remove, p.event)
		t.Do(put, p.event, p.guest, p.memory)
	}
	return nil
}

// Purge implements memory.Store. All of it is done or nothing. What was deleted
// is erased as Forget does; the same goes for its errors.
func (s *Store) Purge(ctx context.Context, owner string, ids []string) error {
	err := s.db.Write(ctx, func(t Tx) error {
		t.Lock(Owner, owner)
		return PurgeMemories(t, owner, ids, s.db.Clock().Stored(time.Now()))
	})
	swept := []string{"memories"}
	if owner == "" {
		swept = append(swept, "event_payloads")
	}
	if err == nil {
		err = s.db.Erase(ctx, []string{"memory_salts"}, swept)
	}
	return s.db.Fail(ctx, "forgetting memories", err)
}

// PurgeMemories removes memories of an owner, or all of them if ids is nil.
func PurgeMemories(t Tx, owner string, ids []string, now time.Time) error {
	const (
		revise = `
			UPDATE memory_owners SET rev = GREATEST(rev + 1, $2), purged = GREATEST(rev + 1, $2) WHERE guest = $1`
		noRows  = `DELETE FROM memories WHERE guest = $1`
		noSalts = `DELETE FROM memory_salts WHERE guest = $1`
		house   = `guest = $1 AND memory <> '' AND body <> '\x01'` // which is sealed with nothing
	)
	args, row, salt := []any{owner}, "", ""
	if ids != nil {
		args, row, salt = append(args, ids), ` AND id = ANY($2)`, ` AND memory = ANY($2)`
	}
	t.Do(revise, owner, now.UnixMicro())
	t.Do(noRows+row, args...)
	t.Do(noSalts+salt, args...)
	if owner == "" {
		return empty(t, house+salt, args...)
	}
	return nil
}

// noRun removes runs, with what was logged in them and who followed them. What
// memory has learnt belongs to no run, and stays.
func noRun(t Tx, events *int64, runs string, args ...any) {
	t.AllowRemoval()
	t.Do(`DELETE FROM event_payloads WHERE event IN (SELECT id FROM agent_events WHERE run `+runs+`)`, args...)
	t.Count(events, `DELETE FROM agent_events WHERE run `+runs, args...)
	t.Do(`DELETE FROM runs WHERE run `+runs, args...)
}

// Delete implements thread.Store. The bytes of what was deleted may be in the files of
// the database for a while, sealed with a key that is gone with the thread's salt.
func (s *Store) Delete(ctx context.Context, id, guest string) error {
	const (
		find     = `SELECT id FROM threads WHERE id = $1 AND guest = $2`
		runs     = `IN (SELECT run FROM runs WHERE thread = $1 AND guest = $2)`
		noThread = `DELETE FROM threads WHERE id = $1 AND guest = $2` // and, with it, messages
		noSalt   = `DELETE FROM thread_salts WHERE thread = $1 AND guest = $2`
	)
	found := false // perhaps by an earlier try, whose answer was lost
	err := s.db.Write(ctx, func(t Tx) error {
		t.Lock(Thread, id) // steps in the thread are done, or not begun
		there, err := collect(t.Each, scanText, find, id, guest)
		if found = found || len(there) > 0; err == nil && !found {
			return thread.ErrNotFound
		}
		// In the order of Save and Forget, so that none waits for the other.
		noRun(t, new(int64), runs, id, guest)
		t.Do(noThread, id, guest)
		t.Do(noSalt, id, guest)
		return err
	})
	if err != nil {
		return s.db.Fail(ctx, "deleting a thread", err)
	}
	s.tail.Removed(ctx)
	s.db.Tidy(ctx, "thread_salts")
	return nil
}

// A transaction removes at most so many runs, and lets other writers in before
// the next: a guest must not wait until a year's log is gone.
const prunedAtOnce = 20

// Prune implements event.Log. When it fails, the number is of those it had
// removed by then. What memory has learnt belongs to no run that is over, and
// stays: memories are made anew from it, however old it is.
func (s *Store) Prune(ctx context.Context, before time.Time) (total int, err error) {
	const find = `
		SELECT run, id FROM runs WHERE id > $1 AND status IN ('ended', 'failed', 'cancelled') AND updated < $2 ORDER BY id LIMIT $3`
	before = s.db.Clock().Stored(before)
	for last := int64(0); ; {
		var old []string
		var events, next int64
		scan := func(r Row) (run string, err error) {
			err = r.Scan(&run, &next)
			return run, err
		}
		err := s.db.Write(ctx, func(t Tx) (err error) {
			if old, err = collect(t.Each, scan, find, last, before, int64(prunedAtOnce)); err == nil && len(old) > 0 {
				noRun(t, &events, `= ANY($1)`, old)
			}
			return err
		})
		if err != nil {
			return total, s.db.Fail(ctx, "removing old events", err)
		}
		last = next
		if total += int(events); len(old) < prunedAtOnce {
			s.tail.Removed(ctx)
			return total, nil
		}
	}
}

// Wait implements event.Tail. What another process appends it sees within 50 ms.
func (s *Store) Wait(ctx context.Context, run string, after int64) error {
	return s.db.Fail(ctx, "waiting for events", s.tail.Wait(ctx, run, after))
}
