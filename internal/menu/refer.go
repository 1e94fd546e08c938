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
	best, items := card.alike(ref)
	if best < sameDish {
		return nil
	}
	return items
}

var pointing = lang.Set("o a os as el la los las the one dish prato plato numero number opcao option opcion um uma un una")

// sameDish is how much of a reference must be in a name for it to be meant.
const sameDish = 0.7

// alike returns the items whose names have most of the words of a text, and how
// much of it they have. A word counts less if it is a slip of one of the name,
// or says it in another language.
func (card *Card) alike(text string) (best float64, items []Item) {
	asked := nameWords(text)
	if len(asked) == 0 {
		return 0, nil
	}
	of := map[string]float64{}
	var names []named
	for _, n := range card.names {
		met := 0.0
		for _, w := range asked {
			met += card.meets(n, w)
		}
		if met == 0 {
			continue
		}
		of[n.id] = met / float64(len(asked))
		best = max(best, of[n.id])
		names = append(names, n)
	}
	for _, n := range names {
		if of[n.id] == best {
			items = append(items, card.byID[n.id])
		}
	}
	// "feijoada completa" is the whole of one name and a part of no other.
	whole := slices.DeleteFunc(slices.Clone(items), func(it Item) bool { return len(nameWords(it.Name)) > len(asked) })
	if len(whole) == 1 {
		items = whole
	}
	// "mate" is no Mata Atlântica, though their stems are one.
	said := slices.DeleteFunc(slices.Clone(items), func(it Item) bool { return !strings.Contains(spaced(it.Name), spaced(text)) })
	if len(said) > 0 {
		items = said
	}
	return best, items
}

// meets is how much a stem stands for a word of a name.
func (card *Card) meets(n named, stem string) float64 {
	if slices.Contains(n.words, stem) {
		return 1
	}
	if card.hasWord(stem) { // "mate" is on the card: it is no part of "Mata Atlântica"
		return 0
	}
	for _, w := range n.words {
		most := 0
		switch {
		case len(stem) >= 8:
			most = 2
		case len(stem) >= 5:
			most = 1
		}
		if most > 0 && slip(w, stem) <= most || len(stem) >= 4 && strings.HasPrefix(w, stem) {
			return 0.9
		}
	}
	o := knowledge().food
	for _, m := range o.Read(stem) {
		if !m.Negated && card.read[n.id]().made.Has(m.Concept) && isFood(m.Words) {
			return 0.7
		}
	}
	return 0
}

// hasWord reports whether a stem is a word of a name on the card.
func (card *Card) hasWord(stem string) bool {
	return slices.ContainsFunc(card.names, func(n named) bool { return slices.Contains(n.words, stem) })
}

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
