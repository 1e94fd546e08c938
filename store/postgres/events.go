package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// Events implements event.Log.
func (s *Store) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	const query = `
		SELECT ` + eventColumns + ` FROM ` + eventTables + `
		WHERE e.run = $1 AND e.seq > $2 ORDER BY e.seq LIMIT $3`
	var o seal.Opener
	scan := func(row pgx.CollectableRow) (event.Event, error) { return scanEvent(row, &o) }
	events, err := list(ctx, s, scan, query, run, after, orAll(limit))
	return events, s.fail(ctx, "reading events", err)
}

// Runs implements event.Log.
func (s *Store) Runs(ctx context.Context, thread string) ([]string, error) {
	const query = `SELECT run FROM runs WHERE thread = $1 ORDER BY id`
	runs, err := list(ctx, s, pgx.RowTo[string], query, thread)
	return runs, s.fail(ctx, "listing runs", err)
}

// All implements event.Log. Transactions commit in another order than they
// begin and draw numbers, so who remembers the highest number it has seen skips
// what commits late with a lower one. All goes by the transaction first, and
// leaves out what is not older than every transaction that is still under way
// (the xmin of its snapshot): what it has passed is complete. The price is that
// events wait for the longest transaction that writes anywhere on the server.
//
// The cursor is transaction.id. It outlives a dump and a restore on another
// server, whose transactions are counted from tx_base.
func (s *Store) All(ctx context.Context, after string, limit int) ([]event.Event, string, error) {
	const query = `
		SELECT ` + eventColumns + `, e.tx, e.id FROM ` + eventTables + `
		WHERE (e.tx, e.id) > ($1, $2)
			AND e.tx < (SELECT tx_base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM maitre_schema)
		ORDER BY e.tx, e.id LIMIT $3`
	tx, id, err := parseCursor(after)
	if err != nil {
		return nil, "", err
	}
	from := []any{tx, id, orAll(limit)}
	var o seal.Opener
	scan := func(row pgx.CollectableRow) (event.Event, error) { return scanEvent(row, &o, &tx, &id) }
	events, err := list(ctx, s, scan, query, from...)
	if err != nil {
		return nil, "", s.fail(ctx, "reading events", err)
	}
	if len(events) == 0 {
		return nil, after, nil
	}
	return events, fmt.Sprintf("%d.%d", tx, id), nil
}

func parseCursor(cursor string) (tx, id int64, err error) {
	if cursor == "" {
		return 0, 0, nil
	}
	before, after, ok := strings.Cut(cursor, ".")
	tx, errTx := strconv.ParseInt(before, 10, 64)
	id, errID := strconv.ParseInt(after, 10, 64)
	if !ok || errTx != nil || errID != nil {
		return 0, 0, fmt.Errorf("reading events: %q is no cursor", cursor)
	}
	return tx, id, nil
}

const (
	eventColumns = `
		e.run, e.seq, e.thread, e.step, e.type, e.time, p.body, COALESCE(p.guest, ''), k.ID, k.key, COALESCE(p.memory, ''), s.salt`
	eventTables = `
		agent_events AS e LEFT JOIN event_payloads AS p ON p.event = e.id LEFT JOIN guest_keys AS k ON k.guest = p.guest
		LEFT JOIN memory_salts AS s ON s.memory = p.memory AND s.guest = p.guest AND p.memory <> ''`
)

// scanEvent reads eventColumns and what follows them.
func scanEvent(row pgx.CollectableRow, o *seal.Opener, more ...any) (e event.Event, err error) {
	var body []byte
	into := append([]any{&e.Run, &e.Seq, &e.Thread, &e.Step, &e.Type, &e.Time, &body}, o.IntoMemory()...)
	if err := row.Scan(append(into, more...)...); err != nil {
		return e, err
	}
	e.Guest, e.Time = o.Guest, e.Time.UTC()
	e.Data, err = o.Open(body, "event", e.Run, strconv.FormatInt(e.Seq, 10))
	if errors.Is(err, seal.ErrForgotten) {
		e.Data, err = seal.Forgotten, nil
	}
	return e, err
}

// A transaction removes at most so many runs: a long one would keep All from
// what others append meanwhile.
const prunedAtOnce = 500

// Prune implements event.Log. When it fails, the number is of those it had
// removed by then. What memory has learnt belongs to no run that is over, and
// stays: memories are made anew from it, however old it is.
func (s *Store) Prune(ctx context.Context, before time.Time) (total int, err error) {
	const remove = `
		WITH old AS (
			DELETE FROM runs WHERE id IN (
				SELECT id FROM runs
				WHERE id > $1 AND status IN ('ended', 'failed', 'cancelled') AND updated < $2 ORDER BY id LIMIT $3)
			RETURNING id, run),
		gone AS (DELETE FROM agent_events AS e USING old WHERE e.run = old.run RETURNING e.id),
		forgotten AS (DELETE FROM event_payloads AS p USING gone WHERE p.event = gone.id)
		SELECT COALESCE((SELECT MAX(id) FROM old), 0), (SELECT COUNT(*) FROM gone)`
	before = s.clock.stored(before)
	for last := int64(0); ; {
		next, events := int64(0), 0
		err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
			batch := &pgx.Batch{}
			batch.Queue(allowRemoval)
			batch.Queue(remove, last, before, prunedAtOnce).QueryRow(func(row pgx.Row) error { return row.Scan(&next, &events) })
			return c.SendBatch(ctx, batch).Close()
		})
		if err != nil || next == 0 {
			return total, s.fail(ctx, "removing old events", err)
		}
		last, total = next, total+events
	}
}
