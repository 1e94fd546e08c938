package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

const priceKey = "price"

// parseFile reads a TOML file into texts by key, and prices by model. Unknown
// keys and wrong types are errors; whether a text makes sense is for row.set.
// No error shows a value: it may be a secret in the wrong place.
func parseFile(data []byte) (texts map[string]string, prices map[string]llm.Price, err error) {
	var tree map[string]any
	if _, err := toml.Decode(string(data), &tree); err != nil {
		return nil, nil, notTOML(err)
	}
	if v, ok := tree[priceKey]; ok {
		if prices, err = parsePrices(v); err != nil {
			return nil, nil, err
		}
		delete(tree, priceKey)
	}
	texts = map[string]string{}
	return texts, prices, collect(texts, nil, tree)
}

// notTOML says where the file breaks the grammar. Of the library's messages
// only those about keys are passed on, as others quote what was found there.
func notTOML(err error) error {
	bad, ok := errors.AsType[toml.ParseError](err)
	if !ok {
		return errors.New("is not TOML")
	}
	what := `is not TOML; texts need quotes, as in name = "value", and decimals a point, as in 0.05`
	if strings.HasPrefix(bad.Message, "Key '") {
		what = strings.TrimSuffix(bad.Message, ".") + "; give each key once"
	}
	return fmt.Errorf("line %d: %s", bad.Position.Line, what)
}

// collect puts the values below one table of the file into texts.
func collect(texts map[string]string, above toml.Key, tree map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		path := append(slices.Clone(above), name)
		key := path.String()
		i := slices.IndexFunc(table, func(r row) bool { return r.key == key && key != fileKey })
		below, isTable := tree[name].(map[string]any)
		switch {
		case i >= 0:
			text, want := fromTOML(table[i].field(&Config{}), tree[name])
			if want != "" {
				return fmt.Errorf("%s must be %s, not %s", key, want, describe(tree[name]))
			}
			texts[key] = text
		case isTable && (len(below) > 0 || opensTable(key)):
			if err := collect(texts, path, below); err != nil {
				return err
			}
		case opensTable(key):
			return fmt.Errorf("%s must be a table, not %s; write [%s] and its keys below", key, describe(tree[name]), key)
		default:
			return unknownKey(key, fileKeys())
		}
	}
	return nil
}

// fileKeys returns every key of the table that a file may hold.
func fileKeys() []string {
	var keys []string
	for _, r := range table {
		if r.key != fileKey {
			keys = append(keys, r.key)
		}
	}
	return keys
}

func opensTable(key string) bool {
	return slices.ContainsFunc(table, func(r row) bool { return strings.HasPrefix(r.key, key+".") })
}

func unknownKey(key string, known []string) error {
	if near := lang.Nearest(key, known); near != "" {
		return fmt.Errorf("unknown key %q; did you mean %s?", key, near)
	}
	leaf := func(k string) string { return k[strings.LastIndexByte(k, '.')+1:] }
	if i := slices.IndexFunc(known, func(k string) bool { return leaf(k) == leaf(key) }); i >= 0 {
		return fmt.Errorf("unknown key %q; it is %s, and a key without a dot stands above the first table", key, known[i])
	}
	return fmt.Errorf("unknown key %q; take it out", key)
}

// fromTOML turns a value of the file into the text that row.set reads. When it
// has the wrong type, want says what the field wants.
func fromTOML(field, v any) (text, want string) {
	switch field.(type) {
	case *int:
		if n, ok := v.(int64); ok {
			return strconv.FormatInt(n, 10), ""
		}
		return "", "a whole number such as 2"
	case *llm.USD:
		if d, ok := number(v); ok {
			return strconv.FormatFloat(d, 'g', -1, 64), ""
		}
		return "", "a number of dollars such as 0.50"
	case *[]Model:
		if list, ok := textList(v); ok {
			return strings.Join(list, ","), ""
		}
		return "", `text such as "provider:model", or a list that holds only such texts`
	case *[]string:
		if list, ok := textList(v); ok {
			return strings.Join(list, ","), ""
		}
		return "", "text, or a list that holds only texts"
	case *time.Duration:
		if s, ok := v.(string); ok {
			return s, ""
		}
		return "", `a duration in quotes such as "60s"`
	}
	if s, ok := v.(string); ok {
		return s, ""
	}
	return "", "text in quotes"
}

// textList returns a text or a list of texts as a list.
func textList(v any) ([]string, bool) {
	if s, ok := v.(string); ok {
		return []string{s}, true
	}
	items, ok := v.([]any)
	var list []string
	for _, item := range items {
		s, isText := item.(string)
		list, ok = append(list, s), ok && isText
	}
	return list, ok
}

func number(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

func describe(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case int64, float64:
		return "a number"
	case bool:
		return "true or false"
	case map[string]any:
		return "a table"
	case time.Time:
		return "a date or time"
	}
	return "a list"
}

// parsePrices reads the table of prices: models, each with its amounts.
func parsePrices(v any) (map[string]llm.Price, error) {
	const want = `[price."model"] with input = 0.50 and output = 1.50 below it`
	models, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("price must be a table, not %s; write %s", describe(v), want)
	}
	prices := map[string]llm.Price{}
	for _, model := range slices.Sorted(maps.Keys(models)) {
		amounts, ok := models[model].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("price.%q must be a table, not %s; write %s", model, describe(models[model]), want)
		}
		p, err := parsePrice(model, amounts)
		if err != nil {
			return nil, fmt.Errorf("price.%q: %w", model, err)
		}
		prices[model] = p
	}
	return prices, nil
}

func parsePrice(model string, amounts map[string]any) (p llm.Price, err error) {
	fields := map[string]*float64{
		"input": &p.Input, "output": &p.Output,
		"cache_read": &p.CacheRead, "cache_write": &p.CacheWrite, "search": &p.Search,
	}
	for _, name := range slices.Sorted(maps.Keys(amounts)) {
		if _, isTable := amounts[name].(map[string]any); isTable {
			// [price.gemini-2.5-flash] is a table in a table in a table.
			return p, fmt.Errorf("%q must be a number, not a table; a name with a dot needs quotes: [price.%q]", name, model+"."+name)
		}
		field, ok := fields[name]
		if !ok {
			return p, unknownKey(name, slices.Sorted(maps.Keys(fields)))
		}
		if *field, ok = number(amounts[name]); !ok || !isPrice(*field) {
			return p, fmt.Errorf("%s must be a number of dollars from 0 to %.0f", name, maxDollars)
		}
	}
	for _, name := range []string{"input", "output"} {
		if _, ok := amounts[name]; !ok {
			return p, fmt.Errorf("%s is missing; write 0 if it costs nothing", name)
		}
	}
	return p, nil
}
