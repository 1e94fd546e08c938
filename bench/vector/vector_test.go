// Package vector_test measures exact searches.
package vector_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/maitre-dev/maitre/vector"
)

const (
	dim = 1536 // of OpenAI's text-embedding-3-small
	k   = 25   // candidates that fit one prompt
)

// BenchmarkTop reports the time of a search. Goal: 40 ms for 10,000 vectors,
// which is more than any house has.
func BenchmarkTop(b *testing.B) {
	for _, items := range []int{300, 10_000} {
		b.Run(strconv.Itoa(items), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			x, v := vector.New(dim), make([]float32, dim)
			fill := func() {
				for i := range v {
					v[i] = float32(random.NormFloat64())
				}
			}
			for i := range items {
				fill()
				if err := x.Put(strconv.Itoa(i), v); err != nil {
					b.Fatal(err)
				}
			}
			fill()
			for b.Loop() {
				hits, err := x.Top(nil, vector.Query{Vector: v, K: k, Floor: -2})
				if err != nil || len(hits) != k {
					b.Fatalf("Top = %d hits, %v", len(hits), err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N), "µs-ours")
			if items == 10_000 {
				b.ReportMetric(40_000, "≤goal-µs")
			}
		})
	}
}
