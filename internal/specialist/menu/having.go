package menu

import (
	"fmt"
	"slices"
	"strings"
)

// anyCourse stands for all courses.
const anyCourse = "any"

// having are the items of which the card says that they have one of some ingredients, or traces of it. Where it was asked what
// the ingredient is, those that have its word come alone: a cassava leaf is told of by the dish that names it.
func (card *Card) having(ask string, word bool) []Item {
	named := kept(card.all, func(it Item) bool {
		text := spaced(strings.Join(append([]string{it.Name, it.Description}, it.Ingredients...), " "))
		return word && strings.Contains(text, spaced(ask)) && !strings.Contains(text, " sem"+spaced(ask))
	})
	if len(named) > 0 {
		return named
	}
	asks := card.asks(ask)
	return kept(card.all, func(it Item) bool {
		return slices.ContainsFunc(asks, func(x string) bool { has := card.has(it, x); return has == "yes" || has == mayHave || has == likelyHas })
	})
}

// lacks reports whether what is asked of some dishes is no ingredient but a dish of its own, which the card does not have: of a
// pudim nobody asks whether "romeu e julieta" is in it.
func (card *Card) lacks(in dishDetailsIn) bool {
	o := knowledge().food
	d := o.Describe(in.Ask)
	dish := slices.ContainsFunc([]string{"sobremesa", "entrada", "prato_principal"}, func(course string) bool {
		id, ok := o.ID(course)
		return ok && d.Has(id)
	})
	return dish && in.Course == "" && !isAllergen(in.Ask) && len(card.having(in.Ask, false)) == 0
}

// mostBrief is how many dishes that have an ingredient are described; of more the names are told.
const mostBrief = 3

// having says which dishes of the card have an ingredient, and who must not have them.
func (t phrases) having(out dishDetailsOut) (lines []string) {
	asked := called(strings.Split(out.Asked, ", "), t.Language)
	if out.Explain {
		lines = append(lines, fmt.Sprintf(t.Menu.Explain, t.List(asked)))
	}
	if len(out.Dishes) == 1 {
		lines = append(lines, fmt.Sprintf(t.Menu.With, t.Either(asked), strings.TrimSuffix(t.facts(out.Dishes[0]), ".")))
	} else {
		lines = append(lines, strings.TrimSuffix(fmt.Sprintf(t.Menu.With, t.Either(asked), ""), " ."))
	}
	var barred []leftOut
	for _, d := range out.Dishes {
		switch {
		case len(out.Dishes) > mostBrief:
			lines = append(lines, "- "+strings.TrimSpace(d.Name+" "+d.Price))
		case len(out.Dishes) > 1:
			lines = append(lines, "- "+t.brief(d))
		}
		barred = leaveAll(barred, d.NotFor, d.Name, mostFound)
	}
	return append(append(lines, t.leftOut(barred)...), t.caution(out.caution)...)
}
