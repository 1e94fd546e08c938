package sqlstore

import (
	"context"
	"crypto/rand"
	"slices"
)

// Secret returns 32 random bytes that belong to the name: the same for all
// processes that share the database, and as long as it is there.
func (s *Store) Secret(ctx context.Context, name string) (value []byte, err error) {
	const (
		read = `SELECT value FROM secrets WHERE name = $1`
		put  = `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	)
	scan := func(r Row) error { return r.Scan(&value) }
	err = s.db.Read(ctx, func(query Query) error { return query(scan, read, name) })
	if err != nil || value != nil {
		return value, s.db.Fail(ctx, "reading a secret", err)
	}
	made := make([]byte, 32)
	_, _ = rand.Read(made) // never fails
	err = s.db.Write(ctx, func(t Tx) error {
		t.Do(put, name, made)
		return ask(t, scan, read, name) // of several at once the first has made it
	})
	return value, s.db.Fail(ctx, "making a secret", err)
}

const releasePart = 1 << 20 // bytes

// Release implements safesql.Shelf.
func (s *Store) Release(ctx context.Context, name, have string) (version string, data []byte, err error) {
	const query = `SELECT version, data FROM releases WHERE name = $1 AND version <> $2 ORDER BY part`
	parts, err := list(ctx, s, func(r Row) (part []byte, err error) {
		err = r.Scan(&version, &part)
		return part, err
	}, query, name, have)
	return version, slices.Concat(parts...), s.db.Fail(ctx, "reading a release", err)
}

// PutRelease implements safesql.Shelf.
func (s *Store) PutRelease(ctx context.Context, name, version string, data []byte) error {
	const (
		forget = `DELETE FROM releases WHERE name = $1 AND part > $2`
		put    = `INSERT INTO releases (name, part, version, data) VALUES ($1, $2, $3, $4)
			ON CONFLICT (name, part) DO UPDATE SET version = excluded.version, data = excluded.data`
	)
	return s.write(ctx, "keeping a release", func(t Tx) {
		n := int64(0)
		for part := range slices.Chunk(data, releasePart) {
			t.Do(put, name, n, version, part)
			if n == 0 { // the first part is a lock: who puts another release waits for it
				t.Do(forget, name, n)
			}
			n++
		}
		if n == 0 {
			t.Do(forget, name, int64(-1))
		}
	})
}
