package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// shown is a place that can be picked.
type shown struct {
	name, phone string
	site        ui.URL
	source      ui.Source
	tool        string
}

func (l Listed) all() (some []shown) {
	for _, x := range l.Lodgings {
		some = append(some, shown{x.Name, x.Phone, x.Site, x.Source, ListAccommodations})
	}
	for _, x := range l.Restaurants {
		some = append(some, shown{x.Name, x.Phone, x.Site, x.Source, ListRestaurants})
	}
	return some
}

// picked answers a message that picks a place of those that were shown, by its
// name or by its place in the list: "quero o segundo", "the second hotel".
func (s State) picked() (text string, ok bool) {
	message, _ := lastSaid(s.Messages)
	list := s.Listed.all()
	folded := lang.Fold(message)
	if len(list) == 0 || len(strings.Fields(folded)) > 12 {
		return "", false
	}
	w := texts[s.Language]
	for _, x := range list {
		if len(x.name) > 4 && strings.Contains(folded, lang.Fold(x.name)) {
			return w.goOn(x), true
		}
	}
	n := ordinal(folded)
	if n == 0 {
		return "", false
	}
	// Numbers count in the list that is meant: the one that is named, or else
	// the one that was shown, or else the first.
	tool := list[0].tool
	if some := named(message); len(some) == 1 {
		tool = some[0]
	}
	list = slices.DeleteFunc(list, func(x shown) bool { return x.tool != tool })
	switch {
	case n < 0 && len(list) > 0:
		n = len(list)
	case n > len(list):
		return fmt.Sprintf(w.pickNo, fmt.Sprint(len(list))), true
	}
	return w.goOn(list[n-1]), true
}

// goOn says how to go on with a place.
func (w phrases) goOn(x shown) string {
	lines := []string{fmt.Sprintf(w.pick, x.name)}
	var ways []string
	if x.site != "" {
		ways = append(ways, string(x.site))
	}
	if x.phone != "" {
		ways = append(ways, x.phone)
	}
	switch {
	case x.source == ui.Sample:
		lines = append(lines, w.samplePick)
	case len(ways) > 0:
		lines = append(lines, fmt.Sprintf(w.contact, strings.Join(ways, ", ")))
	default:
		lines = append(lines, w.noContact)
	}
	return strings.Join(lines, " ")
}

var ordinals = map[string]int{
	"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6, "ultimo": -1, "ultima": -1,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1,
	"primero": 1, "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4,
}

// ordinal returns which one a message picks: 2 for "quero o segundo", "a opção
// 2" or "2", -1 for the last, 0 for none. Days of the week are none: "na
// segunda".
func ordinal(folded string) int {
	words := strings.FieldsFunc(folded, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for i, w := range words {
		before, after := "", ""
		if i > 0 {
			before = words[i-1]
		}
		if i+1 < len(words) {
			after = words[i+1]
		}
		if n := ordinals[w]; n != 0 {
			weekday := before == "na" || before == "on" || before == "ate" || before == "de" || before == "a" && i > 1 && words[i-2] == "segunda" || after == "feira"
			place := w == "quarto" && (before == "um" || before == "o" && len(words) > 4) // a room
			if !weekday && !place && (before == "o" || before == "a" || before == "the" || before == "el" || before == "la" || len(words) <= 3) {
				return n
			}
		}
		if len(w) == 1 && w[0] >= '1' && w[0] <= '9' {
			if len(words) == 1 || slices.Contains([]string{"opcao", "numero", "option", "number", "n", "opcion", "item"}, before) || len(words) == 2 && (before == "o" || before == "a" || before == "quero") {
				return int(w[0] - '0')
			}
		}
	}
	return 0
}
