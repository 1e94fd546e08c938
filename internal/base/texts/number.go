package texts

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number writes a number as people do, with about four digits that tell:
// 1.234,5 in Portuguese and Spanish, 1,234.5 in English.
func (w *Words) Number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case size != 0 && (size < 1e-4 || size >= 1e15):
		return w.marks(strconv.FormatFloat(v, 'g', 4, 64))
	case size >= 1000 || v == math.Trunc(v):
		return w.Fixed(v, 0)
	default:
		decimals := max(0, 3-int(math.Floor(math.Log10(size))))
		return w.marks(trimZeros(strconv.FormatFloat(v, 'f', decimals, 64)))
	}
}

// Fixed writes a number with so many decimals.
func (w *Words) Fixed(v float64, decimals int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return w.marks(strconv.FormatFloat(v, 'f', decimals, 64))
}

// Amount is a number with its unit where people put it: R$ 12, 12%, 12 kg.
func (w *Words) Amount(v float64, unit string) string { return w.of(w.Number(v), unit) }

// Exact is an amount to two decimals, which sums and the rows they are of share:
// 1.234,56 kg, R$ 420,80. A small or a huge one, and a percentage, is as Amount has it.
func (w *Words) Exact(v float64, unit string) string {
	cents := math.Round(v*100) / 100
	if isCurrency(unit) && math.Abs(v) < 1e12 && !math.IsNaN(v) {
		return w.of(w.Fixed(v, 2), unit)
	}
	if size := math.Abs(v); size < 10 || size >= 1e12 || cents == math.Trunc(cents) || unit == "%" || math.IsNaN(v) {
		return w.Amount(v, unit)
	}
	return w.of(w.Fixed(v, 2), unit)
}

// isCurrency reports whether a unit is the sign of a currency: US$, €.
func isCurrency(unit string) bool {
	return strings.HasSuffix(unit, "$") || strings.ContainsAny(unit, "€£¥")
}

// of puts a unit to a number that is written already.
func (w *Words) of(number, unit string) string {
	switch {
	case unit == "" || number == "–":
		return number
	case unit == "%":
		return number + "%"
	case isCurrency(unit):
		n, negative := strings.CutPrefix(number, "-")
		return w.signed(negative, unit, true, n)
	}
	return number + " " + unit
}

// Tick writes the number at a tick of an axis of some step, in as little room
// as it can: 1,5 mi is a million and a half.
func (w *Words) Tick(v, step float64) string {
	size := math.Abs(v)
	by, name := 1.0, ""
	switch h := &w.House; {
	case size >= 1e15 || step < 1e-6:
		return w.marks(strconv.FormatFloat(v, 'g', 3, 64))
	case size >= 1e9:
		by, name = 1e9, h.Billion
	case size >= 1e6:
		by, name = 1e6, h.Million
	case size >= 1e4 && step >= 100:
		by, name = 1e3, h.Thousand
	}
	decimals := min(max(0, -int(math.Floor(math.Log10(step/by)+1e-9))), 6)
	return w.marks(trimZeros(strconv.FormatFloat(v/by, 'f', decimals, 64))) + name
}

// decimals has the currencies whose minor unit is not a hundredth (ISO 4217).
var decimals = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
	"UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

var signs = map[string]string{"BRL": "R$", "USD": "US$", "EUR": "€", "GBP": "£", "JPY": "¥"}

// Sign is how a currency is written before an amount: R$, US$ ($ in English), CHF.
func (w *Words) Sign(currency string) string {
	if currency == "USD" {
		return w.House.Dollar
	}
	return cmp.Or(signs[currency], currency)
}

// Money writes an amount in the minor units of its currency: R$ 1.234,56 in
// Portuguese, and in Spanish as Brazil's neighbours write it; $1,234.56 in
// English. A currency without a sign of its own is named by its code.
func (w *Words) Money(minor int64, currency string) string {
	sign, known := w.Sign(currency), signs[currency] != ""
	size := uint64(minor)
	if minor < 0 {
		size = -size
	}
	places, ok := decimals[currency]
	if !ok {
		places = 2
	}
	digits := fmt.Sprintf("%0*d", places+1, size)
	if cut := len(digits) - places; places > 0 {
		digits = digits[:cut] + "." + digits[cut:]
	}
	return w.signed(minor < 0, sign, known, w.marks(digits))
}

// signed puts the sign of a currency, or else its code, before an amount.
func (w *Words) signed(negative bool, sign string, known bool, amount string) string {
	if negative {
		sign = "-" + sign
	}
	if !known {
		return sign + " " + amount
	}
	return fill(w.House.Money, "sign", sign, "amount", amount)
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
func (w *Words) marks(s string) string {
	s, negative := strings.CutPrefix(s, "-")
	whole, exponent, _ := strings.Cut(s, "e")
	whole, fraction, hasFraction := strings.Cut(whole, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + w.House.Group + whole[i:]
	}
	if hasFraction {
		whole += w.House.Point + fraction
	}
	if exponent != "" {
		whole += "e" + strings.TrimPrefix(exponent, "+")
	}
	if negative {
		return "-" + whole
	}
	return whole
}
