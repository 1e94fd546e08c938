package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// keyIsOf is true where @key is the id of the key of a row's guest and @salt that of its
// thread, as they are now; they are NULL for no guest and for no thread.
func keyIsOf(rows, thread string) string {
	return fmt.Sprintf(`(%[1]s.guest = '' AND @key::bigint IS NULL OR EXISTS (
		SELECT FROM guest_keys AS k WHERE k.guest = %[1]s.guest AND k.ID = @key) AND (@salt::bytea IS NULL OR EXISTS (
		SELECT FROM thread_salts AS ts WHERE ts.guest = %[1]s.guest AND ts.thread = %[1]s.%[2]s AND ts.salt = @salt)))`, rows, thread)
}

// A key is a guest's, with what is sealed in a thread of theirs.
type key struct {
	guest *seal.Key // nil: there is none yet, or no guest
	salt  []byte    // nil: the thread has none yet, or it is no thread
	*seal.Key
}

// sealing is a statement that writes what a guest said. It selects how much it
// has done, and does nothing unless keyIsOf the guest.
type sealing struct {
	statement     string // with the names of args
	args          pgx.NamedArgs
	thread, guest string
	seal          func(*seal.Key) // into args
	key           key             // that args are sealed with
	sealed        bool
}

// use seals args with a key, unless they are.
func (w *sealing) use(k key) {
	if w.sealed && same(k.Key, w.key.Key) {
		return
	}
	w.args["key"], w.args["salt"] = nil, k.salt
	if k.guest != nil {
		w.args["key"] = k.guest.ID
	}
	w.seal(k.Key)
	w.key, w.sealed = k, true
}

// sealed runs a statement with the key of the guest's thread, which it makes if there is none.
// Run again it writes the same bytes, as long as the key is the same.
func (s *Store) sealed(ctx context.Context, c *pgx.Conn, w *sealing) (n int, err error) {
	const put = `INSERT INTO guest_keys (guest, id, key) VALUES ($1, $2, $3) ON CONFLICT (guest) DO NOTHING`
	const putSalt = `INSERT INTO thread_salts (guest, thread, salt) VALUES ($1, $2, $3) ON CONFLICT (guest, thread) DO NOTHING`
	k := s.keys.of(w.guest, w.thread)
	if k.Key == nil {
		k, err = readKey(ctx, c, w.guest, w.thread)
	}
	for err == nil {
		batch := &pgx.Batch{}
		lock(batch, w.thread)
		if k.guest == nil && w.guest != "" {
			if k.guest, err = seal.Make(); err != nil {
				break
			}
			batch.Queue(put, w.guest, k.guest.ID, k.guest.Raw)
		}
		if k.salt == nil && w.guest != "" && w.thread != "" {
			k.salt = seal.Salt()
			batch.Queue(putSalt, w.guest, w.thread, k.salt)
		}
		if k.Key, err = k.of(); err != nil {
			break
		}
		w.use(k)
		batch.Queue(w.statement, w.args)
		if n, err = one(ctx, c, batch); err != nil {
			break
		}
		if n > 0 {
			s.keys.keep(w.guest, w.thread, k)
			break
		}
		// Perhaps another has made a key meanwhile, or destroyed this one.
		if k, err = readKey(ctx, c, w.guest, w.thread); err == nil && same(k.Key, w.key.Key) {
			break
		}
	}
	return n, err
}

// of returns what is sealed with: the thread's key, or the guest's where there is none.
func (k key) of() (*seal.Key, error) {
	if k.guest == nil || k.salt == nil {
		return k.guest, nil
	}
	return k.guest.OfThread(k.salt)
}

// readKey returns the key of the guest's thread, as far as there is one.
func readKey(ctx context.Context, c *pgx.Conn, guest, thread string) (k key, err error) {
	const query = `
		SELECT k.ID, k.key, s.salt FROM guest_keys AS k LEFT JOIN thread_salts AS s ON s.guest = k.guest AND s.thread = $2
		WHERE k.guest = $1`
	if guest == "" {
		return key{}, nil
	}
	var id int64
	var raw []byte
	err = c.QueryRow(ctx, query, guest, thread).Scan(&id, &raw, &k.salt)
	if errors.Is(err, pgx.ErrNoRows) {
		return key{}, nil
	}
	if err == nil {
		k.guest, err = seal.New(id, raw)
	}
	if err == nil {
		k.Key, err = k.of()
	}
	return k, err
}

func same(a, b *seal.Key) bool {
	return a == nil && b == nil || a != nil && b != nil && a.ID == b.ID
}

// keyLife is how long a process remembers a key that it wrote with: the writes
// of a turn are closer together, and to ask for the key before each would cost
// a fifth of them. A key that was destroyed meanwhile seals nothing: keyIsOf sees
// to it. What is read is opened only with a key that was read with it.
const keyLife = 10 * time.Second

// ring remembers keys, by guest and thread.
type ring struct {
	mu   sync.Mutex
	keys map[[2]string]key
}

func (r *ring) of(guest, thread string) key {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.keys[[2]string{guest, thread}]
}

func (r *ring) keep(guest, thread string, k key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := [2]string{guest, thread}
	if k.Key == nil || same(k.Key, r.keys[name].Key) {
		return
	}
	if r.keys == nil {
		r.keys = map[[2]string]key{}
	}
	r.keys[name] = k
	time.AfterFunc(keyLife, func() {
		r.drop(func(at [2]string, now key) bool { return at == name && same(k.Key, now.Key) })
	})
}

func (r *ring) drop(these func(name [2]string, k key) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.keys, these)
}
