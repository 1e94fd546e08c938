package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Encoded, a vector is a byte for the form, its dimension, and then either all
// its components, or for each that is not zero how many zeros come before it
// and the component. Numbers are varints, components four bytes, all little
// endian.
const (
	dense byte = iota
	sparse
)

// Encode returns the bytes of v, in whichever form is shorter. Decode makes of
// them exactly the same components, the sign of a zero included, if all are
// finite.
func Encode(v []float32) []byte {
	var scratch [binary.MaxVarintLen64]byte
	short, zeros := 0, 0
	for _, x := range v {
		if math.Float32bits(x) == 0 {
			zeros++
			continue
		}
		short += binary.PutUvarint(scratch[:], uint64(zeros)) + 4
		zeros = 0
	}
	form := sparse
	if short >= 4*len(v) {
		form, short = dense, 4*len(v)
	}
	b := make([]byte, 0, 1+binary.PutUvarint(scratch[:], uint64(len(v)))+short)
	b = binary.AppendUvarint(append(b, form), uint64(len(v)))
	zeros = 0
	for _, x := range v {
		bits := math.Float32bits(x)
		if form == sparse {
			if bits == 0 {
				zeros++
				continue
			}
			b = binary.AppendUvarint(b, uint64(zeros))
			zeros = 0
		}
		b = binary.LittleEndian.AppendUint32(b, bits)
	}
	return b
}

// Decode returns the vector of dim components that Encode made b of. It is an
// error if b is cut short or goes on, is of a vector of another dimension, or
// has a component that is not finite. Whatever b is, Decode allocates no more
// than dim components.
func Decode(b []byte, dim int) ([]float32, error) {
	if len(b) == 0 || b[0] > sparse {
		return nil, errors.New("decoding a vector: unknown form")
	}
	form := b[0]
	has, size := binary.Uvarint(b[1:])
	if size <= 0 {
		return nil, errors.New("decoding a vector: no dimension")
	}
	if dim < 0 || has != uint64(dim) {
		return nil, fmt.Errorf("decoding a vector: it has %d components, want %d", has, dim)
	}
	b = b[1+size:]
	if form == dense && len(b)/4 != dim {
		return nil, fmt.Errorf("decoding a vector: %d bytes for %d components", len(b), dim)
	}
	v := make([]float32, dim)
	for i := 0; len(b) > 0; i++ {
		if form == sparse {
			zeros, size := binary.Uvarint(b)
			if size <= 0 || zeros >= uint64(dim-i) {
				return nil, fmt.Errorf("decoding a vector: a component after %d is out of range", i)
			}
			i += int(zeros)
			b = b[size:]
		}
		if len(b) < 4 {
			return nil, errors.New("decoding a vector: half a component at the end")
		}
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b))
		if x := float64(v[i]); math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("decoding a vector: component %d is not finite", i)
		}
		b = b[4:]
	}
	return v, nil
}
