package sqlstore

import (
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// keys are what a guest's words in a thread are sealed with.
type keys struct {
	of, in string    // the guest and the thread; the thread may be none
	guest  *seal.Key // nil: there is none yet, or no guest
	salt   []byte    // of the thread; nil: there is none yet
}

// hold begins what writes a guest's words. Nobody else writes in the thread meanwhile, and
// the guest is not forgotten. The keys are there once they were asked for.
func (s *Store) hold(t Tx, guest, thread string) *keys {
	s.lock(t, Talk, guest)
	if thread != "" {
		s.lock(t, Thread, thread)
	}
	k := &keys{of: guest, in: thread}
	k.ask(t)
	return k
}

func (k *keys) ask(t Tx) {
	const (
		alone    = `SELECT id, key, NULL FROM guest_keys WHERE guest = $1`
		inThread = `
			SELECT k.id, k.key, s.salt FROM guest_keys AS k LEFT JOIN thread_salts AS s ON s.guest = k.guest AND s.thread = $2
			WHERE k.guest = $1`
	)
	if k.of == "" {
		return
	}
	read, args := inThread, []any{k.of, k.in}
	if k.in == "" {
		read, args = alone, args[:1]
	}
	t.Ask(func(r Row) (err error) {
		var id int64
		var raw []byte
		if err := r.Scan(&id, &raw, &k.salt); err != nil {
			return err
		}
		k.guest, err = seal.New(id, raw)
		return err
	}, read, args...)
}

// key returns the key of the thread, or of the guest where there is no thread. What is
// missing it makes. What is of no guest is not sealed.
func (k *keys) key(t Tx) (*seal.Key, error) {
	const (
		put     = `INSERT INTO guest_keys (guest, id, key) VALUES ($1, $2, $3) ON CONFLICT (guest) DO NOTHING`
		putSalt = `
			INSERT INTO thread_salts (guest, thread, salt) VALUES ($1, $2, $3)
			ON CONFLICT (guest, thread) DO UPDATE SET salt = excluded.salt`
	)
	if k.of == "" {
		return nil, nil
	}
	if k.guest == nil {
		made, err := seal.Make()
		if err != nil {
			return nil, err
		}
		t.Do(put, k.of, made.ID, made.Raw)
		k.ask(t) // of two at once the first has made it
		if err := t.Now(); err != nil {
			return nil, err
		}
	}
	if k.in == "" {
		return k.guest, nil
	}
	if k.salt == nil {
		k.salt = seal.Salt()
		t.Do(putSalt, k.of, k.in, k.salt)
	}
	return k.guest.OfThread(k.salt)
}

// guestKey returns the key of a guest at once.
func guestKey(t Tx, guest string) (*seal.Key, error) {
	k := &keys{of: guest}
	k.ask(t)
	if err := t.Now(); err != nil {
		return nil, err
	}
	return k.key(t)
}
