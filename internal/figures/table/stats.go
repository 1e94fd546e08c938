package table

import (
	"math"
	"slices"
)

// moments are the mean, the standard deviation and the sum of numbers.
type moments struct{ sum, mean, sd float64 }

// momentsOf computes in two passes, with the error of each addition carried
// along (Neumaier): many numbers lose no more than the last digits. Of fewer
// than two numbers sd is 0.
func momentsOf(xs []float64) (m moments) {
	n := float64(max(1, len(xs)))
	var sum sum
	for _, x := range xs {
		sum.add(x)
	}
	m.sum, m.mean = sum.value(), sum.value()/n
	var squares, rest float64
	for _, x := range xs {
		d := x - m.mean
		squares += d * d
		rest += d
	}
	if len(xs) > 1 {
		m.sd = math.Sqrt(max(0, squares-rest*rest/n) / (n - 1))
	}
	return m
}

// sum adds numbers, and keeps what each addition loses.
type sum struct{ s, lost float64 }

func (k *sum) add(x float64) {
	t := k.s + x
	if math.Abs(k.s) >= math.Abs(x) {
		k.lost += (k.s - t) + x
	} else {
		k.lost += (x - t) + k.s
	}
	k.s = t
}

func (k *sum) value() float64 { return k.s + k.lost }

func finite(x float64) float64 { return min(max(x, -math.MaxFloat64), math.MaxFloat64) }

// quantile is of type 7, which interpolates between the neighbours, as numpy
// and R do unless told otherwise. The numbers must be sorted.
func quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	h := float64(len(sorted)-1) * p
	i := int(h)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	a, b, t := sorted[i], sorted[i+1], h-float64(i)
	if t == 0 || a == b {
		return a
	}
	return a*(1-t) + b*t
}

// Bin is a bar of a histogram: how many values are from Low up to High, which
// only the last bin includes.
type Bin struct {
	Low, High float64
	Count     int
}

// Histogram counts numbers in bins.
func Histogram(values []float64) []Bin {
	sorted := sortedNumbers(values)
	return histogram(sorted, !slices.ContainsFunc(sorted, func(x float64) bool { return x != math.Trunc(x) }))
}

// histogram counts numbers, which must be sorted, in 5 to 40 bins of the width
// that Freedman and Diaconis give, or, for want of spread, in as many as
// Sturges. Whole numbers have bins of whole numbers, else some bins would hold
// more of them than others. Equal numbers have a single bin.
func histogram(sorted []float64, whole bool) []Bin {
	if len(sorted) == 0 {
		return nil
	}
	low, high := sorted[0], sorted[len(sorted)-1]
	if low == high {
		return []Bin{{Low: low, High: high, Count: len(sorted)}}
	}
	n := float64(len(sorted))
	bins := math.Ceil(math.Log2(n)) + 1
	if width := 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / math.Cbrt(n); width > 0 {
		bins = math.Ceil((high - low) / width)
	}
	bins = min(max(bins, 5), 40)
	if whole {
		width := math.Ceil((high - low + 1) / bins)
		if high-low < 40 {
			width = 1
		}
		low -= 0.5
		bins = math.Ceil((high + 0.5 - low) / width)
		high = low + bins*width
	}
	edges := make([]float64, int(bins)+1)
	for i := range edges {
		edges[i] = low + (high-low)*(float64(i)/bins)
	}
	edges[len(edges)-1] = high
	out := make([]Bin, int(bins))
	from := 0
	for i := range out {
		to := len(sorted)
		if i < len(out)-1 {
			to, _ = slices.BinarySearch(sorted, edges[i+1])
		}
		out[i] = Bin{Low: edges[i], High: edges[i+1], Count: to - from}
		from = to
	}
	return out
}

// Outliers are the values further than one and a half times the distance
// between the quartiles from the nearest of them.
type Outliers struct {
	LowFence, HighFence float64 // values beyond them are outliers
	Low, High           int     // how many are below and above
	Values              []float64
}

// maxOutliers is how many values are given, of each end, the furthest first.
const maxOutliers = 10

func outliersOf(sorted []float64, q1, q3 float64) Outliers {
	reach := 1.5 * (q3 - q1)
	o := Outliers{LowFence: q1 - reach, HighFence: q3 + reach}
	o.Low, _ = slices.BinarySearch(sorted, o.LowFence)
	above, _ := slices.BinarySearch(sorted, math.Nextafter(o.HighFence, math.Inf(1)))
	o.High = len(sorted) - above
	o.Values = slices.Clone(sorted[:min(o.Low, maxOutliers)])
	for i := range min(o.High, maxOutliers) {
		o.Values = append(o.Values, sorted[len(sorted)-1-i])
	}
	return o
}

// pearson returns the correlation of pairs, and false when one side is
// constant or there are fewer than two pairs.
func pearson(xs, ys []float64) (float64, bool) {
	if len(xs) < 2 || slices.Min(xs) == slices.Max(xs) || slices.Min(ys) == slices.Max(ys) {
		return 0, false
	}
	mx, my := momentsOf(xs), momentsOf(ys)
	if mx.sd == 0 || my.sd == 0 {
		return 0, false
	}
	var products sum
	for i, x := range xs {
		products.add((x - mx.mean) / mx.sd * ((ys[i] - my.mean) / my.sd))
	}
	return min(max(products.value()/float64(len(xs)-1), -1), 1), true
}

// ranks returns the rank of each number, from 1; equal ones share the mean of
// their ranks.
func ranks(xs []float64) []float64 {
	order := make([]int32, len(xs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch {
		case xs[a] < xs[b]:
			return -1
		case xs[a] > xs[b]:
			return 1
		}
		return int(a - b)
	})
	out := make([]float64, len(xs))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && xs[order[j]] == xs[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			out[at] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}
