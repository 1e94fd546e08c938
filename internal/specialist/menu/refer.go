package menu

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

// Mentions returns where a text names dishes of the card, in its order. Of several that it may be, one of the order or of
// those told of last is meant.
func (card *Card) Mentions(s *scene.Scene, text string) (all []Mention) {
	var heads []string // of what was told last and is named before
	for _, t := range s.Shown {
		if t.Kind == dishKind && strings.Contains(s.Last, t.Name) {
			heads = append(heads, wordsOf(t.Name)[0])
		}
	}
	for _, m := range card.mentions(text) {
		short := m.weak && len(card.likeliest(s, m)) == 0 || headless().MatchString(lang.Fold(text[:m.From])) || strings.HasPrefix(text[m.To:], " one") // "da costela na brasa pra gaúcha", "la de plátano"
		for _, head := range slices.Backward(heads) {
			if found := card.mentions(head + " de " + text[m.From:m.To]); short && len(found) == 1 && len(found[0].Items) == 1 && !found[0].Kind && found[0].To > len(head) && card.has(found[0].Items[0], text[m.From:m.To]) == "yes" {
				m.Items, m.Kind, m.plain, m.weak, m.near, m.named = found[0].Items, false, false, false, nil, nil
			}
		}
		if m.Items = card.likeliest(s, m); len(m.Items) > 0 && m.sure {
			heads = append(heads, wordsOf(m.Items[0].Name)[0])
		}
		if len(m.Items) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// headless finds words that leave out what a dish is, before what it is made with.
var headless = pattern.Of(`(?:^|[^a-z])(?:el|la|los|las|[ao]s?|[dn][ao]s?|pr[ao]s?|the one|ess[ae]|aquel[ae]|es[ae]) (?:de|of|with|com|con) *$`)

// likeliest returns which of the dishes of a mention is meant: one of the order, of those told of last, or of those shown; and
// else a side dish, if one is called so.
func (card *Card) likeliest(s *scene.Scene, m Mention) []Item {
	var t tab
	s.Load(tabNote, &t)
	last := spaced(s.Last)
	thing := func(it Item, is func(scene.Thing) bool) bool {
		return slices.ContainsFunc(s.Shown, func(x scene.Thing) bool { return x.Kind == dishKind && x.ID == it.ID && is(x) })
	}
	ordered := func(it Item) bool { return t.quantity(it.ID) > 0 }
	leftOut := func(x scene.Thing) bool { return x.Number == 0 && x.Note != "" }
	told := func(it Item) bool { return strings.Contains(last, spaced(it.Name)) && !thing(it, leftOut) }
	shown := func(it Item) bool { return thing(it, func(scene.Thing) bool { return true }) }
	listed := func(it Item) bool { return m.Kind && thing(it, func(x scene.Thing) bool { return x.Number > 0 }) }
	side := func(it Item) bool { return it.Course == "side" && !m.Kind }
	items := m.Items
	if len(items) == 1 && m.plain && !side(items[0]) && !ordered(items[0]) && !told(items[0]) {
		for _, in := range []func(Item) bool{ordered, told} {
			if some := kept(m.near, in); len(some) == 1 {
				return some
			}
		}
	}
	if some := kept(m.named, ordered); len(some) == 1 { // "tira a stout"
		return some
	}
	order := []func(Item) bool{ordered, told, listed, shown, side}
	if m.plain { // "arroz" is the side dish, whatever was told of
		order = []func(Item) bool{ordered, side, told, shown}
	}
	for _, in := range order {
		if len(items) == 1 && !m.weak {
			break
		}
		if some := kept(items, in); len(some) > 0 {
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
		return card.described(ref, all)
	}
	m := all[0]
	for _, w := range besides(ref[:m.From]+" "+ref[m.To:], "in_name") { // "feijoada de frango" is no feijoada
		if !skipped(w) && !generic[w] {
			return card.described(ref, all)
		}
	}
	if m.weak {
		return card.likeliest(s, m)
	}
	return m.Items
}

// described returns the one dish of which some words name a part, if the card says all of them of it, in any language:
// "pirarucu baked in banana leaf".
func (card *Card) described(words string, mentions []Mention) []Item {
	var named []Item
	for _, m := range mentions {
		for _, it := range m.Items {
			if !m.Kind && !slices.ContainsFunc(named, func(x Item) bool { return x.ID == it.ID }) && card.tellsAll(it, words) {
				named = append(named, it)
			}
		}
	}
	if len(named) != 1 {
		return nil
	}
	return named
}

// tellsAll reports whether each of some words is in an item's texts, or is what it is made of.
func (card *Card) tellsAll(it Item, words string) bool {
	text := it.Text()
	for _, l := range []lang.Language{lang.English, lang.Spanish} {
		text += "\n" + it.about(l) + "\n" + strings.Join(ingredientsIn(it, l), "\n")
	}
	said, made := stems(text), card.read[it.ID]().made
	return !slices.ContainsFunc(distinct(words), func(w string) bool {
		has := func(m ontology.Mention) bool { return m.Words == w && !m.Negated && made.Has(m.Concept) }
		return !slices.Contains(said, lang.Stem(w)) && !slices.ContainsFunc(knowledge().food.Read(w), has)
	})
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
