package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"github.com/maitre-dev/maitre/graph"
)

// Wait implements event.Tail. What another process appends it sees within 50 ms.
func (s *Store) Wait(ctx context.Context, run string, after int64) error {
	return s.fail(ctx, "waiting for events of", s.tail.Wait(ctx, run, after))
}

// isThere is true of runs that can be loaded: their guest was not forgotten.
const isThere = `NOT (status = 'cancelled' AND state IS x'01')`

func (s *Store) lastEvents(ctx context.Context, runs []string) (map[string]int64, error) {
	const query = `
		SELECT run, seq FROM runs WHERE run IN (SELECT value FROM json_each(?)) AND ` + isThere
	names, err := json.Marshal(runs)
	if err != nil {
		return nil, err
	}
	last := map[string]int64{}
	_, err = collect(ctx, s.reader, func(r row) (run string, err error) {
		var seq int64
		err = r.Scan(&run, &seq)
		last[run] = seq
		return run, err
	}, query, string(names))
	return last, err
}

// Attend implements event.Tail.
func (s *Store) Attend(ctx context.Context, run string) error {
	const put = `
		INSERT INTO attention (run, at) SELECT run, ?2 FROM runs WHERE run = ?1 AND ` + isThere + `
		ON CONFLICT (run) DO UPDATE SET at = MAX(at, excluded.at)`
	err := s.write(ctx, func(t *tx) error {
		changed, err := t.exec(put, run, time.Now().UnixMicro())
		if err == nil && changed == 0 {
			return graph.ErrNotFound
		}
		return err
	})
	return s.fail(ctx, "noting who follows a run in", err)
}

// Attended implements event.Tail.
func (s *Store) Attended(ctx context.Context, run string) (time.Time, error) {
	const query = `SELECT at FROM attention WHERE run = ?`
	found, err := collect(ctx, s.reader, scanTime, query, run)
	if err != nil || len(found) == 0 {
		return time.Time{}, s.fail(ctx, "reading who follows a run in", err)
	}
	return found[0], nil
}

func scanTime(r row) (time.Time, error) {
	var when int64
	err := r.Scan(&when)
	return time.UnixMicro(when).UTC(), err
}
