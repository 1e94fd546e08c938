package storetest

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// Memory returns an empty database in memory, for tests of what needs a store.
// It is the test's own, and closed at its end.
func Memory(t testing.TB) *sqlite.Store {
	t.Helper()
	s := must.Get(sqlite.Open(t.Context(), sqlite.Memory))(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
