package postgres

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Secret returns 32 random bytes that belong to the name: the same for all
// processes that share the database, and as long as it is there.
func (s *Store) Secret(ctx context.Context, name string) (value []byte, err error) {
	const (
		read = `SELECT value FROM secrets WHERE name = $1`
		put  = `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	)
	made := make([]byte, 32)
	_, _ = rand.Read(made) // never fails
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		err := c.QueryRow(ctx, read, name).Scan(&value)
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if _, err := c.Exec(ctx, put, name, made); err != nil {
			return err
		}
		return c.QueryRow(ctx, read, name).Scan(&value) // of several at once the first has made it
	})
	return value, s.fail(ctx, "making a secret", err)
}
