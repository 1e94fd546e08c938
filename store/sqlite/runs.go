package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// Save implements graph.Store. If something was said in a thread that is not
// the guest's, it fails with thread.ErrNotFound.
func (s *Store) Save(ctx context.Context, cp *graph.Checkpoint, events []event.Event) error {
	said, err := check(events, cp.Run, cp.Seq-int64(len(events)))
	if err != nil {
		return err
	}
	var question []byte
	if cp.Question != nil {
		if question, err = json.Marshal(cp.Question); err != nil {
			return err
		}
	}
	var now time.Time
	err = s.write(ctx, func(t *tx) error {
		now = time.Now().UTC().Truncate(time.Microsecond)
		if err := t.swap(cp, cp.Seq-int64(len(events)), question, now); err != nil {
			return err
		}
		return t.log(events, said)
	})
	if err == nil {
		cp.Updated = now
		s.tail.Tell(cp.Run, cp.Seq)
	}
	return s.fail(ctx, "saving a run to", err)
}

// swap replaces the checkpoint before cp, whose last event was seq.
func (t *tx) swap(cp *graph.Checkpoint, seq int64, question []byte, now time.Time) error {
	const insert = `
		INSERT INTO runs (run, version, seq, status, step, next, err, err_sealed, deadline, updated, question, state, thread, guest, graph)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15
		WHERE NOT EXISTS (SELECT 1 FROM runs WHERE run = ?1)`
	const update = `
		UPDATE runs SET version = ?2, seq = ?3, status = ?4, step = ?5, next = ?6,
			err = ?7, err_sealed = ?8, deadline = ?9, updated = ?10, question = ?11, state = ?12
		WHERE run = ?1 AND version = ?2 - 1 AND seq = ?13 AND guest = ?14`
	var deadline any
	if !cp.Deadline.IsZero() {
		deadline = cp.Deadline.UnixMicro()
	}
	k, err := t.threadKey(cp.Guest, cp.Thread)
	if err != nil {
		return err
	}
	why, sealed := k.SealText(cp.Err, "err", cp.Run)
	values := []any{
		cp.Run, cp.Version, cp.Seq, string(cp.Status), int64(cp.Step), cp.Next, why, sealed, deadline,
		now.UnixMicro(), k.Seal(question, "question", cp.Run), k.Seal(cp.State, "state", cp.Run),
	}
	var changed int64
	switch {
	case cp.Version != 1:
		changed, err = t.exec(update, append(values, seq, cp.Guest)...)
	case seq == 0:
		changed, err = t.exec(insert, append(values, cp.Thread, cp.Guest, cp.Graph)...)
	}
	switch {
	case errors.Is(err, sqlite3.CONSTRAINT_UNIQUE):
		return graph.ErrBusy
	case err == nil && changed == 0:
		return graph.ErrConflict
	}
	return err
}

// AppendEvents implements graph.Store. What was said it keeps as Save does.
func (s *Store) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	const update = `
		UPDATE runs SET seq = seq + ?1, updated = ?2
		WHERE run = ?3 AND version = ?4 AND (?1 = 0 OR seq = ?5 AND guest = ?6)`
	var seq int64
	var guest string
	if len(events) > 0 {
		seq, guest = events[0].Seq-1, events[0].Guest
	}
	said, err := check(events, run, seq)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(t *tx) error {
		changed, err := t.exec(update, int64(len(events)), time.Now().UnixMicro(), run, version, seq, guest)
		if err != nil {
			return err
		}
		if changed == 0 {
			return graph.ErrConflict
		}
		return t.log(events, said)
	})
	if err == nil {
		s.tail.Tell(run, seq+int64(len(events)))
	}
	return s.fail(ctx, "saving events to", err)
}
