package safesql

import "testing"

func TestTheNoiseOfAFunctionIsItsOwn(t *testing.T) {
	ns := newNoise([]byte("a secret of the tests, always the same"))
	n := make([]float64, fixedNumbers)
	n[exactTotal], n[noisyTotal], n[largestPart], n[largestPull] = 1e6, 1e6, 1e5, 1e5
	n[noisyRows], n[clients], n[clientsHash] = 1000, 40, 12345
	sum := toFloat(ns.release(&aggregate{fn: sumOf}, n, 0)) - 1e6
	mean := toFloat(ns.release(&aggregate{fn: averageOf}, n, 0))*1000 - 1e6
	rows := toFloat(ns.release(&aggregate{fn: countRows}, n, 0)) - 1e6
	for _, other := range []float64{mean, rows} {
		if d := sum - other; d > -100 && d < 100 {
			t.Errorf("sum, mean and rows have the noise %.0f, %.0f, %.0f", sum, mean, rows)
		}
	}
}
