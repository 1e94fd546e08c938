package vector

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The bound on their difference is zero: on this machine, whatever kernel it
// has, every sum of products is that of the portable one, to the last bit.
func TestKernelsAgreeToTheLastBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := lanes * rapid.IntRange(1, 40).Draw(t, "lanes")
		apart := n * rapid.IntRange(1, 3).Draw(t, "apart")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		size := rapid.SampledFrom([]float64{1e-30, 1, 1e15}).Draw(t, "size")
		q, rows := numbers(random, n, size), numbers(random, 3*apart+n, size)

		var got, want [4]float32
		dot4(&q[0], &rows[0], apart, n, &got)
		dot4Portable(&q[0], &rows[0], apart, n, &want)
		if got != want {
			t.Errorf("dot4 = %v, portable %v", got, want)
		}
		for i := range want {
			if got := Dot(q, rows[i*apart:][:n]); got != want[i] {
				t.Errorf("Dot of row %d = %v, dot4 %v", i, got, want[i])
			}
		}
	})
}

// The order of lanes is part of the contract, so it is written here once more,
// as plainly as it can be.
func TestASumIsAddedUpInLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 100 {
		a, b := numbers(random, n, 1), numbers(random, n, 1)
		var s [16]float32
		for i := range a {
			product := a[i] * b[i]
			s[i%16] += product
		}
		for i := range 8 {
			s[i] += s[i+8]
		}
		for width := 1; width < 8; width *= 2 {
			for i := 0; i < 8; i += 2 * width {
				s[i] += s[i+width]
			}
		}
		if got := Dot(a, b); got != s[0] {
			t.Errorf("Dot of %d components = %v, want %v", n, got, s[0])
		}
	}
}

// numbers returns n random numbers of about a size.
func numbers(random *rand.Rand, n int, size float64) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(random.NormFloat64() * size)
	}
	return v
}
