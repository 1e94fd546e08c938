package sqlite

import (
	"context"
	"slices"
)

const releasePart = 1 << 20 // bytes

// Release implements safesql.Shelf.
func (s *Store) Release(ctx context.Context, name, have string) (version string, data []byte, err error) {
	const query = `SELECT version, data FROM releases WHERE name = ? AND version <> ? ORDER BY part`
	rows, err := s.reader.QueryContext(ctx, query, name, have)
	if err != nil {
		return "", nil, s.fail(ctx, "reading a release in", err)
	}
	defer rows.Close()
	for rows.Next() {
		var part []byte
		if err := rows.Scan(&version, &part); err != nil {
			return "", nil, s.fail(ctx, "reading a release in", err)
		}
		data = append(data, part...)
	}
	return version, data, s.fail(ctx, "reading a release in", rows.Err())
}

// PutRelease implements safesql.Shelf.
func (s *Store) PutRelease(ctx context.Context, name, version string, data []byte) error {
	const (
		forget = `DELETE FROM releases WHERE name = ?`
		put    = `INSERT INTO releases (name, part, version, data) VALUES (?, ?, ?, ?)`
	)
	err := s.write(ctx, func(t *tx) error {
		if _, err := t.exec(forget, name); err != nil {
			return err
		}
		n := int64(0)
		for part := range slices.Chunk(data, releasePart) {
			if _, err := t.exec(put, name, n, version, part); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return s.fail(ctx, "keeping a release in", err)
}
