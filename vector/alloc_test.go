//go:build !race

package vector_test

import (
	"fmt"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/vector"
)

// Under the race detector a sync.Pool forgets on purpose.
func TestTopAllocatesNothingIfTheResultFits(t *testing.T) {
	for _, items := range []int{50, 6000} { // on one core, on all
		x := vector.New(200)
		v := make([]float32, 200)
		for i := range items {
			v[i%200], v[(i*i)%200] = 1, float32(i+1)
			must.Do(t, x.Put(fmt.Sprint(i), v))
		}
		dst := make([]vector.Hit, 0, 25)
		allocs := testing.AllocsPerRun(100, func() {
			hits, err := x.Top(dst, vector.Query{Vector: v, K: 25, Keep: func(id string) bool { return id != "7" }})
			if err != nil || len(hits) != 25 {
				t.Fatalf("Top = %v, %v", hits, err)
			}
		})
		if allocs != 0 {
			t.Errorf("Top of %d allocates %v times", items, allocs)
		}
	}
}
