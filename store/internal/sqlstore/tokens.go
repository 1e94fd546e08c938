package sqlstore

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
)

// PutToken implements token.Store.
func (s *Store) PutToken(ctx context.Context, t token.Token, hash []byte) error {
	// One that is there already is this one, put by a try whose answer was lost.
	const insert = `
		INSERT INTO tokens (id, hash, guest, name, created, used, revoked, role) SELECT $1, $2, $3, $4, $5, $6, $7, $8
		WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE id = $1 AND hash = $2)`
	return s.write(ctx, "saving a token", func(x Tx) {
		x.Do(insert, t.ID, hash, t.Guest, t.Name, t.Created, orNever(t.Used), orNever(t.Revoked), t.Role)
	})
}

// TokenByHash implements token.Store.
func (s *Store) TokenByHash(ctx context.Context, hash []byte) (token.Token, error) {
	const (
		query = `SELECT ` + tokenColumns + ` FROM tokens WHERE hash = $1 AND revoked IS NULL`
		use   = `UPDATE tokens SET used = $1 WHERE id = $2`
	)
	t, err := one(ctx, s, token.ErrNotFound, scanToken, query, hash)
	now := time.Now().UTC().Truncate(time.Microsecond)
	if err != nil || now.Sub(t.Used) < token.UsedEvery {
		return t, s.db.Fail(ctx, "reading a token", err)
	}
	t.Used = now
	if err := s.write(ctx, "noting the use of a token", func(x Tx) { x.Do(use, now, t.ID) }); err != nil {
		return token.Token{}, err
	}
	return t, nil
}

// Tokens implements token.Store.
func (s *Store) Tokens(ctx context.Context, guest string) ([]token.Token, error) {
	const query = `
		SELECT ` + tokenColumns + ` FROM tokens WHERE $1 = '' OR guest = $1 ORDER BY created, id`
	ts, err := list(ctx, s, scanToken, query, guest)
	return ts, s.db.Fail(ctx, "listing tokens", err)
}

// RevokeToken implements token.Store.
func (s *Store) RevokeToken(ctx context.Context, id string) error {
	const update = `UPDATE tokens SET revoked = COALESCE(revoked, $1) WHERE id = $2`
	var n int64
	err := s.write(ctx, "revoking a token", func(x Tx) { x.Count(&n, update, time.Now(), id) })
	if err == nil && n == 0 {
		return token.ErrNotFound
	}
	return err
}

// SignOutTokens implements token.Store.
func (s *Store) SignOutTokens(ctx context.Context, guest string) error {
	const update = `UPDATE tokens SET signed_out = $1 WHERE guest = $2`
	return s.write(ctx, "signing out", func(x Tx) { x.Do(update, time.Now(), guest) })
}

const tokenColumns = `id, guest, name, created, used, revoked, role, signed_out`

func scanToken(r Row) (t token.Token, err error) {
	err = r.Scan(&t.ID, &t.Guest, &t.Name, Time{&t.Created}, Time{&t.Used}, Time{&t.Revoked}, &t.Role, Time{&t.SignedOut})
	return t, err
}
