package vector

import (
	"math"
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

		top := queryCode(n)
		codes, bytes := make([]int16, n), make([]int8, len(rows))
		for i := range codes {
			codes[i] = int16(rapid.SampledFrom([]float64{-top, top, random.Float64() * top}).Draw(t, "code"))
		}
		for i := range bytes {
			bytes[i] = int8(random.IntN(2*rowCode+1) - rowCode)
		}
		var sums, wants [4]int32
		code4(&codes[0], &bytes[0], apart, n, &sums)
		code4Portable(&codes[0], &bytes[0], apart, n, &wants)
		if sums != wants {
			t.Errorf("code4 = %v, portable %v", sums, wants)
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

func TestNoSumOfCodesOverflows(t *testing.T) {
	for _, n := range []int{16, 1536, 4096, 1 << 20} {
		codes, row := make([]int16, n), make([]int8, 4*n)
		for i := range codes {
			codes[i] = int16(queryCode(n))
		}
		for i := range row {
			row[i] = -rowCode
		}
		want := -rowCode * int(queryCode(n)) * n
		var got [4]int32
		code4(&codes[0], &row[0], n, n, &got)
		if int(got[3]) != want {
			t.Errorf("code4 of %d components = %d, want %d", n, got[3], want)
		}
	}
}

// This is why a search that skips a vector for its codes is still exact.
func TestNoScoreExceedsTheBoundOfItsCodes(t *testing.T) {
	closest := math.Inf(1)
	rapid.Check(t, func(t *rapid.T) {
		n := lanes * rapid.IntRange(1, 100).Draw(t, "lanes")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		q, row := numbers(random, n, 1), numbers(random, n, 1)
		switch rapid.SampledFrom([]string{"any", "near", "peak", "sparse", "the same", "alike", "row loses", "query loses"}).Draw(t, "kind") {
		case "near":
			for i := range row {
				row[i] = q[i] + row[i]/100
			}
		case "peak": // all but one component are lost
			q[0], row[0] = 1e4, 1e4
			for i := range row[1:] {
				row[i+1] = q[i+1]
			}
		case "sparse":
			for i := range row[1:] {
				row[i+1] *= float32(random.IntN(8) / 7)
			}
		case "the same":
			copy(row, q)
		case "alike": // nothing is lost but by rounding
			copy(row, signs(q))
			copy(q, row)
		case "row loses": // all it can, in the direction of the query
			lose(row, signs(q), rowCode)
		case "query loses":
			lose(q, signs(row), queryCode(n))
		}
		Normalize(q)
		Normalize(row)
		codes, bytes := make([]int16, n), make([]int8, 4*n)
		step, lost := encode(codes, q, queryCode(n))
		bound := newBound(step, lost, n)
		step, lost = encode(bytes, row, rowCode)
		var sums [4]int32
		code4(&codes[0], &bytes[0], n, n, &sums)
		score, highest := Dot(q, row), bound.highest(sums[0], step, lost)
		if score > highest {
			t.Errorf("score %v exceeds %v", score, highest)
		}
		closest = min(closest, float64(highest-score))
	})
	if closest > 0.01 {
		t.Errorf("no score came nearer than %v to its bound: the bound says too little", closest)
	}
}

// signs makes each number of v 1 or -1, and returns v.
func signs(v []float32) []float32 {
	for i := range v {
		v[i] = float32(math.Copysign(1, float64(v[i])))
	}
	return v
}

// lose makes v as its codes, none above top, and nearly half of one more in
// the direction of to.
func lose(v, to []float32, top float64) {
	unit := 4 / top // no component is as large as 4
	for i := range v {
		v[i] = float32(unit * (math.Round(min(3, max(-3, float64(v[i])))/unit) + 0.49*float64(to[i])))
	}
	v[0] = 4
}

// numbers returns n random numbers of about a size.
func numbers(random *rand.Rand, n int, size float64) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(random.NormFloat64() * size)
	}
	return v
}
