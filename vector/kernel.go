package vector

import "unsafe"

// A sum of products is added up in this many lanes: product i goes to lane
// i%lanes, and add sums the lanes. Every kernel keeps to that order and rounds
// after each multiplication, so that all of them agree to the last bit. Fused
// instructions would not be faster: memory is what a search waits for.
const lanes = 16

// add sums the lanes, in the order that is handy with registers of eight.
func add(s *[lanes]float32) float32 {
	var t [lanes / 2]float32
	for i := range t {
		t[i] = s[i] + s[i+lanes/2]
	}
	return ((t[0] + t[1]) + (t[2] + t[3])) + ((t[4] + t[5]) + (t[6] + t[7]))
}

// dotPortable adds the products of a and b to sums; n is a multiple of lanes.
func dotPortable(a, b *float32, n int, sums *[lanes]float32) {
	as, bs := unsafe.Slice(a, n), unsafe.Slice(b, n)
	s0, s1, s2, s3, s4, s5, s6, s7 := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]
	s8, s9, sa, sb, sc, sd, se, sf := sums[8], sums[9], sums[10], sums[11], sums[12], sums[13], sums[14], sums[15]
	for ; len(as) >= lanes && len(bs) >= lanes; as, bs = as[lanes:], bs[lanes:] {
		x, y := (*[lanes]float32)(as), (*[lanes]float32)(bs)
		// The conversions forbid the compiler to fuse.
		s0 += float32(x[0] * y[0])
		s1 += float32(x[1] * y[1])
		s2 += float32(x[2] * y[2])
		s3 += float32(x[3] * y[3])
		s4 += float32(x[4] * y[4])
		s5 += float32(x[5] * y[5])
		s6 += float32(x[6] * y[6])
		s7 += float32(x[7] * y[7])
		s8 += float32(x[8] * y[8])
		s9 += float32(x[9] * y[9])
		sa += float32(x[10] * y[10])
		sb += float32(x[11] * y[11])
		sc += float32(x[12] * y[12])
		sd += float32(x[13] * y[13])
		se += float32(x[14] * y[14])
		sf += float32(x[15] * y[15])
	}
	*sums = [lanes]float32{s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf}
}

// dot4Portable sets out to the inner products of q with four rows of n
// components, a multiple of lanes, that are apart components from each other.
func dot4Portable(q, row *float32, apart, n int, out *[4]float32) {
	rows := unsafe.Slice(row, 3*apart+n)
	for i := range out {
		var sums [lanes]float32
		dotPortable(q, &rows[i*apart], n, &sums)
		out[i] = add(&sums)
	}
}
