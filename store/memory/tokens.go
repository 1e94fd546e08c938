package memory

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/token"
)

// hashed is a token, and what its secret is known by.
type hashed struct {
	token.Token
	hash []byte
}

// PutToken implements token.Store.
func (s *Store) PutToken(ctx context.Context, t token.Token, hash []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if slices.ContainsFunc(s.tokens, func(o hashed) bool { return o.ID == t.ID || bytes.Equal(o.hash, hash) }) {
		return errors.New("there is such a token")
	}
	for _, when := range []*time.Time{&t.Created, &t.Used, &t.Revoked} {
		*when = when.UTC().Truncate(time.Microsecond)
	}
	s.tokens = append(s.tokens, hashed{t, bytes.Clone(hash)})
	return nil
}

// TokenByHash implements token.Store.
func (s *Store) TokenByHash(ctx context.Context, hash []byte) (token.Token, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return token.Token{}, err
	}
	i := slices.IndexFunc(s.tokens, func(t hashed) bool { return bytes.Equal(t.hash, hash) })
	if i < 0 || !s.tokens[i].Revoked.IsZero() {
		return token.Token{}, token.ErrNotFound
	}
	t := &s.tokens[i].Token
	if now := time.Now().UTC().Truncate(time.Microsecond); now.Sub(t.Used) >= token.UsedEvery {
		t.Used = now
	}
	return *t, nil
}

// Tokens implements token.Store.
func (s *Store) Tokens(ctx context.Context, guest string) ([]token.Token, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ts []token.Token
	for _, t := range s.tokens {
		if guest == "" || t.Guest == guest {
			ts = append(ts, t.Token)
		}
	}
	slices.SortFunc(ts, func(a, b token.Token) int {
		if c := a.Created.Compare(b.Created); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return ts, ctx.Err()
}

// RevokeToken implements token.Store.
func (s *Store) RevokeToken(ctx context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.tokens, func(t hashed) bool { return t.ID == id })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case i < 0:
		return token.ErrNotFound
	}
	if t := &s.tokens[i]; t.Revoked.IsZero() {
		t.Revoked = time.Now().UTC().Truncate(time.Microsecond)
	}
	return nil
}
