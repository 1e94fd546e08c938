// Package vector finds the nearest of many vectors by cosine, exactly: what it
// answers is what sorting them all would, and the same on every machine. Make
// an Index with New, Put vectors in it under their ids, and ask for the Top
// ones. Encode and Decode turn a vector to the bytes that a store keeps.
package vector

import "math"

// Normalize scales v in place to length 1, and reports whether it could: a
// vector that is zero, or has a component that is no finite number, has no
// direction and is left as it is. Normalizing again changes nothing.
func Normalize(v []float32) bool {
	length, ok := length(v)
	if ok {
		scale(v, v, length)
	}
	return ok
}

// Dot returns the inner product of a and b, which for vectors of length 1 is
// the cosine of the angle between them, give or take some rounding. It is the
// same, to the last bit, on every machine. Dot panics if the lengths differ.
func Dot(a, b []float32) float32 {
	if len(a) != len(b) {
		panic("vector: Dot of vectors of different lengths")
	}
	var sums [lanes]float32
	whole := len(a) &^ (lanes - 1)
	if whole > 0 {
		dot(&a[0], &b[0], whole, &sums)
	}
	for i := whole; i < len(a); i++ {
		sums[i-whole] += float32(a[i] * b[i])
	}
	return add(&sums)
}

// length returns the length of v, if v has a direction. A length so near 1
// that only rounding can tell the difference is 1.
//
// The square of a float32 is exact in a float64, so a machine that fuses the
// multiplication and the addition gets the same sum.
func length(v []float32) (float64, bool) {
	var s, t float64 // two, for one addition need not wait for the other
	for i, x := range v {
		if i&1 == 0 {
			s += float64(x) * float64(x)
		} else {
			t += float64(x) * float64(x)
		}
	}
	sum := s + t
	if math.Abs(sum-1) < 0x1p-22 {
		return 1, true
	}
	return math.Sqrt(sum), sum > 0 && !math.IsInf(sum, 0)
}

// scale sets dst to v divided by length.
func scale(dst, v []float32, length float64) {
	by := 1 / length
	for i, x := range v {
		dst[i] = float32(float64(x) * by)
	}
}
