package sqlstore

import (
	"context"
	"errors"

	"github.com/maitre-dev/maitre/llm"
)

// ErrUnknown is of a write whose answer was lost, so that nobody knows whether it was done.
var ErrUnknown = errors.New("it is not known whether the last write was done")

// Spend implements llm.Ledger for all who share the database. When the answer is lost it
// is an error: to count an amount twice or not at all would be worse.
func (s *Store) Spend(ctx context.Context, day string, amount, limit llm.USD) (total llm.USD, ok bool, err error) {
	const (
		read = `SELECT micros FROM spend WHERE day = $1`
		add  = `
			INSERT INTO spend AS s (day, micros) VALUES ($1, $2)
			ON CONFLICT (day) DO UPDATE SET micros = s.micros + excluded.micros`
	)
	err = s.db.Write(ctx, func(t Tx) error {
		if t.Again() {
			return ErrUnknown
		}
		var spent int64
		s.lock(t, Day, day)
		if err := ask(t, func(r Row) error { return r.Scan(&spent) }, read, day); err != nil {
			return err
		}
		// The limit less the amount cannot overflow, as the total plus the amount could.
		if ok = amount <= 0 || llm.USD(spent) <= limit-amount; !ok {
			total = llm.USD(spent)
			return nil
		}
		total = llm.USD(spent) + amount
		t.Do(add, day, int64(amount))
		return nil
	})
	if err != nil {
		return 0, false, s.db.Fail(ctx, "spending", err)
	}
	return total, ok, nil
}
