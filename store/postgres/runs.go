package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
	"github.com/maitre-dev/maitre/thread"
)

// A step is one statement: it moves the run on from where the caller says it
// stands, and only if it stood there logs the events and adds what they say to
// the thread.
var (
	// It selects from what is called runs as the others do, for inThread.
	begin = newMove(`
		INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, err_sealed, deadline, updated, question, state, token)
		SELECT @run, thread, guest, @graph, @version, @seq, @status, @step, @next, @err, @errsealed, @deadline, @updated, @question, @state, @token
		FROM (SELECT @thread::text AS thread, @guest::text AS guest) AS runs
		WHERE true`)
	goOn = newMove(`
		UPDATE runs
		SET version = @version, seq = @seq, status = @status, step = @step, next = @next, err = @err, err_sealed = @errsealed,
			deadline = @deadline, updated = @updated, question = @question, state = @state, token = @token
		WHERE run = @run AND version = @version - 1 AND seq = @before`)
	extend = newMove(`
		UPDATE runs SET seq = @seq, updated = @updated
		WHERE run = @run AND version = @version AND seq = @before`)
)

// move is what moves a run on: alone, with events, or with events that say
// something.
type move struct{ alone, logging, saying string }

func newMove(query string) move {
	const (
		// What is said needs a thread of the run's guest.
		inThread  = ` AND EXISTS (SELECT FROM threads AS t WHERE t.id = runs.thread AND t.guest = runs.guest)`
		returning = ` RETURNING run, thread, guest)`
		logged    = `,
			happened AS MATERIALIZED (
				SELECT nextval('agent_events_id_seq') AS id, (SELECT tx_base FROM maitre_schema) + pg_current_xact_id()::text::bigint AS tx, owner.*, e.*
				FROM owner, unnest(@seqs::bigint[], @steps::bigint[], @types::text[], @at::timestamptz[], @bodies::bytea[])
					AS e (seq, step, type, time, body)),
			logged AS (
				INSERT INTO agent_events (id, tx, run, seq, thread, step, type, time)
				SELECT id, tx, run, seq, thread, step, type, time FROM happened),
			kept AS (
				INSERT INTO event_payloads (event, guest, body) SELECT id, guest, body FROM happened)`
		once  = ` ON CONFLICT (thread, id) DO NOTHING)`
		moved = ` SELECT COUNT(*) FROM owner`
	)
	owner := `WITH owner AS (` + query + ` AND ` + keyIsOf("runs", "thread")
	return move{
		alone:   owner + returning + moved,
		logging: owner + returning + logged + moved,
		saying:  owner + inThread + returning + logged + say + once + moved,
	}
}

// step is a move made ready.
type step struct {
	sealing
	says bool // something, to the thread
}

// newStep makes a step of a move and the events that follow number before.
func newStep(m move, run string, version, before int64, events []event.Event) (*step, error) {
	ms, err := event.Messages(events)
	if err != nil {
		return nil, err
	}
	st := &step{says: len(ms) > 0}
	st.statement, st.args = m.alone, pgx.NamedArgs{
		"run": run, "version": version, "before": before, "seq": before + int64(len(events)),
	}
	if len(events) > 0 {
		st.statement = m.logging
		if err := st.log(run, before, events); err != nil {
			return nil, err
		}
	}
	if st.says {
		st.statement = m.saying
	}
	st.seal = func(k *seal.Key) {
		st.args["bodies"] = bodies(k, events)
		if st.says {
			sayArgs(st.args, k, st.thread, ms)
		}
	}
	return st, nil
}

func (st *step) log(run string, before int64, events []event.Event) error {
	var seqs, steps []int64
	var types []string
	var at []time.Time
	for i, e := range events {
		if e.Run != run || e.Seq != before+int64(i)+1 {
			return fmt.Errorf("event %d of %d is not number %d of its run", i+1, len(events), before+int64(i)+1)
		}
		seqs, steps, types, at = append(seqs, e.Seq), append(steps, int64(e.Step)), append(types, string(e.Type)), append(at, e.Time)
	}
	st.thread, st.guest = events[0].Thread, events[0].Guest
	st.args["seqs"], st.args["steps"], st.args["types"], st.args["at"] = seqs, steps, types, at
	return nil
}

func bodies(k *seal.Key, events []event.Event) [][]byte {
	all := make([][]byte, len(events))
	for i, e := range events {
		all[i] = sqlstore.OrNull(k.Seal(e.Data, "event", e.Run, strconv.FormatInt(e.Seq, 10)))
	}
	return all
}

// position is where a run stands, and who brought it there.
type position struct{ version, seq, token int64 }

// refused says why a step was not taken, with a violation or without: because
// an earlier try was, whose answer was lost, and all is well; because the run
// does not stand where it should; or because what is said has no thread.
func (st *step) refused(ctx context.Context, c *pgx.Conn, violation error, from position, taken func(position) bool) error {
	const query = `SELECT version, seq, token FROM runs WHERE run = $1`
	var now position
	err := c.QueryRow(ctx, query, st.args["run"]).Scan(&now.version, &now.seq, &now.token)
	missing := errors.Is(err, pgx.ErrNoRows)
	switch {
	case err != nil && !missing:
		return err
	case missing && constraint(violation) == "runs_under_way":
		return graph.ErrBusy
	case !missing && taken(now):
		return nil
	case st.says && violation == nil && now.version == from.version && now.seq == from.seq:
		return thread.ErrNotFound
	}
	return graph.ErrConflict
}

// Save implements graph.Store. What events say is added to their thread; when
// that is not the guest's, Save fails with thread.ErrNotFound.
func (s *Store) Save(ctx context.Context, cp *graph.Checkpoint, events []event.Event) error {
	from := position{version: cp.Version - 1, seq: cp.Seq - int64(len(events))}
	to := position{cp.Version, cp.Seq, rand.Int64()}
	m := goOn
	if cp.Version == 1 {
		if m = begin; from.seq != 0 {
			return graph.ErrConflict
		}
	}
	st, err := newStep(m, cp.Run, cp.Version, from.seq, events)
	if err != nil {
		return err
	}
	now := s.clock.Now().UTC().Truncate(time.Microsecond)
	if err := st.checkpoint(cp, s.clock.Stored, now, to.token); err != nil {
		return err
	}
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		n, err := s.sealed(ctx, c, &st.sealing)
		if n == 1 || err != nil && code(err) != uniqueViolation {
			return err
		}
		return st.refused(ctx, c, err, from, func(now position) bool { return now == to })
	})
	if err == nil {
		cp.Updated = now
		s.tail.Tell(cp.Run, cp.Seq)
	}
	return s.fail(ctx, "saving a run", err)
}

// checkpoint adds the parameters of begin and goOn.
func (st *step) checkpoint(cp *graph.Checkpoint, stored func(time.Time) time.Time, now time.Time, token int64) error {
	var question []byte
	if cp.Question != nil {
		var err error
		if question, err = json.Marshal(cp.Question); err != nil {
			return err
		}
	}
	var deadline *time.Time
	if !cp.Deadline.IsZero() {
		at := stored(cp.Deadline)
		deadline = &at
	}
	st.thread, st.guest = cp.Thread, cp.Guest
	maps.Copy(st.args, pgx.NamedArgs{
		"thread": cp.Thread, "guest": cp.Guest, "graph": cp.Graph, "status": string(cp.Status), "step": cp.Step,
		"next": cp.Next, "deadline": deadline, "updated": stored(now), "token": token,
	})
	run, state, why, log := cp.Run, cp.State, printable(cp.Err), st.seal
	st.seal = func(k *seal.Key) {
		log(k)
		st.args["question"], st.args["state"] = k.Seal(question, "question", run), sqlstore.OrNull(k.Seal(state, "state", run))
		st.args["err"], st.args["errsealed"] = k.SealText(why, "err", run)
	}
	return nil
}

// AppendEvents implements graph.Store. It keeps what events say as Save does.
func (s *Store) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	const beat = `UPDATE runs SET updated = $1 WHERE run = $2 AND version = $3`
	if len(events) == 0 {
		err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
			done, err := c.Exec(ctx, beat, s.clock.Stored(s.clock.Now()), run, version)
			if err == nil && done.RowsAffected() == 0 {
				return graph.ErrConflict
			}
			return err
		})
		return s.fail(ctx, "keeping a run", err)
	}
	from := position{version: version, seq: events[0].Seq - 1}
	st, err := newStep(extend, run, version, from.seq, events)
	if err != nil {
		return err
	}
	st.args["updated"] = s.clock.Stored(s.clock.Now())
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, again bool) error {
		if n, err := s.sealed(ctx, c, &st.sealing); n == 1 || err != nil {
			return err
		}
		// Only who saved a version extends it, so that it was us.
		return st.refused(ctx, c, nil, from, func(now position) bool {
			return again && now.version == version && now.seq == from.seq+int64(len(events))
		})
	})
	if err == nil {
		s.tail.Tell(run, from.seq+int64(len(events)))
	}
	return s.fail(ctx, "saving events", err)
}

// printable replaces what PostgreSQL refuses in a text: an error may hold
// anything.
func printable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
