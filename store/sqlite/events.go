package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	about := func(event.Event) (string, *seal.Key) { return "", k }
	for some := range slices.Chunk(events, insertedAtOnce) {
		if err := t.insert(some, about); err != nil {
			return err
		}
	}
	return nil
}

// Statements that insert several rows take a quarter less time. There is one
// for each number of rows up to this.
const insertedAtOnce = 16

// insert appends events. about gives the memory that each is about, if any, and
// the key that it is sealed with.
func (t *tx) insert(events []event.Event, about func(event.Event) (memory string, k *seal.Key)) error {
	const (
		insert  = `INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES (?, ?, ?, ?, ?, ?)`
		more    = `, (?, ?, ?, ?, ?, ?)`
		payload = `INSERT INTO event_payloads (event, guest, memory, body) VALUES (?, ?, ?, ?)`
		another = `, (?, ?, ?, ?)`
	)
	args := make([]any, 0, 6*insertedAtOnce)
	for _, e := range events {
		args = append(args, e.Run, e.Seq, e.Thread, int64(e.Step), string(e.Type), e.Time.UnixMicro())
	}
	if _, err := t.exec(insert+strings.Repeat(more, len(events)-1), args...); err != nil {
		return err
	}
	// Their ids follow each other: nobody else writes now.
	first := t.conn.LastInsertRowID() - int64(len(events)) + 1
	args = args[:0]
	for i, e := range events {
		memory, k := about(e)
		args = append(args, first+int64(i), e.Guest, memory, k.Seal(e.Data, "event", e.Run, strconv.FormatInt(e.Seq, 10)))
	}
	_, err := t.exec(payload+strings.Repeat(another, len(events)-1), args...)
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
