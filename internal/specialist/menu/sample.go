package menu

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/ui"
)

// The card as Read makes it of data/sample.jsonl, and what a collection reads
// of it, both of which take longer than a first answer should: go test -update
// writes them anew.
var (
	//go:embed data/sample.read.json
	sample []byte
	//go:embed data/sample.img
	sampleImage string
)

// SampleCard returns the sample ready to be searched, with the local embedder.
func SampleCard(ctx context.Context) (*Card, error) {
	items, docs := sampleDocs()
	c, ok := retrieve.Open("menu", embed.Local(), docs, sampleImage)
	if !ok { // the ontology has changed since
		return NewCard(ctx, items, embed.Local())
	}
	return cardOf(c, items), nil
}

// sampleDocs returns the sample in the order of the ids, which is that of a
// card, and its documents.
func sampleDocs() ([]Item, []retrieve.Doc) {
	items := Sample()
	slices.SortFunc(items, func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	docs := make([]retrieve.Doc, len(items))
	for i, it := range items {
		docs[i] = docOf(it)
	}
	return items, docs
}

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

//go:embed data/abroad.txt
var abroadText string

// sampleIn is the sample card in English and Spanish, by id and by ingredient.
var sampleIn = sync.OnceValue(func() map[string]map[lang.Language]string {
	all := map[string]map[lang.Language]string{}
	for key, value := range wordfile.Entries(abroadText) {
		en, es, _ := strings.Cut(value, " | ")
		all[key] = map[lang.Language]string{lang.English: en, lang.Spanish: es}
	}
	return all
})

// ingredientsIn are what the card says is in an item, of the sample in a language.
func ingredientsIn(it Item, l lang.Language) (all []string) {
	for _, name := range it.Ingredients {
		if it.Source == ui.Sample {
			name = cmp.Or(sampleIn()[name][l], name)
		}
		all = append(all, name)
	}
	return all
}
