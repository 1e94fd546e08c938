package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
)

// Secret returns 32 random bytes that belong to the name: the same for all
// processes that share the file, and as long as the file is there.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	const (
		read = `SELECT value FROM secrets WHERE name = ?`
		put  = `INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`
	)
	var value []byte
	err := s.reader.QueryRowContext(ctx, read, name).Scan(&value)
	if !errors.Is(err, sql.ErrNoRows) {
		return value, s.fail(ctx, "reading a secret in", err)
	}
	made := make([]byte, 32)
	_, _ = rand.Read(made) // never fails
	err = s.write(ctx, func(t *tx) error {
		_, err := t.exec(put, name, made)
		return err
	})
	if err == nil { // of several at once the first has made it
		err = s.reader.QueryRowContext(ctx, read, name).Scan(&value)
	}
	return value, s.fail(ctx, "making a secret in", err)
}
