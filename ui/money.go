package ui

import (
	"fmt"

	"github.com/maitre-dev/maitre/lang"
)

// Money is an amount in the minor units of its currency: 1050 of BRL is
// R$ 10,50; 1050 of JPY, which has none, is ¥1,050.
type Money struct {
	Amount   int64  `json:"amount" jsonschema:"in minor units: 1050 of BRL is R$ 10,50"`
	Currency string `json:"currency" jsonschema:"ISO 4217"`
}

// maxAmount is the largest integer that JavaScript tells from the next.
const maxAmount = 1<<53 - 1

// decimals has the currencies whose minor unit is not a hundredth (ISO 4217).
var decimals = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
	"UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

var signs = map[string]string{"BRL": "R$", "USD": "US$", "EUR": "€", "GBP": "£", "JPY": "¥"}

// Text writes the amount as people do: R$ 1.234,56 in Portuguese, and in
// Spanish as Brazil's neighbours write it; $1,234.56 in English. A
// language that is not known is Portuguese. Currencies without a sign of their
// own are named by their code.
func (m Money) Text(language lang.Language) string {
	point, comma, space := ",", ".", " "
	sign, known := signs[m.Currency]
	if !known {
		sign = m.Currency
	}
	if language == lang.English {
		point, comma = ".", ","
		if known {
			space = ""
		}
		if m.Currency == "USD" {
			sign = "$"
		}
	}
	minus, size := "", uint64(m.Amount)
	if m.Amount < 0 {
		minus, size = "-", -size
	}
	places, ok := decimals[m.Currency]
	if !ok {
		places = 2
	}
	digits := fmt.Sprintf("%0*d", places+1, size)
	whole, fraction := digits[:len(digits)-places], digits[len(digits)-places:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + comma + whole[i:]
	}
	if places > 0 {
		whole += point + fraction
	}
	return minus + sign + space + whole
}
