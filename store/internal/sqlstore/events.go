package sqlstore

import (
	"context"
	"errors"
	"strconv"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Events implements event.Log.
func (s *Store) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	const query = `
		SELECT ` + EventColumns + ` FROM ` + EventTables + `
		WHERE e.run = $1 AND e.seq > $2 ORDER BY e.seq LIMIT CAST($3 AS bigint)`
	var o seal.Opener
	scan := func(r Row) (event.Event, error) { return ScanEvent(r, &o) }
	events, err := List(ctx, s, scan, query, run, after, OrAll(limit))
	return events, s.db.Fail(ctx, "reading events", err)
}

// Runs implements event.Log.
func (s *Store) Runs(ctx context.Context, thread string) ([]string, error) {
	const query = `SELECT run FROM runs WHERE thread = $1 ORDER BY id`
	runs, err := List(ctx, s, scanText, query, thread)
	return runs, s.db.Fail(ctx, "listing runs", err)
}

// EventColumns and EventTables are what ScanEvent reads.
const (
	EventColumns = `e.run, e.seq, e.thread, e.step, e.type, e.time, p.body,
		COALESCE(p.guest, ''), k.ID, k.key, ts.salt, COALESCE(p.memory, ''), s.salt`
	EventTables = `
		agent_events AS e LEFT JOIN event_payloads AS p ON p.event = e.id LEFT JOIN guest_keys AS k ON k.guest = p.guest
		LEFT JOIN memory_salts AS s ON s.memory = p.memory AND s.guest = p.guest AND p.memory <> ''
		LEFT JOIN thread_salts AS ts ON ts.thread = e.thread AND ts.guest = p.guest`
)

// ScanEvent reads EventColumns and what follows them.
func ScanEvent(r Row, o *seal.Opener, more ...any) (e event.Event, err error) {
	var body []byte
	var kind string
	into := append([]any{&e.Run, &e.Seq, &e.Thread, &e.Step, &kind, Time{&e.Time}, &body}, o.IntoEvent()...)
	if err := r.Scan(append(into, more...)...); err != nil {
		return e, err
	}
	e.Guest, e.Type = o.Guest, event.Type(kind)
	e.Data, err = o.Open(body, "event", e.Run, strconv.FormatInt(e.Seq, 10))
	if errors.Is(err, seal.ErrForgotten) {
		e.Data, err = seal.Forgotten, nil
	}
	return e, err
}
