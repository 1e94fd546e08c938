// Package vector_test measures exact searches beside the fastest that this
// machine reads memory: a search that reads every vector once cannot be
// faster, and one that reads less can. The two take turns, and the median
// round of each counts, so that what else the machine does matters less.
package vector_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/vector"
)

const (
	dim  = 1536                  // of OpenAI's text-embedding-3-small
	k    = 25                    // candidates that fit one prompt
	long = 50 * time.Millisecond // a round, at least
)

// BenchmarkTop reports, beside the time of a search, how many times as fast it
// is as reading all vectors. Goal: at least 0.85 for 100,000 on two cores, with
// no allocation.
func BenchmarkTop(b *testing.B) {
	for _, items := range []int{300, 10_000, 100_000} {
		for _, kind := range kinds {
			b.Run(fmt.Sprintf("%s/%d", kind.name, items), func(b *testing.B) {
				x, queries := fill(b, items, kind.vector)
				roof := newRoof(items)
				hits := make([]vector.Hit, 0, k)
				n := 0
				search := func() {
					var err error
					hits, err = x.Top(hits[:0], vector.Query{Vector: queries[n%len(queries)], K: k})
					if err != nil || len(hits) != min(k, items) {
						b.Fatalf("Top = %d hits, %v", len(hits), err)
					}
					n++
				}
				var ours, theirs []time.Duration
				for b.Loop() {
					ours, theirs = append(ours, round(search)), append(theirs, round(roof.read))
				}
				b.ReportMetric(0, "ns/op") // of both together it says nothing
				b.ReportMetric(median(ours)*1e6, "µs-ours")
				b.ReportMetric(median(theirs)*1e6, "µs-roof")
				b.ReportMetric(median(theirs)/median(ours), "×roof")
				if items == 100_000 {
					b.ReportMetric(0.85, "≥goal×roof")
				}
				b.ReportMetric(testing.AllocsPerRun(10, search), "allocs/search")
			})
		}
	}
}

// kinds are the vectors that are searched.
var kinds = []struct {
	name   string
	vector func(r *rand.Rand, v []float32)
}{
	{"any", func(r *rand.Rand, v []float32) {
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
	}},
	// Beside one component that all share, what tells them apart is small.
	{"worst", func(r *rand.Rand, v []float32) {
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		v[0] = 1000
	}},
}

// fill returns an index and some queries.
func fill(b *testing.B, items int, vectorize func(*rand.Rand, []float32)) (*vector.Index, [][]float32) {
	random := rand.New(rand.NewPCG(1, 2))
	x, v := vector.New(dim), make([]float32, dim)
	for i := range items {
		vectorize(random, v)
		if err := x.Put(strconv.Itoa(i), v); err != nil {
			b.Fatal(err)
		}
	}
	queries := make([][]float32, 64)
	for i := range queries {
		queries[i] = make([]float32, dim)
		vectorize(random, queries[i])
	}
	return x, queries
}

// A roof is as much memory as the vectors, and the fastest way we know to read
// it: a word of each cache line, from four places at once, on as many cores as
// are faster than one.
type roof struct {
	parts [][]uint64
	sum   uint64 // so that the compiler cannot leave out the reading
}

func newRoof(items int) *roof {
	words := make([]uint64, items*dim/2)
	for i := range words {
		words[i] = uint64(i)
	}
	if items < 1000 {
		return &roof{parts: [][]uint64{words}}
	}
	cores := runtime.GOMAXPROCS(0)
	return &roof{parts: slices.Collect(slices.Chunk(words, (len(words)+cores-1)/cores))}
}

func (r *roof) read() {
	if len(r.parts) == 1 {
		r.sum += read(r.parts[0])
		return
	}
	sums := make([]uint64, len(r.parts))
	var wg sync.WaitGroup
	for i, part := range r.parts {
		wg.Go(func() { sums[i] = read(part) })
	}
	wg.Wait()
	r.sum += sums[0]
}

func read(words []uint64) (sum uint64) {
	const line, quarter = 8, 16 * dim / 2 // as words
	for ; len(words) >= 4*quarter; words = words[4*quarter:] {
		a, b, c, d := words[:quarter], words[quarter:2*quarter], words[2*quarter:3*quarter], words[3*quarter:4*quarter]
		var s, t, u, v uint64
		for i := 0; i < quarter; i += line {
			s |= a[i]
			t |= b[i]
			u |= c[i]
			v |= d[i]
		}
		sum |= s | t | u | v
	}
	for i := 0; i < len(words); i += line {
		sum |= words[i]
	}
	return sum
}

// round calls f until a while has passed, and returns what each call took.
func round(f func()) time.Duration {
	start := time.Now()
	for n := 1; ; n++ {
		f()
		if took := time.Since(start); took > long {
			return took / time.Duration(n)
		}
	}
}

// median returns seconds.
func median(rounds []time.Duration) float64 {
	slices.Sort(rounds)
	return rounds[len(rounds)/2].Seconds()
}
