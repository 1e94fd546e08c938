package ui

import (
	"github.com/maitre-dev/maitre/internal/base/texts"
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

// Text writes the amount as people do: R$ 1.234,56 in Portuguese, and in
// Spanish as Brazil's neighbours write it; $1,234.56 in English. A
// language that is not known is Portuguese. Currencies without a sign of their
// own are named by their code.
func (m Money) Text(language lang.Language) string {
	return texts.In(language).Money(m.Amount, m.Currency)
}
