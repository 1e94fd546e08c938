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
		by := 1 / length
		for i, x := range v {
			v[i] = float32(float64(x) * by)
		}
	}
	return ok
}

// Dot returns the inner product of a and b, which for vectors of length 1 is
// the cosine of the angle between them, give or take some rounding. It is the
// same, to the last bit, on every machine: a product of two float32 is exact in
// a float64, also where it is fused with the addition. Dot panics if the lengths
// differ.
func Dot(a, b []float32) float32 {
	if len(a) != len(b) {
		panic("vector: Dot of vectors of different lengths")
	}
	var sum float64
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return float32(sum)
}

// length returns the length of v, if v has a direction. A length so near 1
// that only rounding can tell the difference is 1.
func length(v []float32) (float64, bool) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if math.Abs(sum-1) < 0x1p-22 {
		return 1, true
	}
	return math.Sqrt(sum), sum > 0 && !math.IsInf(sum, 0)
}
