package menu

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/records"
)

// A Row is a line of a card before it is understood: cells of text, as people write
// them, which they may change until they are right.
type Row struct {
	Line  int               `json:"line"`
	Cells map[string]string `json:"cells"`           // by column, of Columns
	Error string            `json:"error,omitempty"` // why a line of a file could not be taken apart into cells
}

// Columns are what the cells of a row are called, in the order of an export.
var Columns = []string{
	"id", "restaurant", "name", "description", "ingredients", "course", "price", "currency", "allergens", "may", "options", "also", "tags", "hours", "photo",
	"name_pt", "name_en", "name_es", "description_pt", "description_en", "description_es",
}

// formats are the endings of files that are cards.
var formats = []string{".csv", ".tsv", ".txt", ".json", ".jsonld", ".jsonl", ".ndjson"}

// ReadRows reads a file as Read does, but only takes it apart: at most most rows. Every
// line has a number of its own. The problems are warnings of columns that are not read.
func ReadRows(r io.Reader, name string, most int) ([]Row, []Problem, error) {
	if !slices.Contains(formats, strings.ToLower(path.Ext(name))) {
		return nil, nil, fmt.Errorf("a card is a file of one of these formats: %s", strings.Join(formats, ", "))
	}
	in := newReader(Options{})
	in.table, in.raw = isTable(name), true
	all, err := open(r, name)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the card: %w", err)
	}
	var rows []Row
	last := 0
	for row := range all {
		if errors.Is(row.Err, records.ErrRead) {
			return nil, nil, fmt.Errorf("reading the card: line %d: %w", row.Line, row.Err)
		}
		if len(rows) == most {
			return nil, nil, fmt.Errorf("reading the card: more than %d items", most)
		}
		last = max(last+1, row.Line)
		in.line = row.Line
		out := Row{Line: last, Cells: in.fields(row.Fields)}
		if row.Err != nil {
			out.Error = row.Err.Error()
		}
		rows = append(rows, out)
	}
	notes := in.all()
	for i := range notes {
		notes[i].Warning = true // rows say themselves what is wrong with them
	}
	return rows, notes, nil
}

// Understand reads rows as Read does. The items are by line.
func Understand(rows []Row, opts Options) (map[int]Item, []Problem) {
	in, items := newReader(opts), map[int]Item{}
	for _, row := range rows {
		if in.line = row.Line; row.Error != "" && len(row.Cells) == 0 {
			in.wrong("unreadable", "", row.Error, "%s", row.Error)
			continue
		}
		before := len(in.items)
		in.row(records.Row{Line: row.Line, Fields: row.Cells})
		if len(in.items) > before {
			items[row.Line] = in.items[before]
		}
	}
	return items, in.problems
}

// RowsOf returns items as rows, which [Understand] reads as the same items.
func RowsOf(items []Item) []Row {
	rows := make([]Row, len(items))
	for i, it := range items {
		rows[i] = Row{Line: i + 1, Cells: cellsOf(it)}
	}
	return rows
}

func cellsOf(it Item) map[string]string {
	list := func(all []string) string { return strings.Join(all, listed) }
	cells := map[string]string{
		"id": it.ID, "restaurant": it.Restaurant, "name": it.Name, "description": it.Description, "ingredients": list(it.Ingredients), "course": it.Course,
		"allergens": list(stated(it)), "may": list(it.May), "options": optionCell(it.Options), "also": list(it.Also), "tags": list(it.Tags), "hours": it.Hours, "photo": or(it.Picture, string(it.Photo)),
		"name_pt": it.NamePT, "name_en": it.NameEN, "name_es": it.NameES,
		"description_pt": it.DescriptionPT, "description_en": it.DescriptionEN, "description_es": it.DescriptionES,
	}
	if it.Price != nil {
		cells["price"], cells["currency"] = plainPrice(*it.Price), it.Price.Currency
	}
	maps.DeleteFunc(cells, func(_, value string) bool { return value == "" })
	return cells
}
