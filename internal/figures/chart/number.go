package chart

import "math"

// scale is where on an axis numbers are.
type scale struct {
	low, high float64 // of the data, widened to whole ticks
	step      float64
	from, to  float64 // in the picture
}

// newScale makes a scale of about n ticks at round numbers, over some numbers.
// With zero it begins there, as bars must.
func newScale(from, to float64, n int, zero bool, data ...float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range data {
		if finite(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	if low > high {
		low, high = 0, 1
	}
	if zero {
		low, high = min(low, 0), max(high, 0)
	}
	if low == high {
		gap := max(math.Abs(low)/10, 1e-9)
		if zero || low == 0 {
			gap = 1
		}
		high += gap
		if !zero {
			low -= gap
		}
	}
	step := nice((high - low) / float64(n))
	if low+step == low || high+step == high { // finer than the numbers are
		step = high - low
	}
	return scale{math.Floor(low/step+1e-9) * step, math.Ceil(high/step-1e-9) * step, step, from, to}
}

// nice returns the least of 1, 2 and 5 times a power of ten that is not below x.
func nice(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// at returns where in the picture a number is.
func (s scale) at(x float64) float64 {
	return s.from + (x-s.low)/(s.high-s.low)*(s.to-s.from)
}

// ticks returns the numbers to be named.
func (s scale) ticks() []float64 {
	n := int(math.Round((s.high - s.low) / s.step))
	ticks := make([]float64, 0, n+1)
	for i := range min(n, 20) + 1 {
		x := s.low + float64(i)*s.step
		if math.Abs(x) < s.step*1e-9 {
			x = 0
		}
		ticks = append(ticks, x)
	}
	return ticks
}
