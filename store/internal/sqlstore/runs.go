package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/thread"
)

// step is what moves a run on: from where it stands to where it then does, with
// events that may say something in its thread.
type step struct {
	run, thread, guest string
	begins             bool // the run is not there yet
	from, to           position
	events             []event.Event
	said               []thread.Message
}

// position is where a run stands, and since when: of two workers that would bring it to
// the same version, the time says who has.
type position struct {
	version, seq int64
	updated      int64 // microseconds
}

// check makes sure that events are the run's, of one guest and thread, and numbered from
// where it stands, and reads what is said in them.
func (st *step) check() (err error) {
	for i, e := range st.events {
		if e.Run != st.run || e.Guest != st.guest || e.Thread != st.thread || e.Seq != st.from.seq+int64(i)+1 {
			return graph.ErrConflict
		}
	}
	st.said, err = event.Messages(st.events)
	return err
}

// take takes a step. The run, the guest's keys and the thread stay as they were read until move
// has moved the run on.
func (s *Store) take(ctx context.Context, doing string, st *step, move func(t Tx, k *seal.Key)) error {
	if err := st.check(); err != nil {
		return err
	}
	err := s.writeOnce(ctx, func(t Tx) error {
		held := s.hold(t, st.guest, st.thread)
		if done, err := st.ready(t); done || err != nil {
			return err
		}
		k, err := held.key(t)
		if err != nil {
			return err
		}
		move(t, k)
		if len(st.said) > 0 {
			say(t, st.thread, st.guest, k, st.said, insertUnlessThere)
		}
		for _, e := range st.events {
			s.appendEvent(t, e, "", k)
		}
		return nil
	})
	if err == nil {
		s.tail.Tell(st.run, st.to.seq)
	}
	return s.db.Fail(ctx, doing, err)
}

// ready makes sure that the step can be taken, or is done: by an earlier try, whose
// answer was lost.
func (st *step) ready(t Tx) (done bool, err error) {
	const (
		stand    = `SELECT version, seq, updated, thread, guest FROM runs WHERE run = $1 FOR UPDATE`
		underWay = `SELECT 1 FROM runs WHERE thread = $1 AND thread <> '' AND status IN ('running', 'waiting')`
	)
	var now position
	there := false
	whose := [2]string{st.thread, st.guest}
	t.Ask(func(r Row) error {
		var at time.Time
		there = true
		err := r.Scan(&now.version, &now.seq, Time{&at}, &whose[0], &whose[1])
		now.updated = at.UnixMicro()
		return err
	}, stand, st.run)
	busy, theirs := new(bool), new(bool)
	if st.begins {
		busy = has(t, underWay, st.thread)
	}
	if len(st.said) > 0 {
		theirs = has(t, ownThread, st.thread, st.guest)
	}
	switch err := t.Now(); {
	case err != nil:
		return false, err
	case t.Again() && now == st.to:
		return true, nil
	case there == st.begins || now.version != st.from.version || now.seq != st.from.seq || whose != [2]string{st.thread, st.guest}:
		return false, graph.ErrConflict
	case *busy:
		return false, graph.ErrBusy
	case len(st.said) > 0 && !*theirs:
		return false, thread.ErrNotFound
	}
	return false, nil
}

// insertRun begins a run of $1 to $15.
func (d Dialect) insertRun() string {
	columns := "run, version, seq, status, step, next, err, err_sealed, deadline, updated, question, state, thread, guest, graph"
	values := "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15"
	if d.Token {
		columns, values = columns+", token", values+", 0"
	}
	return `INSERT INTO runs (` + columns + `) VALUES (` + values + `)`
}

// Save implements graph.Store. What events say is added to their thread; when
// that is not the guest's, Save fails with thread.ErrNotFound.
func (s *Store) Save(ctx context.Context, cp *graph.Checkpoint, events []event.Event) error {
	const update = `
		UPDATE runs SET version = $2, seq = $3, status = $4, step = $5, next = $6,
			err = $7, err_sealed = $8, deadline = $9, updated = $10, question = $11, state = $12
		WHERE run = $1`
	question, err := encodeQuestion(cp.Question)
	if err != nil {
		return err
	}
	now, ahead := s.db.Now()
	now = now.UTC().Truncate(time.Microsecond)
	st := &step{
		run: cp.Run, thread: cp.Thread, guest: cp.Guest, events: events, begins: cp.Version == 1,
		from: position{version: cp.Version - 1, seq: cp.Seq - int64(len(events))}, to: position{cp.Version, cp.Seq, now.Add(-ahead).UnixMicro()},
	}
	var deadline any
	if !cp.Deadline.IsZero() {
		deadline = cp.Deadline.Add(-ahead)
	}
	err = s.take(ctx, "saving a run", st, func(t Tx, k *seal.Key) {
		why, sealed := k.SealText(printable(cp.Err), "err", cp.Run)
		values := []any{
			cp.Run, cp.Version, cp.Seq, string(cp.Status), int64(cp.Step), cp.Next, why, sealed, deadline, now.Add(-ahead),
			orNull(k.Seal(question, "question", cp.Run)), orNull(k.Seal(cp.State, "state", cp.Run)),
		}
		if st.begins {
			t.Do(s.insertRun, append(values, cp.Thread, cp.Guest, cp.Graph)...)
		} else {
			t.Do(update, values...)
		}
	})
	if err == nil {
		cp.Updated = now
	}
	return err
}

// AppendEvents implements graph.Store. It keeps what events say as Save does.
func (s *Store) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	const (
		beat   = `UPDATE runs SET updated = $1 WHERE run = $2 AND version = $3`
		update = `UPDATE runs SET seq = $1, updated = $2 WHERE run = $3`
	)
	if len(events) == 0 {
		var n int64
		err := s.write(ctx, "keeping a run", func(t Tx) { t.Count(&n, beat, s.now(), run, version) })
		if err == nil && n == 0 {
			err = graph.ErrConflict
		}
		return err
	}
	first := events[0]
	st := &step{run: run, thread: first.Thread, guest: first.Guest, events: events, from: position{version: version, seq: first.Seq - 1}}
	now := s.now()
	st.to = position{version, st.from.seq + int64(len(events)), now.UnixMicro()}
	return s.take(ctx, "saving events", st, func(t Tx, _ *seal.Key) { t.Do(update, st.to.seq, now, run) })
}

// printable replaces what PostgreSQL refuses in a text: an error may hold
// anything.
func printable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

func encodeQuestion(q *graph.Question) ([]byte, error) {
	if q == nil {
		return nil, nil
	}
	return json.Marshal(q)
}

// Load implements graph.Store. A run whose guest was forgotten is not found.
func (s *Store) Load(ctx context.Context, run string) (*graph.Checkpoint, error) {
	const query = `
		SELECT r.run, r.thread, r.graph, r.version, r.seq, r.status, r.step, r.next, r.deadline, r.updated,
			r.err, r.err_sealed, r.question, r.state, r.guest, k.id, k.key, s.salt, '', NULL
		FROM runs AS r LEFT JOIN guest_keys AS k ON k.guest = r.guest
			LEFT JOIN thread_salts AS s ON s.thread = r.thread AND s.guest = r.guest
		WHERE r.run = $1`
	cp, err := one(ctx, s, graph.ErrNotFound, scanCheckpoint, query, run)
	if errors.Is(err, seal.ErrForgotten) {
		err = fmt.Errorf("%w: %w", graph.ErrNotFound, err)
	}
	if err != nil {
		return nil, s.db.Fail(ctx, "reading a run", err)
	}
	if cp.Updated = s.told(cp.Updated); !cp.Deadline.IsZero() {
		cp.Deadline = s.told(cp.Deadline)
	}
	return &cp, nil
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
	if err := r.Scan(append(into, o.Into()...)...); err != nil {
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

// Runs implements event.Log.
func (s *Store) Runs(ctx context.Context, thread string) ([]string, error) {
	const query = `SELECT run FROM runs WHERE thread = $1 ORDER BY id`
	runs, err := list(ctx, s, scan[string], query, thread)
	return runs, s.db.Fail(ctx, "listing runs", err)
}

// Due implements graph.Store.
func (s *Store) Due(ctx context.Context, graph string, now time.Time, limit int) ([]string, error) {
	const query = `
		SELECT run FROM runs
		WHERE graph = $1 AND status = 'waiting' AND deadline IS NOT NULL AND deadline <= $2
		ORDER BY deadline, id LIMIT $3`
	runs, err := list(ctx, s, scan[string], query, graph, s.stored(now), orAll(limit))
	return runs, s.db.Fail(ctx, "looking for overdue questions", err)
}

// Stalled implements graph.Store.
func (s *Store) Stalled(ctx context.Context, graph string, before time.Time, limit int) ([]string, error) {
	const query = `
		SELECT run FROM runs WHERE graph = $1 AND status = 'running' AND updated < $2
		ORDER BY updated, id LIMIT $3`
	runs, err := list(ctx, s, scan[string], query, graph, s.stored(before), orAll(limit))
	return runs, s.db.Fail(ctx, "looking for abandoned runs", err)
}

// isThere is true of runs that can be loaded: their guest was not forgotten.
const isThere = `NOT (status = 'cancelled' AND state IS NOT DISTINCT FROM '\x01')`

// lastEvents returns the number of the last event of each run that is there.
func (s *Store) lastEvents(ctx context.Context, runs []string) (map[string]int64, error) {
	const query = `SELECT run, seq FROM runs WHERE run = ANY($1) AND ` + isThere
	last := map[string]int64{}
	_, err := list(ctx, s, func(r Row) (run string, err error) {
		var seq int64
		err = r.Scan(&run, &seq)
		last[run] = seq
		return run, err
	}, query, runs)
	return last, err
}

// Wait implements event.Tail. What another process appends it sees within 50 ms.
func (s *Store) Wait(ctx context.Context, run string, after int64) error {
	return s.db.Fail(ctx, "waiting for events", s.tail.Wait(ctx, run, after))
}

// Attend implements event.Tail.
func (s *Store) Attend(ctx context.Context, run string) error {
	const put = `
		INSERT INTO attention AS a (run, at) SELECT run, $2 FROM runs WHERE run = $1 AND ` + isThere + `
		ON CONFLICT (run) DO UPDATE SET at = GREATEST(a.at, excluded.at)`
	var n int64
	err := s.write(ctx, "noting who follows a run", func(t Tx) { t.Count(&n, put, run, s.now()) })
	if err == nil && n == 0 {
		return graph.ErrNotFound
	}
	return err
}

// Attended implements event.Tail.
func (s *Store) Attended(ctx context.Context, run string) (time.Time, error) {
	const query = `SELECT at FROM attention WHERE run = $1`
	found, err := list(ctx, s, func(r Row) (at time.Time, err error) {
		err = r.Scan(Time{&at})
		return at, err
	}, query, run)
	if err != nil || len(found) == 0 {
		return time.Time{}, s.db.Fail(ctx, "reading who follows a run", err)
	}
	return s.told(found[0]), nil
}
