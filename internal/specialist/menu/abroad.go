package menu

import (
	"cmp"
	_ "embed"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

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
