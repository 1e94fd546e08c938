package menu

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/ui"
)

//go:embed data/sample.jsonl
var sample string

// Sample returns the card of the house that nobody has: ninety dishes, drinks
// and beers from all over Brazil, made up. Their source is [ui.Sample]. The
// caller may change what it gets.
func Sample() []Item {
	items, problems, err := Read(strings.NewReader(sample), "sample.jsonl", Options{Source: ui.Sample})
	if err != nil || len(problems) > 0 {
		panic(fmt.Sprint("menu: the sample card: ", problems, err))
	}
	return items
}
