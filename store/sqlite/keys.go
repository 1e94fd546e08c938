package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/store/internal/seal"
)

// key returns the guest's key, and makes it if there is none.
func (t *tx) key(guest string) (*seal.Key, error) {
	const (
		read = `SELECT id, key FROM guest_keys WHERE guest = ?`
		put  = `INSERT INTO guest_keys (guest, id, key) VALUES (?, ?, ?)`
	)
	if guest == "" {
		return nil, nil
	}
	if k := t.keys[guest]; k != nil {
		return k, nil
	}
	stmt, err := t.bind(read, []any{guest})
	if err != nil {
		return nil, err
	}
	var k *seal.Key
	if stmt.Step() {
		k, err = seal.New(stmt.ColumnInt64(0), stmt.ColumnBlob(1, nil))
	}
	if err := errors.Join(err, stmt.Reset()); err != nil {
		return nil, err
	}
	if k == nil {
		if k, err = seal.Make(); err != nil {
			return nil, err
		}
		if _, err := t.exec(put, guest, k.ID, k.Raw); err != nil {
			return nil, err
		}
	}
	t.keys[guest] = k
	return k, nil
}

// How long the WAL may wait for a reader that still needs it.
const walPatience = 10 * time.Second

// emptyWAL copies the WAL into the file and cuts it to nothing: what was
// overwritten in the file would else be in it for as long as nobody writes there.
func (s *Store) emptyWAL(ctx context.Context) error {
	for begin := time.Now(); ; {
		busy, err := s.checkpoint(ctx)
		if err != nil || !busy {
			return err
		}
		if time.Since(begin) > walPatience {
			return errors.New("it is done, but what was deleted is still in the WAL, which another program reads: try again")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// checkpoint tries to empty the WAL. It is busy when others read it.
func (s *Store) checkpoint(ctx context.Context) (busy bool, err error) {
	var pages, copied int
	err = s.reader.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	return busy, err
}
