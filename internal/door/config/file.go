package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	prices, err = parsePrices(data)
	delete(tree, priceKey)
	texts = map[string]string{}
	return texts, prices, errors.Join(err, collect(texts, nil, tree))
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
		below, isTable := tree[name].(map[string]any)
		switch r := rowOf(key); {
		case isTable && (len(below) > 0 || opensTable(key)):
			if err := collect(texts, path, below); err != nil {
				return err
			}
		case r == nil || key == fileKey:
			return unknownKey(key, fileKeys())
		default:
			what, number, list := r.wants()
			text, ok := textOf(tree[name], number, list)
			if !ok {
				return fmt.Errorf("%s must be %s", key, what)
			}
			texts[key] = text
		}
	}
	return nil
}

// textOf turns a value of the file into the text that row.set reads.
func textOf(v any, number, list bool) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, !number
	case int64:
		return strconv.FormatInt(v, 10), number
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), number
	case []any:
		var texts []string
		for _, item := range v {
			text, isText := item.(string)
			texts, list = append(texts, text), list && isText
		}
		return strings.Join(texts, ","), list
	}
	return "", false
}

// fileKeys returns every key of the table that a file may hold.
func fileKeys() (keys []string) {
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

// amounts are the prices of a model in dollars, as the file has them.
type amounts struct {
	Input, Output *float64
	CacheRead     float64 `toml:"cache_read"`
	CacheWrite    float64 `toml:"cache_write"`
	Search        float64
}

// parsePrices reads the table of prices: models, each with its amounts.
func parsePrices(data []byte) (map[string]llm.Price, error) {
	var file struct{ Price map[string]amounts }
	meta, err := toml.Decode(string(data), &file)
	if err != nil || meta.IsDefined(priceKey) && file.Price == nil {
		return nil, errors.New(`price must be tables of numbers: write [price."model"] with input = 0.50 and output = 1.50 below it`)
	}
	for _, key := range meta.Undecoded() {
		if key[0] == priceKey {
			return nil, fmt.Errorf("unknown key %s; a price has input, output, cache_read, cache_write and search, and a name with a dot needs quotes", key)
		}
	}
	prices := map[string]llm.Price{}
	for _, model := range slices.Sorted(maps.Keys(file.Price)) {
		p := file.Price[model]
		if p.Input == nil || p.Output == nil {
			return nil, fmt.Errorf("price.%q: input and output are needed; write 0 for what costs nothing", model)
		}
		for _, dollars := range []float64{*p.Input, *p.Output, p.CacheRead, p.CacheWrite, p.Search} {
			if !isPrice(dollars) {
				return nil, fmt.Errorf("price.%q: each must be a number of dollars from 0 to %.0f", model, maxDollars)
			}
		}
		prices[model] = llm.Price{Input: *p.Input, Output: *p.Output, CacheRead: p.CacheRead, CacheWrite: p.CacheWrite, Search: p.Search}
	}
	return prices, nil
}
