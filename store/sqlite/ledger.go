package sqlite

import (
	"context"

	"github.com/maitre-dev/maitre/llm"
)

// Spend implements llm.Ledger for all processes that share the file.
func (s *Store) Spend(ctx context.Context, day string, amount, limit llm.USD) (total llm.USD, ok bool, err error) {
	// The limit less the amount cannot overflow, as the total plus the amount could.
	const spend = `
		INSERT INTO spend (day, micros)
		SELECT ?1, ?2 WHERE ?2 <= 0 OR COALESCE((SELECT micros FROM spend WHERE day = ?1), 0) <= ?3 - ?2
		ON CONFLICT (day) DO UPDATE SET micros = micros + excluded.micros
		RETURNING micros`
	const read = `SELECT COALESCE(MAX(micros), 0) FROM spend WHERE day = ?`
	err = s.write(ctx, func(t *tx) error {
		var sum int64
		var err error
		if sum, ok, err = t.number(spend, day, int64(amount), int64(limit)); err == nil && !ok {
			sum, _, err = t.number(read, day)
		}
		total = llm.USD(sum)
		return err
	})
	if err != nil {
		return 0, false, s.fail(ctx, "spending from", err)
	}
	return total, ok, nil
}
