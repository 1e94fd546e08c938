package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
)

const releasePart = 1 << 20 // bytes

// Release implements safesql.Shelf.
func (s *Store) Release(ctx context.Context, name, have string) (version string, data []byte, err error) {
	const query = `SELECT version, data FROM releases WHERE name = $1 AND version <> $2 ORDER BY part`
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		version, data = "", nil
		rows, err := c.Query(ctx, query, name, have)
		if err != nil {
			return err
		}
		var part []byte
		_, err = pgx.ForEachRow(rows, []any{&version, &part}, func() error {
			data = append(data, part...)
			return nil
		})
		return err
	})
	return version, data, s.fail(ctx, "reading a release", err)
}

// PutRelease implements safesql.Shelf.
func (s *Store) PutRelease(ctx context.Context, name, version string, data []byte) error {
	const (
		forget = `DELETE FROM releases WHERE name = $1`
		put    = `INSERT INTO releases (name, part, version, data) VALUES ($1, $2, $3, $4)`
	)
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, forget, name); err != nil {
				return err
			}
			n := 0
			for part := range slices.Chunk(data, releasePart) {
				if _, err := tx.Exec(ctx, put, name, n, version, part); err != nil {
					return err
				}
				n++
			}
			return nil
		})
	})
	return s.fail(ctx, "keeping a release", err)
}
