package vector

import "golang.org/x/sys/cpu"

var fast = cpu.X86.HasAVX2

func dot(a, b *float32, n int, sums *[lanes]float32) {
	if fast {
		dotAVX2(a, b, n, sums)
	} else {
		dotPortable(a, b, n, sums)
	}
}

func dot4(q, row *float32, apart, n int, out *[4]float32) {
	if fast {
		dot4AVX2(q, row, apart, n, out)
	} else {
		dot4Portable(q, row, apart, n, out)
	}
}

//go:noescape
func dotAVX2(a, b *float32, n int, sums *[lanes]float32)

//go:noescape
func dot4AVX2(q, row *float32, apart, n int, out *[4]float32)
