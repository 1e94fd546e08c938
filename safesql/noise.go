package safesql

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// The release policy. DESIGN.md says what follows from these numbers.
const (
	minGroup   = 5            // k: clients behind every number
	minClients = minGroup + 1 // besides whoever asks, who may be one of them

	maxPart   = 0.5 // of a sum that may be one client's
	noisePart = 0.4 // of the largest client's part, the deviation of a cell's noise
	meanPart  = 0.1 // of the largest client's part, that the noise of a mean reckons with at least
	maxNoise  = 2   // deviations
)

// noise changes numbers a little, always in the same way: by a secret factor
// for each client, in the vault, and by an amount for each cell, here.
type noise struct {
	clientKey string // for the vault's hash of clients
	cellKey   []byte
}

func newNoise(secret []byte) noise {
	derive := func(what string) []byte {
		m := hmac.New(sha256.New, secret)
		m.Write([]byte(what))
		return m.Sum(nil)
	}
	return noise{clientKey: hex.EncodeToString(derive("clients")), cellKey: derive("cells")}
}

// noiseOf names the noise of each function. Each has its own, or dividing one
// by another would take it away.
var noiseOf = map[aggregateFn]string{
	countRows: "rows", countClients: "clients", countDistinct: "distinct", sumOf: "sum", averageOf: "mean", shareOf: "share",
}

// release returns the aggregate as it may be known, or nil. The numbers are
// those of [aggregate.columns]; distinct is that of a countDistinct.
func (ns *noise) release(a *aggregate, n []float64, distinct float64) any {
	if n[clients] < minClients || fewLeftOut(n) >= 0 {
		return nil
	}
	cell := func(total float64) float64 { return ns.cell(noiseOf[a.fn], total, n) }
	switch a.fn { //nolint:exhaustive // the rest is made of totals
	case countClients:
		return int64(math.Round(max(n[noisyClients]+0.7*cell(n[clients]), minGroup)))
	case countDistinct:
		return int64(math.Round(max(distinct+0.7*cell(distinct), 1)))
	}
	if n[largestPart] > maxPart*math.Abs(n[noisyTotal]) {
		return nil
	}
	deviation := noisePart * n[largestPart]
	if a.fn == averageOf || a.fn == shareOf {
		// What one client changes in a mean is not its part, but how far that
		// is from the part of anyone with as many rows.
		deviation = noisePart * max(n[largestPull], meanPart*n[largestPart])
	}
	v := n[noisyTotal] + deviation*cell(n[exactTotal])
	switch {
	case a.fn == countRows:
		return int64(math.Round(max(v, minGroup)))
	case a.fn == shareOf:
		return round(max(0, min(1, v/n[noisyRows])), 4)
	case a.fn == averageOf:
		return round(a.between(v/n[noisyRows]), 3)
	case a.whole:
		return int64(math.Round(v))
	}
	return round(v, 2)
}

// between keeps an average where the policy says that its values are.
func (a *aggregate) between(v float64) float64 {
	if a.low != nil {
		v = max(v, *a.low)
	}
	if a.high != nil {
		v = min(v, *a.high)
	}
	return v
}

func round(v float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(v*p) / p
}

// cell returns a number like one of a normal distribution, cut at maxNoise. It
// depends on what the cell is made of, the clients and the exact total, and
// not on how it was asked for: the same cell in other words has the same
// noise.
func (ns *noise) cell(class string, total float64, n []float64) float64 {
	m := hmac.New(sha256.New, ns.cellKey)
	m.Write([]byte(class))
	for _, x := range []float64{math.Round(total * 100), n[clients], n[clientsHash]} {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], math.Float64bits(x))
		m.Write(b[:])
	}
	sum := m.Sum(nil)
	uniform := func(i int) float64 { return (float64(binary.BigEndian.Uint64(sum[i:])>>11) + 0.5) / (1 << 53) }
	z := math.Sqrt(-2*math.Log(uniform(0))) * math.Cos(2*math.Pi*uniform(8))
	return max(-maxNoise, min(maxNoise, z))
}
