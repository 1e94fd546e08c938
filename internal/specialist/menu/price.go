package menu

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/ui"
)

// currencies has how many decimals the prices of a card may have.
var currencies = map[string]int{
	"BRL": 2, "USD": 2, "EUR": 2, "GBP": 2, "ARS": 2, "UYU": 2, "MXN": 2, "COP": 2, "PEN": 2, "BOB": 2,
	"CAD": 2, "AUD": 2, "CHF": 2, "CLP": 0, "PYG": 0, "JPY": 0,
}

// currencyWords has what stands by an amount. A $ alone is whatever currency
// the file is in.
var currencyWords = map[string]string{
	"r$": "BRL", "reais": "BRL", "real": "BRL", "us$": "USD", "u$": "USD", "€": "EUR", "euros": "EUR", "£": "GBP", "¥": "JPY", "$": "",
}

const maxPrice = 1_000_000_000 // in minor units

var (
	priceForm = pattern.Of(`^([^\d\s.,]*)\s*([\d.,]*\d)(?:,-)?\s*([^\d\s.,]*)$`)
	// Thousands have three digits behind a sign, decimals one or two.
	grouped = pattern.Of(`^(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d{1,2}))?$`)
	errForm = errors.New("write it like 42,90")

	errNobody = errors.New("nobody pays that")
)

// parsePrice reads a price as people write it, or as JSON of a [ui.Money]. The
// currency is what stands by the amount, or the column's, or the file's.
func parsePrice(text, column, file string) (*ui.Money, error) {
	if text == "" {
		return nil, nil
	}
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "−") {
		return nil, errNobody
	}
	column = strings.ToUpper(column)
	if word, ok := currencyWords[strings.ToLower(column)]; ok {
		column = word
	}
	if strings.HasPrefix(text, "{") {
		var m ui.Money
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return nil, errForm
		}
		return checked(m)
	}
	m := priceForm().FindStringSubmatch(text)
	if m == nil || m[1] != "" && m[3] != "" {
		return nil, errForm
	}
	beside := strings.ToUpper(m[1] + m[3])
	if word, ok := currencyWords[strings.ToLower(beside)]; ok {
		beside = word
	}
	if beside != "" && column != "" && beside != column {
		return nil, fmt.Errorf("it is in %s, and the column says %s", beside, column)
	}
	money := ui.Money{Currency: or(or(or(beside, column), file), "BRL")}
	n := grouped().FindStringSubmatch(m[2])
	if n == nil {
		return nil, errForm
	}
	places := currencies[money.Currency]
	if n[2] != "" && places == 0 {
		return nil, fmt.Errorf("%s has no decimals", money.Currency)
	}
	digits := strings.NewReplacer(".", "", ",", "").Replace(n[1]) + (n[2] + "00")[:places]
	var err error
	if money.Amount, err = strconv.ParseInt(digits, 10, 64); err != nil {
		return nil, errForm
	}
	return checked(money)
}

func checked(m ui.Money) (*ui.Money, error) {
	if _, ok := currencies[m.Currency]; !ok {
		return nil, fmt.Errorf("currency %q is not known", short(m.Currency))
	}
	if m.Amount < 0 || m.Amount > maxPrice {
		return nil, errNobody
	}
	return &m, nil
}

// plainPrice writes an amount as a table has it: 42.90.
func plainPrice(m ui.Money) string {
	places := currencies[m.Currency]
	digits := fmt.Sprintf("%0*d", places+1, m.Amount)
	if places == 0 {
		return digits
	}
	return digits[:len(digits)-places] + "." + digits[len(digits)-places:]
}
