package sqlite

import (
	"context"
	"database/sql"
	"time"

	"github.com/maitre-dev/maitre/internal/token"
)

// PutToken implements token.Store.
func (s *Store) PutToken(ctx context.Context, t token.Token, hash []byte) error {
	const insert = `
		INSERT INTO tokens (id, hash, guest, name, created, used, revoked) VALUES (?, ?, ?, ?, ?, ?, ?)`
	err := s.write(ctx, func(x *tx) error {
		_, err := x.exec(insert, t.ID, hash, t.Guest, t.Name, t.Created.UnixMicro(), orNever(t.Used), orNever(t.Revoked))
		return err
	})
	return s.fail(ctx, "saving a token to", err)
}

// TokenByHash implements token.Store.
func (s *Store) TokenByHash(ctx context.Context, hash []byte) (token.Token, error) {
	const (
		query = `SELECT ` + tokenColumns + ` FROM tokens WHERE hash = ? AND revoked IS NULL`
		use   = `UPDATE tokens SET used = ? WHERE id = ?`
	)
	found, err := collect(ctx, s.reader, scanToken, query, hash)
	if err == nil && len(found) == 0 {
		err = token.ErrNotFound
	}
	if err != nil {
		return token.Token{}, s.fail(ctx, "reading a token in", err)
	}
	t, now := found[0], time.Now().UTC().Truncate(time.Microsecond)
	if now.Sub(t.Used) < token.UsedEvery {
		return t, nil
	}
	t.Used = now
	err = s.write(ctx, func(x *tx) error {
		_, err := x.exec(use, now.UnixMicro(), t.ID)
		return err
	})
	if err != nil {
		return token.Token{}, s.fail(ctx, "noting the use of a token in", err)
	}
	return t, nil
}

// Tokens implements token.Store.
func (s *Store) Tokens(ctx context.Context, guest string) ([]token.Token, error) {
	const query = `
		SELECT ` + tokenColumns + ` FROM tokens WHERE ?1 = '' OR guest = ?1 ORDER BY created, id`
	ts, err := collect(ctx, s.reader, scanToken, query, guest)
	return ts, s.fail(ctx, "listing the tokens of", err)
}

// RevokeToken implements token.Store.
func (s *Store) RevokeToken(ctx context.Context, id string) error {
	const update = `UPDATE tokens SET revoked = COALESCE(revoked, ?) WHERE id = ?`
	err := s.write(ctx, func(x *tx) error {
		changed, err := x.exec(update, time.Now().UnixMicro(), id)
		if err == nil && changed == 0 {
			return token.ErrNotFound
		}
		return err
	})
	return s.fail(ctx, "revoking a token in", err)
}

const tokenColumns = `id, guest, name, created, used, revoked`

func scanToken(r row) (t token.Token, err error) {
	var created int64
	var used, revoked sql.NullInt64
	err = r.Scan(&t.ID, &t.Guest, &t.Name, &created, &used, &revoked)
	t.Created = time.UnixMicro(created).UTC()
	if used.Valid {
		t.Used = time.UnixMicro(used.Int64).UTC()
	}
	if revoked.Valid {
		t.Revoked = time.UnixMicro(revoked.Int64).UTC()
	}
	return t, err
}

// orNever makes NULL of the zero time.
func orNever(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}
