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

// A node is a value of a JSON document that knows where it stands.
type node struct {
	at, line int
	fields   map[string]*node
	list     []*node
	text     string // of a string, a number or a truth
	raw      string // of an object
}

// tree reads a JSON document.
type tree struct {
	d    *json.Decoder
	data []byte
	at   int
	line int
}

const deepest = 60

func (t *tree) read(depth int) (*node, error) {
	token, err := t.d.Token()
	if err != nil {
		return nil, err
	}
	at := int(t.d.InputOffset())
	t.line += bytes.Count(t.data[t.at:at], []byte("\n"))
	t.at = at
	n := &node{at: at, line: t.line}
	switch token := token.(type) {
	case string:
		n.text = token
	case json.Number:
		n.text = token.String()
	case bool:
		n.text = strconv.FormatBool(token)
	case json.Delim:
		if depth > deepest {
			return nil, fmt.Errorf("line %d: it is nested too deeply", n.line)
		}
		if n.fields = map[string]*node{}; token == '[' {
			n.list = []*node{}
		}
		for t.d.More() {
			name := ""
			if token == '{' {
				key, err := t.d.Token()
				if err != nil {
					return nil, err
				}
				name, _ = key.(string)
			}
			value, err := t.read(depth + 1)
			if err != nil {
				return nil, err
			}
			if token == '[' {
				n.list = append(n.list, value)
			} else {
				n.fields[name] = value
			}
		}
		if _, err = t.d.Token(); token == '{' && err == nil {
			n.raw = string(t.data[at-1 : t.d.InputOffset()])
		}
	}
	return n, err
}

// get returns what stands below some names, which are tried one in the other; of a list
// the first.
func (n *node) get(names ...string) *node {
	for _, name := range names {
		if n != nil && len(n.list) > 0 {
			n = n.list[0]
		}
		if n == nil {
			return nil
		}
		n = n.fields[name]
	}
	return n
}

// all returns the entries of a list; of one value, that.
func (n *node) all() []*node {
	if n == nil {
		return nil
	}
	if n.list != nil {
		return n.list
	}
	return []*node{n}
}

// is reports whether schema.org calls a node by a type.
func (n *node) is(kind string) bool {
	return slices.ContainsFunc(n.fields["@type"].all(), func(t *node) bool {
		return t.text[strings.LastIndexAny(t.text, "/:#")+1:] == kind
	})
}

// A dishNode is a dish that a document has, and where.
type dishNode struct {
	*node
	cells map[string]string
}

// menus makes the rows of a JSON list, of a Menu of schema.org, or of FoodMenus as Google
// has them, each with the line that it begins on. The options and extras of a dish are a
// cell of its row.
func menus(r io.Reader) (iter.Seq[records.Row], error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	t := &tree{d: json.NewDecoder(bytes.NewReader(data)), data: data, line: 1}
	t.d.UseNumber()
	root, err := t.read(0)
	if err != nil {
		return nil, fmt.Errorf("after line %d: not JSON: %w", t.line, err)
	}
	var all []dishNode
	if google := root.get("menus"); google != nil {
		all = foodMenus(google)
	} else if all = schemaMenu(root, ""); len(all) == 0 {
		for _, n := range root.list {
			all = append(all, dishNode{n, n.cells()})
		}
	}
	if len(all) == 0 && (root.list == nil || bytes.Contains(data, []byte(`"@type"`))) {
		return nil, errors.New("a .json file must be a list of objects, a Menu of schema.org or Google's FoodMenus")
	}
	slices.SortStableFunc(all, func(a, b dishNode) int { return cmp.Compare(a.at, b.at) })
	return func(yield func(records.Row) bool) {
		for _, f := range all {
			maps.DeleteFunc(f.cells, func(_, value string) bool { return value == "" })
			row := records.Row{Line: f.line, Fields: f.cells}
			if f.fields == nil || f.list != nil {
				row = records.Row{Line: f.line, Err: errors.New("it is no object")}
			}
			if !yield(row) {
				return
			}
		}
	}, nil
}

// cells are the fields of an object as a table would have them.
func (n *node) cells() map[string]string {
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(n.fields)) { // of ID and id, always the same
		if v := n.fields[name].cell(); v != "" {
			all[strings.ToLower(strings.TrimSpace(name))] = v
		}
	}
	return all
}

func (n *node) cell() string {
	if n.list == nil {
		return cmp.Or(n.text, n.raw)
	}
	var all []string
	for _, x := range n.list {
		if s := x.cell(); s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, ", ")
}

// schemaMenu finds the MenuItems below a node of schema.org, whatever it is in: a
// Restaurant, a Menu, a graph.
func schemaMenu(n *node, section string) (all []dishNode) {
	if n == nil {
		return nil
	}
	if n.is("MenuItem") {
		dish := dishNode{n, schemaItem(n, section)}
		var options []string
		for _, extra := range n.get("menuAddOn").all() {
			for _, e := range schemaMenu(extra, section) {
				options = append(options, optionOf(e.cells, "+"))
			}
		}
		dish.cells["options"] = strings.Join(options, " | ")
		return append(all, dish)
	}
	if n.is("MenuSection") {
		section = textIn(n.get("name"), "")
	}
	for _, below := range slices.Concat(n.list, slices.Collect(maps.Values(n.fields))) {
		all = append(all, schemaMenu(below, section)...)
	}
	return all
}

func schemaItem(n *node, section string) map[string]string {
	cells := map[string]string{"name": textIn(n.get("name"), ""), "description": textIn(n.get("description"), ""), "course": section}
	cells["price"] = cmp.Or(textIn(n.get("offers", "price"), ""), textIn(n.get("offers", "priceSpecification", "price"), ""))
	cells["currency"] = textIn(n.get("offers", "priceCurrency"), "")
	for _, l := range []string{"pt", "en", "es"} {
		cells["name_"+l], cells["description_"+l] = textIn(n.get("name"), l), textIn(n.get("description"), l)
	}
	var tags []string
	for _, diet := range n.get("suitableForDiet").all() {
		name := strings.TrimSuffix(diet.text[strings.LastIndexAny(diet.text, "/:#")+1:], "Diet")
		if tag := dietTags[strings.ToLower(name)]; tag != "" {
			tags = append(tags, tag)
		}
	}
	cells["tags"] = strings.Join(tags, listed)
	if photo := cmp.Or(textIn(n.get("image", "url"), ""), textIn(n.get("image"), "")); strings.HasPrefix(photo, "https://") {
		cells["photo"] = photo
	}
	return cells
}

// textIn returns a text in a language; in none, the first. A text may have one of its own:
// {"@value": …, "@language": …}.
func textIn(n *node, language string) string {
	for _, one := range n.all() {
		value, of := one.text, ""
		if v := one.get("@value"); v != nil {
			value, of = v.text, textIn(one.get("@language"), "")
		}
		if language == "" || of != "" && strings.HasPrefix(strings.ToLower(of), language) {
			return value
		}
	}
	return ""
}

// dietTags are what a card calls the diets of schema.org and Google. One that only has
// less of something is none.
var dietTags = map[string]string{"vegan": "vegano", "vegetarian": "vegetariano", "glutenfree": "sem glúten", "halal": "halal", "kosher": "kosher", "organic": "orgânico"}

// foodMenus finds the items of FoodMenus.
func foodMenus(menus *node) (all []dishNode) {
	for _, menu := range menus.all() {
		for _, section := range menu.get("sections").all() {
			course := labelled(section, "displayName", "")
			for _, item := range section.get("items").all() {
				dish := dishNode{item, foodItem(item, course)}
				var options []string
				for _, option := range item.get("options").all() {
					options = append(options, optionOf(foodItem(option, course), ""))
				}
				dish.cells["options"] = strings.Join(options, " | ")
				all = append(all, dish)
			}
		}
	}
	return all
}

func foodItem(n *node, course string) map[string]string {
	cells := map[string]string{"name": labelled(n, "displayName", ""), "description": labelled(n, "description", ""), "course": course}
	for _, l := range []string{"pt", "en", "es"} {
		if len(n.get("labels").all()) > 1 {
			cells["name_"+l], cells["description_"+l] = labelled(n, "displayName", l), labelled(n, "description", l)
		}
	}
	if price := n.get("attributes", "price"); price != nil {
		nanos, _ := strconv.Atoi(textIn(price.get("nanos"), "")) // none is 0
		cells["price"] = fmt.Sprintf("%s.%02d", cmp.Or(textIn(price.get("units"), ""), "0"), nanos/10_000_000)
		cells["currency"] = textIn(price.get("currencyCode"), "")
	}
	var allergens, tags, ingredients []string
	for _, a := range n.get("attributes", "allergen").all() {
		if name := strings.ToLower(strings.ReplaceAll(a.text, "_", " ")); name != "allergen unspecified" {
			allergens = append(allergens, name)
		}
	}
	for _, diet := range n.get("attributes", "dietaryRestriction").all() {
		if tag := dietTags[strings.ToLower(diet.text)]; tag != "" {
			tags = append(tags, tag)
		}
	}
	for _, i := range n.get("attributes", "ingredients").all() {
		ingredients = append(ingredients, labelled(i, "displayName", ""))
	}
	cells["allergens"], cells["tags"], cells["ingredients"] = strings.Join(allergens, listed), strings.Join(tags, listed), strings.Join(ingredients, listed)
	return cells
}

// labelled returns what the labels of a thing say in a language; in none, the first.
func labelled(n *node, what, language string) string {
	for _, l := range n.get("labels").all() {
		if language == "" || strings.HasPrefix(strings.ToLower(textIn(l.get("languageCode"), "")), language) {
			return textIn(l.get(what), "")
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
