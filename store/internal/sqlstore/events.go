package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Events implements event.Log.
func (s *Store) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	const query = `
		SELECT ` + eventColumns + ` FROM ` + eventTables + `
		WHERE e.run = $1 AND e.seq > $2 ORDER BY e.seq LIMIT CAST($3 AS bigint)`
	var o seal.Opener
	events, err := list(ctx, s, func(r Row) (event.Event, error) { return scanEvent(r, &o) }, query, run, after, orAll(limit))
	return events, s.db.Fail(ctx, "reading events", err)
}

// All implements event.Log. Its cursor is the id of an event, behind the transaction
// that appended it where ids alone do not tell the order of commits: "7" or "5.7".
func (s *Store) All(ctx context.Context, after string, limit int) ([]event.Event, string, error) {
	tx, id, err := s.parseCursor(after)
	if err != nil {
		return nil, "", err
	}
	var o seal.Opener
	from := []any{tx, id, orAll(limit)}
	events, err := list(ctx, s, func(r Row) (event.Event, error) { return scanEvent(r, &o, &tx, &id) }, s.all, from...)
	switch {
	case err != nil:
		return nil, "", s.db.Fail(ctx, "reading events", err)
	case len(events) == 0:
		return nil, after, nil
	case s.dialect.Tx == "":
		return events, strconv.FormatInt(id, 10), nil
	}
	return events, fmt.Sprintf("%d.%d", tx, id), nil
}

func (s *Store) parseCursor(cursor string) (tx, id int64, err error) {
	if cursor == "" {
		return 0, 0, nil
	}
	first, last, two := strings.Cut(cursor, ".")
	if !two {
		first, last = "0", cursor
	}
	tx, errTx := strconv.ParseInt(first, 10, 64)
	id, errID := strconv.ParseInt(last, 10, 64)
	if two != (s.dialect.Tx != "") || errTx != nil || errID != nil {
		return 0, 0, fmt.Errorf("reading events: %q is no cursor", cursor)
	}
	return tx, id, nil
}

// appendEvent appends an event about a memory, if any, that is sealed with a key.
func (s *Store) appendEvent(t Tx, e event.Event, memory string, k *seal.Key) {
	const payload = `INSERT INTO event_payloads (event, guest, memory, body) VALUES (lastval(), $1, $2, $3)`
	t.Do(s.insertEvent, e.Run, e.Seq, e.Thread, int64(e.Step), string(e.Type), e.Time)
	t.Do(payload, e.Guest, memory, orNull(k.Seal(e.Data, "event", e.Run, strconv.FormatInt(e.Seq, 10))))
}

// insertEvent appends an event of $1 to $6.
func (d Dialect) insertEvent() string {
	columns, values := "run, seq, thread, step, type, time", "$1, $2, $3, $4, $5, $6"
	if d.Tx != "" {
		columns, values = columns+", tx", values+", "+d.Tx
	}
	return `INSERT INTO agent_events (` + columns + `) VALUES (` + values + `)`
}

// all selects at most $3 events after the cursor ($1, $2), each with its own.
func (d Dialect) all() string {
	columns, order, after := "0, e.id", "e.id", "e.id > $2"
	if d.Tx != "" {
		columns, order, after = "e.tx, e.id", "e.tx, e.id", d.After
	}
	return `SELECT ` + eventColumns + `, ` + columns + ` FROM ` + eventTables + `
		WHERE ` + after + ` ORDER BY ` + order + ` LIMIT CAST($3 AS bigint)`
}

// eventColumns and eventTables are what scanEvent reads.
const (
	eventColumns = `e.run, e.seq, e.thread, e.step, e.type, e.time, p.body,
		COALESCE(p.guest, ''), k.id, k.key, ts.salt, COALESCE(p.memory, ''), s.salt`
	eventTables = `
		agent_events AS e LEFT JOIN event_payloads AS p ON p.event = e.id LEFT JOIN guest_keys AS k ON k.guest = p.guest
		LEFT JOIN memory_salts AS s ON s.memory = p.memory AND s.guest = p.guest AND p.memory <> ''
		LEFT JOIN thread_salts AS ts ON ts.thread = e.thread AND ts.guest = p.guest`
)

// scanEvent reads eventColumns and what follows them.
func scanEvent(r Row, o *seal.Opener, more ...any) (e event.Event, err error) {
	var body []byte
	var kind string
	into := append([]any{&e.Run, &e.Seq, &e.Thread, &e.Step, &kind, Time{&e.Time}, &body}, o.Into()...)
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
