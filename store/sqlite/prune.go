package sqlite

import (
	"context"
	"time"
)

// A transaction removes at most so many runs, and lets other writers in
// before the next: a guest must not wait until a year's log is gone.
const prunedAtOnce = 100

// Prune implements event.Log. When it fails, the number is of those it had
// removed by then. What memory has learnt belongs to no run that is over, and
// stays: memories are made anew from it, however old it is.
func (s *Store) Prune(ctx context.Context, before time.Time) (int, error) {
	var total int64
	for {
		var runs, events int64
		err := s.write(ctx, func(t *tx) (err error) {
			runs, events, err = t.prune(before)
			return err
		})
		if err != nil {
			return int(total), s.fail(ctx, "removing old events from", err)
		}
		total += events
		if runs < prunedAtOnce {
			s.tail.Removed(ctx)
			return int(total), nil
		}
	}
}

func (t *tx) prune(before time.Time) (runs, events int64, err error) {
	const old = `
		(SELECT run FROM runs WHERE status IN ('ended', 'failed', 'cancelled') AND updated < ?
		ORDER BY updated, id LIMIT ?)`
	const (
		allow      = `INSERT INTO removal (allowed) VALUES (1)`
		noPayloads = `DELETE FROM event_payloads WHERE event IN (SELECT id FROM agent_events WHERE run IN` + old + `)`
		noEvents   = `DELETE FROM agent_events WHERE run IN` + old
		noRuns     = `DELETE FROM runs WHERE run IN` + old
		forbid     = `DELETE FROM removal`
	)
	do := func(query string, args ...any) (n int64) {
		if err == nil {
			n, err = t.exec(query, args...)
		}
		return n
	}
	which := []any{before.UnixMicro(), int64(prunedAtOnce)}
	do(allow)
	do(noPayloads, which...)
	events = do(noEvents, which...)
	runs = do(noRuns, which...)
	do(forbid)
	return runs, events, err
}
