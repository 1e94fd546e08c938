package menu

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// The card as Read makes it of data/sample.jsonl, which takes longer than a
// first answer should: go test -update writes it anew.
//
//go:embed data/sample.read.json
var sample []byte

// Sample returns the card of the house that nobody has: ninety dishes, drinks
// and beers from all over Brazil, made up. Their source is [ui.Sample]. The
// caller may change what it gets.
func Sample() []Item {
	var items []Item
	if err := json.Unmarshal(sample, &items); err != nil {
		panic(fmt.Sprint("menu: the sample card: ", err))
	}
	return items
}
