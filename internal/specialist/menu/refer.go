package menu

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// refer returns the items that a model or a guest means by an id, a name or a
// part of one, in any spelling, or by the number of what was shown: several if
// it may be any of them, none if it is not on the card.
func (card *Card) refer(s *scene.Scene, ref string) []Item {
	ref = strings.Trim(strings.TrimSpace(ref), `[]"'“”`)
	if it, ok := card.byID[ref]; ok {
		return []Item{it}
	}
	for _, n := range card.names {
		if n.spaced == spaced(ref) {
			return []Item{card.byID[n.id]}
		}
	}
	n, err := strconv.Atoi(strings.TrimPrefix(ref, "#"))
	if err != nil {
		n = ordinals[strings.Join(slices.DeleteFunc(wordsOf(ref), func(w string) bool { return pointing[w] }), " ")]
	}
	if n > 0 {
		for _, t := range s.Shown {
			if it, ok := card.byID[t.ID]; ok && t.Kind == dishKind && t.Number == n {
				return []Item{it}
			}
		}
		return nil
	}
	if t, ok := s.Thing(dishKind, ref); ok {
		if it, ok := card.byID[t.ID]; ok {
			return []Item{it}
		}
	}
	return card.called(s, ref)
}

// called returns the items that words name, all of them: "feijoada de frango" is no
// feijoada.
func (card *Card) called(s *scene.Scene, ref string) []Item {
	all := card.mentions(ref)
	if len(all) != 1 || all[0].Kind {
		return nil
	}
	m := all[0]
	for _, w := range place(ref[:m.From] + " " + ref[m.To:]) {
		if !skipped(w.folded) && !is(w.folded, "in_name") && !generic[w.folded] {
			return nil
		}
	}
	if m.weak {
		return card.likeliest(s, m)
	}
	return m.Items
}

var pointing = lang.Set("o a os as el la los las the one dish prato plato numero number opcao option opcion um uma un una")

// lastShown returns the items of the list of dishes that the guest was shown
// last.
func (card *Card) lastShown(s *scene.Scene) (items []Item) {
	last := 0
	for _, t := range s.Shown {
		if t.Kind != dishKind {
			continue
		}
		if t.Number <= last {
			break // of an earlier list
		}
		last = t.Number
		if it, ok := card.byID[t.ID]; ok {
			items = append(items, it)
		}
	}
	return items
}

var ordinals = map[string]int{
	"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "primero": 1, "tercero": 3, "cuarto": 4,
}

// amongShown returns those of some items that are on the list shown last.
func (card *Card) amongShown(s *scene.Scene, items []Item) []Item {
	last := card.lastShown(s)
	return slices.DeleteFunc(slices.Clone(items), func(it Item) bool {
		return !slices.ContainsFunc(last, func(l Item) bool { return l.ID == it.ID })
	})
}
