package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/store/internal/seal"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// key returns the guest's key, and makes it if there is none.
func (t *tx) key(guest string) (*seal.Key, error) {
	if k := t.keys[guest]; k != nil || guest == "" {
		return k, nil
	}
	x := &sharedTx{tx: t}
	k, err := sqlstore.KeyOf(x, guest)
	if err = x.end(err); err == nil {
		t.keys[guest] = k
	}
	return k, err
}

// threadKey returns the key of a guest's thread, and makes it if there is none. What
// stands in no thread has the guest's.
func (t *tx) threadKey(guest, thread string) (*seal.Key, error) {
	const (
		read = `SELECT salt FROM thread_salts WHERE thread = ? AND guest = ?`
		put  = `INSERT INTO thread_salts (thread, guest, salt) VALUES (?, ?, ?)`
	)
	k, err := t.key(guest)
	if err != nil || k == nil || thread == "" {
		return k, err
	}
	name := guest + "\x00" + thread
	if own := t.keys[name]; own != nil {
		return own, nil
	}
	var salt []byte
	if err := t.each(func(r sqlstore.Row) error { return r.Scan(&salt) }, read, thread, guest); err != nil {
		return nil, err
	}
	if salt == nil {
		salt = seal.Salt()
		if _, err := t.exec(put, thread, guest, salt); err != nil {
			return nil, err
		}
	}
	own, err := k.OfThread(salt)
	if err == nil {
		t.keys[name] = own
	}
	return own, err
}

// How long the WAL may wait for a reader that still needs it.
const walPatience = 10 * time.Second

// emptyWAL copies the WAL into the file and cuts it to nothing: what was
// overwritten in the file would else be in it for as long as nobody writes there.
func (s *Store) emptyWAL(ctx context.Context, db *sql.DB) error {
	for begin := time.Now(); ; {
		busy, err := checkpoint(ctx, db)
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
func checkpoint(ctx context.Context, db *sql.DB) (busy bool, err error) {
	var pages, copied int
	err = db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	return busy, err
}
