package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// infer returns the allergens that the restaurant does not state but the name, the description or the
// ingredients suggest. It would rather name one too many, but it honours what the card says: of a dish
// that is "sem glúten" or "vegano" what it is usually made with does not count. What the ingredients name
// outright counts all the same, and "sem lactose" is no promise to who must not have milk when there is
// cheese among them. Where the restaurant lists the ingredients and states that there are no allergens,
// what its kind of dish is usually made with does not count.
func infer(it Item) []string {
	k := knowledge()
	var said, made, named, without, lactose set
	name := strings.Fields(lang.Fold(it.Name))
	for _, text := range append([]string{it.Name, it.Description}, it.Tags...) {
		for _, c := range k.clauses(it.kindless(text)) {
			if said |= c.has; c.ofAll(name) {
				without, lactose = without|c.without, lactose|c.lactose
			}
		}
	}
	for _, text := range it.all() { // a translation may name more, and lifts nothing
		for _, c := range k.clauses(it.kindless(text)) {
			said |= c.has
		}
	}
	for _, ingredient := range it.Ingredients {
		for _, c := range k.clauses(ingredient) {
			made, named = made|c.has, named|c.named
		}
	}
	if len(it.Ingredients) > 0 {
		said &^= lactose
	}
	return (((said|made)&^without | named) &^ setOf(it.Allergens...)).names()
}

// because returns the word of an item that tells of an allergen, "manteiga" of leite, or else the words that do together.
func (it Item) because(allergen set) (said string) {
	k := knowledge()
	for _, text := range slices.Concat(it.Ingredients, []string{it.kindless(it.Name), it.kindless(it.Description)}, it.Tags, it.all()) {
		for _, c := range k.clauses(text) {
			if i := slices.IndexFunc(c.words, func(w string) bool { return k.in(w)&allergen != 0 }); i >= 0 {
				return c.words[i]
			} else if c.has&allergen != 0 {
				said = strings.Join(c.words, " ")
			}
		}
	}
	return said
}

// kindless leaves out of a text of a dish of which the restaurant states all what kind of dish it is, if
// the text says what it is of, and that is listed: a "moqueca de banana" has what the card says, and a
// "moqueca" fish.
func (it Item) kindless(text string) string {
	if !it.None || len(it.Ingredients) == 0 || it.veiled() {
		return text
	}
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return is(lang.Fold(w), "kinds") })
	o := knowledge().food
	made := o.Describe(strings.Join(it.Ingredients, ", "))
	listed := func(m ontology.Mention) bool { return o.Edible(m.Concept) && made.Has(m.Concept) }
	if len(rest) == len(words) || !slices.ContainsFunc(o.Read(strings.Join(rest, " ")), listed) {
		return text
	}
	return strings.Join(rest, " ")
}

// veiled reports whether an ingredient does not say what is in it: "molho da casa".
func (it Item) veiled() bool {
	return slices.ContainsFunc(it.Ingredients, func(x string) bool {
		words := strings.Fields(lang.Fold(x))
		return len(words) == 1 && is(words[0], "bare") || slices.ContainsFunc(words, func(w string) bool { return is(w, "veiled") })
	})
}

// A clause is a part of a text that what it rules out does not reach beyond.
type clause struct {
	has     set      // what is in what it names
	named   set      // of these, those that it names outright
	without set      // what it rules out
	lactose set      // leite, if it rules out lactose alone
	words   []string // its other words
	beside  bool     // it follows a com
}

// ofAll reports whether what a clause rules out goes for a whole dish, and not for a part of it: "bolo
// sem glúten", but not "com molho sem glúten", nor "sem glúten no molho".
func (c clause) ofAll(name []string) bool {
	return !c.beside && !slices.ContainsFunc(c.words, func(w string) bool {
		return len(w) > 3 && !is(w, "general") && !slices.Contains(name, w)
	})
}

// clauses takes a text apart. A thing with something ruled out is a clause of its own: "pão sem glúten
// com queijo de cabra" is two.
func (k *what) clauses(text string) (all []clause) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;:!?()/|—–\n", r) }) {
		words := plain(part)
		c := k.clause(words)
		at := slices.IndexFunc(words, func(w string) bool { return is(w, "with") })
		if at < 0 || c.without|c.lactose == 0 {
			all = append(all, c)
			continue
		}
		all = append(all, k.clause(words[:at]), k.clause(words[at+1:]))
		all[len(all)-1].beside = true
	}
	return all
}

func (k *what) clause(words []string) (c clause) {
	var animal set
	hedged := slices.ContainsFunc(words, func(w string) bool { return is(w, "hedge") }) // "opção vegana": the dish is not
	negated := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return is(w, "not") })
	}
	for i := 0; i < len(words); i++ {
		w, n := words[i], 0
		if !hedged {
			n = k.ruledOut(&c, words[i:])
		}
		switch {
		case n > 0:
			i += n - 1
		case is(w, "vegan") && !hedged && !negated(words[:i]):
			animal = k.animal
		case w == "no":
			c.words = append(c.words, "em") // to the ontology it may be a Spanish one
		case !is(w, "dropped"):
			c.words = append(c.words, w)
		}
	}
	c.named = k.named(c.words) &^ animal
	c.has = k.in(strings.Join(c.words, " "))&^(c.without|animal) | c.named
	c.without |= animal
	return c
}

// ruledOut notes the food that words begin with ruling out, and returns the number of words that takes:
// "sem glúten nem ovos", "gluten free", "sem pressa".
func (k *what) ruledOut(c *clause, words []string) int {
	if _, n := k.spelt.at(words); n > 0 && n < len(words) && (words[n] == "free" || words[n] == "zero") {
		k.note(c, words)
		return n + 1
	}
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	i := 0
	switch w := words[0]; {
	case is(w, "without"), w == "no" && is(next, "english"), w == "zero" && k.note(&clause{}, words[1:]) > 0:
		i = 1
	case is(w, "free") && is(next, "free_of"), is(w, "not") && is(next, "holds"), is(w, "holds") && next == "no":
		i = 2
	default:
		return 0
	}
	for i < len(words) && is(words[i], "adding") {
		i++
	}
	n := k.note(c, words[i:])
	if n == 0 && i < len(words) {
		return i + 1 // something that is no allergen
	}
	for n > 0 {
		i += n
		if n = 0; i+1 < len(words) && is(words[i], "joining") {
			if n = k.note(c, words[i+1:]); n > 0 {
				n++
			}
		}
	}
	return i
}

// note adds the allergen that words begin with to what a clause rules out, and returns how many words it has.
func (k *what) note(c *clause, words []string) int {
	s, n := k.spelt.at(words)
	if n > 0 && strings.HasPrefix(words[0], "lactos") {
		c.lactose |= s
	} else {
		c.without |= s
	}
	return n
}
