//go:build !amd64

package vector

func dot(a, b *float32, n int, sums *[lanes]float32) { dotPortable(a, b, n, sums) }

func dot4(q, row *float32, apart, n int, out *[4]float32) { dot4Portable(q, row, apart, n, out) }
