package menu

import (
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

// A Mention is where a text names dishes of the card.
type Mention struct {
	From, To int    // in the text, in bytes
	Items    []Item // several: it may be any of these
	Kind     bool   // it says only what kind of food it is: "o peixe", "cerveja"

	near  []Item // that have it in their names, as "bobó de camarão" has "camarão"
	named []Item // of a kind: those that are called so
	sure  bool   // it begins a name
	drink bool
	plain bool // it names what dishes are made of
	weak  bool // it is a word of a name that may mean anything: "completa"

	made []string // the ids of those that are made with it, and neither called so nor of that kind
}

// Mentions returns where a text names dishes of the card, in its order: by a name, a
// part of one, in another language, misspelt, or by the kind. Of several that it may
// be, one of the order or of those told of last is meant.
func (card *Card) Mentions(s *scene.Scene, text string) (all []Mention) {
	for _, m := range card.mentions(text) {
		if m.Items = card.likeliest(s, m); len(m.Items) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// A strength is how a word of a text stands for a dish.
type strength float64

// How sure it is that a word stands for a dish. What is below ofName only narrows
// down, or names a kind.
const (
	whole  strength = 1.2  // the first words of its name, or all: "caju amigo"
	first  strength = 1    // the first word of its name: "costela"
	abroad strength = 0.95 // the same in another language: "rib"
	ofName strength = 0.8  // another word of its name that is a food: "quiabo"
	plainW strength = 0.5  // another word of its name: "capixaba"
	isKind strength = 0.45 // its kind: "peixe"
	hasIn  strength = 0.4  // what it is made of
)

// A form is some words of a text that stand for dishes, by the dishes' ids.
type form struct {
	words int
	drink bool // it names one
	by    map[string]strength
}

func (f form) best() (most strength) {
	for _, x := range f.by {
		most = max(most, x)
	}
	return most
}

// mentions finds dishes in a text, whatever the conversation is about.
func (card *Card) mentions(text string) []Mention {
	all := slices.Clone(card.told(text))
	for i, m := range all {
		all[i].Items = slices.Clone(m.Items)
	}
	return all
}

func (card *Card) find(text string) (all []Mention) {
	words := place(text)
	for i := 0; i < len(words); {
		m, n := card.mentionAt(text, words[i:])
		if n == 0 {
			i++
			continue
		}
		if len(m.Items) > 0 && (i == 0 || !is(words[i-1].folded, "without") || m.sure) { // "sem coentro" is no beer with coriander
			all = append(all, m)
		}
		if i += n; i < len(words) && chilled[words[i].folded] && !slices.ContainsFunc(m.Items, func(it Item) bool { return it.Course != "drink" && it.Course != "beer" }) { // "dos mates helados" are no ice cream
			i++
		}
	}
	return all
}

// mentionAt reads the mention that words begin with, and returns how many it takes:
// the most, and then the one that leaves least to choose from.
func (card *Card) mentionAt(text string, words []placed) (best Mention, taken int) {
	if w := words[0].folded; is(w, "in_name") || is(w, "asking") && !generic[w] {
		return best, 0
	}
	if i := slices.IndexFunc(words[1:], func(w placed) bool { return is(w.folded, "apart") }); i >= 0 {
		words = words[:i+1]
	}
	for n := min(len(words), longestForm); n > 0; n-- {
		if is(words[n-1].folded, "in_name") {
			continue
		}
		f := card.form(words[:n])
		if f.words == 0 || taken > n && best.Kind && best.drink { // "vinho tinto" is no white wine
			continue
		}
		m, took := card.extended(text, words, f)
		if took > taken || took == taken && (best.Kind || best.weak || m.sure && !best.sure || !m.Kind && !m.weak && len(m.Items) < len(best.Items)) {
			best, taken = m, took
		}
	}
	for n := min(len(words), longestForm); n > max(1, taken); n-- { // "ají de gallina" is no other hen
		if isDish(text[words[0].from:words[n-1].to]) && card.form(words[:1]).best() < first && card.formAt(words[1:n]).best() < first {
			return Mention{}, n
		}
	}
	return best, taken
}

// extended is the mention that begins with a form, as long as there is a dish that all
// of its words stand for.
func (card *Card) extended(text string, words []placed, head form) (m Mention, taken int) {
	may, taken := head.by, head.words
	called := taken // without options
	for at := taken; at < len(words); {
		if is(words[at].folded, "in_name") && at-taken < 2 {
			at++
			continue
		}
		if strings.ContainsAny(text[words[taken-1].to:words[at].from], ".,;:!?()\n") {
			break
		}
		if some, n := card.optionAt(may, words[at:]); n > 0 && !(hasAnd(words[taken:at]) && card.formAt(words[at:]).best() >= first) { // "caipirinha de maracujá"
			may, taken = some, at+n
			at = taken
			continue
		}
		f := card.formAt(words[at:])
		both, ok := narrowed(may, f, hasAnd(words[taken:at]))
		if !ok {
			break
		}
		may, taken, called = both, at+f.words, at+f.words
		at = taken
	}
	m = Mention{From: words[0].from, To: words[taken-1].to}
	top := form{by: may}.best()
	m.Kind, m.weak, m.sure = top < plainW, top >= plainW && top < ofName, top >= abroad
	var others []Item
	for _, it := range card.all {
		if head.by[it.ID] == hasIn && (taken == head.words || is(words[head.words].folded, "in_name")) { // "a cebola da costela"
			m.made = append(m.made, it.ID)
		}
		switch x := may[it.ID]; {
		case x > 0 && (x >= top-0.001 || m.Kind):
			m.Items = append(m.Items, it)
		case x >= ofName:
			m.near = append(m.near, it)
		case x == isKind:
			others = append(others, it)
		}
	}
	if !m.sure && taken == 1 && len(others) > 2 { // "o peixe" is any fish
		m.named = slices.Concat(m.Items, m.near)
		m.Kind, m.Items = true, slices.Concat(m.named, others)
	}
	m.Items = wholeOf(m.Items, text[m.From:m.To])
	m.drink, m.plain = head.drink, isPlain(text[m.From:words[called-1].to])
	return m, taken
}

// optionAt are the dishes of which words begin with an option, and how many words that is. What a dish is without is for the
// kitchen.
func (card *Card) optionAt(may map[string]strength, words []placed) (some map[string]strength, n int) {
	for id, x := range may {
		it := card.byID[id]
		if len(it.Options) == 0 || negates(words[0].folded) {
			continue
		}
		for k := min(len(words), longestForm); k > 0 && k >= n; k-- {
			if len(it.optionsIn(joinWords(words[:k]))) == 0 || k > 1 && len(it.optionsIn(joinWords(words[:k-1]))) > 0 {
				continue // it ends before
			}
			if k > n {
				some, n = map[string]strength{}, k
			}
			some[id] = x
		}
	}
	return some, n
}

// joinWords puts words together.
func joinWords(words []placed) string {
	var all []string
	for _, w := range words {
		all = append(all, w.folded)
	}
	return strings.Join(all, " ")
}

// narrowed is which dishes two forms stand for, if there are any. After "and" the
// second is only a part of the name if it begins no other.
func narrowed(may map[string]strength, f form, and bool) (map[string]strength, bool) {
	both := map[string]strength{}
	for id, x := range f.by {
		if had := may[id]; had > 0 && (x > isKind || !and) && (!and || x == plainW || f.best() < first) {
			both[id] = max(had, x) + min(had, x)/10
		}
	}
	return both, len(both) > 0
}

// wholeOf is the item whose whole name is said, if there is one: "feijoada completa"
// is a part of no other.
func wholeOf(items []Item, said string) []Item {
	asked := stems(said)
	whole := slices.DeleteFunc(slices.Clone(items), func(it Item) bool {
		return !slices.ContainsFunc([]string{it.Name, it.NamePT, it.NameEN, it.NameES}, func(name string) bool {
			return name != "" && !slices.ContainsFunc(stems(name), func(w string) bool { return !slices.Contains(asked, w) })
		})
	})
	if len(whole) == 1 {
		return whole
	}
	return items
}

// formAt returns the form that words begin with: the longest that is sure, else the
// surest.
func (card *Card) formAt(words []placed) (best form) {
	for n := min(len(words), longestForm); n > 0; n-- {
		if is(words[n-1].folded, "in_name") {
			continue
		}
		f := card.form(words[:n])
		if top := f.best(); top >= ofName && best.best() < ofName || top > best.best() {
			best = f
		}
	}
	return best
}

// longestForm is of how many words the ontology is asked at once: "heart of palm".
const longestForm = 4

// form returns which dishes some words stand for.
func (card *Card) form(words []placed) form {
	text := joinWords(words)
	f := form{by: map[string]strength{}}
	if len(words) > 1 || !skipped(text) {
		card.index().byWord(f, text)
		card.index().byConcept(f, text)
	}
	if len(f.by) > 0 {
		f.words = len(words)
		f.drink = namesDrink(text)
	}
	return f
}

// skipped reports whether a word alone is no name: "quero", "bom", "2".
func skipped(word string) bool {
	return len(word) < 3 || is(word, "numbers") || is(word, "asking") && !generic[word] || is(word, "common") || is(word, "praise") || is(word, "claims") || strings.ContainsAny(word, digits)
}

// An index is how the dishes of a card may be called.
type index struct {
	names []indexed
	known map[string]bool // stems of all names
	exact map[string]bool // their words
}

type indexed struct {
	id, course string
	words      []string // stems
	plain      []string // the words themselves
	called     string   // the same, each with a space behind it
	means      func() *meant
	made       func() *described
}

// meant is what the ontology knows of a name.
type meant struct {
	first, concepts map[int]bool // foods that it begins with, and all
	is              ontology.Description
}

func (card *Card) newIndex() *index {
	ix := &index{known: map[string]bool{}, exact: map[string]bool{}}
	for _, n := range card.names {
		plain := slices.DeleteFunc(wordsOf(n.name), func(w string) bool { return len(w) <= 2 || is(w, "common") })
		for _, w := range plain {
			ix.known[lang.Stem(w)], ix.exact[w] = true, true
		}
		ix.names = append(ix.names, indexed{
			id: n.id, course: card.byID[n.id].Course, words: stems(n.name), plain: plain, called: strings.Join(plain, " ") + " ", made: card.read[n.id],
			means: sync.OnceValue(func() *meant { return meaningOf(n.name, plain) }),
		})
	}
	return ix
}

func meaningOf(name string, plain []string) *meant {
	o := knowledge().food
	m := &meant{first: map[int]bool{}, concepts: map[int]bool{}, is: o.Describe(name)}
	all := o.Read(name)
	for _, w := range plain {
		all = append(all, o.Read(w)...)
	}
	for _, x := range all {
		if isThing(x.Words) {
			m.concepts[x.Concept] = true
			m.first[x.Concept] = m.first[x.Concept] || len(plain) > 0 && strings.HasPrefix(x.Words+" ", plain[0]+" ")
		}
	}
	return m
}

// isThing reports whether words name a food or a drink, and not only its taste.
var isThing = recent.Texts(2048, func(words string) bool {
	names := func(w string) bool { return !is(w, "taste") && !is(w, "in_name") && (generic[w] || !is(w, "asking")) }
	return slices.ContainsFunc(strings.Fields(words), names) && isFood(words)
})

// byWord finds the dishes whose name has a word, as it is written or misspelt.
func (ix *index) byWord(f form, word string) {
	if strings.Contains(word, " ") {
		for _, x := range ix.names {
			if strings.HasPrefix(x.called, word) && strings.HasPrefix(x.called[len(word):], " ") {
				f.by[x.id] = whole
			}
		}
		return
	}
	if generic[word] {
		return
	}
	stem := lang.Stem(word)
	if !ix.known[stem] {
		stem = ix.spelt(stem, word)
	}
	for _, x := range ix.names {
		for i, w := range x.words {
			if w != stem || ix.exact[word] && x.plain[i] != word || isThing(x.plain[i]) && (otherGender(word, x.plain[i]) || otherWord(word, x.plain[i])) { // "galinhada" is no galinha, "vinha" no vinho, "salve" no sálvia
				continue
			}
			switch {
			case i == 0 && (isThing(x.plain[0]) || stem == lang.Stem(word)): // "americano" is no slip of an American IPA
				f.by[x.id] = first
			case isThing(x.plain[i]):
				f.by[x.id] = max(f.by[x.id], ofName)
			default:
				f.by[x.id] = max(f.by[x.id], plainW)
			}
		}
	}
}

// otherGender reports whether two words differ only in an a and an o at their ends: a
// noun has one gender.
func otherGender(a, b string) bool {
	a, b = strings.TrimSuffix(a, "s"), strings.TrimSuffix(b, "s")
	if len(a) != len(b) || len(a) < 2 || a == b || a[:len(a)-1] != b[:len(b)-1] {
		return false
	}
	return strings.ContainsAny(a[len(a)-1:], "ao") && strings.ContainsAny(b[len(b)-1:], "ao")
}

// otherWord reports whether two words of one stem are no forms of one noun: both singular, and
// one longer.
func otherWord(a, b string) bool {
	return lang.Stem(a) == lang.Stem(b) && len(a) != len(b) && !strings.HasSuffix(a, "s") && !strings.HasSuffix(b, "s")
}

// spelt returns the stem of the word of a name that a word is a slip of, or the beginning:
// one letter in six, two in nine. A word that the ontology knows is none, and "arrotando",
// whose stem is nearly that of arroz, is no slip of it.
func (ix *index) spelt(stem, word string) (best string) {
	if len(stem) < 5 || len(knowledge().food.Read(word)) > 0 {
		return ""
	}
	least := 2
	if len(stem) >= 8 {
		least = 3
	}
	for name := range ix.exact {
		n := slip(strings.TrimSuffix(name, "s"), strings.TrimSuffix(word, "s"))
		if small(name) && small(word) && len(word) < 12 { // the ending that both have is no likeness: "cadeirinha"
			n++
		}
		if strings.HasPrefix(name, stem) && len(stem) >= 6 {
			n = 1
		}
		if name[0] == stem[0] && (n < least || n == least && best != "" && name < best) {
			best, least = name, n
		}
	}
	if best == "" {
		return ""
	}
	return lang.Stem(best)
}

// small reports whether a word ends as diminutives do.
func small(word string) bool {
	word = strings.TrimRight(word, "aos")
	return strings.HasSuffix(word, "inh") || strings.HasSuffix(word, "it")
}

// byConcept finds the dishes that are called in another language what some words say,
// or are of that kind.
func (ix *index) byConcept(f form, words string) {
	o := knowledge().food
	course, _ := courseOf(words)
	drinks, dish := namesDrink(words), strings.Contains(words, " ") && isDish(words)
	for _, m := range o.Read(words) {
		if m.Words != words || m.Negated || generic[words] || !isThing(words) || dish && o.KindsOf(m.Concept) == 0 { // "fries with cheddar" are nothing else with cheddar
			continue
		}
		if kinds := o.KindsOf(m.Concept); drinks && kinds&ontology.Bebida == 0 || kinds == ontology.Comida|ontology.Bebida || anyFood[o.Name(m.Concept)] {
			continue // "vinho tinto" is no sauce, "enjoada" no tea
		}
		for _, x := range ix.names {
			drink := x.course == "drink" || x.course == "beer"
			if drinks && !drink {
				continue
			}
			by := strength(0)
			switch means := x.means(); {
			case means.first[m.Concept]:
				by = abroad
				if strings.HasPrefix(o.Name(m.Concept), x.words[0]) { // "flan" is a pudim rather than a quindim
					by += 0.02
				}
			case means.concepts[m.Concept]:
				by = ofName
			case means.is.Has(m.Concept):
				by = isKind
			case x.made().made.Has(m.Concept):
				by = hasIn
			}
			if by > f.by[x.id] {
				f.by[x.id] = by
			}
		}
	}
	if generic[words] && (course == "beer" || course == "dessert") {
		for _, x := range ix.names {
			if x.course == course {
				f.by[x.id] = isKind
			}
		}
	}
}

// anyFood are concepts that all dishes are of: "bateu a fome" names none.
var anyFood = lang.Set("comida bebida")

// isPlain reports whether words name what dishes are made of: an allergen, or a food
// that is no dish.
func isPlain(words string) bool {
	folded := strings.TrimSpace(spaced(words))
	return isAllergen(words) || isThing(folded) && knowledge().food.Kinds(folded) == 0
}

// isKind reports whether words name a kind of food or drink that the card has: "chope".
func (card *Card) isKind(words string) bool {
	return slices.ContainsFunc(card.mentions(words), func(m Mention) bool { return m.Kind })
}

// isDish reports whether the ontology knows words as the name of a dish or a drink.
func isDish(words string) bool {
	o, folded := knowledge().food, strings.TrimSpace(spaced(words))
	return slices.ContainsFunc(o.Read(folded), func(m ontology.Mention) bool { return m.Words == folded && !m.Negated && o.KindsOf(m.Concept) != 0 }) && isThing(folded)
}

// chilled are words that say of a drink that it is cold.
var chilled = lang.Set("gelado gelada gelados geladas helado helada helados heladas")

// namesDrink reports whether some words are a form of something to drink.
func namesDrink(words string) bool {
	o := knowledge().food
	return slices.ContainsFunc(o.Read(words), func(m ontology.Mention) bool { return m.Words == words && o.KindsOf(m.Concept)&ontology.Bebida != 0 })
}

// namesAlcohol reports whether words name a drink that has alcohol: "um vinho".
func namesAlcohol(words string) bool {
	o := knowledge().food
	id, ok := o.ID("alcool")
	return ok && slices.ContainsFunc(o.Read(words), func(m ontology.Mention) bool {
		d := o.Describe(m.Words)
		return !m.Negated && namesDrink(m.Words) && d.Has(id)
	})
}

// likeliest returns which of the dishes of a mention is meant: one of the order, of
// those told of last, or of those shown; and else a side dish, if one is called so.
func (card *Card) likeliest(s *scene.Scene, m Mention) []Item {
	var t tab
	s.Load(tabNote, &t)
	last := spaced(s.Last)
	ordered := func(it Item) bool { return slices.ContainsFunc(t.Lines, func(l tabLine) bool { return l.ID == it.ID }) }
	leftOut := func(it Item) bool {
		return slices.ContainsFunc(s.Shown, func(x scene.Thing) bool { return x.ID == it.ID && x.Number == 0 && x.Note != "" })
	}
	told := func(it Item) bool { return strings.Contains(last, spaced(it.Name)) && !leftOut(it) }
	shown := func(it Item) bool {
		return slices.ContainsFunc(s.Shown, func(x scene.Thing) bool { return x.Kind == dishKind && x.ID == it.ID })
	}
	listed := func(it Item) bool {
		return m.Kind && slices.ContainsFunc(s.Shown, func(x scene.Thing) bool { return x.Kind == dishKind && x.ID == it.ID && x.Number > 0 })
	}
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
			return items
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

// placed is a word of a text with its place.
type placed struct {
	folded   string
	from, to int
}

// place cuts a text into words.
func place(text string) (all []placed) {
	for from, to := range lang.Words(text) {
		all = append(all, placed{lang.Fold(text[from:to]), from, to})
	}
	return all
}

// hasAnd reports whether words have "and".
func hasAnd(words []placed) bool {
	return slices.ContainsFunc(words, func(w placed) bool { return w.folded == "e" || w.folded == "y" || w.folded == "and" })
}
