package menu

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/scene"
)

// Mentions returns where a text names dishes of the card, in its order. Of several that it may be, one of the order or of
// those told of last is meant.
func (card *Card) Mentions(s *scene.Scene, text string) (all []Mention) {
	for _, m := range card.mentions(text) {
		if m.Items = card.likeliest(s, m); len(m.Items) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// likeliest returns which of the dishes of a mention is meant: one of the order, of those told of last, or of those shown; and
// else a side dish, if one is called so.
func (card *Card) likeliest(s *scene.Scene, m Mention) []Item {
	var t tab
	s.Load(tabNote, &t)
	last := spaced(s.Last)
	shown := func(it Item) (x scene.Thing, ok bool) {
		i := slices.IndexFunc(s.Shown, func(x scene.Thing) bool { return x.Kind == dishKind && x.ID == it.ID })
		if i < 0 {
			return x, false
		}
		return s.Shown[i], true
	}
	ordered := func(it Item) bool { return t.quantity(it.ID) > 0 }
	told := func(it Item) bool {
		x, _ := shown(it)
		return strings.Contains(last, spaced(it.Name)) && (x.Number > 0 || x.Note == "") // and was not left out
	}
	seen := func(it Item) bool { x, ok := shown(it); return ok && (!m.Kind || x.Number > 0) }
	side := func(it Item) bool { return it.Course == "side" && !m.Kind }
	order := []func(Item) bool{ordered, told, seen, side}
	if m.plain { // "arroz" is the side dish, whatever was told of
		order = []func(Item) bool{ordered, side, told, seen}
	}
	items := m.Items
	if m.plain || m.Kind { // "fico com o camarão", of which only the bobó was told; "tira a stout"
		wider := slices.Concat(m.Items, m.near)
		for _, in := range []func(Item) bool{ordered, told} {
			if some := kept(wider, in); len(some) == 1 && !slices.ContainsFunc(items, side) {
				return some
			}
		}
	}
	for _, in := range order {
		if some := kept(items, in); len(some) > 0 && (len(items) > 1 || m.weak) {
			items, m.weak = some, false
		}
	}
	if m.weak {
		return nil
	}
	return items
}

func kept[T any](all []T, is func(T) bool) (some []T) {
	for _, x := range all {
		if is(x) {
			some = append(some, x)
		}
	}
	return some
}

// isKind reports whether words name a kind of food or drink that the card has: "chope".
func (card *Card) isKind(words string) bool {
	return slices.ContainsFunc(card.mentions(words), func(m Mention) bool { return m.Kind })
}

// refer returns the items that a reference means: an id, a name or a part of one in any spelling, or the number of a shown
// dish. It returns several if it may be any of them, and none if it is not on the card.
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
		n = ordinals[strings.Join(besides(ref, "pointing"), " ")]
	}
	if n > 0 {
		return kept(card.lastShown(s), func(it Item) bool {
			return slices.ContainsFunc(s.Shown, func(t scene.Thing) bool { return t.ID == it.ID && t.Number == n })
		})
	}
	if t, ok := s.Thing(dishKind, ref); ok {
		if it, ok := card.byID[t.ID]; ok {
			return []Item{it}
		}
	}
	all := card.mentions(ref)
	if len(all) != 1 || all[0].Kind {
		return nil
	}
	m := all[0]
	for _, w := range besides(ref[:m.From]+" "+ref[m.To:], "in_name") { // "feijoada de frango" is no feijoada
		if !skipped(w) && !generic[w] && (isThing(w) || !m.sure) {
			return nil
		}
	}
	if m.weak {
		return card.likeliest(s, m)
	}
	return m.Items
}

var ordinals = map[string]int{
	"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "primero": 1, "tercero": 3, "cuarto": 4,
}

// lastShown returns the items of the list of dishes that the guest was shown last.
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
