package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// keyIsOf is true where @key is the id of the key of a row's guest, as it is
// now; the parameter is NULL for no guest.
func keyIsOf(rows string) string {
	return fmt.Sprintf(`(%[1]s.guest = '' AND @key::bigint IS NULL OR EXISTS (
		SELECT FROM guest_keys AS k WHERE k.guest = %[1]s.guest AND k.ID = @key))`, rows)
}

// sealing is a statement that writes what a guest said. It selects how much it
// has done, and does nothing unless keyIsOf the guest.
type sealing struct {
	statement
	args          map[string]any
	thread, guest string
	seal          func(*seal.Key) // into args
	key           *seal.Key       // that args are sealed with
	sealed        bool
}

// use seals args with a key, unless they are.
func (w *sealing) use(k *seal.Key) {
	if w.sealed && same(k, w.key) {
		return
	}
	w.args["key"] = nil
	if k != nil {
		w.args["key"] = k.ID
	}
	w.seal(k)
	w.key, w.sealed = k, true
}

// sealed runs a statement with the guest's key, which it makes if there is none.
// Run again it writes the same bytes, as long as the key is the same.
func (s *Store) sealed(ctx context.Context, c *pgx.Conn, w *sealing) (n int, err error) {
	const put = `INSERT INTO guest_keys (guest, id, key) VALUES ($1, $2, $3) ON CONFLICT (guest) DO NOTHING`
	k := s.keys.of(w.guest)
	if k == nil {
		k, err = readKey(ctx, c, w.guest)
	}
	for err == nil {
		batch := &pgx.Batch{}
		lock(batch, w.thread)
		if k == nil && w.guest != "" {
			if k, err = seal.Make(); err != nil {
				break
			}
			batch.Queue(put, w.guest, k.ID, k.Raw)
		}
		w.use(k)
		w.queue(batch, w.args)
		if n, err = one(ctx, c, batch); err != nil {
			break
		}
		if n > 0 {
			s.keys.keep(w.guest, k)
			break
		}
		// Perhaps another has made a key meanwhile, or destroyed this one.
		if k, err = readKey(ctx, c, w.guest); err == nil && same(k, w.key) {
			break
		}
	}
	return n, err
}

// readKey returns the guest's key, or nil.
func readKey(ctx context.Context, c *pgx.Conn, guest string) (*seal.Key, error) {
	const query = `SELECT id, key FROM guest_keys WHERE guest = $1`
	if guest == "" {
		return nil, nil
	}
	var id int64
	var raw []byte
	err := c.QueryRow(ctx, query, guest).Scan(&id, &raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return seal.New(id, raw)
}

func same(a, b *seal.Key) bool {
	return a == nil && b == nil || a != nil && b != nil && a.ID == b.ID
}

// keyLife is how long a process remembers a key that it wrote with: the writes
// of a turn are closer together, and to ask for the key before each would cost
// a fifth of them. A key that was destroyed meanwhile seals nothing: keyIsOf sees
// to it. What is read is opened only with a key that was read with it.
const keyLife = 10 * time.Second

// ring remembers keys.
type ring struct {
	mu   sync.Mutex
	keys map[string]*seal.Key
}

func (r *ring) of(guest string) *seal.Key {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.keys[guest]
}

func (r *ring) keep(guest string, k *seal.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k == nil || same(k, r.keys[guest]) {
		return
	}
	if r.keys == nil {
		r.keys = map[string]*seal.Key{}
	}
	r.keys[guest] = k
	time.AfterFunc(keyLife, func() {
		if same(k, r.of(guest)) {
			r.drop(guest)
		}
	})
}

func (r *ring) drop(guest string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.keys, guest)
}
