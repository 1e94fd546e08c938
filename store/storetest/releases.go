package storetest

import (
	"bytes"
	"context"
	"strconv"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// Releases keeps what was published: one version of each name.
type Releases interface {
	Release(ctx context.Context, name, have string) (version string, data []byte, err error)
	PutRelease(ctx context.Context, name, version string, data []byte) error
}

// TestReleases checks that a store keeps releases. Each call of open returns a
// store with nothing in it.
func TestReleases(t *testing.T, open func(t *testing.T) Releases) {
	s := open(t)
	large := bytes.Repeat([]byte("figures "), 400_000)
	get := func(name, have, version string, want []byte) {
		t.Helper()
		v, data, err := s.Release(t.Context(), name, have)
		if err != nil || v != version || !bytes.Equal(data, want) {
			t.Errorf("Release(%s, %q) = %q, %d bytes, %v; want %q, %d bytes", name, have, v, len(data), err, version, len(want))
		}
	}
	put := func(name, version string, data []byte) {
		t.Helper()
		must.Do(t, s.PutRelease(t.Context(), name, version, data))
	}
	get("a", "", "", nil)
	put("a", "1", large)
	get("a", "", "1", large)
	get("a", "1", "", nil)
	put("a", "2", []byte("less"))
	put("b", "1", []byte("another"))
	get("a", "1", "2", []byte("less"))
	get("b", "", "1", []byte("another"))

	// Of several that are put at once one stays, as a whole.
	for round := range 5 {
		name := "c" + strconv.Itoa(round)
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if err := s.PutRelease(t.Context(), name, strconv.Itoa(i), bytes.Repeat([]byte{byte('0' + i)}, 1+i*1_500_000)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if v, data, err := s.Release(t.Context(), name, ""); err != nil || len(data) == 0 || v != string(data[:1]) || len(bytes.Trim(data, v)) > 0 {
			t.Errorf("of four that are put at once %q stays, with %d bytes, %d of them of others (%v)", v, len(data), len(bytes.Trim(data, v)), err)
		}
	}
}
