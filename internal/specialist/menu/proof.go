package menu

import (
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// A proof is how much alcohol a wish allows a drink: "under 6% alcohol", "a partir de 7%".
type proof struct {
	figure float64
	least  bool // it has at least so much, else at most
	strict bool // and not just so much
}

// proofs finds a limit of alcohol. Its groups are the words for at most, below, at least and above, the figure, and the
// words for at least behind it.
var proofs = pattern.Of(`(?i)(?:^|[\s,])(?:(?:com|with|con|de)\s+)?(?:` +
	`(até|ate|no m[áa]ximo|máximo(?: de)?|up to|at most|max|hasta|no m[áa]s (?:de|que)|no more than)|(menos (?:de|que)|abaixo de|under|below|less than|por debajo de)|` +
	`(a partir de|pelo menos|no mínimo|mínimo(?: de)?|at least|al menos)|(acima de|mais (?:de|que)|over|above|more than|más de|por encima de))?` +
	`\s*(?:uns\s+)?(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:%|por\s?cento|per\s?cent|por\s?ciento)` +
	`(?:\s*(?:de\s+|of\s+)?(?:álcool|alcool|alcohol|abv|teor|vol|graduação|graduación)\pL*)*(?:\s+(?:ou menos|or less|o menos|(ou mais|or more|o más)))?`)

// proofIn reads a limit of alcohol ("up to 5%") and returns the wish without it, since its words describe no
// drink.
func proofIn(wish string) (p *proof, rest string) {
	m := proofs().FindStringSubmatch(wish)
	if m == nil {
		return nil, wish
	}
	figure, err := strconv.ParseFloat(strings.ReplaceAll(m[5], ",", "."), 64)
	if err != nil {
		return nil, wish
	}
	rest = strings.Trim(strings.Replace(wish, m[0], " ", 1), " ,;.")
	return &proof{figure: figure, least: m[3]+m[4]+m[6] != "", strict: m[2]+m[4] != ""}, rest
}

// allows reports whether an item keeps a limit of alcohol. Food does, and so does an item whose contents are unknown.
func (p *proof) allows(it Item) bool {
	if p == nil || it.Unknown || !it.drinkable() {
		return true
	}
	percent, ok := abv(it)
	switch {
	case !ok:
		return false
	case percent == p.figure:
		return !p.strict
	}
	return (percent > p.figure) == p.least
}
