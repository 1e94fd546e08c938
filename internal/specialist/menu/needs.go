package menu

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

// A rule is one thing that somebody must not have, made ready to judge items by: "leite", "gestante".
// It is the one way in which the house decides what an item does to somebody.
type rule struct {
	word   string   // as it is told
	way    bool     // it is a way to eat, and no food
	never  set      // allergens that are in nothing they have
	traces bool     // nor may there be traces of them
	diets  []diet   // kept to by what is in an item
	taste  contents // it is a taste, and nothing else
	sober  bool     // it is alcohol, and nothing else
	drives bool     // of drinks alone
	pork   bool     // it is pork, or a way to eat without it
	asks   []glossary[[]string]
}

// ruleOf makes a rule of a word that bind has understood.
var ruleOf = recent.Texts(1024, func(word string) *rule {
	folded := lang.Fold(word)
	r := &rule{word: word, way: isWay(folded), diets: dietsOf(word), taste: tasteOf(word), never: barred(word)}
	r.traces = !strings.Contains(folded, "vegan") && !strings.Contains(folded, "vegetar")
	r.sober = len(r.diets) > 0 && !slices.ContainsFunc(r.diets, func(d diet) bool { return d.never != alcohol || d.apart != 0 })
	r.drives = slices.ContainsFunc(r.diets, func(d diet) bool { return d.drink })
	r.pork = SameNeed(word, "porco") || slices.ContainsFunc(r.diets, func(d diet) bool { return d.never&pork != 0 })
	for _, need := range slices.Sorted(maps.Keys(checks())) {
		if SameNeed(word, need) {
			r.asks = append(r.asks, checks()[need])
		}
	}
	return r
})

// breaks reports whether an item breaks one rule: the rule "leite" is broken by a pudim. It is the first step by which a
// need removes a dish. For an item that is Unknown false is no promise.
func (r *rule) breaks(it Item) bool {
	it = cutsOfFish(it)
	has := contents(0)
	if r.taste != 0 || len(r.diets) > 0 {
		has = contentsOf(it)
	}
	if r.taste != 0 {
		return has&r.taste != 0
	}
	allergens := setOf(it.Allergens...) | setOf(it.Inferred...)
	if r.traces {
		allergens |= setOf(it.May...)
	}
	if allergens&r.never != 0 {
		return true
	}
	for _, d := range r.diets {
		if (!d.drink || it.drinkable()) && (has&d.never != 0 || d.apart != 0 && has&d.apart == d.apart) {
			return true
		}
	}
	if r.sober && !it.drinkable() && (len(it.Ingredients) > 0 || r.drives) {
		return false // a sauce that elsewhere is made with wine lists none here
	}
	text := it.made()
	if len(it.Ingredients) > 0 && r.pork { // nor does a stew that elsewhere has bacon
		if contentsOf(it)&pork != 0 {
			return true
		}
		text = "\n" + strings.Join(it.Ingredients, ", ") + "\n" + strings.Join(it.Tags, ", ")
	}
	c := hook.Constraints{Allergies: []string{r.word}}
	if r.way {
		c = hook.Constraints{Diets: []string{r.word}}
	}
	_, violates := c.Violates(text) // the words of the item, where neither its allergens nor its contents tell
	return violates
}

// reason says what a rule is about and, of a way to eat that is kept to by what is in an item, what that
// is: "gravidez: álcool".
func (r *rule) reason(it Item, l lang.Language) string {
	said := called([]string{r.word}, l)[0]
	if r.sober {
		return said
	}
	var has []string
	for _, d := range r.diets {
		in := contentsOf(it)
		if d.apart != 0 && in&d.apart == d.apart {
			has = add(has, texts.In(l).Menu.Contents["apart"])
		}
		for i, name := range contentNames {
			if in&d.never&(1<<i) != 0 {
				has = add(has, texts.In(l).Menu.Contents[name])
			}
		}
	}
	if it.None && setOf(it.Inferred...)&r.never != 0 { // the restaurant says otherwise
		has = add(has, texts.In(l).Menu.Contents["deduced"])
	}
	if len(has) == 0 {
		return said
	}
	return said + ": " + strings.Join(has, ", ")
}

var cuts = pattern.Of(`(?i)\b(?:costelas?|lombos?|fil[eé]s?|postas?|iscas?|ventrechas?|lomos?|ribs?|loins?)\s+d[eo]\s+([\p{L}-]+)`)

// cutsOfFish is an item whose cuts of fish are called by the fish alone: a loin of pirarucu is no pork.
func cutsOfFish(it Item) Item {
	o := knowledge().food
	fish, _ := o.ID("peixe")
	plain := func(text string) string {
		return cuts().ReplaceAllStringFunc(text, func(cut string) string {
			name := cuts().FindStringSubmatch(cut)[1]
			if d := o.Describe(name); d.Has(fish) {
				return name
			}
			return cut
		})
	}
	it.Name, it.Description, it.Ingredients = plain(it.Name), plain(it.Description), slices.Clone(it.Ingredients)
	for i, x := range it.Ingredients {
		it.Ingredients[i] = plain(x)
	}
	return it
}

// barred returns the allergens that a constraint rules out: those it names ("leite"), and those of foods that a diet leaves
// out ("vegana": leite, ovo, peixe …). A card may state such an allergen where the words of a dish do not tell of it. A
// drink with alcohol rules out no allergen: a person who has no stout may have bread, though both have gluten.
var barred = recent.Texts(512, func(constraint string) set {
	if aDrink(constraint) {
		return 0
	}
	all, folded := allergensOf(constraint), lang.Fold(constraint)
	for diet, never := range dietNever {
		if strings.Contains(folded, diet) {
			all |= never
		}
	}
	return all
})

var dietNever = map[string]set{
	"eliac":   setOf("glúten"), // celíaca, coeliac
	"vegan":   setOf("leite", "ovo", "peixe", "crustáceos", "moluscos"),
	"vegetar": setOf("peixe", "crustáceos", "moluscos"),
}

// aDrink reports whether a constraint is a beer, a wine or another drink with alcohol.
func aDrink(constraint string) bool {
	o := knowledge().food
	all := o.Read(constraint)
	return len(all) > 0 && !slices.ContainsFunc(all, func(m ontology.Mention) bool {
		d := o.Describe(o.Name(m.Concept))
		return !slices.ContainsFunc(drinks, func(name string) bool {
			id, ok := o.ID(name)
			return ok && (m.Concept == id || d.Has(id))
		})
	})
}

// drinks are the kinds of drinks with alcohol.
var drinks = []string{"cerveja", "vinho", "coquetel", "destilado", "alcool"}

// isWay reports whether folded words name a way to eat, and not a food.
func isWay(folded string) bool {
	if len(dietsOf(folded)) > 0 {
		return true
	}
	for diet := range dietNever {
		if strings.Contains(folded, diet) {
			return true
		}
	}
	o := knowledge().food
	return slices.ContainsFunc(o.Read(folded), func(m ontology.Mention) bool {
		name := o.Name(m.Concept)
		return m.Negated || // "sin maní"
			!m.Negated && (strings.HasPrefix(name, "sem_") || is(name, "religion") || texts.In(lang.Portuguese).Menu.Diets[name] != "")
	})
}

// isDiet reports whether the ontology knows a way to eat that rules something out.
func isDiet(thing string) bool {
	return len(knowledge().food.Read(thing)) > 0 && len(excluded(thing)) > 0
}

// A seat is a person at the table, and what they must not have.
type seat struct {
	who    string // name; guestName for the person who writes
	rules  []*rule
	cannot []string // needs that no card can be judged by, or that are not understood: "xyzzy"
}

// guestName stands for the person who writes, in what tools return.
const guestName = "guest"

// A bar is a person at the table who must not have a dish, and the reason in the guest's language: {Ana, leite}.
type bar struct {
	Who string `json:"who"`
	Why string `json:"why"`
}

const unknownContents = "unknown" // why a dish is barred of which the card does not say what is in it

// seats returns those at the table of a scene who must not have something: those a tool was asked for,
// and the others, as in [scene.Scene.Meant].
func (card *Card) seats(s *scene.Scene, who []string) (meant, others []seat) {
	asked, rest := s.Meant(who)
	seated := func(people []hook.Person) (all []seat) {
		for _, p := range people {
			if p.Safety() {
				rules, cannot := card.bind(p.Allergies, p.Diets)
				all = append(all, seat{or(p.Name, guestName), rules, cannot})
			}
		}
		return all
	}
	return seated(asked), seated(rest)
}

// bars returns, for each of some people who must not have an item, a bar with their name and the reason: {Ana, leite}. It
// asks broken of each person, and adds those for whom the contents of the item are unknown. It is the third step by which
// a need removes a dish: newSearch makes the flag forbidden of it.
func (card *Card) bars(it Item, seats []seat, l lang.Language) (all []bar) {
	return card.barsFor(it, seats, func(p seat) string {
		if r := card.broken(it, p.rules); r != nil {
			return r.reason(it, l)
		}
		return ""
	})
}

// everyBar is bars with all the reasons for each: who asks only for the milk is told of the egg too.
func (card *Card) everyBar(it Item, seats []seat, l lang.Language) []bar {
	return card.barsFor(it, seats, func(p seat) string {
		var why []string
		for i := range p.rules {
			if r := card.broken(it, p.rules[i:i+1]); r != nil && !slices.Contains(why, r.reason(it, l)) {
				why = append(why, r.reason(it, l))
			}
		}
		return strings.Join(why, ", ")
	})
}

func (card *Card) barsFor(it Item, seats []seat, reason func(seat) string) (all []bar) {
	for _, p := range seats {
		if why := reason(p); why != "" {
			all = append(all, bar{p.who, why})
		} else if it.Unknown && len(p.rules) > 0 {
			all = append(all, bar{p.who, unknownContents})
		}
	}
	return all
}

// broken returns the first of one person's rules that an item breaks, nil if it breaks none. It is the second step by
// which a need removes a dish, between breaks (one rule) and bars (several people). Verdicts on items of the card are kept.
func (card *Card) broken(it Item, rules []*rule) *rule {
	own := len(it.Ingredients) == len(card.byID[it.ID].Ingredients) // the item of the card, without an option chosen
	for _, r := range rules {
		if own && card.harms.Get(harm{r.word, it.ID}, func() bool { return r.breaks(it) }) || !own && r.breaks(it) {
			return r
		}
	}
	return nil
}

// harm is the key of a kept verdict: the word of a rule and the id of an item.
type harm struct{ word, id string }

// HarmTo returns what an item of the card breaks of what somebody must not have: nothing, if it breaks
// nothing, and "unknown" if it cannot be told what is in it.
func (card *Card) HarmTo(somebody hook.Constraints) func(Item) string {
	rules, _ := card.bind(somebody.Allergies, somebody.Diets)
	return func(it Item) string {
		if r := card.broken(it, rules); r != nil {
			return r.word
		} else if it.Unknown && len(rules) > 0 {
			return unknownContents
		}
		return ""
	}
}

// Harms returns the constraint that an item breaks, or nothing. Of an item that is Unknown nothing is no promise.
func Harms(it Item, c hook.Constraints) string {
	c.Diets = slices.DeleteFunc(slices.Clone(c.Diets), memory.Measures)
	for _, word := range slices.Concat(c.Allergies, c.Diets) {
		means, _ := meaning(lang.Fold(word))
		if slices.ContainsFunc(append(means, word), func(m string) bool { return ruleOf(m).breaks(it) }) {
			return word
		}
	}
	return ""
}

// bind makes rules of what somebody must not have, whoever wrote it down: a way to eat is a diet and a food
// an allergy, also where they stand the other way round, and a word that is misspelt is what it is a slip
// of. It returns too what cannot be judged by a card. Foods come first.
func (card *Card) bind(allergies, diets []string) (rules []*rule, cannot []string) {
	var words []string
	diets = slices.DeleteFunc(slices.Clone(diets), memory.Measures)
	fish, wheel := slices.ContainsFunc(diets, eatsFish), slices.ContainsFunc(diets, func(d string) bool { return ruleOf(d).drives })
	for _, word := range slices.Concat(allergies, diets) {
		folded := lang.Fold(word)
		if folded == "" || allAre(folded, "on_diet") || fish && is(folded, "meatless") || wheel && allAre(folded, "no_alcohol") {
			continue // a vegetarian who said later that fish is fine keeps only the later diet
		}
		means, judged := meaning(folded)
		near := ""
		if judged && len(means) == 0 && !isWay(folded) && !card.knows(word) {
			near = card.near(folded)
			judged = near != ""
			means = add([]string{word}, slices.DeleteFunc([]string{near}, func(n string) bool { return n == "" })...)
		}
		if !judged {
			cannot = add(cannot, word)
		} else if len(means) == 0 {
			means = []string{word}
		}
		words = add(words, means...)
	}
	for _, w := range words {
		rules = append(rules, ruleOf(w))
	}
	foods := slices.DeleteFunc(slices.Clone(rules), func(r *rule) bool { return r.way })
	return append(foods, slices.DeleteFunc(rules, func(r *rule) bool { return !r.way })...), cannot
}

// eatsFish reports whether a diet allows fish and no meat: "pescetariana". "pescado" and "pesca" name fish that a person
// goes without, and are no such diet.
func eatsFish(diet string) bool {
	folded := lang.Fold(diet)
	return strings.HasPrefix(folded, "pesc") && strings.Contains(folded, "tarian") || strings.HasPrefix(folded, "piscivor")
}

//go:embed data/needs.txt
var needWords string

// A need is what people mean by some phrases.
type need struct {
	means   []string
	judged  bool // a card can be judged by it
	phrases []string
}

var needs = sync.OnceValue(func() (all []need) {
	for means, list := range wordfile.Entries(needWords) {
		means, open := strings.CutPrefix(means, "?")
		all = append(all, need{wordfile.List(means), !open, wordfile.List(list)})
	}
	return all
})

// meaning returns the needs that a phrase stands for, by data/needs.txt, and whether a card can be judged by them. For a
// word that names its need plainly ("leite") it returns none.
func meaning(folded string) (means []string, judged bool) {
	n := needCalled(folded)
	return slices.Clone(n.means), n.judged
}

var needCalled = recent.Texts(512, func(folded string) need {
	for _, n := range needs() {
		if says(" "+folded, n.phrases) {
			return n
		}
	}
	return need{judged: true}
})

// SameNeed reports whether two words name one need, in whatever language or way: "pregnant" and
// "gestante", "APLV" and "leite", "celíaca" and "glúten". A food is not the allergen in it: "manteiga" is
// not "leite".
func SameNeed(a, b string) bool {
	if memory.Same(a, b) {
		return true
	}
	diets, allergens := needOf(a)
	others, more := needOf(b)
	if len(diets)+len(others) > 0 {
		return len(diets) > 0 && slices.Equal(diets, others)
	}
	return allergens != 0 && allergens == more && (isAllergen(a) && isAllergen(b) || memory.Names(a, b))
}

// CoversNeed reports whether a person with one need must not have another thing either: both are one need, or the first
// is an allergen in the other. "leite" covers "manteiga".
func CoversNeed(need, other string) bool {
	_, allergens := needOf(need)
	_, some := needOf(other)
	return SameNeed(need, other) || isAllergen(need) && some != 0 && some&^allergens == 0
}

// needOf returns the ways to eat, or else the allergens, that a word stands for.
func needOf(word string) (diets []string, allergens set) {
	means, _ := meaning(lang.Fold(word))
	for _, m := range append(means, word) {
		for _, d := range dietsOf(m) {
			diets = add(diets, d.name)
		}
		allergens |= barred(m)
	}
	if folded := lang.Fold(word); len(diets) == 0 && strings.HasPrefix(folded, "veg") {
		diets = []string{folded[:min(5, len(folded))]}
	}
	return diets, allergens
}

// DietIn returns the words of a text that name a way to eat which is kept to in code, such as "grávida", or "".
func DietIn(text string) string {
	for word := range strings.FieldsSeq(text) {
		if word = strings.Trim(word, ".,;:!?()"); len(dietsOf(word)) > 0 {
			return word
		}
	}
	return ""
}

// known returns the names of people as a tool takes them, and a remark on names that nobody at the table
// has. With such a name everybody is meant, for the needs of a stranger are unknown. A person whom the
// guest mentioned, "meu namorado", is at the table and has no needs. A proper name, "Caio", may belong to
// a person with needs whom the guest told of only as "meu primo": then that person is meant too.
func known(s *scene.Scene, who []string) ([]string, string) {
	var nameless []string
	needy := func(p hook.Person) bool { return p.Safety() || len(p.Dislikes) > 0 }
	for _, p := range s.People() {
		if !proper(p.Name) && p.Name != "" && !p.Is(hook.Companion) && needy(p) {
			nameless = append(nameless, p.Name)
		}
	}
	maybe := false
	strangers := slices.DeleteFunc(s.Strangers(who), func(name string) bool {
		spoken := hook.Speaks(strings.Join(append(slices.Clip(s.Said), s.Message), "\n"), name)
		other := spoken && proper(name) && len(nameless) > 0
		if maybe = maybe || other; spoken && !other && (hook.Kin(name) || proper(name)) {
			s.Tell(hook.Person{Name: name})
			return true
		}
		return other
	})
	switch {
	case len(strangers) > 0 && slices.ContainsFunc(s.People(), needy):
		return nil, strings.Join(strangers, ", ") + ": nobody in the notes; taken for everybody"
	case maybe:
		return slices.Concat(who, nameless), "a name that is not in the notes may be that of " + strings.Join(nameless, ", ")
	}
	return who, ""
}

// proper reports whether a person's name is a proper noun, "Caio", and not a relation, "meu primo".
func proper(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && !hook.Kin(name)
}
