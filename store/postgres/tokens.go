package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/internal/token"
)

// PutToken implements token.Store.
func (s *Store) PutToken(ctx context.Context, t token.Token, hash []byte) error {
	const (
		insert = `
			INSERT INTO tokens (id, hash, guest, name, created, used, revoked) VALUES ($1, $2, $3, $4, $5, $6, $7)`
		same = `SELECT EXISTS (SELECT FROM tokens WHERE id = $1 AND hash = $2)`
	)
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, again bool) error {
		_, err := c.Exec(ctx, insert, t.ID, hash, t.Guest, t.Name, t.Created, orNever(t.Used), orNever(t.Revoked))
		if again && code(err) == uniqueViolation {
			// Perhaps it is the one whose answer was lost.
			var done bool
			if lost := c.QueryRow(ctx, same, t.ID, hash).Scan(&done); lost == nil && done {
				return nil
			}
		}
		return err
	})
	return s.fail(ctx, "saving a token", err)
}

// TokenByHash implements token.Store.
func (s *Store) TokenByHash(ctx context.Context, hash []byte) (token.Token, error) {
	const (
		query = `SELECT ` + tokenColumns + ` FROM tokens WHERE hash = $1 AND revoked IS NULL`
		use   = `UPDATE tokens SET used = $1 WHERE id = $2`
	)
	found, err := list(ctx, s, scanToken, query, hash)
	if err == nil && len(found) == 0 {
		err = token.ErrNotFound
	}
	if err != nil {
		return token.Token{}, s.fail(ctx, "reading a token", err)
	}
	t, now := found[0], time.Now().UTC().Truncate(time.Microsecond)
	if now.Sub(t.Used) < token.UsedEvery {
		return t, nil
	}
	t.Used = now
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		_, err := c.Exec(ctx, use, now, t.ID)
		return err
	})
	if err != nil {
		return token.Token{}, s.fail(ctx, "noting the use of a token", err)
	}
	return t, nil
}

// Tokens implements token.Store.
func (s *Store) Tokens(ctx context.Context, guest string) ([]token.Token, error) {
	const query = `
		SELECT ` + tokenColumns + ` FROM tokens WHERE $1 = '' OR guest = $1 ORDER BY created, id`
	ts, err := list(ctx, s, scanToken, query, guest)
	return ts, s.fail(ctx, "listing tokens", err)
}

// RevokeToken implements token.Store.
func (s *Store) RevokeToken(ctx context.Context, id string) error {
	const update = `UPDATE tokens SET revoked = COALESCE(revoked, $1) WHERE id = $2`
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		done, err := c.Exec(ctx, update, time.Now(), id)
		if err == nil && done.RowsAffected() == 0 {
			return token.ErrNotFound
		}
		return err
	})
	return s.fail(ctx, "revoking a token", err)
}

const tokenColumns = `id, guest, name, created, used, revoked`

func scanToken(row pgx.CollectableRow) (t token.Token, err error) {
	var used, revoked *time.Time
	err = row.Scan(&t.ID, &t.Guest, &t.Name, &t.Created, &used, &revoked)
	t.Created = t.Created.UTC()
	if used != nil {
		t.Used = used.UTC()
	}
	if revoked != nil {
		t.Revoked = revoked.UTC()
	}
	return t, err
}

// orNever makes NULL of the zero time.
func orNever(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
