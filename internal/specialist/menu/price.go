package menu

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	// 12,90 and 12.9 have cents, 1.290 has none; of JSON nobody knows.
	centsForm = pattern.Of(`[.,]\d{1,2}\D*$|^\{`)
	errForm   = errors.New("write it like 42,90")

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

// weigh warns of prices that are hardly meant: nothing, none where most have one, or far more than the others and written
// without cents, as 1290 or 1.290 is for 12,90.
func (in *reader) weigh(rows []Row, items map[int]Item) {
	const far = 40 // times what a quarter of the items cost less than
	priced := kept(in.items, func(it Item) bool { return it.Price != nil && it.Price.Amount > 0 })
	slices.SortFunc(priced, func(a, b Item) int { return cmp.Compare(a.Price.Amount, b.Price.Amount) })
	for _, row := range rows {
		it, right := items[row.Line]
		price, text := it.Price, row.Cells["price"]
		switch in.line = row.Line; {
		case price == nil && right && len(in.items) > 3 && 4*len(priced) >= 3*len(in.items):
			in.warn("unpriced", "price", it.Name, "%s has no price: guests are told that the card does not say it", short(it.Name))
		case price != nil && price.Amount == 0:
			in.warn("free", "price", text, "the price is 0: guests read that it costs nothing")
		case price != nil && !centsForm().MatchString(text) && price.Amount > far*priced[(len(priced)-1)/4].Price.Amount:
			in.warn("dear", "price", text, "price %q is far above the others: if cents are meant, write them, as in 42,90", short(text))
		}
	}
}
