package sqlite

import (
	"context"
	"fmt"
	"strconv"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
	"github.com/maitre-dev/maitre/thread"
)

// check makes sure that events are the run's, of one guest, and numbered from
// seq+1 on, and returns what was said in them.
func check(events []event.Event, run string, seq int64) ([]thread.Message, error) {
	for i, e := range events {
		if e.Run != run || e.Guest != events[0].Guest || e.Seq != seq+int64(i)+1 {
			return nil, graph.ErrConflict
		}
	}
	return event.Messages(events)
}

// log appends events, and what was said to their thread.
func (t *tx) log(events []event.Event, said []thread.Message) error {
	if len(said) > 0 {
		if err := t.say(events[0].Thread, events[0].Guest, said, insertUnlessThere); err != nil {
			return err
		}
	}
	if len(events) == 0 {
		return nil
	}
	k, err := t.threadKey(events[0].Guest, events[0].Thread)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := t.insert(e, "", k); err != nil {
			return err
		}
	}
	return nil
}

// insert appends an event about a memory, if any, that is sealed with a key.
func (t *tx) insert(e event.Event, memory string, k *seal.Key) error {
	const (
		insert  = `INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES (?, ?, ?, ?, ?, ?)`
		payload = `INSERT INTO event_payloads (event, guest, memory, body) VALUES (?, ?, ?, ?)`
	)
	if _, err := t.exec(insert, e.Run, e.Seq, e.Thread, int64(e.Step), string(e.Type), e.Time.UnixMicro()); err != nil {
		return err
	}
	_, err := t.exec(payload, t.conn.LastInsertRowID(), e.Guest, memory, k.Seal(e.Data, "event", e.Run, strconv.FormatInt(e.Seq, 10)))
	return err
}

// All implements event.Log. Its cursor is the id of an event: one writer at a
// time gives them out, so that they grow in the order of commits.
func (s *Store) All(ctx context.Context, after string, limit int) ([]event.Event, string, error) {
	const query = `
		SELECT ` + sqlstore.EventColumns + `, e.id FROM ` + sqlstore.EventTables + `
		WHERE e.id > $1 ORDER BY e.id LIMIT CAST($2 AS bigint)`
	var last int64
	if after != "" {
		var err error
		if last, err = strconv.ParseInt(after, 10, 64); err != nil {
			return nil, "", fmt.Errorf("reading events of %s: %q is no cursor", s.path, after)
		}
	}
	var o seal.Opener
	scan := func(r sqlstore.Row) (event.Event, error) { return sqlstore.ScanEvent(r, &o, &last) }
	events, err := sqlstore.List(ctx, &s.base, scan, query, last, sqlstore.OrAll(limit))
	if err != nil {
		return nil, "", s.fail(ctx, "reading events of", err)
	}
	return events, strconv.FormatInt(last, 10), nil
}
