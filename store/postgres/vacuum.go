package postgres

import (
	"context"
	"fmt"
	"time"
)

// allowRemoval lets a transaction remove events, until it ends.
const allowRemoval = `SELECT set_config('maitre.removal', 'allowed', true)`

// How long all who read or write a guest's words may wait for the copy of keys
// and salts, which waits for a dump of the database; and how often they are tried.
const (
	copyWait  = `SET lock_timeout = '200ms'`
	copyTries = 8
)

// vacuum removes what deleted rows have left, however long it takes. Only of
// keys and salts would it be a danger that the bytes of a row stay in the file:
// their tables, which are small, are copied.
func (s *Store) vacuum(ctx context.Context, copied, swept []string) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	do := func(statement string) {
		if err == nil {
			_, err = conn.Exec(ctx, statement)
		}
	}
	do(`SET statement_timeout = 0`)
	do(copyWait)
	for tries := copyTries; err == nil && len(copied) > 0; tries-- {
		do(`VACUUM FULL ` + copied[0])
		if code(err) != lockNotAvailable {
			copied = copied[1:]
		} else if tries > 1 {
			time.Sleep(50 * time.Millisecond)
			err = nil
		}
	}
	do(`RESET lock_timeout`)
	for _, table := range swept {
		do(`VACUUM ` + table)
	}
	do(`RESET statement_timeout`)
	if err != nil {
		_ = conn.Conn().Close(context.WithoutCancel(ctx)) // its settings are not those of the others
		return fmt.Errorf("it is done, but what was deleted is still in the files (try again): %w", err)
	}
	return nil
}
