package menu

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

const listed = "; " // between the entries of a list

// WriteJSONL writes a card, one item a line. [Read] reads the same items from
// it, given the same Options.
func WriteJSONL(w io.Writer, card []Item) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, it := range card {
		it.Allergens = stated(it)
		if err := enc.Encode(struct {
			Item
			Options string `json:"options,omitempty"`
		}{it, optionCell(it.Options)}); err != nil {
			return fmt.Errorf("writing the card: %w", err)
		}
	}
	return nil
}

// WriteCSV writes a card as a table with a header, without what is inferred.
// [Read] reads the same items from it, given the same Options.
func WriteCSV(w io.Writer, card []Item) error {
	c := csv.NewWriter(w)
	_ = c.Write(Columns)
	for _, it := range card {
		cells, record := cellsOf(it), make([]string, len(Columns))
		for i, column := range Columns {
			record[i] = cells[column]
		}
		_ = c.Write(record)
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("writing the card: %w", err)
	}
	return nil
}

// stated returns what the restaurant said of allergens, also if that was none.
func stated(it Item) []string {
	if it.None || len(it.Allergens) == 0 && len(it.Ingredients) == 0 && !it.Unknown {
		return []string{"nenhum"}
	}
	all := slices.Clone(it.Allergens)
	if i := slices.Index(all, nuts); i >= 0 && len(it.Nuts) > 0 {
		return slices.Replace(all, i, i+1, it.Nuts...)
	}
	return all
}
