package menu

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/records"
)

// object is a value of a JSON document with names.
type object = map[string]any

// menus makes the rows of a JSON list, of a Menu of schema.org, or of FoodMenus as Google has them. The options and extras of
// a dish are a cell of its row.
func menus(r io.Reader) (iter.Seq[records.Row], error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	d.UseNumber()
	var root any
	if err := d.Decode(&root); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	list, isList := root.([]any)
	var dishes []map[string]string // nil: it is no object
	if google := get(root, "menus"); google != nil {
		dishes = foodMenus(google)
	} else if dishes = schemaMenu(root, ""); len(dishes) == 0 {
		for _, x := range list {
			dishes = append(dishes, cellsIn(x))
		}
	}
	if len(dishes) == 0 && (!isList || bytes.Contains(data, []byte(`"@type"`))) {
		return nil, errors.New("a .json file must be a list of objects, a Menu of schema.org or Google's FoodMenus")
	}
	return func(yield func(records.Row) bool) {
		for i, cells := range dishes {
			row := records.Row{Line: i + 1, Fields: cells}
			if maps.DeleteFunc(cells, func(_, value string) bool { return value == "" }); cells == nil {
				row.Err = errors.New("it is no object")
			}
			if !yield(row) {
				return
			}
		}
	}, nil
}

// get returns what stands below some names, which are tried one in the other; of a list the first.
func get(n any, names ...string) any {
	for _, name := range names {
		if list := all(n); len(list) > 0 {
			n = list[0]
		}
		of, _ := n.(object)
		n = of[name]
	}
	return n
}

// all returns the entries of a list; of one value, that.
func all(n any) []any {
	switch n := n.(type) {
	case nil:
		return nil
	case []any:
		return n
	}
	return []any{n}
}

// cell is a value as a table would have it.
func cell(n any) string {
	switch n := n.(type) {
	case nil:
		return ""
	case string:
		return n
	case object:
		raw, _ := json.Marshal(n) // it was read from JSON
		return string(raw)
	case []any:
		var some []string
		for _, x := range n {
			if s := cell(x); s != "" {
				some = append(some, s)
			}
		}
		return strings.Join(some, ", ")
	}
	return fmt.Sprint(n)
}

// cellsIn are the fields of an object as a table would have them; nil: it is none.
func cellsIn(n any) map[string]string {
	of, ok := n.(object)
	if !ok {
		return nil
	}
	cells := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(of)) { // of ID and id, always the same
		if v := cell(of[name]); v != "" {
			cells[strings.ToLower(strings.TrimSpace(name))] = v
		}
	}
	return cells
}

// lastName is what schema.org calls something, without its address.
func lastName(n any) string {
	text := cell(n)
	return text[strings.LastIndexAny(text, "/:#")+1:]
}

// schemaMenu finds the MenuItems below a value of schema.org, whatever it is in: a Restaurant, a Menu, a graph.
func schemaMenu(n any, section string) (dishes []map[string]string) {
	of, ok := n.(object)
	if !ok {
		if list, ok := n.([]any); ok {
			for _, x := range list {
				dishes = append(dishes, schemaMenu(x, section)...)
			}
		}
		return dishes
	}
	is := func(kind string) bool {
		return slices.ContainsFunc(all(of["@type"]), func(t any) bool { return lastName(t) == kind })
	}
	if is("MenuItem") {
		cells := schemaItem(of, section)
		var options []string
		for _, e := range schemaMenu(of["menuAddOn"], section) {
			options = append(options, optionOf(e, "+"))
		}
		cells["options"] = strings.Join(options, " | ")
		return append(dishes, cells)
	}
	if is("MenuSection") {
		section = textIn(of["name"], "")
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		dishes = append(dishes, schemaMenu(of[name], section)...)
	}
	return dishes
}

func schemaItem(n object, section string) map[string]string {
	cells := map[string]string{"name": textIn(n["name"], ""), "description": textIn(n["description"], ""), "course": section}
	cells["price"] = cmp.Or(textIn(get(n, "offers", "price"), ""), textIn(get(n, "offers", "priceSpecification", "price"), ""))
	cells["currency"] = textIn(get(n, "offers", "priceCurrency"), "")
	for _, l := range []string{"pt", "en", "es"} {
		cells["name_"+l], cells["description_"+l] = textIn(n["name"], l), textIn(n["description"], l)
	}
	var tags []string
	for _, diet := range all(n["suitableForDiet"]) {
		tags = append(tags, dietTags[strings.ToLower(strings.TrimSuffix(lastName(diet), "Diet"))])
	}
	cells["tags"] = strings.Join(tags, listed)
	if photo := cmp.Or(textIn(get(n, "image", "url"), ""), textIn(n["image"], "")); strings.HasPrefix(photo, "https://") {
		cells["photo"] = photo
	}
	return cells
}

// textIn returns a text in a language; in none, the first. A text may have one of its own: {"@value": …, "@language": …}.
func textIn(n any, language string) string {
	for _, one := range all(n) {
		value, of := one, ""
		if v := get(one, "@value"); v != nil {
			value, of = v, textIn(get(one, "@language"), "")
		}
		_, odd := value.(object)
		if !odd && (language == "" || of != "" && strings.HasPrefix(strings.ToLower(of), language)) {
			return cell(value)
		}
	}
	return ""
}

// dietTags are what a card calls the diets of schema.org and Google. One that only has less of something is none.
var dietTags = map[string]string{
	"vegan": "vegano", "vegetarian": "vegetariano", "glutenfree": "sem glúten", "halal": "halal", "kosher": "kosher", "organic": "orgânico",
}

// foodMenus finds the items of FoodMenus.
func foodMenus(menus any) (dishes []map[string]string) {
	for _, menu := range all(menus) {
		for _, section := range all(get(menu, "sections")) {
			course := labelled(section, "displayName", "")
			for _, item := range all(get(section, "items")) {
				cells := foodItem(item, course)
				var options []string
				for _, option := range all(get(item, "options")) {
					options = append(options, optionOf(foodItem(option, course), ""))
				}
				cells["options"] = strings.Join(options, " | ")
				dishes = append(dishes, cells)
			}
		}
	}
	return dishes
}

func foodItem(n any, course string) map[string]string {
	cells := map[string]string{"name": labelled(n, "displayName", ""), "description": labelled(n, "description", ""), "course": course}
	for _, l := range []string{"pt", "en", "es"} {
		if len(all(get(n, "labels"))) > 1 {
			cells["name_"+l], cells["description_"+l] = labelled(n, "displayName", l), labelled(n, "description", l)
		}
	}
	if price := get(n, "attributes", "price"); price != nil {
		nanos, _ := strconv.Atoi(cell(get(price, "nanos"))) // none is 0
		cells["price"] = fmt.Sprintf("%s.%02d", cmp.Or(cell(get(price, "units")), "0"), nanos/10_000_000)
		cells["currency"] = cell(get(price, "currencyCode"))
	}
	var allergens, tags, ingredients []string
	for _, a := range all(get(n, "attributes", "allergen")) {
		if name := strings.ToLower(strings.ReplaceAll(cell(a), "_", " ")); name != "allergen unspecified" {
			allergens = append(allergens, name)
		}
	}
	for _, diet := range all(get(n, "attributes", "dietaryRestriction")) {
		tags = append(tags, dietTags[strings.ToLower(cell(diet))])
	}
	for _, i := range all(get(n, "attributes", "ingredients")) {
		ingredients = append(ingredients, labelled(i, "displayName", ""))
	}
	cells["allergens"], cells["tags"], cells["ingredients"] = strings.Join(allergens, listed), strings.Join(tags, listed), strings.Join(ingredients, listed)
	return cells
}

// labelled returns what the labels of a thing say in a language; in none, the first.
func labelled(n any, what, language string) string {
	for _, l := range all(get(n, "labels")) {
		if language == "" || strings.HasPrefix(strings.ToLower(cell(get(l, "languageCode"))), language) {
			return cell(get(l, what))
		}
	}
	return ""
}

// optionOf is an option as a cell has it; plus is "+" if its price is added to the dish's.
func optionOf(cells map[string]string, plus string) string {
	text := strings.NewReplacer(";", ",", "|", "/").Replace(cells["name"])
	if cells["price"] != "" {
		text += listed + plus + cells["price"]
	}
	if cells["allergens"] != "" {
		text += listed + "contém " + strings.ReplaceAll(cells["allergens"], listed, ", ")
	}
	return text
}
