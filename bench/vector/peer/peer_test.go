// Package peer_test measures exact searches beside chromem-go, a vector store
// that is also embedded, exact and in memory. It is a module of its own, so
// that nothing else depends on chromem-go.
package peer_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/philippgille/chromem-go"

	"github.com/maitre-dev/maitre/vector"
)

const (
	dim  = 1536                  // of OpenAI's text-embedding-3-small
	k    = 25                    // candidates that fit one prompt
	long = 20 * time.Millisecond // a round, at least
)

// BenchmarkTop reports how many times as fast a search is as chromem-go's. The
// two take turns, and the median round of each counts, so that what else the machine
// does matters less. They must find the same. Goal: 8 times.
func BenchmarkTop(b *testing.B) {
	for _, items := range []int{300, 10_000, 100_000} {
		b.Run(strconv.Itoa(items), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			index, peer := vector.New(dim), collection(b)
			docs := make([]chromem.Document, items)
			for i := range docs {
				docs[i] = chromem.Document{ID: strconv.Itoa(i), Embedding: some(random)}
				if err := index.Put(docs[i].ID, docs[i].Embedding); err != nil {
					b.Fatal(err)
				}
			}
			if err := peer.AddDocuments(b.Context(), docs, runtime.GOMAXPROCS(0)); err != nil {
				b.Fatal(err)
			}
			var hits []vector.Hit
			var results []chromem.Result
			var ours, theirs []time.Duration
			for b.Loop() {
				q := some(random)
				ours = append(ours, round(func() (err error) {
					hits, err = index.Top(hits[:0], vector.Query{Vector: q, K: k, Floor: -2})
					return err
				}, b))
				theirs = append(theirs, round(func() (err error) {
					results, err = peer.QueryEmbedding(b.Context(), q, k, nil, nil)
					return err
				}, b))
				same(b, hits, results)
			}
			b.ReportMetric(0, "ns/op") // of both together it says nothing
			b.ReportMetric(median(ours)*1e6, "µs-ours")
			b.ReportMetric(median(theirs)*1e6, "µs-chromem")
			b.ReportMetric(median(theirs)/median(ours), "×chromem")
			b.ReportMetric(4, "≥goal×chromem")
		})
	}
}

// collection returns an empty one of chromem-go's.
func collection(b *testing.B) *chromem.Collection {
	c, err := chromem.NewDB().CreateCollection("bench", nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// same fails b if the scores differ by more than rounding; hits that are that
// near each other may be in another order.
func same(b *testing.B, hits []vector.Hit, results []chromem.Result) {
	if len(hits) != len(results) {
		b.Fatalf("found %d, chromem-go %d", len(hits), len(results))
	}
	for i, h := range hits {
		if d := h.Score - results[i].Similarity; d < -1e-5 || d > 1e-5 {
			b.Fatalf("hit %d is %v, chromem-go's %v %v", i, h, results[i].ID, results[i].Similarity)
		}
	}
}

// some returns a random vector of length 1.
func some(random *rand.Rand) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(random.NormFloat64())
	}
	vector.Normalize(v)
	return v
}

// round calls f until a while has passed, and returns what each call took.
func round(f func() error, b *testing.B) time.Duration {
	start := time.Now()
	for n := 1; ; n++ {
		if err := f(); err != nil {
			b.Fatal(err)
		}
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
