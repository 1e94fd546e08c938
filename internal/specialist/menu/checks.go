package menu

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

//go:embed data/checks.txt
var checkWords string

// checks are data/checks.txt: by need, the questions that words on a card raise.
var checks = sync.OnceValue(func() map[string]glossary[[]string] {
	all := map[string]glossary[[]string]{}
	for head, list := range wordfile.Entries(checkWords) {
		need, question, _ := strings.Cut(head, ", ")
		if _, known := all[need]; !known {
			all[need] = newGlossary[[]string]()
		}
		all[need].add(list, func(had []string) []string {
			if question == "none" {
				return nil
			}
			return add(had, question)
		})
	}
	return all
})

// checks returns what some people are to ask the kitchen before they have an item that they may have:
// whether a soft cheese is pasteurised, for who is pregnant.
func (card *Card) checks(it Item, seats []seat, l lang.Language) (all []bar) {
	for _, p := range seats {
		if card.broken(it, p.rules) != nil {
			continue
		}
		if strong(it) && slices.ContainsFunc(p.cannot, memory.Health) { // beer for who has pancreatitis
			all = append(all, bar{p.who, texts.In(l).Menu.Checks["alcohol"]})
		}
		for _, r := range p.rules {
			for _, words := range r.asks {
				for _, question := range raised(words, it) {
					known := slices.ContainsFunc(it.Ingredients, func(x string) bool { // what is fried in sunflower oil
						folded := strings.Fields(lang.Fold(x))
						raises, n := words.at(folded)
						return question == "oil" && n > 0 && n == len(folded) && len(raises) == 0
					})
					if known || question == "slaughter" && contentsOf(it)&meat == 0 { // the "firm meat" of a fish
						continue
					}
					if b := (bar{p.who, texts.In(l).Menu.Checks[question]}); !slices.Contains(all, b) {
						all = append(all, b)
					}
				}
			}
		}
	}
	return all
}

// raised returns the questions that an item's words raise, in order.
func raised(words glossary[[]string], it Item) (all []string) {
	for _, text := range slices.Concat([]string{it.Name, it.Description}, it.Ingredients, it.Tags) {
		folded := strings.Fields(lang.Fold(text))
		for i := 0; i < len(folded); i++ {
			found, n := words.at(folded[i:])
			all = add(all, found...)
			i += max(0, n-1)
		}
	}
	slices.Sort(all)
	return all
}

// abv returns how much alcohol a drink has by volume, in per cent: what the card
// says, 0 for one without, and false if the card does not say.
func abv(it Item) (percent float64, ok bool) {
	if !it.drinkable() {
		return 0, false
	}
	for _, tag := range it.Tags {
		figure, isPercent := strings.CutSuffix(strings.TrimSpace(tag), "%")
		percent, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(figure), ",", "."), 64)
		if isPercent && err == nil {
			return percent, true
		}
	}
	return 0, contentsOf(it)&alcohol == 0
}

// abvOf returns the percentage of alcohol of a drink as text, "5,2%", or "" if it has none or the
// card does not say.
func abvOf(it Item, l lang.Language) string {
	percent, ok := abv(it)
	if !ok || percent == 0 {
		return ""
	}
	return texts.In(l).Number(percent) + "%"
}
