package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

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
		SELECT ` + sqlstore.EventColumns + `, e.tx, e.id FROM ` + sqlstore.EventTables + `
		WHERE (e.tx, e.id) > ($1, $2)
			AND e.tx < (SELECT tx_base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM maitre_schema)
		ORDER BY e.tx, e.id LIMIT $3`
	tx, id, err := parseCursor(after)
	if err != nil {
		return nil, "", err
	}
	from := []any{tx, id, sqlstore.OrAll(limit)}
	var o seal.Opener
	scan := func(r sqlstore.Row) (event.Event, error) { return sqlstore.ScanEvent(r, &o, &tx, &id) }
	events, err := sqlstore.List(ctx, &s.base, scan, query, from...)
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
