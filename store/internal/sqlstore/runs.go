package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Load implements graph.Store. A run whose guest was forgotten is not found.
func (s *Store) Load(ctx context.Context, run string) (*graph.Checkpoint, error) {
	const query = `
		SELECT r.run, r.thread, r.graph, r.version, r.seq, r.status, r.step, r.next, r.deadline, r.updated,
			r.err, r.err_sealed, r.question, r.state, r.guest, k.ID, k.key, s.salt
		FROM runs AS r LEFT JOIN guest_keys AS k ON k.guest = r.guest
			LEFT JOIN thread_salts AS s ON s.thread = r.thread AND s.guest = r.guest
		WHERE r.run = $1`
	found, err := List(ctx, s, scanCheckpoint, query, run)
	if err == nil && len(found) == 0 {
		err = graph.ErrNotFound
	} else if errors.Is(err, seal.ErrForgotten) {
		err = fmt.Errorf("%w: %w", graph.ErrNotFound, err)
	}
	if err != nil {
		return nil, s.db.Fail(ctx, "reading a run", err)
	}
	cp := &found[0]
	if cp.Updated = s.db.Clock().Told(cp.Updated); !cp.Deadline.IsZero() {
		cp.Deadline = s.db.Clock().Told(cp.Deadline)
	}
	return cp, nil
}

func scanCheckpoint(r Row) (cp graph.Checkpoint, err error) {
	var status string
	var why, question, state []byte
	var o seal.Opener
	into := []any{
		&cp.Run, &cp.Thread, &cp.Graph, &cp.Version, &cp.Seq, &status, &cp.Step, &cp.Next,
		Time{&cp.Deadline},
		Time{&cp.Updated},
		&cp.Err, &why, &question, &state,
	}
	if err := r.Scan(append(into, o.IntoThread()...)...); err != nil {
		return cp, err
	}
	cp.Guest, cp.Status = o.Guest, graph.Status(status)
	if cp.State, err = o.Open(state, "state", cp.Run); err != nil {
		return cp, err
	}
	if cp.Err, err = o.OpenText(cp.Err, why, "err", cp.Run); err != nil {
		return cp, err
	}
	if question, err = o.Open(question, "question", cp.Run); err == nil && question != nil {
		err = json.Unmarshal(question, &cp.Question)
	}
	return cp, err
}

// Due implements graph.Store.
func (s *Store) Due(ctx context.Context, graph string, now time.Time, limit int) ([]string, error) {
	const query = `
		SELECT run FROM runs
		WHERE graph = $1 AND status = 'waiting' AND deadline IS NOT NULL AND deadline <= $2
		ORDER BY deadline, id LIMIT $3`
	runs, err := List(ctx, s, scanText, query, graph, s.db.Clock().Stored(now), OrAll(limit))
	return runs, s.db.Fail(ctx, "looking for overdue questions", err)
}

// Stalled implements graph.Store.
func (s *Store) Stalled(ctx context.Context, graph string, before time.Time, limit int) ([]string, error) {
	const query = `
		SELECT run FROM runs WHERE graph = $1 AND status = 'running' AND updated < $2
		ORDER BY updated, id LIMIT $3`
	runs, err := List(ctx, s, scanText, query, graph, s.db.Clock().Stored(before), OrAll(limit))
	return runs, s.db.Fail(ctx, "looking for abandoned runs", err)
}

// isThere is true of runs that can be loaded: their guest was not forgotten.
const isThere = `NOT (status = 'cancelled' AND state IS NOT DISTINCT FROM '\x01')`

// lastEvents returns the number of the last event of each run that is there.
func (s *Store) lastEvents(ctx context.Context, runs []string) (map[string]int64, error) {
	const query = `SELECT run, seq FROM runs WHERE run = ANY($1) AND ` + isThere
	last := map[string]int64{}
	_, err := List(ctx, s, func(r Row) (run string, err error) {
		var seq int64
		err = r.Scan(&run, &seq)
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
	var n int64
	now := s.db.Clock().Stored(s.db.Clock().Now())
	err := s.write(ctx, "noting who follows a run", func(t Tx) { t.Count(&n, put, run, now) })
	if err == nil && n == 0 {
		return graph.ErrNotFound
	}
	return err
}

// Attended implements event.Tail.
func (s *Store) Attended(ctx context.Context, run string) (at time.Time, err error) {
	const query = `SELECT at FROM attention WHERE run = $1`
	found, err := List(ctx, s, func(r Row) (at time.Time, err error) {
		err = r.Scan(Time{&at})
		return at, err
	}, query, run)
	if err != nil || len(found) == 0 {
		return time.Time{}, s.db.Fail(ctx, "reading who follows a run", err)
	}
	return s.db.Clock().Told(found[0]), nil
}
