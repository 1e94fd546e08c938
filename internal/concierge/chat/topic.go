package chat

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
)

// The topics a house may talk about, each when its specialist is there. The
// operator's data is one for the operator and not for a guest.
const (
	menu = "menu" // food and drinks of the card
	beer = "beer" // breweries and beers
	trip = "trip" // destinations and lodging
)

// topics is in the order in which they are named.
var topics = []string{menu, beer, trip}

// topics are those of the house that a guest may hear of.
func (h House) topics() []string {
	return slices.DeleteFunc(slices.Clone(topics), func(name string) bool { return !slices.Contains(h.Topics, name) })
}

// phrasing is the texts of our answers in one language.
type phrasing struct{ *texts.Words }

// answers returns the texts that may answer a kind of small talk in a house that has these topics
// and no others. A house without topics uses the texts of Alone, if there are any, which promise
// nothing.
func (v phrasing) answers(k kind, there []string, house string) []string {
	says := v.Chat.Says[string(k)]
	if alone, ok := v.Chat.Alone[string(k)]; ok && len(there) == 0 {
		says = alone
	}
	names, examples := v.named(there)
	fill := strings.NewReplacer(
		"{house}", house,
		"{topics}", v.List(names),
		"{choice}", v.Either(names),
		"{examples}", v.Either(examples),
	)
	filled := make([]string, len(says))
	for i, text := range says {
		filled[i] = fill.Replace(text)
	}
	return filled
}

func (v phrasing) named(there []string) (names, examples []string) {
	for _, name := range there {
		names, examples = append(names, v.Chat.Topics[name]), append(examples, v.Chat.Wishes[name])
	}
	return names, examples
}
