package postgres

import (
	"context"
	"errors"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/maitre-dev/maitre/llm"
)

// Spend implements llm.Ledger for all processes that share the database. When
// the answer of the server is lost, nobody knows whether the amount was added,
// and it is an error: to count it twice or not at all would be worse.
func (s *Store) Spend(ctx context.Context, day string, amount, limit llm.USD) (total llm.USD, ok bool, err error) {
	// Of two at once the second waits for the row and is held to what the first
	// has left of it.
	const spend = `
		INSERT INTO spend AS s (day, micros)
		SELECT $1, $2 WHERE 0 <= $3::bigint OR EXISTS (SELECT FROM spend WHERE day = $1)
		ON CONFLICT (day) DO UPDATE SET micros = s.micros + excluded.micros WHERE s.micros <= $3
		RETURNING micros`
	const read = `SELECT COALESCE(MAX(micros), 0) FROM spend WHERE day = $1`
	// How much may be spent before: this cannot overflow, as the total plus
	// the amount could.
	room := int64(math.MaxInt64)
	if amount > 0 {
		room = int64(limit - amount)
	}
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		err := c.QueryRow(ctx, spend, day, int64(amount), room).Scan(&total)
		ok = err == nil
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return c.QueryRow(ctx, read, day).Scan(&total)
		case err != nil && c.IsClosed() && !pgconn.SafeToRetry(err):
			return &lostError{err, true}
		}
		return err
	})
	if err != nil {
		return 0, false, s.fail(ctx, "spending", err)
	}
	return total, ok, nil
}
