package menu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/ontology"
)

// having are the items of a card of which it says that they have one of some ingredients, or traces of it; if only its
// word is meant, those that have it by that.
func (card *Card) having(ask string, word bool) (all []Item) {
	asks := card.asks(ask)
	for _, it := range card.Items() {
		text := spaced(strings.Join(append([]string{it.Name, it.Description}, it.Ingredients...), " "))
		if word && strings.Contains(text, spaced(ask)) && !strings.Contains(text, " sem"+spaced(ask)) {
			all = append(all, it)
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, it := range card.Items() {
		if slices.ContainsFunc(asks, func(x string) bool { has := card.has(it, x); return has == "yes" || has == mayHave }) {
			all = append(all, it)
		}
	}
	return all
}

// ofKind are the items that are what some words are the name of: a spaghetti of "massa".
func (card *Card) ofKind(items []Item, kind string) []Item {
	o, plain := knowledge().food, strings.TrimSpace(spaced(kind))
	return slices.DeleteFunc(slices.Clone(items), func(it Item) bool {
		return !slices.ContainsFunc(o.Read(plain), func(m ontology.Mention) bool {
			return m.Words == plain && !m.Negated && o.Edible(m.Concept) && card.read[it.ID]().made.Has(m.Concept)
		})
	})
}

// mostBrief is how many dishes that have an ingredient are described; of more the names are told.
const mostBrief = 3

// having says which dishes have an ingredient, and who must not have them.
func (t phrases) having(out dishDetailsOut) (lines []string) {
	if len(out.Dishes) == 0 {
		return t.missing(out.NotOnCard)
	}
	var barred []leftOut
	for _, d := range out.Dishes {
		for _, b := range d.NotFor {
			if b.Why != unknownContents {
				barred = leave(barred, b, d.Name, mostFound)
			}
		}
	}
	said := called(strings.Split(out.Asked, ", "), t.Language)
	if out.Explain {
		lines = append(lines, fmt.Sprintf(t.Menu.Explain, t.List(said)))
	}
	head := strings.TrimSuffix(fmt.Sprintf(t.Menu.With, t.Either(said), ""), " .")
	switch {
	case len(out.Dishes) == 1:
		lines = append(lines, fmt.Sprintf(t.Menu.With, t.Either(said), strings.TrimSuffix(t.facts(out.Dishes[0]), ".")))
	case len(out.Dishes) <= mostBrief:
		lines = append(lines, head)
		for _, d := range out.Dishes {
			lines = append(lines, "- "+t.brief(d))
		}
	default:
		lines = append(lines, head)
		for _, d := range out.Dishes {
			lines = append(lines, "- "+strings.TrimSpace(d.Name+" "+d.Price))
		}
	}
	lines = append(lines, t.leftOut(barred)...)
	if out.Kitchen != "" {
		lines = append(lines, t.Menu.Kitchen)
	}
	return lines
}
