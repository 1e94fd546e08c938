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
	const over = `
		UPDATE runs SET status = 'cancelled', version = version + 1, deadline = NULL, updated = $2
		WHERE guest = $1 AND status IN ('running', 'waiting')`
	if guest == "" {
		return errors.New("nobody is to be forgotten: the guest has no name")
	}
	err := s.write(ctx, "forgetting a guest", func(t Tx) {
		s.lock(t, Guest, guest)
		for _, statement := range []string{
			`DELETE FROM guest_keys WHERE guest = $1`,
			`DELETE FROM threads WHERE guest = $1`, // and, with them, messages
			`DELETE FROM memories WHERE guest = $1`,
			`DELETE FROM memory_salts WHERE guest = $1`,
			`DELETE FROM thread_salts WHERE guest = $1`,
			`DELETE FROM memory_owners WHERE guest = $1`,
			`DELETE FROM cache_entries WHERE guest = $1`, // who knew of them finds out
			`DELETE FROM tokens WHERE guest = $1`,
			`DELETE FROM attention WHERE run IN (SELECT run FROM runs WHERE guest = $1)`,
			`UPDATE runs SET state = '\x01', question = NULL, err = '', err_sealed = NULL WHERE guest = $1`,
		} {
			t.Do(statement, guest)
		}
		t.Do(over, guest, s.now())
	})
	if err != nil {
		return err
	}
	s.tail.Removed(ctx)
	err = s.db.Erase(ctx, []string{"guest_keys", "memory_salts", "thread_salts", "cache_entries"}, []string{"threads", "messages", "runs", "event_payloads", "memories", "tokens"})
	return s.db.Fail(ctx, "forgetting a guest", err)
}

// noRuns removes runs that a condition selects, with what was logged in them and who
// followed them. What memory has learnt belongs to no run, and stays.
func (s *Store) noRuns(t Tx, which string, args ...any) {
	t.Do(s.dialect.Allow)
	t.Do(`DELETE FROM event_payloads WHERE event IN (SELECT id FROM agent_events WHERE run `+which+`)`, args...)
	t.Do(`DELETE FROM agent_events WHERE run `+which, args...)
	t.Do(`DELETE FROM runs WHERE run `+which, args...)
	t.Do(s.dialect.Forbid)
}

// deletePatience is how long a deletion waits for others who use what it is to be erased
// from: what it leaves there is taken away by the next one.
const deletePatience = time.Second

// Delete implements thread.Store. The bytes of what was deleted may be in the files of
// the database for a while, sealed with a key that is gone with the thread's salt.
func (s *Store) Delete(ctx context.Context, id, guest string) error {
	const (
		runs     = `IN (SELECT run FROM runs WHERE thread = $1 AND guest = $2)`
		noThread = `DELETE FROM threads WHERE id = $1 AND guest = $2` // and, with it, messages
		noSalt   = `DELETE FROM thread_salts WHERE thread = $1 AND guest = $2`
	)
	found := false // perhaps by an earlier try, whose answer was lost
	err := s.db.Write(ctx, func(t Tx) error {
		s.lock(t, Talk, guest)
		s.lock(t, Thread, id) // steps in the thread are done, or not begun
		there := has(t, ownThread, id, guest)
		if err := t.Now(); err != nil {
			return err
		}
		if found = found || *there; !found {
			return thread.ErrNotFound
		}
		s.noRuns(t, runs, id, guest)
		t.Do(noThread, id, guest)
		t.Do(noSalt, id, guest)
		return nil
	})
	if err != nil {
		return s.db.Fail(ctx, "deleting a thread", err)
	}
	s.tail.Removed(ctx)
	patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), deletePatience)
	defer cancel()
	_ = s.db.Erase(patient, []string{"thread_salts"}, nil)
	return nil
}

// A transaction removes at most so many runs, and lets other writers in before
// the next: a guest must not wait until a year's log is gone.
const prunedAtOnce = 20

// Prune implements event.Log. When it fails, the number is of those it had
// removed by then. What memory has learnt belongs to no run that is over, and
// stays: memories are made anew from it, however old it is.
func (s *Store) Prune(ctx context.Context, before time.Time) (total int, err error) {
	const (
		find = `
			SELECT run, id, seq FROM runs WHERE id > $1 AND status IN ('ended', 'failed', 'cancelled') AND updated < $2
			ORDER BY id LIMIT $3 FOR UPDATE`
		these = `= ANY($1)`
	)
	before = s.stored(before)
	for last := int64(0); ; {
		var old []string
		var next int64
		var events int
		err := s.db.Write(ctx, func(t Tx) error {
			old, events = nil, 0
			if err := ask(t, func(r Row) error {
				var run string
				var seq int
				err := r.Scan(&run, &next, &seq)
				old, events = append(old, run), events+seq
				return err
			}, find, last, before, int64(prunedAtOnce)); err != nil {
				return err
			}
			if len(old) > 0 {
				s.noRuns(t, these, old)
			}
			return nil
		})
		if err != nil {
			return total, s.db.Fail(ctx, "removing old events", err)
		}
		last = next
		if total += events; len(old) < prunedAtOnce {
			s.tail.Removed(ctx)
			return total, nil
		}
	}
}
