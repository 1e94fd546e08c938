package gazetteer

import "testing"

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load()
	}
}
