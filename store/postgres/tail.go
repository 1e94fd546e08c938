package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/graph"
)

// Wait implements event.Tail. What another process appends it sees within 50 ms.
func (s *Store) Wait(ctx context.Context, run string, after int64) error {
	return s.fail(ctx, "waiting for events", s.tail.Wait(ctx, run, after))
}

// isThere is true of runs that can be loaded: their guest was not forgotten.
const isThere = `NOT (status = 'cancelled' AND state IS NOT DISTINCT FROM '\x01')`

func (s *Store) lastEvents(ctx context.Context, runs []string) (map[string]int64, error) {
	const query = `SELECT run, seq FROM runs WHERE run = ANY($1) AND ` + isThere
	last := map[string]int64{}
	_, err := list(ctx, s, func(row pgx.CollectableRow) (run string, err error) {
		var seq int64
		err = row.Scan(&run, &seq)
		last[run] = seq
		return run, err
	}, query, runs)
	return last, err
}

// Attend implements event.Tail.
func (s *Store) Attend(ctx context.Context, run string) error {
	const put = `
		INSERT INTO attention AS a (run, at) SELECT run, $2 FROM runs WHERE run = $1 AND ` + isThere + `
		ON CONFLICT (run) DO UPDATE SET at = GREATEST(a.at, excluded.at)`
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		done, err := c.Exec(ctx, put, run, s.clock.stored(s.clock.here()))
		if err == nil && done.RowsAffected() == 0 || code(err) == foreignKeyViolation { // or just removed
			return graph.ErrNotFound
		}
		return err
	})
	return s.fail(ctx, "noting who follows a run", err)
}

// Attended implements event.Tail.
func (s *Store) Attended(ctx context.Context, run string) (time.Time, error) {
	const query = `SELECT at FROM attention WHERE run = $1`
	found, err := list(ctx, s, pgx.RowTo[time.Time], query, run)
	if err != nil || len(found) == 0 {
		return time.Time{}, s.fail(ctx, "reading who follows a run", err)
	}
	return s.clock.told(found[0].UTC()), nil
}
