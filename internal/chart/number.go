package chart

import (
	"math"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// Number writes a number as people do, with about four digits that tell:
// 1.234,5 in Portuguese and Spanish, 1,234.5 in English.
func Number(v float64, language lang.Language) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case size != 0 && (size < 1e-4 || size >= 1e15):
		return marks(strconv.FormatFloat(v, 'g', 4, 64), language)
	case size >= 1000 || v == math.Trunc(v):
		return marks(strconv.FormatFloat(v, 'f', 0, 64), language)
	default:
		decimals := max(0, 3-int(math.Floor(math.Log10(size))))
		return marks(trimZeros(strconv.FormatFloat(v, 'f', decimals, 64)), language)
	}
}

// Amount is a number with its unit where people put it: R$ 12, 12%, 12 kg.
func Amount(v float64, unit string, language lang.Language) string {
	n := Number(v, language)
	switch {
	case unit == "" || math.IsNaN(v):
		return n
	case unit == "%":
		return n + "%"
	case strings.HasSuffix(unit, "$") || strings.ContainsAny(unit, "€£¥"):
		return unit + " " + n
	default:
		return n + " " + unit
	}
}

// short writes the number at a tick of an axis, in as little room as it can:
// 1,5 mi is a million and a half.
func short(v float64, step float64, language lang.Language) string {
	size := math.Abs(v)
	by, name := 1.0, ""
	names := [3]string{" mil", " mi", " bi"}
	switch language {
	case lang.English:
		names = [3]string{"k", "M", "B"}
	case lang.Spanish:
		names = [3]string{" mil", " M", " mil M"}
	}
	switch {
	case size >= 1e15 || step < 1e-6:
		return marks(strconv.FormatFloat(v, 'g', 3, 64), language)
	case size >= 1e9:
		by, name = 1e9, names[2]
	case size >= 1e6:
		by, name = 1e6, names[1]
	case size >= 1e4 && step >= 100:
		by, name = 1e3, names[0]
	}
	decimals := min(max(0, -int(math.Floor(math.Log10(step/by)+1e-9))), 6)
	return marks(trimZeros(strconv.FormatFloat(v/by, 'f', decimals, 64)), language) + name
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// marks puts the marks of a language into a number as Go writes it.
func marks(s string, language lang.Language) string {
	point, group := ",", "."
	if language == lang.English {
		point, group = ".", ","
	}
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "−", s[1:]
	}
	whole, exponent, _ := strings.Cut(s, "e")
	whole, fraction, hasFraction := strings.Cut(whole, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if hasFraction {
		whole += point + fraction
	}
	if exponent != "" {
		whole += "e" + strings.TrimPrefix(exponent, "+")
	}
	return sign + whole
}

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
