package vector_test

import (
	"math"
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/vector"
)

var minusZero = float32(math.Copysign(0, -1))

func TestDecodeRefuses(t *testing.T) {
	const one = "\x00\x00\x80\x3f"
	for _, tt := range []struct {
		name, b string
		dim     int
	}{
		{"nothing", "", 1},
		{"an unknown form", "\x02\x01" + one, 1},
		{"no dimension", "\x00", 0},
		{"a dimension that does not end", "\x00\x80\x80\x80", 1},
		{"a dimension that is too large for a number", "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1},
		{"another dimension", "\x00\x02" + one + one, 1},
		{"another dimension, of zeros", "\x01\x02", 1},
		{"a dimension below zero", "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", -1},
		{"too few components", "\x00\x02" + one, 2},
		{"too many components", "\x00\x01" + one + one, 1},
		{"half a component more", "\x00\x01" + one + "\x00\x00", 1},
		{"half a component", "\x01\x05\x00\x00\x00", 5},
		{"a count and no component", "\x01\x05\x00", 5},
		{"a component out of range", "\x01\x05\x05" + one, 5},
		{"a component far out of range", "\x01\x05\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + one, 5},
		{"one component more than there are", "\x01\x01\x00" + one + "\x00" + one, 1},
		{"a count that does not end", "\x01\x05\x80", 5},
		{"not a number", "\x00\x01\x00\x00\xc0\x7f", 1},
		{"infinite", "\x01\x05\x00\x00\x00\x80\xff", 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := vector.Decode([]byte(tt.b), tt.dim); err == nil {
				t.Errorf("Decode(%q, %d) = %v, nil", tt.b, tt.dim, got)
			}
		})
	}
}

func FuzzDecodeRefusesOrReturnsFiniteFloatsThatEncodeToTheSame(f *testing.F) {
	f.Add(vector.Encode([]float32{1, 2, 3}), 3)
	f.Add(vector.Encode([]float32{0, 0, 0, minusZero, 0, 0, 0, 0.5}), 8)
	f.Add([]byte("\x01\xff\xff\xff\xff\x0f\x00\x00\x00\x80\x7f"), 4)
	f.Fuzz(func(t *testing.T, b []byte, dim int) {
		dim %= 10_000 // the caller's, so not hostile
		v, err := vector.Decode(b, dim)
		if err != nil {
			return
		}
		for i, x := range v {
			if x-x != 0 {
				t.Fatalf("component %d is %v", i, x)
			}
		}
		shortest := vector.Encode(v)
		if len(shortest) > len(b) {
			t.Errorf("Encode takes %d bytes, though %d will do", len(shortest), len(b))
		}
		again, err := vector.Decode(shortest, dim)
		if err != nil || len(v) != dim || !slices.Equal(bits(again), bits(v)) {
			t.Errorf("Decode = %v, then %v, %v", v, again, err)
		}
	})
}

// bits tells zero from minus zero.
func bits(v []float32) []uint32 {
	b := make([]uint32, len(v))
	for i, x := range v {
		b[i] = math.Float32bits(x)
	}
	return b
}
