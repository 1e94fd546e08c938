package menu

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

const listed = "; " // between the entries of a list

// WriteJSONL writes a card, one item a line. [Read] reads the same items from
// it, given the same Options.
func WriteJSONL(w io.Writer, card []Item) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, it := range card {
		it.Allergens = stated(it)
		if err := enc.Encode(it); err != nil {
			return fmt.Errorf("writing the card: %w", err)
		}
	}
	return nil
}

// WriteCSV writes a card as a table with a header, without what is inferred.
// [Read] reads the same items from it, given the same Options.
func WriteCSV(w io.Writer, card []Item) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"id", "restaurant", "name", "description", "ingredients", "course", "price", "currency", "allergens", "tags", "hours", "photo"})
	for _, it := range card {
		price, currency := "", ""
		if it.Price != nil {
			price, currency = plainPrice(*it.Price), it.Price.Currency
		}
		list := func(all []string) string { return strings.Join(all, listed) }
		_ = c.Write([]string{
			it.ID, it.Restaurant, it.Name, it.Description, list(it.Ingredients), it.Course, price, currency,
			list(stated(it)), list(it.Tags), it.Hours, string(it.Photo),
		})
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("writing the card: %w", err)
	}
	return nil
}

// stated returns what the restaurant said of allergens, also if that was none.
func stated(it Item) []string {
	if len(it.Allergens) == 0 && len(it.Ingredients) == 0 && !it.Unknown {
		return []string{"nenhum"}
	}
	return it.Allergens
}
