package vector

import "math"

// A search reads a coarse copy of each vector first: one byte, its code, for
// each component. From the codes follows the highest score the vector can
// have, and only a vector that could be among the best is then read whole. So
// a search moves about a quarter of the memory, and finds exactly the same.

// rowCode is the largest code of a row.
const rowCode = math.MaxInt8

// queryCode returns the largest code of a query of n components: fine, but so
// that no sum of products with the codes of a row overflows.
func queryCode(n int) float64 {
	return float64(max(1, min(math.MaxInt16, math.MaxInt32/(rowCode*n))))
}

// encode sets codes to v in units of step, none above top, and returns step
// and the length of what is lost, rounded up.
func encode[C int8 | int16](codes []C, v []float32, top float64) (step, lost float32) {
	var most float32
	for _, x := range v {
		most = max(most, x, -x)
	}
	// Of a vector of length 1 some component is large enough that step is a
	// normal number; rounding it up keeps the codes within top.
	step = math.Nextafter32(float32(float64(most)/top), math.MaxFloat32)
	unit := 1 / float64(step)
	var sum float64
	for i, x := range v {
		c := math.RoundToEven(float64(x) * unit)
		codes[i] = C(c)
		rest := float64(x) - float64(c*float64(step))
		sum += float64(rest * rest)
	}
	return step, math.Nextafter32(float32(math.Sqrt(sum)), math.MaxFloat32)
}

// A bound says of the sum of products of codes what the score can be at most.
//
// Let a query q be coded as c with f lost, and a row r as d with e lost. Then
// q·r = c·d + f·d + q·e, and the lengths of q and r are 1, so the last two
// terms are at most |f|(1+|e|) + |e| = |f| + |e|(1+|f|).
type bound struct {
	step  float32 // of the query's codes
	slack float32 // what a score can exceed c·d by when the row lost nothing
	slope float32 // and for each unit that the row lost
}

// newBound returns the bound of a query of n components.
//
// Rounding adds to what the codes lose. In units of 2^-24: n/16 additions in
// a lane and 5 operations after it for the score; 4 for each of the lengths,
// which are 1 only nearly; 12 for c·d, which is below 4; and 21 for the three
// additions of the highest score, which is below 7. Errors of errors are paid
// by rounding up, to n/8 + 64.
func newBound(step, lost float32, n int) bound {
	return bound{step: step, slack: lost + float32(n/8+64)*0x1p-24, slope: 1 + lost}
}

// highest returns the highest score of a row whose codes have this sum of
// products with those of the query.
func (b bound) highest(sum int32, step, lost float32) float32 {
	return float32(sum)*(step*b.step) + lost*b.slope + b.slack
}
