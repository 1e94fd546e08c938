package menu

import (
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A Mention is where a text names dishes of the card.
type Mention struct {
	From, To int    // in the text, in bytes
	Items    []Item // several: it may be any of these
	Kind     bool   // it says only what kind of food it is: "o peixe", "cerveja"

	near  []Item   // that have it in their names, as "bobó de camarão" has "camarão"
	sure  bool     // it begins a name
	plain bool     // it names what dishes are made of
	weak  bool     // it is a word of a name that may mean anything: "completa"
	made  []string // the ids of those that are made with it, and neither called so nor of that kind
}

// A strength is how a word of a text stands for a dish.
type strength float64

// How sure it is that a word stands for a dish. What is below ofName only narrows down, or names a kind.
const (
	whole  strength = 1.2  // some words of its name, from the first: "caju amigo"
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
	by    map[string]strength
}

func (f form) best() (most strength) {
	for _, x := range f.by {
		most = max(most, x)
	}
	return most
}

func (f form) add(id string, x strength) { f.by[id] = max(f.by[id], x) }

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

// joinWords puts words together.
func joinWords(words []placed) string {
	var all []string
	for _, w := range words {
		all = append(all, w.folded)
	}
	return strings.Join(all, " ")
}

// find finds dishes in a text, whatever the conversation is about: by a name, a part of one, in another language, misspelt,
// or by the kind.
func (card *Card) find(text string) (all []Mention) {
	words := place(text)
	for i := 0; i < len(words); {
		m, n := card.mentionAt(text, words[i:])
		if len(m.Items) > 0 && (i == 0 || !is(words[i-1].folded, "without") || m.sure) { // "sem coentro" is no beer with coriander
			all = append(all, m)
		}
		i += max(1, n)
		if n > 0 && i < len(words) && is(words[i].folded, "chilled") && !slices.ContainsFunc(m.Items, func(it Item) bool { return !it.drinkable() }) {
			i++ // "dos mates helados" are no ice cream
		}
	}
	return all
}

// mentionAt reads the mention that words begin with, and returns how many it takes.
func (card *Card) mentionAt(text string, words []placed) (m Mention, taken int) {
	if w := words[0].folded; is(w, "in_name") || is(w, "asking") && !generic[w] {
		return m, 0
	}
	if head := card.formAt(words); head.words > 0 {
		m, taken = card.extended(text, words, head)
	}
	for n := min(len(words), longestForm); n > max(1, taken); n-- { // "ají de gallina" is no other hen
		if !is(words[n-1].folded, "and") && isDish(text[words[0].from:words[n-1].to]) && card.form(words[:1]).best() < first && card.formAt(words[1:n]).best() < first {
			return Mention{}, n
		}
	}
	return m, taken
}

// extended is the mention that begins with a form, as long as there is a dish that all of its words stand for.
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
		and := slices.ContainsFunc(words[taken:at], func(w placed) bool { return is(w.folded, "and") })
		f := card.formAt(words[at:])
		if some, n := card.optionAt(may, words[at:]); n > 0 && !(and && f.best() >= first) { // "caipirinha de maracujá"
			may, taken = some, at+n
			at = taken
			continue
		}
		both := narrowed(may, f, and)
		if len(both) == 0 {
			break
		}
		may, taken, called = both, at+f.words, at+f.words
		at = taken
	}
	m = Mention{From: words[0].from, To: words[taken-1].to, plain: isPlain(text[words[0].from:words[called-1].to])}
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
		m.Kind, m.Items, m.near = true, slices.Concat(m.Items, m.near, others), nil
	}
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

// narrowed is which dishes two forms stand for, if there are any. After "and" the second is only a part of the name if it
// begins no other.
func narrowed(may map[string]strength, f form, and bool) map[string]strength {
	both := map[string]strength{}
	for id, x := range f.by {
		if had := may[id]; had > 0 && (!and || x == plainW || x > isKind && f.best() < first) {
			both[id] = max(had, x) + min(had, x)/10
		}
	}
	return both
}

// longestForm is of how many words the ontology is asked at once: "heart of palm".
const longestForm = 4

// formAt returns the form that words begin with: the longest.
func (card *Card) formAt(words []placed) (f form) {
	for n := min(len(words), longestForm); n > 0 && f.words == 0; n-- {
		if !is(words[n-1].folded, "in_name") {
			f = card.form(words[:n])
		}
	}
	if f.words > 1 && f.best() >= ofName { // "moqueca de camarão" is one of those that are called so
		for _, w := range words[:f.words] {
			called := map[string]strength{}
			for id, x := range f.by {
				if x >= f.best()-0.1 {
					called[id] = x
				}
			}
			if some := narrowed(called, card.form([]placed{w}), false); len(some) > 0 {
				f.by = some
			}
		}
	}
	return f
}

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
	}
	return f
}

// skipped reports whether a word alone is no name: "quero", "bom", "2".
func skipped(word string) bool {
	return len(word) < 3 || is(word, "asking") && !generic[word] || strings.ContainsAny(word, digits) || allAre(word, "numbers", "common", "praise", "claims")
}

// An index is how the dishes of a card may be called.
type index struct {
	names []indexed
	known map[string]bool // stems of all names
	exact map[string]bool // their words
}

type indexed struct {
	id, course string
	words      []string // that tell it from others
	stems      []string
	called     string // the words, with spaces around them
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
		x := indexed{id: n.id, course: card.byID[n.id].Course, words: distinct(n.name), stems: stems(n.name), made: card.read[n.id]}
		x.called = " " + strings.Join(x.words, " ") + " "
		x.means = sync.OnceValue(func() *meant { return meaningOf(n.name, x.words) })
		for i, w := range x.words {
			ix.known[x.stems[i]], ix.exact[w] = true, true
		}
		ix.names = append(ix.names, x)
	}
	return ix
}

func meaningOf(name string, words []string) *meant {
	o := knowledge().food
	m := &meant{first: map[int]bool{}, concepts: map[int]bool{}, is: o.Describe(name)}
	all := o.Read(name)
	for _, w := range words {
		all = append(all, o.Read(w)...)
	}
	for _, x := range all {
		if isThing(x.Words) {
			m.concepts[x.Concept] = true
			m.first[x.Concept] = m.first[x.Concept] || len(words) > 0 && strings.HasPrefix(x.Words+" ", words[0]+" ")
		}
	}
	return m
}

// byWord finds the dishes whose name has a word, as it is written or misspelt, or some words.
func (ix *index) byWord(f form, word string) {
	if words := strings.Fields(word); len(words) > 1 {
		key := distinct(word)
		if len(key) < 2 || slices.ContainsFunc(words, negates) || words[0] != key[0] || words[len(words)-1] != key[len(key)-1] {
			return
		}
		for _, x := range ix.names {
			if at := strings.Index(x.called, " "+strings.Join(key, " ")+" "); at == 0 {
				f.add(x.id, whole)
			} else if at > 0 {
				f.add(x.id, ofName)
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
		for i, w := range x.stems {
			thing := isThing(x.words[i])
			switch {
			case w != stem || thing && otherForm(word, x.words[i]): // "galinhada" is no galinha, "salve" no sálvia
			case i == 0 && (thing || stem == lang.Stem(word)): // "americano" is no slip of an American IPA
				f.add(x.id, first)
			case thing:
				f.add(x.id, ofName)
			default:
				f.add(x.id, plainW)
			}
		}
	}
}

// otherForm reports whether two words of one stem are no forms of one noun, which has one gender: both are singular.
func otherForm(a, b string) bool {
	return a != b && lang.Stem(a) == lang.Stem(b) && !strings.HasSuffix(a, "s") && !strings.HasSuffix(b, "s")
}

// spelt returns the stem of the word of a name that a word is a slip of, or the beginning. A word that the ontology knows is
// none, nor is "arrotando", whose stem is nearly that of arroz.
func (ix *index) spelt(stem, word string) (best string) {
	if len(stem) < 5 || len(knowledge().food.Read(word)) > 0 {
		return ""
	}
	for name := range ix.exact {
		near := slip(strings.TrimSuffix(name, "s"), strings.TrimSuffix(word, "s")) < 2 || strings.HasPrefix(name, stem) && len(stem) >= 6
		if name[0] == stem[0] && near && (best == "" || name < best) {
			best = name
		}
	}
	return lang.Stem(best)
}

// byConcept finds the dishes that are called in another language what some words say, or are of that kind.
func (ix *index) byConcept(f form, words string) {
	o := knowledge().food
	if course, _ := courseOf(words); generic[words] && (course == "beer" || course == "dessert") {
		for _, x := range ix.names {
			if x.course == course {
				f.by[x.id] = isKind
			}
		}
	}
	if generic[words] || !isThing(words) {
		return
	}
	drinks, dish := namesDrink(words), strings.Contains(words, " ") && isDish(words)
	for _, m := range o.Read(words) {
		switch kinds := o.KindsOf(m.Concept); {
		case m.Words != words, m.Negated, is(o.Name(m.Concept), "any_food"), kinds == ontology.Comida|ontology.Bebida:
			continue // "enjoada" is no tea
		case dish && kinds == 0, drinks && kinds&ontology.Bebida == 0: // "fries with cheddar" are nothing else with cheddar
			continue
		}
		for _, x := range ix.names {
			means := x.means()
			switch {
			case drinks && x.course != "drink" && x.course != "beer": // "vinho tinto" is no sauce
			case means.first[m.Concept] && strings.HasPrefix(o.Name(m.Concept), x.stems[0]): // "flan" is a pudim rather than a quindim
				f.add(x.id, abroad+0.02)
			case means.first[m.Concept]:
				f.add(x.id, abroad)
			case means.concepts[m.Concept]:
				f.add(x.id, ofName)
			case means.is.Has(m.Concept):
				f.add(x.id, isKind)
			case x.made().made.Has(m.Concept):
				f.add(x.id, hasIn)
			}
		}
	}
}

// isThing reports whether words name a food or a drink, and not only its taste.
var isThing = recent.Texts(2048, func(words string) bool {
	names := func(w string) bool { return !is(w, "taste") && !is(w, "in_name") && (generic[w] || !is(w, "asking")) }
	return slices.ContainsFunc(strings.Fields(words), names) && isFood(words)
})

// isPlain reports whether words name what dishes are made of: an allergen, or a food that is no dish.
func isPlain(words string) bool {
	folded := strings.TrimSpace(spaced(words))
	return isAllergen(words) || isThing(folded) && knowledge().food.Kinds(folded) == 0
}

// kindsNamed are the kinds of what words are the name of: a dish, a drink.
func kindsNamed(words string) (kinds ontology.Kinds) {
	o, folded := knowledge().food, strings.TrimSpace(spaced(words))
	for _, m := range o.Read(folded) {
		if m.Words == folded && !m.Negated {
			kinds |= o.KindsOf(m.Concept)
		}
	}
	return kinds
}

// isDish reports whether the ontology knows words as the name of a dish or a drink.
func isDish(words string) bool {
	return kindsNamed(words) != 0 && isThing(strings.TrimSpace(spaced(words)))
}

// namesDrink reports whether some words are a form of something to drink.
func namesDrink(words string) bool { return kindsNamed(words)&ontology.Bebida != 0 }

// namesAlcohol reports whether words name a drink that has alcohol: "um vinho".
func namesAlcohol(words string) bool {
	o := knowledge().food
	id, ok := o.ID("alcool")
	return ok && slices.ContainsFunc(o.Read(words), func(m ontology.Mention) bool {
		d := o.Describe(m.Words)
		return !m.Negated && namesDrink(m.Words) && d.Has(id)
	})
}
