package menu

import (
	"math"
	"slices"

	"github.com/maitre-dev/maitre/scene"
)

// A quality is what dishes are compared by: the words, of those that the ontology knows, of which there is to be more, and less.
type quality struct{ more, less string }

// qualities are what dishes may be compared by, besides their price and their alcohol.
var qualities = map[string]quality{
	"light": {"leve", "pesado"}, "heavy": {"pesado", "leve"}, "spicy": {"picante", ""}, "mild": {"", "picante"},
	"sweet": {"doce", "ácido, amargo"}, "dry": {"ácido, amargo", "doce"}, "sour": {"ácido", "doce"}, "bitter": {"amargo", ""}, "smooth": {"", "amargo"},
}

// askBest asks which of some dishes the house would choose.
const askBest = "best"

// ofAlcohol are the qualities that in drinks are a matter of alcohol.
var ofAlcohol = map[string]string{"light": "weak", "mild": "weak", "heavy": "strong"}

// degree is how much of a quality an item has.
func (card *Card) degree(it Item, by string) (sum float64) {
	q, o, d := qualities[by], knowledge().food, card.read[it.ID]()
	meets := func(words string) (sum float64) {
		for _, f := range o.Facets(words) {
			sum += o.Meets(f, &d.made) + o.Meets(f, &d.said)
		}
		return sum
	}
	return meets(q.more) - meets(q.less)
}

// most are the items that are the lightest, the spiciest, the cheapest, the strongest and so on of
// some: all of them if the card does not tell.
func (card *Card) most(items []Item, by string) (best []Item) {
	if ofAlcohol[by] != "" && !slices.ContainsFunc(items, func(it Item) bool { _, ok := abv(it); return !ok }) {
		by = ofAlcohol[by]
	}
	most := math.Inf(-1)
	for _, it := range items {
		is := 0.0
		switch by {
		case "cheap":
			is = -float64(card.brief[it.ID].price)
		case "dear":
			is = float64(card.brief[it.ID].price)
		case "strong", "weak":
			percent, ok := abv(it)
			if is = percent; by == "weak" {
				is = -percent
			}
			if !ok {
				is = math.Inf(-1)
			}
		default:
			is = card.degree(it, by)
		}
		if is > most {
			most, best = is, nil
		}
		if is == most {
			best = append(best, it)
		}
	}
	return best
}

// advised is the first of some items that those may have for whom it is asked, and that is served: else all.
func (w *Waiter) advised(card *Card, items []Item, seats []seat, s *scene.Scene) []Item {
	at, _, sure := w.timeOf(s)
	for _, it := range items {
		if _, closed := w.served(it, at, sure); closed == "" && !it.Unknown && len(card.bars(it, seats, s.Language)) == 0 {
			return []Item{it}
		}
	}
	return items
}
