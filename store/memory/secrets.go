package memory

import (
	"context"
	"crypto/rand"
	"slices"
)

// Secret returns 32 random bytes that belong to the name.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secrets[name] == nil {
		made := make([]byte, 32)
		_, _ = rand.Read(made) // never fails
		s.secrets[name] = made
	}
	return slices.Clone(s.secrets[name]), nil
}
