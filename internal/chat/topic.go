package chat

import (
	"slices"
	"strings"
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

// topic is a topic in one language.
type topic struct {
	asks    []phrase // how guests bring it up
	name    string
	example string // of a wish for it
}

// TalksAbout names the topics of the house in English, for a prompt: "food,
// beer and trips". It is empty for a house that has none.
func (h House) TalksAbout() string {
	names, _ := english.named(h.topics())
	return join(names, english.and)
}

// topics are those of the house that a guest may hear of.
func (h House) topics() []string { return common(topics, h.Topics) }

// grant tells how a wish is answered: as one for those of its topics that are
// there, or as missing when none of them is. A wish that names no topic may be
// for any.
func grant(wished, there []string) (kind, []string) {
	granted := common(there, wished)
	switch {
	case len(granted) > 0:
		return wish, granted
	case len(wished) > 0 || len(there) == 0:
		return missing, there
	default:
		return wish, there
	}
}

// common returns what of a is in b, in the order of a.
func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return !slices.Contains(b, s) })
}

// topicsOf tells what topics a message is about.
func (t *tongue) topicsOf(spaced string) []string {
	return slices.DeleteFunc(slices.Clone(topics), func(name string) bool { return !matches(spaced, t.topics[name].asks) })
}

// answers are what may be said to a kind of small talk by a house that talks
// about these topics and no others.
func (t *tongue) answers(k kind, there []string, house string) []string {
	says := t.says[k]
	if alone, ok := t.alone[k]; ok && len(there) == 0 {
		says = alone
	}
	names, examples := t.named(there)
	fill := strings.NewReplacer(
		"{house}", house,
		"{topics}", join(names, t.and),
		"{choice}", join(names, t.or),
		"{examples}", join(examples, t.or),
	)
	filled := make([]string, len(says))
	for i, text := range says {
		filled[i] = fill.Replace(text)
	}
	return filled
}

func (t *tongue) named(there []string) (names, examples []string) {
	for _, name := range there {
		names = append(names, t.topics[name].name)
		examples = append(examples, t.topics[name].example)
	}
	return names, examples
}

// join writes a list as it stands in a sentence: "food, beer and trips".
func join(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
