package postgres

import (
	"context"
	"fmt"
	"time"
)

// The copy of keys and salts stops all who read or write a guest's words while
// it waits for its lock, 200 ms at a time; it is tried until copyPatience has
// passed, for example because a dump of the database holds the table. Copies
// of one process wait for each other (Store.copying), so that two guests who are
// forgotten at once do not use up each other's tries.
const (
	copyLimit    = `SET lock_timeout = '200ms'`
	copyPause    = 50 * time.Millisecond
	copyPatience = 20 * time.Second
)

// Erase implements sqlstore.DB. It removes the bytes that deleted rows have left in the
// database's files, however long that takes. The tables in copied, which have keys and
// salts, are written anew without those bytes (VACUUM FULL): whoever found an old key in a
// file could read sealed text. They are small. The tables in swept have sealed text, and
// their space is only freed for other rows (VACUUM).
func (e engine) Erase(ctx context.Context, copied, swept []string) error {
	e.copying.Lock()
	defer e.copying.Unlock()
	conn, err := e.acquire(ctx)
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
	do(copyLimit)
	for until := time.Now().Add(e.copyWait); err == nil && len(copied) > 0; {
		do(`VACUUM FULL ` + copied[0])
		if code(err) != "55P03" { // lock_not_available
			copied = copied[1:]
		} else if time.Now().Before(until) {
			time.Sleep(copyPause)
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
