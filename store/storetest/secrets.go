package storetest

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
)

// Secrets keeps random bytes: 32 that belong to a name, made when they are
// first asked for and the same for everybody ever after.
type Secrets interface {
	Secret(ctx context.Context, name string) ([]byte, error)
}

// TestSecrets checks that a store keeps secrets. Each call of open returns a
// store with nothing in it.
func TestSecrets(t *testing.T, open func(t *testing.T) Secrets) {
	secret := func(t *testing.T, s Secrets, name string) []byte {
		t.Helper()
		b, err := s.Secret(t.Context(), name)
		if err != nil || len(b) != 32 {
			t.Fatalf("Secret(%s) has %d bytes, %v; want 32", name, len(b), err)
		}
		return b
	}

	t.Run("a name has one secret, and no two have the same", func(t *testing.T) {
		s, other := open(t), open(t)
		first := bytes.Clone(secret(t, s, "a"))
		secret(t, s, "a")[0]++ // the caller's to keep
		if !bytes.Equal(secret(t, s, "a"), first) {
			t.Error("the secret has changed")
		}
		if bytes.Equal(secret(t, s, "b"), first) || bytes.Equal(secret(t, other, "a"), first) {
			t.Error("two secrets are the same")
		}
	})
	t.Run("16 goroutines that ask at once get the same", func(t *testing.T) {
		s := open(t)
		got := make([][]byte, 16)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() {
				var err error
				if got[i], err = s.Secret(t.Context(), "a"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for _, b := range got {
			if len(b) != 32 || !bytes.Equal(b, got[0]) {
				t.Fatalf("secrets of %d and %d bytes that differ", len(b), len(got[0]))
			}
		}
	})
	t.Run("a cancelled call gets nothing", func(t *testing.T) {
		ctx := ended(t)
		if b, err := open(t).Secret(ctx, "a"); b != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("Secret = %d bytes, %v, want context.Canceled", len(b), err)
		}
	})
}
